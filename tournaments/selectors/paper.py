"""Everything of a round to print, for when the network is down."""

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
    """A club's pitching sheet (its key) and its lineups."""

    entrant: Entrant
    sheet: int
    grid: Grid
    nines: tuple[Nine, ...]
    more: tuple[int, ...] = ()
    """Later games of its series, whose limits are not known yet: empty boxes."""


@dataclass(frozen=True)
class Slip:
    """A series on paper: a line to fill in for each of its games."""

    meeting: Meeting
    games: tuple[tuple[int, str, str], ...]
    """Number, visitors and home side of each."""
    table: int | None = None


def slips_of(shown: RoundOfPlay, tables: Mapping[int, int]) -> list[Slip]:
    """Return the incomplete series of a round, in the order of their ``tables`` (by series)."""
    open_series = [meeting for meeting in shown.series if not meeting.is_complete]
    series_by_key = Series.objects.select_related("home", "away").in_bulk(
        [meeting.series_id for meeting in open_series if meeting.series_id is not None]
    )
    slips = [
        Slip(meeting, _games(series_by_key[pk]), tables.get(pk))
        for meeting in open_series
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
    """Return the sheets and lineups of the clubs that play in a round, where sheets are kept."""
    scope = league.tournament.scope
    playing = _playing(shown)
    sheets = latest_sheets(scope, [item.team_id for item in playing])
    squads = {
        squad.team_id: squad
        for squad in Squad.objects.select_related("team", "ballpark").filter(
            event__key=scope, team__in=[item.team_id for item in playing]
        )
    }
    full_sheets = whole_sheets(list(sheets.values()))
    boards = _boards([squads[item] for item in sheets if item in squads])
    grids = {team: grid(full_sheets[sheet.pk]) for team, sheet in sheets.items()}
    games_left = {
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
            _behind(grids[entrant.team_id].ahead, games_left[entrant.pk]),
        )
        for entrant in playing
        if entrant.team_id in sheets
    ]


def _behind(ahead: Sequence[int], left: int) -> tuple[int, ...]:
    """Return the games of a series with ``left`` games to play that are not in ``ahead``."""
    if not ahead:
        return ()
    return tuple(range(ahead[-1] + 1, ahead[0] + left))


def _boards(squads: Sequence[Squad]) -> dict[int, PlanBoard]:
    """Load the plans of the clubs, with all cards and plans at once."""
    cards: dict[int, list[Card]] = {}
    spots = RosterSpot.objects.filter(squad__in=squads).order_by("squad", "number")
    for spot in spots.select_related("card__card_set", "card__season"):
        cards.setdefault(spot.squad_id, []).append(spot.card)
    plans = plans_of([squad.pk for squad in squads])
    board_of = {}
    for squad in squads:
        board = PlanBoard(squad)
        board.cards = cards.get(squad.pk, [])
        board.plan = plans.get(squad.pk, ClubPlan())
        if board.builder is not None:
            board_of[squad.team_id] = board
    for board, next_board in pairwise(board_of.values()):
        # The designated hitter is a setting of the event, loaded once.
        next_board.designates = board.designates
    return board_of


def _playing(shown: RoundOfPlay) -> Sequence[Entrant]:
    clubs = [
        entrant
        for meeting in shown.series
        for entrant in (meeting.away, meeting.home)
        if entrant is not None
    ]
    return sorted(clubs, key=lambda entrant: entrant.number)
