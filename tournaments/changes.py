"""What taking a club out would change: worked out from the plan that the service carries out, so
that the preview is true. Nothing is written or locked here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.models import Game
from games.seriesday.changes import Change, differences
from pitching.models import SheetSeries
from pitching.rules.drops import SheetState
from rosters.models import Team
from tournaments.models import Stage
from tournaments.rules.dropping import plan_drop
from tournaments.rules.drops import VOID
from tournaments.selectors.consequences import standing_in
from tournaments.selectors.drops import (
    club_to_drop,
    drop_facts,
    league_after,
    verify_clubs_left,
)
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting
from tournaments.selectors.progress import standing_of, tie_refusals

View = Mapping[str, str]

_STRUCK: Mapping[str, str] = {
    SheetSeries.Struck.ERASED: "erased: it counts like a bye",
    SheetSeries.Struck.BYE: "a bye: no columns",
}

STANDS = "stands"
"""What is said of a series on a sheet with which nothing has happened, such as one still to be
played."""

CLOSED = "closed: it does not count"


@dataclass(frozen=True)
class DropChanges:
    """What would be different, by title; what would not is left out. ``thrown_out``: whether the
    results of the club count no more."""

    thrown_out: bool
    groups: tuple[tuple[str, tuple[Change, ...]], ...]


def changes_by_drop(league: League, number: int) -> DropChanges:
    """What taking a club out of a running event changes. Refused as ``drop_club`` refuses."""
    entrant = club_to_drop(league, number, covered_too=True)
    verify_clubs_left(league)
    plan = plan_drop(drop_facts(league, entrant))
    after = league_after(league, entrant, plan, timezone.now())
    sheets = plan.undoing.sheets if plan.undoing is not None else plan.sheets
    names = _names([*sheets.before, *plan.sheets.after])
    groups = {
        "Schedule": differences(schedule_told(league), schedule_told(after), "—"),
        "Reports": _closed(plan.closed),
        "Pitching sheets": differences(
            sheets_told(sheets.before, names), sheets_told(plan.sheets.after, names), STANDS
        ),
        "Standings": differences(
            standing_in(league), standing_in(after, {entrant.pk: league.rounds[-1].number}), "—"
        ),
        "Who gets in as things stand": differences(seeds_told(league), seeds_told(after), "—"),
    }
    told = tuple((title, found) for title, found in groups.items() if found)
    return DropChanges(plan.way == VOID, told)


def _closed(games: Sequence[int]) -> tuple[Change, ...]:
    """Reports that need no answer any more."""
    rows = Game.objects.filter(pk__in=games).select_related("home", "away").order_by("pk")
    return tuple(
        Change(f"Game {game.number}: {game.away} at {game.home}", "waits for an answer", CLOSED)
        for game in (rows if games else ())
    )


def schedule_told(league: League) -> View:
    """How far every series has come."""
    return {
        f"{meeting.round_name}: {meeting.away.team} at {meeting.home.team}": _score(meeting)
        for meeting in league.meetings
        if meeting.away is not None
    }


def _score(meeting: Meeting) -> str:
    games = len(meeting.finals)
    score = f"{games} game{'' if games == 1 else 's'}"
    state = meeting.state
    if state == "void":
        return f"{score}, thrown out"
    if state == "called-off":
        return f"bye after {score}" if games else "bye"
    return f"{score}, {state}" if games else state


def _names(sheets: Sequence[SheetState]) -> Mapping[int, str]:
    """The names of the clubs of sheets, and of those they play against."""
    known = {sheet.team for sheet in sheets}
    known |= {each.opponent for sheet in sheets for each in sheet.series}
    return {team.pk: str(team) for team in Team.objects.filter(pk__in=known)} if known else {}


def sheets_told(sheets: Sequence[SheetState], names: Mapping[int, str]) -> View:
    """Every series on a sheet that differs from how it was drawn, and the bound ones."""
    found = {}
    for sheet in sorted(sheets, key=lambda each: (names[each.team], each.phase)):
        columns = {each.key: f"{each.first}–{each.last}" for each in sheet.series}
        for each in sheet.series:
            said = _STRUCK.get(each.struck, STANDS)
            if sheet.bound is not None and sheet.bound[1] == each.key:
                said = f"its rotation must have been legal in games {columns[sheet.bound[0]]}"
            what = f"{names[sheet.team]}, games {columns[each.key]}"
            found[f"{what} against {names[each.opponent]}"] = said
    return found


def seeds_told(league: League) -> View:
    """Who would get into the next stage, by seed; or the ties that decide it."""
    following = next(
        (each for each in league.stages if each.spec.entry and not league.of_stage(each)), None
    )
    if following is None or following.spec.entry is None or not league.season.finals:
        return {}
    return _named(league, following)


def _named(league: League, stage: Stage) -> View:
    rule = stage.spec.entry
    if rule is None:
        return {}
    found = standing_of(league, rule, stage)
    if found.open:
        refusals = tie_refusals(league, found.open)
        return {f"Open tie {at}": each.message for at, each in enumerate(refusals, start=1)}
    names = {club.number: club.team.name for club in league.entrants}
    return {f"{stage}, seed {each.seed}": names[each.entrant] for each in found.qualifiers}
