"""How true Deep Drive's cards came out: their numbers counted from the text and put against the
mean card of the year, half of all throws on each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from games.systems.deep_drive.cards.design import DEFENSE_DOUBLES, DEFENSE_HITS
from games.systems.deep_drive.cards.kept import Ratios, ratios_of
from rosters.makers.base import HITTER, CardRow, Subject
from rosters.makers.truth import BOTH_LEAGUES, MeasuredCard
from rosters.stats.lines import BattingLine, PitchingLine

FEWEST_AT_BATS_AND_WALKS, FEWEST_OUTS = 300, 120
"""The least that hitters and pitchers need to be measured."""

Count = Mapping[str, float]

_RANGE = re.compile(r"(?<![A-Za-z0-9+])([A-Za-z0-9+]++) (\d\d)(?:-(\d\d))?")


def count_numbers(cell: str) -> dict[str, float]:
    """How many numbers bring each reading: ``DD 00-10, SI+ 11-13``; both singles are ``SI``."""
    found: dict[str, float] = defaultdict(float)
    for reading, low, high in _RANGE.findall(cell):
        found["SI" if reading == "SI+" else reading] += int(high or low) - int(low) + 1
    return found


def measured_cards(cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
    """Every card of a year with what it gives and what its man did."""
    ratios = ratios_of([subject.season for subject, _ in cards])
    batters, pitchers, deep = [], [], []
    for subject, row in cards:
        season = subject.season
        if row.kind == HITTER and season.batting is not None:
            turns = _turns_at_bat(season.batting, ratios)
            left = count_numbers(row.cells["left"])
            batters.append((left, turns))
            deep.append((_right(row), turns, left.get("DD", 0.0)))
        elif season.pitching is not None:
            pitchers.append(
                (count_numbers(row.cells["card"]), _turns_against(season.pitching, ratios))
            )
    batter, pitcher = _mean(batters), _mean(pitchers)
    # Deep drives off pitchers' cards are looked up on his right side too.
    right = _mean(
        [(side, turns * (drives + pitcher["DD"])) for side, turns, drives in deep],
    )
    ratio = _of_position_players(cards, ratios)
    found = []
    for subject, row in cards:
        batting, pitching = subject.season.batting, subject.season.pitching
        if row.kind == HITTER and batting is not None:
            both = _together(count_numbers(row.cells["left"]), pitcher)
            made = _figures(both, _right(row))
            own = _own(batting, ratios)
            weight = _turns_at_bat(batting, ratios)
            eligible = batting.at_bats + batting.walks >= FEWEST_AT_BATS_AND_WALKS
            names: tuple[str, ...] = ("AVG", "OBP", "SLG")
        elif pitching is not None:
            both = _together(count_numbers(row.cells["card"]), batter)
            made = _figures(both, right)
            allowed = _allowed(pitching, ratios)
            own = {name: share * ratio[name] for name, share in allowed.items()}
            weight = _turns_against(pitching, ratios)
            eligible = pitching.outs >= FEWEST_OUTS
            names = ("AVG", "HR")
        else:
            continue
        if own:
            found.append(
                MeasuredCard(
                    row.key,
                    row.kind,
                    BOTH_LEAGUES,
                    weight,
                    eligible,
                    own,
                    {name: made[name] for name in names},
                )
            )
    return found


def _right(row: CardRow) -> dict[str, float]:
    """A right side in hits of a deep drive; half of Park is a home run in a neutral park."""
    counts = count_numbers(row.cells["right"])
    return {
        "HR": (counts.get("HR", 0.0) + counts.get("Park", 0.0) / 2) / 100,
        "TR": counts.get("TR", 0.0) / 100,
        "DO": counts.get("DO", 0.0) / 100,
    }


def _together(card: Count, other: Count) -> dict[str, float]:
    """Shares of turns, half of them read on each card."""
    return {
        reading: (card.get(reading, 0.0) + other.get(reading, 0.0)) / 100
        for reading in ("DD", "SI", "BB", "HBP", "DEF")
    }


def _figures(turns: Count, right: Count) -> dict[str, float]:
    doubles = turns["DD"] * right.get("DO", 0.0) + turns["DEF"] * DEFENSE_DOUBLES
    singles = turns["SI"] + turns["DEF"] * (DEFENSE_HITS - DEFENSE_DOUBLES)
    triples, homers = (turns["DD"] * right.get(hit, 0.0) for hit in ("TR", "HR"))
    hits = singles + doubles + triples + homers
    walks = turns["BB"] + turns["HBP"]
    return {
        "AVG": hits / (1 - walks),
        "OBP": hits + walks,
        "SLG": (singles + 2 * doubles + 3 * triples + 4 * homers) / (1 - walks),
        "HR": homers,
    }


def _given(line: BattingLine | PitchingLine, ratios: Ratios) -> float:
    told = line.intentional_walks
    return ratios.intentional * line.walks if told is None else float(told)


def _turns_at_bat(line: BattingLine, ratios: Ratios) -> float:
    """Turns that are thrown: intentional walks and bunts left out."""
    return line.plate_appearances - _given(line, ratios) - (line.sacrifice_hits or 0)


def _turns_against(line: PitchingLine, ratios: Ratios) -> float:
    faced = line.batters_faced or line.outs + line.hits + line.walks + (line.hit_batters or 0)
    bunts = line.sacrifice_hits
    return faced - _given(line, ratios) - (ratios.bunts * faced if bunts is None else bunts)


def _own(line: BattingLine, ratios: Ratios) -> dict[str, float]:
    """His season without intentional walks; sacrifice flies are at-bats."""
    turns = _turns_at_bat(line, ratios)
    walks = line.walks - _given(line, ratios) + (line.hit_by_pitch or 0)
    at_bats = turns - walks
    if at_bats <= 0:
        return {}
    return {
        "AVG": line.hits / at_bats,
        "OBP": (line.hits + walks) / turns,
        "SLG": line.total_bases / at_bats,
    }


def _allowed(line: PitchingLine, ratios: Ratios) -> dict[str, float]:
    turns = _turns_against(line, ratios)
    walks = line.walks - _given(line, ratios)
    at_bats = turns - walks - (line.hit_batters or 0)
    if at_bats <= 0:
        return {}
    return {
        "AVG": line.hits / at_bats,
        "HR": line.home_runs / turns,
    }


def _of_position_players(
    cards: Sequence[tuple[Subject, CardRow]], ratios: Ratios
) -> dict[str, float]:
    """What position players did against what pitchers allowed to everybody, pitchers at bat too:
    a pitcher's card is put against the mean card of position players."""
    at_bat, against = [], []
    for subject, row in cards:
        batting, pitching = subject.season.batting, subject.season.pitching
        if row.kind == HITTER and batting is not None:
            turns = _turns_at_bat(batting, ratios)
            walks = batting.walks - _given(batting, ratios)
            outs_and_hits = turns - walks - (batting.hit_by_pitch or 0)
            at_bat.append((batting.hits, outs_and_hits, batting.home_runs, turns))
        elif pitching is not None:
            turns = _turns_against(pitching, ratios)
            walks = pitching.walks - _given(pitching, ratios)
            outs_and_hits = turns - walks - (pitching.hit_batters or 0)
            against.append((pitching.hits, outs_and_hits, pitching.home_runs, turns))
    if not at_bat or not against:
        return {"AVG": 1.0, "HR": 1.0}
    hits, at_bats, homers, turns = (sum(column) for column in zip(*at_bat, strict=True))
    allowed, faced, long, all_turns = (sum(column) for column in zip(*against, strict=True))
    return {
        "AVG": hits * faced / (at_bats * allowed) if at_bats and allowed else 1.0,
        "HR": homers * all_turns / (turns * long) if turns and long else 1.0,
    }


def _mean(counts: Sequence[tuple[Count, float]]) -> dict[str, float]:
    total = sum(weight for _, weight in counts)
    found: dict[str, float] = defaultdict(float)
    for count, weight in counts:
        for reading, number in count.items():
            found[reading] += number * weight / (total or 1)
    return found
