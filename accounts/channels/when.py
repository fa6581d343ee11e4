"""Moments as a person reads them: in the language and the time zone of that person."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time, format_timedelta, get_datetime_format, get_timezone_name
from django.utils.translation import to_locale


def zone_of(name: str) -> ZoneInfo:
    """The time zone of this name; UTC when there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def locale_of(language: str) -> Locale:
    """Babel's idea of one of our languages; English when it has none."""
    try:
        return Locale.parse(to_locale(language))
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def moment(at: datetime, language: str, zone: ZoneInfo) -> str:
    """Such as "Saturday, December 5, 2026, 9:00 PM (Central European Standard Time)"."""
    locale, there = locale_of(language), at.astimezone(zone)
    day = format_date(there, "full", locale=locale)
    time = format_time(there, "short", tzinfo=zone, locale=locale)
    both = str(get_datetime_format("medium", locale=locale)).replace("'", "")
    return f"{both.format(time, day)} ({get_timezone_name(there, locale=locale)})"


def distance(at: datetime, now: datetime, language: str) -> str:
    """Such as "in 2 days"; empty when it is over."""
    if at <= now:
        return ""
    return format_timedelta(at - now, granularity="minute", add_direction=True, locale=locale_of(language))


def parse(text: object) -> datetime | None:
    """The moment that an ISO 8601 text with an offset names; None for anything else."""
    try:
        found = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return found if found.tzinfo else None
