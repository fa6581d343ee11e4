"""Debian's Chromium, without anything that it would do by itself."""

import contextlib
import os
from collections.abc import Iterator

from playwright.sync_api import Browser, ViewportSize, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 860}


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """The browser for the length of a block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
