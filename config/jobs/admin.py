from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from config.jobs import services
from config.jobs.kinds import REGISTRY
from config.jobs.models import Heartbeat, Job, Trouble
from config.office import Office, ReadOnly, confirmed, known_values, state_of
from config.people.filters import of_event
from config.people.models import User
from config.refusals import Refused


@admin.register(Job)
class JobAdmin(ReadOnly, Office):
    """Jobs can be viewed and canceled; the worker does everything else."""

    list_display = (
        "label",
        "kind",
        "shown_state",
        "done",
        "total",
        "attempt",
        "created_by",
        "created_at",
    )
    ordering = ("-created_at", "-pk")
    list_filter = (
        "state",
        known_values("kind", lambda: [(kind, kind) for kind in REGISTRY]),
        of_event("scope"),
    )
    list_select_related = ("created_by",)
    search_fields = ("label", "key", "scope")
    actions = ("cancel_jobs",)
    shown_state = state_of(
        {
            "queued": "info",
            "running": "info",
            "done": "success",
            "failed": "danger",
            "cancelled": "warning",
        }
    )

    @admin.action(description="Cancel the selected jobs", permissions=["view"])
    def cancel_jobs(self, request: HttpRequest, queryset: QuerySet[Job]) -> HttpResponse | None:
        """What a job has stored so far stays."""
        confirmation = confirmed(
            request,
            self,
            queryset,
            "Cancel these jobs?",
            (
                f"{job}: it stops at its next step; what it has stored by then stays."
                if job.state in (Job.State.QUEUED, Job.State.RUNNING)
                else f"{job}: it is {job.get_state_display().lower()}, and nothing is done."
                for job in queryset
            ),
        )
        if confirmation is not None:
            return confirmation
        for job in queryset:
            try:
                services.cancel(job_id=job.pk, acting_user=cast(User, request.user))
            except Refused as refused:
                self.message_user(request, f"{job}: {refused}", messages.WARNING)
            else:
                self.message_user(request, f"{job}: cancelled.", messages.SUCCESS)
        return None


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, Office):
    """The workers and clocks, with their last heartbeats."""

    list_display = ("part", "name", "at")
    list_filter = ("part",)


@admin.register(Trouble)
class TroubleAdmin(ReadOnly, Office):
    """Work that timed loops fail at and skip; a row is deleted on success."""

    list_display = ("loop", "thing", "failures", "error", "began_at", "latest_at")
    search_fields = ("loop", "thing", "error")
