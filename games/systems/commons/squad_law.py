"""The squad law of Commons: CB-1 to CB-3, and the rank cap CB-103."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from config.refusals import Refusal, Refused
from games.engine.options import Settings
from games.systems.commons.deck_terms import deck_law
from games.systems.commons.decks.builder import build
from games.systems.commons.maker import runs_a_game
from games.systems.commons.play.deck_law import (
    PRINTED,
    REGULAR,
    DeckCard,
    DeckLaw,
    has_played_enough,
    named,
    too_little_played,
)
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import Need
from rosters.rules.imputed import Prospect

BATTERS: Final = PRINTED.batters
PITCHERS: Final = PRINTED.pitchers
MOST_RELIEVERS: Final = PRINTED.relievers
RANK_CAP: Final = PRINTED.points
BATTER, PITCHER = "batter", "pitcher"

SHARES_OF_A_REGULAR: Final = (1.0, 0.5, 0.25, 0.1)
"""Required shares of a regular's playing time for dealt players, tried until there are enough."""
NOTHING_SET: Final[Settings] = {}


class CommonsLaw:
    """50 batters and 10 pitchers, at most four of them relievers; ranks add up to at most 300."""

    system = "commons"
    parks = 0

    def players(self, settings: DraftSettings) -> int:
        """CB-1."""
        return BATTERS + PITCHERS

    def needs(self, players: Sequence[Prospect], left: int, settings: DraftSettings) -> list[Need]:
        """Batters, pitchers, relievers among them, and the sum of ranks."""
        pitchers = [player for player in players if player.pitches]
        return [
            Need(BATTER, "Batters", len(players) - len(pitchers), BATTERS),
            Need(PITCHER, "Pitchers", len(pitchers), PITCHERS),
            Need("reliever", "Relievers", _relievers(players), 0, most=MOST_RELIEVERS),
            Need(
                "rank", "Ranks together", sum(player.rank for player in players), 0, most=RANK_CAP
            ),
        ]

    def holes(
        self,
        players: Sequence[Prospect],
        left: int,
        pool: Collection[Prospect],
        settings: DraftSettings,
    ) -> list[Refusal]:
        """``too-many-batters``, ``too-many-pitchers`` (CB-2), ``too-many-relievers`` (CB-3),
        ``player-twice`` (CB-119), ``too-little-played``, ``pool-too-small``, and ``rank-cap``
        (CB-103) when even the lowest ranks are too many."""
        law = _playing_law(settings)
        pitchers = sum(player.pitches for player in players)
        batters = len(players) - pitchers
        problems = [
            Refusal(
                f"too-many-{what}",
                f"A squad has {most} {what}; this would be number {has}.",
                what,
                {"most": most, "rule": rule},
            )
            for what, has, most, rule in (
                ("batters", batters, BATTERS, "CB-002"),
                ("pitchers", pitchers, PITCHERS, "CB-002"),
                ("relievers", _relievers(players), MOST_RELIEVERS, "CB-003"),
            )
            if has > most
        ]
        problems += _twice(players)
        problems += [
            too_little_played(player.name, player.playing or 0, player.pitches, law, "card")
            for player in players
            if not _has_played_enough(player, law)
        ]
        if problems:
            return problems
        own_players = set(_by_player(players))
        # No player may repeat; each remaining player counts with one card of a kind.
        pool = [
            player
            for player in pool
            if _who(player) not in own_players and _has_played_enough(player, law)
        ]
        at_bat = _cheapest([player for player in pool if not player.pitches], BATTERS - batters)
        on_mound = _cheapest_pitchers(
            pool, PITCHERS - pitchers, MOST_RELIEVERS - _relievers(players)
        )
        if at_bat is None or on_mound is None:
            what = "batters" if at_bat is None else "pitchers"
            return [Refusal("pool-too-small", f"The pool has not enough {what} left.", what)]
        ranks = sum(player.rank for player in players) + at_bat + on_mound
        if ranks > RANK_CAP:
            problems.append(
                Refusal(
                    "rank-cap",
                    f"Even with the lowest ranks that are left the squad comes to {ranks}; "
                    f"{RANK_CAP} are allowed.",
                    "ranks",
                    {"ranks": ranks, "most": RANK_CAP, "rule": "CB-103"},
                )
            )
        return problems

    def share(
        self,
        squads: Sequence[Sequence[Prospect]],
        pool: Collection[Prospect],
        settings: DraftSettings,
        chance: Random,
    ) -> list[list[Prospect]] | None:
        """The lowest ranks that are left, the highest of them to the squad that has most ranks left
        for each of its open places."""
        law = _playing_law(settings)
        deals = [_Deal(squad) for squad in squads]
        able = [player for player in pool if _has_played_enough(player, law)]
        chance.shuffle(able)
        able.sort(key=lambda player: player.rank)
        relievers = sum(deal.relievers for deal in deals)
        for pitches in (False, True):
            wanted = sum(deal.places(pitches=pitches) for deal in deals)
            likely: list[Prospect] = []
            rest: list[Prospect] = []
            for player in able:
                if player.pitches != pitches:
                    continue
                behind = pitches and not player.starts
                if len(likely) < wanted and not (behind and not relievers):
                    likely.append(player)
                    relievers -= behind
                else:
                    rest.append(player)
            for player in [*reversed(likely), *rest]:
                takers = [deal for deal in deals if deal.may_take(player)]
                if takers:
                    max(takers, key=lambda deal: deal.ranks_a_place).take(player)
        if any(deal.batters or deal.pitchers or deal.ranks < 0 for deal in deals):
            return None
        return [deal.share for deal in deals]

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """A pitcher every sixth pick."""
        batters_a_pitcher = (BATTERS + PITCHERS) // PITCHERS
        return (*(BATTER,) * (batters_a_pitcher - 1), PITCHER) * PITCHERS

    def fills(self, player: Prospect, need: str) -> bool:
        """A batter or a pitcher with a regular's playing time."""
        return player.pitches == (need == PITCHER) and _has_played_enough(player, REGULAR)

    def playing_time(self, need: str, nth: int) -> float:
        """Every card comes up as often as every other."""
        return 1.0


class _Deal:
    """What a squad has still to take: batters, pitchers, relievers among them at most, and the
    ranks that it may have together."""

    def __init__(self, squad: Sequence[Prospect]) -> None:
        self.share: list[Prospect] = []
        self.pitchers = PITCHERS - sum(player.pitches for player in squad)
        self.batters = BATTERS + PITCHERS - len(squad) - self.pitchers
        self.relievers = MOST_RELIEVERS - _relievers(squad)
        self.ranks = RANK_CAP - sum(player.rank for player in squad)
        self._people = set(_by_player(squad))

    def places(self, *, pitches: bool) -> int:
        return self.pitchers if pitches else self.batters

    @property
    def ranks_a_place(self) -> float:
        return self.ranks / max(1, self.batters + self.pitchers)

    def may_take(self, player: Prospect) -> bool:
        if not self.places(pitches=player.pitches) or _who(player) in self._people:
            return False
        return not player.pitches or player.starts or self.relievers > 0

    def take(self, player: Prospect) -> None:
        self.share.append(player)
        self._people.update(_by_player([player]))
        self.ranks -= player.rank
        self.batters -= not player.pitches
        self.pitchers -= player.pitches
        self.relievers -= player.pitches and not player.starts


def _playing_law(settings: DraftSettings) -> DeckLaw:
    """How much batters and pitchers of a squad must have played, where the event asks for it."""
    return replace(
        PRINTED, least_at_bats=settings.least_at_bats, least_outs=3 * settings.least_innings
    )


def _has_played_enough(player: Prospect, law: DeckLaw) -> bool:
    return has_played_enough(player.playing, pitches=player.pitches, law=law)


def _relievers(players: Collection[Prospect]) -> int:
    return sum(player.pitches and not player.starts for player in players)


def _who(player: Prospect) -> str:
    return player.person or named(player.name)


def _by_player(players: Collection[Prospect]) -> dict[str, list[Prospect]]:
    grouped: dict[str, list[Prospect]] = defaultdict(list)
    for player in players:
        # A player without a name matches no other.
        grouped[_who(player) if player.name or player.person else f"card:{player.key}"].append(
            player
        )
    return grouped


def _twice(players: Sequence[Prospect]) -> list[Refusal]:
    return [
        Refusal(
            "player-twice",
            f"{copies[0].name} is in the squad already; one card of a player is allowed (CB-119).",
            "card",
            {"rule": "CB-119"},
        )
        for copies in _by_player(players).values()
        if len(copies) > 1
    ]


def deal(
    pool: Collection[Prospect], clubs: int, settings: Settings = NOTHING_SET
) -> list[list[int]]:
    """Deal squads for so many clubs, each a whole legal deck of regulars; from a pool with too few
    of them, of players with ever less playing time, but no less than the event asks for.

    Refused: ``pool-too-small``, ``salary-cap-exceeded``.
    """
    least = deck_law(settings)
    for share in SHARES_OF_A_REGULAR:
        law = replace(
            least,
            least_at_bats=max(least.least_at_bats, int(share * REGULAR.least_at_bats)),
            least_outs=max(least.least_outs, int(share * REGULAR.least_outs)),
        )
        try:
            return _dealt([player for player in pool if _has_played_enough(player, law)], clubs)
        except Refused:
            if law == least:
                raise
    return _dealt([player for player in pool if _has_played_enough(player, least)], clubs)


def _dealt(pool: Collection[Prospect], clubs: int) -> list[list[int]]:
    """Deal the cards evenly by kind, rank and value, forward and back; every club builds the best
    deck of its share, in the order of ``_house_order``."""
    shares: list[list[DeckCard]] = [[] for _ in range(clubs)]
    order = (*range(clubs), *reversed(range(clubs)))
    ordered = sorted(
        pool,
        key=lambda player: (player.pitches, player.starts, player.rank, -player.value, player.key),
    )
    for index, player in enumerate(ordered):
        shares[order[index % len(order)]].append(
            DeckCard(
                key=player.key,
                name=player.name,
                year=0,
                pitches=player.pitches,
                rank=player.rank,
                person=player.person,
                reliever=player.pitches and not player.starts,
                value=runs_a_game(player.value, pitches=player.pitches),
            )
        )
    return [[card.key for card in sorted(build(share).cards, key=_house_order)] for share in shares]


def _house_order(card: DeckCard) -> tuple[bool, float]:
    """The default order: of each kind the best first. About forty of the fifty batters and nine of
    the ten pitchers come up in nine innings, so the last are the weakest."""
    return card.pitches, -card.value


def _cheapest(players: Collection[Prospect], count: int) -> int | None:
    """The sum of the lowest ranks of so many players; None where there are too few."""
    ranks = sorted(
        min(player.rank for player in cards_of_player)
        for cards_of_player in _by_player(players).values()
    )
    return sum(ranks[:count]) if len(ranks) >= count else None


def _cheapest_pitchers(pool: Collection[Prospect], count: int, relievers: int) -> int | None:
    """The same for pitchers, with at most so many relievers."""
    starters = [player for player in pool if player.pitches and player.starts]
    bullpen = [player for player in pool if player.pitches and not player.starts]
    sums = []
    for among in range(min(relievers, count) + 1):
        first, second = _cheapest(starters, count - among), _cheapest(bullpen, among)
        if first is not None and second is not None:
            sums.append(first + second)
    return min(sums, default=None)
