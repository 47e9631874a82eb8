import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from config.refusals import Refusal


class Job(models.Model):
    """A piece of slow work: the row is authoritative, the message that starts it may be lost."""

    class State(models.TextChoices):
        QUEUED = "queued", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"

    LIVE = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=64)
    key = models.CharField(
        max_length=120, help_text="What the job produces; one at a time is queued or running."
    )
    scope = models.CharField(max_length=64, help_text='A live topic, such as "tournament:12".')
    label = models.CharField(max_length=200)
    arguments = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text="0 while it is not known.")
    error = models.TextField(blank=True, help_text="Why it failed, in a sentence.")
    refusals = models.JSONField(
        default=list, blank=True, help_text="What was refused, each with its code and its place."
    )
    result = models.JSONField(null=True, blank=True)
    cancel_requested = models.BooleanField(default=False)
    attempt = models.PositiveIntegerField(
        default=0, help_text="Counts the starts, so that a worker given up for dead writes nothing."
    )
    furthest = models.PositiveIntegerField(default=0, help_text="The most that any start has done.")
    fruitless = models.PositiveIntegerField(
        default=0, help_text="The starts in a row that did not get further than those before."
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="jobs",
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(
        default=timezone.now, help_text="The last sign of life of the process that does it."
    )
    progressed_at = models.DateTimeField(
        default=timezone.now, help_text="When it last said how far it is."
    )
    process = models.CharField(
        max_length=100, blank=True, help_text="The machine and the process that do it."
    )
    sent_at = models.DateTimeField(
        null=True, blank=True, help_text="When the queue took its message; empty: it has yet to."
    )
    queue_away = models.BooleanField(
        default=False, help_text="Its message could not be sent, and will be when it can."
    )

    class Meta:
        ordering = ("-created_at",)
        constraints = (
            # Two tabs, two workers: the same work runs once.
            models.UniqueConstraint(
                fields=["key"],
                condition=models.Q(state__in=["queued", "running"]),
                name="jobs_job_one_live_per_key",
            ),
            models.CheckConstraint(
                condition=models.Q(total=0) | models.Q(done__lte=models.F("total")),
                name="jobs_job_done_within_total",
            ),
        )
        indexes = (
            # For the jobs of one tournament's desk, newest first.
            models.Index(fields=["scope", "-created_at"], name="jobs_job_scope"),
            # For the admin's list, newest first.
            models.Index(fields=["-created_at", "-id"], name="jobs_job_newest"),
            # For the newest job with a key, live or over.
            models.Index(fields=["key", "-created_at"], name="jobs_job_key"),
            # For the deletion of old jobs.
            models.Index(fields=["finished_at"], name="jobs_job_finished"),
            # For the clock's search for interrupted and unsent jobs, every other second.
            models.Index(
                fields=["heartbeat_at"],
                condition=models.Q(state__in=["queued", "running"]),
                name="jobs_job_live_heartbeat",
            ),
        )

    def __str__(self) -> str:
        return self.label

    @property
    def faults(self) -> list[Refusal]:
        """Its refusals as values, with their places in words."""
        return [
            Refusal(
                stored_refusal["code"],
                stored_refusal["message"],
                stored_refusal.get("place", ""),
                stored_refusal.get("facts", {}),
            )
            for stored_refusal in self.refusals
        ]

    @property
    def is_live(self) -> bool:
        return self.state in self.LIVE

    @property
    def announcement(self) -> str:
        if self.queue_away and self.state == self.State.QUEUED:
            return f"{self.label}: queued, starts when the queue is back."
        return f"{self.label}."

    @property
    def percent(self) -> int:
        """0 to 100, for the bar; a finished job without a count is 100."""
        if self.total:
            return self.done * 100 // self.total
        return 100 if self.state == self.State.DONE else 0


class Heartbeat(models.Model):
    """The heartbeat of a process: a worker that took a message, the clock at its turn, a web server
    that could write."""

    class Part(models.TextChoices):
        WORKER = "worker", "worker"
        CLOCK = "clock", "clock"
        WEB = "web", "web server"

    part = models.CharField(max_length=10, choices=Part)
    name = models.CharField(max_length=100, help_text="The machine and the process.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("part", "name")
        constraints = (
            models.UniqueConstraint(fields=["part", "name"], name="jobs_heartbeat_one_per_process"),
        )

    def __str__(self) -> str:
        return f"{self.part} {self.name}"


class Uptime(models.Model):
    """A period in which users could act (``config.jobs.uptime``)."""

    begun_at = models.DateTimeField()
    latest_at = models.DateTimeField(help_text="When a web server last said that it is there.")

    class Meta:
        ordering = ("begun_at",)
        verbose_name_plural = "uptime"
        indexes = (
            # For the periods since a draft was opened, a series begun, a deadline's last day.
            models.Index(fields=["latest_at"], name="jobs_uptime_latest"),
        )

    def __str__(self) -> str:
        return f"{self.begun_at:%Y-%m-%d %H:%M} to {self.latest_at:%Y-%m-%d %H:%M}"


class Probe(models.Model):
    """A message to test whether a queue is read, one for each queue: since messages are taken in
    turn, none has waited longer than the untaken probe."""

    queue = models.CharField(max_length=20, unique=True)
    asked_at = models.DateTimeField(help_text="When the present one was first sent.")
    sent_at = models.DateTimeField(
        null=True, blank=True, help_text="When the queue took it; empty: it has yet to."
    )
    answered_at = models.DateTimeField(
        null=True, blank=True, help_text="When a worker last took one."
    )

    class Meta:
        ordering = ("queue",)

    def __str__(self) -> str:
        return self.queue

    @property
    def is_open(self) -> bool:
        return self.answered_at is None or self.answered_at < self.asked_at


class Trouble(models.Model):
    """Work that a loop over many objects (``one_by_one``) failed at and skipped."""

    loop = models.CharField(max_length=40)
    thing = models.CharField(max_length=100)
    failures = models.PositiveIntegerField(help_text="In a row.")
    error = models.CharField(max_length=500)
    began_at = models.DateTimeField()
    latest_at = models.DateTimeField()

    class Meta:
        ordering = ("-latest_at",)
        verbose_name_plural = "troubles"
        constraints = (
            models.UniqueConstraint(fields=["loop", "thing"], name="jobs_trouble_one_per_thing"),
        )

    def __str__(self) -> str:
        return f"{self.loop}: {self.thing}"
