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
"""All rolls of each entrant, the first one first; each is the faces of its dice."""


def roll_problems(
    entrant: int, faces: Sequence[int], rolls: Rolls, settings: DraftSettings
) -> list[Refusal]:
    """``roll-not-due`` unless the entrant has yet to roll or is tied, ``roll-dice`` for another
    number of dice, ``roll-out-of-range`` for a face that the die does not have."""
    refusals = []
    if entrant not in to_roll(rolls):
        refusals.append(
            Refusal(
                "roll-not-due", "That entrant has rolled, and is not tied.", f"entrant {entrant}"
            )
        )
    if len(faces) != settings.dice:
        refusals.append(
            Refusal(
                "roll-dice",
                f"{settings.dice} dice are rolled, not {len(faces)}.",
                f"entrant {entrant}",
            )
        )
    refusals += [
        Refusal(
            "roll-out-of-range",
            f"A d{settings.die} does not show {face}.",
            f"entrant {entrant}",
            {"face": face, "die": settings.die, "rule": "T0.02h"},
        )
        for face in faces
        if not 1 <= face <= settings.die
    ]
    return refusals


def choosing_order(rolls: Rolls) -> list[list[int]]:
    """Groups of entrants, highest first; those still tied stand together.

    Only the tied roll again, and their order among the others stays (A-D1).
    """
    return list(_groups(sorted(rolls), rolls, 0))


def to_roll(rolls: Rolls) -> frozenset[int]:
    """The entrants who have to roll: those without a roll, and the tied who have not rolled
    again."""
    must_roll: set[int] = set()
    for group in choosing_order(rolls):
        if len(group) > 1 or not rolls[group[0]]:
            fewest = min(len(rolls[entrant]) for entrant in group)
            must_roll |= {entrant for entrant in group if len(rolls[entrant]) == fewest}
    return frozenset(must_roll)


def _groups(entrants: Sequence[int], rolls: Rolls, depth: int) -> Iterator[list[int]]:
    if len(entrants) == 1 or any(len(rolls[entrant]) <= depth for entrant in entrants):
        yield list(entrants)
        return
    sums = {entrant: sum(rolls[entrant][depth]) for entrant in entrants}
    for total in sorted(set(sums.values()), reverse=True):
        yield from _groups(
            [entrant for entrant in entrants if sums[entrant] == total], rolls, depth + 1
        )


@dataclass(frozen=True, order=True)
class Place:
    division: int
    slot: int

    @property
    def key(self) -> str:
        """Both numbers, as a form sends them."""
        return f"{self.division}-{self.slot}"


@dataclass(frozen=True)
class Choosing:
    """The state of the choosing: the divisions, the entrants in choosing order, and the places
    taken."""

    divisions: Sequence[Division]
    order: Sequence[int]
    imputed: frozenset[int] = frozenset()
    chosen: Mapping[int, Place] = field(default_factory=dict)

    @property
    def next(self) -> int | None:
        """The entrant who chooses next; ``None`` when every participant has a place."""
        return next((entrant for entrant in self.order if entrant not in self.chosen), None)

    @property
    def free(self) -> list[Place]:
        taken_places = set(self.chosen.values())
        return [
            place
            for number, division in enumerate(self.divisions, start=1)
            for slot in range(1, division.teams + 1)
            if (place := Place(number, slot)) not in taken_places
        ]

    def open_to_participants(self) -> list[Place]:
        """Free places in divisions that can still take a participant beside their imputed teams."""
        participants = [
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
            if participants[place.division - 1] < self.divisions[place.division - 1].participants
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
    refusals = []
    if entrant != choosing.next:
        refusals.append(
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
        refusals.append(
            Refusal(
                "no-such-slot",
                f"Division {place.division} has no slot {place.slot}.",
                where,
            )
        )
    elif place in choosing.chosen.values():
        refusals.append(
            Refusal(
                "slot-taken",
                f"Slot {place.slot} of division {place.division} is taken.",
                where,
                {"rule": "T0.02i"},
            )
        )
    elif place not in choosing.open_to_participants():
        refusals.append(
            Refusal(
                "division-full",
                f"What is left of division {place.division} is for imputed teams.",
                where,
                {"rule": "T0.12"},
            )
        )
    return refusals


def earliest(choosing: Choosing) -> list[Place]:
    """The places for an entrant who cannot be reached: the earliest open slot, in one division or,
    for a die to settle, in several."""
    places = choosing.open_to_participants()
    first = min((place.slot for place in places), default=0)
    return [place for place in places if place.slot == first]


def draw_imputed(choosing: Choosing, draws: Sequence[int]) -> dict[int, Place]:
    """Assign the remaining places to the imputed teams in the order of ``draws``, whole numbers
    each of which picks one of the places still free (T0.02j)."""
    free_places = choosing.free
    assigned = {}
    waiting = sorted(choosing.imputed - choosing.chosen.keys())
    for entrant, draw in zip(waiting, draws, strict=True):
        assigned[entrant] = free_places.pop(draw % len(free_places))
    return assigned
