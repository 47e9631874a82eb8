"""Knockout rounds: pairings, byes for the top seeds, a fixed bracket or reseeding, one loss or two.

Clubs are given by seed, 1 the best. Each round follows from the rounds before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_SEEDS = 32


@dataclass(frozen=True)
class Match:
    """A series of a round: the better seed and the other one, 0 for a bye. ``winner`` is a seed, 0
    until it is decided."""

    better: int
    worse: int
    winner: int = 0

    @property
    def is_bye(self) -> bool:
        return self.worse == 0

    @property
    def loser(self) -> int:
        """The seed that lost; 0 for a bye and until the match is decided."""
        if self.is_bye or not self.winner:
            return 0
        return self.worse if self.winner == self.better else self.better


Played = Sequence[Sequence[Match]]
"""The rounds so far, every match with its winner; the club with the bye wins it."""


def first_round(seeds: int) -> list[Match]:
    """Return the first round of a bracket, in the order in which winners meet: the best seeds have
    the byes, and the two best cannot meet before the last round."""
    order = [1]
    while len(order) < seeds:
        size = 2 * len(order)
        order = [slot for seed in order for slot in (seed, size + 1 - seed)]
    pairs = zip(order[::2], order[1::2], strict=True) if seeds > 1 else ()
    return [Match(min(pair), max(pair) if max(pair) <= seeds else 0) for pair in pairs]


def round_name(matches: Sequence[Match]) -> str:
    """Return the name of a round with one loss out: Final, Semi-finals, Quarter-finals, Round of
    16."""
    names = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    return names.get(len(matches), f"Round of {2 * len(matches)}")


def next_round(seeds: int, played: Played, *, reseed: bool = False) -> list[Match]:
    """Return the round after ``played`` with one loss out; empty once one club is left.

    In a fixed bracket winners meet in the order of the first round; with ``reseed`` the best seed
    left meets the worst one left.
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
    """Return the round after ``played`` with two losses out.

    Unbeaten clubs meet each other, and so do clubs with one loss, best seed left against worst;
    pairs meet again only where there is no other way. No club has a second bye before the others of
    its bracket have had one. A single unbeaten club waits for the last of the others, and has to be
    beaten twice.
    """
    losses = dict.fromkeys(range(1, seeds + 1), 0)
    rested = Counter[int]()
    met = set()
    for match in (match for played_round in played for match in played_round):
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
    """Return the bracket of each match of a knockout with two losses out: unbeaten clubs play in
    the winners' bracket, clubs with one loss in the losers'. The last of both meet in the grand
    final, and again in the deciding series if the unbeaten club loses."""
    losses = dict.fromkeys(range(1, seeds + 1), 0)
    bracket_names = []
    for matches in played:
        left = sum(lost < 2 for lost in losses.values())
        bracket_names.append([_bracket(match, losses, left) for match in matches])
        for match in matches:
            if match.loser:
                losses[match.loser] += 1
    return bracket_names


def _bracket(match: Match, losses: dict[int, int], left: int) -> str:
    loss_counts = {losses[seed] for seed in (match.better, match.worse) if seed}
    if loss_counts == {0, 1}:
        return GRAND_FINAL
    if loss_counts == {0}:
        return WINNERS
    return DECIDER if left == 2 else LOSERS


def folded(
    seeds: Sequence[int],
    met: set[frozenset[int]] | None = None,
    rested: Mapping[int, int] | None = None,
) -> list[Match]:
    """Pair best against worst, second against second-worst. With an odd number the best of those
    with the fewest byes so far (``rested``) has a bye. Pairs in ``met`` are avoided as far as
    possible."""
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
    return [*byes, *(Match(first, other) for first, other in pairs)]


def _apart(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Return the first way to pair all clubs without repeating a pair of ``met``, trying the worst
    opponents first."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for other in reversed(rest):
        if frozenset((first, other)) in met:
            continue
        other_pairs = _apart([seed for seed in rest if seed != other], met)
        if other_pairs is not None:
            return [(first, other), *other_pairs]
    return None


def power_matchups(ranked: Sequence[int], before: set[frozenset[int]] | None = None) -> list[Match]:
    """Pair 1v4 and 2v3 by rank, or 1v3 and 2v4 where that repeats a pair of ``before``."""
    return folded(ranked, before)
