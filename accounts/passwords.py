"""What a password must be, in words of our own: Django has its own in most, but not all, of our languages."""

from django.contrib.auth import password_validation as django
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(django.MinimumLengthValidator):
    """At least so many characters."""

    def get_error_message(self) -> str:
        return self.get_help_text()

    def get_help_text(self) -> str:
        text = ngettext("At least %(count)d character.", "At least %(count)d characters.", self.min_length)
        return text % {"count": self.min_length}


class NotCommon(django.CommonPasswordValidator):
    """None of those that everybody tries first."""

    def get_error_message(self) -> str:
        return _("Too many people use this password: it would be guessed.")

    def get_help_text(self) -> str:
        return _("None that many people use.")


class NotAboutMe(django.UserAttributeSimilarityValidator):
    """Not the name or the address in disguise."""

    def get_error_message(self) -> str:
        return _("This password is too much like your name or your address.")

    def get_help_text(self) -> str:
        return _("Nothing like your name or your address.")
