"""`/metrics` for Prometheus: a handful of numbers in its text form, asked of the database when somebody looks."""

import secrets
from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import heartbeat
from jackpot_site import broker, canary, health

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
LOOPBACK = ("127.0.0.1", "::1")
# What a proxy on this machine adds: the caller is elsewhere, then.
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded")
Samples = Iterable[tuple[str, float]]


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has METRICS_TOKEN; without that setting for this machine only."""
    if not _may_look(request):
        raise PermissionDenied
    return HttpResponse("".join(_all()), content_type=CONTENT_TYPE)


def _may_look(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())
    forwarded = any(name in request.headers for name in FORWARDED)
    return request.META.get("REMOTE_ADDR") in LOOPBACK and not forwarded


def _all() -> Iterable[str]:
    stuck = canary.stuck()
    yield _gauge("overdue", "Rows overdue by more than a minute.", _each("table", stuck, 0))
    yield _gauge("overdue_oldest_seconds", "For how long the oldest of them is.", _each("table", stuck, 1))
    sweeps = [(f'{{sweep="{name}"}}', age) for name, age in heartbeat.ages().items()]
    yield _gauge("sweep_age_seconds", "Since a sweep last ran.", sweeps)
    processes = [(f'{{process="{name}"}}', age) for name, age in health.last_seen().items()]
    yield _gauge("process_age_seconds", "Since a kind of process last spoke to the database.", processes)
    yield _gauge("channels_switched_off", "Channels turned off in 24 hours.", [("", canary.switched_off())])
    depth = broker.depth()
    yield _gauge("queue_messages", "Tasks in the queue.", [] if depth is None else [("", depth)])


def _each(label: str, stuck: dict[str, canary.Stuck], part: int) -> Samples:
    return [(f'{{{label}="{name}"}}', each[part]) for name, each in stuck.items()]


def _gauge(name: str, text: str, samples: Samples) -> str:
    lines = [f"# HELP jackpot_{name} {text}", f"# TYPE jackpot_{name} gauge"]
    lines += [f"jackpot_{name}{labels} {value}" for labels, value in samples]
    return "\n".join(lines) + "\n"
