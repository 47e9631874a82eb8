from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.people.forms import NewAccountForm
from config.refusals import Refused
from tournaments.models import Invite
from tournaments.services import invites

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What a link offers and by whom; looking takes nothing, the button does.

    Who has no account makes one here; who has one signs in and comes back.
    """
    try:
        made = invites.invite_of(token)
    except Refused as refused:
        return render(
            request, "tournaments/join_closed.html", {"refusals": refused.refusals}, status=404
        )
    try:
        invites.verify_open(made)
    except Refused as refused:
        return _closed(request, made, refused)
    if request.method != "POST":
        return _offer(request, made, NewAccountForm(initial={"email": made.email}))
    if request.user.is_authenticated:
        try:
            invites.accept(made=made, acting_user=request.user)
        except Refused as refused:
            return _offer(request, made, NewAccountForm(), refused)
        return _welcome(request, made)
    form = NewAccountForm(request.POST)
    if not form.is_valid():
        return _offer(request, made, form)
    try:
        user = invites.accept_as_newcomer(
            made=made,
            email=form.cleaned_data["email"],
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
        )
    except Refused as refused:
        for refusal in refused.refusals:
            form.add_error("email" if refusal.place == "email" else None, refusal.message)
        return _offer(request, made, form)
    login(request, user, backend=BACKEND)
    return _welcome(request, made)


def _welcome(request: HttpRequest, made: Invite) -> HttpResponse:
    of = made.entrant.team if made.entrant else made.tournament
    messages.success(request, f"Welcome: you are {made.get_role_display().lower()} of {of} now.")
    return redirect(made.tournament)


def _offer(
    request: HttpRequest, made: Invite, form: NewAccountForm, refused: Refused | None = None
) -> HttpResponse:
    back = urlencode({"next": request.path})
    context = {
        "invite": made,
        "tournament": made.tournament,
        "form": form,
        "refusals": refused.refusals if refused else (),
        "sign_in": f"{reverse('people:sign-in')}?{back}",
        "by_link": f"{reverse('people:request-link')}?{back}",
    }
    bad = bool(refused) or bool(form.errors)
    return render(request, "tournaments/join.html", context, status=422 if bad else 200)


def _closed(request: HttpRequest, made: Invite, refused: Refused) -> HttpResponse:
    # Who took the role and follows the link again is let through to where it leads.
    if made.accepted_by_id and made.accepted_by_id == request.user.pk:
        return redirect(made.tournament)
    return render(
        request, "tournaments/join_closed.html", {"refusals": refused.refusals}, status=410
    )
