"""The worker killed -9 at three moments of a delivery: the mail arrives, twice at most, then under the same id."""

from collections.abc import Iterator

import pytest

from games.demo.mailbox import Mail
from games.demo.person import address_of
from tests.live.brokers import BROKERS, Broker
from tests.live.conftest import MakeSite
from tests.live.gate import Gate, tell
from tests.live.site import Process, Site, locked, somebody_waits_for_a_lock, wait_until


class Crew:
    """A site with beat and a worker, which can be replaced."""

    def __init__(self, site: Site, gate: Gate, broker: Broker) -> None:
        self.site, self.gate, self._broker = site, gate, broker
        self._beat = site.start("beat", *broker.words)
        self.worker: Process = self._new_worker()

    def _new_worker(self) -> Process:
        return self.site.start("worker", *self._broker.words)

    def replace_worker(self) -> None:
        """kill -9 of the worker with all its children, and a new one in its place."""
        self.worker.kill()
        self.worker = self._new_worker()

    def tell_ann(self) -> str:
        """Write a notice that is due."""
        return tell(self.site, "Ann")

    def mails_once_settled(self, key: str) -> list[Mail]:
        """Wait until the notice is settled for good; what has arrived for Ann since the last time."""
        query = "SELECT 1 FROM accounts_notice WHERE key = %s AND status = 'sent'"
        wait_until(lambda: self.site.sql(query, key), "the notice is not sent")
        mails = self.gate.of(address_of("Ann"))
        self.gate.mails.clear()
        return mails


@pytest.fixture(scope="module", params=BROKERS)
def crew(request: pytest.FixtureRequest, make_site: MakeSite) -> Iterator[Crew]:
    broker: Broker = request.param
    with broker.cleared():
        site = make_site(Gate, CELERY_BROKER_URL=broker.url, NOTICE_LEASE_SECONDS="2")
        assert isinstance(site.mailbox, Gate)
        yield Crew(site, site.mailbox, broker)
        site.end()


def test_the_worker_is_killed_before_it_claims_the_delivery(crew: Crew) -> None:
    with locked(crew.site, "LOCK TABLE accounts_delivery IN ACCESS EXCLUSIVE MODE"):
        key = crew.tell_ann()
        wait_until(lambda: somebody_waits_for_a_lock(crew.site, "worker"), "no worker wants to claim")
        crew.replace_worker()
    assert len(crew.mails_once_settled(key)) == 1


def test_the_worker_is_killed_while_it_talks_to_the_mail_server(crew: Crew) -> None:
    crew.gate.shut, crew.gate.waiting, crew.gate.lost = True, 0, 0
    key = crew.tell_ann()
    wait_until(lambda: crew.gate.waiting, "no worker sends")
    crew.replace_worker()
    wait_until(lambda: crew.gate.lost, "the mail server does not notice")
    crew.gate.shut = False
    assert len(crew.mails_once_settled(key)) == 1


def test_the_worker_is_killed_between_the_mail_servers_yes_and_writing_it_down(crew: Crew) -> None:
    crew.gate.shut, crew.gate.waiting, crew.gate.goodbyes = True, 0, 0
    key = crew.tell_ann()
    wait_until(lambda: crew.gate.waiting, "no worker sends")
    with locked(crew.site, "SELECT 1 FROM accounts_delivery WHERE status = 'sending' FOR UPDATE"):
        crew.gate.shut = False
        wait_until(lambda: crew.gate.goodbyes, "the mail server did not say yes")
        wait_until(lambda: somebody_waits_for_a_lock(crew.site, "worker"), "no worker wants to settle")
        crew.replace_worker()
    first, second = crew.mails_once_settled(key)
    assert first.id == second.id
    assert (first.to, first.subject) == (second.to, second.subject)
