"""Who may read a club's plans; no other module decides that.

Plans are a club's rotation, lineups, instructions and acts before a game. Members of the club and
directors of the event read all of them. Others read the rotation where the event publishes it, and
before a game what T0.13 has a side show by then. Every page, form, suggestion, export and refusal
that uses a plan asks this module on behalf of its reader.

Draft lists (queues, notes, avoided players) are guarded in ``rosters.drafts``: only the seat's own
managers read them, directors do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from config.people import scopes
from config.people.models import User
from config.people.scopes import Visitor
from games.card_games.base import NO_PLAN, ClubPlan
from games.engine.situation import AWAY, HOME
from games.models import Series
from games.planning.models import DeclaredStart, EventRules, GameCard
from games.planning.plans import spots_of
from rosters.models import TeamMember
from rosters.rules.lineups import LineUp


@dataclass(frozen=True)
class Reader:
    """A user who reads plans. ``clubs``: those the user acts for; ``directs``: directs the
    event."""

    clubs: frozenset[int] = frozenset()
    directs: bool = False

    def is_inside(self, team: int) -> bool:
        """Tell whether the reader may read all plans of a club."""
        return self.directs or team in self.clubs


STRANGER = Reader()
HOUSE = Reader(directs=True)
"""The site itself, which plays by the plans and shows them to no one."""


def reader_of(user: Visitor, scope: str, *, directs: bool | None = None) -> Reader:
    """Return the user as a reader in an event; pass ``directs`` where it is known already."""
    if not user.is_authenticated:
        return STRANGER
    own_teams = TeamMember.objects.filter(user_id=user.pk).values_list("team_id", flat=True)
    directs = scopes.may_direct(user, scope) if directs is None else directs
    return Reader(frozenset(own_teams), directs)


def acting_reader(user: User | None, scope: str) -> Reader:
    """The same for a service, where None is the site."""
    return HOUSE if user is None else reader_of(user, scope)


def plan_seen(reader: Reader, team: int, plan: ClubPlan, *, published: bool) -> ClubPlan:
    """The part of a club's plan that the reader may see. ``published``: the event publishes
    rotations."""
    if reader.is_inside(team):
        return plan
    return ClubPlan(starts=plan.starts) if published else NO_PLAN


def readable(reader: Reader, teams: Iterable[int]) -> frozenset[int]:
    """The clubs among ``teams`` whose plans the reader may read in full."""
    return frozenset(team for team in teams if reader.is_inside(team))


def sees_starter(reader: Reader, team: int, side: int, named: Collection[int]) -> bool:
    """T0.13: the visitors name their starter first, for everybody to read; the home side's is shown
    once both are named. ``named``: the sides that have named one or need not."""
    return reader.is_inside(team) or (side in named and (side == AWAY or AWAY in named))


def sees_line_up(reader: Reader, team: int, side: int, confirmed: Collection[int]) -> bool:
    """T0.13 (A-P14): the visitors' lineup is shown first, too."""
    return reader.is_inside(team) or (side in confirmed and (side == AWAY or AWAY in confirmed))


def starters_seen(reader: Reader, series: Series, number: int) -> dict[int, int]:
    """The starters of a game, by club, as far as the reader may know them: named before the game or
    declared in a rotation. At most four queries."""
    return starters_seen_in(reader, series.scope, [(series, number)])[series.pk]


def starters_seen_in(
    reader: Reader, scope: str, games: Sequence[tuple[Series, int]]
) -> dict[int, dict[int, int]]:
    """The same for one game in each of these series of an event, by key of the series, in as many
    queries."""
    columns = {
        (team, column): series.pk
        for series, number in games
        for team, column in zip(series.sides(number), series.columns(number), strict=True)
    }
    starters: dict[int, dict[int, int]] = {series.pk: {} for series, _ in games}
    published = EventRules.objects.filter(event__key=scope, published=True).exists()
    declared = DeclaredStart.objects.filter(
        squad__event__key=scope,
        squad__team__in={team for team, _ in columns},
        column__in={column for _, column in columns},
    )
    for team, column, card in declared.values_list("squad__team", "column", "card"):
        if (team, column) in columns and (published or reader.is_inside(team)):
            starters[columns[team, column]][team] = card
    rows = list(GameCard.objects.filter(series__in=[series.pk for series, _ in games]))
    for series, number in games:
        cards = {
            row.team_id: row for row in rows if (row.series_id, row.number) == (series.pk, number)
        }
        sides = series.sides(number)
        named = _asked_nothing(sides) | {sides.index(team) for team in cards} if cards else ()
        for team, row in cards.items():
            if sees_starter(reader, team, sides.index(team), named):
                starters[series.pk][team] = row.starter_id
    return starters


def line_ups_seen(reader: Reader, series: Series, number: int) -> dict[int, LineUp]:
    """The confirmed lineups of a game, by club, as far as the reader may know them."""
    sides = series.sides(number)
    cards = {
        team: row for team, row in _cards(series, number).items() if row.confirmed_at is not None
    }
    confirmed = _asked_nothing(sides) | {sides.index(team) for team in cards} if cards else ()
    return {
        team: spots_of(row.spots)
        for team, row in cards.items()
        if sees_line_up(reader, team, sides.index(team), confirmed)
    }


def _cards(series: Series, number: int) -> dict[int, GameCard]:
    rows = GameCard.objects.filter(series=series, number=number)
    return {row.team_id: row for row in rows}


def _asked_nothing(sides: tuple[int, int]) -> set[int]:
    """The sides for which no manager acts."""
    manned_teams = set(TeamMember.objects.filter(team__in=sides).values_list("team", flat=True))
    return {side for side in (AWAY, HOME) if sides[side] not in manned_teams}
