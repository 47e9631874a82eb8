"""The rest of a pitcher's card beside his numbers: on-base events, hold, endurance, how he bats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.systems.deep_drive.cards.gloves import WITH_MEN_ON, drawn_arm, symbols
from games.systems.deep_drive.play.cards import (
    BALK,
    FACES,
    GOOD,
    MOST_BATTERS,
    NO_EVENTS,
    PICK_OFF,
    POOR,
    USUAL,
    WILD_PITCH,
    Column,
    event_bits,
)
from rosters.stats.lines import BattingLine, PitchingLine

FEW_FACED = 200.0
USUAL_WILD = 0.0093
USUAL_BALKS = 0.0008
PICKED_OFF = 0.0025
"""Pick-offs a batter faced: they are not counted by pitcher (2012: six of a thousand turns with men
on); left-handers, who face first base, twice as many."""
LEFT_SHARE = 1.6
RIGHT_SHARE = 0.8

STARTERS_SHARE = 0.2
"""The share of his games that a pitcher has to have started to be a starter on his card."""
RELIEF_BATTERS = 6.0
"""Batters in a relief outing of one who started too."""
SHORTEST_START, LONGEST_START = 14.0, 36.0
LONGEST_RELIEF = 20.0
"""Batters, where starts and relief are not told apart."""
USUAL_AVERAGE = 0.130
CLASS = 0.025
FEW_AT_BATS = 40.0


@dataclass(frozen=True)
class Mound:
    """Wild pitches and balks a batter faced that are usual in a year, and how pitchers bat."""

    wild: float = USUAL_WILD
    balks: float = USUAL_BALKS
    average: float = USUAL_AVERAGE


def faced(line: PitchingLine) -> int:
    """Batters he faced, reckoned where they were not counted."""
    if line.batters_faced is not None:
        return line.batters_faced
    return line.outs + line.hits + line.walks + (line.hit_batters or 0)


def mound_of(lines: Iterable[PitchingLine], at_bat: Iterable[BattingLine]) -> Mound:
    """What is usual among a year's pitchers."""
    found = list(lines)
    batted = [line for line in at_bat if line.at_bats]
    at_bats, hits = sum(line.at_bats for line in batted), sum(line.hits for line in batted)

    def usual(counted: list[tuple[int | None, int]], known: float) -> float:
        told = [(count, of) for count, of in counted if count is not None]
        base = sum(of for _, of in told)
        return sum(count for count, _ in told) / base if base else known

    return Mound(
        usual([(line.wild_pitches, faced(line)) for line in found], USUAL_WILD),
        usual([(line.balks, faced(line)) for line in found], USUAL_BALKS),
        hits / at_bats if at_bats >= FEW_FACED else USUAL_AVERAGE,
    )


def events_of(key: str, throws: str, line: PitchingLine, year: Mound) -> Column:
    """WP, BK and PO, one after another from 90 up."""
    off = PICKED_OFF * (LEFT_SHARE if throws == "L" else RIGHT_SHARE)
    wanted = (
        (WILD_PITCH, _rate(line.wild_pitches, line, year.wild)),
        (BALK, _rate(line.balks, line, year.balks)),
        (PICK_OFF, off),
    )
    rows = [0] * FACES
    at = 0
    for kind, rate in wanted:
        for symbol in symbols(100 * rate / WITH_MEN_ON, key, str(kind)):
            if at < FACES:
                rows[at] = event_bits(kind, symbol)
                at += 1
    return Column(rows) if at else NO_EVENTS


def _rate(count: int | None, line: PitchingLine, usual: float) -> float:
    if count is None:
        return usual
    return (count + FEW_FACED * usual) / (faced(line) + FEW_FACED)


def hold_of(key: str, throws: str) -> int:
    """H, good ones negative. It is not counted anywhere: it is drawn, left-handers better."""
    return drawn_arm(key, "hold", 0.75, 0.6 if throws == "L" else -0.2)


def endurance(line: PitchingLine) -> tuple[int, int]:
    """Batters in a usual start and in a usual relief outing, 0 where he had none. Who relieved and
    was sent out to start now and then is a reliever."""
    batters, relief = faced(line), line.relief_games
    starter = started = 0
    if line.starts:
        each = (batters - RELIEF_BATTERS * relief) / line.starts
        started = _batters(min(LONGEST_START, max(SHORTEST_START, each)))
        starter = started if line.starts >= STARTERS_SHARE * (line.starts + relief) else 0
    if not relief:
        return starter, 0
    return starter, _batters(min(LONGEST_RELIEF, (batters - started * line.starts) / relief))


def _batters(number: float) -> int:
    return max(1, min(MOST_BATTERS, round(number)))


def hitting_of(line: BattingLine | None, year: Mound) -> int:
    """With which of the house's cards he bats, against the year's own pitchers."""
    if line is None or not line.at_bats:
        return USUAL
    average = (line.hits + FEW_AT_BATS * year.average) / (line.at_bats + FEW_AT_BATS)
    if average < year.average - CLASS:
        return POOR
    return GOOD if average > year.average + CLASS else USUAL
