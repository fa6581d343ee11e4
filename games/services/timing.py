"""When open turns are due: the clock of a seat, its time bank, and what moves a deadline.

The caller holds the lock on the match; everything here happens in the caller's transaction.
"""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from django.conf import settings

from accounts.channels.when import zone_of
from accounts.hours import Hours, hours_of
from accounts.models import User
from games import notices, notify
from games.access import Board
from games.clocks import NOTHING, Clock, Waking
from games.models import Turn
from games.selectors import bank
from games.terms import is_quick

# After how long the table asks whether somebody is still there, where there is no time limit.
IDLE = timedelta(days=30)
# Waking hours count as no fewer than these, so that nobody can make a turn last for weeks by hardly being awake.
LEAST_AWAKE = 8
MOST_IN_BANK = 2_592_000

Limits = dict[str, datetime | None]


def limits(board: Board, seat: int, now: datetime) -> Limits:
    """When a turn that begins now is due and when its player is reminded; a bot is due at once."""
    if board.seat(seat).bot:
        return {"due_at": now, "remind_at": None}
    if board.game.turn_seconds is None:
        return {"due_at": None, "remind_at": now + IDLE}
    return _limits(
        clock_of(board, seat), timedelta(seconds=board.game.turn_seconds + (bank(board, board.seat(seat)) or 0)), now
    )


def clock_of(board: Board, seat: int) -> Clock:
    """When the clock of this seat's holder runs."""
    holder = board.seat(seat)
    still = [*(holder.holidays if board.terms.holidays else ()), *board.pause]
    waking = _waking(holder.user_id) if board.terms.waking_hours else None
    return Clock(sorted(still), waking, is_quick(board.game.turn_seconds))


def settle_banks(board: Board, seats: Iterable[int], now: datetime) -> None:
    """The turns of these seats end: what was used of the bank is gone; who was in time gets the increment."""
    if not board.terms.time_bank:
        return
    for seat in seats:
        due_at = board.asked[seat].due_at
        if due_at and board.seat(seat).is_person:
            left = int(clock_of(board, seat).between(now, due_at).total_seconds())
            kept = min(bank(board, board.seat(seat)) or 0, left)
            gained = board.terms.time_increment if now < due_at else 0
            board.set_seat(seat, bank=min(kept + gained, MOST_IN_BANK))


def pause(board: Board, until: datetime | None, now: datetime) -> None:
    """Let all clocks of the table stand still until this moment, or (None) run again."""
    before = {seat: clock_of(board, seat) for seat in board.asked}
    board.game.paused_until = until
    board.game.save(update_fields=["paused_until"])
    for seat, clock in before.items():
        run_otherwise(board, seat, clock, now)
    notify.tell_table(board.game.code, board.game.version)


def run_otherwise(board: Board, seat: int, before: Clock, now: datetime) -> None:
    """The clock of a seat runs otherwise from now on: its open turn keeps the time it had left."""
    turn = board.asked.get(seat)
    if turn and turn.due_at and turn.due_at > now and board.seat(seat).is_person:
        give(board, seat, before.between(now, turn.due_at), now)


def give(board: Board, seat: int, left: timedelta, now: datetime) -> None:
    """Let a seat's open turn have so much time from now on; whoever was told of another deadline is told of this."""
    found = _limits(clock_of(board, seat), left, now)
    due_at = found["due_at"]
    if due_at and due_at != board.asked[seat].due_at:
        Turn.objects.filter(pk=board.asked[seat].id).update(**found)
        notices.move_deadline(board, seat, due_at, now)


def give_deadline(board: Board, seat: int, due_at: datetime, now: datetime) -> None:
    """Let a seat's open turn be due at this very moment; the reminder moves along."""
    turn = board.asked[seat]
    Turn.objects.filter(pk=turn.id).update(due_at=due_at, remind_at=reminder_before(due_at, now))
    notices.move_deadline(board, seat, due_at, now)


def catch_up_with_holiday(board: Board, seat: int, now: datetime) -> bool:
    """Move a deadline that has come in a holiday or a pause, which can be when both were written at once."""
    turn, still = board.asked[seat], clock_of(board, seat).still
    within = next((span for span in still if turn.due_at and span.start < turn.due_at and now < span.end), None)
    if within is None or turn.due_at is None or not board.seat(seat).is_person:
        return False
    give(board, seat, turn.due_at - max(within.start, turn.started_at), now)
    return True


def reminder_before(due_at: datetime, now: datetime) -> datetime:
    """The moment at which REMINDER_SHARE of the time that is left now will be left."""
    left: timedelta = (due_at - now) * settings.REMINDER_SHARE
    return due_at - left


def _limits(clock: Clock, time: timedelta, now: datetime) -> Limits:
    due_at = clock.after(now, time)
    if time == NOTHING:
        return {"due_at": due_at, "remind_at": reminder_before(due_at, now)}
    return {"due_at": due_at, "remind_at": clock.after(now, time - time * settings.REMINDER_SHARE)}


def _waking(user_id: int | None) -> Waking | None:
    user = User.objects.filter(pk=user_id or 0).only("time_zone", "awake_from", "awake_until").first()
    hours = hours_of(user) if user else None
    return Waking(zone_of(user.time_zone), _long_enough(hours)) if user and hours else None


def _long_enough(hours: Hours) -> Hours:
    """The same, or longer, so that they are at least LEAST_AWAKE hours."""
    start, end = (each.hour * 60 + each.minute for each in hours)
    if (end - start) % 1440 >= LEAST_AWAKE * 60 or end == start:
        return hours
    late = (start + LEAST_AWAKE * 60) % 1440
    return hours._replace(end=time(late // 60, late % 60))
