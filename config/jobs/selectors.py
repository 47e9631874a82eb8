from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from config.jobs.kinds import may_see
from config.jobs.models import Job
from config.people.models import User


def visible_job(user: User | AnonymousUser, job_id: UUID) -> Job:
    """The job, for users who may see it; 404 for everybody else."""
    job = Job.objects.select_related("created_by").filter(pk=job_id).first()
    if job is None or not may_see(user, job):
        raise Http404("No such job.")
    return job


def may_watch(user: User | AnonymousUser, key: str) -> bool:
    try:
        visible_job(user, UUID(key))
    except (ValueError, Http404):
        return False
    return True


def latest_job(key: str) -> Job | None:
    return Job.objects.filter(key=key).order_by("-created_at").first()
