"""Knockout rounds: who meets whom, byes for the top seeds, fixed or drawn anew, one loss or two.

Everybody is known by the seed, 1 the best. A round is made of what came before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_SEEDS = 32


@dataclass(frozen=True)
class Match:
    """A series of a round: the better seed and the other one, 0 for a bye. ``winner`` is a seed,
    0 while it is not decided."""

    better: int
    worse: int
    winner: int = 0

    @property
    def is_bye(self) -> bool:
        """Whether the better seed sits the round out."""
        return self.worse == 0

    @property
    def loser(self) -> int:
        """Who lost; 0 for byes and what is not decided."""
        if self.is_bye or not self.winner:
            return 0
        return self.worse if self.winner == self.better else self.better


Played = Sequence[Sequence[Match]]
"""The rounds so far, every match with its winner; a bye is won by who has it."""


def first_round(seeds: int) -> list[Match]:
    """The first round of a bracket of so many, in the order in which winners meet: the best seeds
    have the byes, and the two best meet in the last round at the earliest."""
    order = [1]
    while len(order) < seeds:
        size = 2 * len(order)
        order = [each for seed in order for each in (seed, size + 1 - seed)]
    pairs = zip(order[::2], order[1::2], strict=True) if seeds > 1 else ()
    return [Match(min(pair), max(pair) if max(pair) <= seeds else 0) for pair in pairs]


def round_name(matches: Sequence[Match]) -> str:
    """What a round of a knockout with one loss out is called: Final, Semi-finals, Quarter-finals,
    Round of 16."""
    usual = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    return usual.get(len(matches), f"Round of {2 * len(matches)}")


def next_round(seeds: int, played: Played, *, reseed: bool = False) -> list[Match]:
    """The round after those that were played, with one loss out; none once one is left.

    Fixed, winners meet in the order of the first round; with ``reseed`` the best seed left meets
    the worst one left.
    """
    if not played:
        return first_round(seeds)
    left = [match.better if match.is_bye else match.winner for match in played[-1]]
    if len(left) < 2:
        return []
    if reseed:
        return folded(sorted(left))
    return [Match(*sorted(pair)) for pair in zip(left[::2], left[1::2], strict=True)]


def next_double(seeds: int, played: Played) -> list[Match]:
    """The round after those that were played, with two losses out.

    The unbeaten meet the unbeaten and the once beaten the once beaten, best seed left against
    worst, a meeting repeated only where nothing else is left. No club has a second bye before the
    others of its bracket have had one. An unbeaten one that is alone waits for the last of the
    others, and has to be beaten twice.
    """
    losses = dict.fromkeys(range(1, seeds + 1), 0)
    rested = Counter[int]()
    met = set()
    for match in (match for each in played for match in each):
        met.add(frozenset((match.better, match.worse)))
        rested[match.better] += match.is_bye
        if match.loser:
            losses[match.loser] += 1
    unbeaten = [seed for seed, lost in losses.items() if lost == 0]
    beaten = [seed for seed, lost in losses.items() if lost == 1]
    if len(unbeaten) + len(beaten) < 2:
        return []
    if len(unbeaten) <= 1 and len(beaten) <= 1:
        return [Match(*sorted([*unbeaten, *beaten]))]
    return [*folded(unbeaten, met, rested), *folded(beaten, met, rested)]


WINNERS, LOSERS = "Winners' bracket", "Losers' bracket"
GRAND_FINAL, DECIDER = "Grand final", "Deciding series"


def brackets(seeds: int, played: Played) -> list[list[str]]:
    """Where each match of a knockout with two losses out belongs: to the winners' bracket among the
    unbeaten, to the losers' among the once beaten. The last of both meet in the grand final, and
    once more in the deciding series where the unbeaten one loses it."""
    losses = dict.fromkeys(range(1, seeds + 1), 0)
    found = []
    for matches in played:
        left = sum(lost < 2 for lost in losses.values())
        found.append([_bracket(match, losses, left) for match in matches])
        for match in matches:
            if match.loser:
                losses[match.loser] += 1
    return found


def _bracket(match: Match, losses: dict[int, int], left: int) -> str:
    lost = {losses[seed] for seed in (match.better, match.worse) if seed}
    if lost == {0, 1}:
        return GRAND_FINAL
    if lost == {0}:
        return WINNERS
    return DECIDER if left == 2 else LOSERS


def folded(
    seeds: Sequence[int],
    met: set[frozenset[int]] | None = None,
    rested: Mapping[int, int] | None = None,
) -> list[Match]:
    """Best against worst, second against second-worst; of an odd number the best of those has a
    bye who have had the fewest (``rested``). Who has met is kept apart as far as that goes."""
    order = list(seeds)
    byes = []
    if len(order) % 2:
        sits_out = min(order, key=lambda seed: (rested or {}).get(seed, 0))
        order.remove(sits_out)
        byes = [Match(sits_out, 0)]
    pairs = _apart(order, met or set())
    if pairs is None:
        half = len(order) // 2
        pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
    return [*byes, *(Match(one, other) for one, other in pairs)]


def _apart(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """The first way to pair everybody with somebody not met, the worst of the others first."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for other in reversed(rest):
        if frozenset((first, other)) in met:
            continue
        more = _apart([each for each in rest if each != other], met)
        if more is not None:
            return [(first, other), *more]
    return None


def power_matchups(ranked: Sequence[int], before: set[frozenset[int]] | None = None) -> list[Match]:
    """1v4 and 2v3 of those ranked, best first; what would repeat the matchups ``before`` gives way
    to 1v3 and 2v4."""
    return folded(ranked, before)
