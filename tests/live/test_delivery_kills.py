"""The worker killed -9 at three moments of a delivery: the mail arrives, twice at most, then under the same id."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import uuid4

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from games.demo.mailbox import Mail, Mailbox
from games.demo.person import address_of
from tests.live.brokers import BROKERS, Broker
from tests.live.conftest import MakeSite
from tests.live.site import Process, Site, locked, somebody_waits_for_a_lock, wait_until

TELL = """
INSERT INTO accounts_notice (user_id, kind, thread, key, payload, due_at, created_at, status, reason)
SELECT id, 'invited', '', %s, '{"url": "/", "ruleset": "JACK in the POT", "players": [], "by": "Ben"}',
       now(), now(), 'pending', '' FROM accounts_user WHERE username = 'Ann'
"""


class Gate(Mailbox):
    """A mail server that can be made to keep the sender waiting for its answer."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__(now)
        self.shut, self.waiting, self.goodbyes = False, 0, 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """A sender that dies while it waits is never told that its mail was kept, and it was not."""
        self.waiting += 1
        while self.shut:
            await asyncio.sleep(0.02)
        return await super().handle_DATA(server, session, envelope)

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """The sender knows now that its mail was taken."""
        self.goodbyes += 1
        return "221 Bye"


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
        key = f"invited:{uuid4()}"
        self.site.sql(TELL, key)
        return key

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
    crew.gate.shut, crew.gate.waiting = True, 0
    key = crew.tell_ann()
    wait_until(lambda: crew.gate.waiting, "no worker sends")
    crew.replace_worker()
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
