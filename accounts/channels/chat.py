"""Chat services: a sentence and a link, as plain text that calls nobody."""

import re
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import cast

from django.conf import settings

from accounts.channels import ChannelError, Message, Receipt
from accounts.channels.brief import brief_of
from accounts.channels.chats import Parts, Service, Words, discord, matrix, mattermost, ntfy, slack, telegram
from accounts.channels.post import GONE, hand_over
from accounts.models import Channel
from accounts.sealing import Sealed

PATIENCE = timedelta(days=3)
ONE_BY_ONE = False
# The hook was deleted, or the token taken back.
FINAL = (*GONE, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)

SERVICES: Mapping[str, Service] = {
    name: cast("Service", module)
    for name, module in {
        "discord": discord,
        "slack": slack,
        "telegram": telegram,
        "ntfy": ntfy,
        "matrix": matrix,
        "mattermost": mattermost,
    }.items()
}


def send(_address: str, message: Message) -> Receipt:
    """Write to the service."""
    parts = _parts(message.channel)
    brief = brief_of(message)
    words = Words(brief.title, "\n".join(brief.lines), settings.SITE_URL + brief.url, str(message.delivery_id))
    return hand_over(SERVICES[parts["service"]].request(parts, words), final=FINAL)


def read(typed: str) -> Parts | None:
    """What an address that somebody typed means: `service` and its parts; None when it is of no service of ours."""
    for name, service in SERVICES.items():
        for pattern in service.PATTERNS:
            if found := re.fullmatch(pattern, typed, re.ASCII):
                return {"service": name, **{part: text for part, text in found.groupdict().items() if text}}
    return None


def _parts(channel: Channel) -> Parts:
    try:
        return channel.secrets
    except Sealed as error:
        raise ChannelError("The keys are no longer valid.", permanent=True) from error
