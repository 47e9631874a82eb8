"""An imputed draft: squads that a house picks for clubs whose managers do not (T0.12).

Every round has a need, the same for all; in turn, forward and back (T0.02h's snake), each club
takes the best card left that fills it. What is picked is a legal roster: four who may start at
least, two men for every position, relievers. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.refusals import Refusal, Refused

STARTER, RELIEVER = "starter", "reliever"

NEEDS = (
    *(STARTER, "ss", "cf", "c", STARTER, "2b", "3b", "rf", "lf", "1b"),
    *(STARTER, RELIEVER, STARTER, RELIEVER, "c", "cf", "ss", "2b", "3b", "lf"),
    *(RELIEVER, STARTER, RELIEVER, RELIEVER, RELIEVER),
)
"""What each of the 25 rounds is for (T0.02d: 25 players): fourteen hitters, five starting pitchers
and six relievers."""


@dataclass(frozen=True)
class Prospect:
    """A card that may be drafted: its positions, whether he may start or relieve, its value in
    runs."""

    key: int
    positions: frozenset[str]
    value: float
    starts: bool = False
    relieves: bool = False

    def fills(self, need: str) -> bool:
        """Whether the card is what a round is for; whoever may start is no reliever here, since
        his rest would be spoiled."""
        if need == STARTER:
            return self.starts
        if need == RELIEVER:
            return self.relieves and not self.starts
        return need in self.positions


def impute(
    prospects: Sequence[Prospect], clubs: int, needs: Sequence[str] = NEEDS
) -> list[list[int]]:
    """The keys of each club's cards in the order they were picked.

    ``pool-too-small`` names the need that nobody left can fill.
    """
    pool = sorted(prospects, key=lambda each: (-each.value, each.key))
    taken: set[int] = set()
    squads: list[list[int]] = [[] for _ in range(clubs)]
    for number, need in enumerate(needs):
        order = range(clubs) if number % 2 == 0 else range(clubs - 1, -1, -1)
        candidates = iter([each for each in pool if each.key not in taken and each.fills(need)])
        for club in order:
            pick = next(candidates, None)
            if pick is None:
                raise Refused(
                    Refusal(
                        "pool-too-small",
                        f"The card set has not enough men for {clubs} clubs: round {number + 1} "
                        f"needs {clubs} more who can play {need}.",
                        "card_set",
                        {"need": need, "clubs": clubs},
                    )
                )
            taken.add(pick.key)
            squads[club].append(pick.key)
    return squads
