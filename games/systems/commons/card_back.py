"""The back of a Commons card, and the legality of cards by it (CB-114 to CB-118)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from config.refusals import Refusal
from rosters.makers.base import HITTER, CardRow
from rosters.stats.lines import BattingLine, PitchingLine

PINCH, RELIEVER, STARTER = "pinch", "reliever", "starter"
COMMEMORATIVE: Final = "commemorative"
SPECIALS: Final = {HITTER: ("", PINCH, COMMEMORATIVE)}
PITCHERS_SPECIALS: Final = ("", RELIEVER, STARTER, COMMEMORATIVE)

BATTING_COLUMNS: Final = {
    "at_bats": "at-bats",
    "average": "batting average",
    "doubles": "doubles",
    "triples": "triples",
    "home_runs": "home runs",
    "stolen_bases": "stolen bases",
}
PITCHING_COLUMNS: Final = {
    "earned_run_average": "earned run average",
    "innings": "innings pitched",
    "walks": "walks",
}
STATISTICS: Final = (*BATTING_COLUMNS, *PITCHING_COLUMNS, "games")
"""``average`` as .318, ``innings`` as 270.1 (thirds after the point), ``games`` those that a
pitcher pitched in, which decide whether he is a reliever (CB-004)."""

TEAMS_TO_PINCH: Final = 2
RELIEVER_INNINGS: Final = 3.0

_COUNT = re.compile(r"[0-9]{1,4}")
_AVERAGE = re.compile(r"0?\.[0-9]{3,4}|1\.0{3,4}|0")
_INNINGS = re.compile(r"[0-9]{1,3}(\.[012])?")
_ERA = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?")

_READERS: Final = {
    "average": (_AVERAGE, "an average, such as .318"),
    "earned_run_average": (_ERA, "an average, such as 3.05"),
    "innings": (_INNINGS, "innings, such as 270.1"),
}


def write_batting(line: BattingLine) -> dict[str, str]:
    average = line.average
    steals = line.stolen_bases
    return {
        "at_bats": str(line.at_bats),
        "average": "" if average is None else f"{average:.3f}",
        "doubles": str(line.doubles),
        "triples": str(line.triples),
        "home_runs": str(line.home_runs),
        "stolen_bases": "" if steals is None else str(steals),
    }


def write_pitching(line: PitchingLine) -> dict[str, str]:
    era = line.earned_run_average
    return {
        "earned_run_average": "" if era is None else f"{era:.2f}",
        "innings": line.innings,
        "walks": str(line.walks),
        "games": str(line.games),
    }


def read_batting(row: CardRow) -> BattingLine | None:
    """The line of a batter's card; None where the card lacks a part of it. The cells have been
    verified."""
    cells = row.cells
    if not all(cells[name] for name in BATTING_COLUMNS):
        return None
    at_bats = int(cells["at_bats"])
    if not at_bats:
        return None
    return BattingLine(
        at_bats=at_bats,
        hits=round(float(cells["average"]) * at_bats),
        doubles=int(cells["doubles"]),
        triples=int(cells["triples"]),
        home_runs=int(cells["home_runs"]),
        stolen_bases=int(cells["stolen_bases"]),
    )


def read_pitching(row: CardRow) -> PitchingLine | None:
    """The line of a pitcher's card; None where the card lacks a part of it. Earned runs are
    computed from the average. The cells have been verified."""
    cells = row.cells
    if not all(cells[name] for name in PITCHING_COLUMNS):
        return None
    outs = outs_of(cells["innings"])
    if not outs:
        return None
    return PitchingLine(
        games=int(cells["games"] or 0),
        outs=outs,
        earned_runs=round(float(cells["earned_run_average"]) * outs / 27),
        walks=int(cells["walks"]),
    )


def outs_of(innings: str) -> int:
    """The outs of innings in notation: 812 for 270.2."""
    whole, _, thirds = innings.partition(".")
    return 3 * int(whole) + int(thirds or 0)


def statistics_problems(row: CardRow) -> list[Refusal]:
    """Refusals of unreadable cells: ``statistic-unreadable``, ``impossible-statistics``."""
    refusals = []
    for column in STATISTICS:
        cell = row.cells[column]
        pattern, words = _READERS.get(column, (_COUNT, "a count"))
        if cell and not pattern.fullmatch(cell):
            refusals.append(Refusal("statistic-unreadable", f"{cell!r} is not {words}.", column))
    year = row.cells["card_year"]
    if year and not re.fullmatch("[12][0-9]{3}", year):
        refusals.append(Refusal("statistic-unreadable", f"{year!r} is not a year.", "card_year"))
    return refusals or _impossible(row)


def mark_problems(row: CardRow) -> list[Refusal]:
    """Refused: ``unknown-mark``, ``pinch-of-one-team`` (CB-113)."""
    known = SPECIALS.get(row.kind, PITCHERS_SPECIALS)
    mark = row.cells["special"]
    if mark not in known:
        words = ", ".join(word for word in known if word)
        return [Refusal("unknown-mark", f"{mark!r} is none of {words}, nor empty.", "special")]
    if mark == PINCH and len(row.teams) == 1:
        return [
            Refusal(
                "pinch-of-one-team",
                f"{row.name} may be pinch-hit for only if the card's back shows two teams of the "
                f"season; this one shows {row.teams[0]} (CB-113).",
                "special",
                {"rule": "CB-113"},
            )
        ]
    return []


def _impossible(row: CardRow) -> list[Refusal]:
    if row.kind != HITTER:
        return []
    line = read_batting(row)
    if line is None or (line.singles >= 0 and line.hits <= line.at_bats):
        return []
    return [
        Refusal(
            "impossible-statistics",
            f"An average of {row.cells['average']} in {line.at_bats} at-bats is {line.hits} hits, "
            f"and {line.hits - line.singles} of them cannot be for extra bases.",
            "average",
        )
    ]


def card_faults(row: CardRow, thresholds: Sequence[str]) -> list[Refusal]:
    """All reasons why a deck may not have a card: ``commemorative-card`` (CB-118),
    ``card-without-statistics`` (CB-115 to CB-117) for each missing one, ``reliever-unknown``
    (CB-004), ``card-without-thresholds`` (CB-066)."""

    def fault(code: str, column: str, sentence: str, rule: str) -> Refusal:
        return Refusal(code, sentence, column, {"rule": rule, "card": row.key})

    cells = row.cells
    if cells.get("special") == COMMEMORATIVE:
        words = f"{row.name}: a special card without the statistics is not legal (CB-118)."
        return [fault("commemorative-card", "special", words, "CB-118")]
    hitter = row.kind == HITTER
    rule = "CB-117" if hitter else "CB-116"
    columns = BATTING_COLUMNS if hitter else PITCHING_COLUMNS
    missing = [(column, words) for column, words in columns.items() if not cells.get(column)]
    if hitter and cells.get("at_bats") == "0":
        missing.append(("at_bats", "a single at-bat"))
    if hitter and row.bats not in ("L", "R", "B"):
        missing.append(("bats", "whether he bats left, right or both"))
    if not hitter and row.throws not in ("L", "R"):
        missing.append(("throws", "whether he throws left or right"))
    faults = [
        fault(
            "card-without-statistics",
            column,
            f"{row.name}'s card does not show {words} ({rule}).",
            rule,
        )
        for column, words in missing
    ]
    if not hitter and not cells.get("games") and cells.get("special") not in (RELIEVER, STARTER):
        words = (
            f"Whether {row.name} is a reliever cannot be told: the games that he pitched in are "
            f"missing; "
            f"type them in, or mark him {RELIEVER} or {STARTER} (CB-004)."
        )
        faults.append(fault("reliever-unknown", "games", words, "CB-004"))
    if not any(cells.get(name) for name in thresholds) or not cells.get("rank"):
        words = f"{row.name}'s card has no thresholds or no rank yet (CB-066)."
        faults.append(fault("card-without-thresholds", thresholds[0], words, "CB-066"))
    return faults
