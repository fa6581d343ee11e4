"""The story of one match: Ann opens a table, invites others, a bot of the house sits down, and days go by."""

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from games import bots
from games.demo import words
from games.demo.ledger import FINISHED, INVITED, STARTED, TOGETHER, Ledger, Letter, kinds_of
from games.demo.mailbox import Mail
from games.demo.person import Person
from games.demo.stage import Stage, StageError
from games.rules.registry import newest
from games.rules.rng import Rng

Json = dict[str, Any]
RULESET = "jack-in-the-pot"
TURN = timedelta(days=3)
SHARE_LEFT_AT_REMINDER = 0.25
PATIENCE_SECONDS = 60.0
LONG = timedelta(hours=1)
SIGNATURE = "\n-- \n"
AT_ONCE, UNTIL_REMINDED, FALLS_ASLEEP = 0, -1, -2
# How many hours people take to answer, turn by turn; the special cases soon, since a match may be short.
HOURS = (2, FALLS_ASLEEP, AT_ONCE, UNTIL_REMINDED, 7)
HOURS_AFTERWARDS = (AT_ONCE, 3, AT_ONCE, 11)
HABITS = (*HOURS, *HOURS_AFTERWARDS * 100)
ROUND_OF_THE_TABLE = 6


class Story:
    """`play` tells it and leaves `ledger` and `arrived` behind."""

    def __init__(
        self, site: Stage, people: list[Person], say: Callable[[str], None], habits: Iterable[int] = HABITS
    ) -> None:
        self.site, self.people, self._say, self._habits = site, people, say, habits
        self.host, *self.guests = people
        self.ledger = Ledger()
        self.arrived: list[tuple[Letter, Mail]] = []
        self.began = site.clock.now()
        self.code = ""
        self._names: list[str] = []
        self._known = 0
        self._patience = PATIENCE_SECONDS
        self._rules = newest(RULESET)

    def play(self) -> None:
        """From the first chair to the last mail."""
        self._open_table()
        self._deal()
        habits = iter(self._habits)
        for number in range(1_000):
            game = self._let_the_bot_play()
            if game["status"] != "active":
                break
            if number % ROUND_OF_THE_TABLE == 0:
                self._show_table(game)
            self._answer(self._asked(game), next(habits))
        self._pass_time(timedelta(days=7))
        self.site.let_sweeps_pass()
        self._collect()

    # The beginning

    def _open_table(self) -> None:
        host, guests = self.host.name, [guest.name for guest in self.guests]
        wish = {"ruleset": RULESET, "seats": len(self.people) + 1, "bots": ["greedy"], "visibility": "invited"}
        self.code = self.host.post("/games/", wish | {"turn_seconds": int(TURN.total_seconds()), "throw": "rock"})["id"]
        self.tell(f"{host} opens table {self.code} of {self._rules.name.message}, with a bot.")
        for name in guests:
            self.tell(f"{host} invites {name}.")
            self.host.post(f"/games/{self.code}/invitations/", {"username": name})
        self.ledger.tell(INVITED, guests, self.now)
        self._pass_time(timedelta(hours=3))

    def _deal(self) -> None:
        for guest in self.guests:
            game = guest.post(f"/games/{self.code}/join/", {"throw": "paper"})
            self.tell(f"{guest.name} has read the mail and sits down.")
        self._names = [seat["player"]["username"] for seat in game["seats"]]
        self.tell("The table is full, so the match begins.")
        self.ledger.tell(STARTED, [person.name for person in self.people[:-1]], self.now)
        self._retell(self.host.get(f"/games/{self.code}/actions/")["results"][0])
        self._note_who_is_asked(game)

    # Turns

    def _answer(self, person: Person, hours: int) -> None:
        """One turn of a person, who answers at once or hours later, or begins and forgets about it."""
        if hours == AT_ONCE:
            self.tell(f"{person.name} answers at once, so no mail is needed.")
        elif hours == UNTIL_REMINDED:
            self.tell(f"{person.name} lets most of three days go by.")
            self._pass_time(TURN * (1 - SHARE_LEFT_AT_REMINDER) + timedelta(hours=1))
        elif hours == FALLS_ASLEEP:
            return self._fall_asleep(person)
        else:
            self._pass_time(timedelta(hours=hours))
        return self.finish_turn(person)

    def _fall_asleep(self, person: Person) -> None:
        self._act(person, self._game(person))
        self.ledger.began(person.name)
        self.tell(f"{person.name} is called away in the middle of the turn and does not come back in time.")
        self._pass_time(TURN + timedelta(seconds=30))
        seat = self._names.index(person.name)
        self._wait(lambda: self._game(person)["seats"][seat]["timeouts"] == 1, "the late turn is not ended")
        self.tell(f"Time is up: the house ends the turn for {person.name}.")
        self._hear(person)
        game = self._game(person)
        self._after_turn(person.name, game, self.people)

    def finish_turn(self, person: Person) -> None:
        """What is left of a turn."""
        game = self._game(person)
        while game["legal_actions"]:
            game = self._act(person, game)
        self._after_turn(person.name, game, [each for each in self.people if each is not person])

    def _act(self, person: Person, game: Json) -> Json:
        """One action, as clever as a bot that sees what this person sees; the table afterwards."""
        legal = [each["action"] for each in game["legal_actions"]]
        action = bots.choose("greedy", self._rules, game["view"], legal, Rng(b"demo", f"{game['version']}"))
        prompt = game["seats"][game["your_seat"] - 1]["prompt"]
        answer = person.post(f"/games/{self.code}/actions/", {"prompt": prompt, "action": action})
        self._known = answer["number"]
        self._retell(answer)
        after: Json = answer["game"]
        return after

    def _let_the_bot_play(self) -> Json:
        """Wait until a person is asked, or all is over; the match as the host sees it."""
        self._wait(lambda: not self._bot_is_asked(), "the bot does not play")
        before = self._known
        self._hear(self.host)
        game = self._game(self.host)
        if self._known > before:
            self._after_turn(None, game, self.people)
        return game

    def _bot_is_asked(self) -> bool:
        return any(seat["prompt"] is not None and seat["player"]["bot"] for seat in self._game(self.host)["seats"])

    def _after_turn(self, name: str | None, game: Json, to_be_told: list[Person]) -> None:
        """Bring the ledger up to date: whose turn has ended, and who is asked now, or has to hear of the end."""
        if name:
            self.ledger.ended(name)
        if game["status"] == "finished":
            self.ledger.over([person.name for person in to_be_told], self.now)
        else:
            self._note_who_is_asked(game)

    def _note_who_is_asked(self, game: Json) -> None:
        for person in self.people:
            seat = game["seats"][self._names.index(person.name)]
            if seat["prompt"] is not None:
                self.ledger.asked(person.name, self.now, self.now + TURN, SHARE_LEFT_AT_REMINDER)

    # Time and mail

    @property
    def now(self) -> datetime:
        """The time of day on stage."""
        return self.site.clock.now()

    def _pass_time(self, duration: timedelta) -> None:
        """Move the clock, stopping wherever mails are due until they have come."""
        end = self.now + duration
        while (stop := self.ledger.next_stop()) and stop <= end:
            if stop - self.now > LONG:
                self._look_out_before(stop)
            self.site.clock.move_to(stop)
            self.ledger.arrive(self.now)
            if not self.site.mailbox.wait_for(lambda mails: len(mails) >= len(self.ledger.expected), self._patience):
                self._patience = 1.0  # it has gone wrong; the rest need not take long
            self._collect()
        self.site.clock.move_to(end)

    def _look_out_before(self, stop: datetime) -> None:
        """Just before the next mail is due: what comes now comes too early."""
        self.site.clock.move_to(stop - 2 * TOGETHER)
        self.site.let_sweeps_pass()
        self._collect()

    def _collect(self) -> None:
        mails = self.site.mailbox.mails[len(self.arrived) :]
        for mail in mails:
            letter = Letter(len(self.ledger.stops), mail.to.partition("@")[0].title(), kinds_of(mail))
            self.arrived.append((letter, mail))
            self._show_mail(letter, mail)
        if mails:
            self._say("")

    # Telling

    def tell(self, text: str) -> None:
        """One line of the story, with the time of day on stage."""
        self._say(f"{words.when(self.now, self.began):>13}  {text[:1].upper()}{text[1:]}")

    def _retell(self, item: Json) -> None:
        for text in words.sentences(item, self._names):
            self.tell(text)

    def _hear(self, person: Person) -> None:
        """What happened since, as this person may see it."""
        for item in person.get(f"/games/{self.code}/actions/?after={self._known}")["results"]:
            self._known = item["number"]
            self._retell(item)

    def _show_table(self, game: Json) -> None:
        self.tell(f"The table as {self.host.name} sees it:")
        for line in words.table(game["view"], self._names):
            self._say(f"{'':15}  {line}")

    def _show_mail(self, letter: Letter, mail: Mail) -> None:
        heads = {
            "to": mail.to,
            "subject": mail.subject,
            "message-id": mail.id,
            "reason": " + ".join(letter.kinds) or "unknown",
        }
        self._say(f"\n{words.when(mail.at, self.began):>13}  MAIL")
        for name, value in heads.items():
            self._say(f"{name:>13}: {value}")
        for line in [line for line in mail.text.partition(SIGNATURE)[0].splitlines() if line.strip()]:
            self._say(f"{'':15}| {line}")

    # Looking

    def _game(self, person: Person) -> Json:
        return person.get(f"/games/{self.code}/")

    def _asked(self, game: Json) -> Person:
        return next(each for each in self.people if game["seats"][self._names.index(each.name)]["prompt"] is not None)

    def _wait(self, done: Callable[[], bool], complaint: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not done():
            if time.monotonic() > deadline:
                raise StageError(complaint)
            time.sleep(0.05)


def is_told_the_end(letters: list[Letter]) -> bool:
    """Whether the match came to an end that somebody was told of."""
    return any(FINISHED in letter.kinds for letter in letters)
