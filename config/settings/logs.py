"""Logs: one event a line, with the request's or the task's id on each."""

from collections.abc import MutableMapping
from typing import Any

import structlog

from config.secret_parts import hidden, hide_in_logs


def hide_secrets(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """A log event with its secrets masked: a reader of the log could sign in with them."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = hidden(value)
    return event


def hide_in_line(logger: Any, method: str, line: str) -> str:
    """The written line without it: a traceback is part of it."""
    return hidden(line)


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
                    hide_in_line,
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
    hide_in_logs()
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
