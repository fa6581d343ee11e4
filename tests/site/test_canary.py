"""What ought to have happened and has not is seen: on /readyz, in /metrics, and in the administration."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts import clock as present
from accounts.models import Channel, Delivery, User
from accounts.outbox import NewNotice, put
from accounts.tasks import relay_outbox
from games.models import Turn
from games.tasks import send_reminders, sweep_deadlines
from jackpot_site import canary
from tests.accounts.conftest import person
from tests.games.conftest import Api
from tests.games.conftest import alice as alice
from tests.games.conftest import bob as bob
from tests.games.conftest import make_game as make_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def standing(clock: time_machine.Traveller) -> None:
    """Nothing here depends on how long it takes."""


def sweep() -> None:
    sweep_deadlines()
    send_reminders()
    relay_outbox()


def sample(text: str, name: str) -> str:
    """The value of a sample of Prometheus' text form."""
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return lines[f"jackpot_{name}"]


def test_all_is_well_while_the_sweeps_run(client: Client, clock: time_machine.Traveller) -> None:
    assert canary.silent() == ["relay", "deadlines", "reminders"], "None has run yet."
    sweep()
    assert canary.silent() == []
    assert not any(each.rows for each in canary.stuck().values())
    clock.shift(63)
    body = client.get("/readyz").json()
    assert body["silent"] == ["relay", "deadlines", "reminders"]
    assert body["status"] == "ok", "A restart of the web server would not help that."
    sweep()
    assert client.get("/readyz").json()["silent"] == []


def test_what_is_overdue_is_counted(
    client: Client, clock: time_machine.Traveller, make_game: Callable[..., Any], alice: Api, bob: Api
) -> None:
    make_game(alice, bob)
    Turn.objects.update(due_at=present.now() + timedelta(seconds=1))
    reader = person("reader")
    put([NewNotice(reader.pk, "your_turn", "x", "x", {}, present.now())])
    channel = Channel.objects.get(user=reader)
    Delivery.objects.create(channel=channel, status="sending", created_at=present.now(), due_at=present.now())
    clock.shift(60)
    assert {each.rows for each in canary.stuck().values()} == {0}
    clock.shift(240)
    overdue = client.get("/readyz").json()["overdue"]
    assert (overdue["turns"], overdue["deliveries"]) == (1, 1)
    text = client.get("/metrics").content.decode()
    assert sample(text, 'overdue{table="turns"}') == "1"
    assert sample(text, 'overdue_oldest_seconds{table="turns"}') == "299"
    assert sample(text, 'overdue_oldest_seconds{table="deliveries"}') == "300"
    assert sample(text, "channels_switched_off") == "0"


def test_a_channel_that_the_other_side_refused_is_counted_for_a_day(
    client: Client, clock: time_machine.Traveller
) -> None:
    person("reader")
    Channel.objects.update(disabled_at=present.now(), last_error="550 no such user")
    assert sample(client.get("/metrics").content.decode(), "channels_switched_off") == "1"
    clock.shift(86_401)
    assert sample(client.get("/metrics").content.decode(), "channels_switched_off") == "0"


def test_metrics_are_for_this_machine_or_for_whoever_has_the_token(client: Client, settings: Any) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403
    settings.METRICS_TOKEN = "long and secret"
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
    answer = client.get("/metrics", headers={"Authorization": "Bearer long and secret"}, REMOTE_ADDR="203.0.113.7")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")


def test_whoever_keeps_order_is_told_on_the_first_page_of_the_administration(
    client: Client, clock: time_machine.Traveller
) -> None:
    client.force_login(User.objects.create_superuser("root", "root@example.org"))
    sweep()
    assert "has not run" not in client.get("/admin/").content.decode()
    clock.shift(120)
    assert "has not run for a minute" in client.get("/admin/").content.decode()
