"""Mails as a real SMTP server receives them."""

import re
import smtplib
import socket
import uuid
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.test import Client
from django.utils import translation

from accounts import clock as present
from accounts import delivery, truth
from accounts.channels import Message
from accounts.channels.email import compose
from accounts.models import Channel, Delivery, Notice, User
from accounts.outbox import KINDS, NewNotice, put

Make = Callable[..., NewNotice]


class Postbox:
    """Takes every mail, unless it is told what to answer to RCPT or to the mail itself."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.rcpt = self.data = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.rcpt:
            return self.rcpt
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if not self.data:
            self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return self.data or "250 OK"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    box = Postbox()
    controller = Controller(box, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = controller.port
    settings.SITE_URL = "https://cards.example.org"
    yield box
    controller.stop()


def relay_all() -> None:
    while delivery.relay_one():
        pass


def part(mail: EmailMessage, kind: str) -> str:
    body = mail.get_body((kind,))
    assert body
    return str(body.get_content())


def test_a_mail_has_two_forms_and_the_headers_of_a_polite_machine(
    alice: User, notice: Make, postbox: Postbox, clock: Any
) -> None:
    User.objects.update(time_zone="Europe/Berlin")
    put([notice(alice)])
    relay_all()
    (mail,) = postbox.mails
    assert mail["To"] == "alice@example.org"
    assert mail["Subject"] == "JACK in the POT, table k3v9x2qd"
    assert mail["Message-ID"] == f"<{Delivery.objects.get().pk}@cards.example.org>"
    assert mail["References"] == mail["In-Reply-To"] == "<thread-k3v9x2qd@cards.example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].strip().startswith("<https://cards.example.org/unsubscribe/")
    for kind in ("plain", "html"):
        assert "alice, it is your turn in JACK in the POT." in part(mail, kind)
        assert "https://cards.example.org/games/k3v9x2qd/" in part(mail, kind)
        assert "Saturday, December 5, 2026" in part(mail, kind)
        assert "9:00" in part(mail, kind)
        assert "Central European Standard Time" in part(mail, kind)


def test_every_kind_of_one_match_is_one_thread(
    alice: User, notice: Make, postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(truth, "_checks", {})  # There is no match that could bear them out.
    for kind in KINDS:
        put([notice(alice, kind, kind=kind)])
        relay_all()
    assert len(postbox.mails) == len(KINDS)
    assert len({mail["Subject"] for mail in postbox.mails}) == 1
    assert len({mail["References"] for mail in postbox.mails}) == 1
    assert len({mail["Message-ID"] for mail in postbox.mails}) == len(KINDS)


def test_several_matches_are_a_digest_without_a_thread(alice: User, notice: Make, postbox: Postbox) -> None:
    put([notice(alice, "a"), notice(alice, "b", thread="other", kind="invited", payload={"by": "bob"})])
    put([notice(alice, "c", kind="game_started"), notice(alice, "d", thread="", kind="test")])
    relay_all()
    (mail,) = postbox.mails
    assert mail["Subject"] == "News from 2 tables"
    assert mail["References"] is None
    assert "it is your turn" in part(mail, "plain")
    assert "bob invites you" in part(mail, "plain")
    assert part(mail, "html").count('class="card"') == 4


def test_only_a_mail_about_a_table_says_that_one_sits_there(alice: User, notice: Make, postbox: Postbox) -> None:
    put([notice(alice, "a", thread="", kind="test")])
    relay_all()
    put([notice(alice, "b")])
    relay_all()
    test, call = postbox.mails
    for kind in ("plain", "html"):
        assert "because you sit at this table" not in part(test, kind)
        assert "because you sit at this table" in part(call, kind)


def test_a_name_that_ends_with_a_mark_ends_the_sentence(alice: User, notice: Make, postbox: Postbox) -> None:
    won = {"ruleset": "Same One!", "you_won": True}
    put([notice(alice, "a", payload={"ruleset": "Same One!"}), notice(alice, "b", kind="game_finished", payload=won)])
    relay_all()
    (mail,) = postbox.mails
    for kind in ("plain", "html"):
        assert "alice, it is your turn in Same One!" in part(mail, kind)
        assert "alice, you have won Same One!" in part(mail, kind)
        assert not re.search("One![!.]", part(mail, kind))


def test_two_notices_of_one_match_stay_in_its_thread(alice: User, notice: Make, postbox: Postbox) -> None:
    put([notice(alice, "a", kind="game_started"), notice(alice, "b")])
    relay_all()
    (mail,) = postbox.mails
    assert mail["Subject"] == "JACK in the POT, table k3v9x2qd"
    assert mail["References"] == "<thread-k3v9x2qd@cards.example.org>"


@pytest.mark.parametrize(
    ("language", "zone", "shown"),
    [
        ("en", "America/New_York", "Saturday, December 5, 2026, 3:00"),
        ("ja", "Asia/Tokyo", "2026年12月6日日曜日 5:00 (日本標準時)"),
        ("th", "Asia/Bangkok", "วันอาทิตย์ที่ 6 ธันวาคม ค.ศ. 2026"),
        ("de", "Europe/Berlin", "Samstag, 5. Dezember 2026, 21:00 (Mitteleuropäische Normalzeit)"),
        ("zh-hant", "Asia/Taipei", "2026年12月6日 星期日"),
        ("zh-hans", "Asia/Shanghai", "2026年12月6日星期日"),
        ("ko", "Asia/Seoul", "2026년 12월 6일 일요일"),
        ("fr", "Europe/Paris", "samedi 5 décembre 2026"),
        ("xx", "Mars/Base", "Saturday, December 5, 2026, 8:00"),
    ],
)
def test_a_deadline_is_told_in_the_readers_language_and_zone(
    alice: User, notice: Make, postbox: Postbox, language: str, zone: str, shown: str
) -> None:
    User.objects.update(language=language, time_zone=zone)
    put([notice(alice)])
    with translation.override("ko"):
        relay_all()
    assert shown in part(postbox.mails[0], "plain")
    known = "en" if language == "xx" else language
    assert f'<html lang="{known}">' in part(postbox.mails[0], "html")


def test_names_cannot_do_anything_in_a_mail(alice: User, notice: Make, postbox: Postbox) -> None:
    evil = '<img src=x onerror="alert(1)">'
    payload = {"ruleset": "Jest\r\nBcc: all@example.org", "game": "x\ny", "players": [evil], "url": "/games/x/"}
    put([notice(alice, payload=payload)])
    relay_all()
    (mail,) = postbox.mails
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Jest Bcc: all@example.org, table x y"
    assert evil not in part(mail, "html")
    assert evil in part(mail, "plain")


def test_all_kinds_can_be_written_with_the_least_there_can_be(alice: User) -> None:
    channel = alice.channels.get()
    for kind in KINDS:
        bare = Notice(user=alice, kind=kind, thread="", payload={})
        mail = compose("a@example.org", Message(uuid.uuid4(), alice, channel, [bare]))
        assert "None" not in mail.body
        assert "Project-Id-Version" not in str(mail.body)
        assert mail.message()["References"] is None


def test_the_result_is_told(alice: User, notice: Make, postbox: Postbox) -> None:
    payload = {
        "ruleset": "Jest",
        "winners": ["alice"],
        "scores": [["alice", 13], ["bob", 4]],
        "reason_text": "The deck is empty.",
        "you_won": True,
        "url": "/games/x/",
    }
    put([notice(alice, kind="game_finished", payload=payload)])
    relay_all()
    text = part(postbox.mails[0], "plain")
    for line in ("alice, you have won Jest!", "The deck is empty.", "Won by: alice", "bob: 4"):
        assert line in text


@pytest.mark.parametrize(
    ("rcpt", "disabled"),
    [
        ("550 5.1.1 No such user", True),
        ("550 no such user", True),
        ("550 5.7.1 Relaying denied", False),
        ("552 5.2.2 Mailbox full", False),
        ("450 4.2.0 Greylisted", False),
    ],
)
def test_only_an_address_that_is_wrong_is_given_up(
    alice: User, notice: Make, postbox: Postbox, rcpt: str, disabled: bool
) -> None:
    postbox.rcpt = rcpt
    put([notice(alice)])
    relay_all()
    channel = Channel.objects.get()
    assert (channel.disabled_at is not None) is disabled
    assert (channel.last_error == rcpt) is disabled
    row = Delivery.objects.get()
    assert row.status == ("failed" if disabled else "waiting")
    assert row.error == rcpt


def test_a_refused_mail_and_a_server_that_is_away_are_tried_again(
    alice: User, notice: Make, postbox: Postbox, settings: Any, clock: Any
) -> None:
    postbox.data = "554 5.6.0 looks odd"
    put([notice(alice)])
    relay_all()
    assert Delivery.objects.get().error == "554 5.6.0 looks odd"
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    clock.shift(60)
    relay_all()
    assert "ConnectionRefusedError" in Delivery.objects.get().error
    settings.EMAIL_PORT, postbox.data = port, ""
    clock.shift(300)
    relay_all()
    assert len(postbox.mails) == 1
    assert Notice.objects.get().status == "sent"


def test_a_mail_sent_twice_has_the_same_id(
    alice: User, notice: Make, postbox: Postbox, monkeypatch: pytest.MonkeyPatch, clock: Any
) -> None:
    put([notice(alice)])
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_succeed", lambda *_: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            relay_all()
    clock.shift(60)
    relay_all()
    relay_all()
    first, second = postbox.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Subject"] == second["Subject"]


def test_one_click_stops_this_kind_on_this_channel(alice: User, notice: Make, postbox: Postbox) -> None:
    put([notice(alice, "a")])
    relay_all()
    address = re.sub(r"[<>\s]|https://cards\.example\.org", "", postbox.mails[0]["List-Unsubscribe"])
    assert address.strip("/").split("/")[1] in part(postbox.mails[0], "plain")
    stranger = Client(enforce_csrf_checks=True)
    asked = stranger.get(address)
    assert b"<form" in asked.content
    stranger.head(address)
    assert Channel.objects.get().muted_kinds == []
    done = stranger.post(address, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert done.status_code == 200
    assert Channel.objects.get().muted_kinds == ["your_turn"]
    put([notice(alice, "b"), notice(alice, "c", kind="invited")])
    relay_all()
    assert len(postbox.mails) == 2
    assert dict(Notice.objects.values_list("key", "reason"))["b"] == "muted"


def test_the_way_out_cannot_be_forged(alice: User, db: None) -> None:
    for signed in ("x", "WzEsInlvdXJfdHVybiJd:1xXmiN:pkCFoUbTZzTF4uvESGdqQVsuIH7TKJE1kjUozw5m4ME"):
        assert Client().post(f"/unsubscribe/{signed}/").status_code == 404
    assert Channel.objects.get().muted_kinds == []


def test_smtplib_is_what_raises(alice: User, notice: Make, postbox: Postbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtplib.SMTP, "sendmail", lambda *_a, **_k: (_ for _ in ()).throw(TimeoutError("slow")))
    put([notice(alice, due_at=present.now())])
    relay_all()
    assert Delivery.objects.get().error == "TimeoutError: slow"
