from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from config.people.models import User
from config.refusals import Refused
from config.site import own_page
from rosters.access import may_edit, with_system
from rosters.forms.teams import TeamForm, TendenciesForm
from rosters.models import Team
from rosters.services import teams


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_team(request: HttpRequest, team_id: int) -> HttpResponse:
    """A club's name, colours and batting order, for those who may change them."""
    team, back = _edited(request, team_id)
    form = TeamForm(request.POST if request.method == "POST" else None, team=team)
    if form.is_bound and form.is_valid():
        try:
            team = teams.edit_team(
                team=team, plan=form.plan(), acting_user=cast(User, request.user)
            )
        except Refused as refused:
            for refusal in refused.refusals:
                form.add_error(refusal.place, refusal.message)
        else:
            messages.success(request, f"{team} is saved.")
            return redirect(back or request.path)
    context = {"team": team, "form": form, "back": back}
    return render(request, "rosters/edit_team.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tendencies(request: HttpRequest, team_id: int) -> HttpResponse:
    """How the house's manager plays for a club, for those who may change it."""
    team, back = _edited(request, team_id)
    form = TendenciesForm(request.POST if request.method == "POST" else None, team=team)
    if form.is_bound and form.is_valid():
        teams.set_tendencies(
            team=team, values=form.cleaned_data, acting_user=cast(User, request.user)
        )
        messages.success(request, f"From its next game on {team} plays so.")
        return redirect(back or request.path)
    context = {"team": team, "form": form, "back": back}
    return render(request, "rosters/tendencies.html", context, status=422 if form.errors else 200)


def _edited(request: HttpRequest, team_id: int) -> tuple[Team, str]:
    """The club, for those who may change it, and where they came from."""
    team = with_system(Team.objects.filter(pk=team_id)).first()
    if team is None or not may_edit(request.user, team):
        raise Http404("No such club.")
    return team, own_page(request, request.POST.get("next") or request.GET.get("next", ""))
