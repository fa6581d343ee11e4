"""Who changes where somebody is told, and who tells: nobody waits in a circle."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from accounts import clock as present
from accounts import gathering, reach, rules
from accounts.models import Channel, Delivery, User
from tests.accounts.conftest import person

Work = Callable[[User, Channel], object]
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
WORKS: dict[str, Work] = {
    "rules": lambda user, channel: rules.set_rules(user, channels=[{"id": channel.pk, "enabled": True}]),
    "change": lambda user, channel: reach.change(user, channel.pk, label="mine", enabled=True),
    "remove": lambda user, channel: reach.remove(user, channel.pk),
    "remove_added": lambda user, channel: reach.remove_added(user),
}


def until_somebody_waits() -> None:
    end = time.monotonic() + 10
    with connection.cursor() as cursor:
        while time.monotonic() < end:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
    raise AssertionError("Nobody waits.")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_a_channel_is_changed_while_a_notice_is_gathered_for_it(work: Work) -> None:
    user, now, failures = person("alice"), present.now(), []
    channel = Channel.objects.create(
        user=user, kind="email", address="b@example.org", added_at=now, verified_at=now, muted_kinds=[]
    )
    Delivery.objects.create(channel=channel, status="held", created_at=now, due_at=now)

    def change() -> None:
        try:
            work(user, channel)
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=change)
    with transaction.atomic():
        gathering.lock_reader(user)
        gathering.channel_held(channel)
        thread.start()
        until_somebody_waits()
        # What the database asks for when a delivery is written.
        Channel.objects.raw("SELECT id FROM accounts_channel WHERE id = %s FOR KEY SHARE", [channel.pk])[0]
    thread.join()
    assert failures == []


@pytest.mark.django_db(transaction=True)
def test_a_channel_is_taken_away_while_a_message_to_it_is_settled() -> None:
    user, now, failures = person("alice"), present.now(), []
    channel = Channel.objects.create(user=user, kind="email", address="b@example.org", added_at=now, verified_at=now)
    delivery = Delivery.objects.create(channel=channel, status="sending", created_at=now, due_at=now)

    def remove() -> None:
        try:
            reach.remove(user, channel.pk)
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=remove)
    with transaction.atomic():
        Channel.objects.filter(pk=channel.pk).update(last_used_at=now)
        thread.start()
        until_somebody_waits()
        Delivery.objects.filter(pk=delivery.pk).update(status="sent", due_at=None)
    thread.join()
    assert failures == []
    assert not Channel.objects.filter(pk=channel.pk).exists()
