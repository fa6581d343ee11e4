"""A site of real processes and Debian's Chromium; each window is a context of its own, and tells of its errors."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from accounts import clock
from games.demo.mailbox import Mailbox
from games.demo.stage import fresh_database
from tests.browser.site import BrowserSite
from tests.live.site import SERVER_URL

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
PATIENCE = 30_000
# Said of what the tests do themselves, and of an update that makes way for a move.
EXPECTED = ("Service Worker registration blocked", "htmx:sendAbort")
PHONE = {"width": 360, "height": 740}

Open = Callable[..., Page]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserSite]:
    folder = tmp_path_factory.mktemp("browser-site")
    name = f"jackpot_browser_{os.getpid()}"
    with Mailbox(clock.now) as mailbox, fresh_database(SERVER_URL, name) as database_url:
        site = BrowserSite(folder, database_url, mailbox)
        try:
            site.open()
            yield site
        finally:
            site.end()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For this package only: other tests cannot ask Django's database while Playwright's loop runs."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"the browser tests need {CHROMIUM}; on Debian: apt-get install chromium", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def window(site: BrowserSite, browser: Browser) -> Iterator[Open]:
    """`window("Ann", width=360, ...)`: a page of a new context; what a page of it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
            complaints.append(f"{message.location.get('url')}: {message.text}")

    def open_window(who: str = "", *, refusals: bool = False, **wish: Any) -> Page:
        defaults = {"base_url": site.url, "viewport": PHONE, "service_workers": "block", "locale": "en"}
        context = browser.new_context(**(defaults | wish))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if who:
            context.add_cookies([{"name": "sessionid", "value": site.scene["sessions"][who], "url": site.url}])
        if not refusals:
            context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context.new_page()

    yield open_window
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(autouse=True)
def in_english(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever language a test has chosen for everybody, the next begins in English."""
    yield
    if "site" in request.fixturenames:
        request.getfixturevalue("site").read("en")
