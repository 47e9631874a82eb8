"""Who begins for a club of nine men with a bench, and what its manager has laid down."""

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
    """What a manager who is not there has laid down, for the one who plays in their stead: players
    by number, or as masks (bit = number). 0 and nothing: as the game goes."""

    closer: int = 0
    setup: int = 0
    long: int = 0
    avoided: int = 0
    """Players who play only where no other is left."""
    pinch_hitters: tuple[int, ...] = ()
    """Players who pinch-hit, those first who are to be used first."""
    hook_outs: int = 0
    """Outs after which a starter comes out, and runs."""
    hook_runs: int = 0


def faults_of_nine(
    men: Sequence[SquadPlayer],
    order: Sequence[int],
    positions: Sequence[int],
    tenth: int,
    place: str,
) -> list[Refusal]:
    """Everything wrong with who begins: ``squad-too-large``, ``lineup-not-nine``, ``no-such-man``,
    ``man-twice``, ``no-such-position``, ``position-twice``, ``position-missing``,
    ``position-not-on-card``, ``pitcher-designated``, ``starter-not-eligible``. Whether anybody may
    be designated to hit is for the law of the game to say."""
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
        man = men[number - 1]
        if number in order[: slot - 1]:
            fault("man-twice", f"{man.name} is in the order twice.", where)
        position = positions[slot - 1]
        if not 1 <= position <= 9 and position != DESIGNATED:
            fault("no-such-position", f"{position} is no position in the field.", where)
            continue
        word = "designated hitter" if position == DESIGNATED else POSITION_WORDS[position]
        if position in positions[: slot - 1]:
            fault("position-twice", f"Two men play {word}.", where)
        if position == DESIGNATED:
            if man.is_pitcher:
                fault("pitcher-designated", f"{man.name} is a pitcher himself.", where)
        elif not man.plays(position):
            fault("position-not-on-card", f"{man.name} has no {word} on his card.", where)
        elif position == PITCHER and not man.may_start:
            fault("starter-not-eligible", f"{man.name} may not start this game.", where)
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
    """What is wrong with the pitcher for whom somebody bats, or with there being none."""
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
    man = men[tenth - 1]
    if tenth in order:
        return [Refusal("man-twice", f"{man.name} bats, and is to pitch besides.", where)]
    if not man.may_start:
        sentence = f"{man.name} may not start this game."
        return [Refusal("starter-not-eligible", sentence, where)]
    return []


class WorkedOut:
    """What follows from a club, once it was asked for. (Compiled, a ``cached_property`` keeps
    nothing.)"""

    def __init__(self) -> None:
        self.plays: list[int] | None = None
        self.is_sound: bool | None = None


def nothing_yet() -> WorkedOut:
    """What is worked out for a club that has just been made: nothing."""
    return WorkedOut()
