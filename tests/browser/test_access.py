"""axe finds nothing on any screen, in the light or in the dark."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.screens import SCREENS, visit
from tests.browser.site import BrowserSite

AXE: Any = Axe()


def violations(page: Page, where: str) -> list[str]:
    """A line for each element that breaks a rule."""
    found = AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{where}: {rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("who", ["", "Ann", "guest"])
def test_axe_finds_no_violation_in_either_theme(site: BrowserSite, window: Open, who: str) -> None:
    page, found = window(who, refusals=True, reduced_motion="reduce"), []
    for path in [path for seen_by, path in SCREENS if seen_by == who]:
        page.emulate_media(color_scheme="light")
        visit(page, site, path)
        found += violations(page, f"{path} light")
        page.emulate_media(color_scheme="dark")
        found += violations(page, f"{path} dark")
    assert not found, "\n".join(found)
