"""Static files are collected under names with a hash of their content, so that browsers may cache
them for good."""

import json
from hashlib import sha256
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig as DjangoStaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from servestatic.storage import CompressedManifestStaticFilesStorage

STAMP = "collected.json"


class StaticFilesConfig(DjangoStaticFilesConfig):
    """Django's own app; what packages bring for pages that we do not have stays where it is."""

    ignore_patterns = [
        *DjangoStaticFilesConfig.ignore_patterns,
        "redoc",
        "rest_framework",
        "django_htmx",
    ]


class CollectedStorage(CompressedManifestStaticFilesStorage):
    """Hashed names for what has been collected, and plain ones for all else, such as everything in
    a house that was never started."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name


def collect_if_changed() -> bool:
    """Collect the static files unless those collected are of these very files; whether it did."""
    if settings.DEBUG:
        return False
    stamp = Path(settings.STATIC_ROOT) / STAMP
    now = _state()
    if stamp.is_file() and stamp.read_text() == now:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0, stdout=StringIO())
    stamp.write_text(now)
    return True


def _state() -> str:
    """A word that is another one when a file comes, goes or changes."""
    files = sorted(
        (path, stat.st_size, stat.st_mtime_ns)
        for finder in get_finders()
        for path, storage in finder.list(StaticFilesConfig.ignore_patterns)
        for stat in [Path(storage.path(path)).stat()]
    )
    return json.dumps({"files": sha256(repr(files).encode()).hexdigest()})
