"""Every screen of the site, and what a browser finds out about one."""

from playwright.sync_api import Page

from tests.browser.site import BrowserSite

# Who looks, and where; "{turn}" is the code of a table of the scene.
STRANGER = (
    *("/", "/rules/", "/rules/jack-in-the-pot/", "/rules/same-one/", "/rules/jest/", "/rules/set-the-reels/"),
    *("/fairness/", "/credits/", "/offline/", "/nowhere/", "/players/Ann/", "/ladder/jack-in-the-pot/"),
    *("/games/{turn}/", "/games/{free}/", "/games/{done}/", "/games/{done}/replay/?step=9"),
    *("/accounts/login/", "/accounts/signup/", "/accounts/login/code/", "/accounts/password/reset/"),
    *("/accounts/password/reset/done/", "/dev/mails/", "{unsubscribe}", "{play}"),
)
MEMBER = (
    *("/", "/games/new/", "/games/{turn}/", "/games/{open}/", "/games/{free}/", "/games/{done}/", "/games/{turn}/log/"),
    *("/games/{turn}/resign/", "/games/{turn}/report/", "/games/{turn}/mute/", "/games/{done}/replay/?step=999"),
    *("/games/{duel}/", "/players/Ben/", "/ladder/jack-in-the-pot/"),
    *("/games/{offer}/", "/games/{take}/", "/games/{jest}/", "/games/{jest}/replay/?step=9&seat=2"),
    *("/games/{nine}/", "/games/{nine}/orders/", "/games/{same}/", "/games/{same}/replay/?step=20"),
    *("/games/{reels}/", "/games/{placing}/", "/games/{slots}/", "/games/{slots}/replay/?step=30&seat=1"),
    *("/settings/", "/settings/notices/", "/settings/mails/", "/settings/devices/", "/settings/developers/"),
    *("/settings/holidays/", "/settings/calendar/", "/settings/blocked/", "/settings/blocked/add/?username=Ben"),
    *("/settings/tokens/", "/settings/data/", "/settings/close/", "/accounts/email/", "/accounts/password/change/"),
    *("/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/sessions/", "/accounts/reauthenticate/"),
    "/accounts/logout/",
)
GUEST = ("/", "/ladder/jack-in-the-pot/", "/accounts/keep/", "/settings/", "/settings/devices/")
SCREENS = [(who, path) for who, paths in (("", STRANGER), ("Ann", MEMBER), ("guest", GUEST)) for path in paths]
NOT_FOUND = "/nowhere/"

# Everything that is read on a page, except names and what people have written.
WORDS = """() => {
  const skipped = 'script, style, bdi, code, pre, [translate=no], .mono, .said, .number, [lang], option, time';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const near = node.parentElement.closest(skipped);
    if (!near || near === document.documentElement) found.push(node.textContent.trim().replace(/\\s+/g, ' '));
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const each of document.querySelectorAll(`body [${name}]`)) found.push(each.getAttribute(name).trim());
  }
  return [document.title, ...found].filter((text) => /\\p{L}{2}/u.test(text));
}"""
OVERFLOW = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return '';
  const sticksOut = (each) => each.getBoundingClientRect().right > root.clientWidth + 1;
  const wide = [...document.body.querySelectorAll('*')].find(sticksOut);
  return `${root.scrollWidth} > ${root.clientWidth}: ${wide ? wide.outerHTML.slice(0, 160) : ''}`;
}"""

# What a finger cannot hit: less than 44 px, unless it is a link in a sentence, or the whole card around it is one.
SMALL = """() => {
  const typed = 'input:not([type=hidden], [type=checkbox], [type=radio])';
  const pressed = `a[href]:not(.skip, .game-link), button, summary, select, ${typed}`;
  const own = (each) => each.parentElement.textContent.trim() === each.textContent.trim();
  const alone = (each) => getComputedStyle(each).display !== 'inline' || own(each);
  const small = ({ width, height }) => width > 0 && (width < 43.5 || height < 43.5);
  const shown = [...document.querySelectorAll(pressed)].filter((each) => each.checkVisibility());
  const missed = shown.filter((each) => alone(each) && small(each.getBoundingClientRect()));
  return missed.map((each) => each.outerHTML.slice(0, 160));
}"""


def address(site: BrowserSite, path: str) -> str:
    """The path of a screen of this site."""
    return path.format(**site.scene["codes"], **site.scene["links"])


def visit(page: Page, site: BrowserSite, path: str) -> None:
    """Go there; it must be there."""
    answer = page.goto(address(site, path), wait_until="load")
    assert answer is not None
    assert answer.status == (404 if path == NOT_FOUND else 200), (path, answer.status)
    assert page.url.removeprefix(site.url) == address(site, path), f"{path} leads elsewhere: {page.url}"
