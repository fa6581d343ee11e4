"""PostgreSQL stopped at once and started again: honest answers meanwhile, no restart of ours, nothing lost."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.demo.person import address_of
from games.demo.stage import BASE_DIR, MovedClock
from jackpot_site.stepdown import way
from tests.live.gate import Gate, tell
from tests.live.play import answer, choice, open_match, prompt_of
from tests.live.site import Site, make_accounts, wait_until

LAUNCH = """
import sys
from pathlib import Path
from jackpot_site import embedded
embedded.FOLDER = Path(sys.argv[1])
embedded.main([sys.argv[2]])
"""


class Cluster:
    """A PostgreSQL of the test's own, started and stopped by the launcher of `make run`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def start(self) -> str:
        """Start it, making it first if need be; its address."""
        return self._launcher("start")

    def stop(self) -> None:
        self._launcher("stop")

    def stop_at_once(self) -> None:
        """What `pg_ctl stop -m immediate` does: as if the power had failed."""
        pid = int((way(self._folder).home / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGQUIT)
        wait_until(lambda: not Path(f"/proc/{pid}").exists(), "PostgreSQL does not stop")

    def _launcher(self, word: str) -> str:
        """In a process of its own, since the server outlives it."""
        command = [sys.executable, "-c", LAUNCH, str(self._folder), word]
        return subprocess.run(command, cwd=BASE_DIR, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "postgres")
    yield cluster
    cluster.stop()


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    gate = Gate(MovedClock(tmp_path / "clock").now)
    with gate:
        yield gate


@pytest.fixture
def site(cluster: Cluster, gate: Gate, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, cluster.start(), gate, MovedClock(tmp_path / "clock"), NOTICE_LEASE_SECONDS="2")
    make_accounts(site)
    yield site
    site.end()


def test_the_database_goes_away_in_the_middle_of_everything(cluster: Cluster, gate: Gate, site: Site) -> None:
    running = [site.start_web(), site.start("worker"), site.start("beat")]
    ann = site.person("Ann")
    code = open_match(ann, bots=["random"])["id"]
    wait_until(lambda: prompt_of(ann.get(f"/games/{code}/")) is not None, "the bot does not play")
    game = ann.get(f"/games/{code}/")
    gate.shut = True
    key = tell(site, "Ann")
    wait_until(lambda: gate.waiting, "no worker sends")

    cluster.stop_at_once()
    status, problem = answer(ann, code, prompt_of(game), choice(game))
    assert (status, problem["code"], problem["status"]) == (503, "unavailable", 503)
    assert site.status("/readyz") == 503
    assert site.status("/healthz") == 200
    gate.shut = False

    cluster.start()
    wait_until(lambda: site.status("/readyz") == 200, "the site does not get ready again")
    assert answer(ann, code, prompt_of(game), choice(game))[0] == 201
    wait_until(lambda: site.sql("SELECT 1 FROM accounts_notice WHERE key = %s AND status = 'sent'", key), "no mail")
    mails = gate.of(address_of("Ann"))
    assert 1 <= len(mails) <= 2
    assert len({mail.id for mail in mails}) == 1
    assert [process.runs for process in running] == [True, True, True]
