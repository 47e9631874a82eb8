"""What is sent from the pages of line-ups, rotations and instructions."""

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
"""What stood there when a page was opened: a field that it sends along."""
LONGEST_POSITION = 4


def read_spots(data: QueryDict) -> tuple[Spot, ...]:
    """The nine of the editor. Refused: ``lineup-not-nine`` for what is none."""
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
    """The nine after the button that was pressed: the house's own, a player moved up or down, or
    one of the bench put in."""
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
        at = (whole_number(place, most=NINE) or 0) - 1
        to = at + (-1 if way == UP else 1)
        if 0 <= at < NINE and 0 <= to < NINE:
            moved = list(spots)
            moved[at], moved[to] = moved[to], moved[at]
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
    """Who starts which column, 0 where no pitcher is declared; ``seen``: who stood there when the
    page was opened, as far as it says; ``wrong``: what could not be read."""

    starts: Mapping[int, int]
    seen: Mapping[int, int]
    wrong: tuple[Refusal, ...]

    @property
    def changed(self) -> dict[int, int]:
        """The starts that are others than those on the page as it was opened: who has left a game
        alone says nothing about it, whatever stands there by now."""
        return {
            column: card for column, card in self.starts.items() if self.seen.get(column) != card
        }


def read_starts(data: QueryDict) -> StartsSent:
    """What the planner sends: wrong is ``not-a-number``, ``game-twice`` and, where no game is
    named at all, ``no-games``."""
    wrong: list[Refusal] = []
    starts = _by_column(data, "start-", wrong)
    if not starts and not wrong:
        wrong.append(Refusal("no-games", "No game is named for anybody to start.", "start"))
    return StartsSent(starts, _by_column(data, "seen-", wrong), tuple(wrong))


def _by_column(data: QueryDict, prefix: str, wrong: list[Refusal]) -> dict[int, int]:
    found: dict[int, int] = {}
    for name, values in data.lists():
        if not name.startswith(prefix):
            continue
        column = whole_number(name.removeprefix(prefix), most=999)
        card = whole_number(values[-1] or "0")
        if column is None or card is None:
            wrong.append(Refusal("not-a-number", "Games and cards are numbers.", name[:20]))
        elif column in found or len(values) > 1:
            sentence = f"Game {column} is named more than once."
            wrong.append(Refusal("game-twice", sentence, f"game {column}"))
        else:
            found[column] = card
    return found


class RulesForm(forms.Form):
    """How pitching is kept in an event, in the words of its fields."""

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
    """What a manager leaves behind."""

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
            # Where players have no positions and no roles there is nothing to say of either.
            self.fields.clear()
        self.asked = tendencies_of(board.system_key)
        for tendency in self.asked:
            as_usual = board.team.tendencies.get(tendency.key, tendency.usual)
            self.fields[TENDENCY + tendency.key] = forms.IntegerField(
                label=tendency.label,
                help_text=tendency.sentence,
                required=False,
                min_value=tendency.least,
                max_value=tendency.most,
                initial=now.tendencies.get(tendency.key),
                widget=forms.NumberInput({"placeholder": as_usual}),
            )

    def _offer(self, name: str, choices: list[tuple[int, str]], now: Any) -> None:
        field = self.fields[name]
        field.choices = choices  # type: ignore[attr-defined]
        field.initial = list(now) if isinstance(now, tuple) else now
        if isinstance(field, forms.TypedMultipleChoiceField):
            field.widget = forms.CheckboxSelectMultiple(choices=choices)

    @property
    def parts(self) -> list[forms.BoundField]:
        """Everything but the tendencies."""
        return [self[name] for name in self.fields if not name.startswith(TENDENCY)]

    @property
    def tendencies(self) -> list[forms.BoundField]:
        """How to play; empty as the club has it."""
        return [self[name] for name in self.fields if name.startswith(TENDENCY)]

    @property
    def seen(self) -> int:
        """The version that was shown when the form was opened; this one where it does not say."""
        given = whole_number(self.data.get(SEEN))
        return self.version if given is None else given

    def instructions(self) -> Instructions:
        """The instructions that were sent."""
        given = self.cleaned_data
        return Instructions(
            tendencies={
                tendency.key: given[TENDENCY + tendency.key]
                for tendency in self.asked
                if given.get(TENDENCY + tendency.key) is not None
            },
            closer=given.get("closer") or 0,
            setup=tuple(given.get("setup", ())),
            long=tuple(given.get("long", ())),
            hook_innings=given.get("hook_innings", 0),
            hook_runs=given.get("hook_runs", 0),
            pinch_hitters=tuple(given.get("pinch_hitters", ())),
            do_not_use=tuple(given.get("do_not_use", ())),
        )


def order_asked(board: PlanBoard, sent: QueryDict) -> Callable[[list[int]], Sequence[int]]:
    """What a post asks for of an order: a player one place ``up`` or ``down``, or the cards of one
    kind as they are listed. Refused: ``nothing-asked``, ``not-a-card``."""
    kinds = {card.pk: card.kind for card in board.cards}
    for name, by in (("up", -1), ("down", 1)):
        if name in sent:
            return moved(_card(sent[name]), by, kinds)
    listed = [_card(each) for each in sent.getlist("order")]
    if not listed:
        raise Refused(Refusal("nothing-asked", "Nothing was asked for.", "order"))
    named = {kinds.get(card) for card in listed}
    return lambda keys: [*listed, *(key for key in keys if kinds[key] not in named)]


def _card(given: object) -> int:
    found = whole_number(str(given))
    if found is None:
        raise Refused(
            Refusal("not-a-card", f"{str(given)[:20]!r} is the number of no card.", "order")
        )
    return found
