"""The pages of the second factor: the step at the door, and setting it up."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.people import second_factor
from config.people.forms import CodeForm
from config.people.models import User
from config.people.second_factor import DUE, PASSED, STATE
from config.refusals import Refused
from config.site import own_page
from config.ui.codes import code_of_text


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """The code, of whoever has given his password or come by a link."""
    target = request.POST.get("next", request.GET.get("next", ""))
    entering: User | None = getattr(request, "entering", None)
    if entering is None or request.session.get(STATE) != DUE:
        return redirect(own_page(request, target) or "/")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            second_factor.verify(user=entering, code=form.cleaned_data["code"])
        except Refused as refused:
            form.add_error("code", refused.refusals[0].message)
        else:
            request.session.cycle_key()
            request.session[STATE] = PASSED
            return redirect(own_page(request, target) or "/")
    context = {"form": form, "next": target, "name": entering}
    status = 422 if form.errors else 200
    return render(request, "people/second_step.html", context, status=status)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_factor_page(request: HttpRequest) -> HttpResponse:
    """Begin, prove by a first code, renew recovery codes, remove."""
    user = cast(User, request.user)
    form = CodeForm(request.POST if "code" in request.POST else None)
    codes: list[str] = []
    if request.method == "POST":
        act = request.POST.get("act", "")
        try:
            if act == "begin":
                second_factor.begin(user=user)
                return redirect("people:second-factor")
            if act in ACTS and form.is_valid():
                codes = ACTS[act](user=user, code=form.cleaned_data["code"]) or []
                if act == "confirm":
                    request.session[STATE] = PASSED
                if not codes:
                    request.session.pop(STATE, None)
                    messages.success(request, "You sign in without a code from now on.")
                    return redirect("people:security")
                form = CodeForm()
        except Refused as refused:
            if "code" in form.fields and form.is_bound:
                form.add_error("code", refused.refusals[0].message)
            else:
                messages.error(request, str(refused))
    return _page(request, user, form, codes)


ACTS = {
    "confirm": second_factor.confirm,
    "renew": second_factor.renew_recovery_codes,
    "remove": second_factor.remove,
}
"""What a code is given for; each answers with recovery codes, or nothing."""


def _page(request: HttpRequest, user: User, form: CodeForm, codes: list[str]) -> HttpResponse:
    stands = second_factor.has_second_factor(user)
    device = None if stands else second_factor.device_in_making(user)
    context = {
        "form": form,
        "stands": stands,
        "codes": codes,
        "codes_left": second_factor.recovery_codes_left(user),
        "obliged": second_factor.is_obliged(user),
        "secret": second_factor.secret_of(device) if device else "",
        "picture": code_of_text(device.config_url, "The secret for your app") if device else "",
    }
    status = 422 if form.errors else 200
    return render(request, "people/second_factor.html", context, status=status)
