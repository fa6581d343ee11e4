"""Set the Reels on a phone: a whole match, by keyboard with scripts and by touch without, against two bots."""

from functools import partial

from playwright.sync_api import Page, expect

from games.demo.person import Json, Person
from tests.browser.conftest import Open
from tests.browser.players import Keyboard, Plain, greedy, look
from tests.browser.site import BrowserSite
from tests.live.play import prompt_of
from tests.live.site import wait_until

SLUG = "set-the-reels"
RADIO = ("play", "upgrade", "buy")


class KeyboardAtTheMachine(Keyboard):
    """Chooses cards by the arrow keys."""

    def act(self, action: str, prompt: int) -> None:
        words = action.split()
        if words[0] in RADIO or words[:2] == ["token", "upgrade"]:
            self.page.wait_for_selector(f'#match input[name="prompt"][value="{prompt}"]', state="attached")
            self.press("#hand-1", "Space")
            for _ in range(int(words[-1]) - 1):
                self.page.keyboard.press("ArrowRight")
            expect(self.page.locator(f"#hand-{words[-1]}")).to_be_checked()
            super().act(" ".join(words[:-1]), prompt)
        else:
            super().act(action, prompt)


class PlainAtTheMachine(Plain):
    """Touches cards, and fills in the small forms."""

    def act(self, action: str, prompt: int) -> None:
        words = action.split()
        if words[0] in RADIO or words[:2] == ["token", "upgrade"]:
            self.page.reload()
            self.page.locator(f"label:has(#hand-{words[-1]})").tap()
            self.page.locator(f'#match button[value="{" ".join(words[:-1])}"]').tap()
        elif words[:2] == ["token", "move"]:
            self.page.reload()
            self.page.locator("#move-from").select_option(words[2])
            self.page.locator("#move-to").select_option(words[3])
            self.page.get_by_role("button", name="Move it").tap()
        else:
            super().act(action, prompt)
        expect(self.page.locator(f'#match input[name="prompt"][value="{prompt}"]')).to_have_count(0)


def wish(person: Person, game: Json) -> str:
    """What the bot would do, but that it takes moves while it has none, so that they are tried."""
    legal = [each["action"] for each in game["legal_actions"]]
    view = game["view"]
    if "reward move" in legal and not view["tokens"][view["your_seat"] - 1]["move"]:
        return "reward move"
    moves = [action for action in legal if action.startswith("token move")]
    return moves[0] if moves and view["round"] % 2 == 0 else greedy(person, game)


def asked(person: Person, code: str) -> bool:
    game = person.get(f"/games/{code}/")
    return game["status"] != "active" or bool(game["legal_actions"])


def too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_a_whole_match_on_a_phone_by_keyboard_and_by_touch_without_scripts(site: BrowserSite, window: Open) -> None:
    keys = KeyboardAtTheMachine(window("Ann"))
    touch = PlainAtTheMachine(window("Ann", java_script_enabled=False, has_touch=True))
    ann = site.person("Ann")
    code = ann.post("/games/", {"ruleset": SLUG, "seats": 2, "bots": ["greedy"]})["id"]
    for page in (keys.page, touch.page):
        page.goto(f"/games/{code}/")
    while True:
        wait_until(partial(asked, ann, code), "the bot plays")
        game = ann.get(f"/games/{code}/")
        if game["status"] != "active":
            break
        with_keys = game["view"]["round"] % 2
        if with_keys:
            look(keys.page)
        (keys if with_keys else touch).act(wish(ann, game), prompt_of(game))
        assert not too_wide(keys.page)
    look(keys.page)
    touch.page.reload()
    for page in (keys.page, touch.page):
        expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_choosing_a_card_shows_the_three_that_would_be_played(site: BrowserSite, window: Open) -> None:
    page = window("Ann", refusals=True, has_touch=True)
    ann = site.person("Ann")
    code = ann.post("/games/", {"ruleset": SLUG, "seats": 2, "bots": ["greedy"]})["id"]
    wait_until(partial(asked, ann, code), "the bot plays")
    page.goto(f"/games/{code}/")
    page.locator("label:has(#hand-4)").tap()
    raised = ".hand > li .reel-card"
    found = page.locator(raised).evaluate_all("cards => cards.map(card => getComputedStyle(card).translate !== 'none')")
    assert [place for place, up in enumerate(found, 1) if up] == [4, 5, 6]
    page.locator("label:has(#hand-10)").tap()
    page.locator("#lever").tap()
    expect(page.locator("#notice")).to_contain_text("two more to its right")
