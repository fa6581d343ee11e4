"""The table: how heavy it is, how still, and what becomes of late, double and lost answers."""

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.chromium import DESK, PHONE
from tests.browser.conftest import Open
from tests.browser.players import DRAWN
from tests.browser.screens import address
from tests.browser.site import BrowserSite

MOST_BYTES, MOST_REQUESTS, MOST_SHIFT = 150_000, 15, 0.01
SHIFTS = """
window.shift = 0;
window.shifted = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) {
    window.shift += each.value;
    for (const { node } of each.sources) window.shifted.push(node?.outerHTML?.slice(0, 120) ?? String(node));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
KEPT = "async () => Boolean(await (await caches.open('copies-1')).match(location.href, { ignoreVary: true }))"
ALLOWED = '#match button.take:not([aria-disabled="true"])'


def new_match(page: Page) -> str:
    """A match of a new guest against a bot, in which the guest is asked; the address of the table."""
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.locator(ALLOWED).first.wait_for()
    return page.url


def version(page: Page) -> int:
    """How many things have happened at this table."""
    return int((page.locator("#match").get_attribute("hx-get") or "").rpartition("=")[2].partition("-")[0])


def test_the_first_view_of_a_table_is_light_and_still(site: BrowserSite, window: Open) -> None:
    page = window("Ann", service_workers="allow")
    wire = page.context.new_cdp_session(page)
    sizes: list[int] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.add_init_script(SHIFTS)
    page.goto(f"/games/{site.code('turn')}/", wait_until="networkidle")
    weight, shift = sum(sizes), page.evaluate("window.shift")
    print(f"first view of a table: {weight / 1000:.1f} kB in {len(sizes)} requests, layout shift {shift:.4f}")
    assert weight <= MOST_BYTES
    assert 3 < len(sizes) < MOST_REQUESTS
    assert shift < MOST_SHIFT, page.evaluate("window.shifted")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["/", "/games/{turn}/"], ids=["home", "table"])
def test_nothing_shifts_when_scripts_come_late(
    site: BrowserSite, window: Open, path: str, size: ViewportSize, language: str
) -> None:
    site.read(language)
    page = window("Ann", viewport=size)
    late: list[Route] = []
    page.route("**/*.js", lambda route: late.append(route))
    page.add_init_script(SHIFTS)
    page.goto(address(site, path), wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    page.locator("[data-relative]").first.wait_for()
    while late:
        late.pop().continue_()
        page.wait_for_timeout(0)
    page.locator(".hint").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shift") < MOST_SHIFT, page.evaluate("window.shifted")


def test_nothing_moves_for_those_who_want_no_motion(site: BrowserSite, window: Open) -> None:
    page = window("Ann", reduced_motion="reduce")
    moving = "document.getAnimations().filter((each) => each.playState === 'running').length"
    for path in ("/", f"/games/{site.code('turn')}/", f"/games/{site.code('done')}/"):
        page.goto(path)
        assert page.evaluate(moving) == 0, path


def test_a_stale_tab_is_told_and_shows_the_table_as_it_is(site: BrowserSite, window: Open) -> None:
    page = window(refusals=True)
    address = new_match(page)
    stale = page.context.new_page()
    stale.route("**/live/*", lambda route: route.fulfill(status=204))
    stale.goto(address)
    for each, place in ((page, -1), (stale, 0)):
        before = each.locator("#match").get_attribute("hx-get")
        each.locator(ALLOWED).nth(place).click()
        each.wait_for_function(DRAWN, arg=before)
    expect(stale.locator("#notice")).to_contain_text("Nothing was changed.")
    expect(stale.locator("#notice")).to_be_visible()


def test_a_double_click_acts_once(site: BrowserSite, window: Open) -> None:
    page = window(refusals=True)
    address = new_match(page)
    posts: list[str] = []
    page.on("requestfinished", lambda request: posts.append(request.url) if request.method == "POST" else None)
    before, shown = version(page), page.locator("#match").get_attribute("hx-get")
    page.locator(ALLOWED).last.dblclick(delay=0)
    page.wait_for_function(DRAWN, arg=shown)
    page.wait_for_load_state("networkidle")
    log = page.request.get(f"/api/v1{address.removeprefix(site.url)}actions/?after={before}").json()["results"]
    mine = [each["number"] for each in log if each["by"] == "player" and each["number"] > before]
    assert len(mine) == 1, (mine, posts)


def test_the_back_button_shows_no_old_table(site: BrowserSite, window: Open) -> None:
    page = window()
    address = new_match(page)
    before, shown = version(page), page.locator("#match").get_attribute("hx-get")
    page.locator(ALLOWED).last.click()
    page.wait_for_function(DRAWN, arg=shown)
    page.goto("/rules/")
    page.go_back()
    expect(page).to_have_url(address)
    assert version(page) > before


def test_without_a_network_a_copy_of_the_table_says_that_it_is_one(site: BrowserSite, window: Open) -> None:
    page = window("Ann", service_workers="allow", refusals=True)
    address = f"/games/{site.code('turn')}/"
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.active.state)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto(address)
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator("[data-offline]")).to_contain_text("You are offline. This is a copy from")
    expect(page.locator("[data-offline]")).to_be_visible()
    assert page.locator("main button:enabled").count() == 0
