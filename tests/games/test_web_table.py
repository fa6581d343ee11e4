"""The table in the browser, with forms alone."""

import re
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.access import Board, get_board
from games.models import Game, Report, Visit
from games.services import bots, moderate, play
from tests.games.browsing import Browser
from tests.games.conftest import Api, asked, make_user, now, play_on, statements, unchanged

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
SEES_NOTHING_NEW = 204


def open_at(player: Api, board: Board) -> Browser:
    return Browser(player.person).get(f"/games/{board.game.code}/")


def one_move(browser: Browser) -> None:
    """Whatever this page offers first."""
    if browser.choosing:
        browser.submit(browser.choosing, *browser.choosing.boxes[:2])
    else:
        browser.act(browser.allowed[0])


def notice(browser: Browser) -> str:
    found = re.search(r'id="notice"[^>]*>(.*?)</p>', browser.text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


@pytest.mark.usefixtures("long_seed")
def test_a_whole_match_by_forms_alone(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, bob, bots=["greedy"])
    browsers = {player.person.pk: open_at(player, board) for player in (alice, bob)}
    for _ in range(2000):
        board = get_board(board.game.code)
        if not board.is_active:
            break
        seat, _ = asked(board)
        if board.seat(seat).bot:
            bots.play_one_bot_action(code=board.game.code, now=now())
            continue
        browser = browsers[board.seat(seat).user_id or 0].get(f"/games/{board.game.code}/")
        assert browser.status == 200
        one_move(browser)
        assert browser.status == 200, notice(browser)
        assert get_board(board.game.code).game.version == board.game.version + 1
    assert board.game.status == Game.Status.FINISHED
    for browser in browsers.values():
        assert "Play again" in browser.get(f"/games/{board.game.code}/").text


def test_each_legal_action_is_a_button_and_no_other_can_be_taken(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    players = {1: alice, 2: bob}
    playing, waiting = open_at(players[seat], board), open_at(players[3 - seat], board)
    assert set(playing.allowed) == set(board.rules.legal_actions(board.state, seat))
    assert waiting.allowed == []
    assert "It is not your turn." in waiting.text


def test_numbers_that_matter_are_in_sight(make_game: Make, alice: Api, clock: time_machine.Traveller) -> None:
    board = make_game(brought={"throw": "rock"})
    text = open_at(alice, board).text
    assert "of 13 points" in text
    assert ">50</b>" in text
    assert "Thu, Mar 5" in text
    assert 'datetime="2026-03-05T12:00:00+00:00"' in text


def test_a_double_click_is_one_move(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    browser = open_at({1: alice, 2: bob}[seat], board)
    button = next(each for each in browser.buttons if each.value == "take pile")
    for _ in range(2):
        assert browser.submit(button.form, *button.pair).status == 200
    assert get_board(board.game.code).game.version == 1


def test_a_stale_tab_says_that_the_table_has_moved_on(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    stale, fresh = (open_at({1: alice, 2: bob}[seat], board) for _ in range(2))
    button = next(each for each in stale.buttons if each.value == "take hand" or each.value.startswith("take hand"))
    fresh.act("take pile")
    with unchanged():
        stale.submit(button.form, *button.pair)
    assert stale.status == 409
    assert notice(stale) == "You have already answered this with another action. Nothing was changed."
    assert "take pile" in stale.allowed


@pytest.mark.parametrize("prompt", ["", "x", "-1", "7", "٣", "9" * 40])
def test_a_prompt_that_is_none_is_refused_kindly(make_game: Make, alice: Api, bob: Api, prompt: str) -> None:
    board = make_game()
    seat, _ = asked(board)
    for own, player in {1: alice, 2: bob}.items():
        browser = open_at(player, board)
        button = next(each for each in browser.buttons if each.value == "take pile")
        with unchanged():
            browser.submit(button.form, ("prompt", prompt), *button.pair)
        assert browser.status == 409
        assert notice(browser).startswith("The table has moved on" if own == seat else "It is not your turn")


def test_what_is_not_allowed_says_why_without_a_script(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    browser = open_at({1: alice, 2: bob}[seat], board)
    browser.act(f"take hand {3 - seat} 1")
    assert "Taken from in this turn" in browser.text
    assert not [action for action in browser.allowed if action.startswith("take hand")]
    browser.act(f"take hand {3 - seat} 1")
    assert browser.status == 422
    assert notice(browser).startswith("You have taken from this hand in this turn")


@pytest.mark.parametrize("chosen", [0, 1, 3])
def test_a_discard_of_another_number_of_cards_is_refused_kindly(
    make_game: Make, alice: Api, bob: Api, chosen: int
) -> None:
    board = make_game()
    players = {1: alice, 2: bob}
    while not (browser := open_at(players[asked(board)[0]], board)).choosing:
        browser.act("take pile")
    form = browser.choosing
    assert form
    assert len(form.boxes) == 4
    with unchanged():
        browser.submit(form, *form.boxes[:chosen])
    assert browser.status == 400
    assert notice(browser).startswith("This move was not complete.")
    assert browser.choosing


def test_a_session_that_ended_leads_back_to_the_table(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    browser = open_at({1: alice, 2: bob}[seat], board)
    button = next(each for each in browser.buttons if each.value == "take pile")
    browser.client.logout()
    address = f"/games/{board.game.code}/actions/"
    token = dict(button.form.fields)["csrfmiddlewaretoken"]
    body = {"prompt": "0", "action": "take pile", "csrfmiddlewaretoken": token}
    with unchanged():
        answer = Client().post(address, body)
        part = Client(headers={"HX-Request": "true"}).post(address, body)
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?next=/games/{board.game.code}/")
    assert part["HX-Redirect"] == answer["Location"]


def test_htmx_gets_the_same_table_in_a_part(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    browser = open_at({1: alice, 2: bob}[seat], board)
    seen = re.search(r'name="seen" value="([^"]+)"', browser.text)
    assert seen
    part = Browser({1: alice, 2: bob}[seat].person, **{"HX-Request": "true"})
    part.client.handler.enforce_csrf_checks = False
    fields = {"prompt": "0", "action": "take pile", "seen": seen[1]}
    part._show(part.client.post(f"/games/{board.game.code}/actions/", fields), "")
    assert part.status == 200
    assert "<html" not in part.text
    own = re.search(r'<div id="match".*?</section>', part.text, re.DOTALL)
    whole = re.search(r'<div id="match".*?</section>', browser.get(browser.path).text, re.DOTALL)
    assert own
    assert whole
    tokens = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert tokens.sub("", own[0]) == tokens.sub("", whole[0])
    assert re.search(r'id="live"[^>]*>You take from the draw pile: \w+', part.text)


def test_asking_again_costs_nothing_until_something_has_changed(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    text = open_at(alice, board).text
    live = re.search(r'hx-get="([^"]+)"', text)
    said = re.search(r'name="said" value="(\d+)"', text)
    assert live
    assert said
    client = Client(headers={"HX-Request": "true"})
    client.force_login(alice.person)
    address = f"{live[1]}&said={said[1]}"
    assert client.get(address).status_code == SEES_NOTHING_NEW
    bob.post(f"/games/{board.game.code}/messages/", {"text": "Hello there"})
    answer = client.get(address).content.decode()
    assert "Hello there" in answer
    assert 'id="match"' not in answer
    play_on(board, 1)
    assert 'id="match"' in client.get(address).content.decode()


def test_what_happened_since_the_last_visit_is_told_first(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game(alice, seats=2, bots=["greedy"])
    assert "Since your last visit" not in open_at(alice, board).text
    while not get_board(board.game.code).asked.get(2):
        play_on(board, 1)
    assert "Since your last visit" not in open_at(alice, board).text
    bots.play_bot_turns(code=board.game.code, now=now())
    text = open_at(alice, board).text
    told = text[text.index("Since your last visit") : text.index('id="match"')]
    assert "greedy-bot takes" in told
    assert "It is your turn." in told
    assert "Since your last visit" not in open_at(alice, board).text
    assert Visit.objects.get(user=alice.person).version == get_board(board.game.code).game.version


def test_talk_is_escaped_and_a_refused_line_is_not_lost(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    browser = open_at(alice, board)
    browser.press("Say it", ("text", "<script>alert(1)</script> " + "😀" * 200 + " \u05e9\u05dc\u05d5\u05dd"))
    assert browser.status == 200
    assert "&lt;script&gt;alert(1)" in browser.text
    assert "<script>alert" not in browser.text
    browser.press("Say it", ("text", "turn \u202e round"))
    assert browser.status == 400
    assert "cannot be shown" in notice(browser)
    assert 'value="turn \u202e round"' in browser.text


@pytest.mark.parametrize("name", ["<script>x</script>", "\u05e9\u05dc\u05d5\u05dd", "😀" * 150, "a" * 150])
def test_any_name_is_shown_as_it_is_and_isolated(make_game: Make, alice: Api, name: str) -> None:
    odd = Api(make_user("odd"))
    board = make_game(alice, odd)
    User.objects.filter(pk=odd.person.pk).update(username=name)
    text = open_at(alice, board).text
    assert "<script>x" not in text
    shown = name.replace("<", "&lt;").replace(">", "&gt;")
    assert f"<bdi>{shown}</bdi>" in text
    if name == "\u05e9\u05dc\u05d5\u05dd":
        assert f"\u2068{name}\u2069" in text


def test_strangers_watch_public_tables_and_cannot_touch_them(make_game: Make, charlie: Api) -> None:
    board = make_game()
    for browser in (Browser(), Browser(charlie.person)):
        browser.get(f"/games/{board.game.code}/")
        assert browser.status == 200
        assert browser.allowed == []
        assert not any(form.action.endswith(("/actions/", "/messages/")) for form in browser.forms)
    answer = Browser(charlie.person)
    answer.client.handler.enforce_csrf_checks = False
    with unchanged():
        answer._show(answer.client.post(f"/games/{board.game.code}/actions/", {"prompt": 0, "action": "take pile"}), "")
    assert answer.status == 403
    assert notice(answer) == "You have no seat at this table. Nothing was changed."


def test_a_table_by_invitation_is_not_there_for_others(make_game: Make, alice: Api, charlie: Api) -> None:
    board = make_game(alice, visibility="invited", seats=3)
    for browser in (Browser(), Browser(charlie.person)):
        assert browser.get(f"/games/{board.game.code}/").status == 404
        assert browser.get(f"/games/{board.game.code}/live/").status == 404
        assert browser.get(f"/games/{board.game.code}/log/").status == 404


def test_resigning_asks_first(make_game: Make, alice: Api) -> None:
    board = make_game()
    browser = open_at(alice, board)
    with unchanged():
        browser.get(browser.links["Give up my seat…"])
    assert "Give up the seat?" in browser.text
    browser.press("Yes, give up my seat")
    assert get_board(board.game.code).game.status == Game.Status.FINISHED
    assert "Only one player was left." in browser.text


def test_agreeing_to_stop_and_playing_again(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    first = open_at(alice, board).press("I would stop here")
    assert "would stop here" in first.text
    first.press("I would rather play on").press("I would stop here")
    open_at(bob, board).press("I would stop here")
    over = open_at(alice, board)
    assert "All players agreed to stop." in over.text
    over.press("Play again")
    again = get_board(over.path.split("/")[2])
    assert again.game.status == Game.Status.OPEN
    open_at(bob, board).press("Play again")
    assert get_board(again.game.code).is_active


def test_reporting_a_message(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    bob.post(f"/games/{board.game.code}/messages/", {"text": "Rude"})
    browser = open_at(alice, board)
    link = next(href for label, href in browser.links.items() if label.startswith("Report: "))
    browser.get(link)
    assert "Rude" in browser.text
    assert browser.press("Send the report", ("text", "He is")).status == 200
    assert "This field is required." in browser.text
    browser.press("Send the report", ("reason", "abuse"), ("text", "He is"))
    assert "Thank you" in browser.text
    told = Report.objects.get()
    assert (told.reason, told.text, told.message.text if told.message else "") == ("abuse", "He is", "Rude")


def test_the_next_game_waits_behind_one_link(make_game: Make, alice: Api, bob: Api) -> None:
    boards = [make_game() for _ in range(2)]
    mine = [board for board in boards if asked(board)[0] == 1]
    others = [board for board in boards if asked(board)[0] != 1]
    for board in others:
        links = open_at(alice, board).links
        assert ("Next game waiting for you" in links) == bool(mine)


def test_a_match_called_off_says_so(make_game: Make, alice: Api) -> None:
    board = make_game()
    judge = make_user("judge", is_staff=True)
    moderate.abort_game(moderator=judge, code=board.game.code, reason="x", now=now())
    assert "A moderator ended this match without a result." in open_at(alice, board).text


def test_a_suspended_player_is_told(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, _ = asked(board)
    player = {1: alice, 2: bob}[seat]
    browser = open_at(player, board)
    User.objects.filter(pk=player.person.pk).update(suspended_at=now())
    with unchanged():
        browser.act("take pile")
    assert browser.status == 403
    assert notice(browser) == "This account is suspended. Nothing was changed."


def test_a_table_costs_few_questions_however_long_it_has_run(make_game: Make, alice: Api) -> None:
    board = make_game()
    counts = []
    for _ in range(2):
        browser = open_at(alice, board)
        with statements() as first:
            browser.get(f"/games/{board.game.code}/")
        counts.append(len(first))
        play_on(board, 30)
    assert counts[0] == counts[1] <= 9, first


def test_the_log_is_told_from_the_eyes_of_its_reader(make_game: Make, alice: Api, bob: Api) -> None:
    board = make_game()
    seat, prompt = asked(board)
    player = {1: alice, 2: bob}[seat]
    play.take_action(user=player.person, code=board.game.code, prompt=prompt, words="take pile", now=now())
    name = player.person.username
    own, other = open_at(player, board).text, Browser().get(f"/games/{board.game.code}/log/").text
    assert "You take from the draw pile: " in own
    assert f"{name} takes a card from the draw pile." in other
    assert "You " not in other[other.index("<main") :]
