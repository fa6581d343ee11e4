"""The receiver for mail servers: LMTP, or SMTP. "250" is said when the database has it, and not before."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import DatabaseError, close_old_connections

from accounts import reply_address
from accounts.inbound import mails
from accounts.inbound.door import LARGEST, Verdict, take_in

logger = logging.getLogger(__name__)

THREADS = 4
MOST_RECIPIENTS = 10
PATIENCE_SECONDS = 60
NO_SUCH_ADDRESS = "550 5.1.1 There is no such address here"
LATER = "451 4.3.0 Not now; send it again later"
TAKEN = "250 2.0.0 Taken"

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd tells of every line it hears


class Receiver:
    """What aiosmtpd calls; `is_lmtp` makes one answer for each recipient (RFC 2033)."""

    def __init__(self, *, is_lmtp: bool) -> None:
        self._is_lmtp = is_lmtp
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")

    def server(self) -> SMTP:
        """One connection."""
        kind = _Lmtp if self._is_lmtp else _Smtp
        return kind(self, data_size_limit=LARGEST, enable_SMTPUTF8=True, timeout=PATIENCE_SECONDS, ident="JACKPOT")

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        """Whether there is such an address; no database is needed to know."""
        if reply_address.read(address) is None:
            return NO_SUCH_ADDRESS
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take the mail in for each recipient, in a thread, since the database waits."""
        loop, raw = asyncio.get_running_loop(), envelope.original_content or b""
        sender = envelope.mail_from
        said = [
            await loop.run_in_executor(self._threads, _in_thread, address, raw, sender) for address in envelope.rcpt_tos
        ]
        return "\r\n".join(said) if self._is_lmtp else next((each for each in said if each != TAKEN), TAKEN)

    def close(self) -> None:
        """Finish what is under way."""
        self._threads.shutdown()


class _Lmtp(LMTP):
    # Mail programs write long lines, and mail servers hand them on.
    line_length_limit = 64 * 1024


class _Smtp(SMTP):
    line_length_limit = 64 * 1024


def _in_thread(address: str, raw: bytes, sender: str | None) -> str:
    close_old_connections()  # One that broke since the last mail, that is.
    return answer(address, raw, sender)


def answer(address: str, raw: bytes, sender: str | None) -> str:
    """What to say to the sending server about this mail to this address."""
    try:
        verdict = take_in(address, mails.parse(raw), sender)
    except DatabaseError as error:
        logger.warning("A mail has to come again: %s", type(error).__name__)
        return LATER
    except Exception:
        logger.exception("A mail could not be read")
        return LATER
    return NO_SUCH_ADDRESS if verdict is Verdict.NO_SUCH_ADDRESS else TAKEN
