"""Mail as it travels: a match played by it alone, over real SMTP in both directions, and the receiver's manners."""

import re
import smtplib
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from django.db import OperationalError, connections

from accounts import relay
from accounts.inbound import smtp
from accounts.inbound.door import LARGEST
from accounts.management.commands.mail_server import server_at
from games import selectors
from games.access import Board, get_board
from games.demo.mailbox import Mail, Mailbox, free_port
from games.models import Game
from tests.games.conftest import Api, now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("long_seed")]
Make = Callable[..., Board]
# The words of each action, as the mail shows them beside its button.
OFFERED = re.compile(r"\(((?:take|discard|same-one|play|draw|pass)\b[A-Za-z0-9 ]*)\)$", re.MULTILINE)
JAPANESE = {
    "take pile": "山札から取る",
    **{f"take discard {word}": f"捨て札から{name}を取る" for word, name in [("bell", "ベル"), ("plum", "プラム")]},
}


@pytest.fixture
def postbox(settings: Any) -> Iterator[Mailbox]:
    """The players' own mail server."""
    settings.MAIL_REPLY_ADDRESS = "play@reply.example.org"
    settings.NOTICE_GRACE_SECONDS = 0
    with Mailbox(now) as box:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", box.port
        yield box


@pytest.fixture(params=["smtp"])
def port(request: Any, postbox: Mailbox) -> Iterator[int]:
    """Where our receiver listens."""
    found = free_port()
    server, receiver = server_at(f"{request.param}://127.0.0.1:{found}")
    server.start()
    yield found
    server.stop()
    receiver.close()


@pytest.fixture(autouse=True)
def no_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The receiver's threads end with the test, and so do their connections."""
    plain = smtp._in_thread

    def closing(*arguments: Any) -> str:
        try:
            return plain(*arguments)
        finally:
            connections.close_all()

    monkeypatch.setattr(smtp, "_in_thread", closing)


def answer_to(told: Mail, lines: str) -> EmailMessage:
    """What a mail program makes of it: our mail quoted below."""
    message = EmailMessage()
    message["From"], message["To"] = told.to, str(told.message["Reply-To"])
    message["Subject"], message["In-Reply-To"] = f"Re: {told.subject}", told.id
    message["Message-ID"] = f"<{hash((told.id, lines)):x}@example.org>"
    quoted = "\n".join(f"> {line}" for line in told.text.splitlines())
    message.set_content(f"{lines}\n\nOn Mon, Mar 2, 2026 at 13:00 {told.message['From']} wrote:\n{quoted}\n")
    return message


def in_own_words(action: str, language: str) -> str:
    return JAPANESE.get(action, action) if language == "ja" else action


@pytest.mark.parametrize(("slug", "name"), [("jack-in-the-pot", "JACK in the POT"), ("same-one", "Same One!")])
def test_a_match_of_three_is_played_to_its_end_by_mail_alone_in_two_languages(
    make_game: Make, alice: Api, bob: Api, charlie: Api, postbox: Mailbox, port: int, slug: str, name: str
) -> None:
    for player, language in ((alice, "en"), (bob, "ja"), (charlie, "en")):
        player.person.language = language
        player.person.save()
    languages = {player.person.email: player.person.language for player in (alice, bob, charlie)}
    board = make_game(alice, bob, charlie, ruleset=slug, turn_seconds=86400)
    code, read = board.game.code, 0
    for _ in range(600):
        relay.run()
        new, read = postbox.mails[read:], len(postbox.mails)
        asking = [each for each in new if each.message["Reply-To"]]
        if not asking:
            break
        for told in asking:
            action = OFFERED.findall(told.text)[0]
            with smtplib.SMTP("127.0.0.1", port) as client:
                client.send_message(answer_to(told, in_own_words(action, languages[told.to])))
    game = Game.objects.get(code=code)
    assert game.status == "finished", (game.version, postbox.mails[-1].text)
    assert {record.seat for record in selectors.records(get_board(code))} == {1, 2, 3}
    assert {each.to for each in postbox.mails if name in each.subject} == set(languages)


@pytest.mark.parametrize("port", ["lmtp"], indirect=True)
def test_lmtp_answers_for_each_recipient_and_says_no_to_strangers(
    make_game: Make, alice: Api, bob: Api, postbox: Mailbox, port: int
) -> None:
    board = make_game(alice, bob)
    relay.run()
    told = next(each for each in postbox.mails if each.message["Reply-To"])
    with smtplib.LMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.docmd("MAIL FROM:<bob@example.org>")
        address = told.message["Reply-To"]
        assert client.docmd(f"RCPT TO:<{address}>")[0] == 250
        assert client.docmd(f"RCPT TO:<{address}>")[0] == 250
        assert client.docmd("RCPT TO:<play+forged@reply.example.org>")[0] == 550
        assert client.docmd("DATA")[0] == 354
        client.send(answer_to(told, "take pile").as_bytes().replace(b"\n", b"\r\n") + b"\r\n.\r\n")
        assert [client.getreply()[0] for _ in range(2)] == [250, 250]
    assert [record.words for record in selectors.records(get_board(board.game.code))] == ["take pile"]


def test_what_cannot_be_kept_is_not_taken(
    make_game: Make, alice: Api, bob: Api, postbox: Mailbox, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    board = make_game(alice, bob)
    relay.run()
    message = answer_to(next(each for each in postbox.mails if each.message["Reply-To"]), "take pile")
    with smtplib.SMTP("127.0.0.1", port) as client:
        with monkeypatch.context() as patch:
            patch.setattr(smtp, "take_in", away)
            with pytest.raises(smtplib.SMTPDataError, match="451"):
                client.send_message(message)
        large = EmailMessage()
        large["From"], large["To"] = "bob@example.org", message["To"]
        large.set_content("take pile\n" * (LARGEST // 9))
        with pytest.raises(smtplib.SMTPResponseException, match="552"):
            client.send_message(large)
        assert selectors.records(get_board(board.game.code)) == []
        client.send_message(message)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("bob@example.org", ["play+forged@reply.example.org"], b"take pile")
    assert len(selectors.records(get_board(board.game.code))) == 1
