"""The broker only rings: emptied, torn down or out of reach, everything still happens, at the latest one sweep on."""

import time

import pytest

from games.demo.person import Json, address_of
from games.demo.stage import processes
from tests.live.conftest import MakeSite
from tests.live.play import answer, asked, choice, open_match, prompt_of
from tests.live.site import Site, wait_until

NOBODY = "amqp://guest:guest@127.0.0.1:1//"
PURGE = "SELECT pgmq.purge_queue(queue_name) FROM pgmq.list_queues()"
QUEUED = "SELECT sum(queue_length) FROM pgmq.metrics_all()"
# A web process asks a broker that is not there; nobody should wait longer than this for an answer.
SOON_SECONDS = 5.0


def play_until_the_bot_is_asked(site: Site, game: Json, name: str = "Ann") -> int:
    """Let somebody play a turn; the version of the match at its end."""
    ann = site.person(name)
    game = ann.get(f"/games/{game['id']}/")
    while asked(game, ann):
        began = time.monotonic()
        status, done = answer(ann, game["id"], prompt_of(game), choice(game))
        assert status == 201, done
        assert time.monotonic() - began < SOON_SECONDS
        game = done["game"]
    return int(game["version"])


def the_bot_has_played(site: Site, game: Json, version: int) -> bool:
    now = site.person("Ann").get(f"/games/{game['id']}/")
    return bool(now["version"] > version) and (asked(now, site.person("Ann")) is not None or now["status"] != "active")


def invite_ben(site: Site) -> None:
    """Something to be mailed."""
    game = open_match(site.person("Ann"), seats=2)
    site.person("Ann").post(f"/games/{game['id']}/invitations/", {"username": "Ben"})


@pytest.fixture
def site(make_site: MakeSite) -> Site:
    return make_site(NOTICE_GRACE_SECONDS="0")


def mail_for_ben(site: Site) -> int:
    return len(site.mailbox.of(address_of("Ben")))


def test_the_queue_is_emptied_while_work_waits_in_it(site: Site) -> None:
    site.start_web()
    game = open_match(site.person("Ann"), bots=["random"])
    version = play_until_the_bot_is_asked(site, game)
    invite_ben(site)
    site.start("beat")
    wait_until(lambda: site.sql("SELECT 1 FROM pgmq.list_queues()") and site.sql(QUEUED)[0][0], "nothing is queued")
    site.sql(PURGE)
    site.start("worker")
    wait_until(lambda: the_bot_has_played(site, game, version), "the bot does not play")
    wait_until(lambda: mail_for_ben(site), "no mail")
    site.end()
    assert mail_for_ben(site) == 1


def test_the_queues_tables_are_dropped_under_running_processes(site: Site) -> None:
    with processes(site, site.port, site.folder):
        site.wait_until_ready()
        game = open_match(site.person("Ann"), bots=["random"])
        wait_until(lambda: the_bot_has_played(site, game, -1), "the bot does not play at first")
        site.sql("DROP SCHEMA pgmq CASCADE")
        assert site.status("/readyz") == 503
        version = play_until_the_bot_is_asked(site, game)
        invite_ben(site)
        site.manage("migrate", "--verbosity", "0")
        assert site.status("/readyz") == 200
        wait_until(lambda: the_bot_has_played(site, game, version), "the bot does not play")
        wait_until(lambda: mail_for_ben(site), "no mail")
    assert mail_for_ben(site) == 1


def test_an_action_is_answered_soon_though_no_broker_can_be_reached(make_site: MakeSite) -> None:
    site = make_site(CELERY_BROKER_URL=NOBODY)
    site.start("web")
    wait_until(lambda: site.status("/healthz") == 200, "the web server does not answer")
    assert site.status("/readyz") == 503
    game = open_match(site.person("Ann"), site.person("Ben"), bots=["random"])
    for name in ("Ann", "Ben"):
        play_until_the_bot_is_asked(site, game, name)
