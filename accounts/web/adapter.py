"""How allauth works here: who may have which name, how mails are written, and where they lead."""

import logging
import smtplib
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core import context as current
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import names
from accounts.api import throttling
from accounts.channels.when import zone_of
from accounts.models import Standing, User
from accounts.services import NameTaken
from accounts.web import letters, sign_in_link

logger = logging.getLogger(__name__)

STAGE = "allauth.account.stages.EmailVerificationStage"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's, with our names, our mails and our addresses."""

    def new_user(self, request: HttpRequest) -> User:
        """A guest until the address is proved; in the language of the page that was used."""
        language = translation.get_language() or settings.LANGUAGE_CODE
        return User(standing=Standing.GUEST, language=language)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A name that somebody else took since the form was checked is a reason to choose another, not an error."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            self.add_message(request, messages.ERROR, message=str(NameTaken.text))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """The proof and what follows from it (accounts.web.signals) happen together."""
        with transaction.atomic():
            return bool(super().confirm_email(request, email_address))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        names.check(username)
        return str(super().clean_username(username, shallow))

    def get_client_ip(self, request: HttpRequest) -> str:
        return throttling.address(request)

    def get_login_stages(self) -> list[str]:
        ours = f"{ProvenAddressStage.__module__}.{ProvenAddressStage.__qualname__}"
        return [ours if stage == STAGE else stage for stage in super().get_login_stages()]

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Links lead to SITE_URL, whatever host the request named."""
        path: str = urlsplit(super().get_reset_password_from_key_url(key)).path
        return f"{settings.SITE_URL}{path}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to somebody in their own language and time.

        A mail server that does not answer is said to the person, and is the same for known and unknown addresses.
        """
        reader = context.get("user") or next(iter(filter_users_by_email(email, prefer_verified=True)), None)
        language = reader.language if reader else translation.get_language()
        if template_prefix.endswith("/login_code") and reader and not context.get("reauthentication"):
            context = {**context, "link": sign_in_link.url(reader)}
        with translation.override(language), timezone.override(zone_of(reader.time_zone if reader else "UTC")):
            mail = letters.compose(template_prefix, email, {**context, "language": language})
        try:
            mail.send()
        except (smtplib.SMTPException, OSError) as error:
            logger.error("A mail about an account could not be handed over: %s", error)  # noqa: TRY400
            self.add_message(current.request, messages.ERROR, message=_("The mail could not be sent. Try again soon."))


class ProvenAddressStage(EmailVerificationStage):
    """Nobody gets in with an address that is not proved; who never gave one (a guest, an administrator) does."""

    def handle(self) -> Any:
        user = self.login.user
        if user and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        return super().handle()
