"""What the worker does for tables. Each task may be lost, repeated or late; the database says what is due."""

from celery import shared_task

from accounts import clock, heartbeat
from games.services import bots, deadlines


@shared_task(name="games.sweep_deadlines")
def sweep_deadlines() -> None:
    """End the turns that are late."""
    deadlines.sweep_deadlines(clock.now())
    heartbeat.beat("deadlines")


@shared_task(name="games.send_reminders")
def send_reminders() -> None:
    """Tell the players whose time is running out."""
    deadlines.send_reminders(clock.now())
    heartbeat.beat("reminders")


@shared_task(name="games.play_bots")
def play_bots(code: str) -> None:
    """Play for the bots of one match."""
    bots.play_bot_turns(code=code, now=clock.now())
