"""Keeping somebody at a distance. The other one is not told; what it means at a table is for the tables to say."""

from collections.abc import Collection
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal
from accounts.models import Block, Standing, User

NOBODY = _("Nobody here has this name.")
ONESELF = _("This is your own name.")


class NotToBeBlockedError(Refusal):
    """There is nobody of this name, or it is one's own."""

    code, status, text = "invalid", 400, NOBODY

    def __init__(self, why: str | Promise) -> None:
        super().__init__(str(why))
        self.errors = {"username": [str(why)]}


def block(*, user: User, username: str, now: datetime) -> Block:
    """Keep somebody at a distance from now on; doing it twice is harmless. Raises NotToBeBlockedError."""
    other = User.objects.filter(username=username).exclude(standing=Standing.UNCLAIMED).first()
    if other is None:
        raise NotToBeBlockedError(NOBODY)
    if other.pk == user.pk:
        raise NotToBeBlockedError(ONESELF)
    kept, _new = Block.objects.select_related("blocked").get_or_create(
        user=user, blocked=other, defaults={"created_at": now}
    )
    return kept


def unblock(*, user: User, username: str) -> bool:
    """Let somebody near again; whether they had been blocked."""
    gone, _rows = Block.objects.filter(user=user, blocked__username=username).delete()
    return gone > 0


def blocked_ids(user_id: int | None) -> frozenset[int]:
    """Whom this person (None: somebody without an account) has blocked."""
    if user_id is None:
        return frozenset()
    return frozenset(Block.objects.filter(user_id=user_id).values_list("blocked_id", flat=True))


def who_blocks(user_ids: Collection[int], blocked_id: int) -> frozenset[int]:
    """Those of these people who have blocked this one."""
    blocks = Block.objects.filter(user_id__in=user_ids, blocked_id=blocked_id)
    return frozenset(blocks.values_list("user_id", flat=True))
