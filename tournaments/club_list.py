"""A list of clubs as a director types or pastes it: a line each. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal, Refused
from config.spreadsheets import read_list
from rosters.rules.teams import LONGEST_ABBREVIATION, TeamPlan, abbreviate, dye

LONGEST_LIST = 20_000
"""Characters; thirty clubs with all their colours need a tenth."""

MOST_MADE_UP = 100

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LETTERS = re.compile(rf"\w{{2,{LONGEST_ABBREVIATION}}}")
"""What may be an abbreviation."""


@dataclass(frozen=True)
class ClubLine:
    """A club and the line (from 1) it stands in."""

    number: int
    plan: TeamPlan


def read_clubs(text: str) -> list[ClubLine]:
    """``Name``, ``Name, ABB`` or ``Name, ABB, #rrggbb`` a line, or the same with semicolons, tabs
    or bars; a name in quotes may have any of them.

    Blank lines are passed over. What is not given is made up, different for every club, as far as
    a list may go that can be entered at all. Refused as by ``read_list``, and ``too-many-cells``
    for what is neither name nor abbreviation nor one of two colours.
    """
    rows = read_list(text, lambda number: f"clubs, line {number}")
    parsed = [(number, *_parts(number, parts)) for number, parts in rows]
    taken = {abbreviation.upper() for _, _, abbreviation, _ in parsed if abbreviation}
    found = []
    for place, (number, name, abbreviation, colours) in enumerate(parsed):
        if not abbreviation and place < MOST_MADE_UP:
            abbreviation = abbreviate(name, taken)
            taken.add(abbreviation)
        colour, accent = dye(place)
        found.append(
            ClubLine(
                number,
                TeamPlan(
                    name,
                    abbreviation,
                    colours[0] if colours else colour,
                    colours[1] if len(colours) > 1 else accent,
                ),
            )
        )
    return found


def in_line(refusal: Refusal, lines: Sequence[ClubLine]) -> Refusal:
    """A refusal of a club by its number, said by the line it was typed in."""
    kind, _, number = refusal.place.partition(" ")
    if kind != "club" or not number.isdigit() or int(number) > len(lines):
        return refusal
    message = f"Line {lines[int(number) - 1].number}: {refusal.message}"
    return Refusal(refusal.code, message, refusal.place, refusal.facts)


def _parts(number: int, parts: list[str]) -> tuple[str, str, list[str]]:
    """Name, abbreviation (or nothing) and colours of one line."""
    parts = [part for part in parts if part]
    colours: list[str] = []
    while len(parts) > 1 and _COLOUR.fullmatch(parts[-1]):
        colours.insert(0, parts.pop().lower())
    abbreviation = ""
    if len(parts) > 1:
        # A comma in the name is possible; what follows the last one is the abbreviation.
        abbreviation = parts.pop()
    if len(colours) > 2 or (len(parts) > 1 and _LETTERS.fullmatch(parts[-1])):
        said = (
            f"{parts[0][:60]!r} has more than an abbreviation and two colors such as #1f4d3a. "
            "A name with commas stands in quotes."
        )
        raise Refused(Refusal("too-many-cells", said, f"clubs, line {number}"))
    return ", ".join(parts), abbreviation, colours
