"""What mails lead to, in a browser without scripts: my rules, what I was told, and the page behind a mail's button."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.matches import reminded_ben, reminders
from tests.browser.site import BrowserSite

PLAY_LINK = re.compile(r"^http://[^/]+(/play/\S+)$", re.MULTILINE)


def test_quiet_hours_and_a_digest_are_saved(site: BrowserSite, window: Open) -> None:
    page = window("Ben", java_script_enabled=False)
    page.goto("/settings/notices/")
    page.get_by_label("Awake from").fill("08:30")
    page.get_by_label("Awake until").fill("22:15")
    page.get_by_label("How often").first.select_option("daily")
    page.get_by_label("At what time").first.fill("18:00")
    page.get_by_role("button", name="Save").click()
    page.reload()
    for label, value in (
        ("Awake from", "08:30"),
        ("Awake until", "22:15"),
        ("How often", "daily"),
        ("At what time", "18:00"),
    ):
        expect(page.get_by_label(label).first).to_have_value(value)
    page.get_by_label("Awake from").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Give both times, or neither.")).to_be_visible()
    page.get_by_label("Awake until").fill("")
    page.get_by_label("How often").first.select_option("at_once")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Give both times, or neither.")).to_have_count(0)


def test_what_was_sent_is_sent_again_from_the_list(site: BrowserSite, window: Open) -> None:
    game, _ = reminded_ben(site)
    page = window("Ben", java_script_enabled=False)
    page.goto("/settings/mails/?kind=nudge")
    row = page.get_by_role("listitem").filter(has_text=game["id"])
    row.get_by_role("button", name="Send again").click()
    expect(page.locator(".notice.success")).to_be_visible()
    assert len(reminders(site, game)) == 2


def test_a_turn_is_played_from_a_mail_without_cookies(site: BrowserSite, window: Open) -> None:
    game, said = reminded_ben(site)
    page = window(java_script_enabled=False)
    links = PLAY_LINK.findall(said)
    page.goto(links[0])
    assert len(links) == len(game["legal_actions"])
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.get_by_role("button", name="Play this").click()
    page.get_by_role("heading", name="What you can do:").wait_for()
    page.locator(".ways button").first.click()
    expect(page.locator(".since li").or_(page.get_by_text("This has been answered.")).first).to_be_visible()
    log = site.person("Ben").get(f"/games/{game['id']}/actions/?after={game['version']}")["results"]
    assert [each["seat"] for each in log] == [game["your_seat"]] * 2
    assert "sessionid" not in [cookie["name"] for cookie in page.context.cookies()]
    page.goto(links[0])
    expect(page.get_by_role("button", name="Play this")).to_have_count(0)
