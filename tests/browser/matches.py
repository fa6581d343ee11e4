"""Matches of Ann and Ben as other browser tests need them, and what time has done to them."""

import re
from typing import NamedTuple

from games.demo.person import Json
from tests.browser.players import greedy
from tests.browser.site import BrowserSite
from tests.live.play import answer, open_match, prompt_of

LONG_AGO = """
UPDATE games_turn SET started_at = started_at - interval '2 days'
WHERE ended_at IS NULL AND game_id = (SELECT id FROM games_game WHERE code = %s) AND seat = %s
"""
LATE = """
UPDATE games_seat SET offered_at = now(), late_in_row = 3
WHERE game_id = (SELECT id FROM games_game WHERE code = %s) AND number = %s
"""
SEND = "from accounts import relay; relay.run()"


class Reminded(NamedTuple):
    """A match in which Ben is asked, as he sees it, and what the mail says by which Ann has reminded him."""

    game: Json
    said: str


def match_of_ben(site: BrowserSite, **wish: object) -> Json:
    """A match of Ann and Ben in which Ben is asked, as Ben sees it."""
    ann, ben = site.person("Ann"), site.person("Ben")
    game = ben.get(f"/games/{open_match(ann, ben, **wish)['id']}/")
    while not game["legal_actions"]:
        before = ann.get(f"/games/{game['id']}/")
        answer(ann, game["id"], prompt_of(before), greedy(ann, before))
        game = ben.get(f"/games/{game['id']}/")
    return game


def let_ben_dawdle(site: BrowserSite, game: Json) -> None:
    """Ben has been asked for two days."""
    site.sql(LONG_AGO, game["id"], game["your_seat"])


def let_ben_be_late(site: BrowserSite, game: Json) -> None:
    """Ben was late so often that his seat is offered to others, as the worker would have found."""
    site.sql(LATE, game["id"], game["your_seat"])


def reminders(site: BrowserSite, game: Json) -> list[str]:
    """How Ann has reminded Ben of this match, once all that is due has gone out; a mail may tell of others, too."""
    site.manage("shell", "--verbosity", "0", "-c", SEND)
    here = re.compile(rf"^Ann kindly reminds you(?:(?!^- - -$).)*/games/{game['id']}/$", re.MULTILINE | re.DOTALL)
    return [said for mail in site.mailbox.of("ben@example.org") for said in here.findall(mail.text)]


def reminded_ben(site: BrowserSite) -> Reminded:
    """Ann reminds Ben of a match in which he is asked, and he has the mail."""
    game = match_of_ben(site)
    let_ben_dawdle(site, game)
    site.person("Ann").post(f"/games/{game['id']}/nudge/", {"seat": game["your_seat"]})
    (said,) = reminders(site, game)
    return Reminded(game, said)
