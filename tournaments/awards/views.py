"""Pages of an event's awards, and of a ballot on which its clubs vote."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.people.models import User
from config.people.times import zone_of
from config.refusals import Refusal, Refused
from tournaments.awards import services
from tournaments.awards.forms import BallotForm, VoteForm, refuse
from tournaments.awards.selectors import Seen, ballots_of, from_book
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.views.acts import refusals_of
from tournaments.views.frame import frame


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def awards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current awards and the results of votes. Directors open a ballot here."""
    if request.method != "POST":
        return _awards(request, visible_tournament(request.user, slug))
    tournament = directed_tournament(request.user, slug)
    with timezone.override(zone_of(tournament.time_zone)):
        form = BallotForm(tournament, request.POST)
        if not form.is_valid():
            return _awards(request, tournament, form)
        try:
            new_ballot = services.open_ballot(
                tournament=tournament, **form.cleaned_data, acting_user=cast(User, request.user)
            )
        except Refused as refused:
            refuse(form, refused.refusals)
            return _awards(request, tournament, form)
    messages.success(request, f"The clubs vote on “{new_ballot}”.")
    return redirect(new_ballot.get_absolute_url())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ballot(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the candidates, the user's vote and, once it is closed, the count. A post names its act:
    ``vote`` for managers, ``close`` and ``cancel`` for directors."""
    tournament = visible_tournament(request.user, slug)
    seen = _seen(request, tournament, pk)
    if request.method != "POST":
        return _ballot(request, tournament, seen)
    act = request.POST.get("act", "")
    if act == "vote":
        return _vote(request, tournament, seen)
    directed_tournament(request.user, slug)
    acts = {"close": services.close_ballot, "cancel": services.cancel_ballot}
    try:
        if act not in acts:
            words = "The actions on a ballot are: vote, close, call off."
            raise Refused(Refusal("unknown-act", words, "act"))
        acts[act](ballot=seen.ballot, acting_user=cast(User, request.user))
    except Refused as refused:
        return _ballot(request, tournament, seen, refused.refusals)
    done = "closed; the count is told" if act == "close" else "called off"
    messages.success(request, f"“{seen.ballot}” is {done}.")
    return redirect(seen.ballot.get_absolute_url())


def _vote(request: HttpRequest, tournament: Tournament, seen: Seen) -> HttpResponse:
    """Cast a vote for one of the user's clubs; others get a 404."""
    number = request.POST.get("club", "")
    own = next((own_club for own_club in seen.own if str(own_club.club.number) == number), None)
    if own is None:
        raise Http404("You have no vote here.")
    form = VoteForm(seen, own, request.POST)
    if not form.is_valid():
        return _ballot(request, tournament, seen, tuple(refusals_of(form)), form)
    try:
        services.vote(
            ballot=seen.ballot,
            club=own.club.number,
            candidates=form.numbers(),
            acting_user=cast(User, request.user),
        )
    except Refused as refused:
        return _ballot(request, tournament, seen, refused.refusals, form)
    messages.success(request, f"{own.club} has voted. You may change it until the ballot closes.")
    return redirect(seen.ballot.get_absolute_url())


def _seen(request: HttpRequest, tournament: Tournament, pk: int) -> Seen:
    ballots = ballots_of(tournament, request.user, timezone.now(), ballot=pk)
    if not ballots:
        raise Http404("No such ballot.")
    return ballots[0]


def _awards(
    request: HttpRequest, tournament: Tournament, form: BallotForm | None = None
) -> HttpResponse:
    shared = frame(request, tournament, "awards")
    stats_awards = from_book(tournament)
    context: dict[str, Any] = {
        **shared,
        "found": stats_awards,
        "groups": [
            (title, group_awards)
            for title, group_awards in (
                ("Players", stats_awards.players),
                ("Gold gloves", stats_awards.gloves),
                ("Clubs", stats_awards.clubs),
            )
            if group_awards
        ],
        "ballots": ballots_of(tournament, request.user, timezone.now()),
        "form": None,
    }
    if shared["directs"] and tournament.state != Tournament.State.SETUP:
        context["form"] = form or BallotForm(tournament)
    return _rendered(request, tournament, "awards/awards.html", context, bool(form))


def _ballot(
    request: HttpRequest,
    tournament: Tournament,
    seen: Seen,
    refusals: tuple[Refusal, ...] = (),
    sent: VoteForm | None = None,
) -> HttpResponse:
    shared = frame(request, tournament, "awards", below=seen.ballot.title)
    forms = [(own, VoteForm(seen, own)) for own in seen.own if seen.is_open]
    context = {
        **shared,
        "seen": seen,
        "refusals": refusals,
        "forms": [
            (own, sent if sent is not None and sent.prefix == form.prefix else form)
            for own, form in forms
        ],
        "counted": [(item, _links(tournament, seen, item.who)) for item in seen.count],
        "listed": [(item, _links(tournament, seen, item)) for item in seen.candidates],
    }
    return _rendered(request, tournament, "awards/ballot.html", context, bool(refusals))


def _links(tournament: Tournament, seen: Seen, candidate: Any) -> tuple[str, str]:
    entrant = seen.clubs.get(candidate.team_id)
    club = reverse("tournaments:team", args=[tournament.slug, entrant.number]) if entrant else ""
    if candidate.card is None:
        return club, ""
    return reverse("tournaments:player", args=[tournament.slug, candidate.card_id]), club


def _rendered(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any],
    refused: bool,
) -> HttpResponse:
    with timezone.override(zone_of(tournament.time_zone)):
        return render(request, template, context, status=422 if refused else 200)
