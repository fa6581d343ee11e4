"""The lines in the administration that say when something does not happen by itself as it should."""

from typing import Any

from django import template
from django.utils.translation import ngettext

from jackpot_site import canary

register = template.Library()


@register.inclusion_tag("site/stuck.html")
def what_is_stuck() -> dict[str, Any]:
    """Silent sweeps, and rows that are overdue; nothing is shown when all is well."""
    return {
        "silent": canary.silent(),
        "stuck": [_words(name, each.rows) for name, each in canary.stuck().items() if each.rows],
    }


def _words(name: str, count: int) -> str:
    texts = {
        "turns": ngettext("%(count)d turn is overdue.", "%(count)d turns are overdue.", count),
        "notices": ngettext("%(count)d notice is overdue.", "%(count)d notices are overdue.", count),
        "deliveries": ngettext("%(count)d message is stuck.", "%(count)d messages are stuck.", count),
    }
    return texts[name] % {"count": count}
