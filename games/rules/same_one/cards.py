"""The cards: one sign each in a state, colour and number (`G7`) in actions, views and events (Rules 2.1)."""

from itertools import permutations

COLOURS = "GBY"
NUMBERS = range(1, 31)
DOG = 1
SHARK_NUMBERS = range(13, 19)
HIGHEST_UP = 15

# Signs that JSON writes as they are; in their order a sorted hand is sorted by number, then by colour.
DECK = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')[: len(COLOURS) * len(NUMBERS)]
WORD = {sign: f"{COLOURS[place % 3]}{place // 3 + 1}" for place, sign in enumerate(DECK)}
SIGN = {word: sign for sign, word in WORD.items()}
NUMBER = {sign: place // 3 + 1 for place, sign in enumerate(DECK)}
COLOUR = {sign: COLOURS[place % 3] for place, sign in enumerate(DECK)}
DOGS = frozenset(sign for sign in DECK if NUMBER[sign] == DOG)
SHARKS = frozenset(sign for sign in DECK if NUMBER[sign] in SHARK_NUMBERS)
ALIKE = {sign: "".join(other for other in DECK if NUMBER[other] == NUMBER[sign] and other != sign) for sign in DECK}


def words(cards: str) -> list[str]:
    """Cards as words, in the order given."""
    return [WORD[card] for card in cards]


def points_up(card: str) -> bool:
    """Whether the arrow of a card asks for a higher number; else for a lower one."""
    return NUMBER[card] <= HIGHEST_UP


def _fits(card: str, top: str) -> bool:
    """The same colour, and higher or lower as the arrow says (Rules 2.3)."""
    if COLOUR[card] != COLOUR[top]:
        return False
    return NUMBER[card] > NUMBER[top] if points_up(top) else NUMBER[card] < NUMBER[top]


def _stacks(copies: str) -> tuple[str, ...]:
    """Every play of one, two or three of these cards, bottom to top; the singles first."""
    return tuple("".join(stack) for size in range(1, len(copies) + 1) for stack in permutations(copies, size))


def _subsets(sign: str) -> list[str]:
    """Every choice among this card and its equals that has this card for the lowest."""
    others = [other for other in ALIKE[sign] if other > sign]
    return [sign, *(sign + other for other in others), *([sign + "".join(others)] if len(others) == 2 else [])]


# Tables instead of computing: these are looked up with every action of every replay.
FOLLOWERS = {top: frozenset(card for card in DECK if _fits(card, top)) for top in DECK}
STACKS = {copies: _stacks(copies) for sign in DECK for copies in _subsets(sign)}
"""By the cards of one number that somebody holds, in order: every way to lay some of them."""
