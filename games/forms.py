"""Forms of the games floor: they parse, the engine and the services judge."""

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms

from games.card_games.base import Mound
from games.engine.game_state import SIDE_NAMES
from games.engine.options import Option, Value
from games.engine.situation import SLOTS, SOMEBODY, Situation
from games.engine.system import System
from games.seeds import LONGEST

Staffs = tuple[Sequence[tuple[int, str]], Sequence[tuple[int, str]]]
"""Who may be on the mound for each side, by number and in words."""

OF_A_SIDE = ("runs", "up", "pitcher", "pitcher_outs", "tired")


def option_field(option: Option) -> forms.Field:
    """A field for one option of a game system, after its type."""
    common: dict[str, Any] = {
        "label": option.label,
        "help_text": option.help,
        "initial": option.default,
        "required": option.kind != "boolean",
    }
    if option.kind == "boolean":
        return forms.BooleanField(**common)
    if option.kind == "integer":
        bounds = {"min": option.least, "max": option.most}
        return forms.IntegerField(widget=forms.NumberInput(attrs=bounds), **common)
    return forms.ChoiceField(choices=list(option.choices), **common)


HALVES = (("0", "Top"), ("1", "Bottom"))
PLACES = [(str(slot), f"No. {slot} in the order") for slot in range(1, SLOTS + 1)]
ON_BASE = [("0", "Nobody"), (str(SOMEBODY), "Somebody"), *PLACES]
LATE_AND_CLOSE = {
    "half": "1",
    "inning": 8,
    "outs": "1",
    "third": str(SOMEBODY),
    "away_runs": 3,
    "home_runs": 3,
}
"""Bottom of the eighth of a tied game, one out, a runner on third."""


class SituationForm(forms.Form):
    """Where a game is to begin: the situation and, where players pitch, who is on the mound.
    ``orders`` are the names of the nine who bat for each side, where they are known."""

    inning = forms.IntegerField(min_value=1, max_value=99, initial=1)
    half = forms.ChoiceField(choices=HALVES)
    outs = forms.ChoiceField(choices=[("0", "None"), ("1", "One"), ("2", "Two")])
    first = forms.ChoiceField(label="On first", choices=ON_BASE)
    second = forms.ChoiceField(label="On second", choices=ON_BASE)
    third = forms.ChoiceField(label="On third", choices=ON_BASE)
    away_runs = forms.IntegerField(min_value=0, max_value=99, initial=0)
    home_runs = forms.IntegerField(min_value=0, max_value=99, initial=0)
    away_up = forms.ChoiceField(choices=PLACES)
    home_up = forms.ChoiceField(choices=PLACES)

    def __init__(
        self,
        *args: Any,
        system: System,
        clubs: Sequence[str],
        staffs: Staffs,
        orders: Sequence[Sequence[str]] = ((), ()),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for side, club, order in zip(SIDE_NAMES, clubs, orders, strict=True):
            self.fields[f"{side}_runs"].label = f"Runs of the {club}"
            self.fields[f"{side}_up"] = forms.ChoiceField(
                label=f"Next of the {club} to bat",
                choices=[
                    (str(slot), f"No. {slot}, {name}") for slot, name in enumerate(order, start=1)
                ]
                if order
                else PLACES,
            )
        if not system.batters:
            for name in ("outs", "first", "second", "third", "away_up", "home_up"):
                del self.fields[name]
        for side, club, staff in zip(SIDE_NAMES, clubs, staffs, strict=True):
            if staff:
                self._ask_for_mound(side, club, staff)

    def _ask_for_mound(self, side: str, club: str, staff: Sequence[tuple[int, str]]) -> None:
        who = [(str(number), words) for number, words in staff]
        self.fields[f"{side}_pitcher"] = forms.ChoiceField(label=f"Pitching: {club}", choices=who)
        self.fields[f"{side}_pitcher_outs"] = forms.IntegerField(
            label="Outs he has got", min_value=0, max_value=81, initial=0
        )
        self.fields[f"{side}_tired"] = forms.BooleanField(label="He is tired", required=False)

    def mounds(self) -> tuple[Mound, Mound]:
        """Who pitches for the visitors and for the home side."""
        given = self.cleaned_data
        away, home = (
            Mound(
                int(given.get(f"{side}_pitcher", 0)),
                given.get(f"{side}_pitcher_outs", 0),
                given.get(f"{side}_tired", False),
            )
            for side in SIDE_NAMES
        )
        return away, home

    def situation(self) -> Situation:
        """Where the game stands, for the system to judge."""
        given = self.cleaned_data
        return Situation(
            inning=given["inning"],
            half=int(given["half"]),
            outs=int(given.get("outs", 0)),
            runners=(
                int(given.get("first", 0)),
                int(given.get("second", 0)),
                int(given.get("third", 0)),
            ),
            runs=(given["away_runs"], given["home_runs"]),
            up=(int(given.get("away_up", 1)), int(given.get("home_up", 1))),
        )

    def group(self, *names: str) -> list[forms.BoundField]:
        """The fields of these names that the form has, in order."""
        return [self[name] for name in names if name in self.fields]

    @property
    def where(self) -> list[forms.BoundField]:
        """The inning."""
        return self.group("inning", "half", "outs")

    @property
    def bases(self) -> list[forms.BoundField]:
        """The runners on base."""
        return self.group("first", "second", "third")

    @property
    def sides(self) -> list[list[forms.BoundField]]:
        """For each side the fields of its runs, of who bats next and of who pitches."""
        return [self.group(*(f"{side}_{name}" for name in OF_A_SIDE)) for side in SIDE_NAMES]


class WhatIfForm(SituationForm):
    """A game that begins in the middle, to be shown and not kept."""

    seed = forms.CharField(
        max_length=LONGEST,
        help_text="Any word. The same word always gives the same game.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {**LATE_AND_CLOSE, **self.initial}
        self.initial.setdefault("seed", secrets.token_hex(4))


class SampleForm(forms.Form):
    """A game to be shown and not kept: a seed and, if ``own`` is set, options other than usual."""

    seed = forms.CharField(
        max_length=LONGEST,
        help_text="Any word. The same word always gives the same game.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    own = forms.BooleanField(required=False, initial=True, widget=forms.HiddenInput)

    def __init__(self, *args: Any, system: System, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.initial.setdefault("seed", secrets.token_hex(4))
        for option in system.options:
            self.fields[option.key] = option_field(option)
        if self.is_bound and not self.has_own_options:
            # A link that names only a seed means the usual game.
            for option in system.options:
                self.fields[option.key].required = False
        elif any(option.key in self.data for option in system.options):
            # A link that is older than an option means the usual.
            for option in system.options:
                if option.key not in self.data:
                    self.fields[option.key].required = False

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the system's options."""
        return [self[option.key] for option in self.system.options]

    @property
    def has_own_options(self) -> bool:
        """Whether the options were sent along."""
        return bool(self.data.get("own"))

    def options(self) -> dict[str, Value]:
        """The options given, for the system to judge."""
        if not self.has_own_options:
            return {}
        found = {option.key: self.cleaned_data[option.key] for option in self.system.options}
        return {key: value for key, value in found.items() if value not in (None, "")}
