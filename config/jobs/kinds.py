"""The kinds of job: the task of each, and who may see and cancel it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from celery import Task, shared_task
from django.contrib.auth.models import AnonymousUser

from config.jobs.models import Job
from config.jobs.run import Run, carry_out
from config.people.models import User
from config.people.scopes import is_staff
from config.queues import LONG, SHORT

Predicate = Callable[["User | AnonymousUser", Job], bool]


def nobody_else(user: User | AnonymousUser, job: Job) -> bool:
    return False


@dataclass(frozen=True)
class Kind:
    name: str
    task: Task
    may_see: Predicate
    may_cancel: Predicate
    unit: str
    short: Callable[[Job], bool]

    def queue(self, job: Job) -> str:
        return SHORT if self.short(job) else LONG


REGISTRY: dict[str, Kind] = {}


def job_task(
    kind: str,
    *,
    may_see: Predicate = nobody_else,
    may_cancel: Predicate = nobody_else,
    unit: str = "",
    short: Callable[[Job], bool] = lambda job: False,
) -> Callable[[Callable[[Run], dict[str, Any] | None]], Task]:
    """Make a Celery task of a function that does one kind of job, and register it.

    The function gets a Run: its ``arguments``, and ``advance`` to call at every step. What it
    returns is the job's result; ``left`` in it counts what was skipped. It must be idempotent:
    after a crash it is called again. ``unit`` is what is counted, as in "12 of 28 series".
    ``short``: which jobs of the kind take only seconds, whatever a user sent for them. The
    predicates admit users besides the job's creator and staff, who always may.
    """

    def register(body: Callable[[Run], dict[str, Any] | None]) -> Task:
        if kind in REGISTRY:
            raise ValueError(f"Two tasks for the job kind {kind!r}.")

        @shared_task(name=f"{body.__module__}.{body.__name__}")
        def task(job_id: str) -> None:
            carry_out(job_id, body)

        REGISTRY[kind] = Kind(kind, task, may_see, may_cancel, unit, short)
        return task

    return register


def may_see(user: User | AnonymousUser, job: Job) -> bool:
    return owns(user, job) or (job.kind in REGISTRY and REGISTRY[job.kind].may_see(user, job))


def may_cancel(user: User | AnonymousUser, job: Job) -> bool:
    return owns(user, job) or (job.kind in REGISTRY and REGISTRY[job.kind].may_cancel(user, job))


def unit(job: Job) -> str:
    return REGISTRY[job.kind].unit if job.kind in REGISTRY else ""


def owns(user: User | AnonymousUser, job: Job) -> bool:
    return user.is_authenticated and (is_staff(user) or job.created_by_id == user.pk)
