"""The tasks: found by their names, short, and harmless whenever they run."""

from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from django.core import mail

from accounts.models import Notice, User
from accounts.outbox import NewNotice, put

Make = Callable[..., NewNotice]


@pytest.fixture(autouse=True)
def discovered() -> None:
    """As the worker does when it starts."""
    current_app.loader.import_default_modules()


def test_the_relay_is_a_task(alice: User, notice: Make) -> None:
    put([notice(alice)])
    for _ in range(2):
        current_app.tasks["accounts.relay_outbox"].delay()
    assert len(mail.outbox) == 1


def test_pruning_is_a_task(alice: User, notice: Make, clock: Any) -> None:
    put([notice(alice)])
    Notice.objects.update(status="sent", settled_at="2026-03-02T12:00:00Z")
    clock.shift(91 * 86_400)
    for _ in range(2):
        current_app.tasks["accounts.prune_outbox"].delay()
    assert not Notice.objects.exists()


def test_tasks_are_acknowledged_when_they_are_done() -> None:
    assert current_app.conf.task_acks_late
    assert current_app.conf.task_reject_on_worker_lost
