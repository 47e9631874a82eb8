"""The plan of a tournament that is to be created, and everything that is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.text import slugify

from config.lines import clean_line, look_of
from config.people.times import is_zone
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import edition_settings, follows_editions
from games.engine.options import Value
from games.engine.system import CARDS
from games.systems.registry import system
from rosters.editions import presets_for, usual_preset
from rosters.models import CardSet
from rosters.rules.editions.edition import RuleEdition, changes, from_json
from rosters.rules.editions.presets import PRESETS, Preset
from rosters.rules.teams import TeamPlan, letters_of
from tournaments.models import Tournament
from tournaments.rules.formats import (
    FORMATS,
    ROUND_ROBIN,
    StageSpec,
    division_problems,
    preset_problems,
)
from tournaments.rules.home_patterns import default_pattern, read_pattern
from tournaments.rules.schedule import FEWEST_ENTRANTS, MOST_ENTRANTS, MOST_LEGS
from tournaments.rules.ties import ORDERS, SIMPLE, TieOrder

LONGEST_SERIES = 9


@dataclass(frozen=True)
class Format:
    """A round robin: how often everybody meets, games a series, who hosts which of them.

    ``home_pattern`` may be empty for the usual one.
    """

    legs: int = 2
    series_length: int = 3
    home_pattern: str = ""

    def problems(self) -> list[Refusal]:
        """Everything that is wrong with the format."""
        found = []
        if not 1 <= self.legs <= MOST_LEGS:
            found.append(
                Refusal(
                    "legs-out-of-range",
                    f"Everybody meets everybody 1 to {MOST_LEGS} times, not {self.legs}.",
                    "legs",
                )
            )
        if not 1 <= self.series_length <= LONGEST_SERIES:
            found.append(
                Refusal(
                    "series-length-out-of-range",
                    f"A series has 1 to {LONGEST_SERIES} games, not {self.series_length}.",
                    "series_length",
                )
            )
        elif self.home_pattern:
            try:
                read_pattern(self.home_pattern, self.series_length)
            except Refused as refused:
                found.extend(refused.refusals)
        return found

    @property
    def letters(self) -> str:
        """The home pattern, one letter a game."""
        pattern = self.home_pattern or default_pattern(self.series_length, legs=self.legs)
        return read_pattern(pattern, self.series_length)


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament to be made, with its clubs in the order of their numbers."""

    name: str
    system_key: str
    clubs: Sequence[TeamPlan]
    settings: Mapping[str, object] = field(default_factory=dict)
    format: Format = Format()
    preset: str = ""
    """Key of a format of stages, which is then played instead of ``format``."""
    in_divisions: int = 0
    """How many divisions; 0: as many as the format has."""
    visibility: str = Tournament.Visibility.PUBLIC
    time_zone: str = "UTC"
    """Where it is held."""
    seed: str = ""
    card_set: str = ""
    """Slug of the set that is played with, in games that need cards."""
    edition_preset: str = ""
    """Empty for the one that is usual in the game."""
    edition_fields: Mapping[str, object] = field(default_factory=dict)
    """What differs from the preset, by part, in games that follow a rule edition."""

    @property
    def preset_key(self) -> str:
        """The key of the preset of the tournament law."""
        return self.edition_preset or usual_preset(self.system_key).key

    @property
    def slug(self) -> str:
        """The name as it stands in addresses; ligatures may have made it longer."""
        return slugify(self.name)[:80]

    def settled(self) -> dict[str, Value]:
        """The system's options with their values, those of the rule edition among them. Refused:
        unknown system, illegal options, ``option-of-the-edition`` where one is to be other than the
        edition says, and what is wrong with the edition."""
        played = system(self.system_key)
        decided = edition_settings(played, self.edition())
        refuse_all(
            Refusal(
                "option-of-the-edition",
                f"The event's rule edition says {decided[key]}; change it there.",
                f"options.{key}",
                {"edition": decided[key]},
            )
            for key, value in self.settings.items()
            if key in decided and value != decided[key]
        )
        return played.settings({**self.settings, **decided})

    def edition(self) -> RuleEdition:
        """The tournament law. Refused: ``unknown-preset``, and as ``from_json``."""
        presets = presets_for(self.system_key)
        return edition_of(self.preset_key, self.edition_fields, presets)

    def stored_edition(self) -> dict[str, dict[str, Value]]:
        """What differs from the preset; nothing in games that follow no edition."""
        if not follows_editions(system(self.system_key)):
            return {}
        return changes(self.edition(), PRESETS[self.preset_key].edition)

    def problems(self) -> list[Refusal]:
        """Everything that is wrong with the plan, as far as it can be known without trying."""
        found = []
        name = clean_line(self.name)
        if not 1 <= len(name) <= 80:
            found.append(
                Refusal(
                    "tournament-name-length", "A tournament's name has 1 to 80 characters.", "name"
                )
            )
        elif not self.slug:
            found.append(
                Refusal("name-without-letters", "The name needs letters or digits.", "name")
            )
        elif Tournament.objects.filter(slug=self.slug).exists():
            found.append(name_taken(name))
        found += self.game_problems()
        found += club_problems(self.clubs)
        if self.visibility not in Tournament.Visibility.values:
            found.append(Refusal("unknown-visibility", "It is public or private.", "visibility"))
        if not is_zone(self.time_zone):
            found.append(unknown_zone(self.time_zone))
        return found

    def game_problems(self) -> list[Refusal]:
        """What is wrong with the options, the cards and the format."""
        found: list[Refusal] = []
        try:
            self.settled()
        except Refused as refused:
            found.extend(refused.refusals)
        return [
            *found,
            *self._edition_problems(),
            *self._card_problems(),
            *self._format_problems(),
        ]

    def stages(self) -> Sequence[StageSpec]:
        """The stages that are played, in order."""
        if self.preset:
            return FORMATS[self.preset].in_divisions(self.divisions).stages
        games, legs = self.format.series_length, self.format.legs
        return (StageSpec(ROUND_ROBIN, "Round robin", games, legs, pattern=self.format.letters),)

    @property
    def divisions(self) -> int:
        """How many divisions the clubs are put into, by number."""
        return self.in_divisions or (FORMATS[self.preset].divisions if self.preset else 1)

    @property
    def tie_order(self) -> TieOrder:
        """How ties are broken."""
        return ORDERS[FORMATS[self.preset].tie_order][1] if self.preset else SIMPLE

    def _format_problems(self) -> list[Refusal]:
        if self.preset:
            return preset_problems(self.preset, len(self.clubs), self.in_divisions)
        return [*self.format.problems(), *division_problems(len(self.clubs), self.divisions)]

    def _edition_problems(self) -> list[Refusal]:
        try:
            follows = follows_editions(system(self.system_key))
        except Refused:
            return []
        if follows or not self.edition_fields:
            return []
        return [Refusal("no-edition", "This game follows no rule edition.", "edition")]

    def cards(self) -> CardSet | None:
        """The set that is named."""
        return CardSet.objects.filter(slug=self.card_set).first() if self.card_set else None

    def _card_problems(self) -> list[Refusal]:
        try:
            needs = system(self.system_key).need.kind == CARDS
        except Refused:
            return []
        cards = self.cards()
        if not needs and not self.card_set:
            return []
        if not needs:
            return [Refusal("card-set-not-wanted", "This game needs no cards.", "card_set")]
        if cards is None:
            return [
                Refusal("card-set-needed", "Choose the cards that are played with.", "card_set")
            ]
        if cards.system_key != self.system_key:
            return [
                Refusal(
                    "card-set-of-another-game",
                    f"{cards} has cards of another game.",
                    "card_set",
                )
            ]
        return []


def edition_of(
    preset: str, fields: Mapping[str, object], presets: Mapping[str, Preset]
) -> RuleEdition:
    """One of these presets with these fields changed. Refused: ``unknown-preset``, and as
    ``from_json``."""
    if preset not in presets:
        raise Refused(
            Refusal(
                "unknown-preset",
                f"This game has no rule edition {preset[:40]!r}; there are {', '.join(presets)}.",
                "edition",
                {"known": list(presets)},
            )
        )
    return from_json(fields, presets[preset].edition)


def unknown_zone(name: str) -> Refusal:
    """The refusal of a time zone that there is none of."""
    return Refusal("unknown-zone", f"{name[:64]!r} is not the name of a time zone.", "time_zone")


def name_taken(name: str) -> Refusal:
    """The refusal of a second tournament of one name."""
    return Refusal("tournament-name-taken", f"There is a tournament {name!r} already.", "name")


def club_problems(clubs: Sequence[TeamPlan]) -> list[Refusal]:
    """What is wrong with a list of clubs: how many there are, each club in itself, and names or
    abbreviations that two clubs share.

    Of clubs alike each is named with the first of them. Of a list that is far too long only the
    beginning is looked at.
    """
    found = []
    if not FEWEST_ENTRANTS <= len(clubs) <= MOST_ENTRANTS:
        found.append(
            Refusal(
                "number-of-clubs",
                f"A round robin takes {FEWEST_ENTRANTS} to {MOST_ENTRANTS} clubs, "
                f"not {len(clubs)}.",
                "clubs",
                {"least": FEWEST_ENTRANTS, "most": MOST_ENTRANTS, "given": len(clubs)},
            )
        )
    named: dict[str, int] = {}
    lettered: dict[str, int] = {}
    for number, club in enumerate(clubs[: 2 * MOST_ENTRANTS], start=1):
        place = f"club {number}"
        found.extend(club.problems(place))
        name, letters = clean_line(club.name), letters_of(club.abbreviation)
        alike = named.setdefault(look_of(name), number)
        same = lettered.setdefault(letters, number)
        if alike != number:
            found.append(
                Refusal(
                    "duplicate-name",
                    f"Clubs {alike} and {number} are both called {name!r}."
                    if clean_line(clubs[alike - 1].name).casefold() == name.casefold()
                    else f"The names of clubs {alike} and {number} look alike: {name!r}.",
                    place,
                )
            )
        elif same != number:
            found.append(
                Refusal(
                    "duplicate-abbreviation",
                    f"{clubs[same - 1].name} and {club.name} are both abbreviated {letters!r}.",
                    place,
                )
            )
    return found
