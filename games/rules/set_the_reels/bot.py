"""Bots: they see a view and the legal actions, nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from games.rules.base import Bot, Json
from games.rules.rng import Rng
from games.rules.set_the_reels import wording
from games.rules.set_the_reels.cardset import REEL, SYMBOLS
from games.rules.set_the_reels.spinning import result_of
from games.rules.set_the_reels.wording import COLUMNS

# What things are worth in points to the greedy bot.
COIN, TOKEN, INCOME, WORKING = 0.35, 2.2, 0.5, 0.3
_NOTHING = "."
_LETTERS = {symbol: symbol[0] for symbol in SYMBOLS}
_KINDS = {letter: place for place, letter in enumerate(_LETTERS.values())}
_WANTED = ("vp3", "upgrade", "coins3", "move")


def late(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """For a seat whose time is up (Rules 3.6): it spends nothing, and takes what is on the left."""
    if view["phase"] == "round_end":
        return _late_end(view)
    if view["phase"] == "prepare":
        return wording.PLAY[1]
    return next((action for action in legal if action.endswith(" vp3")), legal[0])


def _late_end(view: Json) -> str:
    """The new card goes to the shortest column, the richest one pays, and the columns keep their order."""
    columns, done = _columns(view), len(view["plan"])
    if done == 0:
        return wording.PLACE[min(COLUMNS, key=lambda name: len(columns[name]))]
    if done == 1:
        return wording.INCOME[max(COLUMNS, key=lambda name: sum(map(_income, columns[name])))]
    return wording.STACK[COLUMNS]


def greedy(view: Json, legal: Sequence[str], rng: Rng) -> str:
    """Upgrades, buys and moves what lines up best, collects the dearest tokens, and takes the richest column."""
    if view["phase"] == "round_end":
        return _end_round(view)
    if view["phase"] == "prepare":
        return _prepare(view, legal)
    own = view["tokens"][view["your_seat"] - 1]
    wanted = ("double", *_WANTED) if own["vp3"] > own["double"] else (*_WANTED[:2], "double", *_WANTED[2:])
    return min(legal, key=lambda action: (wanted.index(action.split()[-1]), _poorest(view, action)))


def _poorest(view: Json, action: str) -> int:
    """Robbing: rather from whoever leads."""
    words = action.split()
    return -int(view["points"][int(words[1]) - 1]) if words[0] == "rob" else 0


def _prepare(view: Json, legal: Sequence[str]) -> str:
    """The preparation that gains most, as long as one gains anything; then the best play."""
    tops = tuple(_worth(view["stacks"][symbol]) for symbol in SYMBOLS)
    now, first = _best(_letters(view["hand"]), tops)
    gain, action = max(_gains(view, legal, tops, now), default=(0.0, ""))
    return action if gain > 0 else wording.PLAY[first]


def _worth(objective: Json) -> float:
    return float(objective["stars"]) + (TOKEN if objective["bonus_token"] else 0)


def _gains(view: Json, legal: Sequence[str], tops: tuple[float, ...], now: float) -> Iterator[tuple[float, str]]:
    """Each preparation with what it is worth more than the coins or the token that it takes."""
    for action in legal:
        words = action.split()
        if words[0] == "play":
            continue
        if action in (wording.COINS, wording.DOUBLE_COINS):
            yield _coins_wanted(view), action
        elif words[:2] == ["token", "double"] or (words[0] == "buy" and _is_waste(view, words)):
            continue
        else:
            hand, price = _after(view, words)
            stars = sum(map(_stars, hand)) - sum(map(_stars, view["hand"]))
            income = sum(map(_income, hand)) - sum(map(_income, view["hand"]))
            working = sum(map(_works, hand)) - sum(map(_works, view["hand"]))
            better = _best(_letters(hand), tops)[0] - now
            yield better + stars + INCOME * income + WORKING * working - price, action


def _coins_wanted(view: Json) -> float:
    """A token of coins is used when something stands waiting that they pay for."""
    coins = view["coins"][view["your_seat"] - 1]
    costs = [card["upgrade_cost"] for card in view["hand"] if not card["upgraded"]]
    costs += [each["card"]["price"] for each in view["market"].values() if each["card"]]
    return 0.5 if any(coins < cost <= coins + REEL for cost in costs) else 0.0


def _is_waste(view: Json, words: Sequence[str]) -> bool:
    """An upgraded card is not given away."""
    return bool(view["hand"][int(words[2]) - 1]["upgraded"])


def _after(view: Json, words: Sequence[str]) -> tuple[list[Json], float]:
    """The hand after a preparation, and what it took in points."""
    hand: list[Json] = list(view["hand"])
    if words[0] == "buy":
        card = view["market"][words[1]]["card"]
        hand[int(words[2]) - 1] = card
        return hand, COIN * card["price"]
    if words[1] == "move":
        hand.insert(int(words[3]) - 1, hand.pop(int(words[2]) - 1))
        return hand, 1 + WORKING
    place, by_token = int(words[-1]) - 1, words[0] == "token"
    card = hand[place]
    hand[place] = card | {"upgraded": True}
    cost = max(0, card["upgrade_cost"] - 2) if by_token else card["upgrade_cost"]
    return hand, COIN * cost + (2 if by_token else 0)


def _end_round(view: Json) -> str:
    columns, plan = _columns(view), view["plan"]
    if not plan:
        return _place(view, columns)
    columns[plan[0].split()[1]].append(view["received"])
    if len(plan) == 1:
        return wording.INCOME[max(COLUMNS, key=lambda name: sum(map(_income, columns[name])))]
    return wording.STACK[max(wording.STACK, key=lambda order: _stack_worth(view, columns, order))]


def _place(view: Json, columns: dict[str, list[Json]]) -> str:
    """Where the card brings most now, and in the best order of the next hand."""

    def worth(name: str) -> float:
        after = columns | {name: [*columns[name], view["received"]]}
        income = max(sum(map(_income, column)) for column in after.values())
        return INCOME * income + max(_stack_worth(view, after, order) for order in wording.STACK)

    return wording.PLACE[max(COLUMNS, key=worth)]


def _stack_worth(view: Json, columns: Mapping[str, Sequence[Json]], order: Sequence[str]) -> float:
    tops = tuple(_worth(view["stacks"][symbol]) for symbol in SYMBOLS)
    return _best(_letters([card for name in order for card in columns[name]]), tops)[0]


def _columns(view: Json) -> dict[str, list[Json]]:
    own = view["columns"][view["your_seat"] - 1]
    return {name: list(own[name]) for name in COLUMNS}


def _face(card: Json) -> Json:
    face: Json = card["back" if card["upgraded"] else "front"]
    return face


def _stars(card: Json) -> int:
    return int(_face(card)["stars"])


def _income(card: Json) -> int:
    return int(_face(card)["income"]) if _works(card) else 0


def _works(card: Json) -> bool:
    return bool(_face(card)["active"])


def _letters(hand: Sequence[Json]) -> str:
    """A hand as the reels would show it, a letter for each card."""
    return "".join(_LETTERS[card["symbol"]] if _works(card) else _NOTHING for card in hand)


@lru_cache(maxsize=65536)
def _best(hand: str, tops: tuple[float, ...]) -> tuple[float, int]:
    """What the best plays of this hand pay until its last card, and the first card of the first of them."""
    if len(hand) < REEL:
        return 0.0, 0
    plays = range(len(hand) - REEL + 1)
    worths = [_pays(hand[at : at + REEL], tops) + _best(hand[:at] + hand[at + REEL :], tops)[0] for at in plays]
    return max(worths), worths.index(max(worths)) + 1


def _pays(reel: str, tops: tuple[float, ...]) -> float:
    result = result_of([letter.replace(_NOTHING, "") for letter in reel])
    return tops[_KINDS[reel[0]]] if result == "triple" else {"nothing": 0.0, "coin": COIN, "token": TOKEN}[result]


BOTS: Mapping[str, Bot] = {"greedy": greedy, "late": late}
