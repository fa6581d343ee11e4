"""The one way in for mails. The same mail twice is taken once; nobody is answered who does not read our mails."""

import hashlib
import logging
from datetime import timedelta
from email.message import Message
from enum import Enum

from django.db import transaction

from accounts import clock, reply_address
from accounts.inbound import bounces, handlers, mails
from accounts.models import Channel, Kind, ReceivedMail
from accounts.reply_address import Capability, Purpose

logger = logging.getLogger(__name__)

LARGEST = 1024 * 1024
# Of one person; more is a program at work.
MAILS_PER_HOUR = 60


class Verdict(Enum):
    """What became of a mail. Only NO_SUCH_ADDRESS is for the sending server to hear."""

    NO_SUCH_ADDRESS = "no such address"
    AUTOMATIC = "written by a program"
    NOBODY = "nobody reads there any more"
    REPEATED = "taken before"
    TOO_MANY = "too many from there"
    TAKEN = "taken"


def take_in(recipient: str, message: Message, envelope_sender: str | None = None) -> Verdict:
    """Take a mail in that was sent to `recipient`. Database errors pass through: the mail has to come again."""
    found = reply_address.read(recipient)
    verdict = Verdict.NO_SUCH_ADDRESS if found is None else _take(found, message, envelope_sender)
    logger.info("Mail in: %s", verdict.value, extra={"channel": found.channel_id if found else None})
    return verdict


def our_addresses(message: Message) -> list[str]:
    """Those addresses of a mail that are ours, for a door that is not told whom it is for."""
    names = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
    fields = " ".join(field for name in names for field in mails.headers(message, name))
    words = fields.replace(",", " ").replace("<", " ").replace(">", " ").split()
    return [*dict.fromkeys(word.lower() for word in words if reply_address.read(word))]


def _take(found: Capability, message: Message, envelope_sender: str | None) -> Verdict:
    if found.purpose == Purpose.BOUNCE:
        bounces.take(found.channel_id, message)
        return Verdict.TAKEN
    mail = mails.read(message, envelope_sender)
    return Verdict.AUTOMATIC if mail.automatic else _take_reply(found, mail)


@transaction.atomic
def _take_reply(found: Capability, mail: mails.Mail) -> Verdict:
    # Locked, so that of the same mail at two doors the second sees that it is the second.
    channels = Channel.objects.filter(pk=found.channel_id, kind=Kind.EMAIL).exclude(verified_at=None)
    channel = channels.select_related("user").select_for_update(of=("self",), no_key=True).first()
    if channel is None or channel.user.suspended or not channel.user.is_active:
        return Verdict.NOBODY
    key = hashlib.sha256(f"{mail.key} {found.channel_id}".encode() + found.about).hexdigest()
    if ReceivedMail.objects.filter(key=key).exists():
        return Verdict.REPEATED
    since = clock.now() - timedelta(hours=1)
    if ReceivedMail.objects.filter(channel=channel, received_at__gt=since).count() >= MAILS_PER_HOUR:
        return Verdict.TOO_MANY
    ReceivedMail.objects.create(channel=channel, key=key, received_at=clock.now())
    from_owner = _plain(mail.sender) == _plain(channel.address)
    handlers.handle(handlers.Reply(key, channel, found.about, mail.sender, from_owner, mail.lines))
    return Verdict.TAKEN


def _plain(address: str) -> str:
    """The address without what its owner adds to tell mails apart (`name+cards@`)."""
    local, _at, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"
