"""The embedded broker's folders, which whoever comes first makes: a worker, or somebody with a job
for one that has not started yet."""

from pathlib import Path

from django.conf import settings


def make_folders() -> None:
    """The filesystem broker's folders; with another broker there are none."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    for name in ("data_folder_in", "data_folder_out", "control_folder"):
        if name in options:
            Path(options[name]).mkdir(parents=True, exist_ok=True)
