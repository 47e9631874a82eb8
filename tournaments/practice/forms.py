from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from config.people.models import User
from config.refusals import Refusal
from games.engine.system import System
from games.rules.game_clocks import LONGEST_DECISION, LONGEST_GAME, Allowance
from games.services.scoring import SERVER_DICE, TABLE_DICE
from tournaments.practice.clubs import offers
from tournaments.practice.models import PracticeGame
from tournaments.practice.services import Asked


class PracticeForm(forms.Form):
    away = forms.ChoiceField(label="Visitors")
    home = forms.ChoiceField(label="Home side")
    mode = forms.ChoiceField(
        label="Who plays?",
        choices=PracticeGame.Mode.choices,
        widget=forms.RadioSelect,
        initial=PracticeGame.Mode.HOUSE,
    )
    own_side = forms.ChoiceField(
        label="Your side",
        choices=(("away", "The visitors"), ("home", "The home side")),
        widget=forms.RadioSelect,
        initial="home",
    )
    dice = forms.ChoiceField(
        label="Who throws the dice?",
        choices=((SERVER_DICE, "The server"), (TABLE_DICE, "We do, at the table")),
        widget=forms.RadioSelect,
        initial=SERVER_DICE,
        help_text="Online the server does.",
    )
    decision_seconds = forms.IntegerField(
        label="Online: seconds to decide before each throw",
        help_text="Then the house's manager decides. Empty: no end.",
        required=False,
        min_value=0,
        max_value=LONGEST_DECISION,
    )
    game_minutes = forms.IntegerField(
        label="Online: minutes of deciding in the game",
        help_text="Of each, all his decisions together. Empty: no end.",
        required=False,
        min_value=0,
        max_value=LONGEST_GAME // 60,
    )

    def __init__(self, system: System, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.system = system
        groups = [
            (group.label, [(club.value, club.label) for club in group.clubs])
            for group in offers(user, system)
        ]
        for name, default_index in (("away", 0), ("home", 1)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
            field.choices = groups
            values = [value for _, clubs in groups for value, _ in clubs]
            self.initial[name] = values[min(default_index, len(values) - 1)] if values else ""

    @property
    def is_playable(self) -> bool:
        return bool(self.initial["away"])

    def asked(self) -> Asked:
        cleaned = self.cleaned_data
        return Asked(
            system=self.system.key,
            away=cleaned["away"],
            home=cleaned["home"],
            mode=cleaned["mode"],
            own_side=cleaned["own_side"],
            dice=cleaned["dice"],
            allowance=Allowance(
                cleaned["decision_seconds"] or 0, 60 * (cleaned["game_minutes"] or 0)
            ),
        )

    def refuse(self, refusals: tuple[Refusal, ...]) -> None:
        places = {"game_seconds": "game_minutes"}
        for refusal in refusals:
            place = places.get(refusal.place, refusal.place)
            self.add_error(
                place if place in self.fields else None,
                ValidationError(refusal.message, code=refusal.code),
            )
