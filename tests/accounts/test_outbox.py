"""The outbox: once per key, in the caller's transaction, and withdrawn only while it has not gone out."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from accounts.models import Notice, User
from accounts.outbox import NewNotice, put, withdraw, withdraw_thread

Make = Callable[..., NewNotice]


def test_a_notice_is_written_once_per_key(alice: User, bob: User, notice: Make) -> None:
    put([notice(alice, "a"), notice(bob, "b")])
    put([notice(alice, "a", kind="invited"), notice(bob, "c")])
    assert [*Notice.objects.order_by("key").values_list("key", "kind")] == [
        ("a", "your_turn"),
        ("b", "your_turn"),
        ("c", "your_turn"),
    ]


def test_one_statement_writes_any_number(alice: User, notice: Make, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        put([notice(alice, str(number)) for number in range(50)])
    with django_assert_num_queries(0):
        put([])
    assert Notice.objects.get(key="49").payload["players"] == ["alice", "bob"]


def test_what_is_rolled_back_was_never_written(alice: User, notice: Make) -> None:
    with transaction.atomic():
        put([notice(alice)])
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_a_withdrawn_notice_says_why(alice: User, notice: Make) -> None:
    put([notice(alice, "a")])
    assert withdraw("a", reason="answered") == 1
    assert withdraw("a", reason="again") == 0
    row = Notice.objects.get()
    assert (row.status, row.reason) == ("dropped", "answered")
    assert row.settled_at is not None


def test_what_has_been_sent_is_not_withdrawn(alice: User, notice: Make) -> None:
    put([notice(alice, "a")])
    Notice.objects.update(status="sent")
    assert withdraw("a", reason="answered") == 0


def test_a_thread_is_withdrawn_by_kind(alice: User, bob: User, notice: Make) -> None:
    put([notice(alice, "a"), notice(bob, "b", kind="deadline_near"), notice(bob, "c", kind="game_finished")])
    put([notice(bob, "d", thread="other")])
    assert withdraw_thread("k3v9x2qd", {"your_turn", "deadline_near"}, "game_over") == 2
    assert {*Notice.objects.filter(status="pending").values_list("key", flat=True)} == {"c", "d"}
