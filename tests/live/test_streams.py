"""Open streams of a real server: what changes arrives by itself, in order, and is made good after a break."""

import http.client
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.live.conftest import MakeSite
from tests.live.play import answer, asked, open_match, prompt_of
from tests.live.site import Site

PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def site(make_site: MakeSite) -> Site:
    site = make_site()
    site.start_web()
    return site


class Stream:
    """An open stream, read line by line."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer

    def line(self) -> str:
        line = self.answer.readline()
        assert line, "the stream has ended"
        return line.decode().rstrip("\n")

    def event(self) -> dict[str, Any]:
        """The next server-sent event, past comments and advice."""
        found: dict[str, Any] = {}
        while True:
            name, _, value = self.line().partition(": ")
            if not name and "event" in found:
                return found
            if name in ("event", "id", "data"):
                found[name] = json.loads(value) if name != "event" else value

    def hears(self, version: int) -> bool:
        """Whether this version comes next; the one before may be told again, as when somebody has sat down."""
        event = self.event()
        while event["id"] == version - 1:
            event = self.event()
        return event == {"event": "game", "id": version, "data": {"version": version}}


@contextmanager
def stream(site: Site, path: str, token: str = "", **headers: str) -> Iterator[Stream]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE_SECONDS)
    own = {"Authorization": f"Bearer {token}"} if token else {}
    connection.request(
        "GET", f"/api/v1{path}", headers=own | {name.replace("_", "-"): v for name, v in headers.items()}
    )
    try:
        yield Stream(connection.getresponse())
    finally:
        connection.close()


def told(live: Stream, until: str) -> list[tuple[str, str]]:
    """What a stream of JSON lines tells, up to the first event of a kind: kind and match of each."""
    found: list[tuple[str, str]] = []
    while not found or found[-1][0] != until:
        if line := live.line():
            event = json.loads(line)
            found.append((event["event"], event["data"]["game"]))
    return found


def play_once(site: Site, code: str) -> None:
    people = [site.person("Ann"), site.person("Ben")]
    game = people[0].get(f"/games/{code}/")
    person = asked(game, *people)
    assert person
    mine = person.get(f"/games/{code}/")
    assert answer(person, code, prompt_of(mine), mine["legal_actions"][0]["action"])[0] == 201


def test_a_watcher_without_an_account_hears_every_version_in_order(site: Site) -> None:
    code = open_match(site.person("Ann"), site.person("Ben"))["id"]
    with stream(site, f"/games/{code}/stream/") as live:
        assert live.answer.getheader("Content-Type") == "text/event-stream"
        assert live.hears(0)
        for version in (1, 2, 3):
            play_once(site, code)
            assert live.hears(version)


def test_a_stream_goes_on_after_the_last_number_that_was_heard(site: Site) -> None:
    code = open_match(site.person("Ann"), site.person("Ben"))["id"]
    play_once(site, code)
    with stream(site, f"/games/{code}/stream/", Last_Event_ID="0") as late:
        assert late.hears(1)
    with stream(site, f"/games/{code}/stream/", Last_Event_ID="1") as current:
        play_once(site, code)
        assert current.hears(2)


def test_ones_own_stream_tells_what_happens_in_any_match_as_lines_of_json(site: Site) -> None:
    ann, ben = site.person("Ann"), site.person("Ben")
    with stream(site, "/stream/", site.tokens["Ann"], Accept="application/x-ndjson") as live:
        assert live.answer.getheader("Content-Type") == "application/x-ndjson"
        code = open_match(ann, ben)["id"]
        assert ("game_started", code) in told(live, until="game_started")
        ben.post(f"/games/{code}/messages/", {"text": "hello"})
        assert ("message", code) in told(live, until="message")


def test_notices_that_came_while_nobody_listened_are_told_on_return(site: Site) -> None:
    code = open_match(site.person("Ann"), site.person("Ben"))["id"]
    with stream(site, "/stream/", site.tokens["Ann"], Last_Event_ID="0") as live:
        games = set()
        while code not in games:
            games.add(live.event()["data"]["game"])


def test_a_stream_needs_what_every_other_request_needs(site: Site) -> None:
    closed = open_match(site.person("Ann"), site.person("Ben"), visibility="public")["id"]
    with stream(site, "/stream/") as stranger:
        assert stranger.answer.status == 401
    with stream(site, "/games/nosuchgame/stream/") as nowhere:
        assert nowhere.answer.status == 404
        assert nowhere.answer.getheader("Content-Type") == "application/problem+json"
    with stream(site, f"/games/{closed}/stream/", "jp_wrong") as forged:
        assert forged.answer.status == 401


def test_many_streams_cost_no_thread_and_the_pages_go_on(site: Site) -> None:
    code = open_match(site.person("Ann"), site.person("Ben"))["id"]
    with ExitStack() as stack:
        lives = [stack.enter_context(stream(site, f"/games/{code}/stream/")) for _ in range(200)]
        assert all(live.hears(0) for live in lives)
        play_once(site, code)
        assert all(live.hears(1) for live in lives)


def test_many_streams_that_begin_at_once_do_not_use_up_the_database(site: Site) -> None:
    code = open_match(site.person("Ann"), site.person("Ben"))["id"]
    with ExitStack() as stack:
        asked = [http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE_SECONDS) for _ in range(200)]
        for connection in asked:
            stack.callback(connection.close)
            connection.request("GET", f"/api/v1/games/{code}/stream/")
        assert all(Stream(connection.getresponse()).hears(0) for connection in asked)


def test_a_stream_outlives_a_database_that_hangs_up_on_its_listener(site: Site) -> None:
    code = open_match(site.person("Ann"), site.person("Ben"))["id"]
    with stream(site, f"/games/{code}/stream/") as live:
        assert live.hears(0)
        listeners = "datname = current_database() AND query LIKE 'LISTEN%%'"
        assert site.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listeners}")  # noqa: S608
        play_once(site, code)
        assert live.hears(1)
