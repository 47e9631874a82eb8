"""Figures in Prometheus' format, at ``/metrics``, for anyone who has the token of
``METRICS_TOKEN``.

Requests and watchers are counted by each web process, in files of the folder that the settings
name, and added up; what lies in the database is counted when it is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from secrets import compare_digest

from django.conf import settings
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from config.backup.keeping import last_copy
from config.jobs import heartbeats
from config.jobs.models import Heartbeat, Job, Trouble
from config.jobs.probes import longest_wait
from config.live.hub import hub
from games.models import Game

NOWHERE = "none"
"""The route of an address that there is not: no stranger makes up names of series."""

REQUESTS = Counter(
    "horsehide_requests", "Requests answered.", ["method", "route", "status"], registry=None
)
SECONDS = Histogram(
    "horsehide_request_seconds",
    "Seconds until an answer began.",
    ["room"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 1, 2, 5, 10),
    registry=None,
)
WATCHERS = Gauge(
    "horsehide_watchers",
    "Live streams open, as of the last request of each process.",
    registry=None,
    multiprocess_mode="livesum",
)


def count_request(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """One request was answered. Live streams count when they have begun."""
    match = request.resolver_match
    route = (match.view_name or NOWHERE) if match else NOWHERE
    room = route.partition(":")[0] if ":" in route else "api" if match else NOWHERE
    method = request.method if request.method in METHODS else "OTHER"
    REQUESTS.labels(method, route, str(response.status_code)).inc()
    SECONDS.labels(room).observe(seconds)
    taken = hub().places.taken
    WATCHERS.set(sum(count for whose, count in taken.items() if whose.startswith("address:")))


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class House:
    """What the database knows."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        jobs = GaugeMetricFamily(
            "horsehide_jobs", "Jobs by kind and state.", labels=["kind", "state"]
        )
        live = Job.objects.filter(state__in=Job.LIVE)
        states = live.order_by().values_list("kind", "state").annotate(Count("pk"))
        for kind, state, count in states:
            jobs.add_metric([kind, state], count)
        yield jobs
        oldest = live.order_by("created_at").values_list("created_at", flat=True).first()
        age = (now - oldest).total_seconds() if oldest else 0
        yield GaugeMetricFamily("horsehide_oldest_job_seconds", "Since it was asked for.", age)
        wait = longest_wait(now=now).total_seconds()
        yield GaugeMetricFamily(
            "horsehide_oldest_message_seconds", "Age of the oldest one that no worker took.", wait
        )
        alive = GaugeMetricFamily(
            "horsehide_processes", "With a sign of life lately.", labels=["part"]
        )
        beats = Heartbeat.objects.filter(at__gte=now - heartbeats.SILENT).order_by()
        counted = dict(beats.values_list("part").annotate(Count("pk")))
        for part in Heartbeat.Part.values:
            alive.add_metric([part], counted.get(part, 0))
        yield alive
        games = GaugeMetricFamily("horsehide_games", "Games by status.", labels=["status"])
        for status, count in Game.objects.order_by().values_list("status").annotate(Count("pk")):
            games.add_metric([status], count)
        yield games
        yield GaugeMetricFamily("horsehide_troubles", "See the office.", Trouble.objects.count())
        backup = last_copy()
        if backup is not None:
            seconds = (now - backup).total_seconds()
            yield GaugeMetricFamily("horsehide_backup_age_seconds", "Of the last copy.", seconds)


def _bury_the_dead() -> None:
    """Take what processes that are over left of figures that are true of living ones alone."""
    for file in Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)
        except PermissionError:
            pass


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """To everybody without the token there is nothing here."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not compare_digest(given.encode(), token.encode()):
        raise Http404("No such page.")
    _bury_the_dead()
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(House())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)
