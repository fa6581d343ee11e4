"""What follows when allauth says that something happened."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import services


@receiver(email_confirmed)
def address_proved(sender: Any, request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    """The address counts from now on: notices go there, and what waited for its reader is theirs."""
    services.prove_address(email_address.user, email_address.email)
