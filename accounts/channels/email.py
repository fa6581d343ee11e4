"""Mail by SMTP: one thread per match, the same Message-ID whenever the same delivery is sent again."""

import smtplib
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from accounts import reply_address, unsubscribe
from accounts.channels import ChannelError, Message
from accounts.channels.letter import write
from accounts.reply_address import Capability, Purpose

PATIENCE = None
ONE_BY_ONE = False
# Refusals that say nothing about the address: policy (a relay that does not know us) and a full mailbox.
NOT_THE_ADDRESS = ("5.7.", "5.2.2")
PERMANENT = range(500, 600)


def send(address: str, message: Message) -> None:
    """Hand the mail over to the SMTP server."""
    mail = compose(address, message)
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as error:
        code, text = error.recipients.get(address) or next(iter(error.recipients.values()))
        raise ChannelError(_words(code, text), permanent=_is_permanent(code, text)) from error
    except smtplib.SMTPResponseException as error:
        raise ChannelError(_words(error.smtp_code, error.smtp_error), permanent=False) from error
    except (smtplib.SMTPException, OSError) as error:
        raise ChannelError(f"{type(error).__name__}: {error}", permanent=False) from error


def compose(address: str, message: Message) -> EmailMultiAlternatives:
    """The mail with its headers."""
    kinds = sorted({notice.kind for notice in message.notices})
    way_out = unsubscribe.url(message.channel.pk, kinds)
    letter = write(message, {"unsubscribe": way_out})
    headers = {
        "Message-ID": f"<{message.delivery_id}@{_host()}>",
        "List-Unsubscribe": f"<{way_out}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        **_thread_headers(message),
        **_ways_back(message.channel.pk, letter.about),
    }
    sender = reply_address.make(Capability(Purpose.BOUNCE, message.channel.pk, b""))
    mail = EmailMultiAlternatives(letter.subject, letter.text, sender or None, to=[address], headers=headers)
    mail.attach_alternative(letter.html, "text/html")
    return mail


def _ways_back(channel_id: int, about: bytes) -> dict[str, str]:
    """Where answers go. What cannot be delivered comes back to the envelope's sender, so "From" is said apart."""
    if not settings.MAIL_REPLY_ADDRESS:
        return {}
    reply = {"Reply-To": reply_address.make(Capability(Purpose.REPLY, channel_id, about))} if about else {}
    return {"From": settings.DEFAULT_FROM_EMAIL, **reply}


def _thread_headers(message: Message) -> dict[str, str]:
    """All mails about one match refer to the same root, which is never sent; several matches have no thread."""
    threads = {notice.thread for notice in message.notices}
    if len(threads) != 1 or threads == {""}:
        return {}
    root = f"<thread-{threads.pop()}@{_host()}>"
    return {"In-Reply-To": root, "References": root}


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _is_permanent(code: int, text: bytes | str) -> bool:
    words = _words(code, text)
    return code in PERMANENT and not any(status in words for status in NOT_THE_ADDRESS)


def _words(code: int, text: bytes | str) -> str:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{code} {said}"
