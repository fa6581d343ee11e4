"""How often a caller may call: counted in the database, so that all processes count together."""

from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts import clock

MINUTE = 60

HIT = """
INSERT INTO accounts_ratewindow AS w (caller, minute, hits) VALUES (%s, %s, 1)
ON CONFLICT (caller) DO UPDATE SET
  hits = CASE WHEN w.minute = excluded.minute THEN w.hits + 1 ELSE 1 END, minute = excluded.minute
RETURNING hits
"""


class Rate(NamedTuple):
    """Where a caller stands: requests allowed a minute, how many are left, seconds until the minute is over."""

    limit: int
    left: int
    seconds: int


class CallerThrottle(BaseThrottle):
    """RATE_LIMIT_PER_MINUTE for each account, RATE_LIMIT_ANONYMOUS_PER_MINUTE for each address without one."""

    seconds = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        if not settings.RATE_LIMITS:
            return True
        rate = count(*_caller(request))
        request._request.rate = rate  # type: ignore[attr-defined]  # noqa: SLF001 - for the headers of the answer
        self.seconds = rate.seconds
        return rate.left >= 0

    def wait(self) -> float:
        return self.seconds


def count(caller: str, limit: int) -> Rate:
    """Count one request; `left` is negative when it is one too many."""
    minute, second = divmod(int(clock.now().timestamp()), MINUTE)
    with connection.cursor() as cursor:
        cursor.execute(HIT, [caller, minute])
        (hits,) = cursor.fetchone()
    return Rate(limit, limit - hits, MINUTE - second)


def exceeds(caller: str, limit: int) -> bool:
    """Count one request, and say whether it was one too many; never without limits."""
    return bool(settings.RATE_LIMITS) and count(caller, limit).left < 0


def count_failure(request: HttpRequest) -> Rate | None:
    """Count a token that was refused against the address it came from; None when there are no limits."""
    if not settings.RATE_LIMITS:
        return None
    return count(f"failed:{address(request)}", settings.RATE_LIMIT_ANONYMOUS_PER_MINUTE)


def address(request: HttpRequest) -> str:
    """Where the request came from; what a proxy says is believed only with TRUST_PROXY, and only its own word."""
    if settings.TRUST_PROXY and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR")):
        return str(forwarded.rpartition(",")[2].strip()[:45])
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def headers(rate: Rate) -> dict[str, str]:
    """The fields of the IETF draft "RateLimit header fields for HTTP"."""
    return {
        "RateLimit-Policy": f'"default";q={rate.limit};w={MINUTE}',
        "RateLimit": f'"default";r={max(rate.left, 0)};t={rate.seconds}',
    }


def _caller(request: Request) -> tuple[str, int]:
    if request.user.is_authenticated:
        return f"user:{request.user.pk}", settings.RATE_LIMIT_PER_MINUTE
    return f"address:{address(request)}", settings.RATE_LIMIT_ANONYMOUS_PER_MINUTE
