"""What happened at the table, in plain sentences, as one person sees it."""

from datetime import datetime
from typing import Any

Json = dict[str, Any]


def when(moment: datetime, began: datetime) -> str:
    """Such as "day 3, 14:05"."""
    return f"day {(moment.date() - began.date()).days + 1}, {moment:%H:%M}"


def sentences(item: Json, names: list[str]) -> list[str]:
    """One log entry; the end of a turn goes without saying."""
    told = [_sentence(event, names) for event in item["events"]]
    return [text for text in told if text]


def table(view: Json, names: list[str]) -> list[str]:
    """The table, a line for each player and one for the piles."""
    lines = [_hand(hand, view, names) for hand in view["hands"]]
    shown = ", ".join(view["discard_pile"]) or "nothing"
    return [*lines, f"{view['draw_pile']} cards in the draw pile; face up: {shown}"]


def _hand(hand: Json, view: Json, names: list[str]) -> str:
    seat = hand["seat"] - 1
    cards = ", ".join(hand["cards"]) if hand["cards"] is not None else f"{hand['count']} cards, hidden"
    return f"{names[seat]:<11} {_points(view['scores'][seat]):>9}   {cards}"


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def _sentence(event: Json, names: list[str]) -> str:
    who = names[(event.get("seat") or 1) - 1]
    match event["type"]:
        case "took":
            return _took(event, who, names)
        case "scored":
            return f"{who} has three of {event['symbol']}: {_points(event['points'])}, {event['score']} in all"
        case "discarded":
            return f"{who} discards {' and '.join(event['symbols'])}"
        case "first_player":
            return f"{who} begins"
        case "pile_empty":
            return "the draw pile is empty"
        case "finished":
            return f"the match is over, won by {' and '.join(names[seat - 1] for seat in event['winners']) or 'nobody'}"
    return ""


def _took(event: Json, who: str, names: list[str]) -> str:
    card = event["symbol"] or "a hidden card"
    match event["source"]:
        case "pile":
            return f"{who} takes {card} from the draw pile"
        case "discard":
            return f"{who} takes {card} from the face-up cards"
    return f"{who} takes {card} from the hand of {names[event['from'] - 1]}"
