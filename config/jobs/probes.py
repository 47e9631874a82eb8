"""Whether messages are taken: each queue gets a probe, a message without work.

A worker that lives but takes no messages does no work. So a taken probe is its heartbeat, and the
health check reads the age of the oldest untaken message.
"""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from config.jobs import heartbeats
from config.jobs.models import Heartbeat, Job, Probe
from config.jobs.outbox import TAKEN_UP, queue_is_empty
from config.queues import QUEUES, send

# The pause between a taken probe and the next.
PAUSE = timedelta(seconds=3)
# How long a busy worker's job may take between two steps.
LONGEST_STEP = timedelta(seconds=60)

NOBODY_TOOK = Q(answered_at=None) | Q(answered_at__lt=F("asked_at"))


def ask_queues(*, now: datetime) -> None:
    """Send each queue a probe, unless one is in transit; a lost one is resent with its old time."""
    from config.jobs.tasks import answer

    for queue in QUEUES:
        probe, _ = Probe.objects.get_or_create(queue=queue, defaults={"asked_at": now})
        if not probe.is_open:
            if probe.answered_at and now - probe.answered_at < PAUSE:
                continue
            probe.asked_at, probe.sent_at = now, None
        elif probe.sent_at and not (now - probe.sent_at > TAKEN_UP and queue_is_empty(queue)):
            continue
        Probe.objects.filter(pk=probe.pk).update(asked_at=probe.asked_at, sent_at=None)
        if send(answer, queue, queue=queue):
            Probe.objects.filter(pk=probe.pk).update(sent_at=now)


def answered(queue: str) -> None:
    now = timezone.now()
    Probe.objects.filter(queue=queue).update(answered_at=now)
    heartbeats.beat(Heartbeat.Part.WORKER)


def longest_wait(*, now: datetime, sent: bool = False) -> timedelta:
    """The age of the oldest untaken message; with ``sent``, of those in a queue."""
    probes = Probe.objects.filter(NOBODY_TOOK)
    jobs = Job.objects.filter(state=Job.State.QUEUED)
    if sent:
        probes, jobs = probes.exclude(sent_at=None), jobs.exclude(sent_at=None)
    since = [
        *probes.order_by("asked_at").values_list("asked_at", flat=True)[:1],
        *jobs.order_by("heartbeat_at").values_list("heartbeat_at", flat=True)[:1],
    ]
    return max((now - waiting_since for waiting_since in since), default=timedelta(0))


def hands_are_full(*, now: datetime) -> bool:
    """Whether a worker is busy with a job that makes progress."""
    return Job.objects.filter(
        state=Job.State.RUNNING,
        heartbeat_at__gte=now - heartbeats.SILENT,
        progressed_at__gte=now - LONGEST_STEP,
    ).exists()


def messages_are_taken(*, now: datetime) -> bool:
    """Whether a worker has recently taken a message, and none waits in an unread queue, except
    behind a job that makes progress."""
    if hands_are_full(now=now):
        return True
    waits = Probe.objects.filter(NOBODY_TOOK, asked_at__lt=now - heartbeats.SILENT).exists()
    return heartbeats.is_alive(Heartbeat.Part.WORKER, now=now) and not waits
