"""What the worker does for this app. Each task may run at any time, twice, or not at all: the next sweep sees to it."""

from celery import shared_task

from accounts import heartbeat, pruning, relay


@shared_task(name="accounts.relay_outbox")
def relay_outbox() -> None:
    """Send what is due, for a while; one relay at a time is enough."""
    relay.run()
    heartbeat.beat("relay")


@shared_task(name="accounts.prune_outbox")
def prune_outbox() -> None:
    """Delete what has been kept long enough."""
    pruning.prune()
    pruning.prune_people()
