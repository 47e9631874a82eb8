"""STEAL and RUN of a card, and what a year's thieves come to.

``a`` says how often he goes, ``b`` how often he makes it. The dice compare both with the pitcher's
hold and the catcher's arm, and he goes oftener against weak ones; so what a card prints is solved
for the whole league: with the arms as they are shared out, it tries and succeeds as it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from statistics import NormalDist

from games.systems.deep_drive.cards.draws import dithered
from games.systems.deep_drive.cards.kept import Ratios
from games.systems.deep_drive.play.cards import AVERAGE, FAST, Stealing
from rosters.stats.lines import BattingLine

CHECKS = 1.07
"""Times that the base ahead is open, for each time on base: about what all of a game's come to."""
FEW_TIMES = 5.0
FEW_TRIES = 12.0
USUAL_TRIES = 0.10
USUAL_SUCCESS = 0.70
SELDOM = 0.04
"""Tries below which a man is not made likelier to go than he was."""
WORTH_SENDING = 0.745
"""Success from which a manager of the house sends a man at a JUMP of 10."""
MOST_JUMP = 11

SUM_OF_TWO = tuple(
    sum(1 for one in range(10) for other in range(10) if one + other <= total) / 100
    for total in range(-1, 19)
)
"""By number from -1: how often two dice add up to it or less."""

HOLD_SPREAD = 0.85
THROW_SPREAD = 0.6
"""Spread of hold and of throw ratings among those a thief meets."""

SPEEDS = (0.08, 0.30, 0.70, 0.90)
"""Shares of playing time that are VS, up to S, up to average, up to F."""


Arms = Mapping[int, float]
"""Ratings, and how often a thief meets them."""


def arms_together(holds: Arms | None = None, throws: Arms | None = None) -> dict[int, float]:
    """Hold and throw added up, each shared out about nought where no card has any."""
    found: dict[int, float] = {}
    for hold, one in (holds or _shared_out(HOLD_SPREAD)).items():
        for throw, other in (throws or _shared_out(THROW_SPREAD)).items():
            found[hold + throw] = found.get(hold + throw, 0.0) + one * other
    return found


def shares_of(rated: Iterable[tuple[int, float]]) -> Arms:
    """Ratings with their playing time as shares of one; nothing where no player played."""
    found: dict[int, float] = {}
    for rating, time in rated:
        found[rating] = found.get(rating, 0.0) + time
    total = sum(found.values())
    return {rating: time / total for rating, time in found.items()} if total else {}


def _shared_out(spread: float) -> dict[int, float]:
    """Whole numbers of a normal spread, up to three either way."""
    normal = NormalDist(0, spread)
    shares = {at: normal.cdf(at + 0.5) - normal.cdf(at - 0.5) for at in range(-3, 4)}
    total = sum(shares.values())
    return {at: share / total for at, share in shares.items()}


USUAL_ARMS = arms_together()


def succeeds(safe: float, shift: int = 0) -> float:
    """The chance of two dice at or below a SAFE number, read between whole numbers."""
    number = min(18.0, max(-1.0, safe + shift))
    low = floor(number)
    high = min(low + 1, 18)
    part = number - low
    return SUM_OF_TWO[low + 1] * (1 - part) + SUM_OF_TWO[high + 1] * part


def safe_for(success: float) -> float:
    """The SAFE number, between whole ones, that succeeds so often."""
    for number in range(-1, 18):
        here, above = SUM_OF_TWO[number + 1], SUM_OF_TWO[number + 2]
        if success <= above:
            return number + max(0.0, success - here) / (above - here)
    return 18.0


def goes(jump: float, shift: int, sent: bool) -> float:
    """The chance of a JUMP of 11, or of 10 where he is sent, at any modifier die."""
    need = (10 if sent else 11) - shift - jump
    return min(1.0, max(0.0, (10 - need) / 10))


@dataclass(frozen=True)
class Thief:
    """How often a man tries, for each time on base by a single, walk or hit batsman, and how often
    he makes it; ``times`` he was there."""

    times: float
    tries: float
    success: float


@dataclass(frozen=True)
class Thieves:
    """What is usual in a year, and what makes the printed numbers come out right: ``a`` is ten
    times the tries over ``scale``, and SAFE succeeds ``shift`` less than the man did."""

    tries: float = USUAL_TRIES
    success: float = USUAL_SUCCESS
    scale: float = CHECKS
    shift: float = 0.06


def raw_thief(line: BattingLine, ratios: Ratios) -> Thief:
    """A man as he was."""
    stolen = line.stolen_bases or 0
    caught = line.caught_stealing
    failed = ratios.caught * stolen if caught is None else float(caught)
    tries = stolen + failed
    times = line.singles + line.walks + (line.hit_by_pitch or 0)
    return Thief(float(times), tries, stolen / tries if tries else 0.0)


def thief_of(raw: Thief, year: Thieves) -> Thief:
    """His rates, drawn towards the year's by how little there is of them."""
    tries = (raw.tries + FEW_TIMES * year.tries) / (raw.times + FEW_TIMES)
    stolen = raw.tries * raw.success
    success = (stolen + FEW_TRIES * year.success) / (raw.tries + FEW_TRIES)
    return Thief(raw.times, tries, success)


def printed(thief: Thief, year: Thieves) -> tuple[float, float]:
    """``a`` and ``b`` before they become whole numbers."""
    later = 0.0 if thief.success >= WORTH_SENDING else min(1.0, thief.tries / SELDOM)
    jump = 10 * thief.tries / year.scale + later
    return min(float(MOST_JUMP), jump), safe_for(max(0.05, thief.success - year.shift))


def stealing_of(key: str, thief: Thief, year: Thieves) -> Stealing:
    """STEAL as it stands on the card."""
    jump, safe = printed(thief, year)
    return Stealing(
        min(MOST_JUMP, dithered(jump, key, "jump")), max(1, dithered(safe, key, "safe"))
    )


def thieves_of(lines: Iterable[BattingLine], ratios: Ratios, arms: Arms = USUAL_ARMS) -> Thieves:
    """What is usual in a year, the scale and the shift solved for its own thieves and arms."""
    raw = [found for line in lines if (found := raw_thief(line, ratios)).times]
    times, tries = sum(each.times for each in raw), sum(each.tries for each in raw)
    stolen = sum(each.tries * each.success for each in raw)
    if not tries:
        return Thieves()
    year = Thieves(tries / times, stolen / tries)
    for _ in range(8):
        men = [thief_of(each, year) for each in raw]
        found_tries, found_stolen = _expected(men, year, arms)
        if not found_tries:
            break
        year = Thieves(
            year.tries,
            year.success,
            min(6.0, max(0.6, year.scale * found_tries / tries)),
            min(0.3, max(-0.1, year.shift + found_stolen / found_tries - year.success)),
        )
    return year


def _expected(men: Sequence[Thief], year: Thieves, arms: Arms) -> tuple[float, float]:
    """Tries and stolen bases of a league of these cards against these arms."""
    tries = stolen = 0.0
    for man in men:
        jump, safe = printed(man, year)
        sent = succeeds(safe) >= WORTH_SENDING
        for shift, share in arms.items():
            gone = man.times * CHECKS * share * goes(jump, shift, sent)
            tries += gone
            stolen += gone * succeeds(safe, shift)
    return tries, stolen


def run_of(score: float, cuts: Sequence[float]) -> int:
    """RUN, ``VERY_SLOW`` to ``VERY_FAST``, by where a man's speed lies in his year."""
    return sum(score >= cut for cut in cuts) if cuts else AVERAGE


def worth_of_speed(run: int) -> float:
    """Runs a season that his legs are worth on hits and flies."""
    return 2.0 * (run - AVERAGE) + (1.0 if run > FAST else 0.0)
