"""A mail server that can be made to keep the sender waiting, and something to send."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

from aiosmtpd.smtp import SMTP, Envelope, Session

from games.demo.mailbox import Mailbox
from tests.live.site import Site

TELL = """
INSERT INTO accounts_notice (user_id, kind, thread, key, payload, due_at, created_at, status, reason)
SELECT id, 'invited', '', %s, '{"url": "/", "ruleset": "JACK in the POT", "players": [], "by": "Ben"}',
       now(), now(), 'pending', '' FROM accounts_user WHERE username = %s
"""


class Gate(Mailbox):
    """A mail server that can be made to keep the sender waiting for its answer."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__(now)
        self.shut, self.waiting, self.lost, self.goodbyes = False, 0, 0, 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """A sender that dies while it waits is never told that its mail was kept, and it was not."""
        self.waiting += 1
        try:
            while self.shut:
                await asyncio.sleep(0.02)
        except asyncio.CancelledError:
            self.lost += 1
            raise
        return await super().handle_DATA(server, session, envelope)

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """The sender knows now that its mail was taken."""
        self.goodbyes += 1
        return "221 Bye"


def tell(site: Site, name: str) -> str:
    """Write a notice for somebody that is due; its key."""
    key = f"invited:{uuid4()}"
    site.sql(TELL, key, name)
    return key
