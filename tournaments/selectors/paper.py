"""Everything of a round that is wanted on paper when the network is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.card_games.base import ClubPlan
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.plans import plans_of
from games.planning.presenters.club import Nine, nines
from pitching.presenters.grid import Grid, grid
from pitching.selectors.pages import whole_sheets
from pitching.selectors.sheets import latest_sheets
from rosters.models import Card, RosterSpot, Squad
from tournaments.models import Entrant
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, RoundOfPlay


@dataclass(frozen=True)
class ClubPaper:
    """A club's pitching sheet (its key) as it stands, and its line-ups."""

    entrant: Entrant
    sheet: int
    grid: Grid
    nines: tuple[Nine, ...]
    more: tuple[int, ...] = ()
    """Games of its series behind those whose limits are known by now: boxes alone."""


@dataclass(frozen=True)
class Slip:
    """A series on paper: a line to fill in for each of its games."""

    meeting: Meeting
    games: tuple[tuple[int, str, str], ...]
    """Number, visitors and home side of each."""
    table: int | None = None


def slips_of(shown: RoundOfPlay, tables: Mapping[int, int]) -> list[Slip]:
    """The series of a round that are not complete, in the order of their ``tables`` (by series)."""
    open_ones = [meeting for meeting in shown.series if not meeting.is_complete]
    found = Series.objects.select_related("home", "away").in_bulk(
        [meeting.series_id for meeting in open_ones if meeting.series_id is not None]
    )
    slips = [
        Slip(meeting, _games(found[pk]), tables.get(pk))
        for meeting in open_ones
        if (pk := meeting.series_id) is not None
    ]
    return sorted(slips, key=lambda slip: slip.table or 0)


def _games(series: Series) -> tuple[tuple[int, str, str], ...]:
    names = {series.home_id: series.home.name, series.away_id: series.away.name}
    games = []
    for number in range(1, series.length + 1):
        away, home = series.sides(number)
        games.append((number, names[away], names[home]))
    return tuple(games)


def club_papers(league: League, shown: RoundOfPlay) -> list[ClubPaper]:
    """The sheets and line-ups of the clubs that play in a round, where sheets are kept."""
    scope = league.tournament.scope
    playing = _playing(shown)
    sheets = latest_sheets(scope, [each.team_id for each in playing])
    squads = {
        squad.team_id: squad
        for squad in Squad.objects.select_related("team", "ballpark").filter(
            event__key=scope, team__in=[each.team_id for each in playing]
        )
    }
    wholes = whole_sheets(list(sheets.values()))
    boards = _boards([squads[each] for each in sheets if each in squads])
    grids = {team: grid(wholes[sheet.pk]) for team, sheet in sheets.items()}
    left = {
        side.pk: meeting.length - len(meeting.finals)
        for meeting in shown.series
        for side in (meeting.away, meeting.home)
        if side is not None
    }
    return [
        ClubPaper(
            entrant,
            sheets[entrant.team_id].pk,
            grids[entrant.team_id],
            nines(boards[entrant.team_id]) if entrant.team_id in boards else (),
            _behind(grids[entrant.team_id].ahead, left[entrant.pk]),
        )
        for entrant in playing
        if entrant.team_id in sheets
    ]


def _behind(ahead: Sequence[int], left: int) -> tuple[int, ...]:
    """The games of a series with ``left`` to play that are not among those ``ahead``."""
    if not ahead:
        return ()
    return tuple(range(ahead[-1] + 1, ahead[0] + left))


def _boards(squads: Sequence[Squad]) -> dict[int, PlanBoard]:
    """What the clubs plan, with the cards and plans of all of them read at once."""
    cards: dict[int, list[Card]] = {}
    spots = RosterSpot.objects.filter(squad__in=squads).order_by("squad", "number")
    for spot in spots.select_related("card__card_set", "card__season"):
        cards.setdefault(spot.squad_id, []).append(spot.card)
    plans = plans_of([squad.pk for squad in squads])
    found = {}
    for squad in squads:
        board = PlanBoard(squad)
        board.cards = cards.get(squad.pk, [])
        board.plan = plans.get(squad.pk, ClubPlan())
        if board.builder is not None:
            found[squad.team_id] = board
    for board, other in pairwise(found.values()):
        # Whether somebody bats for the pitchers is the event's to say, and said once.
        other.designates = board.designates
    return found


def _playing(shown: RoundOfPlay) -> Sequence[Entrant]:
    clubs = [
        entrant
        for meeting in shown.series
        for entrant in (meeting.away, meeting.home)
        if entrant is not None
    ]
    return sorted(clubs, key=lambda entrant: entrant.number)
