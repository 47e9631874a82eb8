"""The ASGI application, for uvicorn and for `manage.py up`."""

import os

from django.core.asgi import get_asgi_application

from config.bodies import LimitedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

application = LimitedBodies(get_asgi_application())

# Not before the applications are loaded.
from django.conf import settings  # noqa: E402

from config.jobs.uptime import keep_noting  # noqa: E402
from config.memory import keep_giving_back  # noqa: E402

NOTING = keep_noting() if settings.NOTE_UPTIME else None
keep_giving_back()
