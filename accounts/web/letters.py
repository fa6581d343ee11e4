"""The mails about an account itself: codes, links, and what was changed. Each is a few sentences in one frame."""

from collections.abc import Callable
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.channels import letter
from accounts.channels.when import moment

Context = dict[str, Any]


class Words(NamedTuple):
    """What a mail says: sentences, a code or a button below them, sentences after that."""

    subject: str
    before: list[str]
    code: str = ""
    button: str = ""
    link: str = ""
    after: list[str] = []
    notes: list[str] = []


def compose(prefix: str, email: str, context: Context) -> EmailMultiAlternatives:
    """The mail that allauth calls `prefix`, such as `account/email/login_code`, in the active language."""
    words = WORDS[prefix.rpartition("/")[2]]({**context, "email": email})
    site = {"site_url": settings.SITE_URL, "language": context["language"]}
    frame = {**words._asdict(), **site, "preview": words.before[0]}
    text = letter.render("accounts/letter.txt", frame).strip() + "\n"
    mail = EmailMultiAlternatives(words.subject, text, to=[email], headers={"Auto-Submitted": "auto-generated"})
    mail.attach_alternative(letter.INLINER.inline(letter.render("accounts/letter.html", frame)), "text/html")
    return mail


def _ignore() -> str:
    return _("If this was not you, do nothing: without this mail nobody gets any further.")


def _prove(context: Context) -> Words:
    return Words(
        _("%(code)s is your code") % context,
        [_("Enter this code in the page that is open in your browser. It shows that this address is yours.")],
        code=context["code"],
        after=[_("It is good for one hour."), _ignore()],
    )


def _sign_in(context: Context) -> Words:
    if not context.get("link"):
        return _confirm(context)
    return Words(
        _("Sign in"),
        [_("Open this link to sign in, on any device. It works once, for a quarter of an hour.")],
        button=_("Sign in"),
        link=context["link"],
        after=[_("Or enter this code in the page that is open in your browser: %(code)s") % context, _ignore()],
    )


def _confirm(context: Context) -> Words:
    before = [_("Enter this code in the page that is open in your browser, to show that it is you.")]
    return Words(_("%(code)s is your code") % context, before, code=context["code"], after=[_ignore()])


def _reset(context: Context) -> Words:
    return Words(
        _("Choose a new password"),
        [_("Somebody, probably you, asked for a new password for the account %(username)s.") % context],
        button=_("Choose a password"),
        link=context["password_reset_url"],
        after=[_("The link is good for a day, and once."), _ignore()],
    )


def _known(context: Context) -> Words:
    return Words(
        _("You have an account already"),
        [_("Somebody, probably you, wanted to sign up with this address. It has an account already.")],
        button=_("Sign in"),
        link=settings.SITE_URL + "/accounts/login/code/",
        after=[_("You need no password for that: you get a link by mail."), _ignore()],
    )


def _unknown(context: Context) -> Words:
    return Words(
        _("No account with this address"),
        [_("Somebody, probably you, wanted to sign in with this address. No account here has it.")],
        button=_("Sign up"),
        link=settings.SITE_URL + "/accounts/signup/",
        after=[_("Perhaps you signed up with another address."), _ignore()],
    )


def _moment(context: Context) -> str:
    """When it happened, in the time zone that is active."""
    return moment(context["timestamp"], context["language"], ZoneInfo(timezone.get_current_timezone_name()))


def _told(sentence: Callable[[Context], str]) -> Callable[[Context], Words]:
    """A mail that tells of a change, with where it came from."""

    def words(context: Context) -> Words:
        return Words(
            _("Your account was changed"),
            [sentence(context)],
            button=_("Look at your settings"),
            link=settings.SITE_URL + "/settings/",
            after=[_("If this was not you, choose a new password at once and sign out all other devices.")],
            notes=[
                _("When: %(moment)s") % {"moment": _moment(context)},
                _("From: %(ip)s") % context,
                _("Browser: %(user_agent)s") % context,
            ],
        )

    return words


WORDS: dict[str, Callable[[Context], Words]] = {
    "email_confirmation": _prove,
    "email_confirmation_signup": _prove,
    "login_code": _sign_in,
    "password_reset_key": _reset,
    "account_already_exists": _known,
    "unknown_account": _unknown,
    "email_changed": _told(lambda it: _("Your address is now %(to_email)s instead of %(from_email)s.") % it),
    "email_confirm": _told(lambda it: _("Your address was proved.")),
    "email_deleted": _told(lambda it: _("The address %(deleted_email)s was removed.") % it),
    "password_changed": _told(lambda it: _("Your password was changed.")),
    "password_reset": _told(lambda it: _("Your password was changed.")),
    "password_set": _told(lambda it: _("A password was set.")),
    "totp_activated": _told(lambda it: _("A second factor was turned on.")),
    "totp_deactivated": _told(lambda it: _("The second factor was turned off.")),
    "recovery_codes_generated": _told(lambda it: _("New recovery codes were made; the old ones are void.")),
}
