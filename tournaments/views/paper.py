"""A round on paper, and typing in afterwards what was written there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.inputs import whole_number
from config.people.models import User
from config.people.times import zone_of
from config.refusals import Refusal, Refused
from games.models import Game, Series
from games.rules.endings import law_of
from games.rules.reports import GameClaim
from games.seriesday.access import part_in
from games.seriesday.entry import ENDINGS, read_line
from games.seriesday.models import GameReport
from games.seriesday.selectors.reports import staffs
from games.seriesday.services.reporting import correct_report, report_game
from rosters.models import Team
from tournaments.day.selectors import paper_of, tables_of, timetable_of
from tournaments.models import Tournament
from tournaments.rules.paper import PAPERS
from tournaments.selectors import tables
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.paper import club_papers, slips_of
from tournaments.views import cards
from tournaments.views.frame import frame

FIELDS = (
    "key",
    "away_runs",
    "home_runs",
    "ending",
    "inning",
    "outs",
    "away_pitchers",
    "home_pitchers",
    "reason",
)
TYPED = tuple(name for name in FIELDS if name not in ("key", "ending", "reason"))
LONGEST = 400
PARTS = {
    "round": "The round: pairings, slips, blank sheets",
    "pairings": "Pairings",
    "slips": "Pairings and slips",
    "sheets": "Pitching sheets and line-ups",
    "all": "Everything",
}
"""What may be printed; the first where nothing else is asked for."""


HAS = {
    "pairings": ("round", "pairings", "slips", "all"),
    "slips": ("round", "slips", "all"),
    "blank": ("round", "sheets", "all"),
    "sheets": ("sheets", "all"),
    "standings": ("all",),
}
"""The parts that each kind of printed sheet has."""


@dataclass(frozen=True)
class EntryLine:
    """A game without a result, with what was typed and what is wrong with it."""

    series: Series
    number: int
    away: Team
    home: Team
    values: dict[str, str]
    refusals: tuple[Refusal, ...] = ()
    stood: Game | None = None
    """The game as it was left, where it was suspended."""
    meanwhile: Game | None = None
    """The game, where somebody else has reported it since the page was read."""
    corrects: bool = False
    """Whether the visitor's version would be a correction, with a reason, and no dispute."""

    @property
    def prefix(self) -> str:
        """How the names of its fields begin."""
        return f"{self.series.pk}-{self.number}"


@login_required
@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairings, slips, pitching sheets filled and blank, line-ups and standings of a round, or what
    ``part`` asks for of them."""
    tournament = directed_tournament(request.user, slug)
    asked = request.GET.get("part", "")
    part = asked if asked in PARTS else "round"
    league = load_league(tournament)
    shown = _round(request, league)
    tables_of_series = tables_of(league)
    times = timetable_of(league, timezone.now())
    context = {
        **frame(request, tournament, "paper"),
        "league": league,
        "round": shown,
        "part": part,
        "has": {name: part in parts for name, parts in HAS.items()},
        "parts": PARTS.items(),
        "timed": times.of_round(shown.number) if times and shown else None,
        "zone": zone_of(tournament.time_zone),
        "pairings": _by_table(shown, tables_of_series) if shown else (),
        "slips": slips_of(shown, tables_of_series) if shown else (),
        "clubs": club_papers(league, shown) if shown and part not in ("pairings", "slips") else (),
        "divisions": cards.division_rows(league, tables.division_tables(league))
        if league.has_table
        else [],
        "printed": timezone.now(),
        "paper": PAPERS[paper_of(tournament)],
        # Names on paper lead nowhere.
        "links": {},
    }
    return render(request, "tournaments/paper.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Type in the results of a round. Every line is stored by itself: what cannot be stays there,
    as it was typed, and says why."""
    tournament = directed_tournament(request.user, slug)
    shown = _round(request, load_league(tournament))
    lines = _open_lines(shown) if shown else []
    if request.method == "POST":
        user = cast(User, request.user)
        late = _reported_meanwhile(request, shown) if shown else []
        entered = [(line, _entered(request, line, user)) for line in [*late, *lines]]
        stored = sum(left is None and not line.meanwhile for line, left in entered)
        lines = [left for _, left in entered if left is not None]
        words = f"{stored} result{'' if stored == 1 else 's'} stored."
        same = sum(left is None and bool(line.meanwhile) for line, left in entered)
        if same:
            words += f" {same} had been reported meanwhile."
        if not any(line.refusals for line in lines):
            messages.success(request, words)
            return redirect(_here(tournament, shown))
        if stored:
            messages.success(request, words)
    context = {
        **frame(request, tournament, "entry"),
        "round": shown,
        "lines": lines,
        "wrong": sum(bool(line.refusals) for line in lines),
        "endings": ENDINGS,
        "pitchers": any(staffs(line.series, line.number) is not None for line in lines[:1]),
        "here": _here(tournament, shown),
    }
    refused = context["wrong"]
    return render(request, "tournaments/entry.html", context, status=422 if refused else 200)


def _by_table(shown: RoundOfPlay, numbers: Mapping[int, int]) -> list[tuple[int | None, Meeting]]:
    """The series of a round with their tables, in the tables' order."""
    found = [(numbers.get(each.series_id or 0), each) for each in shown.series]
    return sorted(found, key=lambda each: each[0] or 0)


def _round(request: HttpRequest, league: League) -> RoundOfPlay | None:
    if not league.rounds:
        return None
    asked = whole_number(request.GET.get("round", "") or request.POST.get("round", ""))
    usual = league.next_round or league.rounds[-1]
    return next((each for each in league.rounds if each.number == asked), usual)


def _here(tournament: Tournament, shown: RoundOfPlay | None) -> str:
    where = reverse("tournaments:entry", args=[tournament.slug])
    return f"{where}?round={shown.number}" if shown else where


def _open_lines(shown: RoundOfPlay) -> list[EntryLine]:
    """The games of a round of which nothing has been told, and those told as far as they went
    before they were suspended."""
    ids = [meeting.series_id for meeting in shown.series if not meeting.is_complete]
    found = Series.objects.select_related("home", "away").filter(pk__in=ids).order_by("pk")
    begun = {
        (game.series_id, game.number): game
        for game in Game.objects.filter(series__in=ids).exclude(status=Game.Status.VOID)
    }
    lines = []
    for series in found:
        clubs = {series.home_id: series.home, series.away_id: series.away}
        for number in range(1, series.length + 1):
            stood = begun.get((series.pk, number))
            if stood is None or _is_left(stood):
                away, home = series.sides(number)
                values = dict.fromkeys(FIELDS, "") | {"key": str(uuid4())}
                sides = clubs[away], clubs[home]
                lines.append(EntryLine(series, number, *sides, values, stood=stood))
    return lines


def _reported_meanwhile(request: HttpRequest, shown: RoundOfPlay) -> list[EntryLine]:
    """The lines in which something was typed of games that take no line any more."""
    ids = [meeting.series_id for meeting in shown.series if meeting.series_id]
    games = (
        Game.objects.filter(series__in=ids)
        .exclude(status=Game.Status.VOID)
        .select_related("series__home", "series__away")
        .prefetch_related("reports__told_by")
        .order_by("series", "number")
    )
    lines = []
    for game in games:
        game.stands_in(game.series)
        line = EntryLine(game.series, game.number, game.away, game.home, {}, meanwhile=game)
        values = _values(request, line)
        if not _is_left(game) and any(values[name] for name in TYPED):
            lines.append(replace(line, values=values))
    return lines


def _values(request: HttpRequest, line: EntryLine) -> dict[str, str]:
    """What was typed in a line."""
    return {
        name: request.POST.get(f"{line.prefix}-{name}", "").strip()[:LONGEST] for name in FIELDS
    }


def _is_left(game: Game) -> bool:
    """Whether a game that was told from paper waits to be finished."""
    return game.status == Game.Status.SUSPENDED and game.source == Game.Source.REPORTED


def _entered(request: HttpRequest, line: EntryLine, user: User) -> EntryLine | None:
    """Nothing where the line was stored; the line unchanged where it was not."""
    values = _values(request, line)
    if not any(values[name] for name in TYPED):
        return line
    try:
        if line.meanwhile is None:
            _store(line, values, user)
        else:
            game, disputed = line.meanwhile, f"{line.prefix}-dispute" in request.POST
            line = replace(line, corrects=not _disputes(line, game, user))
            _answer(line, game, values, user, disputed=disputed)
    except Refused as refused:
        return replace(line, values=values, refusals=refused.refusals)
    return None


def _claim(line: EntryLine, values: dict[str, str]) -> GameClaim:
    both = staffs(line.series, line.number)
    return read_line(
        values,
        law_of(line.series.settings),
        None if both is None else [staff.choices for staff in both],
    )


def _store(line: EntryLine, values: dict[str, str], user: User) -> None:
    report_game(
        series_id=line.series.pk,
        number=line.number,
        claim=_claim(line, values),
        key=values["key"][:64],
        acting_user=user,
    )


def _disputes(line: EntryLine, game: Game, user: User) -> bool:
    """Whether the visitor's version of a game that was reported is that of a club: then it is a
    dispute, and otherwise a director's correction."""
    return game.waits_for_confirmation and bool(part_in(user, line.series).clubs)


def _answer(
    line: EntryLine, game: Game, values: dict[str, str], user: User, *, disputed: bool
) -> None:
    """Nothing where a line says what was reported meanwhile; otherwise it is stored as another
    version once the visitor disputes it. Refused: ``reported-meanwhile``."""
    claim = _claim(line, values)
    standing = [each for each in game.reports.all() if each.state != GameReport.State.REPLACED]
    if any(claim.says_the_same(each.told) for each in standing):
        return
    if not disputed:
        by = f" by {standing[-1].told_by}" if standing else ""
        sentence = f"Reported meanwhile{by}: {game.away_runs}-{game.home_runs}."
        raise Refused(Refusal("reported-meanwhile", sentence))
    if not line.corrects:
        _store(line, values, user)
        return
    correct_report(game_id=game.pk, claim=claim, reason=values["reason"], acting_user=user)
