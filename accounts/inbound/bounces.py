"""Our own mails that came back: an address that does not exist is not written to again."""

import re
from email.message import Message

from accounts import clock, failing
from accounts.inbound.mails import header

# Bad destination: no such mailbox, no such system, an address that cannot be (RFC 3463, X.1.X).
NO_SUCH_ADDRESS = re.compile(r"^5\.1\.\d{1,3}$")


def take(channel_id: int, message: Message) -> bool:
    """Turn the channel off if the mail could not be delivered for good; whether it was turned off."""
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in part.get_payload() or []:
            if isinstance(fields, Message) and _is_hopeless(fields):
                why = header(fields, "Diagnostic-Code") or header(fields, "Status")
                return failing.turn_off(channel_id, why, clock.now())
    return False


def _is_hopeless(fields: Message) -> bool:
    failed = header(fields, "Action").lower() == "failed"
    return failed and bool(NO_SUCH_ADDRESS.match(header(fields, "Status").split(" ")[0]))
