"""What somebody wants to be told, where and when. The doors (API, pages) call these; what waits is weighed anew."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.errors import Refusal
from accounts.gathering import lock_reader, look_again
from accounts.models import Channel, Mute, User
from accounts.services import NoSuchChannel

# As long as a notice may wait for its reader to act without it.
LONGEST_GRACE = 1_800
MOST_MUTES = 500
CHANGED = ("disabled_at", "last_error", "failing_since", "muted_kinds", "digest", "digest_at")
# How much of a match is muted: nothing, all but what calls to the table, all.
NONE, MOST, ALL = "none", "most", "all"


class TooManyMutes(Refusal):
    code, status = "too_many", 409
    text = _("You have muted 500 matches. Unmute some that are over first.")


@transaction.atomic
def set_rules(
    user: User,
    *,
    channels: Iterable[Mapping[str, Any]] = (),
    mutes: Mapping[str, str] | None = None,
    **personal: Any,
) -> None:
    """Change the rules that are given, all or none; checked by the caller.

    `channels`: `{"id", "enabled"?, "notices"?: {kind: bool}, "digest"?, "digest_at"?}`; `mutes`: how much of which
    match; `personal`: `grace_seconds` (None: the site's), `awake_from` and `awake_until` (local times, or both None),
    `at_once_kinds`. Raises NoSuchChannel, TooManyMutes.
    """
    lock_reader(user)
    for name, value in personal.items():
        setattr(user, name, value)
    user.save(update_fields=[*personal])
    _change_channels(user, channels)
    for thread, wanted in (mutes or {}).items():
        _mute(user, thread, wanted)
    look_again(user)


def _change_channels(user: User, changes: Iterable[Mapping[str, Any]]) -> None:
    channels = {channel.pk: channel for channel in user.channels.select_for_update(no_key=True).order_by("id")}
    for change in changes:
        channel = channels.get(change["id"])
        if channel is None:
            raise NoSuchChannel
        _switch(channel, change.get("enabled"), change.get("notices", {}))
        channel.digest = change.get("digest", channel.digest)
        channel.digest_at = change.get("digest_at", channel.digest_at)
        channel.save(update_fields=CHANGED)


def _switch(channel: Channel, enabled: bool | None, notices: Mapping[str, bool]) -> None:
    if enabled is not None:
        channel.disabled_at = None if enabled else channel.disabled_at or clock.now()
        channel.last_error = "" if enabled else channel.last_error
        channel.failing_since = None if enabled else channel.failing_since
    off = {kind for kind, on in notices.items() if not on}
    channel.muted_kinds = sorted({*channel.muted_kinds} - notices.keys() | off)


def _mute(user: User, thread: str, wanted: str) -> None:
    if wanted == NONE:
        user.mutes.filter(thread=thread).delete()
        return
    Mute.objects.update_or_create(user=user, thread=thread, defaults={"calls": wanted == ALL})
    if user.mutes.count() > MOST_MUTES:
        raise TooManyMutes


def muted(user: User, thread: str) -> str:
    """How much of a match somebody has muted: `none`, `most` (all but their turn) or `all`."""
    mute = user.mutes.filter(thread=thread).first()
    return how_much(mute) if mute else NONE


def how_much(mute: Mute) -> str:
    """`most` or `all`."""
    return ALL if mute.calls else MOST
