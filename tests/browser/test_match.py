"""A whole match in two windows: one with the keyboard alone on a phone, one without scripts; a bot sits between."""

from functools import partial

import pytest
from playwright.sync_api import expect

from games.demo.person import Person
from tests.browser.conftest import Open
from tests.browser.players import Keyboard, Plain, greedy, look
from tests.browser.site import BrowserSite
from tests.live.play import asked, prompt_of
from tests.live.site import wait_until


def open_table(ann: Keyboard, slug: str) -> str:
    """A table for three with one bot, opened by keyboard; its code."""
    ann.page.goto(f"/games/new/?ruleset={slug}")
    ann.choose("seats", "3")
    ann.choose("bots", "1")
    ann.press("main form button")
    ann.page.wait_for_selector("#link")
    return ann.page.url.rstrip("/").rpartition("/")[2]


def has_moved(person: Person, code: str, version: int) -> bool:
    return bool(person.get(f"/games/{code}/")["version"] > version)


@pytest.mark.parametrize("slug", ["jack-in-the-pot", "jest", "same-one"])
def test_two_people_and_a_bot_play_a_whole_match(site: BrowserSite, window: Open, slug: str) -> None:
    ann, ben = Keyboard(window("Ann")), Plain(window("Ben", java_script_enabled=False))
    people = site.person("Ann"), site.person("Ben")
    code = open_table(ann, slug)
    ben.page.goto(f"/games/{code}/")
    ben.page.get_by_role("button", name="Take a seat").click()
    while (game := people[0].get(f"/games/{code}/"))["status"] == "active":
        person = asked(game, *people)
        if person is None:
            wait_until(partial(has_moved, people[0], code, game["version"]), "the bot plays")
            continue
        game = person.get(f"/games/{code}/")
        if person is people[0]:
            look(ann.page)
        (ann if person is people[0] else ben).act(greedy(person, game), prompt_of(game))
    look(ann.page)
    ben.page.reload()
    for page in (ann.page, ben.page):
        expect(page.get_by_role("region", name="Result")).to_be_visible()
