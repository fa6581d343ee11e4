"""Takes the pictures of the README anew: `python -m jackpot_site.embedded run python -m tests.browser.pictures`."""

import tempfile
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize

from games.demo.stage import BASE_DIR
from tests.browser.chromium import PHONE, launched
from tests.browser.screens import visit
from tests.browser.site import BrowserSite, opened

FOLDER = BASE_DIR / "docs" / "screenshots"
TABLE: ViewportSize = {"width": 1360, "height": 880}
DESK: ViewportSize = {"width": 1120, "height": 620}


class Picture(NamedTuple):
    """What to show, how wide, and in which light."""

    name: str
    path: str
    size: ViewportSize
    light: Literal["light", "dark"]


PICTURES = (
    Picture("home.png", "/", DESK, "light"),
    Picture("table-phone.png", "/games/{nine}/", PHONE, "dark"),
    Picture("table.jpg", "/games/{turn}/", TABLE, "light"),
    Picture("reels.jpg", "/games/{reels}/", TABLE, "dark"),
)


def take(browser: Browser, site: BrowserSite, picture: Picture) -> None:
    """One picture, once everything stands still."""
    wish: dict[str, Any] = {"viewport": picture.size, "color_scheme": picture.light, "reduced_motion": "reduce"}
    context = browser.new_context(base_url=site.url, locale="en", service_workers="block", **wish)
    context.add_cookies([{"name": "sessionid", "value": site.scene["sessions"]["Ann"], "url": site.url}])
    page = context.new_page()
    visit(page, site, picture.path)
    page.screenshot(path=FOLDER / picture.name)
    context.close()


def main() -> None:
    """All of them."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as site, launched() as browser:
        for picture in PICTURES:
            take(browser, site, picture)


if __name__ == "__main__":
    main()
