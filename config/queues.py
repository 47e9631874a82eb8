"""Handing messages to the queues, which may be away."""

from __future__ import annotations

from typing import Any, Final

import structlog
from celery import Task
from kombu.exceptions import ChannelError, KombuError

log = structlog.get_logger(__name__)

# What is short, and what the clock sends, never stands behind what may take long: the embedded
# site keeps a process for each.
SHORT: Final = "short"
LONG: Final = "long"
QUEUES: Final = (SHORT, LONG)
QUEUE_AWAY: Final = (KombuError, ChannelError, OSError)


def send(task: Task, *arguments: Any, queue: str) -> bool:
    """Hand a message to the queue; False when the queue is away. It is not waited for."""
    try:
        task.apply_async(arguments, retry=False, queue=queue)
    except QUEUE_AWAY as error:
        log.warning("queue_away", task=task.name, error=str(error))
        return False
    return True
