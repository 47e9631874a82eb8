"""What the squads of every game of nine players need: starters, relievers, and a field that one
injury does not open (T10.2c, T31.10). A system's law sets the numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from config.refusals import Refusal
from rosters.rules.coverage import FIELD, Fielder, coverage_problem, mask
from rosters.rules.draft.completion import Candidate, Hole, deficit, hole, shared
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import Need
from rosters.rules.imputed import RELIEVER, STARTER, Prospect, playing_time, squad_needs

USUAL_RELIEVERS: Final = 6
AT_A_POSITION: Final = 2


class NineLaw:
    """The squad law of games of nine: so many players, so many who may start and relieve, and a
    field that an injury does not open."""

    system = ""
    parks = 1

    def starters(self, settings: DraftSettings) -> int:
        """How many pitchers may start, at least (T10.2c)."""
        return settings.starters

    def relievers(self, settings: DraftSettings) -> int:
        """How many relievers a squad needs at least; 0 if none are required."""
        return settings.least_relievers

    def players(self, settings: DraftSettings) -> int:
        """T0.02d; 26 in later editions."""
        return settings.players

    def needs(self, players: Sequence[Prospect], left: int, settings: DraftSettings) -> list[Need]:
        """The players at each position, the starters and relievers, and how many position players
        T31.10 still asks for."""
        fielders = _fielders(players, settings)
        all_needs = [
            Need(
                position,
                position.upper(),
                sum(1 for player in players if position in player.positions),
                AT_A_POSITION,
                advised=True,
            )
            for position in FIELD
        ]
        hitters = len(fielders)
        all_needs.append(Need("field", "Field and back-ups", hitters, hitters + deficit(fielders)))
        all_needs.append(
            Need(
                STARTER,
                "May start",
                sum(player.starts for player in players),
                self.starters(settings),
            )
        )
        wanted = self.relievers(settings) or USUAL_RELIEVERS
        all_needs.append(
            Need(
                RELIEVER,
                "Relieve",
                sum(player.relieves and not player.starts for player in players),
                wanted,
                advised=not self.relievers(settings),
            )
        )
        return all_needs

    def holes(
        self,
        players: Sequence[Prospect],
        left: int,
        pool: Collection[Prospect],
        settings: DraftSettings,
    ) -> list[Refusal]:
        """``starters-impossible`` (T10.2c), ``relievers-impossible`` if the edition asks for some,
        ``field-impossible`` (T31.10), each with what is still needed."""
        if not left and (problem := coverage_problem(_named(players, settings))):
            return [*self._pitching(players, 0, (), settings), problem]
        starters = max(0, self.starters(settings) - sum(player.starts for player in players))
        relievers = max(0, self.relievers(settings) - _bullpen(players))
        refusals = self._pitching(players, left, pool, settings)
        gap = hole(
            _fielders(players, settings),
            _fielders(pool, settings),
            max(0, left - starters - relievers),
        )
        if gap is not None:
            refusals.append(_field(gap, left, starters + relievers))
        return refusals

    def share(
        self,
        squads: Sequence[Sequence[Prospect]],
        pool: Collection[Prospect],
        settings: DraftSettings,
        chance: Random,
    ) -> list[list[Prospect]] | None:
        """Starters and relievers are different cards, and neither plays in the field."""
        cheapest = sorted(pool, key=lambda player: (player.value, player.key))
        starters = [player for player in cheapest if player.starts]
        relievers = [player for player in cheapest if player.relieves and not player.starts]
        fielders = [player for player in cheapest if not player.pitches]
        shares: list[list[Prospect]] = []
        most = []
        for squad in squads:
            short = max(0, self.starters(settings) - sum(player.starts for player in squad))
            behind = max(0, self.relievers(settings) - _bullpen(squad))
            if short > len(starters) or behind > len(relievers):
                return None
            shares.append([*starters[:short], *relievers[:behind]])
            del starters[:short], relievers[:behind]
            most.append(self.players(settings) - len(squad) - short - behind)
        fields = shared(
            [_fielders(squad, settings) for squad in squads],
            _fielders(fielders, settings),
            most,
            chance,
            all_exposed=settings.back_ups and all(player.injurable for player in fielders),
        )
        if fields is None:
            return None
        return [
            [*share, *(fielders[at] for at in field)]
            for share, field in zip(shares, fields, strict=True)
        ]

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """The needs of the edition; a larger squad has more relievers."""
        needs = squad_needs(settings.imputed)
        return (*needs, *(RELIEVER,) * (settings.players - len(needs)))[: settings.players]

    def fills(self, player: Prospect, need: str) -> bool:
        return player.fills(need)

    def playing_time(self, need: str, nth: int) -> float:
        """The share of the games that the ``nth`` player of a need plays, as imputed squads weigh
        it."""
        return playing_time(need, nth)

    def _pitching(
        self,
        players: Sequence[Prospect],
        left: int,
        pool: Collection[Prospect],
        settings: DraftSettings,
    ) -> list[Refusal]:
        starters = max(0, self.starters(settings) - sum(player.starts for player in players))
        relievers = max(0, self.relievers(settings) - _bullpen(players))
        refusals = []
        for wanted, available, code, description, rule in (
            (
                starters,
                sum(player.starts for player in pool),
                "starters-impossible",
                "who may start",
                "T10.2c",
            ),
            (
                relievers,
                _bullpen(pool),
                "relievers-impossible",
                "who relieve",
                "edition",
            ),
        ):
            if wanted > min(left, available):
                why = (
                    f"only {available} are left" if available < wanted else f"{left} picks are left"
                )
                refusals.append(
                    Refusal(
                        code,
                        f"The squad needs {wanted} more pitchers {description}, and {why}.",
                        "pitchers",
                        {"wanted": wanted, "picks": left, "there": available, "rule": rule},
                    )
                )
        if not refusals and starters + relievers > left:
            refusals.append(
                Refusal(
                    "starters-impossible",
                    f"The squad needs {starters} more who may start and {relievers} who relieve, "
                    f"and {left} picks are left.",
                    "pitchers",
                    {"wanted": starters + relievers, "picks": left, "rule": "T10.2c"},
                )
            )
        return refusals


def _field(gap: Hole, left: int, pitchers: int) -> Refusal:
    positions = ", ".join(gap.positions)
    picks = f"{gap.picks} of the {left} picks left are free for position players"
    if pitchers:
        picks += f" ({pitchers} must be pitchers)"
    if gap.players < gap.wanted:
        picks = f"the pool has {gap.players} of them left"
    return Refusal(
        "field-impossible",
        f"To cover {positions} with a back-up the squad needs {gap.wanted} more who play there; "
        f"{picks}.",
        "hitters",
        {
            "positions": list(gap.positions),
            "wanted": gap.wanted,
            "picks": gap.picks,
            "there": gap.players,
            "rule": "T31.10",
        },
    )


def _fielders(players: Collection[Prospect], settings: DraftSettings) -> list[Candidate]:
    """Where position players play, and whether an injury to one has to be covered."""
    return [
        (mask(player.positions), player.injurable and settings.back_ups)
        for player in players
        if not player.pitches
    ]


def _named(players: Sequence[Prospect], settings: DraftSettings) -> list[Fielder]:
    return [
        Fielder(player.name, player.positions, player.injurable and settings.back_ups)
        for player in players
        if not player.pitches
    ]


def _bullpen(players: Collection[Prospect]) -> int:
    return sum(player.relieves and not player.starts for player in players)
