"""The box score of a game that was reported with its players' lines, in the form of one that was
folded from plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.event_files.box import box_of_events
from games.engine.event_files.game import EventGame, read_game
from games.engine.folds.box_score import (
    COUNTS,
    TEAM,
    BattingLine,
    BoxScore,
    PitchingLine,
    SideBox,
)
from games.engine.folds.people import POSITION_NAMES
from games.engine.folds.pitchers import PitcherLine
from games.engine.situation import AWAY, HOME
from games.rules.boxes import BATTED, PITCHED, BatterLine
from games.rules.boxes import SideBox as Told
from games.rules.reports import GameClaim
from pitching.rules.columns import STANDS
from pitching.rules.one_inning import INNING

NOT_TOLD = (
    "batters_faced",
    "intentional_walks",
    "hit_batters",
    "wild_pitches",
    "balks",
    "inherited",
    "inherited_scored",
)
"""What a reported pitcher's line does not say."""


@dataclass(frozen=True)
class Names:
    """What players of a side are called, by the keys of their cards; ``lent`` are the
    opponent's."""

    by_card: Mapping[int, str]
    lent: frozenset[int] = frozenset()

    def name_of(self, player: int) -> str:
        """A player's name."""
        if player == STANDS:
            return "A player from the stands"
        return self.by_card.get(player, "") + (" (lent)" if player in self.lent else "")


def box_of_report(claim: GameClaim) -> BoxScore:
    """The box score that was told; its players are the keys of their cards. What is not told of a
    pitcher (``NOT_TOLD``) is 0 there, and is not shown; an event file tells everything."""
    game = plays_of_report(claim)
    if game is not None:
        return box_of_events(game, card_of)
    away, home = (_side(claim, side) for side in (AWAY, HOME))
    return BoxScore(away, home)


def plays_of_report(claim: GameClaim) -> EventGame | None:
    """The plays of a report that was read off an event file; their players go by ``card_of``."""
    return read_game(claim.event_file) if claim.event_file else None


def card_of(side: int, player: str) -> int:
    """The card of a player of an event file that is kept with a report."""
    return int(player)


def names_in(claim: GameClaim, by_card: Mapping[int, str]) -> tuple[Names, Names]:
    """What the players of both sides are called, visitors first."""
    away, home = (Names(by_card, _lent(claim, side)) for side in (AWAY, HOME))
    return away, home


def _lent(claim: GameClaim, side: int) -> frozenset[int]:
    """Who certainly was lent to a side whose order is a list: the last of its lines, who has one on
    the other side, too, and did more than a card of one's own can. The same card may lie in both
    decks, and no report says whose it was."""
    mine, other = claim.sides[side], claim.sides[1 - side]
    if not mine.batting or any(line.positions for line in mine.batting):
        return frozenset()
    batter, *before = reversed(mine.batting)
    found = set()
    if batter.turns > 1 and batter.player not in {line.player for line in before}:
        found |= {batter.player} & {line.player for line in other.batting}
    arm = mine.pitchers[-1] if mine.pitchers else None
    if arm is not None and arm.outs > INNING:
        found |= {arm.pitcher} & {line.pitcher for line in other.pitchers}
    return frozenset(found)


def cards_in(claim: GameClaim) -> set[int]:
    """The cards that are named in a report."""
    batters = {line.player for side in claim.sides for line in side.batting}
    return (batters | {line.pitcher for side in claim.sides for line in side.pitchers}) - {STANDS}


def _side(claim: GameClaim, side: int) -> SideBox:
    box = claim.box
    mine, other = box.sides[side], box.sides[1 - side]
    batting = tuple(_batted(line) for line in sorted(mine.batting, key=lambda line: line.slot))
    total: dict[str, Any] = {name: sum(getattr(line, name) for line in batting) for name in COUNTS}
    told = claim.sides[side]
    return SideBox(
        batting,
        BattingLine(TEAM, **total),
        _pitched(mine, other, box.stop.made[1 - side]),
        told.errors or 0,
        told.left_on_base if told.left_on_base is not None else _left(claim, side),
        box.turns(side),
        tuple(
            PitcherLine(
                line.pitcher,
                line.started,
                line.outs,
                decision=counts.decision,
                **{name: getattr(counts, name) for name in PITCHED},
            )
            for line, counts in zip(mine.pitchers, mine.pitching, strict=True)
        ),
    )


def _left(claim: GameClaim, side: int) -> int:
    """Runners left on base, but for those whom the law placed there in extra innings."""
    mine = claim.box.sides[side]
    return max(0, mine.turns - mine.runs - claim.stop.made[side])


def _batted(line: BatterLine) -> BattingLine:
    counts: dict[str, int] = {
        name: getattr(line, name) for name in BATTED if name != "interferences"
    }
    return BattingLine(
        line.slot,
        plate_appearances=line.turns,
        player=line.player,
        positions=tuple(POSITION_NAMES.index(each) for each in line.positions),
        **counts,
    )


def _pitched(mine: Told, other: Told, outs: int) -> PitchingLine:
    return PitchingLine(
        outs=outs,
        batters_faced=other.turns,
        hits=other.total("hits"),
        runs=other.runs,
        earned_runs=mine.given_up("earned_runs"),
        walks=other.total("walks"),
        home_runs=other.total("home_runs"),
        balks=0,
    )
