"""A report as it is stored: a result with its line score, and the lines of a box score by name,
counts that are not nought.

Reports of before 26 November 2026 are lists, their counts in the order of that day; that order is
written down here, so that a count which is added to a line changes nothing of what they say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from config.refusals import Refusal, refuse_all
from games.rules.boxes import BATTED, PITCHED, BatterLine, PitcherCounts
from games.rules.endings import Stop
from games.rules.reports import GameClaim, SideClaim
from pitching.rules.columns import Line

LISTED_BATTED: Final = (
    "at_bats",
    "runs",
    "hits",
    "doubles",
    "triples",
    "home_runs",
    "runs_batted_in",
    "walks",
    "strikeouts",
    "hit_by_pitch",
    "sacrifice_hits",
    "sacrifice_flies",
    "double_plays",
    "stolen_bases",
    "caught_stealing",
    "interferences",
)
LISTED_PITCHED: Final = ("hits", "runs", "earned_runs", "walks", "strikeouts", "home_runs")
"""What the lists of older reports count, in their order."""

LONGEST_FOOTNOTE: Final = 300


def to_json(claim: GameClaim) -> dict[str, Any]:
    """A claim as it is stored."""
    return {
        "sides": [
            {
                "runs": side.runs,
                "pitchers": _outings_stored(side.pitchers),
                "innings": list(side.innings),
                "hits": side.hits,
                "errors": side.errors,
                **_players_to_json(side),
            }
            for side in claim.sides
        ],
        "ending": claim.ending,
        "stop": [claim.stop.inning, claim.stop.half, claim.stop.outs],
        "conceded_by": claim.conceded_by,
        **({"by_computer": True} if claim.by_computer else {}),
        **({"event_file": claim.event_file} if claim.event_file else {}),
    }


def _players_to_json(side: SideClaim) -> dict[str, Any]:
    """A side's part of a box score; nothing where the result alone was told."""
    if not (side.batting or side.pitching):
        return {}
    return {
        "left_on_base": side.left_on_base,
        "batting": _batting_stored(side.batting),
        "pitching": _pitching_stored(side.pitching),
    }


def from_json(data: Mapping[str, Any]) -> GameClaim:
    """The claim that ``to_json`` wrote, or one that a program sends in the same form. Refused:
    ``not-a-report``, with the place."""
    try:
        away, home = (_side(each) for each in data["sides"])
        inning, half, outs = (_number(each) for each in data["stop"])
        conceded_by = data.get("conceded_by")
        return GameClaim(
            (away, home),
            str(data["ending"]),
            Stop(inning, half, outs),
            None if conceded_by is None else _number(conceded_by),
            bool(data.get("by_computer", False)),
            str(data.get("event_file", "")),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        refuse_all([Refusal("not-a-report", "That is not a report of a game.", str(error)[:80])])
        raise


def _side(data: Mapping[str, Any]) -> SideClaim:
    return SideClaim(
        runs=_number(data["runs"]),
        pitchers=_outings_read(data.get("pitchers", ())),
        innings=tuple(None if runs is None else _number(runs) for runs in data.get("innings", ())),
        hits=_number_or_none(data.get("hits")),
        errors=_number_or_none(data.get("errors")),
        left_on_base=_number_or_none(data.get("left_on_base")),
        batting=_batting_read(data.get("batting", ())),
        pitching=_pitching_read(data.get("pitching", ())),
    )


def _batting_stored(batting: Sequence[BatterLine]) -> list[dict[str, Any]]:
    """Batters' lines, by place in the order."""
    return [
        {
            "man": line.player,
            "slot": line.slot,
            "positions": list(line.positions),
            **_counted(line, BATTED),
        }
        for line in batting
    ]


def _pitching_stored(pitching: Sequence[PitcherCounts]) -> list[dict[str, Any]]:
    """What each pitcher gave up, with his decision."""
    return [{**_counted(line, PITCHED), "decision": line.decision} for line in pitching]


def _outings_stored(pitchers: Sequence[Line]) -> list[dict[str, Any]]:
    """Who pitched, in the order they came."""
    return [
        {
            "pitcher": each.pitcher,
            "outs": each.outs,
            "started": each.started,
            "footnote": each.footnote,
        }
        for each in pitchers
    ]


def _batting_read(stored: Sequence[Any]) -> tuple[BatterLine, ...]:
    """The batters that ``_batting_stored`` wrote, or the list of an older report. ``ValueError``,
    ``TypeError`` or ``KeyError`` for anything else."""
    return tuple(map(_batter, stored))


def _pitching_read(stored: Sequence[Any]) -> tuple[PitcherCounts, ...]:
    """What ``_pitching_stored`` wrote, or the list of an older report; refused in the same way."""
    return tuple(map(_pitched, stored))


def _outings_read(stored: Sequence[Any]) -> tuple[Line, ...]:
    """What ``_outings_stored`` wrote, or the list of an older report; refused in the same way."""
    return tuple(map(_outing, stored))


def _counted(line: object, names: Sequence[str]) -> dict[str, int]:
    counts = {name: getattr(line, name) for name in names}
    return {name: count for name, count in counts.items() if count}


def _batter(stored: Any) -> BatterLine:
    if not isinstance(stored, Mapping):
        player, slot, positions, *counts = stored
        named = dict(zip(LISTED_BATTED, counts, strict=True))
        stored = {"man": player, "slot": slot, "positions": positions, **named}
    return BatterLine(
        _number(stored["man"]),
        _number(stored["slot"]),
        tuple(str(each) for each in stored["positions"]),
        **_counts(stored, ("man", "slot", "positions")),
    )


def _pitched(stored: Any) -> PitcherCounts:
    if not isinstance(stored, Mapping):
        *counts, decision = stored
        stored = {**dict(zip(LISTED_PITCHED, counts, strict=True)), "decision": decision}
    return PitcherCounts(**_counts(stored, ("decision",)), decision=str(stored["decision"]))


def _counts(stored: Mapping[str, Any], others: Sequence[str]) -> dict[str, int]:
    """Every count that stands there; one that a line does not know is a ``TypeError`` of it."""
    return {name: _number(count) for name, count in stored.items() if name not in others}


def _outing(stored: Any) -> Line:
    if not isinstance(stored, Mapping):
        stored = dict(zip(("pitcher", "outs", "started", "footnote"), stored, strict=True))
    return Line(
        _number(stored["pitcher"]),
        _number(stored["outs"]),
        bool(stored["started"]),
        str(stored["footnote"])[:LONGEST_FOOTNOTE],
    )


def _number(value: object) -> int:
    """A count or a key as it is stored. ``ValueError`` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not -1 <= value < 1 << 62:
        raise ValueError(f"{value!r} is not a number")
    return value


def _number_or_none(value: object) -> int | None:
    return None if value is None else _number(value)
