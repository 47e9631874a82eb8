"""Forms of the tournament floor: they parse, the services judge."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from config.inputs import whole_number
from config.people.models import LONGEST_ADDRESS
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import edition_settings, follows_editions
from games.engine.system import CARDS, System
from games.forms import option_field
from games.rules.game_clocks import LONGEST_DECISION, LONGEST_GAME, Allowance
from games.systems.registry import SYSTEMS
from rosters.editions import presets_for, usual_preset
from rosters.models import CardSet
from rosters.rules.editions.edition import PARTS, TITLES, RuleEdition
from rosters.rules.editions.fields import options as fields_of
from rosters.rules.editions.presets import DEFAULT, Preset
from tournaments.club_list import LONGEST_LIST, ClubLine, in_line, read_clubs
from tournaments.models import Entrant, Invite, Tournament
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.criterion import SCOPES, UNPLAYED
from tournaments.rules.formats import FORMATS, EventFormat
from tournaments.rules.schedule import FEWEST_ENTRANTS, MOST_LEGS
from tournaments.rules.ties import AFTER, MOST_STEPS, SIZES, TieOrder, order_to_json
from tournaments.services.plans import LONGEST_SERIES, Format, TournamentPlan
from tournaments.services.substitutions import rounds_open

FORMAT_CHOICES = [
    *((key, each.name) for key, each in FORMATS.items()),
    ("", "A round robin of your own"),
]
LEGS = ["Once", "Twice, sides changed", *(f"{times} times" for times in range(3, MOST_LEGS + 1))]

DIVISION_CHOICES = [
    ("", "As many as the format has"),
    *((str(count), f"{count} division{'s' if count > 1 else ''}") for count in range(1, 5)),
]


class OptionsForm(forms.Form):
    """What an event is played under: the options of its game system, its cards, its format.

    ``system_key`` is the system whose options are offered; only they are part of the form.
    """

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

    def __init__(self, *args: Any, system_key: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = SYSTEMS.get(system_key) or next(iter(SYSTEMS.values()))
        decided = edition_settings(self.chosen, DEFAULT)
        # The rule edition has a page of its own.
        self.options = [option for option in self.chosen.options if option.key not in decided]
        for option in self.options:
            self.fields[_option_name(option.key)] = option_field(option)
        if self.chosen.need.kind == CARDS:
            self.fields["card_set"] = card_set_field(self.chosen)

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "OptionsForm":
        """The form of a tournament as it stands."""
        stage = tournament.stages.get(number=1)
        cards = tournament.card_set
        settings = {_option_name(key): value for key, value in tournament.settings.items()}
        initial = {
            "legs": stage.legs,
            "series_length": stage.series_length,
            "home_pattern": stage.home_pattern,
            "card_set": cards.slug if cards is not None else "",
            **settings,
        }
        return cls(data, initial=initial, system_key=tournament.system_key)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the chosen system's options."""
        return [self[_option_name(option.key)] for option in self.options]

    @property
    def lacks_cards(self) -> bool:
        """Whether the game needs cards of which there is no set yet."""
        return "card_set" in self.fields and not card_sets_of(self.chosen)

    @property
    def option_errors(self) -> bool:
        """Whether something is wrong with one of them."""
        return any(field.errors for field in self.option_fields)

    def settings(self) -> dict[str, object]:
        """The options that could be read, by key."""
        given = self.cleaned_data
        return {
            option.key: given[_option_name(option.key)]
            for option in self.options
            if _option_name(option.key) in given
        }

    def format(self) -> Format:
        """The format as far as it could be read."""
        given, usual = self.cleaned_data, Format()
        return Format(
            given.get("legs", usual.legs),
            given.get("series_length", usual.series_length),
            given.get("home_pattern", ""),
        )

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal at the field it is about."""
        for refusal in refusals:
            self.add_error(
                self.field_of(refusal.place), ValidationError(refusal.message, code=refusal.code)
            )

    def field_of(self, place: str) -> str | None:
        """The field a refusal's place belongs to; None for the form as a whole."""
        place = "in_divisions" if place == "divisions" else place
        if place.startswith("options."):
            place = _option_name(place.removeprefix("options."))
        return place if place in self.fields else None


class TournamentForm(OptionsForm):
    """A tournament to be made: the event, its game system with that system's options, its clubs."""

    name = forms.CharField(
        label="Name of the tournament",
        max_length=80,
        error_messages={"required": "A tournament needs a name."},
    )
    system = forms.ChoiceField(
        label="Game system", choices=lambda: [(key, found.name) for key, found in SYSTEMS.items()]
    )
    clubs = forms.CharField(
        max_length=LONGEST_LIST,
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
    preset = forms.ChoiceField(
        label="Format",
        required=False,
        initial="simple-league",
        choices=FORMAT_CHOICES,
        widget=forms.RadioSelect,
    )
    in_divisions = forms.TypedChoiceField(
        label="Divisions",
        required=False,
        coerce=int,
        choices=DIVISION_CHOICES,
        help_text="Clubs are put into them by number; who goes where is changed on the desk.",
    )
    visibility = forms.ChoiceField(
        label="Who may look",
        choices=Tournament.Visibility.choices,
        initial=Tournament.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, system_key: str, **kwargs: Any) -> None:
        super().__init__(*args, system_key=system_key, **kwargs)
        self.initial.setdefault("system", self.chosen.key)
        if follows_editions(self.chosen):
            presets = presets_for(self.chosen.key)
            self.fields["edition_preset"] = edition_preset_field("Rule edition", presets)
            self.initial.setdefault("edition_preset", usual_preset(self.chosen.key).key)
        self.club_lines: list[ClubLine] = []

    @property
    def formats(self) -> list[tuple[str, str, EventFormat | None]]:
        """The formats to choose from: value, name, and what it is; none for one's own."""
        return [(key, name, FORMATS.get(key)) for key, name in FORMAT_CHOICES]

    @property
    def chosen_format(self) -> str:
        """The value of the chosen one."""
        return self["preset"].value() or ""

    def plan(self, time_zone: str = "UTC") -> TournamentPlan:
        """The tournament as far as it could be read, held in that zone; defaults stand in for what
        could not."""
        given = self.cleaned_data
        return TournamentPlan(
            name=given.get("name", ""),
            system_key=given.get("system", self.chosen.key),
            clubs=[line.plan for line in self.club_lines],
            settings=self.settings(),
            preset=given.get("preset", ""),
            format=self.format(),
            in_divisions=given.get("in_divisions") or 0,
            visibility=given.get("visibility", Tournament.Visibility.PUBLIC),
            time_zone=time_zone,
            card_set=given.get("card_set", ""),
            edition_preset=given.get("edition_preset", ""),
        )

    def clean(self) -> dict[str, Any]:
        """Whatever could not be read, and whatever is wrong with the rest, at once."""
        try:
            self.club_lines = read_clubs(self.cleaned_data.get("clubs", ""))
        except Refused as refused:
            self.club_lines = []
            self.refuse(refused.refusals)
        unread = set(self.errors)
        refusals = [
            refusal
            for refusal in self.plan().problems()
            if self.field_of(refusal.place) not in unread
        ]
        self.refuse(refusals)
        return self.cleaned_data

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal at the field it is about; of a club, with its line."""
        super().refuse(in_line(refusal, self.club_lines) for refusal in refusals)

    def field_of(self, place: str) -> str | None:
        """The field a refusal's place belongs to; None for the form as a whole."""
        if place.startswith("club"):
            return "clubs"
        found = super().field_of(place)
        return "system" if found is None and place.startswith("options.") else found


def card_sets_of(system: System) -> list[tuple[str, str]]:
    """Slugs and names of the sets of cards there are for a game."""
    return list(CardSet.objects.filter(system_key=system.key).values_list("slug", "name"))


def card_set_field(system: System) -> forms.ChoiceField:
    """The sets of cards there are for a game."""
    sets = card_sets_of(system)
    # Where there is one set only there is nothing to choose.
    return forms.ChoiceField(
        label="Cards",
        choices=sets if len(sets) == 1 else [("", "Choose a set"), *sets],
        required=True,
        error_messages={"required": "Choose the cards that are played with."},
        help_text="Every club without a squad is dealt one when play begins: an imputed draft, "
        "forward and back, the best card for each round's need.",
    )


def _option_name(key: str) -> str:
    return f"option_{key}"


def edition_preset_field(label: str, presets: Mapping[str, Preset]) -> forms.ChoiceField:
    """Some rule editions to choose from."""
    return forms.ChoiceField(
        label=label,
        choices=[(key, f"{found.name} ({found.date})") for key, found in presets.items()],
    )


class EditionForm(forms.Form):
    """The rule edition of an event: its preset and every field."""

    def __init__(
        self,
        *args: Any,
        edition: RuleEdition,
        preset: str,
        presets: Mapping[str, Preset],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"] = edition_preset_field("Preset", presets)
        self.initial["preset"] = preset
        for part, law in PARTS.items():
            for option in fields_of(law):
                name = f"{part}.{option.key}"
                self.fields[name] = option_field(option)
                self.initial[name] = getattr(getattr(edition, part), option.key)

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "EditionForm":
        """The form of a tournament as it stands."""
        return cls(
            data,
            edition=tournament.edition,
            preset=tournament.preset.key,
            presets=tournament.presets,
        )

    @property
    def parts(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under the titles of their parts."""
        return [
            (TITLES[part], [self[f"{part}.{option.key}"] for option in fields_of(law)])
            for part, law in PARTS.items()
        ]

    def edition_fields(self) -> dict[str, dict[str, object]]:
        """What was typed, by part, as far as it could be read."""
        found: dict[str, dict[str, object]] = {}
        for name, value in self.cleaned_data.items():
            part, _, key = name.partition(".")
            if key:
                found.setdefault(part, {})[key] = value
        return found

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal at the field it is about."""
        for refusal in refusals:
            place = refusal.place if refusal.place in self.fields else None
            self.add_error(place, ValidationError(refusal.message, code=refusal.code))


def rows_of(key: str, shown: int, data: Mapping[str, str] | None) -> int:
    """How many rows a form has whose rows are told apart by a number: those that are shown, or as
    many as were sent, which are more where something has changed since."""
    sent = (name.removeprefix(f"{key}-") for name in data or () if name.startswith(f"{key}-"))
    numbers = (whole_number(each, most=99) for each in sent)
    return max([shown, *(number + 1 for number in numbers if number is not None)])


class TieOrderForm(forms.Form):
    """The steps that break ties, a row each, and some empty rows; ``place`` orders them."""

    EMPTY = 3
    KEYS = ("place", "criterion", "scope", "sizes", "after", "unplayed", "balanced")

    def __init__(self, order: TieOrder, data: Any = None) -> None:
        super().__init__(data)
        self.count = rows_of("criterion", min(MOST_STEPS, len(order.steps) + self.EMPTY), data)
        criteria = [("", "None"), *((key, found.name) for key, found in CRITERIA.items())]
        steps = order_to_json(order)
        for at in range(self.count):
            given = steps[at] if at < len(steps) else {}
            row: dict[str, forms.Field] = {
                "place": forms.IntegerField(label="Place", min_value=1, max_value=99),
                "criterion": forms.ChoiceField(label="Criterion", choices=criteria),
                "scope": forms.ChoiceField(
                    label="Games", choices=[("", "its usual ones"), *SCOPES.items()]
                ),
                "sizes": forms.ChoiceField(label="Asked of", choices=list(SIZES.items())),
                "after": forms.ChoiceField(label="Those left", choices=list(AFTER.items())),
                "unplayed": forms.ChoiceField(
                    label="Unplayed games", choices=list(UNPLAYED.items())
                ),
                "balanced": forms.BooleanField(label="Only if all met equally often"),
            }
            usual: dict[str, Any] = {"place": at + 1, "criterion": "", "balanced": True}
            for key, field in row.items():
                field.required = False
                field.initial = given.get(key, usual.get(key))
                field.says_optional = False  # type: ignore[attr-defined]
                self.fields[f"{key}-{at}"] = field

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each step."""
        return [[self[f"{key}-{at}"] for key in self.KEYS] for at in range(self.count)]

    def steps(self) -> list[dict[str, object]]:
        """What was typed, in the order of the places; rows without a criterion are left out, and
        what was left empty is as usual. Refused: ``tie-step-unreadable`` for every field that
        cannot be read."""
        self.is_valid()
        found = []
        refusals: list[Refusal] = []
        for at in range(self.count):
            row = {key: self.cleaned_data.get(f"{key}-{at}") for key in self.KEYS}
            if row["criterion"] is None or row["criterion"]:
                refusals += [
                    Refusal(
                        "tie-step-unreadable", f"{field.label}: {error}", f"step {at + 1}.{key}"
                    )
                    for key, field in zip(self.KEYS, self.rows[at], strict=True)
                    for error in field.errors
                ]
                place = row.pop("place") or at + 1
                known = {key: value for key, value in row.items() if value not in (None, "")}
                found.append((place, at, known))
        refuse_all(refusals)
        return [row for _, _, row in sorted(found, key=lambda each: each[:2])]


class InviteForm(forms.Form):
    """An offer of a role; whether a club is needed, the service says."""

    role = forms.ChoiceField(choices=Invite.Role.choices, initial=Invite.Role.MANAGER)
    entrant = forms.ModelChoiceField(
        label="Club",
        queryset=Entrant.objects.none(),
        required=False,
        empty_label="No club",
        help_text="Managers and substitutes need one; directors and spectators have none.",
    )
    email = forms.EmailField(
        label="E-mail address",
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text="With an address the link is good for that person only, and we can mail it.",
    )
    ends = forms.ChoiceField(
        label="A substitute plays until",
        required=False,
        help_text="Without an end until a manager is back, or the event is over.",
    )
    until = forms.DateTimeField(
        label="Or until this time",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Neither needed nor optional: it depends on the role, as the help says.
        self.fields["entrant"].says_optional = False  # type: ignore[attr-defined]
        clubs = tournament.entrants.filter(dropped="").select_related("team")
        self.fields["entrant"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["ends"].choices = [  # type: ignore[attr-defined]
            ("", "A manager is back"),
            *((key, f"{words} is over") for key, words in rounds_open(tournament)),
        ]


class ClockForm(forms.Form):
    """What two people who play online may take to decide."""

    decision_seconds = forms.IntegerField(
        label="Seconds to decide",
        help_text="For all that a manager decides before a throw; 0 for no end.",
        min_value=0,
        max_value=LONGEST_DECISION,
    )
    game_minutes = forms.IntegerField(
        label="Minutes of deciding in a game",
        help_text="For all his decisions of a game together; 0 for no end.",
        min_value=0,
        max_value=LONGEST_GAME // 60,
    )

    @classmethod
    def of(cls, allowance: Allowance, data: Any = None) -> "ClockForm":
        """The form as things stand."""
        initial = {
            "decision_seconds": allowance.decision,
            "game_minutes": allowance.game // 60,
        }
        return cls(data, initial=initial)

    def allowance(self) -> Allowance:
        """What was typed."""
        given = self.cleaned_data
        return Allowance(given["decision_seconds"], 60 * given["game_minutes"])

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal at its field."""
        for refusal in refusals:
            place = refusal.place if refusal.place in self.fields else "game_minutes"
            self.add_error(place, ValidationError(refusal.message, code=refusal.code))
