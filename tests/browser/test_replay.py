"""A match that is over, step by step, and its shuffle worked out by the browser."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import Open
from tests.browser.site import BrowserSite


def test_arrow_keys_go_through_a_replay(site: BrowserSite, window: Open) -> None:
    page = window()
    page.goto(f"/games/{site.code('done')}/")
    page.get_by_role("link", name="Replay").click()
    steps = page.locator("[data-steps] .number")
    for key, step in (("ArrowRight", "1 /"), ("ArrowRight", "2 /"), ("ArrowLeft", "1 /"), ("Home", "0 /")):
        page.wait_for_load_state("load")
        page.keyboard.press(key)
        expect(steps).to_contain_text(step)
    page.wait_for_load_state("load")
    page.keyboard.press("End")
    expect(page).to_have_url(f"{site.url}/games/{site.code('done')}/replay/?step={steps.inner_text().split()[-1]}")
    expect(page.locator(".felt .badge.brass")).to_be_visible()


def test_the_browser_works_out_the_proof_of_the_shuffle(site: BrowserSite, window: Open) -> None:
    page = window()
    page.goto(f"/games/{site.code('done')}/replay/")
    checks = page.locator("#proof [data-check]")
    expect(checks).to_contain_text(["✓ The seed is the one", "✓ Shuffling with this seed gives exactly this deck"])
    expect(page.locator("[data-unable]")).to_be_hidden()


def test_a_forged_proof_is_seen_through(site: BrowserSite, window: Open) -> None:
    page = window()
    page.route("**/proof/", lambda route: route.fulfill(json=route.fetch().json() | {"server_seed": "00" * 32}))
    page.goto(f"/games/{site.code('done')}/replay/")
    expect(page.locator("#proof .bad")).to_have_count(2)


def test_a_deck_in_another_order_is_seen_through_also_when_no_two_cards_are_alike(
    site: BrowserSite, window: Open
) -> None:
    page = window()

    def swap(route: Route) -> None:
        proof = route.fetch().json()
        one, two, *others = proof["deal"]
        route.fulfill(json=proof | {"deal": [two, one, *others]})

    page.route("**/proof/", swap)
    page.goto(f"/games/{site.code('jest')}/replay/")
    expect(page.locator("#proof .good")).to_have_count(1)
    expect(page.locator("#proof .bad")).to_contain_text("Shuffling with this seed gives another deck.")
