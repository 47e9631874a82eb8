"""A real club of a real year as a squad: who was on it, the players who played most, in the order
of their use.

A player belongs to the club with which he ended the year, whether or not he batted or pitched
enough to be drafted: he was there. A squad has as many players as the system's law says; they are
taken by what they played that year, the usual players at every position first, as long as those
still to come can make the squad legal. Pure.
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
"""A starter and a reliever, to ask a law which of its needs are pitchers."""

OF_DRAFTS = frozenset({"pool-too-small", "rank-cap", "injury-not-covered", "starters-impossible"})
"""What a squad law says about squads that are chosen, not about players who were there: a real club
may have fewer players, better ones, or no second shortstop."""


@dataclass(frozen=True)
class Season:
    """What a player did in his year: games at each position, plate appearances, outs as a pitcher,
    starts, games in relief."""

    player: Prospect
    games: Mapping[str, int]
    appearances: int
    outs: int
    starts: int
    relieved: int

    @property
    def is_pitcher(self) -> bool:
        """Whether his card is a pitcher's."""
        return self.player.pitches

    @property
    def use(self) -> tuple[int, int]:
        """What players of his kind are sorted by; the card breaks ties, the older first."""
        return -(self.outs if self.is_pitcher else self.appearances), self.player.key


@dataclass(frozen=True)
class Roster:
    """A club's squad: its cards in the order of their use, who usually played where, who usually
    started, most first, and what is wrong with it."""

    cards: Sequence[int]
    field: Mapping[str, int]
    rotation: Sequence[int]
    problems: Sequence[Refusal]


def roster_of(seasons: Sequence[Season], law: SquadLaw, settings: DraftSettings) -> Roster:
    """The squad that the players of a club make.

    First the usual player at every position, then the bench, then the rotation by starts, then the
    others who pitch. A club that never had players enough for the law has all of them.
    """
    chosen = _chosen(seasons, law, settings)
    players = [each.player for each in chosen]
    wrong = [each for each in law.holes(players, 0, (), settings) if each.code not in OF_DRAFTS]
    if not any(player.starts for player in players):
        wrong.append(Refusal("no-starter", "It has no pitcher who may start.", "pitchers"))
    usual = usual_field(sorted(chosen, key=lambda each: each.use))
    return Roster(
        [each.player.key for each in in_order_of_use(chosen)],
        {position: each.player.key for position, each in usual.items()},
        [each.player.key for each in usual_rotation(chosen)],
        wrong,
    )


def _chosen(seasons: Sequence[Season], law: SquadLaw, settings: DraftSettings) -> list[Season]:
    size = law.players(settings)
    by_use = sorted(seasons, key=lambda each: each.use)
    if len(by_use) <= size:
        return by_use
    pitchers = sum(any(law.fills(arm, need) for arm in ARMS) for need in law.plan(settings))
    regulars = usual_field(by_use)
    wanted = [*regulars.values()]
    wanted += _first(by_use, size - pitchers, wanted, pitching=False)
    wanted += _first(by_use, pitchers, wanted, pitching=True)
    wanted += [each for each in by_use if each not in wanted]
    found: list[Season] = []
    possible = not law.holes([], size, [each.player for each in by_use], settings)
    for each in wanted:
        if len(found) == size:
            break
        trial = [one.player for one in (*found, each)]
        rest = [one.player for one in wanted if one is not each and one not in found]
        if not possible or not law.holes(trial, size - len(trial), rest, settings):
            found.append(each)
    return found


def _first(
    by_use: Sequence[Season], count: int, there: Sequence[Season], *, pitching: bool
) -> list[Season]:
    """The most used of a kind, so that with those who are there already it is so many."""
    have = sum(each.is_pitcher == pitching for each in there)
    going = [each for each in by_use if each.is_pitcher == pitching and each not in there]
    return going[: max(0, count - have)]


def usual_field(seasons: Sequence[Season]) -> dict[str, Season]:
    """The usual player at each position: most games first, none at two positions."""
    claims = sorted(
        (-each.games.get(position, 0), each.use, number, at)
        for number, each in enumerate(seasons)
        for at, position in enumerate(FIELD)
        if position in each.player.positions and not each.is_pitcher
    )
    found: dict[str, Season] = {}
    taken: set[int] = set()
    for _, _, number, at in claims:
        if FIELD[at] not in found and number not in taken:
            found[FIELD[at]] = seasons[number]
            taken.add(number)
    return {position: found[position] for position in FIELD if position in found}


def usual_rotation(seasons: Sequence[Season]) -> list[Season]:
    """The pitchers with the most starts, five at most."""
    starters = [each for each in seasons if each.player.starts]
    return sorted(starters, key=lambda each: (-each.starts, each.use))[:ROTATION]


def in_order_of_use(seasons: Sequence[Season]) -> list[Season]:
    """The usual nine, the bench, the rotation, the bullpen."""
    by_use = sorted(seasons, key=lambda each: each.use)
    field = list(usual_field(by_use).values())
    bench = [each for each in by_use if not each.is_pitcher and each not in field]
    starters = usual_rotation(seasons)
    relief = sorted(
        (each for each in by_use if each.is_pitcher and each not in starters),
        key=lambda each: (-each.relieved, each.use),
    )
    return [*field, *bench, *starters, *relief]
