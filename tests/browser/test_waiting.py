"""Time for people: a table's pace, pauses, holidays, reminders, and seats of those who stay away."""

from datetime import datetime, timedelta

from playwright.sync_api import Page, expect

from accounts import clock
from tests.browser.chromium import PHONE
from tests.browser.conftest import Open
from tests.browser.matches import let_ben_be_late, let_ben_dawdle, match_of_ben, reminders
from tests.browser.players import Keyboard
from tests.browser.screens import OVERFLOW
from tests.browser.site import BrowserSite

DAY = 86_400


def test_a_quick_table_with_all_there_is_of_time_is_opened_by_keyboard_on_a_phone(
    site: BrowserSite, window: Open
) -> None:
    keys = Keyboard(window("Ann", viewport=PHONE))
    page = keys.page
    page.goto("/games/new/")
    keys.choose("turn_seconds", "300", "5 minutes")
    keys.press("main form summary")
    keys.choose("time_bank", str(DAY), "1 day")
    keys.choose("time_increment", "600", "10 minutes")
    keys.press('[name="waking_hours"]', "Space")
    keys.choose("holidays", "yes", "Yes")
    keys.choose("on_absence", "substitute", "Others")
    assert page.evaluate(OVERFLOW) == ""
    keys.press("main form button")
    page.wait_for_selector("#link")
    code = page.url.rstrip("/").rpartition("/")[2]
    game = site.person("Ann").get(f"/games/{code}/")
    named = ("turn_seconds", "time_bank", "time_increment", "waking_hours", "holidays", "on_absence")
    assert [game[name] for name in named] == [300, DAY, 600, True, True, "substitute"]
    said = page.locator("#more")
    for words in ("5 minutes a turn", "1 day in the bank", "waking hours are kept", "others may take the seat"):
        expect(said).to_contain_text(words)
    assert page.evaluate(OVERFLOW) == ""


def test_two_people_agree_to_pause_and_one_plays_on(site: BrowserSite, window: Open) -> None:
    game = match_of_ben(site)
    ann, ben = window("Ann"), window("Ben")
    for page in (ann, ben):
        page.goto(f"/games/{game['id']}/")
    ann.get_by_role("button", name="I would pause").click()
    expect(ben.get_by_text("would pause until")).to_be_visible()
    ben.locator("#pause-days").select_option("3")
    ben.get_by_role("button", name="I would pause").click()
    paused = [page.get_by_role("heading", name="Paused until") for page in (ann, ben)]
    for heading in paused:
        expect(heading).to_be_visible()
    ann.get_by_role("button", name="Play on now").click()
    for heading in paused:
        expect(heading).to_have_count(0)
    assert site.person("Ben").get(f"/games/{game['id']}/")["paused_until"] is None


def deadline(page: Page, code: str) -> datetime:
    """When the turn of whoever looks ends, as the table says it."""
    page.goto(f"/games/{code}/")
    said = page.locator("#match .clock time").first.get_attribute("datetime")
    return datetime.fromisoformat(said or "")


def test_a_holiday_planned_in_the_settings_moves_the_deadline_at_the_table(site: BrowserSite, window: Open) -> None:
    game = match_of_ben(site, turn_seconds=DAY)
    ann, ben = window("Ann"), window("Ben")
    before = deadline(ben, game["id"])
    start = clock.now() + timedelta(hours=2)
    end = start + timedelta(days=2)
    ben.goto("/settings/holidays/")
    for name, at in (("starts", start), ("ends", end)):
        ben.locator(f'[name="{name}_on"]').fill(f"{at:%Y-%m-%d}")
        ben.locator(f'[name="{name}"]').select_option(str(at.hour))
    ben.get_by_role("button", name="Plan the holiday").click()
    expect(ben.get_by_text("planned", exact=True)).to_be_visible()
    assert deadline(ben, game["id"]) - before == timedelta(days=2)
    ben.goto("/settings/holidays/")
    ben.get_by_role("button", name="Take it back").click()
    assert deadline(ben, game["id"]) == before
    ben.goto("/settings/holidays/")
    ben.get_by_role("button", name="Begin the holiday").click()
    ann.goto(f"/games/{game['id']}/")
    expect(ann.get_by_text("on holiday until")).to_be_visible()
    ben.get_by_role("button", name="End it now").click()
    ann.reload()
    expect(ann.get_by_text("on holiday until")).to_have_count(0)


def test_who_is_asked_for_long_can_be_reminded_once(site: BrowserSite, window: Open) -> None:
    game = match_of_ben(site)
    let_ben_dawdle(site, game)
    page = window("Ann")
    page.goto(f"/games/{game['id']}/")
    remind = page.get_by_role("button", name="Remind Ben")
    remind.click()
    expect(remind).to_have_count(0)
    (said,) = reminders(site, game)
    assert said.startswith("Ann kindly reminds you: it is your turn in JACK in the POT.")


def test_a_seat_on_offer_is_found_at_home_taken_and_gone(site: BrowserSite, window: Open) -> None:
    game = match_of_ben(site, on_absence="substitute", visibility="public")
    let_ben_be_late(site, game)
    ben, page = window("Ben"), window("guest")
    ben.goto(f"/games/{game['id']}/")
    expect(ben.get_by_role("button", name="I am back")).to_be_visible()
    page.goto("/")
    page.get_by_role("region", name="Seats in running matches").locator(f'a[href="/games/{game["id"]}/"]').click()
    page.get_by_role("button", name="Take this seat").click()
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("region", name="Your hand")).to_have_count(0)
    expect(ben.get_by_role("button", name="I am back")).to_have_count(0)


def test_who_is_back_in_time_keeps_the_seat(site: BrowserSite, window: Open) -> None:
    game = match_of_ben(site, on_absence="substitute", visibility="public")
    let_ben_be_late(site, game)
    ben, page = window("Ben"), window("guest")
    ben.goto(f"/games/{game['id']}/")
    ben.get_by_role("button", name="I am back").click()
    expect(ben.get_by_role("button", name="I am back")).to_have_count(0)
    page.goto(f"/games/{game['id']}/")
    expect(page.get_by_role("button", name="Take this seat")).to_have_count(0)
