"""Logs: one JSON object a line on standard error, from Django, Celery and our own code alike.

A line never holds a body, a query string or a header: tokens travel in all three.
"""

import logging
from typing import Any

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

# What Django and Celery hang on a record that may hold a request with all its headers.
SECRET_EXTRAS = ("request", "data", "context")


def without_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Take out objects that carry headers, and cut addresses at the question mark."""
    for name in SECRET_EXTRAS:
        event.pop(name, None)
    words = str(event.get("event", "")).split(" ")
    event["event"] = " ".join(w.partition("?")[0] + "?…" if w.startswith("/") and "?" in w else w for w in words)
    return event


STEPS: list[Processor] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure(level: str) -> dict[str, Any]:
    """Django's LOGGING; also sets structlog up for whoever calls structlog.get_logger()."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *STEPS,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # One line for each mail or task would drown the rest.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "pgmq": {"level": "WARNING"},
        },
    }


def formatter() -> logging.Formatter:
    """Turns any record, ours or not, into one line of JSON."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*STEPS, structlog.processors.format_exc_info],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            without_secrets,
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ],
    )
