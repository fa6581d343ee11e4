"""Letting the bots of the house play: their own turns, and the late turns of others."""

from datetime import datetime

from django.db import transaction

from games import bots, log
from games.access import Board, get_board, lock_board
from games.rules.rng import Rng
from games.services.play import play


def play_bot_turns(*, code: str, now: datetime) -> int:
    """Play for the bots of one match until people are asked again; returns the number of actions.

    One action a transaction, so that watchers see each and a death on the way loses none.
    """
    played = 0
    while _a_bot_is_asked(get_board(code)) and play_one_bot_action(code=code, now=now):
        played += 1
    return played


def play_one_bot_action(*, code: str, now: datetime) -> bool:
    """Play one action for a bot that is asked; False if none is."""
    with transaction.atomic():
        board = lock_board(code)
        seat = _a_bot_is_asked(board)
        if seat is None:
            return False
        play(board, seat, bot_action(board, seat, board.seat(seat).bot), by=log.BOT, now=now)
        return True


def finish_turn(board: Board, seat: int, now: datetime) -> None:
    """Let the rule set's late bot play on for a seat until the seat is asked no more. The board is locked."""
    turn = board.asked[seat].id
    name = bots.late_bot(board.rules)
    while seat in board.asked and board.asked[seat].id == turn:
        play(board, seat, bot_action(board, seat, name), by=log.TIMEOUT, now=now)


def bot_action(board: Board, seat: int, name: str) -> str:
    """The bot's choice: it sees its own view and the legal actions, nothing else."""
    rules, state = board.rules, board.state
    chance = Rng(board.seed, f"bot {board.game.version + 1} {seat}")
    legal = list(rules.legal_actions(state, seat))
    return bots.choose(name, rules, rules.view(state, seat), legal, chance)


def _a_bot_is_asked(board: Board) -> int | None:
    return next((seat for seat in sorted(board.asked) if board.seat(seat).bot), None)
