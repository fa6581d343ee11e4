"""The ways of reaching a person: added, tried out, given another secret, taken away. All the doors call these."""

import base64
import binascii
import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.channels import chat, push_keys, safe_http, webhook
from accounts.delivery import WAITS
from accounts.errors import Refusal
from accounts.failing import PLACE
from accounts.gathering import lock_reader
from accounts.models import Channel, Delivery, Kind, Notice, User
from accounts.rules import set_rules
from accounts.services import NoSuchChannel

MOST = {Kind.EMAIL: 5, Kind.WEBPUSH: 20, Kind.WEBHOOK: 10, Kind.CHAT: 10}
MAILS_A_DAY = 10
LAST = 50
BETWEEN_MAILS = timedelta(minutes=1)
AUTH_BYTES = 16
TEST, CONFIRM = "test", "confirm_address"


class TooManyChannels(Refusal):
    code, status = "too_many_channels", 409
    text = _("You have as many of these as there can be. Take one away first.")


class ChannelExists(Refusal):
    code, status = "channel_exists", 409
    text = _("You have this one already.")


class NotForGuests(Refusal):
    code, status = "guest", 403
    text = _("A guest can be told things on this device only: sign up first.")


class NotVerified(Refusal):
    code, status = "not_verified", 409
    text = _("Nobody has confirmed this address yet. Follow the link in the mail that went there.")


class TooSoon(Refusal):
    code, status = "too_soon", 409
    text = _("One is on its way. Wait a minute, and look there first.")


class NoSecret(Refusal):
    code, status = "no_secret", 409
    text = _("Only webhooks have a secret.")


class BadAddress(Refusal):
    code, status = "invalid", 400
    text = _("Some of it was not understood.")

    def __init__(self, field: str, text: object) -> None:
        super().__init__()
        self.errors = {field: [str(text)]}


def find(user: User, channel_id: int) -> Channel:
    """A channel of this user. Raises NoSuchChannel."""
    channel = user.channels.filter(pk=channel_id).first()
    if channel is None:
        raise NoSuchChannel
    return channel


@transaction.atomic
def add_email(user: User, address: str, label: str = "") -> Channel:
    """Another address to write to, once its reader has followed the link that is sent there.

    Raises BadAddress, NotForGuests, ChannelExists, TooManyChannels, TooSoon.
    """
    try:
        validate_email(address)
    except ValidationError as error:
        raise BadAddress("address", error.messages[0]) from error
    _check_room(user, Kind.EMAIL, but=address)
    channel = user.channels.filter(kind=Kind.EMAIL, address__iexact=address).first()
    if channel is None:
        channel = _add(user, Kind.EMAIL, address, label, {}, verified_at=None)
    elif channel.verified_at:
        raise ChannelExists
    _write_once(channel, CONFIRM)
    return channel


@transaction.atomic
def add_device(user: User, address: str, keys: Mapping[str, str], label: str = "", session: Any = None) -> Channel:
    """A browser that takes push messages, for as long as `session` lasts; it forgets whoever had it before.

    Added again, it keeps its name and its rules.

    `keys` are those of the browser: `p256dh` and `auth`, and `vapid`, the public key of ours that it was given.
    Raises BadAddress, TooManyChannels.
    """
    _check_url(address)
    _check_keys(keys)
    _check_room(user, Kind.WEBPUSH, but=address, guests=True)
    there = Channel.objects.filter(kind=Kind.WEBPUSH, address=address)
    there.exclude(user=user).delete()
    channel = there.first() or _new(user, Kind.WEBPUSH, address, label, {})
    channel.secrets, channel.session = dict(keys), session
    channel.disabled_at, channel.last_error, channel.failing_since = None, "", None
    channel.save()
    return channel


@transaction.atomic
def add_webhook(user: User, address: str, label: str = "") -> tuple[Channel, str]:
    """An address that gets a signed note of each notice, and the secret that signs, which is shown this once.

    Raises BadAddress, NotForGuests, ChannelExists, TooManyChannels.
    """
    _check_url(address)
    secret = webhook.new_secret()
    return _add(user, Kind.WEBHOOK, address, label, {"secret": secret}), secret


@transaction.atomic
def add_chat(user: User, typed: str, label: str = "") -> Channel:
    """A channel of a chat service. Raises BadAddress, NotForGuests, ChannelExists, TooManyChannels."""
    parts = chat.read(typed.strip())
    if parts is None:
        raise BadAddress("address", _("This is not the address of one of the services that we know."))
    service = chat.SERVICES[parts["service"]]
    return _add(user, Kind.CHAT, service.shown(parts), label, parts)


@transaction.atomic
def change(user: User, channel_id: int, label: str | None = None, **switches: Any) -> None:
    """Name a channel, or turn it (`enabled`) or kinds of notices (`notices`) on or off. Raises NoSuchChannel."""
    lock_reader(user)
    channel = find(user, channel_id)
    if label is not None:
        channel.label = label
        channel.save(update_fields=["label"])
    set_rules(user, channels=[{"id": channel_id, **switches}])


@transaction.atomic
def remove(user: User, channel_id: int) -> None:
    """Take a channel away. Raises NoSuchChannel."""
    lock_reader(user)
    find(user, channel_id).delete()


@transaction.atomic
def remove_added(user: User) -> None:
    """Take all channels away but the account's own address."""
    lock_reader(user)
    user.channels.exclude(added_at=None).delete()


@transaction.atomic
def try_out(user: User, channel_id: int) -> Delivery:
    """Send a message there that says that it arrives. Raises NoSuchChannel, NotVerified, TooSoon."""
    lock_reader(user)
    channel = find(user, channel_id)
    if channel.verified_at is None:
        raise NotVerified
    return _write_once(channel, TEST)


@transaction.atomic
def rotate(user: User, channel_id: int) -> str:
    """A new secret for a webhook, shown this once; the former signs, too, for a day. Raises NoSuchChannel, NoSecret."""
    channel = user.channels.select_for_update().filter(pk=channel_id).first()
    if channel is None:
        raise NoSuchChannel
    if channel.kind != Kind.WEBHOOK:
        raise NoSecret
    secret = webhook.new_secret()
    channel.secrets = webhook.rotated(channel, secret)
    channel.save(update_fields=["sealed"])
    return secret


def last_deliveries(channel: Channel) -> list[Delivery]:
    """What was sent to a channel last, newest first, with its notices."""
    return [*channel.delivery_set.order_by("-created_at").prefetch_related("notices")[:LAST]]


def _add(user: User, kind: Kind, address: str, label: str, secrets: Mapping[str, Any], **fields: Any) -> Channel:
    _check_room(user, kind)
    if user.channels.filter(kind=kind, address=address).exists():
        raise ChannelExists
    channel = _new(user, kind, address, label, secrets, **fields)
    channel.save()
    return channel


def _new(user: User, kind: Kind, address: str, label: str, secrets: Mapping[str, Any], **fields: Any) -> Channel:
    now = clock.now()
    channel = Channel(user=user, kind=kind, address=address, label=label, **{"verified_at": now, **fields})
    channel.added_at = now
    if secrets:
        channel.secrets = dict(secrets)
    return channel


def _check_room(user: User, kind: Kind, but: str = "", *, guests: bool = False) -> None:
    if user.is_guest and not guests:
        raise NotForGuests
    lock_reader(user)  # Two at once must not both be the last.
    if user.channels.filter(kind=kind).exclude(address=but).count() >= MOST[kind]:
        raise TooManyChannels


def _check_url(address: str) -> None:
    try:
        safe_http.checked(address)
    except safe_http.Blocked as error:
        raise BadAddress("address", _(str(error))) from error


def _check_keys(keys: Mapping[str, str]) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(keys["p256dh"]))
        fine = len(_bytes(keys["auth"])) == AUTH_BYTES and push_keys.is_known(keys["vapid"])
    except (ValueError, binascii.Error):
        fine = False
    if not fine:
        raise BadAddress("keys", _("These are not the keys of a browser that subscribed here."))


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)


def _write_once(channel: Channel, kind: str) -> Delivery:
    """A message to this channel alone, with no grace and past all rules, unless one has just been sent."""
    now, mine = clock.now(), Notice.objects.filter(user=channel.user, kind=kind)
    if mine.filter(deliveries__channel=channel, created_at__gt=now - BETWEEN_MAILS).exists():
        raise TooSoon
    if kind == CONFIRM and mine.filter(created_at__gt=now - timedelta(days=1)).count() >= MAILS_A_DAY:
        raise TooManyChannels
    # Somebody sits and waits for it: a test has one try.
    tries = {"attempts": len(WAITS)} if kind == TEST else {}
    delivery = Delivery.objects.create(
        channel=channel, status=Delivery.Status.WAITING, created_at=now, due_at=now, **tries
    )
    notice = Notice.objects.create(
        user=channel.user,
        kind=kind,
        key=f"{kind}:{uuid.uuid4()}",
        payload={"url": PLACE, "channel": channel.pk},
        created_at=now,
        due_at=now,
        status=Notice.Status.TAKEN,
    )
    delivery.notices.add(notice)
    return delivery
