"""Answers as real mail programs write them (replies/*.eml): the right action, the right receipt, or rightly nothing."""

import io
import re
import sys
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import OperationalError

from accounts import relay
from accounts.channels import Message as Told
from accounts.channels.email import compose
from accounts.inbound import door, mails
from accounts.inbound.door import Verdict, take_in
from accounts.inbound.smtp import LATER, TAKEN, answer
from accounts.models import Channel, Delivery, Notice, ReceivedMail
from games import selectors
from games.access import Board, get_board
from games.services import moderate, play
from tests.games.conftest import Api, asked, make_user, now, unchanged

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]
REPLIES = Path(__file__).parent / "replies"
ONE, TURN = ["take pile"], ["take pile", "take pile", "discard plum cherry"]

# What each mail plays; and, where a receipt says more than that, what it says.
PLAYED: dict[str, tuple[list[str], str]] = {
    "gmail_top": (TURN, "your answer has been played"),
    "outlook_top": (ONE, "your answer has been played"),
    "outlook_html_only": (ONE, "your answer has been played"),
    "outlook_german": (ONE, "your answer has been played"),
    "apple_mail": (ONE, "your answer has been played"),
    "thunderbird_bottom": (ONE, "your answer has been played"),
    "between_the_lines": (ONE, "your answer has been played"),
    "mobile_german": (ONE, "your answer has been played"),
    "yahoo_html_only": (ONE, "your answer has been played"),
    "french_latin1": (ONE, "your answer has been played"),
    "japanese_iso2022jp": (ONE, "your answer has been played"),
    "japanese_mobile": (TURN, "your answer has been played"),
    "chinese_big5": (ONE, "your answer has been played"),
    "chinese_gb18030": (ONE, "your answer has been played"),
    "thai_windows874": (ONE, "your answer has been played"),
    "korean_euckr": (ONE, "your answer has been played"),
    "with_attachment": (ONE, "your answer has been played"),
    "no_message_id": (ONE, "your answer has been played"),
    "half_refused": (ONE, "The rules do not allow this now."),
    "unclear": ([], "It was not clear what this means."),
    "chatter": ([], "We found no action in it."),
    "empty": ([], "We found no action in it."),
    "other_sender": ([], "It came from mallory@example.net"),
}
IGNORED = ("out_of_office", "vacation_old", "bounced")
# The languages whose buttons one of the mails quotes.
READERS = {"yahoo_html_only": "fr", "chinese_big5": "zh-hant"}


@pytest.fixture(autouse=True)
def mail_comes_in(settings: Any) -> None:
    settings.MAIL_REPLY_ADDRESS = "play@reply.example.org"
    settings.NOTICE_GRACE_SECONDS = 0


@pytest.fixture
def board(make_game: Make, alice: Api, bob: Api) -> Board:
    """Bob is to play; he holds two sevens, and a plum and a cherry lie on top of the pile."""
    return make_game(alice, bob, turn_seconds=86400)


def reply_address(player: Api) -> str:
    """Where the last mail to somebody wants its answer."""
    relay.run()
    sent = [each for each in mail.outbox if each.to == [player.person.email] and "Reply-To" in each.extra_headers]
    return str(sent[-1].extra_headers["Reply-To"])


def reply(name: str) -> bytes:
    return (REPLIES / f"{name}.eml").read_bytes()


def written(lines: str, message_id: str = "<1@example.org>", sender: str = "bob@example.org") -> Message:
    return mails.parse(f"From: {sender}\nMessage-ID: {message_id}\n\n{lines}".encode())


def said(board: Board) -> list[str]:
    return [record.words for record in selectors.records(get_board(board.game.code))]


def receipts(player: Api) -> list[Any]:
    """The receipts that somebody was sent, as mails."""
    relay.run()
    found = [each for each in mail.outbox if each.to == [player.person.email]]
    return [each for each in found if "answer" in each.body.partition("\n")[0]]


def test_every_fixture_is_told_what_to_do() -> None:
    assert {path.stem for path in REPLIES.glob("*.eml")} == {*PLAYED, *IGNORED}


@pytest.mark.parametrize("name", PLAYED)
def test_a_mail_plays_what_it_says_and_its_receipt_tells(name: str, board: Board, bob: Api) -> None:
    address = reply_address(bob)
    raw = reply(name).replace(b"REPLY_ADDRESS", address.encode())
    bob.person.language = READERS.get(name, "en")
    bob.person.save()
    played, told = PLAYED[name]
    assert take_in(address, mails.parse(raw), "bob@example.org") is Verdict.TAKEN
    assert said(board) == played
    (notice,) = Notice.objects.filter(kind="receipt")
    assert len(notice.payload["played"]) == len(played)
    if bob.person.language == "en":
        (receipt,) = receipts(bob)
        assert told in receipt.body
        assert "Draw pile:" in receipt.body
        assert ("Reply-To" in receipt.extra_headers) is (len(played) < len(TURN))


@pytest.mark.parametrize("name", IGNORED)
def test_what_a_program_wrote_is_ignored_and_never_answered(name: str, board: Board, bob: Api) -> None:
    address = reply_address(bob)
    with unchanged():
        assert take_in(address, mails.parse(reply(name)), "") is Verdict.AUTOMATIC


def test_lines_are_played_in_order_until_one_is_refused(board: Board, bob: Api) -> None:
    take_in(reply_address(bob), mails.parse(reply("half_refused")))
    (receipt,) = receipts(bob)
    assert "You take from the draw pile: Plum." in receipt.body
    assert "Not played:\n> take bell\nThe rules do not allow this now." in receipt.body
    assert "After that nothing was tried:\n> take pile" in receipt.body
    assert "http" in receipt.body


def test_the_same_mail_is_played_once_whichever_door_it_comes_to(board: Board, bob: Api) -> None:
    address, raw = reply_address(bob), reply("apple_mail")
    assert answer(address, raw, "bob@example.org") == TAKEN
    assert take_in(address, mails.parse(raw)) is Verdict.REPEATED
    assert said(board) == ONE
    assert len(receipts(bob)) == 1


def test_a_turn_that_is_over_is_not_answered_by_an_old_mail(board: Board, bob: Api, alice: Api) -> None:
    old = reply_address(bob)
    take_in(old, written("take pile\ntake pile\ndiscard plum cherry"))
    take_in(reply_address(alice), written("take pile\ntake pile\ndiscard bell cherry", "<2@x>", "alice@example.org"))
    before = said(board)
    take_in(old, written("take pile", "<3@x>"))
    assert said(board) == before
    assert Notice.objects.filter(kind="receipt").latest("id").payload["why"] == "The turn that you answered is over."


def test_what_was_clicked_meanwhile_is_not_done_twice(board: Board, bob: Api) -> None:
    address = reply_address(bob)
    for _ in range(2):
        play.take_action(user=bob.person, code=board.game.code, prompt=asked(board)[1], words="take pile", now=now())
    take_in(address, written("take pile\ndiscard plum cherry"))
    assert said(board) == ["take pile", "take pile"]
    assert "> take pile\nThe rules do not allow this now." in receipts(bob)[-1].body


def test_a_former_player_can_play_no_more(board: Board, bob: Api) -> None:
    address = reply_address(bob)
    judge, seat = make_user("judge", is_staff=True), asked(board)[0]
    moderate.give_seat_to_bot(
        moderator=judge, code=board.game.code, seat=seat, bot="random", reason="He left.", now=now()
    )
    before = said(board)
    take_in(address, written("take pile"))
    assert said(board) == before
    receipt = receipts(bob)[-1]
    assert "You no longer hold this seat." in receipt.body
    assert "Draw pile" not in receipt.body


@pytest.mark.parametrize("change", ["signature", "channel", "domain", "none"])
def test_a_forged_address_is_none(change: str, board: Board, bob: Api) -> None:
    address = reply_address(bob)
    local, domain = address.split("@")
    forged = {
        "signature": f"{local[:-9]}{'a' if local[-9] != 'a' else 'b'}{local[-8:]}@{domain}",
        "channel": f"{local[:5]}{'b' if local[5] != 'b' else 'c'}{local[6:]}@{domain}",
        "domain": f"{local}@elsewhere.example.org",
        "none": f"play@{domain}",
    }[change]
    with unchanged():
        assert take_in(forged, written("take pile")) is Verdict.NO_SUCH_ADDRESS
        assert answer(forged, reply("apple_mail"), None).startswith("550")


def test_an_address_is_good_in_any_case_and_short_enough_for_every_server(board: Board, bob: Api) -> None:
    address = reply_address(bob)
    assert len(address.partition("@")[0]) <= 64
    assert take_in(f"<{address.upper()}>", written("take pile")) is Verdict.TAKEN
    assert said(board) == ONE


def test_a_receipt_is_a_mail_at_once_whatever_else_waits(board: Board, bob: Api) -> None:
    address = reply_address(bob)
    bob.person.channels.update(digest="daily")
    bob.person.channels.create(kind="chat", address="https://chat.example.org/", verified_at=now())
    take_in(address, written("take pile"))
    assert len(receipts(bob)) == 1
    sent = Delivery.objects.get(notices__kind="receipt")
    assert sent.channel.kind == "email"


def test_helpless_mails_are_answered_a_few_times_a_day_and_floods_not_at_all(
    board: Board, bob: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MAILS_PER_HOUR", 9)
    address = reply_address(bob)
    found = [take_in(address, written("What is this?", f"<{number}@x>")) for number in range(10)]
    assert found == [Verdict.TAKEN] * 9 + [Verdict.TOO_MANY]
    assert Notice.objects.filter(kind="receipt").count() == 5
    assert ReceivedMail.objects.count() == 9


def test_our_own_receipt_is_not_taken_for_an_answer(board: Board, bob: Api) -> None:
    address = reply_address(bob)
    take_in(address, written("What is this?"))
    receipt = receipts(bob)[-1].message().as_bytes()
    with unchanged():
        assert take_in(address, mails.parse(receipt)) is Verdict.AUTOMATIC


def test_the_database_being_away_makes_the_mail_come_again(
    board: Board, bob: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    address = reply_address(bob)
    with monkeypatch.context() as patch:
        patch.setattr(door, "_take_reply", away)
        assert answer(address, reply("apple_mail"), None) == LATER
    assert answer(address, reply("apple_mail"), None) == TAKEN
    assert said(board) == ONE


def receive(monkeypatch: pytest.MonkeyPatch, raw: bytes, *arguments: str) -> int:
    """The exit code of `manage.py receive_mail` for a mail on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    try:
        call_command("receive_mail", *arguments, stderr=io.StringIO())
    except SystemExit as end:
        return int(str(end.code))
    return 0


def test_a_pipe_learns_by_the_exit_code_what_became_of_a_mail(
    board: Board, bob: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reply_address(bob)
    raw = reply("apple_mail").replace(b"REPLY_ADDRESS", address.encode())
    assert receive(monkeypatch, raw + b"x" * door.LARGEST, address) == 65
    assert receive(monkeypatch, raw, "play+nobody@reply.example.org") == 67
    assert said(board) == []


def test_a_pipe_finds_whom_a_mail_is_for_in_its_head(board: Board, bob: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = reply("gmail_top").replace(b"REPLY_ADDRESS", reply_address(bob).encode())
    assert receive(monkeypatch, raw) == 0
    assert said(board) == TURN


def test_a_mail_that_came_back_turns_the_address_off(board: Board, bob: Api) -> None:
    relay.run()
    delivery = Delivery.objects.get(channel__user=bob.person, notices__kind="your_turn")
    told = Told(delivery.pk, bob.person, delivery.channel, [*delivery.notices.all()])
    came_from = compose(bob.person.email, told)
    assert came_from.message()["From"] == "JACKPOT <jackpot@localhost>"
    soft = reply("bounced").replace(b"Status: 5.1.1", b"Status: 4.2.2")
    for raw, off in ((soft, False), (reply("bounced"), True)):
        assert take_in(came_from.from_email, mails.parse(raw), "") is Verdict.TAKEN
        assert (Channel.objects.get(user=bob.person).disabled_at is not None) is off
    assert "user unknown" in Channel.objects.get(user=bob.person).last_error


def test_without_the_setting_no_mail_asks_for_an_answer(board: Board, bob: Api, settings: Any) -> None:
    settings.MAIL_REPLY_ADDRESS = ""
    relay.run()
    assert not any("Reply-To" in each.extra_headers for each in mail.outbox)
    assert not any(re.search("answer this mail", str(each.body)) for each in mail.outbox)
    assert mail.outbox
    assert take_in("play+aaaa@reply.example.org", written("take pile")) is Verdict.NO_SUCH_ADDRESS
