"""Clubs that cannot finish their schedule (T0.08): who may play for the club, who may take it over,
and what its results mean once it is out of the pool."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal

VOID, KEPT, HALF = "void", "kept", "half"
MEANINGS: Final[Mapping[str, str]] = {
    VOID: "are thrown out",
    KEPT: "stand",
    HALF: "stand if it has played half of its games or more, else they are thrown out",
}
"""What the results of a club that is out mean, as an event declares it."""


def results_stand(meaning: str, played: int, scheduled: int) -> bool:
    """Whether the results of a club that is out count, with ``played`` of its ``scheduled`` games
    over."""
    return meaning == KEPT or (meaning == HALF and 2 * played >= scheduled)


@dataclass(frozen=True)
class Division:
    """The dropped club's division: its number and how many clubs still play in it, the dropped one
    included (A-Q7)."""

    number: int
    playing: int

    @property
    def is_odd(self) -> bool:
        """Whether a club has a bye in every round."""
        return self.playing % 2 == 1


@dataclass(frozen=True)
class Candidate:
    """A manager who might play for the dropped club. ``clubs`` maps the clubs managed in the event
    to their divisions; ``acts`` holds the clubs the manager acts for in any role."""

    name: str
    clubs: Mapping[int, int]
    acts: Collection[int] = ()

    def belongs_to(self, division: Division) -> bool:
        return division.number in self.clubs.values()


def replacement_problem(
    candidate: Candidate,
    division: Division,
    on_bye: Collection[int],
    opponent: int | None = None,
) -> Refusal | None:
    """Return why a manager may not play a series for the dropped club, if so. ``on_bye`` are the
    clubs of its division that have the bye in that round and whose manager could play; ``opponent``
    is the club it plays.

    No manager plays against a club of their own (``plays-himself``). In an odd division the manager
    with the bye plays (T0.08b: ``not-the-bye``); in an even one, and where no manager who could
    play has the bye, replacements come from outside (T0.08a, c: ``of-the-same-division``).
    """
    acts_for_opponent = opponent is not None and opponent in {*candidate.clubs, *candidate.acts}
    has_bye = bool(set(candidate.clubs) & set(on_bye))
    if division.is_odd and on_bye and not has_bye:
        return Refusal(
            "not-the-bye",
            f"The division has {division.playing} clubs: the manager with the round's bye "
            f"plays for the dropped one, and {candidate.name} does not have it.",
            "replacement",
            {"rule": "T0.08b", "on_bye": sorted(on_bye)},
        )
    if acts_for_opponent:
        return Refusal(
            "plays-himself",
            f"{candidate.name} acts for the opponent: a manager does not play against their own "
            "club.",
            "replacement",
            {"rule": "T0.08a", "opponent": opponent},
        )
    if has_bye and division.is_odd:
        return None
    if candidate.belongs_to(division):
        return Refusal(
            "of-the-same-division",
            f"{candidate.name} has a club in division {division.number}; in a division of "
            f"{division.playing} replacements come from outside.",
            "replacement",
            {"rule": "T0.08c"},
        )
    return None


def take_over_problem(
    candidate: Candidate, division: Division, *, played: int, advancing: Collection[int]
) -> Refusal | None:
    """Return why a manager who has ``played`` this many of its games may not take the dropped club
    over, if so; the clubs ``advancing`` are in the next stage already (T0.08e, g). Refused:
    ``played-no-game``, ``of-the-same-division``, ``goes-on-already``."""
    if not played:
        return Refusal(
            "played-no-game",
            f"{candidate.name} has played no game for the club.",
            "take_over",
            {"rule": "T0.08e"},
        )
    if candidate.belongs_to(division):
        return Refusal(
            "of-the-same-division",
            f"{candidate.name} has a club in the dropped club's division.",
            "take_over",
            {"rule": "T0.08g"},
        )
    advancing_clubs = sorted(set(candidate.clubs) & set(advancing))
    if advancing_clubs:
        return Refusal(
            "goes-on-already",
            f"{candidate.name} goes on with a club of their own.",
            "take_over",
            {"rule": "T0.08g", "clubs": advancing_clubs},
        )
    return None


def roll_problems(rolls: Mapping[int, int], able: Collection[int]) -> list[Refusal]:
    """List what is wrong with the dice that decide who takes the club over (T0.08f): each manager
    who may take it over has one d20 roll, and the highest roll is unique. Refused:
    ``rolls-of-others``, ``not-a-roll``, ``rolls-level``."""
    refusals = []
    if set(rolls) != set(able):
        refusals.append(
            Refusal(
                "rolls-of-others",
                "Exactly those who may take the club over roll.",
                "rolls",
                {"rule": "T0.08f", "able": sorted(able)},
            )
        )
    refusals += [
        Refusal("not-a-roll", f"A d20 shows 1 to 20, not {roll}.", "rolls")
        for roll in rolls.values()
        if not 1 <= roll <= 20
    ]
    if not refusals and list(rolls.values()).count(max(rolls.values(), default=0)) > 1:
        refusals.append(
            Refusal("rolls-level", "The highest roll is shared: they roll again.", "rolls")
        )
    return refusals
