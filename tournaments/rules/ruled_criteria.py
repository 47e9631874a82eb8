"""Tie-break criteria that people decide: a playoff game, a shoot-out, dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.rules.criterion import Asked, Criterion, Field, Pair, Silent, Worth, Worths


class Ruled(Criterion):
    """A criterion that needs a ruling: the group stays tied until one is recorded."""

    acts = True
    waiting: str
    said: str

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        ruling = self.ruling(frozenset(group), of)
        if ruling is None:
            return Silent(self.waiting, waits=True)
        if len({ruling[member] for member in group}) == 1:
            return Silent(f"nothing was decided; {self.waiting}", waits=True)
        runs = of.runs.get((self.key, frozenset(group)), {})
        return {
            member: Worth(
                Fraction(ruling[member]),
                self.evidence(ruling[member]) + _score(member, group, runs),
            )
            for member in group
        }

    def ruling(self, group: frozenset[int], of: Field) -> Mapping[int, int] | None:
        """Return the ruling recorded for exactly this group."""
        return of.rulings.get((self.key, group))

    def evidence(self, value: int) -> str:
        return "won the game" if value else "lost the game"


def _score(member: int, group: Sequence[int], runs: Mapping[int, int]) -> str:
    """Return the score of a game between two, the member's own runs first, where it is known."""
    others = [runs[other] for other in group if other != member and other in runs]
    return f" {runs[member]}-{others[0]}" if len(others) == 1 and member in runs else ""


class Playoff(Ruled):
    key = "playoff"
    name = "One-game playoff"
    told = "One more game between the two."
    waiting = "a game between them decides"
    only_two = True


class ShootOut(Ruled):
    """A shoot-out between two clubs (T32). More than two meet in pairs, best against worst, with
    byes for the best of them, by seed or by a d20 where there is no seeding (A-O2): winners and
    clubs with a bye are ahead of losers."""

    key = "shoot-out"
    name = "Shoot-out"
    told = "A shoot-out between the two; of more in pairs, with byes by seed or d20."
    waiting = "a shoot-out decides"

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Return who has won a shoot-out; of more than two clubs, one round of them."""
        if len(group) == 2:
            return super().worths(group, of, asked)
        order = self._in_order(group, of)
        if isinstance(order, Silent):
            return order
        size = 1 << (len(order) - 1).bit_length()
        byes, order = order[: size - len(order)], order[size - len(order) :]
        half = len(order) // 2
        pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
        worths = {club: Worth(Fraction(1), "had the bye") for club in byes}
        for pair in pairs:
            pair_worths = super().worths(pair, of, asked)
            if isinstance(pair_worths, Silent):
                return Silent(pair_worths.why, waits=True, asks=(self.key, pair))
            worths.update(pair_worths)
        return {member: worths[member] for member in group}

    def _in_order(self, group: Sequence[int], of: Field) -> list[int] | Silent:
        """Sort by seed or d20, best first; clubs with equal rolls roll again."""
        if all(member in of.seeds for member in group):
            return sorted(group, key=of.seeds.__getitem__)
        members = frozenset(group)
        rolls = of.rulings.get((D20.key, members)) or larger_roll(of.rulings, members)
        if rolls is None or len({rolls[member] for member in group}) == 1:
            return Silent(
                "a d20 for each says who has a bye; the others play shoot-outs in pairs",
                waits=True,
                asks=(D20.key, tuple(group)),
            )
        ordered: list[int] = []
        for roll in sorted({rolls[member] for member in group}, reverse=True):
            tied = [member for member in group if rolls[member] == roll]
            if len(tied) > 1:
                tied_in_order = self._in_order(tied, of)
                if isinstance(tied_in_order, Silent):
                    return tied_in_order
                tied = tied_in_order
            ordered += tied
        return ordered

    def evidence(self, value: int) -> str:
        return "won the shoot-out" if value else "lost the shoot-out"


def larger_roll(
    rulings: Mapping[tuple[str, Pair], Mapping[int, int]], group: Pair
) -> Mapping[int, int] | None:
    """Return the dice of the smallest group around this one that split it; ``None`` where there are
    none."""
    options = [
        (len(members), dice)
        for (kind, members), dice in rulings.items()
        if kind == D20.key and group < members and len({dice[member] for member in group}) > 1
    ]
    return min(options, key=lambda option: option[0])[1] if options else None


class D20(Ruled):
    key = "d20"
    name = "d20 rolled by the director"
    told = "The director rolls a d20 for each; the higher goes ahead."
    waiting = "the director rolls a d20 for each"

    def ruling(self, group: frozenset[int], of: Field) -> Mapping[int, int] | None:
        """Return the dice of this group, or of a larger one: a club ahead among three is ahead
        between two."""
        return super().ruling(group, of) or larger_roll(of.rulings, group)

    def evidence(self, value: int) -> str:
        return f"rolled {value}"
