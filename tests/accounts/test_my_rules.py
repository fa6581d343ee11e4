"""My rules: what is held back goes out at its moment, in one message, unless it is over by then. Nothing is lost."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts import clock as present
from accounts import delivery, services, truth
from accounts.channels import ChannelError, email
from accounts.models import Channel, Delivery, Notice, User
from accounts.outbox import NewNotice, put, revise, withdraw
from accounts.rules import set_rules

Make = Callable[..., NewNotice]
HOUR = timedelta(hours=1)
EVENING = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)
NIGHT: dict[str, Any] = {"awake_from": time(7), "awake_until": time(22)}
FREE: dict[str, Any] = {"url": "/games/k3v9x2qd/", "ruleset": "JACK in the POT", "players": ["alice", "bob"]}


@pytest.fixture(autouse=True)
def in_the_evening(clock: time_machine.Traveller) -> None:
    clock.move_to(EVENING)


@pytest.fixture
def say(notice: Make) -> Callable[..., NewNotice]:
    """A notice that has no deadline, unless one is given in hours from now."""

    def make(user: User, key: str, hours_left: float | None = None, **fields: Any) -> NewNotice:
        deadline = hours_left and (present.now() + hours_left * HOUR).isoformat()
        return notice(user, key, payload={**FREE, "deadline": deadline}, **fields)

    return make


@pytest.fixture
def digest(alice: User) -> Channel:
    """Alice reads her mails once a day, at six in the evening."""
    Channel.objects.filter(user=alice).update(digest="daily", digest_at=time(18))
    return Channel.objects.get(user=alice)


def relay_all() -> None:
    while delivery.relay_one():
        pass


def ledger() -> list[tuple[str, str, str]]:
    return [*Notice.objects.order_by("key").values_list("key", "status", "reason")]


def test_at_night_a_notice_waits_for_its_reader_to_wake(alice: User, say: Make, clock: time_machine.Traveller) -> None:
    set_rules(alice, **NIGHT)
    put([say(alice, "a")])
    relay_all()
    assert ledger() == [("a", "held", "quiet_hours")]
    assert Notice.objects.get().held_until == EVENING + 8.5 * HOUR
    clock.shift(8.5 * HOUR - timedelta(seconds=1))
    relay_all()
    assert mail.outbox == []
    clock.shift(1)
    relay_all()
    assert ledger() == [("a", "sent", "")]
    assert len(mail.outbox) == 1


def test_a_digest_is_one_message_of_all_that_came_meanwhile(
    alice: User, digest: Channel, say: Make, clock: time_machine.Traveller
) -> None:
    for number in range(3):
        put([say(alice, str(number), thread=f"match{number}")])
        relay_all()
        clock.shift(HOUR)
    assert mail.outbox == []
    clock.move_to(EVENING + 19.5 * HOUR)
    relay_all()
    assert len(mail.outbox) == 1
    assert {status for _key, status, _reason in ledger()} == {"sent"}
    assert Delivery.objects.get().notices.count() == 3


def test_what_is_answered_meanwhile_is_left_out_and_an_empty_digest_is_not_sent(
    alice: User, digest: Channel, say: Make, clock: time_machine.Traveller
) -> None:
    put([say(alice, "a")])
    relay_all()
    withdraw("a", reason="answered")
    clock.shift(24 * HOUR)
    relay_all()
    assert mail.outbox == []
    assert ledger() == [("a", "dropped", "answered")]
    assert Delivery.objects.get().status == "dropped"


def test_what_a_digest_would_tell_too_late_goes_out_in_time(
    alice: User, digest: Channel, say: Make, clock: time_machine.Traveller
) -> None:
    set_rules(alice, **NIGHT)
    put([say(alice, "can wait", 72), say(alice, "until morning", 12), say(alice, "now", 8)])
    relay_all()
    assert ledger() == [("can wait", "held", "digest"), ("now", "sent", ""), ("until morning", "held", "quiet_hours")]


def test_a_deadline_that_comes_nearer_is_weighed_anew(alice: User, digest: Channel, say: Make) -> None:
    put([say(alice, "a", 72)])
    relay_all()
    revise("a", {**FREE, "deadline": (EVENING + 4 * HOUR).isoformat()})
    relay_all()
    assert ledger() == [("a", "sent", "")]


def test_who_travels_is_woken_by_the_clock_there(alice: User, say: Make, clock: time_machine.Traveller) -> None:
    set_rules(alice, **NIGHT)
    put([say(alice, "a")])
    relay_all()
    services.set_preferences(alice, time_zone="America/New_York")
    relay_all()
    assert ledger() == [("a", "sent", "")], "It is half past five in the afternoon there."
    services.set_preferences(alice, time_zone="Asia/Tokyo")
    services.set_preferences(alice, time_zone="UTC")
    put([say(alice, "b")])
    relay_all()
    services.set_preferences(alice, time_zone="Europe/Berlin")
    relay_all()
    assert Notice.objects.get(key="b").held_until == EVENING + 7.5 * HOUR


def test_what_is_always_told_at_once_waits_for_nothing(alice: User, digest: Channel, say: Make) -> None:
    set_rules(alice, **NIGHT)
    put([say(alice, "a"), say(alice, "b", kind="deadline_near")])
    relay_all()
    assert ledger() == [("a", "held", "digest"), ("b", "sent", "")]
    set_rules(alice, at_once_kinds=["your_turn"])
    relay_all()
    assert ledger() == [("a", "sent", ""), ("b", "sent", "")]


def test_each_channel_decides_for_itself_and_what_is_over_is_not_told_again(
    alice: User, digest: Channel, say: Make, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    Channel.objects.create(user=alice, kind="email", address="b@example.org", verified_at=present.now())
    over: set[int] = set()

    def check(notices: Sequence[Notice]) -> Mapping[int, str]:
        return {notice.pk: "answered" for notice in notices if notice.pk in over}

    monkeypatch.setitem(truth._checks, "your_turn", check)
    put([say(alice, "a"), say(alice, "b")])
    relay_all()
    assert [message.to for message in mail.outbox] == [["b@example.org"]]
    over.add(Notice.objects.get(key="a").pk)
    clock.shift(24 * HOUR)
    relay_all()
    assert [message.to for message in mail.outbox] == [["b@example.org"], ["alice@example.org"]]
    assert ledger() == [("a", "sent", ""), ("b", "sent", "")]
    put([say(alice, "c")])
    over.add(Notice.objects.get(key="c").pk)
    relay_all()
    assert len(mail.outbox) == 2
    assert ledger()[2] == ("c", "dropped", "answered")


def test_of_a_muted_match_one_hears_only_that_it_is_ones_turn(alice: User, say: Make) -> None:
    set_rules(alice, mutes={"k3v9x2qd": "most"})
    put([say(alice, "a"), say(alice, "b", kind="game_finished"), say(alice, "c", kind="invited", thread="other")])
    relay_all()
    assert ledger() == [("a", "sent", ""), ("b", "dropped", "muted_match"), ("c", "sent", "")]
    set_rules(alice, mutes={"k3v9x2qd": "all"})
    put([say(alice, "d")])
    relay_all()
    assert ledger()[3] == ("d", "dropped", "muted_match")
    set_rules(alice, mutes={"k3v9x2qd": "none"})
    put([say(alice, "e")])
    relay_all()
    assert ledger()[4] == ("e", "sent", "")


def test_after_a_long_standstill_everybody_gets_one_message(
    alice: User, bob: User, say: Make, clock: time_machine.Traveller
) -> None:
    put([say(user, f"{user}{number}", thread=f"match{number}") for user in (alice, bob) for number in range(3)])
    clock.shift(48 * HOUR)
    relay_all()
    assert mail.outbox == []
    assert ledger()[0] == ("alice0", "held", "catching_up")
    put([say(alice, "brought to light", due_at=present.now(), grace=True)])
    withdraw("alice0", "bob0", "bob1", "bob2", reason="over")
    for _second in range(200):
        clock.shift(2)
        relay_all()
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    assert Delivery.objects.filter(status="sent").get().notices.count() == 4
    assert {key for key, status, _reason in ledger() if status == "sent"} == {"alice1", "alice2", "brought to light"}


def test_a_standstill_costs_nobody_a_deadline(alice: User, say: Make, clock: time_machine.Traveller) -> None:
    put([say(alice, "a", 48.03)])
    clock.shift(48 * HOUR)
    relay_all()
    assert ledger() == [("a", "sent", "")]


def test_another_try_does_not_come_at_night(
    alice: User, say: Make, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_args: Any) -> None:
        raise ChannelError("451 later", permanent=False)

    monkeypatch.setattr(email, "send", busy)
    set_rules(alice, awake_from=time(7), awake_until=time(22, 31))
    put([say(alice, "a")])
    relay_all()
    assert Delivery.objects.get().due_at == EVENING + 8.5 * HOUR


def test_the_grace_is_its_readers(alice: User, bob: User, say: Make) -> None:
    set_rules(alice, grace_seconds=0)
    put([say(alice, "a", due_at=EVENING, grace=True), say(bob, "b", due_at=EVENING, grace=True)])
    relay_all()
    assert ledger() == [("a", "sent", ""), ("b", "pending", "")]
    assert Notice.objects.get(key="b").due_at == EVENING + timedelta(seconds=120)
