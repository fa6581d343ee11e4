"""System checks: a wrong setting is named, with what to do, before it can do harm."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

BROKERS = ("pgmq", "amqp", "amqps", "pyamqp", "redis", "rediss", "memory")
REPLY_ADDRESS = re.compile(r"[^@+\s]{1,16}@[^@\s]+")
SHORTEST_HOOK_SECRET = 24
LOOPBACK = {"127.0.0.1", "localhost", "[::1]", ".localhost", "testserver"}


@register()
def ranges(**_: object) -> Iterable[CheckMessage]:
    """Numbers that make no sense."""
    if not 0 <= settings.REMINDER_SHARE <= 1:
        yield Error(
            f"REMINDER_SHARE is {settings.REMINDER_SHARE}: it must lie between 0 and 1.",
            hint="It is the share of a turn that is left when the reminder goes out; 0.25 is the default.",
            id="jackpot.E001",
        )
    for name in ("CELERY_SWEEP_SECONDS", "NOTICE_LEASE_SECONDS", "NOTICE_KEEP_DAYS", "LATE_TURNS_UNTIL_ABSENT"):
        if getattr(settings, name) <= 0:
            yield Error(f"{name} must be more than 0.", hint="Leave it out for the default.", id="jackpot.E002")


@register()
def addresses(**_: object) -> Iterable[CheckMessage]:
    """Addresses that lead nowhere."""
    site = urlsplit(settings.SITE_URL)
    if site.scheme not in {"http", "https"} or not site.hostname:
        yield Error(
            f"SITE_URL is {settings.SITE_URL!r}: it needs a scheme and a host.",
            hint="Such as SITE_URL=https://cards.example.org: links in mails begin with it.",
            id="jackpot.E003",
        )
    if settings.BROKER not in BROKERS:
        yield Error(
            f"CELERY_BROKER_URL begins with {settings.BROKER!r}, which this site does not know.",
            hint=f"Use one of {', '.join(BROKERS)}, or leave it out: then the database is the queue.",
            id="jackpot.E004",
        )


@register()
def mail(**_: object) -> Iterable[CheckMessage]:
    """Answers that would go nowhere."""
    if settings.MAIL_REPLY_ADDRESS and not REPLY_ADDRESS.fullmatch(settings.MAIL_REPLY_ADDRESS):
        yield Error(
            f"MAIL_REPLY_ADDRESS is {settings.MAIL_REPLY_ADDRESS!r}.",
            hint="It must be NAME@DOMAIN with a NAME of at most 16 signs and without +: play@reply.example.org.",
            id="jackpot.E011",
        )
    if (settings.MAIL_SERVER or settings.MAIL_HOOK_SECRET) and not settings.MAIL_REPLY_ADDRESS:
        yield Error(
            "Mails would be taken in, but no mail says where to answer.",
            hint="Set MAIL_REPLY_ADDRESS, or leave MAIL_SERVER and MAIL_HOOK_SECRET out.",
            id="jackpot.E012",
        )
    if settings.MAIL_HOOK_SECRET and len(settings.MAIL_HOOK_SECRET) < SHORTEST_HOOK_SECRET:
        yield Error(
            "MAIL_HOOK_SECRET is short enough to be guessed.",
            hint="Use NAME:PASSWORD with a long random password: whoever knows it can hand mails in.",
            id="jackpot.E013",
        )


@register()
def database(**_: object) -> Iterable[CheckMessage]:
    """There is one dialect."""
    if settings.DATABASES["default"].get("ENGINE") != "django.db.backends.postgresql":
        yield Error(
            "DATABASE_URL does not name a PostgreSQL database.",
            hint="Use postgresql://user:password@host:port/name, or leave it out for the private one.",
            id="jackpot.E005",
        )


@register()
def debugging(**_: object) -> Iterable[CheckMessage]:
    """What only a developer may have."""
    if settings.CLOCK_FILE and not settings.LOCAL:
        yield Error(
            "CLOCK_FILE moves the clock of a site that is not local.",
            hint="Remove CLOCK_FILE: it is for `make demo` and for tests.",
            id="jackpot.E006",
        )
    if settings.DEBUG and not set(settings.ALLOWED_HOSTS) <= LOOPBACK:
        yield Error(
            "DEBUG is on while ALLOWED_HOSTS lets others in: error pages would show them secrets.",
            hint="Remove DEBUG, or leave ALLOWED_HOSTS at its default.",
            id="jackpot.E007",
        )


@register(Tags.security, deploy=True)
def production(**_: object) -> Iterable[CheckMessage]:
    """What a site on the internet needs."""
    if settings.SECRET_KEY_IS_LOCAL:
        yield Warning(
            "SECRET_KEY is the one made in var/ for this machine.",
            hint="Set SECRET_KEY, the same on every machine, and keep it out of the repository.",
            id="jackpot.W001",
        )
    if settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        yield Warning(
            "Mails are written to a folder; nobody receives them.",
            hint="Set EMAIL_URL, such as EMAIL_URL=smtp+tls://user:password@host:587.",
            id="jackpot.W002",
        )
    if not settings.SITE_URL.startswith("https://"):
        yield Warning(
            f"SITE_URL is {settings.SITE_URL}: tokens would travel in clear.",
            hint="Put a proxy with a certificate in front and set SITE_URL=https://… (and TRUST_PROXY=on).",
            id="jackpot.W003",
        )
