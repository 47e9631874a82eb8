"""Forms of the games floor: they parse, the engine and the services judge."""

import secrets
from typing import Any

from django import forms

from games.engine.options import Option, Value
from games.engine.system import System
from games.seeds import LONGEST


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
