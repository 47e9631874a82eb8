"""Thieves: the stealing lines of cards, and how far a league's managers go with them.

A steal may cost as many thousandths of a run as it takes for the league's own thieves, against arms
as they are shared out, to try as often as they did: those that cost least come first. What is
printed succeeds so much better than the men did that, held and thrown at, they make it as often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.systems.purestrat.play import expectancy
from games.systems.purestrat.play.cards import NO_STEALING, WAYS, Stealing
from games.systems.purestrat.play.manager import LEAD_TO_SECOND
from games.systems.purestrat.play.stealing import battery, steal_of_second
from rosters.estimators.draws import normal_draw
from rosters.estimators.kept import Kept
from rosters.estimators.running import thief
from rosters.stats.lines import BattingLine

LEAD_SUMS = (7, 8, 6, 9, 5, 10, 4, 11, 3)
"""Sums of two dice in the order in which a good lead takes them."""


def stealing_line(key: str, line: BattingLine, kept: Kept, better: float = 0.0) -> Stealing:
    """Lead by how often he tries, success by how often he makes it, ``better`` of twenty more, as
    he is held and thrown at; who does neither has none."""
    found = thief(line, kept)
    if found.attempts < 0.015:
        return NO_STEALING
    wanted = 36 * leads_for(found.attempts)
    lead = ways = 0
    for total in LEAD_SUMS:
        if ways + WAYS[total] / 2 >= wanted and lead:
            break
        lead |= 1 << total
        ways += WAYS[total]
    caught = 0
    if found.succeeds < 0.78:
        caught = 1 << 12 | (1 << 2 if found.succeeds < 0.68 else 0)
    first = max(8, min(20, round(20 * found.succeeds - 0.7 + better)))
    second = max(4, min(18, first - 5 + round(0.7 * normal_draw(key, "second success"))))
    return Stealing(found.attempts >= 0.22, lead, caught & ~lead, first, second)


GOES = 0.47
"""How often an average runner's manager lets him go when he has his lead."""
OPEN_TO_HIM = 0.92
"""Tries for a lead, for each time on first base, of a runner who goes at the first: no runner
stands before him."""
STAYS = 0.55
"""How often a runner who had no lead may try again, there with the next batter or from second
(measured with ``OPEN_TO_HIM``, over leagues from 1954 to 2012)."""
OFTENER_WITH_A_SIGN = 1.25
"""Tries of a runner with the sign of an automatic lead, against what his lead says: he is not held
when runs do not matter (measured)."""
NO_PICKOFF = 0.9
"""The share of throws for a lead without a pitcher's throw over or a balk."""


def leads_for(attempts: float) -> float:
    """The share of throws for a lead that give it to who tries to steal so often, for each time on
    first base: who seldom has it may try again and again, who has it at once may not."""
    most = GOES * OPEN_TO_HIM
    return min(1.0, attempts * (1 - STAYS) / max(most - STAYS * attempts, 0.01) / NO_PICKOFF)


def _throws_for_leads(lead: float) -> float:
    """How often he throws for one, for each time on first base, when ``lead`` of throws are the
    last."""
    return OPEN_TO_HIM / (1 - STAYS * (1 - lead))


LEAST_STEAL, MOST_STEAL = -40, 200
"""Thousandths of a run."""
OFTEN_BETTER = 0.004
"""Runs by which a steal is better than here, where one run counts (measured)."""
STATES = ((0, 1, 0.26), (1, 1, 0.29), (2, 1, 0.30), (0, 5, 0.03), (1, 5, 0.05), (2, 5, 0.07))
"""Outs, bases, and how often a man on first with second open finds them so."""
BATTERIES = ((-3, 0.3), (0, 0.4), (3, 0.3))
"""Catcher's arm and pitcher's hold together, and how often they come."""

AS_IF_HELD = {True: 1.0, False: 0.4}
"""By whether he has the sign of an automatic lead: such a man is held as long as it matters; others
are not, but go without a lead now and then, or for third, which comes to as much (measured)."""
MOST_BETTER = 5.0
ROUNDS = 5


@dataclass(frozen=True)
class Steals:
    """What a league's managers let a steal cost, in thousandths of a run, and by how much of twenty
    the printed success is ``better``."""

    cost: int = 0
    better: float = 0.0


@dataclass(frozen=True)
class _Try:
    gain: float
    tries: float
    safe: float


def steals_of(men: Iterable[tuple[str, BattingLine]], kept: Kept) -> Steals:
    """Solved for these men, by key."""
    found = list(men)
    stolen = sum(line.stolen_bases or 0 for _, line in found)
    caught = sum(
        kept.caught * (line.stolen_bases or 0)
        if line.caught_stealing is None
        else line.caught_stealing
        for _, line in found
    )
    if not stolen or not caught:
        return Steals()
    wanted, success = stolen + caught, stolen / (stolen + caught)
    cost, better = 0, 0.0
    for _ in range(ROUNDS):
        tries = sorted(_everybody(found, kept, better), key=lambda each: -each.gain)
        cost, safe = _until(tries, wanted)
        better = max(-MOST_BETTER, min(MOST_BETTER, better + 20 * (success - safe)))
    return Steals(cost, better)


def _until(tries: Sequence[_Try], wanted: float) -> tuple[int, float]:
    """Dearer and dearer steals until there were as many as that: what the last one cost, and the
    share that succeeded."""
    tried = safe = 0.0
    for each in tries:
        tried += each.tries
        safe += each.tries * each.safe
        if tried >= wanted:
            cost = round(1000 * (LEAD_TO_SECOND - OFTEN_BETTER - each.gain))
            return max(LEAST_STEAL, min(MOST_STEAL, cost)), safe / tried
    return MOST_STEAL, safe / tried if tried else 0.0


def _everybody(men: Iterable[tuple[str, BattingLine]], kept: Kept, better: float) -> Iterable[_Try]:
    for key, line in men:
        times = line.singles + line.walks + (line.hit_by_pitch or 0)
        rated = stealing_line(key, line, kept, better)
        if rated.lead and times:
            yield from _tries(rated, times)


def _tries(rated: Stealing, times: float) -> Iterable[_Try]:
    """What a try for the lead gains by the book, state by state, with how often he then goes;
    ``times`` is how often he was on first base."""
    ways = sum(WAYS[at] for at in range(2, 13) if rated.lead >> at & 1)
    out = sum(WAYS[at] for at in range(2, 13) if rated.caught >> at & 1)
    last = NO_PICKOFF * (ways + out) / 36
    throws = times * _throws_for_leads(last) * (OFTENER_WITH_A_SIGN if rated.asterisk else 1.0)
    picked = (20 - rated.second) / 400
    share_held = AS_IF_HELD[rated.asterisk]
    for held, often in ((True, share_held), (False, 1 - share_held)):
        for arm, part in BATTERIES:
            safe = steal_of_second(rated.first, rated.second, True, battery(arm, 0), held)
            chance = min(safe, 20) / 20
            for outs, bases, share in STATES:
                here = expectancy.RUNS[outs][bases]
                gone = expectancy.RUNS[outs + 1][bases & ~1]
                there = expectancy.RUNS[outs][bases & ~1 | 2]
                going = chance * there + (1 - chance) * gone - here
                lost = gone - here
                gain = NO_PICKOFF * (ways * going + out * lost) / 36 + picked * lost
                tries = throws * often * part * share * last
                yield _Try(gain, tries, chance * ways / (ways + out))
