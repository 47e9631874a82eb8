"""The order in which entrants choose, and their choice of a place (T0.02h to j, A-D1).

Entrants are known by a number; a place is a division and a draft slot in it, both from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from config.refusals import Refusal
from rosters.rules.draft.divisions import Division
from rosters.rules.draft.settings import DraftSettings

Rolls = Mapping[int, Sequence[Sequence[int]]]
"""By entrant all of the entrant's shakes, the first one first; each is the faces of its dice."""


def roll_problems(
    entrant: int, faces: Sequence[int], rolls: Rolls, settings: DraftSettings
) -> list[Refusal]:
    """``roll-not-due`` unless the entrant has yet to roll or is tied, ``roll-dice`` for another
    number of dice, ``roll-out-of-range`` for what the die does not show."""
    found = []
    if entrant not in to_roll(rolls):
        found.append(
            Refusal(
                "roll-not-due", "That entrant has rolled, and is not tied.", f"entrant {entrant}"
            )
        )
    if len(faces) != settings.dice:
        found.append(
            Refusal(
                "roll-dice",
                f"{settings.dice} dice are rolled, not {len(faces)}.",
                f"entrant {entrant}",
            )
        )
    found += [
        Refusal(
            "roll-out-of-range",
            f"A d{settings.die} does not show {face}.",
            f"entrant {entrant}",
            {"face": face, "die": settings.die, "rule": "T0.02h"},
        )
        for face in faces
        if not 1 <= face <= settings.die
    ]
    return found


def choosing_order(rolls: Rolls) -> list[list[int]]:
    """Highest first; those whom no roll has told apart yet stand together.

    Only the tied roll again, and their order among the others stays (A-D1).
    """
    return list(_groups(sorted(rolls), rolls, 0))


def to_roll(rolls: Rolls) -> frozenset[int]:
    """Whose roll is wanted: who has made none, and everybody tied who has not rolled again."""
    wanted: set[int] = set()
    for group in choosing_order(rolls):
        if len(group) > 1 or not rolls[group[0]]:
            fewest = min(len(rolls[each]) for each in group)
            wanted |= {each for each in group if len(rolls[each]) == fewest}
    return frozenset(wanted)


def _groups(entrants: Sequence[int], rolls: Rolls, depth: int) -> Iterator[list[int]]:
    if len(entrants) == 1 or any(len(rolls[each]) <= depth for each in entrants):
        yield list(entrants)
        return
    sums = {each: sum(rolls[each][depth]) for each in entrants}
    for total in sorted(set(sums.values()), reverse=True):
        yield from _groups([each for each in entrants if sums[each] == total], rolls, depth + 1)


@dataclass(frozen=True, order=True)
class Place:
    """A division and a slot of its draft."""

    division: int
    slot: int

    @property
    def key(self) -> str:
        """Both, as a form sends them."""
        return f"{self.division}-{self.slot}"


@dataclass(frozen=True)
class Choosing:
    """How far the choosing is: the divisions, who may choose in which order, and who has what."""

    divisions: Sequence[Division]
    order: Sequence[int]
    imputed: frozenset[int] = frozenset()
    chosen: Mapping[int, Place] = field(default_factory=dict)

    @property
    def next(self) -> int | None:
        """Whose choice it is; ``None`` when every participant has a place."""
        return next((each for each in self.order if each not in self.chosen), None)

    @property
    def free(self) -> list[Place]:
        """The places that are free, by division and slot."""
        taken = set(self.chosen.values())
        return [
            place
            for number, division in enumerate(self.divisions, start=1)
            for slot in range(1, division.teams + 1)
            if (place := Place(number, slot)) not in taken
        ]

    def open_to_participants(self) -> list[Place]:
        """Free places in divisions that can still take a participant beside their imputed teams."""
        here = [
            sum(
                1
                for entrant, place in self.chosen.items()
                if place.division == number and entrant not in self.imputed
            )
            for number in range(1, len(self.divisions) + 1)
        ]
        return [
            place
            for place in self.free
            if here[place.division - 1] < self.divisions[place.division - 1].participants
        ]


def choice_problems(choosing: Choosing, entrant: int, place: Place) -> list[Refusal]:
    """``slot-out-of-turn``, ``no-such-slot``, ``slot-taken``, ``division-full``, and
    ``imputed-slot`` for an imputed team, whose slot is drawn (T0.02i, j)."""
    where = f"entrant {entrant}"
    if entrant in choosing.imputed:
        return [
            Refusal(
                "imputed-slot",
                "An imputed team's slot is drawn at random, never chosen.",
                where,
                {"rule": "T0.02j"},
            )
        ]
    found = []
    if entrant != choosing.next:
        found.append(
            Refusal(
                "slot-out-of-turn",
                "It is not that entrant's choice yet, or no longer.",
                where,
                {"rule": "T0.02i"},
            )
        )
    if not (
        1 <= place.division <= len(choosing.divisions)
        and 1 <= place.slot <= choosing.divisions[place.division - 1].teams
    ):
        found.append(
            Refusal(
                "no-such-slot",
                f"Division {place.division} has no slot {place.slot}.",
                where,
            )
        )
    elif place in choosing.chosen.values():
        found.append(
            Refusal(
                "slot-taken",
                f"Slot {place.slot} of division {place.division} is taken.",
                where,
                {"rule": "T0.02i"},
            )
        )
    elif place not in choosing.open_to_participants():
        found.append(
            Refusal(
                "division-full",
                f"What is left of division {place.division} is for imputed teams.",
                where,
                {"rule": "T0.12"},
            )
        )
    return found


def earliest(choosing: Choosing) -> list[Place]:
    """What somebody who cannot be reached is given: the earliest slot that is open, in one division
    or, for a die to settle, in several."""
    places = choosing.open_to_participants()
    first = min((place.slot for place in places), default=0)
    return [place for place in places if place.slot == first]


def draw_imputed(choosing: Choosing, draws: Sequence[int]) -> dict[int, Place]:
    """The places left over, to the imputed teams in the order of ``draws``, whole numbers of which
    each picks one of the places still there (T0.02j)."""
    left = choosing.free
    found = {}
    waiting = sorted(choosing.imputed - choosing.chosen.keys())
    for entrant, draw in zip(waiting, draws, strict=True):
        found[entrant] = left.pop(draw % len(left))
    return found
