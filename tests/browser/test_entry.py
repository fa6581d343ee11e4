"""The ways in: from sign-up to the first match of one's own, and from guest to member with the match kept."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.people import PASSWORD
from tests.browser.site import BrowserSite
from tests.live.site import wait_until

CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})", re.MULTILINE)


def fill_in(page: Page, name: str) -> None:
    """Name, address and password."""
    page.locator("#id_username").fill(name)
    page.locator("#id_email").fill(f"{name.lower()}@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main form button[type=submit]").click()


def prove(page: Page, site: BrowserSite, name: str) -> None:
    """Type the code from the mail."""
    mails = wait_until(lambda: site.mailbox.of(f"{name.lower()}@example.org"), "a mail with a code")
    code = CODE.search(mails[-1].text)
    assert code is not None
    page.locator("#id_code").fill(code[1])
    page.locator("main form button[type=submit]").first.click()


def test_from_sign_up_to_the_first_match_of_ones_own(site: BrowserSite, window: Open) -> None:
    page = window()
    page.goto("/")
    page.get_by_role("link", name="Sign up").last.click()
    fill_in(page, "Cleo")
    prove(page, site, "Cleo")
    expect(page.locator("summary", has_text="Cleo")).to_be_visible()
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Start a table").first.click()
    page.locator('[name="bots"]').select_option("1")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()


def test_a_guest_who_signs_up_keeps_the_match(site: BrowserSite, window: Open) -> None:
    page = window()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()
    table = page.url
    page.goto("/accounts/keep/")
    fill_in(page, "Dora")
    prove(page, site, "Dora")
    expect(page.locator("summary", has_text="Dora")).to_be_visible()
    page.goto(table)
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()
