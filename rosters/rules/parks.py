"""A ballpark's numbers: how it plays, in four of them, and the Deep Drive park card. Pure.

Every game system makes of the four what its parks are: one throws a d20 against them as they stand
(S30.3, S30.4), another looks its modifier die, 0 to 9, up on a park card that fits them (DD-029).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from typing import Final

from config.refusals import Refusal, refuse_all
from rosters.rules.editions.law import ParkLaw

HOME_RUN: Final = "HR"
DEEP_FLIES: Final = ("F7d", "F8d", "F9d")
RESULTS: Final = (HOME_RUN, *DEEP_FLIES)
"""What a park card may say (DD-030, DD-031)."""

FACES: Final = 10
"""Of the modifier die."""

LARGEST: Final = 20
"""Of a park's numbers (A-D6)."""

NEUTRAL: Final = 10


@dataclass(frozen=True)
class ParkNumbers:
    """How a park plays: its singles and its home runs by left- and by right-handed batters.

    On the scale of ``park_factors``: 10 is a neutral park, 0 takes away every hit that depends on a
    park, 20 gives twice as many of them.
    """

    singles_left: int = NEUTRAL
    singles_right: int = NEUTRAL
    home_runs_left: int = NEUTRAL
    home_runs_right: int = NEUTRAL


NUMBERS: Final = tuple(each.name for each in fields(ParkNumbers))


def number_problems(numbers: ParkNumbers) -> list[Refusal]:
    """A-D6: ``park-number`` for each of the four that is not 0 to 20."""
    return [
        Refusal(
            "park-number",
            f"A d20 is rolled against a park's numbers: {value} is not 0 to {LARGEST}.",
            name,
            {"value": value, "largest": LARGEST},
        )
        for name, value in zip(NUMBERS, astuple(numbers), strict=True)
        if not 0 <= value <= LARGEST
    ]


def design_problems(numbers: ParkNumbers) -> list[Refusal]:
    """T0.02e: a park of one's own is the same to left- and right-handed batters
    (``park-left-right``), singles and home runs both (A-D6)."""
    found = number_problems(numbers)
    for what, left, right in (
        ("singles", numbers.singles_left, numbers.singles_right),
        ("home_runs", numbers.home_runs_left, numbers.home_runs_right),
    ):
        if left != right:
            found.append(
                Refusal(
                    "park-left-right",
                    f"A park of one's own has the same {what.replace('_', ' ')} for left- and "
                    f"right-handed batters, not {left} and {right}.",
                    f"{what}_right",
                    {"left": left, "right": right, "rule": "T0.02e"},
                )
            )
    return found


@dataclass(frozen=True)
class Pick:
    """A park as somebody takes it: ``key`` tells it from every other, the same in every year's
    list; ``designed`` says that it is one of a manager's own and not from a list."""

    key: str
    name: str
    designed: bool = False


def pick_problems(pick: Pick, taken: Iterable[Pick], law: ParkLaw) -> list[Refusal]:
    """T0.02e to g: what speaks against a park when the division's other clubs have these.

    ``park-taken`` for a park that another club of the division has, ``park-not-listed`` for one of
    a manager's own where the edition has none, ``park-privilege-lapsed`` for one when somebody has
    taken any park before him (A-D5, A-D7).
    """
    others = list(taken)
    if law.one_team_a_park and any(other.key == pick.key for other in others):
        return [
            Refusal(
                "park-taken",
                f"Another club of the division plays at {pick.name}.",
                "ballpark",
                {"rule": "T0.02g"},
            )
        ]
    if pick.designed and not law.own_park:
        return [
            Refusal(
                "park-not-listed",
                f"Parks come from a list here; {pick.name} is somebody's own.",
                "ballpark",
                {"rule": "T0.02f"},
            )
        ]
    if pick.designed and others and not law.own_parks_of_all:
        return [
            Refusal(
                "park-privilege-lapsed",
                "Only the first to take a park in the division may describe one of his own; "
                f"{others[0].name} is taken, so {pick.name} has to be one from a list.",
                "ballpark",
                {"rule": "T0.02f"},
            )
        ]
    return []


HOME_RUN_OF_A_NUMBER: Final = 0.042
"""Part of a neutral park's home runs that one face of the modifier die is (Deep Drive's cards have
10 park chances of 100 and 19 home runs of their own)."""
NEUTRAL_FACES: Final = 5
FLIES_BY_TURNS: Final = (0, 2, 1, 0, 2)
"""Where what is caught goes, first face first: two to left, two to right, one to centre of five."""


def park_card(home_runs: float) -> tuple[str, ...]:
    """The Deep Drive park card of a park that gives so many times the home runs of a neutral one.

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
