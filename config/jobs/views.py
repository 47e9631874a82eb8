from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from config.jobs import kinds, selectors, services
from config.people.models import User
from config.refusals import Refused
from config.site import own_page


@require_GET
def job_fragment(request: HttpRequest, job_id: UUID) -> HttpResponse:
    return fragment(request, job_id)


@require_POST
@login_required
def cancel_job(request: HttpRequest, job_id: UUID) -> HttpResponse:
    job = selectors.visible_job(request.user, job_id)
    try:
        services.cancel(job_id=job.pk, acting_user=cast(User, request.user))
    except Refused as refused:
        if not getattr(request, "htmx", False):
            messages.error(request, str(refused))
    if getattr(request, "htmx", False):
        # Whatever the outcome, the row shows the state of the job.
        return fragment(request, job_id)
    back = request.POST.get("next") or request.headers.get("Referer", "")
    return redirect(own_page(request, back) or "/")


def fragment(request: HttpRequest, job_id: UUID) -> HttpResponse:
    job = selectors.visible_job(request.user, job_id)
    context = {
        "job": job,
        "may_cancel": job.is_live and kinds.may_cancel(request.user, job),
        "unit": kinds.unit(job),
    }
    return render(request, "jobs/job.html", context)
