"""Clubs whose managers cannot finish: a wizard that shows everything before it does it (T0.08)."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import number_sent, whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from rosters.models import TeamMember
from tournaments.changes import DropChanges, changes_by_drop
from tournaments.models import Drop, Entrant, Replacement, Tournament
from tournaments.rules.drops import MEANINGS
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.drops import (
    division_of,
    heirs,
    on_bye,
    people_of,
    proposals,
    replacement_of,
    standing_drops,
)
from tournaments.selectors.league import League, load_league, round_told
from tournaments.services.drops import (
    choose_dropped_results,
    cover_club,
    drop_club,
    leave_uncovered,
    name_replacement,
    take_over,
    undo_drop,
    withdraw_replacement,
)
from tournaments.views.frame import frame

Act = Callable[[HttpRequest, Tournament, User], str]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def drops(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has dropped out and what was done about it; ``?club=`` opens the wizard for a club, which
    tells what taking it out would change."""
    tournament = directed_tournament(request.user, slug)
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        act = ACTS.get(request.POST.get("act", ""))
        try:
            if act is None:
                raise Refused(Refusal("unknown-act", "Say what is to be done.", "act"))
            before = tournament.overtaken
            messages.success(request, act(request, tournament, cast(User, request.user)))
            tournament.refresh_from_db(fields=["overtaken"])
            for words in tournament.overtaken:
                if words not in before:
                    messages.warning(request, words)
            return redirect("tournaments:drops", slug)
        except Refused as refused:
            refusals = tuple(refused.refusals)
            tournament.refresh_from_db()
    league = load_league(tournament)
    context = {
        **frame(request, tournament, "desk", below="Dropped clubs"),
        "refusals": refusals,
        "league": league,
        "drops": [_shown(league, drop) for drop in standing_drops(tournament)],
        "able": [each for each in league.entrants if not each.is_out],
        "wizard": _wizard(request, league),
        "meanings": list(MEANINGS.items()),
        "meaning": MEANINGS[tournament.dropped_results],
        "in_setup": tournament.state == Tournament.State.SETUP,
        "running": tournament.state == Tournament.State.RUNNING,
        "typed": request.POST,
    }
    return render(request, "tournaments/drops.html", context, status=422 if refusals else 200)


def _shown(league: League, drop: Drop) -> dict[str, Any]:
    covered = drop.way == Entrant.Dropped.COVERED and drop.taken_over_by_id is None
    entrant = league.by_team[drop.entrant.team_id]
    people = people_of(league) if covered else None
    left = [
        (proposal, replacement_of(drop, proposal.meeting.series_id))
        for proposal in (proposals(league, entrant, people) if people else ())
    ]
    return {
        "drop": drop,
        "round_told": round_told(league, drop.round),
        "covered": covered,
        "proposals": left,
        "some_covered": drop.replacements.all() and any(named is None for _, named in left),
        "heirs": heirs(league, drop, people)
        if people and not any(each.is_open and each.counts for each in league.meetings)
        else [],
    }


def _wizard(request: HttpRequest, league: League) -> dict[str, Any] | None:
    """What can be done about a club, and what taking it out would change."""
    number = whole_number(request.POST.get("club", "") or request.GET.get("club", ""))
    entrant = next((each for each in league.entrants if each.number == number), None)
    if entrant is None or entrant.is_out or league.tournament.state != Tournament.State.RUNNING:
        return None
    preview, why_not = _preview(league, entrant)
    division, found = division_of(league, entrant), proposals(league, entrant, people_of(league))
    rests = [bool(on_bye(league, division.number, each.meeting.round_number)) for each in found]
    return {
        "entrant": entrant,
        "division": division,
        "proposals": found,
        # Where byes cross over, who would have one plays against another division.
        "byes": "none" if not any(rests) else "all" if all(rests) else "some",
        "preview": preview,
        "why_not": why_not,
    }


def _preview(league: League, entrant: Entrant) -> tuple[DropChanges | None, str]:
    """What taking a club out would change, or why it cannot be."""
    try:
        return changes_by_drop(league, entrant.number), ""
    except Refused as refused:
        return None, " ".join(refusal.message for refusal in refused.refusals)


def _declare(request: HttpRequest, tournament: Tournament, user: User) -> str:
    choose_dropped_results(
        tournament=tournament, meaning=request.POST.get("meaning", ""), acting_user=user
    )
    return "The declaration is saved."


def _cover(request: HttpRequest, tournament: Tournament, user: User) -> str:
    drop = cover_club(
        tournament=tournament,
        number=number_sent(request.POST, "club"),
        reason=request.POST.get("reason", ""),
        acting_user=user,
    )
    return f"Others play on for {drop.entrant}: say who, series by series."


def _drop(request: HttpRequest, tournament: Tournament, user: User) -> str:
    drop = drop_club(
        tournament=tournament,
        number=number_sent(request.POST, "club"),
        reason=request.POST.get("reason", ""),
        nobody_found="nobody_found" in request.POST,
        acting_user=user,
    )
    return f"{drop.entrant} is out. It can be taken back until the next round starts."


def _replace(request: HttpRequest, tournament: Tournament, user: User) -> str:
    chosen = whole_number(request.POST.get("person", ""))
    email = request.POST.get("email", "").strip()
    known = TeamMember.objects.filter(team__entries__tournament=tournament)
    shown = User.objects.filter(pk=chosen or 0, pk__in=known.values("user"))
    made = name_replacement(
        drop=_drop_of(request, tournament),
        series_id=number_sent(request.POST, "series"),
        user=email or shown.first() or "",
        acting_user=user,
    )
    return f"{made}."


def _withdraw(request: HttpRequest, tournament: Tournament, user: User) -> str:
    found = Replacement.objects.filter(
        drop__entrant__tournament=tournament, pk=number_sent(request.POST, "replacement")
    ).first()
    if found is None:
        raise Refused(
            Refusal("no-such-replacement", "No replacement is named there.", "replacement")
        )
    withdraw_replacement(replacement=found, acting_user=user)
    return f"{found.user} does not play that series."


def _leave_uncovered(request: HttpRequest, tournament: Tournament, user: User) -> str:
    drop = leave_uncovered(drop=_drop_of(request, tournament), acting_user=user)
    return f"What nobody plays for {drop.entrant} are byes; what is covered is played."


def _take_over(request: HttpRequest, tournament: Tournament, user: User) -> str:
    rolls: dict[int | str, int] = {
        person: roll
        for key, value in request.POST.items()
        if key.startswith("roll-")
        and (person := whole_number(key.removeprefix("roll-"))) is not None
        and (roll := whole_number(str(value))) is not None
    }
    drop = take_over(drop=_drop_of(request, tournament), rolls=rolls, acting_user=user)
    return f"{drop.taken_over_by} takes {drop.entrant} over."


def _undo(request: HttpRequest, tournament: Tournament, user: User) -> str:
    drop = undo_drop(drop=_drop_of(request, tournament), acting_user=user)
    return f"{drop.entrant} plays on; everything stands as before."


ACTS: Mapping[str, Act] = {
    "declare": _declare,
    "cover": _cover,
    "drop": _drop,
    "replace": _replace,
    "withdraw": _withdraw,
    "leave-uncovered": _leave_uncovered,
    "take-over": _take_over,
    "undo": _undo,
}


def _drop_of(request: HttpRequest, tournament: Tournament) -> Drop:
    found = Drop.objects.filter(
        entrant__tournament=tournament, pk=number_sent(request.POST, "drop")
    ).select_related("entrant__team")
    drop = found.first()
    if drop is None:
        raise Refused(Refusal("no-such-drop", "No such club has dropped out.", "drop"))
    return drop
