"""What directors do from the round board, each act once: the page's forms, the API's operations and
their documentation are made of this table, and ``services.round_board`` does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from config.inputs import LARGEST_NUMBER
from config.moments import MomentSentField
from config.rest import Values
from games.engine.folds.wording import counted
from games.rules.deadlines import LONGEST as FURTHEST
from games.seriesday.services.clocks import LONGEST
from tournaments.services import round_board as services
from tournaments.services.substitutions import ends_in_words


def _key(source: str) -> serializers.IntegerField:
    return serializers.IntegerField(source=source, min_value=1, max_value=LARGEST_NUMBER)


class BoardRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="number", min_value=1, max_value=999)


class RoundDeadlineSerializer(BoardRoundSerializer):
    due = MomentSentField()
    house_plays = serializers.BooleanField(
        default=True, help_text="What is unplayed then is simulated, by both sides' instructions."
    )


class BoardSeriesSerializer(serializers.Serializer[Any]):
    series = _key("series_id")


class ExtensionSerializer(BoardSeriesSerializer):
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST)


class PutOffSerializer(BoardSeriesSerializer):
    hours = serializers.IntegerField(min_value=1, max_value=24 * FURTHEST.days)


class BoardGameSerializer(serializers.Serializer[Any]):
    game = _key("game_id")


class BoardReportSerializer(BoardGameSerializer):
    version = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class OrderRollSerializer(BoardGameSerializer):
    team = _key("team_id")
    value = serializers.IntegerField(min_value=1, max_value=20, help_text="Of the d20.")


class OrderRollCorrectionSerializer(OrderRollSerializer):
    throw = serializers.IntegerField(
        default=1, min_value=1, max_value=LARGEST_NUMBER, help_text="Which of that game, from 1."
    )
    reason = serializers.CharField(max_length=300)


class EndOfSubstitutionSerializer(serializers.Serializer[Any]):
    """Until when a substitute acts for the club; without an end until that is taken back."""

    ends = serializers.RegexField(
        r"^(series|round):[0-9]{1,9}\Z",
        default="",
        allow_blank=True,
        help_text="With what it ends: `series:12`, or `round:3`. Empty: with nothing.",
    )
    until = MomentSentField(
        default=None, allow_null=True, help_text="When it ends. Null: at no time."
    )


class SubstituteSerializer(EndOfSubstitutionSerializer):
    team = _key("team_id")
    person = serializers.IntegerField(
        source="person_id",
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="A member of the tournament's clubs.",
    )


@dataclass(frozen=True)
class BoardAct:
    """One act: what is sent for it, who does it, and what is said of it afterwards.

    ``do`` is a service, called with ``tournament``, ``acting_user`` and what was sent; who may, and
    what else it refuses, is its own matter. ``said`` makes a sentence of what it returned and of
    what was sent.
    """

    summary: str
    fields: type[serializers.Serializer[Any]]
    do: Callable[..., Any]
    said: Callable[[Any, Values], str]
    more: str | None = None
    """What the documentation says besides."""
    in_api: bool = True
    """Not where the API has it as an operation of the report or the sheet that it is about."""


ACTS: Mapping[str, BoardAct] = {
    "begin": BoardAct(
        "Start the clocks of a round",
        BoardRoundSerializer,
        services.begin_round,
        lambda begun, _: f"{counted(begun, 'clock')} started.",
    ),
    "extend": BoardAct(
        "Give a series more time",
        ExtensionSerializer,
        services.extend,
        lambda clock, sent: f"{clock.series}: {sent['minutes']} minutes more.",
    ),
    "suspend": BoardAct(
        "Suspend the games of a series that are being recorded",
        BoardSeriesSerializer,
        services.suspend,
        lambda games, _: (
            f"{games[0].series}: suspended game {', '.join(str(game.number) for game in games)}."
        ),
    ),
    "play": BoardAct(
        "Have what is unplayed of a series simulated",
        BoardSeriesSerializer,
        services.simulate,
        lambda played, _: f"{counted(len(played.games), 'game')} simulated.",
    ),
    "house": BoardAct(
        "Have the house play everything that is left of a series",
        BoardSeriesSerializer,
        services.house_plays,
        lambda done, _: (
            f"{done[0]}: {counted(len(done[1]), 'game')} played by the house; "
            "the seeds are published."
        ),
        "Games that are under way or suspended go on from where they stand.",
    ),
    "deadline": BoardAct(
        "Say until when a round has to be played",
        RoundDeadlineSerializer,
        services.set_round_deadline,
        lambda count, sent: f"{count} series have to be played by {_until(sent['due'])}.",
    ),
    "put-off": BoardAct(
        "Put the deadline of a series off",
        PutOffSerializer,
        services.put_off,
        lambda done, _: f"{done[0]}: to be played by {_until(done[1])}.",
    ),
    "settle": BoardAct(
        "Say which of two reports counts",
        BoardReportSerializer,
        services.settle,
        lambda game, _: f"{game}: settled.",
        in_api=False,
    ),
    "confirm": BoardAct(
        "Confirm a report for the side that has not",
        BoardReportSerializer,
        services.confirm,
        lambda game, _: f"{game}: confirmed.",
        in_api=False,
    ),
    "sign": BoardAct(
        "Sign the sheets of a series for both sides",
        BoardSeriesSerializer,
        services.sign_for_both,
        lambda count, _: f"{counted(count, 'sheet')} signed.",
        in_api=False,
    ),
    "tie": BoardAct(
        "Book a suspended game as a tie",
        BoardGameSerializer,
        services.book_tie,
        lambda game, _: f"{game} is in the books as a tie.",
        "T33.0f: only where it does not matter for advancement.",
    ),
    "take-up": BoardAct(
        "Have a game finished that was booked as a tie",
        BoardGameSerializer,
        services.unbook,
        lambda game, _: f"{game} is suspended again, and will be finished.",
    ),
    "order": BoardAct(
        "Write down the d20 of a suspended game",
        OrderRollSerializer,
        services.roll_for_order,
        lambda made, _: f"{made.value} is written down.",
        "T33.0l: only where nothing else parts it from others of the club.",
    ),
    "order-right": BoardAct(
        "Put the d20 of a suspended game right",
        OrderRollCorrectionSerializer,
        services.correct_order_roll,
        lambda made, _: f"{made.value} is written down instead.",
        "It was written down wrongly; what it was stands in the log.",
    ),
    "substitute": BoardAct(
        "Name a substitute",
        SubstituteSerializer,
        services.substitute,
        lambda done, _: (
            f"{done[0].user} plays for {done[0].team}, {ends_in_words([done[0]])[done[0].pk]}."
            if done[1]
            else f"{done[0].user} acts for {done[0].team} already."
        ),
    ),
}


def _until(due: Any) -> str:
    return f"{timezone.localtime(due):%-d %B, %H:%M}"
