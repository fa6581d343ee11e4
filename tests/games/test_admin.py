"""The moderators' desk: everything can be seen, nothing can be edited, and measures are taken by forms."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.access import Board, get_board
from games.models import FormerHolder, Game, Invitation, Measure, Message, Report, Seat, Turn
from games.services import lobby, moderate, talk
from games.services.bots import play_bot_turns
from tests.games.conftest import Api, asked, make_user, play_on

pytestmark = pytest.mark.django_db
Make = Callable[..., Board]
MODELS = (FormerHolder, Game, Invitation, Measure, Message, Report, Seat, Turn)


def desk(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def mona(db: None) -> User:
    """A moderator who may do everything."""
    return make_user("mona", is_staff=True, is_superuser=True)


@pytest.fixture
def nils(db: None) -> User:
    """On the staff, to look only."""
    user = make_user("nils", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games", codename__startswith="view_"))
    return user


@pytest.fixture
def match(make_game: Make, mona: User, alice: Api, bob: Api, charlie: Api) -> Board:
    """A match in which everything has happened: talk, reports, an invitation, measures, a seat that changed hands."""
    return eventful(make_game, mona, alice, bob, charlie)


def eventful(make_game: Make, mona: User, *players: Api) -> Board:
    alice, bob, charlie = (player.user for player in players)
    assert alice
    assert bob
    assert charlie
    board, now = make_game(players[0], seats=3), clock.now()
    code = board.game.code
    Invitation.objects.create(game=board.game, user=bob, invited_by=alice, created_at=now)
    for guest in (bob, charlie):
        lobby.join_game(user=guest, code=code, brought={}, now=now)
    play_on(board, 4)
    said = talk.post_message(user=bob, code=code, text="You fool, and worse", now=now)
    talk.report(user=alice, code=code, reason="abuse", text="He is rude to me", message_id=said.pk, now=now)
    moderate.hide_message(moderator=mona, message=said, reason="An insult", now=now)
    moderate.give_seat_to_bot(moderator=mona, code=code, seat=2, bot="greedy", reason="He left", now=now)
    play_bot_turns(code=code, now=now)
    return get_board(code)


def a_page(model: type[Any], name: str = "changelist", *args: Any) -> str:
    return reverse(f"admin:games_{model.__name__.lower()}_{name}", args=args)


def pages() -> list[str]:
    """The list of every model, and the page of one row of each."""
    lists = [a_page(model) for model in MODELS]
    return lists + [a_page(model, "change", model.objects.latest("pk").pk) for model in MODELS]


def shown(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, address
    return answer.content.decode()


def measure_pages(board: Board) -> list[str]:
    about_game = [a_page(Game, name, board.game.pk) for name in ("abort", "deadline", "bot")]
    about_message = [a_page(Message, name, Message.objects.latest("pk").pk) for name in ("hide", "show")]
    return [*about_game, *about_message, a_page(Measure, "suspend"), a_page(Measure, "lift")]


# Looking


def test_every_list_and_every_page_opens_with_data_in_it(match: Board, mona: User, nils: User) -> None:
    for user in (mona, nils):
        for address in pages():
            html = shown(desk(user), address)
            assert "0 results" not in html
            assert match.game.code in html or "You fool" in html or "seat" in html.lower()


def test_pages_are_called_what_they_show(match: Board, nils: User) -> None:
    client, measure = desk(nils), Measure.objects.get(kind="replace")
    assert "<title>Measures | JACKPOT</title>" in shown(client, a_page(Measure))
    page = shown(client, a_page(Measure, "change", measure.pk))
    assert "<title>give the seat to a bot: bob | Measure | JACKPOT</title>" in page


def test_the_page_of_a_match_shows_its_table_its_log_its_talk_and_its_measures(match: Board, nils: User) -> None:
    html = shown(desk(nils), a_page(Game, "change", match.game.pk))
    for text in ("draw_pile", "hands 1", "seat 1, count", "first_player", "seat greedy", "moderator", "He left",
                 "You fool, and worse", "greedy-bot", "Former holders", "Commitment"):  # fmt: skip
        assert text in html, text


def test_the_page_of_a_finished_match_shows_its_result(make_game: Make, alice: Api, bob: Api, mona: User) -> None:
    board = play_on(make_game(alice, bob), 2000)
    html = shown(desk(mona), a_page(Game, "change", board.game.pk))
    assert "Won by" in html
    assert a_page(Game, "abort", board.game.pk) not in html


def test_the_page_of_an_open_table_and_of_an_aborted_one_opens(make_game: Make, alice: Api, mona: User) -> None:
    board = make_game(alice, seats=2)
    address = a_page(Game, "change", board.game.pk)
    assert "not been dealt" in shown(desk(mona), address)
    assert a_page(Game, "deadline", board.game.pk) not in shown(desk(mona), address)
    moderate.abort_game(moderator=mona, code=board.game.code, reason="Spam", now=clock.now())
    assert "not been dealt" in shown(desk(mona), address)


def test_a_match_whose_rules_are_gone_still_has_a_page(match: Board, mona: User) -> None:
    Game.objects.filter(pk=match.game.pk).update(rules_version=99)
    html = shown(desk(mona), a_page(Game, "change", match.game.pk))
    assert "cannot make anything of this match" in html
    assert a_page(Game, "abort", match.game.pk) in html


def test_matches_are_found_by_player_and_by_code_and_filtered(match: Board, make_game: Make, mona: User) -> None:
    other = make_game(seats=4)
    for query, found, hidden in (
        ("q=charlie", match, other),
        (f"q={other.game.code}", other, match),
        ("status__exact=open", other, match),
        ("ruleset=" + match.game.ruleset + "&status__exact=active", match, other),
    ):
        html = shown(desk(mona), f"{a_page(Game)}?{query}")
        assert found.game.code in html
        assert hidden.game.code not in html, query


def test_the_list_says_whom_a_match_waits_for_until_when(make_game: Make, alice: Api, bob: Api, mona: User) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    due_at = board.asked[seat].due_at
    assert due_at
    assert f"{seat} ({board.seat(seat).username}) until {due_at:%Y-%m-%d %H:%M}" in shown(desk(mona), a_page(Game))


def test_open_reports_come_first_and_are_closed_from_the_list(match: Board, mona: User, nils: User) -> None:
    first = Report.objects.get()
    later = talk.report(user=mona, code=match.game.code, reason="other", text="Look", message_id=None, now=clock.now())
    wish = {"action": "close", "_selected_action": [first.pk]}
    desk(nils).post(a_page(Report), wish)
    assert not Report.objects.filter(closed_at__isnull=False).exists()
    desk(mona).post(a_page(Report), wish)
    assert Report.objects.get(closed_at__isnull=False) == first
    html = shown(desk(mona), a_page(Report))
    assert html.index(f"/report/{later.pk}/") < html.index(f"/report/{first.pk}/")


def test_lists_take_the_same_number_of_queries_however_long_they_are(
    match: Board, make_game: Make, alice: Api, bob: Api, charlie: Api, mona: User
) -> None:
    client, counts = desk(mona), []
    for matches in (0, 4):
        for _ in range(matches):
            eventful(make_game, mona, alice, bob, charlie)
        counts.append([queries(client, a_page(model)) for model in MODELS])
    assert counts[0] == counts[1]
    assert max(counts[1]) < 16


def test_the_page_of_a_match_takes_the_same_number_of_queries_however_long_it_is(
    match: Board, alice: Api, mona: User
) -> None:
    client, address = desk(mona), a_page(Game, "change", match.game.pk)
    before = queries(client, address)
    for number in range(5):
        assert alice.user
        talk.post_message(user=alice.user, code=match.game.code, text=f"{number}", now=clock.now())
        play_on_with_bots(match)
    assert queries(client, address) == before


def play_on_with_bots(board: Board) -> None:
    play_bot_turns(code=board.game.code, now=clock.now())
    play_on(board, 1)


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


# Not editing


def test_nothing_can_be_added_changed_or_deleted(match: Board, mona: User) -> None:
    client = desk(mona)
    for model in MODELS:
        before = list(model.objects.order_by("pk").values())
        row = model.objects.latest("pk")
        for address in (a_page(model, "add"), a_page(model, "change", row.pk), a_page(model, "delete", row.pk)):
            answer = client.post(address, {"state": "", "status": "finished", "text": "x", "post": "yes"})
            assert answer.status_code == 403, address
        client.post(a_page(model), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
        assert list(model.objects.order_by("pk").values()) == before
        html = shown(client, a_page(model, "change", row.pk))
        assert 'name="_save"' not in html


def test_only_the_staff_sees_the_desk_and_only_what_it_may(match: Board, alice: Api) -> None:
    assert alice.user
    plain = make_user("paul", is_staff=True)
    for address in (*pages(), *measure_pages(match)):
        for client in (Client(), desk(alice.user)):
            assert client.get(address).status_code == 302
            assert client.post(address).status_code == 302
        assert desk(plain).get(address).status_code == 403


# Taking measures


def test_who_may_only_look_is_offered_no_measure_and_can_take_none(match: Board, nils: User) -> None:
    client, taken = desk(nils), Measure.objects.count()
    offered = "".join(shown(client, address) for address in pages())
    for address in measure_pages(match):
        assert address not in offered
        assert client.get(address).status_code == 403
        assert client.post(address, {"reason": "Because", "seat": 1, "user": "alice"}).status_code == 403
    assert Measure.objects.count() == taken


def test_the_right_to_take_measures_is_enough_and_a_suspended_moderator_has_lost_it(match: Board, nils: User) -> None:
    nils.user_permissions.add(Permission.objects.get(codename="add_measure"))
    client, address = desk(nils), a_page(Game, "abort", match.game.pk)
    assert address in shown(client, a_page(Game, "change", match.game.pk))
    User.objects.filter(pk=nils.pk).update(suspended_at=clock.now())
    assert client.post(address, {"reason": "Because"}).status_code == 403
    User.objects.filter(pk=nils.pk).update(suspended_at=None)
    assert client.post(address, {"reason": "Because"}).status_code == 302
    assert get_board(match.game.code).game.status == "aborted"


def test_a_form_from_elsewhere_is_refused(match: Board, mona: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mona)
    for address in measure_pages(match):
        assert client.post(address, {"reason": "Because"}).status_code == 403
    assert get_board(match.game.code).is_active


def test_looking_at_a_form_does_nothing(match: Board, mona: User) -> None:
    taken = Measure.objects.count()
    for address in measure_pages(match):
        assert 'name="reason"' in shown(desk(mona), f"{address}?reason=Because&seat=1&user=alice")
        assert desk(mona).put(address).status_code == 405
    assert Measure.objects.count() == taken


def test_no_form_is_accepted_without_a_reason(match: Board, mona: User) -> None:
    taken = Measure.objects.count()
    wish = {"seat": asked(match)[0], "bot": "greedy", "user": "alice", "due_at": "2100-01-01T10:00", "reason": "  "}
    for address in measure_pages(match):
        answer = desk(mona).post(address, wish)
        assert answer.status_code == 200
        assert "This field is required" in answer.content.decode()
    assert Measure.objects.count() == taken
    assert get_board(match.game.code).game.version == match.game.version


def sent(mona: User, address: str, **wish: Any) -> str:
    """Send a form with a reason; what the page after it says."""
    answer = desk(mona).post(address, {"reason": "Because", **wish}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_match_is_aborted_by_form_once(match: Board, mona: User) -> None:
    address = a_page(Game, "abort", match.game.pk)
    assert "Done and written down: Abort the match." in sent(mona, address)
    assert get_board(match.game.code).game.status == "aborted"
    assert "not being played" in sent(mona, address)
    assert Measure.objects.latest("pk").kind == "abort"


def test_a_deadline_is_moved_by_form(make_game: Make, alice: Api, bob: Api, mona: User) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    address = a_page(Game, "deadline", board.game.pk)
    due_at = (clock.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    assert "This moment is past." in sent(mona, address, seat=seat, due_at="2020-01-01T10:00")
    assert "Select a valid choice" in sent(mona, address, seat=3 - seat, due_at=f"{due_at:%Y-%m-%dT%H:%M}")
    assert not Measure.objects.exists()
    assert "Done and written down" in sent(mona, address, seat=seat, due_at=f"{due_at:%Y-%m-%dT%H:%M}")
    assert get_board(board.game.code).asked[seat].due_at == due_at
    assert f"{due_at:%Y-%m-%d %H:%M}" in shown(desk(mona), address)


def test_a_seat_is_given_to_a_bot_by_form(make_game: Make, alice: Api, bob: Api, mona: User) -> None:
    board = make_game(alice, bob)
    seat, _ = asked(board)
    address = a_page(Game, "bot", board.game.pk)
    assert "Select a valid choice" in sent(mona, address, seat=seat, bot="late")
    assert "Done and written down" in sent(mona, address, seat=seat, bot="greedy")
    assert get_board(board.game.code).seat(seat).bot == "greedy"
    assert "Select a valid choice" in sent(mona, address, seat=seat, bot="greedy")
    assert Measure.objects.get().reason == "Because"


def test_a_message_is_hidden_and_shown_again_by_form(match: Board, mona: User) -> None:
    said = Message.objects.get()
    assert a_page(Message, "show", said.pk) in shown(desk(mona), a_page(Message, "change", said.pk))
    assert "Done and written down" in sent(mona, a_page(Message, "show", said.pk))
    assert Message.objects.get().hidden_at is None
    assert a_page(Message, "hide", said.pk) in shown(desk(mona), a_page(Message, "change", said.pk))
    assert "Done and written down" in sent(mona, a_page(Message, "hide", said.pk))
    assert "This is so already" in sent(mona, a_page(Message, "hide", said.pk))
    assert Message.objects.get().hidden_at


def test_an_account_is_suspended_and_the_suspension_lifted_by_form(alice: Api, mona: User) -> None:
    suspend, lift = a_page(Measure, "suspend"), a_page(Measure, "lift")
    assert suspend in shown(desk(mona), a_page(Measure))
    assert 'value="alice"' in shown(desk(mona), f"{suspend}?user=alice")
    assert "no account of this name" in sent(mona, suspend, user="nobody")
    assert "your own account" in sent(mona, suspend, user="mona")
    assert "Done and written down" in sent(mona, suspend, user="Alice")
    assert "This is so already" in sent(mona, suspend, user="alice")
    assert User.objects.get(username="alice").suspended
    assert "Done and written down" in sent(mona, lift, user="alice")
    assert not User.objects.get(username="alice").suspended
    assert list(Measure.objects.order_by("id").values_list("kind", flat=True)) == ["suspend", "lift"]


def test_the_page_of_an_account_leads_to_the_measure_that_fits(alice: Api, mona: User, nils: User) -> None:
    assert alice.user
    address = reverse("admin:accounts_user_change", args=[alice.user.pk])
    suspend, lift = (f"{a_page(Measure, name)}?user=alice" for name in ("suspend", "lift"))
    html = shown(desk(mona), address)
    assert suspend in html
    assert lift not in html
    moderate.suspend_user(moderator=mona, user=alice.user, reason="Spam", now=clock.now())
    html = shown(desk(mona), address)
    assert lift in html
    assert suspend not in html
    nils.user_permissions.add(Permission.objects.get(codename="view_user"))
    assert lift not in shown(desk(nils), address)


def test_a_form_about_nothing_is_not_found(mona: User) -> None:
    for address in (a_page(Game, "abort", 1), a_page(Game, "bot", 1), a_page(Message, "hide", 1)):
        assert desk(mona).get(address).status_code == 404
        assert desk(mona).post(address, {"reason": "Because"}).status_code == 404
