"""The page of a user's stored data: download it, or close the account."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from config.people import closing
from config.people.forms import ClosingForm
from config.people.models import User
from config.people.own_data import take_data
from config.people.security_views import came_by_link
from config.refusals import Refused


@never_cache
@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    return _page(request)


@never_cache
@login_required
@require_POST
def take(request: HttpRequest) -> FileResponse:
    user = cast(User, request.user)
    packed = take_data(user=user, acting_user=user)
    return FileResponse(packed, as_attachment=True, filename="horsehide-my-data.zip")


@never_cache
@login_required
@require_POST
@sensitive_post_parameters()
def close(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = ClosingForm(user, request.POST, by_link=came_by_link(request))
    if not form.is_valid():
        return _page(request, form)
    try:
        closing.close_account(
            user=user, keeps_name=form.cleaned_data["name"] == "keep", acting_user=user
        )
    except Refused:
        # The page lists the objections.
        return _page(request, form)
    logout(request)
    messages.success(request, "Your account is closed. Thank you for playing.")
    return redirect("/")


def _page(request: HttpRequest, form: ClosingForm | None = None) -> HttpResponse:
    user = cast(User, request.user)
    context = {
        "form": form or ClosingForm(user, by_link=came_by_link(request)),
        "objections": closing.objections(user),
        "pseudonym": closing.pseudonym_of(user),
    }
    return render(request, "people/data.html", context, status=200 if form is None else 422)
