"""Squads from a sheet: what it says, and who is meant where that is in doubt."""

from __future__ import annotations

from collections import Counter
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.people.models import User
from config.refusals import Refusal, Refused
from config.spreadsheets import write_rows
from rosters.matching import answered, doubts_of, posted_sheet
from rosters.models import Card, Squad
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.services.squads import SquadRow, enter_squads, read_squads
from tournaments.views.frame import frame


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def squads(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of an event's squads; at first it holds those there are."""
    tournament = directed_tournament(request.user, slug)
    sheet = request.POST.get("sheet", "")
    refusals: tuple[Refusal, ...] = ()
    lines: list[SquadRow] = []
    if request.method == "POST":
        try:
            sheet, how = posted_sheet(request)
            lines = read_squads(sheet)
            entered = enter_squads(
                tournament=tournament,
                lines=lines,
                meant=answered(request.POST, lines),
                acting_user=cast(User, request.user),
            )
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, f"{entered} squads are entered.{how}")
            return redirect("tournaments:desk", slug)
    context = {
        **frame(request, tournament, "desk", below="Squads from a sheet"),
        "sheet": sheet or _there(tournament),
        "refusals": [each for each in refusals if not each.facts.get("meant")],
        "doubts": doubts_of(refusals, request.POST, lines) if refusals else [],
    }
    status = 422 if refusals else 200
    return render(request, "tournaments/squads.html", context, status=status)


def _there(tournament: Tournament) -> str:
    """The squads there are, as a sheet that could be sent."""
    rows: list[list[object]] = [["team", "player"]]
    cards = tournament.card_set.cards if tournament.card_set is not None else Card.objects.none()
    names = Counter(cards.values_list("name", flat=True))
    found = Squad.objects.filter(event__key=tournament.scope).select_related("team", "ballpark")
    for squad in found.prefetch_related("spots__card").order_by("team__name"):
        for spot in squad.spots.all():
            card = spot.card
            # A name that two have says nothing; a key does.
            rows.append([squad.team.name, card.name if names[card.name] == 1 else card.key])
        if squad.ballpark is not None:
            rows.append([squad.team.name, squad.ballpark.name])
    return write_rows(rows)
