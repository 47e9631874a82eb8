"""Forms of the tournament floor: they parse, the services judge."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from config.people.models import User
from games.engine.refusals import Refusal
from games.engine.system import CARDS, System
from games.engine.systems import SYSTEMS
from games.forms import option_field
from rosters.models import CardSet
from tournaments.club_list import ClubLine, in_line, read_clubs
from tournaments.models import Entrant, Invite, Tournament
from tournaments.rules.schedule import FEWEST_ENTRANTS, MOST_LEGS
from tournaments.services.plans import LONGEST_SERIES, Format, TournamentPlan

LEGS = ["Once", "Twice, sides changed", *(f"{times} times" for times in range(3, MOST_LEGS + 1))]


class TournamentForm(forms.Form):
    """A tournament to be made: the event, its game system with that system's options, its clubs.

    ``system_key`` is the system whose options are offered; only they are part of the form.
    """

    name = forms.CharField(
        label="Name of the tournament",
        max_length=80,
        error_messages={"required": "A tournament needs a name."},
    )
    system = forms.ChoiceField(
        label="Game system", choices=lambda: [(key, found.name) for key, found in SYSTEMS.items()]
    )
    clubs = forms.CharField(
        error_messages={"required": f"Name at least {FEWEST_ENTRANTS} clubs, a line each."},
        help_text="One club a line: <code>Name, ABB</code>. Without an abbreviation we make one up;"
        " two colours may follow (<code>Lakeside Loons, LAK, #1f4d3a, #cfe3d4</code>).",
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "placeholder": "Lakeside Loons, LAK\nIron Range Moles, IRM\nMesa Roadrunners, MES",
                "spellcheck": "false",
            }
        ),
    )
    legs = forms.TypedChoiceField(
        label="How often each pair meets",
        coerce=int,
        choices=list(enumerate(LEGS, start=1)),
        initial=2,
    )
    series_length = forms.IntegerField(
        label="Games in a series",
        initial=3,
        widget=forms.NumberInput(attrs={"min": 1, "max": LONGEST_SERIES}),
    )
    home_pattern = forms.CharField(
        label="Who hosts which game",
        required=False,
        help_text="H for the series' home club, A for the visitors: <code>HHA</code>, or home "
        "stands as <code>2-3-2</code>. Left empty: all at home where every pair meets at both "
        "places, else turn and turn about.",
    )
    visibility = forms.ChoiceField(
        label="Who may look",
        choices=Tournament.Visibility.choices,
        initial=Tournament.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, system_key: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = SYSTEMS.get(system_key) or next(iter(SYSTEMS.values()))
        self.initial.setdefault("system", self.chosen.key)
        for option in self.chosen.options:
            self.fields[_option_name(option.key)] = option_field(option)
        if self.chosen.need.kind == CARDS:
            self.fields["card_set"] = card_set_field(self.chosen)
        self.club_lines: list[ClubLine] = []

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the chosen system's options."""
        return [self[_option_name(option.key)] for option in self.chosen.options]

    def plan(self) -> TournamentPlan:
        """The tournament as far as it could be read; defaults stand in for what could not."""
        given = self.cleaned_data
        usual = Format()
        settings = {
            option.key: given[_option_name(option.key)]
            for option in self.chosen.options
            if _option_name(option.key) in given
        }
        return TournamentPlan(
            name=given.get("name", ""),
            system_key=given.get("system", self.chosen.key),
            clubs=[line.plan for line in self.club_lines],
            settings=settings,
            format=Format(
                given.get("legs", usual.legs),
                given.get("series_length", usual.series_length),
                given.get("home_pattern", ""),
            ),
            visibility=given.get("visibility", Tournament.Visibility.PUBLIC),
            card_set=given.get("card_set", ""),
        )

    def clean(self) -> dict[str, Any]:
        """Whatever could not be read, and whatever is wrong with the rest, at once."""
        self.club_lines = read_clubs(self.cleaned_data.get("clubs", ""))
        unread = set(self.errors)
        refusals = [
            refusal
            for refusal in self.plan().problems()
            if self.field_of(refusal.place) not in unread
        ]
        self.refuse(refusals)
        return self.cleaned_data

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal at the field it is about."""
        for refusal in refusals:
            message = in_line(refusal, self.club_lines).message
            self.add_error(
                self.field_of(refusal.place), ValidationError(message, code=refusal.code)
            )

    def field_of(self, place: str) -> str | None:
        """The field a refusal's place belongs to; None for the form as a whole."""
        if place.startswith("club"):
            return "clubs"
        if place.startswith("options."):
            name = _option_name(place.removeprefix("options."))
            return name if name in self.fields else "system"
        return place if place in self.fields else None


def card_set_field(system: System) -> forms.ChoiceField:
    """The sets of cards there are for a game."""
    sets = CardSet.objects.filter(system_key=system.key).values_list("slug", "name")
    return forms.ChoiceField(
        label="Cards",
        choices=[("", "Choose a set"), *sets],
        required=True,
        error_messages={"required": "Choose the cards that are played with."},
        help_text="Every club without a squad is dealt one when play begins: an imputed draft, "
        "forward and back, the best card for each round's need.",
    )


def _option_name(key: str) -> str:
    return f"option_{key}"


class InviteForm(forms.Form):
    """An offer of a role; whether a club is needed, the service says."""

    role = forms.ChoiceField(choices=Invite.Role.choices, initial=Invite.Role.MANAGER)
    entrant = forms.ModelChoiceField(
        label="Club",
        queryset=Entrant.objects.none(),
        required=False,
        help_text="For managers and substitutes.",
    )
    email = forms.EmailField(
        label="E-mail address",
        required=False,
        help_text="With an address the link is good for that person only, and we can mail it.",
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entrant"].queryset = tournament.entrants.select_related("team")  # type: ignore[attr-defined]


class NewAccountForm(forms.Form):
    """An account made on the way in, by somebody who was invited."""

    name = forms.CharField(
        label="Your name", max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label="E-mail address", widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    password = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean(self) -> dict[str, Any]:
        """The password is measured against the name and the address beside it."""
        given = self.cleaned_data
        if given.get("password"):
            nobody = User(name=given.get("name", ""), email=given.get("email", ""))
            try:
                validate_password(given["password"], nobody)
            except ValidationError as error:
                self.add_error("password", error)
        return given
