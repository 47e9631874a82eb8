"""Input of the pages of lineups, rotations and instructions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from games.planning.board import PlanBoard
from games.planning.models import EventRules
from games.planning.services.orders import moved
from rosters.models import Team
from rosters.rules.instructions import DEFAULTS, LATEST_INNING, MOST_RUNS, Instructions
from rosters.rules.lineups import NINE, Spot
from rosters.rules.tendencies import tendencies_of

UP, DOWN = "up", "down"
TENDENCY = "tendency_"
SEEN = "seen"
"""The field with the version of the data that the page was opened with."""
LONGEST_POSITION = 4


def read_spots(data: QueryDict) -> tuple[Spot, ...]:
    """Read the nine spots of the editor. Refused: ``lineup-not-nine``."""
    spots = []
    for place in range(1, NINE + 1):
        player = whole_number(data.get(f"man-{place}"))
        if player is None:
            raise Refused(
                Refusal("lineup-not-nine", f"Nobody bats in place {place}.", f"lineup:{place}")
            )
        spots.append(Spot(player, data.get(f"position-{place}", "")[:LONGEST_POSITION]))
    return tuple(spots)


def changed(
    board: PlanBoard, against: str, spots: tuple[Spot, ...], data: QueryDict
) -> tuple[Spot, ...]:
    """Return the nine after the pressed button: suggest, move a player up or down, or put in a
    bench player. Refused: ``no-help-in-a-series`` (T0.14b)."""
    if data.get("act") == "suggest" and board.builder is not None:
        if not board.may_be_helped:
            raise Refused(
                Refusal(
                    "no-help-in-a-series",
                    "Suggestions are off until the series under way is over.",
                    "",
                    {"rule": "T0.14b"},
                )
            )
        return board.suggested(against)
    if move := data.get("move", ""):
        place, _, way = move.partition("-")
        start = (whole_number(place, most=NINE) or 0) - 1
        end = start + (-1 if way == UP else 1)
        if 0 <= start < NINE and 0 <= end < NINE:
            moved = list(spots)
            moved[start], moved[end] = moved[end], moved[start]
            return tuple(moved)
    if swap := data.get("swap", ""):
        entering, _, leaving = (whole_number(part) for part in _three(swap))
        return tuple(
            Spot(entering, spot.position) if spot.player == leaving and entering else spot
            for spot in spots
        )
    return spots


def _three(swap: str) -> tuple[str, str, str]:
    return swap.partition("-")


@dataclass(frozen=True)
class StartsSent:
    """The sent starters by column, 0 where none is declared; ``seen``: those declared when the page
    was opened, as far as it says; ``wrong``: refusals of unreadable fields."""

    starts: Mapping[int, int]
    seen: Mapping[int, int]
    wrong: tuple[Refusal, ...]

    @property
    def changed(self) -> dict[int, int]:
        """The starts that differ from the page as it was opened: a game left alone keeps its
        declaration, whatever it is by now."""
        return {
            column: card for column, card in self.starts.items() if self.seen.get(column) != card
        }


def read_starts(data: QueryDict) -> StartsSent:
    """Read the planner's form. ``wrong`` may hold ``not-a-number``, ``game-twice`` and, where no
    game is named at all, ``no-games``."""
    wrong: list[Refusal] = []
    starts = _by_column(data, "start-", wrong)
    if not starts and not wrong:
        wrong.append(Refusal("no-games", "No game is named for anybody to start.", "start"))
    return StartsSent(starts, _by_column(data, "seen-", wrong), tuple(wrong))


def _by_column(data: QueryDict, prefix: str, wrong: list[Refusal]) -> dict[int, int]:
    cards: dict[int, int] = {}
    for name, values in data.lists():
        if not name.startswith(prefix):
            continue
        column = whole_number(name.removeprefix(prefix), most=999)
        card = whole_number(values[-1] or "0")
        if column is None or card is None:
            wrong.append(Refusal("not-a-number", "Games and cards are numbers.", name[:20]))
        elif column in cards or len(values) > 1:
            sentence = f"Game {column} is named more than once."
            wrong.append(Refusal("game-twice", sentence, f"game {column}"))
        else:
            cards[column] = card
    return cards


class RulesForm(forms.Form):
    """How an event keeps pitching, with the labels of the model's fields."""

    bullpen_resets = forms.BooleanField(
        required=False,
        help_text="Relief starts fresh before each series of the length that the law says. Sheets "
        "that are open keep theirs.",
    )
    declared = forms.ChoiceField(choices=EventRules.Declared)
    published = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, rules: EventRules) -> None:
        super().__init__(data)
        for name, field in self.fields.items():
            described: Any = EventRules._meta.get_field(name)
            field.label = str(described.verbose_name).capitalize()
            field.help_text = field.help_text or described.help_text
            field.initial = getattr(rules, name)


class InstructionsForm(forms.Form):
    """A manager's instructions for games in the manager's absence."""

    closer = forms.TypedChoiceField(
        coerce=int, required=False, help_text="Finishes close games that are led."
    )
    setup = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Set-up relievers",
        help_text="From the seventh inning on, with a lead.",
    )
    long = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Long relievers",
        help_text="Early, and where nothing hangs on it.",
    )
    hook_innings = forms.IntegerField(
        label="Starter comes out after innings",
        min_value=0,
        max_value=LATEST_INNING,
        help_text="0: as it goes. The law keeps him in for five innings or four runs (T10.2e).",
    )
    hook_runs = forms.IntegerField(
        label="Starter comes out after runs",
        min_value=0,
        max_value=MOST_RUNS,
        help_text="0: as it goes.",
    )
    pinch_hitters = forms.TypedMultipleChoiceField(
        coerce=int, required=False, label="Pinch hitters", help_text="They bat first off the bench."
    )
    do_not_use = forms.TypedMultipleChoiceField(
        coerce=int, required=False, label="Not to be used", help_text="Unless no other is left."
    )

    def __init__(self, data: Any = None, *, board: PlanBoard, opponent: Team | None) -> None:
        super().__init__(data)
        self.board = board
        general = board.plan.instructions.get(0, DEFAULTS)
        now = board.plan.instructions.get(opponent.pk, general) if opponent else general
        self.version = now.version
        arms = [(card.pk, card.name) for card in board.cards if card.pk in board.staff]
        bats = [(card.pk, card.name) for card in board.cards if card.pk in board.fielders]
        self._offer("closer", [(0, "The best closer"), *arms], now.closer)
        self._offer("setup", arms, now.setup)
        self._offer("long", arms, now.long)
        self._offer("pinch_hitters", bats, now.pinch_hitters)
        self._offer("do_not_use", [*arms, *bats], now.do_not_use)
        self.fields["hook_innings"].initial = now.hook_innings
        self.fields["hook_runs"].initial = now.hook_runs
        if board.law is None:
            self.fields["hook_innings"].help_text = "0: as it goes."
        if board.builder is None:
            # Players without positions and roles take no instructions about either.
            self.fields.clear()
        self.asked = tendencies_of(board.system_key)
        for tendency in self.asked:
            default = board.team.tendencies.get(tendency.key, tendency.usual)
            self.fields[TENDENCY + tendency.key] = forms.IntegerField(
                label=tendency.label,
                help_text=tendency.sentence,
                required=False,
                min_value=tendency.least,
                max_value=tendency.most,
                initial=now.tendencies.get(tendency.key),
                widget=forms.NumberInput({"placeholder": default}),
            )

    def _offer(self, name: str, choices: list[tuple[int, str]], now: Any) -> None:
        field = self.fields[name]
        field.choices = choices  # type: ignore[attr-defined]
        field.initial = list(now) if isinstance(now, tuple) else now
        if isinstance(field, forms.TypedMultipleChoiceField):
            field.widget = forms.CheckboxSelectMultiple(choices=choices)

    @property
    def parts(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith(TENDENCY)]

    @property
    def tendencies(self) -> list[forms.BoundField]:
        """The fields of the tendencies; an empty one leaves the club's default."""
        return [self[name] for name in self.fields if name.startswith(TENDENCY)]

    @property
    def seen(self) -> int:
        """The version shown when the form was opened; the present one where it does not say."""
        version = whole_number(self.data.get(SEEN))
        return self.version if version is None else version

    def instructions(self) -> Instructions:
        values = self.cleaned_data
        return Instructions(
            tendencies={
                tendency.key: values[TENDENCY + tendency.key]
                for tendency in self.asked
                if values.get(TENDENCY + tendency.key) is not None
            },
            closer=values.get("closer") or 0,
            setup=tuple(values.get("setup", ())),
            long=tuple(values.get("long", ())),
            hook_innings=values.get("hook_innings", 0),
            hook_runs=values.get("hook_runs", 0),
            pinch_hitters=tuple(values.get("pinch_hitters", ())),
            do_not_use=tuple(values.get("do_not_use", ())),
        )


def order_asked(board: PlanBoard, sent: QueryDict) -> Callable[[list[int]], Sequence[int]]:
    """Read a change of the order from a post: a card one place ``up`` or ``down``, or the cards of
    one kind as listed. Refused: ``nothing-asked``, ``not-a-card``."""
    kinds = {card.pk: card.kind for card in board.cards}
    for name, by in (("up", -1), ("down", 1)):
        if name in sent:
            return moved(_card(sent[name]), by, kinds)
    listed = [_card(value) for value in sent.getlist("order")]
    if not listed:
        raise Refused(Refusal("nothing-asked", "Nothing was asked for.", "order"))
    named = {kinds.get(card) for card in listed}
    return lambda keys: [*listed, *(key for key in keys if kinds[key] not in named)]


def _card(given: object) -> int:
    number = whole_number(str(given))
    if number is None:
        raise Refused(
            Refusal("not-a-card", f"{str(given)[:20]!r} is the number of no card.", "order")
        )
    return number
