"""The one door for outgoing HTTP: where it goes, where it does not, and that it never waits for long."""

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from accounts.channels import safe_http
from accounts.channels.addresses import is_public
from accounts.channels.safe_http import Blocked, Door, Request, Unreachable
from tests.accounts.doors import NAME, Elsewhere, Reply

HERE = f"https://{NAME}/hook?a=1"
PRIVATE = [
    *("127.0.0.1", "127.8.9.1", "0.1.2.3", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *(
        "192.0.0.8",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.5",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
    ),
    *(
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "2001:db8::1",
        "2001::1",
        "2002:7f00:1::",
    ),
    *("2002:808:808::", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "3fff::1"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "100::1", "4000::1", "", "localhost", "8.8.8"),
]
PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "2606:4700::1111",
    "2a00:1450::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
]


def to(*addresses: str) -> Callable[[str, int], list[tuple[int, tuple[Any, ...]]]]:
    """A look-up that finds these."""

    def look_up(_host: str, port: int) -> list[tuple[int, tuple[Any, ...]]]:
        return [(socket.AF_INET6 if ":" in each else socket.AF_INET, (each, port)) for each in addresses]

    return look_up


def post(url: str = HERE) -> Request:
    return Request(url, b'{"a": 1}', {"Content-Type": "application/json"})


@pytest.fixture
def nobody_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_sock: Any, address: Any) -> None:
        pytest.fail(f"connected to {address}")

    monkeypatch.setattr(socket.socket, "connect", fail)


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is_not(address: str) -> None:
    assert is_public(address)


def test_a_request_arrives_as_it_was_meant(there: Elsewhere) -> None:
    there.replies.append(Reply(202, (("Retry-After", "7"),)))
    assert there.door().send(post()) == (202, 7)
    (got,) = there.received
    assert (got.method, got.path, got.body) == ("POST", "/hook?a=1", b'{"a": 1}')
    assert got.headers["host"] == NAME
    assert there.looked_up == [f"{NAME}:443"]


@pytest.mark.parametrize(
    "addresses",
    [
        *([each] for each in ("127.0.0.1", "::1", "10.0.0.7", "169.254.169.254", "::ffff:127.0.0.1")),
        ["93.184.216.34", "10.0.0.7"],
        ["93.184.216.34", "::1"],
    ],
)
@pytest.mark.usefixtures("nobody_is_called")
def test_a_name_that_leads_anywhere_private_is_refused(addresses: list[str]) -> None:
    with pytest.raises(Blocked, match=re.escape(safe_http.NOT_PUBLIC)):
        Door(to(*addresses)).send(post())


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", "0x7f.1", "2130706433", "0177.0.0.1", "[::ffff:7f00:1]"],
)
@pytest.mark.usefixtures("nobody_is_called")
def test_an_address_in_numbers_is_looked_at_like_any_other(host: str) -> None:
    with pytest.raises(Blocked):
        Door().send(post(f"https://{host}/"))


@pytest.mark.usefixtures("nobody_is_called")
def test_a_name_that_leads_nowhere_is_nobodys_fault_for_ever() -> None:
    def unknown(_host: str, _port: int) -> Any:
        raise socket.gaierror

    for look_up in (unknown, to()):
        with pytest.raises(Unreachable, match="not known"):
            Door(look_up).send(post())


def test_the_connection_goes_to_the_address_that_was_looked_at(there: Elsewhere) -> None:
    """A name that leads here when it is looked at and to the neighbour afterwards is looked up once only."""
    answers = [[(socket.AF_INET, ("127.0.0.1", there.port))], [(socket.AF_INET, ("10.0.0.1", there.port))]]
    looked_at: list[str] = []

    def rebinding(_host: str, _port: int) -> Any:
        return answers.pop(0)

    def is_public(address: str) -> bool:
        looked_at.append(address)
        return not address.startswith("10.")

    assert there.door(look_up=rebinding, is_public=is_public).send(post()).status == 204
    assert (looked_at, len(answers)) == (["127.0.0.1"], 1)
    with pytest.raises(Blocked):
        there.door(look_up=rebinding, is_public=is_public).send(post())
    assert len(there.received) == 1


def test_a_redirect_is_an_answer_and_not_a_way(there: Elsewhere) -> None:
    there.replies.append(Reply(307, (("Location", "https://other.there.example/"),)))
    answer = there.door().send(post())
    assert answer.status == 307
    assert not safe_http.is_good(answer.status)
    assert len(there.looked_up) == 1


def test_no_proxy_is_asked(there: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    assert there.door().send(post()).status == 204


def test_the_certificate_must_be_of_the_name_and_of_somebody_known(there: Elsewhere) -> None:
    with pytest.raises(Unreachable, match="certificate"):
        there.door(tls=ssl.create_default_context()).send(post())
    with pytest.raises(Unreachable, match="certificate"):
        there.door().send(post("https://elsewhere.example/"))
    assert there.received == []


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://there.example/",
            "ftp://there.example/",
            "file:///etc/passwd",
            "https://",
            "https:///x",
            "there.example",
        ),
        *("https://user@there.example/", "https://user:pw@there.example/", "https://there.example:22/", ""),
        *(
            "https://there.example:99999/",
            "https://there.example:x/",
            "https://there.example/\r\nHost: x",
            "https://[::1/",
        ),
        *(
            "https://there.example\\@evil.example/",
            "https://there.example/ä",
            "https://\u017fomewhere.example/",
            "https://the\tre.example/",
            "https://" + "x" * 999,
        ),
    ],
)
@pytest.mark.usefixtures("nobody_is_called")
def test_what_is_no_plain_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(Blocked):
        Door(to("93.184.216.34")).send(post(url))


@pytest.mark.parametrize("url", ["https://there.example:8443/", "HTTPS://there.example", "https://[2606:4700::1111]/x"])
def test_other_forms_are_fine(url: str) -> None:
    assert safe_http.checked(url).hostname


@pytest.mark.parametrize(
    "raw",
    [
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X-A: " + b"a" * 60_000 + b"\r\n\r\n",
        b"HTTP/1.1 99\r\n\r\n",
        b"",
    ],
)
def test_what_is_no_answer_is_taken_for_none(there: Elsewhere, raw: bytes) -> None:
    there.replies.append(Reply(raw=raw))
    with pytest.raises(Unreachable):
        there.door().send(post())


def test_the_body_of_an_answer_is_not_waited_for(there: Elsewhere) -> None:
    there.replies.append(Reply(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\nand then nothing"))
    assert there.door().send(post()).status == 200


def test_nobody_can_make_us_wait_for_long(there: Elsewhere) -> None:
    """Neither a look-up that does not end, nor who takes a connection and is silent, nor who speaks very slowly."""
    awake = threading.Event()
    silent = socket.create_server(("127.0.0.1", 0))
    there.replies.append(Reply(raw=b"HTTP/1.1 200 OK\r\nX-A: b\r\n\r\n", slowly=True))
    doors = [
        there.door(seconds=0.3, look_up=lambda *_: awake.wait(9)),
        there.door(seconds=0.3, look_up=lambda *_: [(socket.AF_INET, silent.getsockname())]),
        there.door(seconds=0.3),
    ]
    for door in doors:
        start = time.monotonic()
        with pytest.raises(Unreachable, match="too long"):
            door.send(post())
        assert 0.2 < time.monotonic() - start < 3
    awake.set()
    silent.close()
    assert len(there.received) == 1
