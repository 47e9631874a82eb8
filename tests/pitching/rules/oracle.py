"""The law of pitching once more, read from the rules' text by somebody in no hurry.

A season is a list of games in their order, each with what the player did in it; byes and erased
series are simply not in the list. Whether he may pitch is tried out: one more out is given to him,
and every four consecutive games, every row and every pair of games is looked at anew.
"""

from dataclasses import dataclass, replace

LIMIT, WINDOW, ROW = 12, 4, 3
REST_AFTER_START, TEN_INNINGS = 3, 30


@dataclass
class Day:
    """A game: ``label`` is its column; ``did`` is "", "start" or "relief"; ``series`` changes where
    the bullpen starts fresh."""

    label: int
    did: str = ""
    outs: int = 0
    bullpen: int = 0
    suspended: bool = False
    accepted: bool = False


@dataclass(frozen=True)
class Edition:
    rest_before_start: int = 2
    by_sum: bool = False
    reset_clears_rest: bool = False
    keeps_turn: bool = False


def runs_of_four(days, at):
    for first in range(len(days)):
        inside = list(range(first, first + WINDOW))
        if at in inside and inside[-1] < len(days):
            yield [days[k] for k in inside]


def lawful(days, at, edition):
    """Whether what he does in that game keeps to the law, all his other games being as they are."""
    today = days[at]
    padding = [Day(10**6 + k, bullpen=today.bullpen) for k in range(2 * WINDOW)]
    days = padding + days + [replace(day, label=-day.label) for day in padding]
    at += len(padding)
    for four in runs_of_four(days, at):
        mine = [day for day in four if day.bullpen == today.bullpen]
        if len(mine) == ROW + 1 and all(day.did for day in mine):
            return False
        relieved = sum(day.outs for day in mine if day.did == "relief")
        if today.did == "relief" and relieved > LIMIT and not (edition.by_sum and today.suspended):
            return False
    if edition.by_sum and today.suspended and today.did == "relief":
        seven = [day for day in days[at - 3 : at + 4] if day.bullpen == today.bullpen]
        if sum(day.outs for day in seven if day.did == "relief") > LIMIT:
            return False
    for other in range(len(days)):
        one, later = min(at, other), max(at, other)
        if one != later and not pair_is_lawful(days, one, later, edition):
            return False
    starts = [k for k in range(at, at + WINDOW) if days[k].did == "start"]
    return all(was_ready(days, k, at) for k in starts)


def pair_is_lawful(days, one, other, edition):
    """Rest between two of his games, the earlier first."""
    first, second = days[one], days[other]
    if not first.did or not second.did:
        return True
    if edition.reset_clears_rest and first.bullpen != second.bullpen:
        return True
    between = other - one - 1
    if first.did == "start" and not (edition.keeps_turn and first.accepted):
        return between >= REST_AFTER_START
    if first.did == "relief" and second.did == "start":
        return between >= edition.rest_before_start
    return True


def was_ready(days, start, at):
    """He could have relieved in the game he starts: counted from that game, whichever it is."""
    before = [days[k] for k in range(start - 3, start)]
    if at != start and days[start].bullpen != days[at].bullpen:
        return True
    before = [day for day in before if day.bullpen == days[at].bullpen]
    relieved = [day for day in before if day.did == "relief"]
    return sum(day.outs for day in relieved) < LIMIT


def outs_left(days, at, role, edition):
    """How many more outs he may get in that game as a starter or reliever, by trying."""
    did = days[at]
    if did.did and did.did != role:
        return 0
    most = TEN_INNINGS if role == "start" else LIMIT
    for more in range(most - did.outs, 0, -1):
        tried = list(days)
        tried[at] = replace(did, did=role, outs=did.outs + more, accepted=False)
        if lawful(tried, at, edition):
            return more
    return 0


def free_again(days, at, role, edition):
    """The label of the first game from that one on in which he might pitch."""
    days = list(days)
    while not outs_left(days, at, role, edition):
        at += 1
        if at == len(days):
            last = days[-1]
            days.append(Day(last.label + 1, bullpen=last.bullpen))
    return days[at].label
