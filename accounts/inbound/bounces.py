"""Our own mails that came back: an address that does not exist is not written to again."""

import re
from email.message import Message

from accounts import clock
from accounts.inbound.mails import header
from accounts.models import Channel

# Bad destination: no such mailbox, no such system, an address that cannot be (RFC 3463, X.1.X).
NO_SUCH_ADDRESS = re.compile(r"^5\.1\.\d{1,3}$")
LONGEST = 300


def take(channel_id: int, message: Message) -> bool:
    """Turn the channel off if the mail could not be delivered for good; whether it was turned off."""
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in part.get_payload() or []:
            if isinstance(fields, Message) and _is_hopeless(fields):
                return _turn_off(channel_id, header(fields, "Diagnostic-Code") or header(fields, "Status"))
    return False


def _is_hopeless(fields: Message) -> bool:
    failed = header(fields, "Action").lower() == "failed"
    return failed and bool(NO_SUCH_ADDRESS.match(header(fields, "Status").split(" ")[0]))


def _turn_off(channel_id: int, why: str) -> bool:
    channel = Channel.objects.filter(pk=channel_id, disabled_at=None)
    return bool(channel.update(disabled_at=clock.now(), last_error=why[:LONGEST]))
