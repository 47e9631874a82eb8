"""Rows that are easily misread, read once more from the document itself: each example is what
somebody with the book and a pencil makes of it, and the engine is held against that."""

import pytest

from tests.engine.deep_drive.stage import played, staged

OUT = "3-5-4"
"""An OUT off the batter's card: no double, not 49 or 99, tens no 0 and no 5."""

CASES = [
    # Runners on, outs, code, speeds, fielders' ratings, entries; then runners, and outs and runs.
    ("12", 0, "G5", {}, {5: 4}, (OUT,), "1b 3r2", (1, 0)),
    ("12", 0, "G5", {}, {5: 5}, (OUT,), "1b 2r1", (1, 0)),
    ("12", 0, "G5", {2: "S", 1: "-"}, {5: 1}, (OUT,), "1b 2r1", (1, 0)),
    ("12", 0, "G5", {2: "F", 1: "-"}, {5: 1}, (OUT,), "1b 3r2", (1, 0)),
    ("12", 0, "G2", {2: "S", 1: "S"}, {2: 5}, (OUT,), "1b 3r2", (1, 0)),
    ("12", 0, "G2", {2: "VS", 1: "S"}, {2: 1}, (OUT,), "1b 2r1", (1, 0)),
    ("13", 0, "G3", {}, {}, (OUT,), "2r1 3r3", (1, 0)),
    ("13", 0, "G4", {}, {}, (OUT,), "1b", (1, 1)),
    ("13", 0, "G6h", {}, {}, (OUT,), "", (2, 1)),
    ("13", 0, "G5", {}, {5: 4}, (OUT,), "1b 3r3", (1, 0)),
    ("13", 0, "G5", {}, {5: 3}, (OUT,), "1b", (1, 1)),
    ("123", 0, "G1", {}, {}, (OUT,), "1b 2r1 3r2", (1, 0)),
    ("123", 0, "G1h", {}, {}, (OUT,), "2r1 3r2", (2, 0)),
    ("123", 0, "G6", {}, {}, (OUT,), "1b 3r2", (1, 1)),
    ("123", 1, "G4h", {}, {}, (OUT,), "", (3, 0)),
    ("23", 0, "G6", {}, {}, (OUT,), "2r2", (1, 1)),
    ("23", 0, "G4", {}, {}, (OUT,), "3r2", (1, 1)),
    ("2", 0, "G6", {}, {}, (OUT,), "2r2", (1, 0)),
    ("2", 0, "G3", {}, {}, (OUT,), "3r2", (1, 0)),
    ("3", 0, "G6", {}, {}, (OUT,), "", (1, 1)),
    ("3", 0, "G3", {}, {}, (OUT,), "3r3", (1, 0)),
    ("3", 1, "G5s", {}, {}, (OUT,), "", (2, 1)),
    ("12", 0, "G6", {}, {6: 5}, (OUT,), "1b 2r1", (1, 0)),
    ("12", 0, "G6", {}, {6: 4}, (OUT,), "1b 3r2", (1, 0)),
    ("12", 0, "G5h", {}, {}, (OUT,), "3r2", (2, 0)),
    # Letter M by the tens die of the throw that hit it: a 0 or a 5 is a force at third.
    ("12", 0, "G5h", {}, {}, ("8-5-4",), "3r2", (2, 0)),
    ("12", 0, "G3h", {2: "-"}, {3: 4}, (OUT,), "3r2", (2, 0)),
    ("12", 0, "G6h", {2: "-"}, {6: 5}, (OUT,), "3r2", (2, 0)),
    ("1", 0, "G6h", {}, {}, (OUT,), "", (2, 0)),
    # Line outs: who is doubled up, and the triple play.
    ("13", 0, "L3", {}, {}, (OUT, "0-9", "3-0"), "3r3", (2, 0)),
    ("13", 0, "L5", {}, {}, (OUT, "0-0", "9-9"), "1r1", (2, 0)),
    ("123", 0, "L4", {}, {}, (OUT, "0-5", "3-0"), "1r1 3r3", (2, 0)),
    ("123", 0, "L6", {}, {}, (OUT, "0-5", "2-9"), "", (3, 0)),
    ("123", 0, "L6", {}, {}, (OUT, "1-0"), "1r1 2r2 3r3", (1, 0)),
    ("13", 0, "L3", {}, {}, ("4-9-4", "0-1", "3-0"), "1r1", (2, 0)),
    ("1", 1, "L6", {}, {}, (OUT, "0-9"), "", (3, 0)),
    ("1", 0, "L6", {}, {}, (OUT, "0-9"), "", (2, 0)),
]


@pytest.mark.parametrize(
    ("on", "outs", "code", "speeds", "ratings", "entries", "runners", "made"),
    CASES,
)
def test_grounders_and_liners_by_the_book(on, outs, code, speeds, ratings, entries, runners, made):
    bases = tuple(int(base) for base in on)
    stage = staged(*bases, outs=outs, code=code, speeds=speeds, ratings=ratings)
    found = played(stage, *entries)
    assert (found.outs, found.runs) == made
    assert found.outs == 3 or found.runners == runners
