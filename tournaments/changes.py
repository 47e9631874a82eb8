"""What an act about a whole event would change: it is done, looked at and undone again, so that the
preview is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction

from games.seriesday.changes import Change, differences
from pitching.models import SheetSeries
from tournaments.models import Stage, Tournament
from tournaments.selectors.consequences import standing
from tournaments.selectors.league import League, Meeting, load_league
from tournaments.selectors.progress import standing_of, tie_refusals

View = Mapping[str, str]

_STRUCK: Mapping[str, str] = {
    SheetSeries.Struck.ERASED: "erased: it counts like a bye",
    SheetSeries.Struck.BYE: "a bye: no columns",
}

STANDS = "stands"
"""Of a series on a sheet with which nothing has happened, such as one still to be played."""

SHEETS = "Pitching sheets"
TITLES = ("Schedule", SHEETS, "Standings", "Who gets in as things stand")


@dataclass(frozen=True)
class EventChanges:
    """What would be different, by title; what would not is left out."""

    groups: tuple[tuple[str, tuple[Change, ...]], ...]


def changes_in(tournament: Tournament, act: Callable[[], object]) -> EventChanges:
    """Do it, see what it changed, and undo it. Refused as the act refuses."""
    before = _look(tournament)
    with transaction.atomic():
        act()
        after = _look(tournament)
        transaction.set_rollback(True)
    found = (
        (title, differences(was, now, STANDS if title == SHEETS else "—"))
        for title, was, now in zip(TITLES, before, after, strict=True)
    )
    return EventChanges(tuple((title, changes) for title, changes in found if changes))


def _look(tournament: Tournament) -> tuple[View, View, View, View]:
    league = load_league(tournament)
    return (
        _schedule(league),
        _sheets(tournament),
        standing(str(tournament.pk)),
        _seeds(league),
    )


def _schedule(league: League) -> View:
    return {
        f"Round {meeting.round_number}: {meeting.away.team} at {meeting.home.team}": _told(meeting)
        for meeting in league.meetings
        if meeting.away is not None
    }


def _told(meeting: Meeting) -> str:
    games = len(meeting.finals)
    score = f"{games} game{'' if games == 1 else 's'}"
    state = meeting.state
    if state == "void":
        return f"{score}, thrown out"
    if state == "called-off":
        return f"bye after {score}" if games else "bye"
    return f"{score}, {state}" if games else state


def _sheets(tournament: Tournament) -> View:
    """Every series on a sheet that stands otherwise than it was drawn, and the bound ones."""
    found = {}
    rows = SheetSeries.objects.filter(sheet__scope=tournament.scope).select_related(
        "sheet__team", "sheet__bound_to", "opponent"
    )
    for row in rows.order_by("sheet__team__name", "first_column"):
        what = f"{row.sheet.team}, games {row.first_column}–{row.last_column}"
        said = _STRUCK.get(row.struck, STANDS)
        bound = row.sheet.bound_to
        if bound is not None and row.sheet.bound_series_id == row.pk:
            said = (
                "its rotation must have been legal in games "
                f"{bound.first_column}–{bound.last_column}"
            )
        found[f"{what} against {row.opponent}"] = said
    return found


def _seeds(league: League) -> View:
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
