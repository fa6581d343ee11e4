"""The panel on the front page of a developer's own site: what is running here, and how to begin."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import gettext as _

from jackpot_site import broker, health

register = template.Library()


@register.inclusion_tag("site/local.html")
def what_is_running() -> dict[str, Any]:
    """Database, queue, worker and schedule; asked only where the panel is shown."""
    database = health.database_answers()
    seen = health.last_seen() if database else {}
    parts = [
        (_("Database"), database, ""),
        (_("Queue"), broker.answers(), settings.BROKER),
        (_("Worker"), "worker" in seen, ""),
        (_("Schedule"), "beat" in seen, ""),
    ]
    return {"parts": parts, "address": settings.SITE_URL}
