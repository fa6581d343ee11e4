"""The private PostgreSQL comes up and goes down, whatever happened to it before."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from jackpot_site import embedded
from jackpot_site.stepdown import way


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A server of the test's own, in a folder with a space and a quote in its name."""
    home = tmp_path / "it's a server" / "postgres"
    monkeypatch.setattr(embedded, "FOLDER", home)
    yield home
    embedded.stop()


def pid(folder: Path) -> int:
    return int((way(folder).home / "data" / "postmaster.pid").read_text().split()[0])


def answers(url: str) -> bool:
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


def test_before_its_first_start_nothing_answers(folder: Path) -> None:
    assert not answers(embedded.database_url())


def test_the_last_user_stops_it_and_only_the_owner_can_read_the_password(folder: Path) -> None:
    with embedded.running() as url, embedded.running() as same:
        assert url == same
        assert answers(url)
    assert not answers(url)
    assert (folder / "url").stat().st_mode & 0o777 == 0o600


def test_two_starts_at_once_give_one_server(folder: Path) -> None:
    threads = [threading.Thread(target=embedded.start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers(embedded.database_url())


def test_it_starts_again_after_a_crash_on_another_port_if_need_be(folder: Path) -> None:
    url = embedded.start()
    os.kill(pid(folder), signal.SIGKILL)
    deadline = time.monotonic() + 10
    while answers(url) and time.monotonic() < deadline:
        time.sleep(0.05)
    with socket.socket() as squatter:
        squatter.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        squatter.bind(("127.0.0.1", urlsplit(url).port or 0))
        squatter.listen()
        moved = embedded.start()
    assert moved != url
    assert answers(moved)


def test_a_stranger_with_the_old_number_does_not_keep_it_down(folder: Path) -> None:
    embedded.start()
    file = way(folder).home / "data" / "postmaster.pid"
    kept = file.read_text().split("\n", 1)[1]
    embedded.stop()
    file.write_text(f"{os.getpid()}\n{kept}")
    assert answers(embedded.start())


def test_a_first_start_that_was_interrupted_is_begun_again(folder: Path) -> None:
    (folder / "data.new" / "base").mkdir(parents=True)
    assert answers(embedded.start())
