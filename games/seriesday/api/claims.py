"""A game as it is told by its result: what is sent, and the claim that is made of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from config.inputs import LARGEST_NUMBER
from games.engine.folds.people import POSITION_NAMES
from games.engine.situation import AWAY, BOTTOM, HOME, TOP
from games.engine.table import SIDE_NAMES
from games.rules.boxes import (
    BATTED,
    DECISIONS,
    MOST_BATTERS,
    MOST_COUNTED,
    BatterLine,
    PitcherCounts,
)
from games.rules.endings import point_of_end
from games.rules.reports import ENDINGS, MOST_INNINGS, MOST_RUNS, GameClaim, SideClaim
from pitching.rules.columns import MOST_OUTS, Line

HALVES = {"top": TOP, "bottom": BOTTOM}
LONGEST_FOOTNOTE = 300
MOST_HITS = 999
MOST_POSITIONS = 12
MOST_PITCHERS = 11
"""The most pitchers of one side, whatever its system is (``BoxShape.most_pitchers``)."""


class CountsSerializer(serializers.Serializer[Any]):
    """What a pitcher gave up, beside his outs."""

    hits = serializers.IntegerField(min_value=0, max_value=MOST_COUNTED)
    runs = serializers.IntegerField(min_value=0, max_value=MOST_COUNTED)
    earned_runs = serializers.IntegerField(min_value=0, max_value=MOST_COUNTED)
    walks = serializers.IntegerField(min_value=0, max_value=MOST_COUNTED)
    strikeouts = serializers.IntegerField(min_value=0, max_value=MOST_COUNTED)
    home_runs = serializers.IntegerField(min_value=0, max_value=MOST_COUNTED)
    decision = serializers.ChoiceField(
        choices=list(DECISIONS), default="", help_text="W, L or S; empty: none."
    )


class PitchedSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(
        source="pitcher",
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="0: a player from the stands.",
    )
    outs = serializers.IntegerField(min_value=0, max_value=MOST_OUTS)
    started = serializers.BooleanField(default=False)
    footnote = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_FOOTNOTE)
    counts = CountsSerializer(
        allow_null=True,
        default=None,
        help_text="Of a box score; told of all pitchers of both sides, or of none.",
    )


def _count() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST_COUNTED, default=0)


class BattedSerializer(serializers.Serializer[Any]):
    """A batter's line in a box score."""

    card = serializers.IntegerField(
        source="player",
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="0: a player from the stands.",
    )
    slot = serializers.IntegerField(
        min_value=1,
        max_value=MOST_BATTERS,
        help_text="Place in the batting order, 1 to 9; where the order is a list, the how manieth "
        "he came up, 1, 2, 3 and so on without a gap.",
    )
    positions = serializers.ListField(
        child=serializers.ChoiceField(choices=list(POSITION_NAMES[1:])),
        max_length=MOST_POSITIONS,
        default=list,
        help_text="Where he played, in order; ph and pr among them. Empty where the order is a "
        "list: players have no positions there.",
    )

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **{name: _count() for name in BATTED}}


class SideClaimSerializer(serializers.Serializer[Any]):
    runs = serializers.IntegerField(
        min_value=0, max_value=MOST_RUNS, help_text="As scored, without what a concession adds."
    )
    pitchers: Any = serializers.ListSerializer(
        child=PitchedSerializer(),
        max_length=MOST_PITCHERS,
        default=list,
        help_text="In the order they came; in games that keep pitching sheets, and with the "
        "players' lines where the order at bat is a list.",
    )
    innings = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_RUNS, allow_null=True),
        max_length=MOST_INNINGS,
        default=list,
        help_text="Runs by inning, null for a turn not taken; left out: the result alone is told.",
    )
    hits = serializers.IntegerField(min_value=0, max_value=MOST_HITS, allow_null=True, default=None)
    errors = serializers.IntegerField(  # type: ignore[assignment]
        min_value=0, max_value=MOST_HITS, allow_null=True, default=None
    )
    left_on_base = serializers.IntegerField(
        min_value=0,
        max_value=MOST_HITS,
        allow_null=True,
        default=None,
        help_text="In a box score, which says it by itself: told, it has to be that.",
    )
    batters: Any = serializers.ListSerializer(
        child=BattedSerializer(),
        source="batting",
        max_length=MOST_BATTERS,
        default=list,
        help_text="The players' lines by place in the order, who came in behind whom he came in "
        "for, the pitchers among them; where the order is a list one for everybody who came up, in "
        "that order. Left out: they are not told. The `box` of a game says which it is.",
    )


class ClaimSerializer(serializers.Serializer[Any]):
    away = SideClaimSerializer()
    home = SideClaimSerializer()
    ending = serializers.ChoiceField(choices=list(ENDINGS))
    inning = serializers.IntegerField(min_value=1, max_value=MOST_INNINGS)
    half = serializers.ChoiceField(
        choices=list(HALVES),
        allow_null=True,
        default=None,
        help_text="In which it ended; asked for where it was suspended or conceded.",
    )
    outs = serializers.IntegerField(
        min_value=0,
        max_value=3,
        allow_null=True,
        default=None,
        help_text="Made in that half, 3: it was over; asked for of a walk-off, and where it was "
        "suspended or conceded.",
    )
    conceded_by = serializers.ChoiceField(
        choices=list(SIDE_NAMES), allow_null=True, default=None, help_text="In a conceded game."
    )
    by_computer = serializers.BooleanField(
        default=False, help_text="It was played on the computer game, as internet series are."
    )


def claim_of(given: dict[str, Any]) -> GameClaim:
    """The claim that was sent. Refused as ``point_of_end`` refuses."""
    away, home = (_side(given[name]) for name in SIDE_NAMES)
    loser, half = given["conceded_by"], given["half"]
    return GameClaim(
        (away, home),
        given["ending"],
        point_of_end(
            given["ending"],
            given["inning"],
            None if half is None else HALVES[half],
            given["outs"],
        ),
        None if loser is None else SIDE_NAMES.index(loser),
        given["by_computer"],
    )


def _side(given: dict[str, Any]) -> SideClaim:
    """One side; anyone who says nothing of a pitcher's runs tells no box score."""
    pitchers = [{**each} for each in given["pitchers"]]
    counts = [each.pop("counts") for each in pitchers]
    return SideClaim(
        runs=given["runs"],
        pitchers=tuple(Line(**each) for each in pitchers),
        innings=tuple(given["innings"]),
        hits=given["hits"],
        errors=given["errors"],
        left_on_base=given["left_on_base"],
        batting=tuple(
            BatterLine(**{**each, "positions": tuple(each["positions"])})
            for each in sorted(given["batting"], key=lambda each: each["slot"])
        ),
        pitching=tuple(PitcherCounts(**each) for each in counts if each is not None),
    )


def claim_data(claim: GameClaim) -> dict[str, Any]:
    """A claim in the form in which it is sent."""
    stop, loser = claim.stop, claim.conceded_by
    return {
        "away": _side_data(claim.sides[AWAY]),
        "home": _side_data(claim.sides[HOME]),
        "ending": claim.ending,
        "inning": stop.inning,
        "half": "top" if stop.half == TOP else "bottom",
        "outs": stop.outs,
        "conceded_by": None if loser is None else SIDE_NAMES[loser],
        "by_computer": claim.by_computer,
    }


def _side_data(side: SideClaim) -> dict[str, Any]:
    counts = side.pitching or [None] * len(side.pitchers)
    return {
        "runs": side.runs,
        "pitchers": [
            {**asdict(line), "counts": told}
            for line, told in zip(side.pitchers, counts, strict=True)
        ],
        "innings": side.innings,
        "hits": side.hits,
        "errors": side.errors,
        "left_on_base": side.left_on_base,
        "batting": side.batting,
    }
