"""The Celery application: one for the worker child, the served workers and the web processes."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

app = Celery("horsehide")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
