"""Mails that a provider hands over by HTTP (django-anymail). An error makes it try again."""

from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import inbound
from django.dispatch import receiver

from accounts.inbound.door import our_addresses, take_in


@receiver(inbound, dispatch_uid="accounts.inbound")
def take_from_provider(sender: Any, event: Any, esp_name: str, **_: Any) -> None:
    """Take in what a provider has received for us."""
    message: AnymailInboundMessage = event.message
    named = [message.envelope_recipient] if message.envelope_recipient else []
    for address in named or our_addresses(message):
        take_in(address, message, message.envelope_sender)
