"""The round board: what every series waits for, and one tap to act on it. Pushed live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.inputs import moment_of, whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from config.ui.frame import show
from games.models import Series
from games.rules.deadlines import LONGEST
from games.seriesday.services.absences import (
    have_house_play,
    put_off_deadline,
    set_deadline,
)
from games.seriesday.services.clocks import begin_series, extend_series, suspend_series
from rosters.models import Team, TeamMember
from tournaments.models import Fixture, Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.round_board import BoardLine, RoundBoard, round_board
from tournaments.services.play_out import verify_running
from tournaments.services.substitutes import substitute
from tournaments.views.cards import games_in_words, series_url
from tournaments.views.frame import frame

Act = Callable[[HttpRequest, Tournament, User], str]

PROJECTOR = "projector"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of a round. A post names its act."""
    tournament = directed_tournament(request.user, slug)
    if request.method != "POST":
        return _page(request, tournament)
    try:
        act = ACTS.get(request.POST.get("act", ""))
        if act is None:
            raise Refused(Refusal("unknown-act", "The board does not know that act.", "act"))
        done = act(request, tournament, cast(User, request.user))
    except Refused as refused:
        return _page(request, tournament, refused.refusals)
    messages.success(request, done)
    where = reverse("tournaments:board", args=[slug])
    number = whole_number(request.POST.get("round", ""))
    return redirect(f"{where}?round={number}" if number else where)


def _page(
    request: HttpRequest, tournament: Tournament, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    league = load_league(tournament)
    asked = request.POST.get("round") or request.GET.get("round", "")
    found = round_board(league, whole_number(asked))
    context: dict[str, Any] = {
        **frame(request, tournament, "board"),
        "league": league,
        "board": found,
        "rows": []
        if found is None
        else [(line, series_url(line.meeting.series_id)) for line in found.lines],
        "acting": _acting(request, found),
        "people": _people(tournament) if found is not None else [],
        "projector": request.GET.get("view") == PROJECTOR,
        "here": request.get_full_path() if request.method != "POST" else request.path,
        "refusals": refusals,
    }
    return show(
        request,
        "tournaments/board.html",
        "tournaments/_board_live.html",
        context,
        status=422 if refusals else 200,
    )


def _acting(request: HttpRequest, found: RoundBoard | None) -> BoardLine | None:
    """The series whose buttons are asked for: they stand outside the part that moves."""
    asked = whole_number(request.GET.get("series", "") or request.POST.get("series", ""))
    lines = () if found is None else found.lines
    return next((line for line in lines if asked and line.meeting.series_id == asked), None)


def _people(tournament: Tournament) -> list[tuple[int, str]]:
    """Whom a director may name to play for somebody: the people of the event's clubs."""
    members = TeamMember.objects.filter(team__entries__tournament=tournament)
    found = {member.user_id: str(member.user) for member in members.select_related("user")}
    return sorted(found.items(), key=lambda row: row[1])


def _begin(request: HttpRequest, tournament: Tournament, user: User) -> str:
    number = whole_number(request.POST.get("round", "")) or 0
    begun = begin_series(series_ids=_series_of(tournament, number), acting_user=user)
    return f"Round {number}: {begun} clock{'' if begun == 1 else 's'} started."


def _extend(request: HttpRequest, tournament: Tournament, user: User) -> str:
    series = _series(request, tournament)
    minutes = whole_number(request.POST.get("minutes", "")) or 0
    extend_series(series_id=series.pk, minutes=minutes, acting_user=user)
    return f"{series}: {minutes} minutes more."


def _suspend(request: HttpRequest, tournament: Tournament, user: User) -> str:
    series = _series(request, tournament)
    if not tournament.edition.series.suspension:
        raise Refused(
            Refusal(
                "no-suspension",
                f"{tournament} is played without suspended games.",
                facts={"rule": "T33.0g"},
            )
        )
    games = suspend_series(series_id=series.pk, acting_user=user)
    return f"{series}: suspended game {', '.join(str(game.number) for game in games)}."


def _play(request: HttpRequest, tournament: Tournament, user: User) -> str:
    series = _series(request, tournament)
    verify_running(tournament)
    games = have_house_play(series_id=series.pk, acting_user=user)
    return f"{series}: {games_in_words(len(games))} played by the house; the seeds are published."


def _deadline(request: HttpRequest, tournament: Tournament, user: User) -> str:
    number = whole_number(request.POST.get("round", "")) or 0
    due = moment_of(request.POST.get("due", ""), "due")
    if due is None:
        raise Refused(Refusal("deadline-missing", "Say until when.", "due"))
    count = set_deadline(
        series_ids=_series_of(tournament, number),
        due=due,
        house_plays=request.POST.get("house_plays") == "yes",
        acting_user=user,
    )
    return f"Round {number}: {count} series have to be played by {localtime(due):%-d %B, %H:%M}."


def _put_off(request: HttpRequest, tournament: Tournament, user: User) -> str:
    series = _series(request, tournament)
    hours = whole_number(request.POST.get("hours", "")) or 0
    if not 1 <= hours <= 24 * LONGEST.days:
        raise Refused(Refusal("hours-impossible", "Say by how many hours.", "hours"))
    due = put_off_deadline(series_id=series.pk, by=timedelta(hours=hours), acting_user=user)
    return f"{series}: to be played by {localtime(due):%-d %B, %H:%M}."


def _substitute(request: HttpRequest, tournament: Tournament, user: User) -> str:
    team = Team.objects.filter(
        entries__tournament=tournament, pk=whole_number(request.POST.get("team", "")) or 0
    ).first()
    person = User.objects.filter(
        pk=whole_number(request.POST.get("person", "")) or 0,
        teams__team__entries__tournament=tournament,
    ).first()
    if team is None or person is None:
        raise Refused(Refusal("nobody-chosen", "Say who plays for which club.", "person"))
    substitute(tournament=tournament, team=team, person=person, acting_user=user)
    return f"{person} plays for {team}."


def _series_of(tournament: Tournament, number: int) -> list[int]:
    """The series of a round."""
    found = Fixture.objects.filter(
        round__stage__tournament=tournament, round__number=number, series__isnull=False
    )
    return list(found.values_list("series", flat=True))


def _series(request: HttpRequest, tournament: Tournament) -> Series:
    found = Series.objects.filter(
        scope=tournament.scope, pk=whole_number(request.POST.get("series", "")) or 0
    ).first()
    if found is None:
        raise Refused(Refusal("no-such-series", f"That series is not part of {tournament}."))
    return found


ACTS: Mapping[str, Act] = {
    "begin": _begin,
    "extend": _extend,
    "suspend": _suspend,
    "play": _play,
    "substitute": _substitute,
    "deadline": _deadline,
    "put-off": _put_off,
}
