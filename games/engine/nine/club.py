"""The starting lineup of a club of nine players with a bench, and its manager's roles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from games.engine.events import DESIGNATED
from games.engine.lineup import PITCHER
from games.engine.nine.decisions import MOST_PLAYERS, POSITION_WORDS
from games.engine.nine.player import SquadPlayer
from games.engine.situation import SLOTS


@dataclass(frozen=True)
class Roles:
    """An absent manager's instructions for the computer manager: players by number, or as masks
    (bit = number). 0 and empty: as the game goes."""

    closer: int = 0
    setup: int = 0
    long: int = 0
    avoided: int = 0
    """Players used only where no other is left."""
    pinch_hitters: tuple[int, ...] = ()
    """Pinch hitters in order of preference."""
    hook_outs: int = 0
    """Outs, and runs, after which a starter comes out."""
    hook_runs: int = 0


def faults_of_nine(
    men: Sequence[SquadPlayer],
    order: Sequence[int],
    positions: Sequence[int],
    tenth: int,
    place: str,
) -> list[Refusal]:
    """Everything that is wrong with a starting lineup: ``squad-too-large``, ``lineup-not-nine``,
    ``no-such-man``, ``man-twice``, ``no-such-position``, ``position-twice``, ``position-missing``,
    ``position-not-on-card``, ``pitcher-designated``, ``starter-not-eligible``. The law of the game
    decides whether a designated hitter is allowed."""
    refusals: list[Refusal] = []

    def fault(code: str, sentence: str, where: str = place) -> None:
        refusals.append(Refusal(code, sentence, where))

    if len(men) >= MOST_PLAYERS:
        fault("squad-too-large", f"A squad has fewer than {MOST_PLAYERS} men.", "squad")
    if len(order) != SLOTS or len(positions) != SLOTS:
        fault("lineup-not-nine", "A line-up has nine men, the pitcher among them.")
        return refusals
    for slot, number in enumerate(order, start=1):
        where = f"{place}:{slot}"
        if not 1 <= number <= len(men):
            fault("no-such-man", f"There is no No. {number} in the squad.", where)
            continue
        player = men[number - 1]
        if number in order[: slot - 1]:
            fault("man-twice", f"{player.name} is in the order twice.", where)
        position = positions[slot - 1]
        if not 1 <= position <= 9 and position != DESIGNATED:
            fault("no-such-position", f"{position} is no position in the field.", where)
            continue
        position_word = "designated hitter" if position == DESIGNATED else POSITION_WORDS[position]
        if position in positions[: slot - 1]:
            fault("position-twice", f"Two men play {position_word}.", where)
        if position == DESIGNATED:
            if player.is_pitcher:
                fault("pitcher-designated", f"{player.name} is a pitcher himself.", where)
        elif not player.plays(position):
            fault(
                "position-not-on-card", f"{player.name} has no {position_word} on his card.", where
            )
        elif position == PITCHER and not player.may_start:
            fault("starter-not-eligible", f"{player.name} may not start this game.", where)
    for position in range(1, 10):
        if position not in positions and (position > PITCHER or not tenth):
            fault("position-missing", f"Nobody plays {POSITION_WORDS[position]}.")
    return refusals + _faults_of_tenth(men, order, positions, tenth, place)


def _faults_of_tenth(
    men: Sequence[SquadPlayer],
    order: Sequence[int],
    positions: Sequence[int],
    tenth: int,
    place: str,
) -> list[Refusal]:
    """Faults of the pitcher who does not bat, or of his absence."""
    where = f"{place}.pitcher"
    designated = DESIGNATED in positions
    if not tenth:
        sentence = "Somebody bats for the pitcher, and nobody pitches."
        return [Refusal("position-missing", sentence, where)] if designated else []
    if not designated:
        sentence = "A tenth man pitches only where somebody is designated to bat for him."
        return [Refusal("lineup-not-nine", sentence, where)]
    if not 1 <= tenth <= len(men):
        return [Refusal("no-such-man", f"There is no No. {tenth} in the squad.", where)]
    pitcher = men[tenth - 1]
    if tenth in order:
        return [Refusal("man-twice", f"{pitcher.name} bats, and is to pitch besides.", where)]
    if not pitcher.may_start:
        sentence = f"{pitcher.name} may not start this game."
        return [Refusal("starter-not-eligible", sentence, where)]
    return []


class WorkedOut:
    """Cached values of a club. (In compiled code ``cached_property`` does not cache.)"""

    def __init__(self) -> None:
        self.plays: list[int] | None = None
        self.is_sound: bool | None = None


def nothing_yet() -> WorkedOut:
    """An empty cache for a new club."""
    return WorkedOut()
