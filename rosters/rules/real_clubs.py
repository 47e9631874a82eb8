"""A real club of a real year as a squad: its players, those who played most, in the order of their
use.

A player belongs to the club with which he ended the year, whether or not he batted or pitched
enough to be drafted. A squad has as many players as the system's law says; they are taken by what
they played that year, the regular players at every position first, as long as those still to come
can make the squad legal. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from rosters.rules.coverage import FIELD
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import SquadLaw
from rosters.rules.imputed import Prospect

ROTATION = 5

ARMS = (Prospect(0, frozenset(), 0.0, starts=True), Prospect(0, frozenset(), 0.0, relieves=True))
"""A starter and a reliever, to find which needs of a law are for pitchers."""

OF_DRAFTS = frozenset({"pool-too-small", "rank-cap", "injury-not-covered", "starters-impossible"})
"""Refusals for drafted squads that a real club is spared: it may have fewer players, better ones,
or no second shortstop."""


@dataclass(frozen=True)
class Season:
    """A player's year: games at each position, plate appearances, outs as a pitcher, starts, games
    in relief."""

    player: Prospect
    games: Mapping[str, int]
    appearances: int
    outs: int
    starts: int
    relieved: int

    @property
    def is_pitcher(self) -> bool:
        return self.player.pitches

    @property
    def use(self) -> tuple[int, int]:
        """The sort key of players of one kind; the card breaks ties, the older first."""
        return -(self.outs if self.is_pitcher else self.appearances), self.player.key


@dataclass(frozen=True)
class Roster:
    """A club's squad: its cards in the order of their use, the regular at each position, the
    regular starters, most starts first, and what is wrong with it."""

    cards: Sequence[int]
    field: Mapping[str, int]
    rotation: Sequence[int]
    problems: Sequence[Refusal]


def roster_of(seasons: Sequence[Season], law: SquadLaw, settings: DraftSettings) -> Roster:
    """The squad that the players of a club make.

    First the regular player at every position, then the bench, then the rotation by starts, then
    the other pitchers. A club with fewer players than the law wants has all of them.
    """
    chosen = _chosen(seasons, law, settings)
    players = [entry.player for entry in chosen]
    refusals = [
        entry for entry in law.holes(players, 0, (), settings) if entry.code not in OF_DRAFTS
    ]
    if not any(player.starts for player in players):
        refusals.append(Refusal("no-starter", "It has no pitcher who may start.", "pitchers"))
    regulars = usual_field(sorted(chosen, key=lambda entry: entry.use))
    return Roster(
        [entry.player.key for entry in in_order_of_use(chosen)],
        {position: entry.player.key for position, entry in regulars.items()},
        [entry.player.key for entry in usual_rotation(chosen)],
        refusals,
    )


def _chosen(seasons: Sequence[Season], law: SquadLaw, settings: DraftSettings) -> list[Season]:
    size = law.players(settings)
    by_use = sorted(seasons, key=lambda season: season.use)
    if len(by_use) <= size:
        return by_use
    pitchers = sum(
        any(law.fills(sample_pitcher, need) for sample_pitcher in ARMS)
        for need in law.plan(settings)
    )
    regulars = usual_field(by_use)
    preferred = [*regulars.values()]
    preferred += _first(by_use, size - pitchers, preferred, pitching=False)
    preferred += _first(by_use, pitchers, preferred, pitching=True)
    preferred += [season for season in by_use if season not in preferred]
    squad: list[Season] = []
    possible = not law.holes([], size, [season.player for season in by_use], settings)
    for season in preferred:
        if len(squad) == size:
            break
        trial = [member.player for member in (*squad, season)]
        rest = [
            member.player for member in preferred if member is not season and member not in squad
        ]
        if not possible or not law.holes(trial, size - len(trial), rest, settings):
            squad.append(season)
    return squad


def _first(
    by_use: Sequence[Season], count: int, there: Sequence[Season], *, pitching: bool
) -> list[Season]:
    """The most used of a kind, as many as ``there`` lacks of ``count``."""
    have = sum(season.is_pitcher == pitching for season in there)
    candidates = [
        season for season in by_use if season.is_pitcher == pitching and season not in there
    ]
    return candidates[: max(0, count - have)]


def usual_field(seasons: Sequence[Season]) -> dict[str, Season]:
    """The regular player at each position: most games first, none at two positions."""
    claims = sorted(
        (-season.games.get(position, 0), season.use, number, index)
        for number, season in enumerate(seasons)
        for index, position in enumerate(FIELD)
        if position in season.player.positions and not season.is_pitcher
    )
    regulars: dict[str, Season] = {}
    taken_numbers: set[int] = set()
    for _, _, number, index in claims:
        if FIELD[index] not in regulars and number not in taken_numbers:
            regulars[FIELD[index]] = seasons[number]
            taken_numbers.add(number)
    return {position: regulars[position] for position in FIELD if position in regulars}


def usual_rotation(seasons: Sequence[Season]) -> list[Season]:
    """The pitchers with the most starts, five at most."""
    starters = [season for season in seasons if season.player.starts]
    return sorted(starters, key=lambda season: (-season.starts, season.use))[:ROTATION]


def in_order_of_use(seasons: Sequence[Season]) -> list[Season]:
    """The regular fielders, the bench, the rotation, the bullpen."""
    by_use = sorted(seasons, key=lambda season: season.use)
    field = list(usual_field(by_use).values())
    bench = [season for season in by_use if not season.is_pitcher and season not in field]
    starters = usual_rotation(seasons)
    relief = sorted(
        (season for season in by_use if season.is_pitcher and season not in starters),
        key=lambda season: (-season.relieved, season.use),
    )
    return [*field, *bench, *starters, *relief]
