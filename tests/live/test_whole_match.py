"""Three people and a bot finish a match over days; nobody looks at the site before a mail says so."""

import os

from games.demo.ledger import YOUR_TURN
from games.demo.performance import invite
from games.demo.person import Person
from games.demo.report import exact
from games.demo.stage import stage
from games.demo.story import Story
from tests.live.site import SERVER_URL

HOURS = (1, 9, 30, 4) * 100


class ByMail(Story):
    """People who play when, and only when, a mail has called them to this table."""

    calls = 0

    def finish_turn(self, person: Person) -> None:
        letter, mail = [pair for pair in self.arrived if pair[1].to == person.email][-1]
        assert YOUR_TURN in letter.kinds
        assert f"{self.site.url}/games/{self.code}/" in mail.text
        self.calls += 1
        super().finish_turn(person)


def test_three_people_and_a_bot_finish_a_match_called_by_mail() -> None:
    told: list[str] = []
    with stage(f"jackpot_live_match_{os.getpid()}", SERVER_URL, dict(os.environ)) as site:
        story = ByMail(site, invite(site, ["Ann", "Ben", "Cleo"]), told.append, HOURS)
        story.play()
        game = story.host.get(f"/games/{story.code}/")
    assert game["status"] == "finished"
    assert exact(story.ledger.expected, [letter for letter, _ in story.arrived]), told
    assert story.calls == sum(YOUR_TURN in letter.kinds for letter, _ in story.arrived)
    assert (story.now - story.began).days >= 3
    assert len({mail.id for _, mail in story.arrived}) == len(story.arrived)
