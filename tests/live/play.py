"""Playing over HTTP as impatient third-party clients do."""

import contextlib
import http.client
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from games.demo.person import Json, Person
from games.rules.rng import Rng

ANSWERED = (200, 201)


def open_match(*people: Person, **wish: Any) -> Json:
    """A match of these people; the first opens the table, the last makes it begin."""
    bots = wish.get("bots", [])
    game = people[0].post("/games/", {"ruleset": "jack-in-the-pot", "seats": len(people) + len(bots)} | wish)
    for person in people[1:]:
        game = person.post(f"/games/{game['id']}/join/")
    return game


def asked(game: Json, *people: Person) -> Person | None:
    """Who of these is asked, if anybody."""
    names = {seat["player"]["username"] for seat in game["seats"] if seat["prompt"] is not None}
    return next((person for person in people if person.name in names), None)


def prompt_of(game: Json) -> int:
    """The question that the caller has to answer."""
    prompt: int = game["seats"][game["your_seat"] - 1]["prompt"]
    return prompt


def choice(game: Json) -> str:
    """One of the legal actions, by chance."""
    legal: list[str] = [each["action"] for each in game["legal_actions"]]
    return Rng(game["id"].encode(), str(game["version"])).choice(legal)


def answer(person: Person, code: str, prompt: int, action: str) -> tuple[int, Json]:
    """Post an action once."""
    return person.request("POST", f"/games/{code}/actions/", {"prompt": prompt, "action": action})


@dataclass
class Load:
    """Two people who play one match after another and ask again whenever they get no answer, until told to stop.

    `acknowledged` holds every action that was answered with 200 or 201, by match and number.
    """

    first: Person
    second: Person
    stop: threading.Event
    acknowledged: dict[str, dict[int, str]] = field(default_factory=dict)
    surprises: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Play; whatever ends it but `stop` is a surprise."""
        try:
            while not self.stop.is_set():
                self._play_match()
        except Exception as error:
            self.surprises.append(repr(error))

    @property
    def count(self) -> int:
        return sum(len(actions) for actions in self.acknowledged.values())

    def _play_match(self) -> None:
        game = self._insist(lambda: open_match(self.first, self.second))
        said = self.acknowledged.setdefault(game["id"], {})
        while not self.stop.is_set() and game["status"] == "active":
            person = asked(game, self.first, self.second) or self.first
            game = self._insist(lambda: person.get(f"/games/{game['id']}/"))  # noqa: B023 - called at once
            prompt, action = prompt_of(game), choice(game)
            done = self._insist_on_an_answer(person, game["id"], prompt, action)
            said[done["number"]] = done["action"]
            game = done["game"]

    def _insist(self, ask: Any) -> Json:
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                found: Json = ask()
                return found
            time.sleep(0.02)

    def _insist_on_an_answer(self, person: Person, code: str, prompt: int, action: str) -> Json:
        """The same action to the same prompt until it is acknowledged: it happens once, however often it is sent."""
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, document = answer(person, code, prompt, action)
                if status in ANSWERED:
                    return document
                self.surprises.append(f"{status} {document}")
            time.sleep(0.02)
