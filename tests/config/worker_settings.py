"""Settings of a real worker process that also knows the tests' kinds of job."""

import os
from pathlib import Path
from typing import Any

from celery.signals import worker_ready

from config.settings.base import *  # noqa: F403
from config.settings.base import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.config.chores"]


@worker_ready.connect
def grow_deaf(sender: Any, **_: Any) -> None:
    """Once, where a test has left a file that asks for it: a worker that only lives."""
    wanted = os.environ.get("HORSEHIDE_DEAF")
    if wanted and Path(wanted).exists():
        sender.task_consumer.cancel()
        Path(wanted).unlink()
