"""The operator's page: which processes work, what waits, and how much room is left."""

from __future__ import annotations

import platform
import shutil
import tomllib
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.backup.keeping import is_overdue, last_copy
from config.jobs import heartbeats
from config.jobs.models import Heartbeat, Job, Probe, Trouble
from config.jobs.probes import longest_wait
from config.people.scopes import is_staff
from config.seeing.slow import last_ones
from games.engine import COMPILED

FEW_FREE = 0.1
"""Less of the disk than this is little."""


@dataclass(frozen=True)
class Process:
    """A process that has given a sign of life within the hour."""

    part: str
    name: str
    ago: int
    is_alive: bool


@never_cache
@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    """For staff; to everybody else there is nothing here."""
    if not is_staff(request.user):
        raise Http404("No such page.")
    now = timezone.now()
    disk = shutil.disk_usage(settings.VAR)
    jobs = Job.objects.filter(state__in=[*Job.LIVE, Job.State.FAILED]).order_by()
    copy = last_copy()
    context = {
        "processes": _processes(),
        "queues": Probe.objects.all(),
        "jobs": [
            (Job.State(state).label, count)
            for state, count in jobs.values_list("state").annotate(Count("pk"))
        ],
        "wait": int(longest_wait(now=now).total_seconds()),
        "troubles": Trouble.objects.count(),
        "copy": copy,
        "copy_overdue": is_overdue(now),
        "copies_kept": bool(settings.BACKUP_FOLDER),
        "disk_free": filesizeformat(disk.free),
        "disk_total": filesizeformat(disk.total),
        "disk_is_little": disk.free < FEW_FREE * disk.total,
        "database_size": filesizeformat(_database_size()),
        "versions": _versions(),
        "slow": last_ones(),
        "slow_seconds": settings.SLOW_QUERY_SECONDS,
    }
    return render(request, "seeing/operator.html", context)


def _processes() -> list[Process]:
    now = timezone.now()
    beats = Heartbeat.objects.filter(at__gte=now - timedelta(hours=1))
    return [
        Process(
            beat.get_part_display(),
            beat.name,
            max(0, int((now - beat.at).total_seconds())),
            beat.at >= now - heartbeats.SILENT,
        )
        for beat in beats
    ]


def _database_size() -> int:
    """Bytes."""
    if connection.vendor == "sqlite":
        file = Path(str(connection.settings_dict["NAME"]))
        return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _versions() -> list[tuple[str, str]]:
    database = ".".join(map(str, connection.get_database_version()))
    return [
        ("Horsehide", _own_version()),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (connection.display_name, database),
        ("System", f"{platform.system()} {platform.release()}"),
        ("Game engine", "compiled" if COMPILED else "plain Python"),
    ]


@lru_cache
def _own_version() -> str:
    with (settings.ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
