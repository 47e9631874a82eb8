"""Who plays a game of cards: drawn up when the game begins, stored with it, read back ever after.

A line-up names cards by their keys in the database, which never change, so that an old game stays
what it was. A club whose manager has set nothing puts up its best eight against the hand of the
opposing starter, and its starting pitchers in turn, the better five of them, game by game: so each
rests the three games that T10.2f asks for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from games.engine.club import Clubs
from games.engine.refusals import Refusal, Refused
from games.engine.system import CARDS
from games.engine.systems.purestrat.cards import Hitter, Pitcher
from games.engine.systems.purestrat.lineups import batting_order, best_eight
from games.engine.systems.purestrat.park import Park
from games.engine.systems.purestrat.squad import (
    Man,
    PurestratClub,
    Tendencies,
    hitter_man,
    pitcher_man,
)
from games.models import Game, Series
from rosters.makers.base import CardRow
from rosters.makers.purestrat.maker import card_of
from rosters.models import Card, RosterSpot, Team

Stored = dict[str, Any]
"""``cards`` by number in the squad, ``order`` of the nine numbers at bat, their ``positions``; of a
club that has one, the ``park``: its ``name`` and four ``numbers``; ``tendencies`` that are not by
the book."""

ROTATION = 5
"""Starting pitchers who take their turns."""


class Squads:
    """The cards and parks of some clubs, in three queries however many there are."""

    def __init__(self, team_ids: Collection[int]) -> None:
        self._ids: dict[int, list[int]] = defaultdict(list)
        spots = RosterSpot.objects.filter(team__in=team_ids).select_related("card")
        self._cards: dict[int, Card] = {}
        for spot in spots.order_by("team", "number"):
            self._ids[spot.team_id].append(spot.card_id)
            self._cards[spot.card_id] = spot.card
        self.ways: dict[int, Stored] = {}
        """What else a club brings along: its park, and how its manager likes to play."""
        if self._ids:
            teams = Team.objects.filter(pk__in=team_ids).select_related("ballpark")
            self.ways = {team.pk: _ways(team) for team in teams}

    def of(self, team: Team) -> tuple[list[int], list[Man]]:
        """A club's cards and its men, numbered from 1; ``squad-missing`` when it has none."""
        ids = self._ids.get(team.pk, [])
        if not ids:
            raise Refused(
                Refusal("squad-missing", f"{team} has no cards to play with.", f"club {team.pk}")
            )
        men = [_man(self._cards[pk], number, True) for number, pk in enumerate(ids, start=1)]
        return ids, men


def squads_for(series: Collection[Series]) -> Squads:
    """The squads of everybody in these series; nothing is read for systems without cards."""
    return Squads(
        {
            team_id
            for each in series
            if each.system.need.kind == CARDS
            for team_id in (each.home_id, each.away_id)
        }
    )


def drawn_up(series: Series, number: int, squads: Squads) -> list[Stored] | None:
    """Squads and line-ups for game ``number`` of a series, visitors first; ``None`` for systems
    without cards. Refused: ``squad-missing``, ``no-starter``, ``lineup-cannot-be-covered``."""
    if series.system.need.kind != CARDS:
        return None
    teams = {series.home_id: series.home, series.away_id: series.away}
    sides = [squads.of(teams[team_id]) for team_id in series.sides(number)]
    starters = [
        _starter(men, column)
        for (_, men), column in zip(sides, series.columns(number), strict=True)
    ]
    found: list[Stored] = []
    for side, (ids, men) in enumerate(sides):
        opposing = starters[1 - side].pitcher
        hand = opposing.throws if opposing is not None else "R"
        order, positions = batting_order(best_eight(men, hand), starters[side], hand)
        found.append({"cards": ids, "order": list(order), "positions": list(positions)})
    for stored, team_id in zip(found, series.sides(number), strict=True):
        stored |= squads.ways.get(team_id, {})
    return found


def _ways(team: Team) -> Stored:
    found: Stored = {}
    if team.ballpark is not None:
        park = team.ballpark
        found["park"] = {"name": park.name, "numbers": astuple(park.numbers)}
    if team.tendencies:
        found["tendencies"] = team.tendencies
    return found


def clubs_of(game: Game) -> Clubs | None:
    """Both clubs of a game as they were drawn up, in one query; ``None`` without cards."""
    if game.clubs is None:
        return None
    away, home = game.clubs
    cards = Card.objects.in_bulk([*away["cards"], *home["cards"]])
    shootout = bool(game.series.settings.get("shootout"))
    return _club(game.away, away, cards, shootout), _club(game.home, home, cards, shootout)


def _club(
    team: Team, stored: Stored, cards: Mapping[int, Card], shootout: bool = False
) -> PurestratClub:
    """In a shoot-out everybody who may start may, whenever he started last (A-O7)."""
    starter = stored["order"][stored["positions"].index(1)]
    men = tuple(
        _man(cards[pk], number, shootout or number == starter)
        for number, pk in enumerate(stored["cards"], start=1)
    )
    return PurestratClub(
        team.name,
        men,
        tuple(stored["order"]),
        tuple(stored["positions"]),
        tendencies=Tendencies(**stored.get("tendencies", {})),
        park=Park(*stored["park"]["numbers"]) if "park" in stored else None,
    )


def _starter(men: Sequence[Man], column: int) -> Man:
    """Whose turn it is in a club's ``column``-th game."""
    able = [man for man in men if man.may_start]
    if not able:
        raise Refused(Refusal("no-starter", "The squad has nobody who may start.", "squad"))
    able.sort(key=lambda man: (man.pitch_left + man.pitch_right, man.number))
    rotation = able[:ROTATION]
    return rotation[(column - 1) % len(rotation)]


def _man(card: Card, number: int, starting: bool) -> Man:
    parsed = _parsed(card.kind, card.name, card.bats, card.throws, tuple(card.cells.items()))
    if isinstance(parsed, Hitter):
        return hitter_man(number, card.name, parsed)
    # Who starts takes his rest; he does not relieve between his turns.
    return pitcher_man(
        number, card.name, parsed, may_start=starting, may_relieve=not parsed.starter
    )


@lru_cache(maxsize=4096)
def _parsed(
    kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> Hitter | Pitcher:
    """A card read from its cells: once in a process, as the same cells are the same card."""
    return card_of(CardRow("", name, 0, (), kind, bats, throws, (), dict(cells)))
