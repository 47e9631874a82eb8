"""How the computer manager drafts: for imputed teams, and for managers whose turn runs out.

It looks for what its plan still lacks, and takes the player who is most runs better than what will
be left at his need when every team has drafted, a player who plays less counting less: so scarce
positions go early. Taste differs from team to team, and every pick is one that the law allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from rosters.rules.draft.board import Board
from rosters.rules.draft.legality import Pool, choice_problems
from rosters.rules.draft.squad_law import SquadLaw, rounds
from rosters.rules.imputed import Prospect
from rosters.rules.parks import Pick as Park

CANDIDATES = 2
"""How many players are weighed for every need."""

TRIES = 24
"""How many of the weighed players are checked against the law before all others are tried."""


@dataclass(frozen=True)
class Taste:
    """The leanings of a drafter: factors of worth by need, the random share in every pick, and the
    round in which the drafter thinks of a park."""

    leaning: Mapping[str, float] = field(default_factory=dict)
    whim: float = 0.0
    park_round: int = 99


PLAIN = Taste()
"""Needs and value alone: for managers who are absent."""


def taste_of(seed: str, plan: Sequence[str], rounds_: int) -> Taste:
    chance = Random(f"{seed}/taste")
    needs = sorted(set(plan))
    return Taste(
        leaning={need: chance.uniform(0.95, 1.06) for need in needs},
        whim=chance.uniform(0.0, 0.03),
        park_round=chance.randint(max(1, rounds_ // 2), rounds_),
    )


class Ranking:
    """The players of a pool by what they are good for, and what will be left of each kind when so
    many teams have drafted."""

    def __init__(self, pool: Pool, teams: int, plan: Sequence[str]) -> None:
        law = pool.law
        self.plan = Counter(plan)
        self.best = sorted(pool.players.values(), key=lambda player: (-player.value, player.key))
        self.by_need = {
            need: [player for player in self.best if law.fills(player, need)] for need in self.plan
        }
        self.fitting = frozenset(
            player.key for players in self.by_need.values() for player in players
        )
        """Players who fill any need; others are taken only if none of these may be."""
        self.levels = self._levels(law, teams, plan)
        self._law = law

    @cached_property
    def worths(self) -> dict[int, float]:
        """For each card the runs by which the player is better than what will be left, at least
        0."""
        return {player.key: max(0.0, self.worth(player, self._law)) for player in self.best}

    def _levels(self, law: SquadLaw, teams: int, plan: Sequence[str]) -> dict[str, float]:
        taken_keys: set[int] = set()
        for need in plan:
            available = (player for player in self.by_need[need] if player.key not in taken_keys)
            taken_keys.update(
                player.key for player, _ in zip(available, range(teams), strict=False)
            )
        levels = {}
        for need, players in self.by_need.items():
            next_value = next(
                (player.value for player in players if player.key not in taken_keys), None
            )
            lowest = players[-1].value if players else 0.0
            levels[need] = lowest if next_value is None else next_value
        return levels

    def worth(self, player: Prospect, law: SquadLaw) -> float:
        """Runs by which a player is better than what will be left where he is scarcest."""
        return max(
            (
                player.value - level
                for need, level in self.levels.items()
                if law.fills(player, need)
            ),
            default=0.0,
        )


@dataclass(frozen=True)
class HousePick:
    card: int | None = None
    park: Park | None = None


@dataclass(frozen=True)
class Weighed:
    """A player weighed for what a squad lacks. ``need``: the one at which he is worth most;
    ``lacking``: how many of it are missing; ``over``: runs by which he is better than what will be
    left at it; ``playing``: the share of the time he would play there; ``score``: the result."""

    card: int
    need: str
    lacking: int
    over: float
    playing: float
    score: float


def choose(
    board: Board,
    pool: Pool,
    ranking: Ranking,
    seat: int,
    pick: int,
    *,
    taste: Taste = PLAIN,
    wanted: Sequence[int] = (),
    avoided: Collection[int] = (),
    chance: Random | None = None,
) -> HousePick | None:
    """What to take with a pick: the first of ``wanted`` that the law allows, then by need and
    worth; one of ``avoided`` only if there are no others. ``None`` if nothing may be taken."""
    for card in wanted:
        if not choice_problems(board, pool, seat, pick, card=card):
            return HousePick(card=card)
    park = _park(board, pool, seat, pick, taste, chance)
    if park is not None:
        return HousePick(park=park)
    for keys in (avoided, ()):
        chosen_card = _player(board, pool, ranking, seat, pick, taste, frozenset(keys), chance)
        if chosen_card is not None:
            return HousePick(card=chosen_card)
    park = _park(board, pool, seat, pick, Taste(park_round=0), chance)
    return None if park is None else HousePick(park=park)


def open_needs(law: SquadLaw, plan: Mapping[str, int], players: Sequence[Prospect]) -> Counter[str]:
    """What a plan lacks with these players in their best places."""
    places: dict[str, list[Prospect]] = {need: [] for need in plan}

    def place(player: Prospect, seen: set[str]) -> bool:
        for need in plan:
            if need in seen or not law.fills(player, need):
                continue
            seen.add(need)
            if len(places[need]) < plan[need]:
                places[need].append(player)
                return True
            for index, other in enumerate(places[need]):
                if place(other, seen):
                    places[need][index] = player
                    return True
        return False

    for player in players:
        place(player, set())
    return Counter({need: plan[need] - len(places[need]) for need in plan})


def _player(
    board: Board,
    pool: Pool,
    ranking: Ranking,
    seat: int,
    pick: int,
    taste: Taste,
    avoided: frozenset[int],
    chance: Random | None,
) -> int | None:
    order = [
        weighed.card
        for weighed in weighed_players(board, pool, ranking, seat, taste, avoided, chance)
    ]
    free_players = [
        player
        for player in ranking.best
        if player.key not in board.cards and player.key not in avoided
    ]
    # A versatile player may be the only one who can still close a hole, so the most versatile are
    # tried first.
    versatile = sorted(free_players, key=lambda player: -len(player.positions))
    fallbacks = sorted(
        [player.key for player in [*versatile[:TRIES], *free_players]],
        key=lambda key: key not in ranking.fitting,
    )
    for key in order[:TRIES]:
        if not choice_problems(board, pool, seat, pick, card=key):
            return key

    return next(
        (key for key in fallbacks if not choice_problems(board, pool, seat, pick, card=key)), None
    )


def weighed_players(
    board: Board,
    pool: Pool,
    ranking: Ranking,
    seat: int,
    taste: Taste,
    avoided: frozenset[int],
    chance: Random | None,
) -> list[Weighed]:
    """The best few at everything that a seat's squad lacks, each at the need where he is worth
    most, the best first."""
    law = pool.law
    players = [pool.players[entry.card] for entry in board.squad(seat) if entry.card is not None]
    weighed: dict[int, Weighed] = {}
    for need, lacking in open_needs(law, ranking.plan, players).items():
        if lacking <= 0:
            continue
        playing = law.playing_time(need, ranking.plan[need] - lacking)
        factor = playing * taste.leaning.get(need, 1.0)
        free = (
            player
            for player in ranking.by_need[need]
            if player.key not in board.cards and player.key not in avoided
        )
        for player, _ in zip(free, range(CANDIDATES), strict=False):
            over = player.value - ranking.levels[need]
            score = over * factor
            if chance is not None:
                score += abs(score) * chance.uniform(-taste.whim, taste.whim)
            earlier = weighed.get(player.key)
            if earlier is None or score > earlier.score:
                weighed[player.key] = Weighed(player.key, need, lacking, over, playing, score)
    return sorted(weighed.values(), key=lambda entry: (-entry.score, entry.card))


def _park(
    board: Board, pool: Pool, seat: int, pick: int, taste: Taste, chance: Random | None
) -> Park | None:
    """A park when it is time for one, or when nothing else is missing."""
    law, settings = pool.law, board.settings
    squad = board.squad(seat)
    if not law.parks or any(selection.park is not None for selection in squad):
        return None
    picks_left = rounds(law, settings) - len(squad)
    if picks_left > law.parks and board.round_of(pick) < taste.park_round:
        return None
    free = [park for key, park in sorted(pool.parks.items()) if key not in board.parks]
    if not free:
        return None
    return free[chance.randrange(len(free)) if chance is not None else 0]
