"""What the form of standing orders shows."""

from games.access import Board
from games.rules.base import Json
from games.services.orders import has_orders

OTHER = {"claim": "hold", "hold": "claim"}


def form_of(board: Board, seat: int | None) -> Json:
    """What the form shows: the orders in force; empty where there are none to give."""
    if seat is None or not has_orders(board, seat):
        return {"orders": None}
    return {"orders": as_typed(board.rules.orders(board.state, seat))}  # type: ignore[attr-defined]


def as_typed(orders: Json) -> Json:
    """One choice, and the numbers for which it is the other one."""
    default = orders["default"]
    return {"default": default, "numbers": ", ".join(n for n, kind in orders["except"].items() if kind != default)}
