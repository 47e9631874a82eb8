"""Logs: one event a line, with the request's or the task's id on each."""

import re
from collections.abc import MutableMapping
from typing import Any

import structlog

# What opens a door to whoever reads it: sign-in links and invites.
SECRETS = re.compile(r"(sesame=|/join/)[^&/\s?#]+")


def hide_secrets(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for key in ("event", "request"):
        if isinstance(event.get(key), str):
            event[key] = SECRETS.sub(r"\1...", event[key])
    return event


SHARED: list[Any] = [
    hide_secrets,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging(*, json: bool, level: str) -> dict[str, Any]:
    """Django's LOGGING: JSON for a log collector, or lines for a person at a terminal."""
    renderer = (
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "events": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *([structlog.processors.format_exc_info] if json else []),
                    renderer,
                ],
            },
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "events"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "celery": {"level": level},
        },
    }


def configure_structlog() -> None:
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
