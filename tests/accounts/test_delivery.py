"""The life of a notice: gathered, sent, retried, dropped; whatever dies on the way, it ends as something."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection

from accounts import clock as present
from accounts import delivery, gathering, relay, services
from accounts.channels import ChannelError, Message, Receipt, email
from accounts.models import Channel, Delivery, Notice, User
from accounts.outbox import NewNotice, put, withdraw
from tests.accounts.conftest import person

Make = Callable[..., NewNotice]


class Died(BaseException):
    """The worker was killed."""


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Nothing here depends on how long it takes."""


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What happens to each sending in turn; None sends it."""
    outcomes: list[Any] = []
    send = email.send

    def sometimes(address: str, message: Message) -> None:
        result = outcomes.pop(0) if outcomes else None
        if isinstance(result, BaseException):
            raise result
        send(address, message)
        if result == "dies after":
            raise Died

    monkeypatch.setattr(email, "send", sometimes)
    return outcomes


def relay_all() -> None:
    while delivery.relay_one():
        pass


def ledger() -> list[tuple[str, str, str]]:
    return [*Notice.objects.order_by("key").values_list("key", "status", "reason")]


def test_a_notice_waits_for_its_moment(alice: User, notice: Make, clock: time_machine.Traveller) -> None:
    put([notice(alice, due_at=present.now() + timedelta(seconds=120))])
    clock.shift(117)
    relay_all()
    assert mail.outbox == []
    clock.shift(3)
    relay_all()
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    assert ledger() == [("prompt:k3v9x2qd:1:17", "sent", "")]


def test_several_matches_are_one_mail(alice: User, bob: User, notice: Make) -> None:
    soon = present.now() + timedelta(seconds=1.5)
    put([notice(alice, "a"), notice(bob, "b"), notice(alice, "c", thread="other"), notice(alice, "d", due_at=soon)])
    relay_all()
    assert sorted(message.to[0] for message in mail.outbox) == ["alice@example.org", "bob@example.org"]
    assert {status for _key, status, _reason in ledger()} == {"sent"}
    assert Delivery.objects.count() == 2


def test_what_is_withdrawn_in_its_grace_is_never_sent(alice: User, notice: Make) -> None:
    put([notice(alice, "a")])
    withdraw("a", reason="answered")
    relay_all()
    assert mail.outbox == []
    assert not Delivery.objects.exists()


def test_what_is_withdrawn_before_the_sending_is_left_out(alice: User, notice: Make) -> None:
    put([notice(alice, "a"), notice(alice, "b", payload={"game": "other", "ruleset": "Jest", "url": "/x/"})])
    gathering.gather_next()
    withdraw("b", reason="answered")
    relay_all()
    assert "/x/" not in mail.outbox[0].body
    assert ledger() == [("a", "sent", ""), ("b", "dropped", "answered")]


def test_a_delivery_with_nothing_left_is_dropped(alice: User, notice: Make) -> None:
    put([notice(alice, "a")])
    gathering.gather_next()
    withdraw("a", reason="answered")
    relay_all()
    assert mail.outbox == []
    assert Delivery.objects.get().status == "dropped"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda user: user.channels.all().delete(), "no_channel"),
        (lambda user: user.channels.update(verified_at=None), "no_channel"),
        (lambda user: user.channels.update(disabled_at=present.now()), "no_channel"),
        (lambda user: user.channels.update(muted_kinds=["your_turn"]), "muted"),
        (lambda user: User.objects.filter(pk=user.pk).update(suspended_at=present.now()), "suspended"),
        (lambda user: User.objects.filter(pk=user.pk).update(is_active=False), "closed"),
    ],
)
def test_who_cannot_be_told_has_it_in_the_ledger(
    alice: User, notice: Make, change: Callable[[User], Any], reason: str
) -> None:
    put([notice(alice, "a")])
    change(alice)
    relay_all()
    assert ledger() == [("a", "dropped", reason)]
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda user: user.channels.update(disabled_at=present.now()), "no_channel"),
        (lambda user: user.channels.update(muted_kinds=["your_turn"]), "muted"),
        (services.suspend, "suspended"),
    ],
)
def test_what_changes_before_the_sending_counts(
    alice: User, notice: Make, change: Callable[[User], Any], reason: str
) -> None:
    put([notice(alice, "a")])
    gathering.gather_next()
    change(alice)
    relay_all()
    assert ledger() == [("a", "dropped", reason)]
    assert Delivery.objects.get().status == "dropped"
    assert mail.outbox == []


def test_each_channel_gets_its_own_delivery(alice: User, notice: Make) -> None:
    Channel.objects.create(
        user=alice, kind="email", address="b@example.org", verified_at=present.now(), muted_kinds=["invited"]
    )
    put([notice(alice, "a"), notice(alice, "b", kind="invited", payload={"by": "bob", "ruleset": "Jest"})])
    relay_all()
    assert {message.to[0]: message.body.count("Jest") for message in mail.outbox} == {
        "alice@example.org": 1,
        "b@example.org": 0,
    }
    assert {status for _key, status, _reason in ledger()} == {"sent"}


def test_a_failure_is_tried_again_after_longer_and_longer_waits(
    alice: User, notice: Make, outcome: list[Any], clock: time_machine.Traveller
) -> None:
    outcome += [ChannelError("451 later", permanent=False)] * 7
    put([notice(alice, "a")])
    relay_all()
    for seconds in (60, 300, 1_800, 7_200, 28_800, 86_400):
        clock.shift(seconds - 1)
        relay_all()
        before = len(outcome)
        clock.shift(1)
        relay_all()
        assert len(outcome) == before - 1
    assert ledger() == [("a", "failed", "gave_up")]
    row = Delivery.objects.get()
    assert (row.status, row.error, row.attempts, row.due_at) == ("failed", "451 later", 7, None)


def test_an_address_that_never_takes_mail_is_given_up(alice: User, notice: Make, outcome: list[Any]) -> None:
    outcome += [ChannelError("550 5.1.1 no such user", permanent=True)]
    put([notice(alice, "a"), notice(alice, "b", due_at=present.now() + timedelta(seconds=60))])
    relay_all()
    channel = Channel.objects.get(user=alice)
    assert channel.disabled_at is not None
    assert channel.last_error == "550 5.1.1 no such user"
    assert ledger()[0] == ("a", "failed", "refused")


def test_a_mail_that_cannot_be_written_stops_nobody_else(alice: User, bob: User, notice: Make) -> None:
    put([notice(alice, "a", kind="no_such_kind"), notice(bob, "b")])
    relay_all()
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]
    assert Delivery.objects.get(channel__user=alice).status == "waiting"


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_killed_worker_costs_a_lease_and_at_most_a_repeat(
    alice: User, notice: Make, outcome: list[Any], clock: time_machine.Traveller, when: str
) -> None:
    outcome += [Died()] if when == "before" else ["dies after"]
    put([notice(alice, "a")])
    with pytest.raises(Died):
        relay_all()
    relay_all()
    clock.shift(59)
    relay_all()
    assert len(mail.outbox) == (0 if when == "before" else 1)
    clock.shift(1)
    relay_all()
    assert len(mail.outbox) == (1 if when == "before" else 2)
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 1
    assert ledger() == [("a", "sent", "")]


def test_a_mail_that_kills_its_senders_is_given_up(
    alice: User, notice: Make, outcome: list[Any], clock: time_machine.Traveller
) -> None:
    outcome += [Died()] * 20
    put([notice(alice, "a")])
    for _ in range(7):
        with pytest.raises(Died):
            relay_all()
        clock.shift(60)
    relay_all()
    assert ledger() == [("a", "failed", "gave_up")]


def test_who_was_too_slow_settles_nothing(alice: User, notice: Make, clock: time_machine.Traveller) -> None:
    put([notice(alice, "a")])
    gathering.gather_next()
    slow = delivery.claim(present.now())
    assert slow is not None
    clock.shift(61)
    fast = delivery.claim(present.now())
    assert fast is not None
    delivery._fail(slow, ChannelError("slow", permanent=False))
    assert Delivery.objects.get().status == "sending"
    delivery._succeed(fast, [*fast.notices.all()], Receipt())
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("sent", "")


def test_one_notice_fails_only_when_all_its_channels_have(alice: User, notice: Make, outcome: list[Any]) -> None:
    Channel.objects.create(user=alice, kind="email", address="b@example.org", verified_at=present.now())
    outcome += [ChannelError("550", permanent=True), ChannelError("550", permanent=True)]
    put([notice(alice, "a")])
    gathering.gather_next()
    delivery.send_next()
    assert ledger()[0] == ("a", "taken", "")
    delivery.send_next()
    assert ledger()[0] == ("a", "failed", "refused")


def test_a_failed_delivery_can_be_tried_again(alice: User, notice: Make, outcome: list[Any]) -> None:
    outcome += [ChannelError("550", permanent=True)]
    put([notice(alice, "a")])
    relay_all()
    delivery.try_again(Delivery.objects.get())
    relay_all()
    assert ledger() == [("a", "sent", "")]
    assert Channel.objects.get().disabled_at is None


@pytest.mark.parametrize(
    "change", [{"disabled_at": datetime(2026, 3, 2, tzinfo=UTC)}, {"muted_kinds": ["your_turn"]}], ids=["off", "muted"]
)
def test_what_one_channel_no_longer_takes_still_goes_to_another(
    alice: User, notice: Make, change: dict[str, Any]
) -> None:
    other = Channel.objects.create(user=alice, kind="email", address="b@example.org", verified_at=present.now())
    put([notice(alice, "a")])
    gathering.gather_next()
    alice.channels.exclude(pk=other.pk).update(**change)
    relay_all()
    assert [message.to for message in mail.outbox] == [["b@example.org"]]
    assert ledger() == [("a", "sent", "")]


@pytest.mark.django_db(transaction=True)
def test_relays_that_race_send_each_mail_once(notice: Make) -> None:
    people = [person(f"person{number}") for number in range(8)]
    put([notice(user, f"{user.pk}:{number}") for user in people for number in range(5)])
    start = threading.Barrier(6)

    def race() -> None:
        start.wait()
        relay_all()
        connection.close()

    threads = [threading.Thread(target=race) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(message.to[0] for message in mail.outbox) == [f"person{n}@example.org" for n in range(8)]
    assert set(Notice.objects.values_list("status", flat=True)) == {"sent"}
    assert Delivery.objects.count() == 8


@pytest.mark.django_db(transaction=True)
def test_while_one_relay_runs_another_has_nothing_to_do(notice: Make) -> None:
    put([notice(person("alice"))])
    with relay._alone() as alone:
        assert alone
        steps: list[int] = []

        def run() -> None:
            steps.append(relay.run())
            connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert steps == [0]
    assert relay.run() == 2
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_withdrawn_while_relays_run_is_sent_or_dropped_and_nobody_waits_in_a_circle(notice: Make) -> None:
    people = [person(f"person{number}") for number in range(6)]
    put([notice(user, f"{user.pk}:{number}") for user in people for number in range(6)])
    keys = [*Notice.objects.order_by("-id").values_list("key", flat=True)]
    start, failures = threading.Barrier(4), []

    def race(work: Callable[[], Any]) -> None:
        try:
            start.wait()
            work()
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    def withdraw_pairs() -> None:
        for first, second in zip(keys[::3], keys[1::3], strict=True):
            withdraw(first, second, reason="answered")

    works = [relay_all, relay_all, withdraw_pairs, withdraw_pairs]
    threads = [threading.Thread(target=race, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    relay_all()
    assert failures == []
    assert {(row.status, row.reason) for row in Notice.objects.all()} <= {("sent", ""), ("dropped", "answered")}
    assert {delivery.status for delivery in Delivery.objects.all()} <= {"sent", "dropped"}
