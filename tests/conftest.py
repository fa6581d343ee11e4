"""What every test may use; and what none may do: talk to anything but this machine."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.utils import translation

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LOOPBACK = ("127.", "::1", "localhost")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse connections to other machines; a test that wants one has forgotten to replace something."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def check(sock: socket.socket, address: Any) -> None:
        if sock.family != socket.AF_UNIX and not str(address[0]).startswith(LOOPBACK):
            pytest.fail(f"a test wanted to connect to {address}")

    def guarded_connect(sock: socket.socket, address: Any) -> None:
        check(sock, address)
        connect(sock, address)

    def guarded_connect_ex(sock: socket.socket, address: Any) -> int:
        check(sock, address)
        return connect_ex(sock, address)

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded_connect_ex)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A language that one test has chosen is not the next one's."""
    translation.activate("en")
    yield
    translation.deactivate()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Time stands still at noon of a Monday; `clock.shift(seconds)` and `clock.move_to(moment)` move it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller
