"""What a game's events come to, as the API gives it: line score, box score, play by play."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from games.engine.club import Club
from games.engine.folds.box_score import BattingLine, SideBox, box_score
from games.engine.folds.people import POSITION_NAMES
from games.engine.folds.pitchers import PitcherLine
from games.engine.folds.play_by_play import Play
from games.engine.folds.summary import StoredSummary
from games.engine.record import Record
from games.reported_boxes import NOT_TOLD, Names, box_of_report, names_in
from games.rules.reports import GameClaim


class SideLineSerializer(serializers.Serializer[Any]):
    innings = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Runs by inning; null for a turn that was not played.",
    )
    awarded = serializers.IntegerField(help_text="Runs for the other side's concession.")
    runs = serializers.IntegerField()
    hits = serializers.IntegerField(allow_null=True, help_text="Null where it was not told.")
    errors_made = serializers.IntegerField(allow_null=True)
    left_on_base = serializers.IntegerField(allow_null=True)


class LineScoreSerializer(serializers.Serializer[Any]):
    away = SideLineSerializer()
    home = SideLineSerializer()
    inning = serializers.IntegerField(help_text="The one that is on, or was the last.")
    half = serializers.IntegerField(help_text="0 top, 1 bottom.")
    outs = serializers.IntegerField()
    regulation = serializers.IntegerField(help_text="Innings of a game that needs no more.")


def line_of(stored: StoredSummary) -> dict[str, Any]:
    """The line score in the form above, from the summary stored with a game."""
    away, home = (
        {
            "innings": stored["innings"][side],
            "awarded": stored["awarded"][side],
            "runs": stored["runs"][side],
            "hits": stored["hits"][side],
            "errors_made": stored["errors"][side],
            "left_on_base": stored["left_on_base"][side],
        }
        for side in (0, 1)
    )
    return {
        "away": away,
        "home": home,
        "inning": stored["inning"],
        "half": stored["half"],
        "outs": stored["outs"],
        "regulation": stored["regulation"],
    }


def box_data(record: Record) -> dict[str, Any]:
    """The box score, its players by name where the clubs give names."""
    squads: Sequence[Club | None] = record.lineups or (None, None)
    box = box_score(record)
    away, home = (_side(side, squad) for side, squad in zip(box.sides, squads, strict=True))
    return {"away": away, "home": home}


def reported_box_data(claim: GameClaim, names: Mapping[int, str]) -> dict[str, Any]:
    """The box score of a game that was reported with its players' lines; what was not told of its
    pitchers is null."""
    box, told = box_of_report(claim), names_in(claim, names)
    sides = []
    for at, side in enumerate(box.sides):
        data = _side(side, told[at])
        sides.append(data)
        data["errors"] = claim.sides[at].errors
        if claim.event_file:
            continue
        for line in data["pitchers"]:
            line |= dict.fromkeys(NOT_TOLD)
        data["pitching"] = (
            {**asdict(side.pitching), "innings": side.pitching.innings} | {"balks": None}
            if side.pitching
            else None
        )
    away, home = sides
    return {"away": away, "home": home}


def _side(side: SideBox, squad: Club | Names | None) -> dict[str, Any]:
    def named(line: BattingLine | PitcherLine) -> dict[str, Any]:
        told = asdict(line)
        return told | {
            "man": told.pop("player"),
            "name": squad.name_of(line.player) if squad else "",
        }

    return {
        "batting": [
            {**named(line), "positions": [POSITION_NAMES[one] for one in line.positions]}
            for line in side.batting
        ],
        "total": side.total,
        "pitching": side.pitching,
        "pitchers": [{**named(line), "innings": line.innings} for line in side.pitchers],
        "errors": side.errors,
        "left_on_base": side.left_on_base,
    }


class TotalsSerializer(serializers.Serializer[Any]):
    at_bats = serializers.IntegerField()
    runs = serializers.IntegerField()
    hits = serializers.IntegerField()
    doubles = serializers.IntegerField()
    triples = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    runs_batted_in = serializers.IntegerField()
    walks = serializers.IntegerField()
    strikeouts = serializers.IntegerField()
    hit_by_pitch = serializers.IntegerField()
    sacrifice_hits = serializers.IntegerField()
    sacrifice_flies = serializers.IntegerField()
    double_plays = serializers.IntegerField()
    stolen_bases = serializers.IntegerField()
    caught_stealing = serializers.IntegerField()


class LineSerializer(TotalsSerializer):
    slot = serializers.IntegerField(
        help_text="Place in the batting order; of a list the how manieth he came up."
    )
    name = serializers.CharField(help_text="Empty: the game knows no players.")
    positions = serializers.ListField(
        child=serializers.CharField(), help_text="Where he played, in order."
    )


class StaffSerializer(serializers.Serializer[Any]):
    innings = serializers.CharField(help_text="6.2 is six and two thirds.")
    batters_faced = serializers.IntegerField(
        allow_null=True, help_text="Null, as below, where it was not told."
    )
    hits = serializers.IntegerField()
    runs = serializers.IntegerField()
    earned_runs = serializers.IntegerField()
    walks = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    balks = serializers.IntegerField(allow_null=True)


class PitcherSerializer(StaffSerializer):
    name = serializers.CharField()
    started = serializers.BooleanField()
    intentional_walks = serializers.IntegerField(allow_null=True)
    strikeouts = serializers.IntegerField()
    hit_batters = serializers.IntegerField(allow_null=True)
    wild_pitches = serializers.IntegerField(allow_null=True)
    inherited = serializers.IntegerField(
        allow_null=True, help_text="Runners on base when he came in."
    )
    inherited_scored = serializers.IntegerField(allow_null=True)
    decision = serializers.CharField(help_text="W, L or S; empty: none.")


class SideBoxSerializer(serializers.Serializer[Any]):
    batting = LineSerializer(many=True)
    total = TotalsSerializer()
    pitching = StaffSerializer(allow_null=True, help_text="The staff's sum.")
    pitchers = PitcherSerializer(many=True, help_text="Empty: the game knows no players.")
    errors_made = serializers.IntegerField(
        source="errors", allow_null=True, help_text="Null where it was not told."
    )
    left_on_base = serializers.IntegerField()


class BoxSerializer(serializers.Serializer[Any]):
    away = SideBoxSerializer()
    home = SideBoxSerializer()


class PlaySerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    dice = serializers.CharField()
    entry = serializers.IntegerField(help_text="Entry of the transcript it began at; 0: none.")
    runs = serializers.IntegerField()
    score = serializers.CharField()
    outs = serializers.IntegerField()
    home_chance = serializers.SerializerMethodField(
        help_text="The home side's chance to win after it, 0 to 1; null where there are no odds,"
        " or where it changed none."
    )

    def get_home_chance(self, play: Play) -> float | None:
        """The home side's chance, as the game's page tells it."""
        move = self.context.get("moves", {}).get(play.number)
        return None if move is None else round(move.after, 4)


class HalfSerializer(serializers.Serializer[Any]):
    inning = serializers.IntegerField()
    half = serializers.IntegerField(help_text="0 top, 1 bottom.")
    label = serializers.CharField()  # type: ignore[assignment]
    plays = PlaySerializer(many=True)
    summary = serializers.CharField()


class StorySerializer(serializers.Serializer[Any]):
    opening = serializers.CharField()
    halves = HalfSerializer(many=True)
    ending = serializers.CharField()
