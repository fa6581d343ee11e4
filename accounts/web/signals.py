"""What follows when Django or allauth says that something happened."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_set
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import services, sessions
from accounts.models import User


@receiver(email_confirmed)
def address_proved(sender: Any, request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    """The address counts from now on: notices go there, and what waited for its reader is theirs."""
    services.prove_address(email_address.user, email_address.email)


@receiver([user_logged_in, password_changed, password_set])
def another_session(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """The browser has got another session: push messages stay with it, unless somebody else has signed in."""
    sessions.follow(request, user)


@receiver(user_logged_out)
def signed_out(sender: Any, request: HttpRequest, **_: Any) -> None:
    """Push messages end with the session."""
    sessions.end(request)
