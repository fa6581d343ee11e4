"""Small things the templates of tables need: looking up by seat, and moments in the reader's words."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from babel.dates import format_skeleton, format_time, format_timedelta
from django import template
from django.utils import timezone
from django.utils.translation import get_language

from accounts import clock
from accounts.channels import when
from games.telling import isolated

register = template.Library()
register.filter("isolated", isolated)

# A minute, an hour, a day.
ONE_OF_A_KIND = (60, 3_600, 86_400)


@register.filter
def at(table: Mapping[Any, Any], key: Any) -> Any:
    """What the mapping has under this key, or nothing."""
    return table.get(key)


@register.filter
def end_once(sentence: str) -> str:
    """The sentence with one mark at its end, though the name of a game brings its own ("your turn in Same One!.")."""
    return re.sub(r"!\s?[.!。！]", "!", sentence)


@register.filter
def moment(at: datetime) -> str:
    """Such as "Sat, Dec 5, 9:00 PM", in the reader's language and zone."""
    there = timezone.localtime(at)
    locale = when.locale_of(get_language() or "en")
    day = format_skeleton("MMMEd", there, locale=locale)
    return f"{day}, {format_time(there, 'short', locale=locale)}"


@register.filter
def brief(at: datetime) -> str:
    """The time for a moment of today, else the day."""
    there, locale = timezone.localtime(at), when.locale_of(get_language() or "en")
    if there.date() == timezone.localdate(clock.now()):
        return str(format_time(there, "short", locale=locale))
    return str(format_skeleton("MMMd", there, locale=locale))


@register.filter
def in_full(at: datetime) -> str:
    """The same with the year and the name of the zone."""
    zone = when.zone_of(timezone.get_current_timezone_name())
    return when.moment(at, get_language() or "en", zone)


@register.filter
def distance(at: datetime) -> str:
    """Such as "in 2 days"; empty when it is over."""
    return when.distance(at, clock.now(), get_language() or "en")


@register.filter
def near(at: datetime) -> bool:
    """Whether less than six hours are left."""
    return (at - clock.now()).total_seconds() < 6 * 3600


@register.filter
def is_table(value: Any) -> bool:
    """Whether this is an object of names and values."""
    return isinstance(value, dict)


@register.filter
def is_row(value: Any) -> bool:
    """Whether this is a list."""
    return isinstance(value, list | tuple)


@register.filter
def span(seconds: int) -> str:
    """Such as "3 days", and "1 day" rather than "24 hours"."""
    threshold = 1 if seconds in ONE_OF_A_KIND else 1.5
    locale = when.locale_of(get_language() or "en")
    return format_timedelta(timedelta(seconds=seconds), threshold=threshold, locale=locale)
