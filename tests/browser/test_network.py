"""Bad networks: streams that are blocked, connections that are lost, answers that never arrive."""

from playwright.sync_api import Page, Route, expect

from games.demo.person import Json
from tests.browser.conftest import Open
from tests.browser.matches import match_of_ben
from tests.browser.players import DRAWN, greedy
from tests.browser.site import BrowserSite
from tests.live.play import answer, prompt_of

STREAM, ASKING, PLAYING = "**/stream/", "**/live/**", "**/games/*/actions/"
# A little longer than a table waits before it asks by itself.
A_WHILE = 16_000


def let_ben_play(site: BrowserSite, game: Json) -> None:
    ben = site.person("Ben")
    status, _ = answer(ben, game["id"], prompt_of(game), greedy(ben, game))
    assert status == 201


def shown(page: Page) -> str:
    """What the page knows of the table."""
    return page.locator("#match").get_attribute("hx-get") or ""


def test_where_streams_are_blocked_the_table_asks_by_itself(site: BrowserSite, window: Open) -> None:
    page, game = window("Ann", refusals=True), match_of_ben(site)
    page.route(STREAM, lambda route: route.abort())
    page.clock.install()
    page.goto(f"/games/{game['id']}/")
    before = shown(page)
    let_ben_play(site, game)
    page.clock.fast_forward(A_WHILE)
    page.wait_for_function(DRAWN, arg=before)


def test_a_lost_connection_is_shown_and_heals_with_what_was_missed(site: BrowserSite, window: Open) -> None:
    page, game = window("Ann", refusals=True), match_of_ben(site)
    for path in (STREAM, ASKING):
        page.route(path, lambda route: route.abort())
    page.goto(f"/games/{game['id']}/")
    expect(page.locator("#connection-lost")).to_be_visible()
    before = shown(page)
    let_ben_play(site, game)
    for path in (STREAM, ASKING):
        page.unroute(path)
    expect(page.locator("#connection-lost")).to_be_hidden()
    page.wait_for_function(DRAWN, arg=before)


def test_an_answer_lost_on_the_way_can_be_given_again(site: BrowserSite, window: Open) -> None:
    page, game = window("Ben", refusals=True), match_of_ben(site)
    page.goto(f"/games/{game['id']}/")
    page.route(STREAM, lambda route: route.abort())
    page.route(ASKING, lambda route: route.abort())
    page.route(PLAYING, lose_the_answer, times=1)
    before, pile = shown(page), page.locator('#match button[value="take pile"]')
    pile.click()
    expect(page.locator("[data-connection]")).to_be_visible()
    pile.click()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator("[data-connection]")).to_be_hidden()
    log = site.person("Ben").get(f"/games/{game['id']}/actions/?after={game['version']}")["results"]
    assert [each["action"] for each in log] == ["take pile"]


def lose_the_answer(route: Route) -> None:
    """The server hears it and acts; the browser never learns."""
    route.fetch()
    route.abort()


def test_while_an_answer_is_on_its_way_the_table_says_so(site: BrowserSite, window: Open) -> None:
    page, game = window("Ben", refusals=True), match_of_ben(site)
    held: list[Route] = []
    page.goto(f"/games/{game['id']}/")
    page.route(PLAYING, lambda route: held.append(route))
    before = shown(page)
    page.locator('#match button[value="take pile"]').click()
    expect(page.locator("#play")).to_have_attribute("aria-busy", "true")
    held.pop().continue_()
    page.wait_for_function(DRAWN, arg=before)
    expect(page.locator('[aria-busy="true"]')).to_have_count(0)
