"""Settings of a real worker process that also knows the tests' kinds of job."""

from config.settings.base import *  # noqa: F403
from config.settings.base import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.config.chores"]
