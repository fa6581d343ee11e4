"""Standing orders: what a seat does about Same One while others play (Rules 2.7).

In a state they are a short text: the default, `c` (claim) or `h` (hold), then the exceptions, `c 9h 12h`.
"""

from games.rules.base import IllegalActionError, Json
from games.rules.same_one.cards import ALIKE, NUMBER, NUMBERS, SHARKS
from games.rules.same_one.state import State, plays

CLAIM, HOLD = "claim", "hold"
_LETTER = {CLAIM: "c", HOLD: "h"}
_WORD = {letter: word for word, letter in _LETTER.items()}
_KEYS = {str(number): number for number in NUMBERS}


def parsed(orders: Json) -> str:
    """`{"default": "claim", "except": {"9": "hold"}}` in short. Raises IllegalActionError."""
    if not isinstance(orders, dict) or not orders.keys() <= {"default", "except"}:
        raise IllegalActionError("Orders have a default and exceptions, nothing else.")
    exceptions = orders.get("except", {})
    if not isinstance(exceptions, dict) or not exceptions.keys() <= _KEYS.keys():
        raise IllegalActionError("Exceptions are by number, 1 to 30.")
    values = [orders.get("default", CLAIM), *exceptions.values()]
    if not all(isinstance(value, str) and value in _LETTER for value in values):
        raise IllegalActionError("An order is to claim or to hold.")
    special = sorted(exceptions, key=_KEYS.__getitem__)
    return " ".join([_LETTER[values[0]], *(key + _LETTER[exceptions[key]] for key in special)])


def shown(text: str) -> Json:
    """The orders as their owner gave them, the exceptions by number."""
    default, *exceptions = text.split()
    return {"default": _WORD[default], "except": {each[:-1]: _WORD[each[-1]] for each in exceptions}}


def claims(text: str, number: int) -> bool:
    """Whether these orders claim this number."""
    if len(text) == 1:
        return text == "c"
    default, *exceptions = text.split()
    return next((each[-1] for each in exceptions if each[:-1] == str(number)), default) == "c"


def claim_of(state: State, seat: int) -> str:
    """The card with which this seat may say Same One now, and would by its orders; empty if none."""
    hand = state.hands[seat - 1]
    top = state.centre[-1]
    equal = next((card for card in ALIKE[top] if card in hand), "")
    if not equal or seat == state.laid_by or not plays(state, seat):
        return ""
    if len(hand) == 1 and equal in SHARKS:
        return ""
    return equal if claims(state.orders[seat - 1], NUMBER[top]) else ""
