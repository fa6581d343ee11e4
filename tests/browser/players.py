"""Two ways to play: with the keyboard alone, and in a browser without scripts."""

from playwright.sync_api import Page, expect

from games import bots
from games.demo.person import Json, Person
from games.rules.registry import newest
from games.rules.rng import Rng

MOST_STEPS = 150
FOCUSED = "wanted => document.activeElement !== null && document.activeElement.matches(wanted)"
DRAWN = "before => { const m = document.getElementById('match'); return m && m.getAttribute('hx-get') !== before; }"
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')"


def greedy(person: Person, game: Json) -> str:
    """What a greedy bot would do in this person's seat."""
    legal = [each["action"] for each in game["legal_actions"]]
    return bots.choose("greedy", newest(game["ruleset"]), game["view"], legal, Rng(bytes(32), str(game["version"])))


def look(page: Page) -> None:
    """Come back to the window: the page asks what has happened meanwhile."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


class Keyboard:
    """Nothing but keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str, key: str = "Enter") -> None:
        """Go from one thing to the next until this one has the focus, and press it."""
        for _ in range(MOST_STEPS):
            if self.page.evaluate(FOCUSED, selector):
                self.page.keyboard.press(key)
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not get to {selector}")

    def choose(self, name: str, value: str, words: str = "") -> None:
        """One value of a list, by typing how its words begin (where they are not the value itself)."""
        box = f'select[name="{name}"]'
        for _ in range(MOST_STEPS):
            if self.page.evaluate(FOCUSED, box):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.type(words or value)
        expect(self.page.locator(box)).to_have_value(value)

    def act(self, action: str, prompt: int) -> None:
        """Do this, and see that the table has changed."""
        self.page.wait_for_selector(f'#match input[name="prompt"][value="{prompt}"]', state="attached")
        before = self.page.locator("#match").get_attribute("hx-get")
        verb, *cards = action.split()
        if verb == "discard":
            for place in places(self.page, cards):
                self.press(f"#{place}", "Space")
            self.press("#discard-button")
        else:
            self.press(f'#match button[value="{action}"]')
        self.page.wait_for_function(DRAWN, arg=before)
        self.page.wait_for_function(SETTLED)


class Plain:
    """A browser without scripts: links, forms, and loading the page again."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def act(self, action: str, prompt: int) -> None:
        """Do this on the page as the server has drawn it."""
        self.page.reload()
        verb, *cards = action.split()
        if verb == "discard":
            for place in places(self.page, cards):
                self.page.locator(f"label:has(#{place})").click()
            self.page.locator("#discard-button").click()
        else:
            self.page.locator(f'#match button[value="{action}"]').click()
        expect(self.page.locator(f'#match input[name="prompt"][value="{prompt}"]')).to_have_count(0)


def places(page: Page, cards: list[str]) -> list[str]:
    """The ids of boxes for these cards, each box once."""
    found: list[str] = []
    for card in cards:
        boxes = page.locator(f'#discard input[value="{card}"]').all()
        ids = [box.get_attribute("id") or "" for box in boxes]
        found.append(next(each for each in ids if each not in found))
    return found
