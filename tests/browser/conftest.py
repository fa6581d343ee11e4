"""A site of real processes and Debian's Chromium; each window is a context of its own, and tells of its errors."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.chromium import CHROMIUM, PHONE, launched
from tests.browser.site import BrowserSite, opened

PATIENCE = 30_000
# Said of what the tests do themselves, and of an update that makes way for a move.
EXPECTED = ("Service Worker registration blocked", "htmx:sendAbort", "htmx:afterRequest")

Open = Callable[..., Page]


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserSite]:
    with opened(tmp_path_factory.mktemp("browser-site")) as site:
        yield site


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For this package only: other tests cannot ask Django's database while Playwright's loop runs."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"the browser tests need {CHROMIUM}; on Debian: apt-get install chromium", pytrace=False)
    with launched() as browser:
        yield browser


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
