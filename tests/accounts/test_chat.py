"""Chat services: only those we know, a sentence and a link, as text that is no markup and calls nobody."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts import delivery, reach
from accounts.channels import chat
from accounts.channels.chats import Words, without_markdown
from accounts.errors import Refusal
from accounts.models import Channel, Notice, User
from accounts.outbox import NewNotice, put
from tests.accounts.doors import Elsewhere, Received, Reply

Make = Callable[..., NewNotice]
BOT = "123456789:AAE-sEcReT_sEcReT_sEcReT_sEcReT_sEc"
HOOK = "a1b2c3d4e5f6g7h8i9j0k1l2m3"
# What is typed, what of it is shown, and what must not be.
SERVICES = [
    ("https://discord.com/api/webhooks/1234567/sEcReT-token", "Discord 1234567", "sEcReT"),
    ("https://ptb.discord.com/api/v10/webhooks/1234567/sEcReT-token", "Discord 1234567", "sEcReT"),
    ("discord://1234567/sEcReT-token/", "Discord 1234567", "sEcReT"),
    ("https://hooks.slack.com/services/T0AB/B0CD/sEcReTsEcReT", "Slack T0AB/B0CD", "sEcReT"),
    (f"tgram://{BOT}/-100123", "Telegram 123456789 → -100123", "sEcReT"),
    ("https://ntfy.sh/my-topic-sEcReT", "ntfy ntfy.sh/…5c3d49", "sEcReT"),
    ("ntfys://tk_sEcReT@ntfy.there.example:8443/mine", "ntfy ntfy.there.example:8443/…5d41ab", "sEcReT"),
    ("matrixs://syt_sEcReT@matrix.there.example/!room:there.example", "Matrix !room:there.example", "sEcReT"),
    (f"https://mattermost.there.example/hooks/{HOOK}", "Mattermost mattermost.there.example/…", HOOK),
]
UNKNOWN = [
    *(
        "json://there.example/",
        "xml://there.example/",
        "form://x/",
        "mailto://u:p@there.example",
        "syslog://",
        "dbus://",
    ),
    *("jsons://there.example/", "file:///etc/passwd", "http://discord.com/api/webhooks/1/x", "ntfys://u:p@h/topic", ""),
    *("https://discord.com.evil.example/api/webhooks/1/x", "https://evil.example/?https://ntfy.sh/x", "ntfys://a/b/c"),
    *("matrix://tok1234567890@h/!r:h", "tgram://1:x/2", "windows://", "https://ntfy.sh/a\nb", "discord://１２３/abc"),
]


def relay_all() -> None:
    while delivery.relay_one():
        pass


@pytest.fixture
def told(alice: User, notice: Make, there: Elsewhere) -> Callable[[str], tuple[Received, Any]]:
    """What a service gets when it is Alice's turn, by what she typed."""
    alice.channels.all().delete()

    def tell(typed: str) -> tuple[Received, Any]:
        reach.add_chat(alice, typed)
        put([notice(alice)])
        relay_all()
        (got,) = there.received
        return got, json.loads(got.body)

    return tell


TEXT = "alice, it is your turn in JACK in the POT."
LINK = "http://127.0.0.1:8000/games/k3v9x2qd/"


@pytest.mark.parametrize(("typed", "shown", "secret"), SERVICES)
def test_what_was_typed_is_understood_and_its_secret_kept(alice: User, typed: str, shown: str, secret: str) -> None:
    channel = reach.add_chat(alice, typed, "my room")
    assert channel.address.startswith(shown.rstrip("0123456789abcdef") if "…" in shown else shown)
    assert secret not in json.dumps(Channel.objects.filter(pk=channel.pk).values()[0], default=str)
    assert any(secret in str(part) for part in channel.secrets.values())


@pytest.mark.parametrize("typed", UNKNOWN)
def test_nothing_else_is(alice: User, typed: str) -> None:
    assert chat.read(typed) is None
    with pytest.raises(Refusal) as refused:
        reach.add_chat(alice, typed)
    assert refused.value.errors is not None


def test_discord(told: Callable[[str], tuple[Received, Any]], there: Elsewhere) -> None:
    got, body = told("discord://1234567/token")
    assert (got.method, got.path, there.looked_up) == ("POST", "/api/webhooks/1234567/token", ["discord.com:443"])
    assert body["content"] == f"alice, it is your turn in JACK in the POT\\.\n{LINK}"
    assert body["allowed_mentions"] == {"parse": []}


def test_slack(told: Callable[[str], tuple[Received, Any]], there: Elsewhere) -> None:
    got, body = told("slack://T0AB/B0CD/token")
    assert (got.path, there.looked_up) == ("/services/T0AB/B0CD/token", ["hooks.slack.com:443"])
    assert body == {"text": f"{TEXT}\n{LINK}", "mrkdwn": False, "link_names": False, "unfurl_links": False}


def test_telegram(told: Callable[[str], tuple[Received, Any]], there: Elsewhere) -> None:
    got, body = told(f"tgram://{BOT}/-100123")
    assert (got.path, there.looked_up) == (f"/bot{BOT}/sendMessage", ["api.telegram.org:443"])
    assert (body["chat_id"], body["text"]) == ("-100123", f"{TEXT}\n{LINK}")
    assert "parse_mode" not in body


def test_ntfy(told: Callable[[str], tuple[Received, Any]], there: Elsewhere) -> None:
    got, body = told("ntfys://tk_abc@ntfy.there.example:8443/mine")
    assert (got.path, there.looked_up) == ("/", ["ntfy.there.example:8443"])
    assert got.headers["authorization"] == "Bearer tk_abc"
    assert body == {"topic": "mine", "title": "JACK in the POT, table k3v9x2qd", "message": TEXT, "click": LINK}


def test_matrix_gets_the_same_name_when_it_is_sent_again(
    alice: User, notice: Make, there: Elsewhere, told: Callable[[str], tuple[Received, Any]], clock: Any
) -> None:
    there.replies.append(Reply(500))
    got, body = told("matrixs://syt_sEcReT@matrix.there.example/!room:there.example")
    clock.shift(60)
    relay_all()
    again = there.received[1]
    assert (got.method, got.path) == (again.method, again.path)
    assert got.path.startswith("/_matrix/client/v3/rooms/%21room%3Athere.example/send/m.room.message/")
    assert body == {"msgtype": "m.notice", "body": f"{TEXT}\n{LINK}", "m.mentions": {}}


def test_mattermost(told: Callable[[str], tuple[Received, Any]]) -> None:
    got, body = told(f"mmosts://mattermost.there.example/{HOOK}")
    assert (got.path, body) == (f"/hooks/{HOOK}", {"text": f"alice, it is your turn in JACK in the POT\\.\n{LINK}"})


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_hook_that_was_taken_back_is_turned_off(
    alice: User, notice: Make, there: Elsewhere, told: Callable[[str], tuple[Received, Any]], status: int
) -> None:
    there.replies.append(Reply(status))
    told("discord://1234567/token")
    assert Channel.objects.get().last_error == f"HTTP {status}"
    assert Notice.objects.get().status == "failed"


BAD = "*b* _i_ `c` ||s|| [l](http://x) <@1> <!channel> @everyone # h\n> q"


@pytest.mark.parametrize("name", chat.SERVICES)
def test_nobody_is_called_and_nothing_is_markup(name: str) -> None:
    fields = ("hook", "token", "team", "bot", "chat", "topic", "host", "room")
    request = chat.SERVICES[name].request(dict.fromkeys(fields, "x"), Words("t", BAD, "https://s/", "n"))
    body = json.loads(request.body)
    if name in ("ntfy", "matrix"):
        assert (body.get("m.mentions"), body.get("markdown"), body.get("format")) in [({}, None, None), (None,) * 3]
    else:
        said = body.get("text") or body["content"]
        assert "@everyone" not in said
        assert "<!channel>" not in said or name in ("discord", "mattermost", "telegram")
    assert without_markdown("*b* [l](x)") == r"\*b\* \[l\]\(x\)"
