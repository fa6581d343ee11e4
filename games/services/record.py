"""Writing one log entry: the words into the turn, the snapshot, who is asked next, and the end of the match.

The caller holds the lock on the match; everything here happens in the caller's transaction.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from games import log, notify
from games.access import Board
from games.models import Game, Seat, Turn
from games.rows import TurnRow
from games.rules import codec
from games.rules.base import Step
from games.selectors import records
from games.services.rate import rate_game
from games.services.timing import limits, settle_banks

WRITE = """
WITH moved AS (
    UPDATE games_game SET version = %(number)s, state = %(state)s WHERE id = %(game)s
    RETURNING pg_notify('games', %(told)s)
), said AS (
    UPDATE games_turn
    SET actions = actions || %(line)s, prompt = %(prompt)s, ended_at = %(ended_at)s
    WHERE id = %(turn)s
    RETURNING id
)
INSERT INTO games_turn (game_id, seat, number, prompt, started_at, due_at, remind_at, actions)
SELECT %(game)s, asked.seat, %(number)s, %(number)s, %(now)s, asked.due_at, asked.remind_at, ''
FROM unnest(%(seats)s::smallint[], %(due)s::timestamptz[], %(remind)s::timestamptz[])
    AS asked(seat, due_at, remind_at), (SELECT count(*) FROM said) AS ended_first
RETURNING id, seat
"""


@dataclass
class Recorded:
    """What was recorded: the log entry, what it did, and the seats asked from now on that were not before."""

    record: log.Record
    step: Step
    newly_asked: list[int]


def record_step(
    board: Board, *, seat: int, words: str, by: str, step: Step, now: datetime, answers: bool = True
) -> Recorded:
    """Append one entry by `seat` (0: the table) and bring `board` up to date with what it did.

    `answers` is false for words that answer no prompt (agreeing to stop, say): the seat's prompt stays.
    A seat whose turn is over with this step, and that is asked again at once, begins a new turn.
    """
    number = board.game.version + 1
    turn = board.asked.get(seat)
    prompt = turn.prompt if turn and answers else None
    record = log.Record(number, seat, prompt, words, by, now)
    asked = list(board.rules.actors(step.state))
    gone = [each for each in board.asked if each not in asked or (step.turn_over and each == seat)]
    settle_banks(board, gone, now)
    _end_turns(board, [each for each in gone if each != seat], now)
    for each in gone:
        del board.asked[each]
    newly_asked = [each for each in asked if each not in board.asked]
    _write(board, record, step, turn, newly_asked, next_prompt=_next_prompt(board, record, turn))
    return Recorded(record, step, newly_asked)


def open_turns(board: Board, step: Step, now: datetime) -> list[int]:
    """Ask the first seats after the deal (log entry 0). Returns them."""
    asked = list(board.rules.actors(step.state))
    turns = [
        Turn(game=board.game, seat=seat, number=0, prompt=0, started_at=now, **limits(board, seat, now))
        for seat in asked
    ]
    for turn in Turn.objects.bulk_create(turns):
        board.asked[turn.seat] = TurnRow(turn.pk, turn.seat, 0, now, turn.due_at, untouched=True)
    return asked


def close_match(board: Board, *, status: str, now: datetime) -> None:
    """Move the words of all turns into the match's log and end it; `board.outcome` is the result, if any."""
    game = board.game
    game.log = log.pack(records(board), game.started_at or game.created_at, board.rules.vocabulary)
    game.status, game.finished_at, game.state = status, now, ""
    game.save(update_fields=["log", "status", "finished_at", "state", "outcome"])
    Turn.objects.filter(game=game).delete()
    if any(seat.offered_at for seat in board.seats) or hasattr(board.rules, "give_orders"):
        Seat.objects.filter(game=game).update(offered_at=None, silent="")
    board.asked.clear()


def finish_if_over(board: Board, step: Step, now: datetime) -> bool:
    """End the match when the rules say so, and rate its players."""
    outcome = board.rules.outcome(step.state)
    if outcome is None:
        return False
    board.game.outcome = codec.dump(outcome)
    close_match(board, status=Game.Status.FINISHED, now=now)
    rate_game(board)
    return True


def _next_prompt(board: Board, record: log.Record, turn: TurnRow | None) -> int | None:
    """What the speaker has to answer next in this turn: nothing, the same as before, or the new entry."""
    if turn is None or record.seat not in board.asked:
        return None
    return turn.prompt if record.prompt is None else record.number


def _write(
    board: Board,
    record: log.Record,
    step: Step,
    turn: TurnRow | None,
    newly_asked: list[int],
    *,
    next_prompt: int | None,
) -> None:
    """One statement, however long the match is: the snapshot, the words, a turn for each seat newly asked."""
    clocks = [limits(board, seat, record.at) for seat in newly_asked]
    state = codec.dump(step.state)
    values: dict[str, Any] = {
        "game": board.game.pk,
        "number": record.number,
        "state": state,
        "told": notify.version_told(board.game.code, record.number),
        "turn": turn.id if turn else None,
        "line": log.line(record, turn.started_at if turn else record.at),
        "prompt": next_prompt,
        "ended_at": None if next_prompt is not None else record.at,
        "now": record.at,
        "seats": newly_asked,
        "due": [each["due_at"] for each in clocks],
        "remind": [each["remind_at"] for each in clocks],
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITE, values)
        created = cursor.fetchall()
    if turn is None:
        _unasked_turn(board.game, record)
    board.advance(record.number, state, step.state)
    if turn and next_prompt is not None:
        board.asked[record.seat] = turn._replace(prompt=next_prompt, untouched=False, reminded=False)
    for (pk, seat), times in zip(created, clocks, strict=True):
        board.asked[seat] = TurnRow(pk, seat, record.number, record.at, times["due_at"], untouched=True)


def _unasked_turn(game: Game, record: log.Record) -> None:
    """What a seat says without being asked is a turn that ends as it begins."""
    Turn.objects.create(
        game=game,
        seat=record.seat,
        number=record.number,
        started_at=record.at,
        ended_at=record.at,
        actions=log.line(record, record.at),
    )


def _end_turns(board: Board, seats: list[int], now: datetime) -> None:
    """Seats that are asked no more because of what somebody else did."""
    if seats:
        turns = [board.asked[seat].id for seat in seats]
        Turn.objects.filter(pk__in=turns).update(ended_at=now, prompt=None)
