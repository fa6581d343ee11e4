"""Messages on a device: what the page says in each case, and what the worker of the site shows."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.site import BrowserSite

# A browser whose message service answers at once; the real one is a company's, elsewhere.
SUBSCRIBES = """
  const keys = { p256dh: %r, auth: 'b25lLi4uLi4uLi4uLi4uLg' };
  const endpoint = 'https://push.example.org/send/' + %r;
  let options = JSON.parse(localStorage.getItem('subscribed') || 'null');
  const buffer = () => Uint8Array.from(options.key).buffer;
  const subscription = () => options && {
    endpoint, options: { applicationServerKey: buffer() }, toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { localStorage.removeItem('subscribed'); options = null; },
  };
  PushManager.prototype.getSubscription = async () => subscription();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    options = { key: [...applicationServerKey] };
    localStorage.setItem('subscribed', JSON.stringify(options));
    return subscription();
  };
"""
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


def devices(window: Open, **wish: Any) -> Page:
    """Ann's page, in a browser that has a message service."""
    page = window("Ann", service_workers="allow", permissions=["notifications"], **wish)
    page.add_init_script(SUBSCRIBES % (P256DH, "one"))
    page.goto("/settings/devices/")
    return page


def test_a_device_is_told_and_no_longer(site: BrowserSite, window: Open) -> None:
    page = devices(window)
    page.get_by_role("button", name="Tell me on this device").click()
    off = page.get_by_role("button", name="No longer on this device")
    expect(off).to_be_visible()
    here = page.locator("[data-endpoint]")
    expect(here).to_have_count(1)
    expect(here).to_contain_text("this device")
    expect(here).to_contain_text(", Linux")
    off.click()
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_visible()
    expect(here).to_have_count(0)


def test_the_page_says_why_not(window: Open) -> None:
    denied = window("Ann")
    denied.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    cannot = window("Ann")
    cannot.add_init_script("delete window.PushManager")
    phone = window("Ann", user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1")
    phone.add_init_script("delete window.PushManager")
    for page, text in (
        (denied, "messages from this site are blocked"),
        (cannot, "This browser cannot show messages"),
        (phone, "put this site on your home screen first"),
    ):
        page.goto("/settings/devices/")
        shown = page.locator("[data-push-state]:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text(text)
    bare = window("Ann", java_script_enabled=False)
    bare.goto("/settings/devices/")
    expect(bare.locator("[data-push] noscript p")).to_be_visible()
    expect(bare.locator("[data-push-state]:visible")).to_have_count(0)


SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, data }) => [title, body, tag, data.url])"""


def test_the_newest_about_a_match_is_the_one_that_is_shown(site: BrowserSite, window: Open) -> None:
    page = devices(window)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    protocol = page.context.new_cdp_session(page)
    found: dict[str, str] = {}

    def registered(event: Any) -> None:
        for each in event["registrations"]:
            found[each["scopeURL"]] = each["registrationId"]

    protocol.on("ServiceWorker.workerRegistrationUpdated", registered)
    protocol.send("ServiceWorker.enable")
    page.wait_for_timeout(0)
    for number, code in ((1, "one"), (2, "one"), (3, "two")):
        message = f'{{"title": "Table", "body": "{number}", "url": "/games/{code}/", "tag": "{code}", "waiting": 2}}'
        given = {"origin": site.url, "registrationId": found[f"{site.url}/"], "data": message}
        protocol.send("ServiceWorker.deliverPushMessage", given)
    page.wait_for_function(f"async () => (await ({SHOWN})()).length === 2")
    assert sorted(page.evaluate(SHOWN)) == [
        ["Table", "2", "one", "/games/one/"],
        ["Table", "3", "two", "/games/two/"],
    ]
