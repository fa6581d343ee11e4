"""What all games say alike: who, one after another, about the reader or about somebody else, and who won."""

from collections.abc import Mapping, Sequence

from games.rules.base import Json, Text
from games.rules.base import gettext_noop as _


def player(seat: int) -> Text:
    """The name of whoever sits there."""
    return Text(f"{{player_{seat}}}")


def listed(texts: Sequence[Text]) -> Text:
    """One after the other, with commas."""
    places = {f"item_{place}": text for place, text in enumerate(texts, 1)}
    return Text(", ".join(f"{{{name}}}" for name in places), places)


def either(own: str, other: str, event: Json, viewer: int | None, **more: str | int | Text) -> Text:
    """One of two sentences about the seat of an event: the reader's own, or that of `{who}`."""
    if event["seat"] == viewer:
        return Text(own, more)
    return Text(other, {"who": player(event["seat"]), **more})


def finished(event: Json, viewer: int | None, *, reasons: Mapping[str, Text]) -> Text:
    """Why the match is over, and who won."""
    reason, winners = reasons[event["reason"]], event["winners"]
    if winners == [viewer]:
        return Text(_("{reason} You win!"), {"reason": reason})
    if len(winners) == 1:
        return Text(_("{reason} {who} wins."), {"reason": reason, "who": player(winners[0])})
    return Text(_("{reason} The win is shared by {who}."), {"reason": reason, "who": listed([*map(player, winners)])})
