"""Deep Drive's park cards: a result for each face of the modifier die, 0 to 9 (DD-029).

A card is stored as its ten results, face 0 first, a space between; printed it is the results with
their faces: ``HR 0-4, F7d 5-6, F8d 7, F9d 8-9``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from config.refusals import Refusal, refuse_all
from rosters.rules.park_factors import home_run_factor
from rosters.rules.parks import ParkNumbers

HOME_RUN: Final = "HR"
DEEP_FLIES: Final = ("F7d", "F8d", "F9d")
RESULTS: Final = (HOME_RUN, *DEEP_FLIES)
"""What a park card may say (DD-030, DD-031)."""

FACES: Final = 10
"""Faces of the modifier die."""

HOME_RUN_OF_A_NUMBER: Final = 0.042
"""Part of a neutral park's home runs that one face of the modifier die is (the house's cards
have 10 park chances of 100 and 19 home runs of their own)."""
NEUTRAL_FACES: Final = 5
FLIES_BY_TURNS: Final = (0, 2, 1, 0, 2)
"""Where what is caught goes, first face first: two to left, two to right, one to centre of five."""


def park_card(home_runs: float) -> tuple[str, ...]:
    """The card of a park that gives so many times the home runs of a neutral one.

    One result for each face of the modifier die, home runs first; a neutral park's is
    ``0-4 HR, 5-6 F7d, 7 F8d, 8-9 F9d``.
    """
    given = round(NEUTRAL_FACES + (home_runs - 1) / HOME_RUN_OF_A_NUMBER)
    given = min(FACES - 1, max(0, given))
    flies = [0, 0, 0]
    for number in range(FACES - given):
        flies[FLIES_BY_TURNS[number % len(FLIES_BY_TURNS)]] += 1
    caught = (fly for fly, faces in zip(DEEP_FLIES, flies, strict=True) for _ in range(faces))
    return (HOME_RUN,) * given + tuple(caught)


def write_card(card: Sequence[str]) -> str:
    """A park card as it is printed: ``HR 0-4, F7d 5-6, F8d 7, F9d 8-9``."""
    written = []
    for result in RESULTS:
        spans: list[list[int]] = []
        for face in (face for face, found in enumerate(card) if found == result):
            if spans and spans[-1][-1] == face - 1:
                spans[-1][-1] = face
            else:
                spans.append([face, face])
        said = (f"{first}" if first == last else f"{first}-{last}" for first, last in spans)
        if spans:
            written.append(f"{result} {' '.join(said)}")
    return ", ".join(written)


def read_card(text: str, place: str = "card") -> tuple[str, ...]:
    """The card that ``write_card`` wrote or somebody copied from paper: a result and its faces, and
    so on by commas (DD-029).

    Refused, everything at once: ``park-result`` for what no park card says (DD-030, DD-031),
    ``park-range`` for what is no range of the die, ``park-overlap`` and ``park-gap`` unless the
    results cover 0 to 9, each face once.
    """
    owner: dict[int, str] = {}
    refusals: list[Refusal] = []

    def fault(code: str, sentence: str, **facts: object) -> None:
        refusals.append(Refusal(code, sentence, place, facts))

    for part in text.split(","):
        said, *ranges = part.split() or [""]
        result = {known.lower(): known for known in RESULTS}.get(said.lower())
        if result is None:
            fault("park-result", f"{said!r} is none of {', '.join(RESULTS)}.")
            continue
        for word in ranges:
            found = re.fullmatch(r"([0-9])(?:[-–]([0-9]))?", word)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
            if last < first:
                fault("park-range", f"{word!r} is no range of a die with faces 0 to 9, as 0-3 is.")
            for face in range(first, last + 1):
                if face in owner:
                    fault("park-overlap", f"Face {face} is {owner[face]} and {result}.", face=face)
                owner.setdefault(face, result)
    missing = [face for face in range(FACES) if face not in owner]
    if missing and not refusals:
        fault("park-gap", f"No result has {', '.join(map(str, missing))}.", faces=missing)
    refuse_all(refusals)
    return tuple(owner[face] for face in range(FACES))


class DeepDriveParkCards:
    """Deep Drive's side of ``rosters.rules.parks.ParkCards``."""

    name = "Deep Drive"
    column = "deep_drive"
    example = "HR 0-4, F7d 5-6, F8d 7, F9d 8-9"
    told = "The modifier die is looked up here whenever a card says Park."

    def fitting(self, numbers: ParkNumbers) -> str:
        """By the home runs of both hands alike."""
        both = (numbers.home_runs_left + numbers.home_runs_right) / 2
        return " ".join(park_card(home_run_factor(both)))

    def read(self, printed: str, place: str = "card") -> str:
        """Refused as by ``read_card``."""
        return " ".join(read_card(printed, place))

    def printed(self, stored: str) -> str:
        """Each result once, with its faces."""
        return write_card(stored.split())
