"""Clubs of an event play games that are not stored, to measure how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from games.clubs import Squads
from games.engine.endings import TIED
from games.engine.options import Value
from games.engine.record import simulate
from games.engine.situation import HOME
from games.engine.system import CARDS, System
from games.models import Game, Series
from rosters.models import Team

Pair = tuple[int, int]
"""The keys of the host and of the visitor."""

STAGGER = 3
"""By how many of its games the visitor's rotation runs ahead from one game of a pair to the next:
the first starters do not always meet the first."""


@dataclass
class Played:
    """By pair the host's wins and the games, ties left out; and the scores, the winner's first."""

    won: dict[Pair, tuple[int, int]] = field(default_factory=dict)
    scores: list[tuple[int, int]] = field(default_factory=list)


def try_out(
    *,
    system: System,
    settings: Mapping[str, Value],
    scope: str,
    teams: Sequence[Team],
    games: int,
    seed: str,
    told: Callable[[int], None] = lambda done: None,
) -> Played:
    """Let every club host every other ``games`` times, with its squad, plans and park in the
    event, its starters in turn. Where a game knows no cards all clubs are alike: one pair plays for
    all. ``told`` hears how many pairs are done, and may raise to stop. Refused where a club cannot
    play."""
    found = Played()
    squads = Squads()
    pairs: Collection[tuple[Team, Team]] = list(permutations(teams, 2))
    alike = system.need.kind != CARDS
    if alike:
        (host, visitor), *_ = pairs
        won, played = _meet(
            system, settings, scope, host, visitor, games * len(pairs), seed, squads, found
        )
        # One share for everybody: a game played by two is known of all.
        found.won = {(one.pk, other.pk): (won, played) for one, other in pairs}
        told(len(pairs))
        return found
    for done, (host, visitor) in enumerate(pairs, start=1):
        found.won[host.pk, visitor.pk] = _meet(
            system, settings, scope, host, visitor, games, seed, squads, found
        )
        told(done)
    return found


def _meet(
    system: System,
    settings: Mapping[str, Value],
    scope: str,
    host: Team,
    visitor: Team,
    games: int,
    seed: str,
    squads: Squads,
    found: Played,
) -> tuple[int, int]:
    won = played = 0
    for number in range(games):
        series = Series(
            home=host,
            away=visitor,
            system_key=system.key,
            settings=settings,
            length=1,
            home_pattern="H",
            home_column=number + 1,
            away_column=1 + (STAGGER * number) % max(games, 1),
            seed=seed,
            event_id=scope,
        )
        squads.have([series])
        game = Game(series=series, number=1, away=visitor, home=host)
        game.clubs = squads.draw_up(series, 1)
        record = simulate(
            system, settings, f"{seed}/{host.pk}-{visitor.pk}/{number}", clubs=squads.clubs(game)
        )
        ending = record.ending
        if ending is None or ending.winner == TIED:
            continue
        played += 1
        won += ending.winner == HOME
        found.scores.append((max(ending.runs), min(ending.runs)))
    return won, played
