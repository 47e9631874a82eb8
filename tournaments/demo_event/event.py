"""The event that is rehearsed: who has a part in it, and what anybody can read of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.db.models import Model

from tournaments.demo_event.people import Person
from tournaments.demo_event.wires import Wire
from tournaments.models import Tournament
from tournaments.rules.formats import FORMATS, EventFormat

Meeting = Mapping[str, Any]
"""A meeting of the schedule as the API gives it; clubs are numbers of entrants."""


OVER = ("complete", "called-off", "void")
"""States of a meeting in which nothing is left to play."""


class AuditError(Exception):
    """Something that must always hold did not."""


@dataclass(frozen=True)
class Plan:
    """What is rehearsed: a preset of the formats, the seed by which people decide and roll, the
    game, its cards where it has any, and how many clubs (0: as few as the preset takes)."""

    preset: str
    seed: str
    system: str
    card_set: str = ""
    clubs: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that are not as they are usually."""
    own_dice: bool = False
    """Games are thrown with people's own dice only: the server's never fall the same way twice, so
    that two rehearsals would not come to the same champion."""
    name: str = ""
    """The name of the event; empty: made of the preset's and the seed."""
    names: tuple[str, ...] = ()
    """The names of the clubs; where they are too few, others are made up."""
    ways: tuple[str, ...] = ()
    """Names of the ways in which people play games, of ``rounds.WAYS``; empty: all of them."""
    drop: str = ""
    """What becomes of a club whose manager has gone (see ``drops.WAYS``); empty: as it falls."""
    cast: tuple[tuple[str, str], ...] = ()
    """Name and e-mail address of the director and of every club's manager, by its number. Empty:
    they are made up, some clubs have no manager, and some managers are never seen again."""

    @property
    def format(self) -> EventFormat:
        """The preset."""
        return FORMATS[self.preset]

    @property
    def title(self) -> str:
        """The event's name."""
        return self.name or f"{self.format.name} {self.seed}"

    @property
    def count(self) -> int:
        """Clubs that take part."""
        return self.clubs or max(self.format.least, 5)


class Event:
    """The event while it is rehearsed. Everybody in it calls the same house."""

    def __init__(self, plan: Plan, wire: Wire, say: Callable[[str], object]) -> None:
        self.plan, self.wire, self.say = plan, wire, say
        self.random = Random(f"{plan.preset}/{plan.seed}")
        self.people: dict[str, Person] = {}
        """Everybody who has had a part, by address."""
        self.director = self.part(0, "Dana Director")
        self.spectator = self.person("Sam Spectator")
        self.managers: dict[int, Person] = {}
        self.absent: set[int] = set()
        """Numbers of the clubs whose managers answer nothing."""
        self.slug = ""
        self.names: dict[int, str] = {}
        """Names of the clubs by their ids."""
        self.numbers: dict[int, int] = {}
        """Numbers of the entrants by the ids of their clubs."""
        self.divisions: dict[int, int] = {}
        """Divisions of the clubs by the numbers of the entrants."""
        self.done: Counter[str] = Counter()
        """What has been done, and how often."""

    def person(self, name: str) -> Person:
        """A person with an account of their own, for this preset and seed alone."""
        tag = f"{self.plan.preset}-{self.plan.seed}"
        email = f"{name.lower().replace(' ', '.')}.{tag}@rehearsal.example"
        return self._somebody(name, email)

    def _somebody(self, name: str, email: str) -> Person:
        """The same person however often asked for: a second one would end the first one's token."""
        if email not in self.people:
            self.people[email] = Person(name, email, self.wire)
        return self.people[email]

    def part(self, number: int, usual: str) -> Person:
        """The director, No. 0, or the manager of a club."""
        if number < len(self.plan.cast):
            return self._somebody(*self.plan.cast[number])
        return self.person(usual)

    def know(self) -> None:
        """Learn who takes part."""
        entrants = self.director.get(self.at(""))["entrants"]
        self.names = {each["team"]["id"]: each["team"]["name"] for each in entrants}
        self.numbers = {each["team"]["id"]: each["number"] for each in entrants}
        self.divisions = {each["number"]: each["division"] for each in entrants}

    # ---- reading ----

    def at(self, path: str) -> str:
        """An address within the event."""
        return f"/tournaments/{self.slug}/{path}"

    @property
    def state(self) -> str:
        """setup, running or complete."""
        return str(self.director.get(self.at(""))["state"])

    @property
    def scope(self) -> str:
        """The topic of the event, for those who look at its books."""
        return Tournament.objects.get(slug=self.slug).scope

    def schedule(self) -> list[dict[str, Any]]:
        """Every round that is drawn, and the games that break ties, as the director sees them."""
        return [*self.director.get(self.at("schedule/")), *self.tie_games()]

    def tie_games(self) -> list[dict[str, Any]]:
        """The games that break ties, as rounds of one meeting."""
        return list(self.director.get(self.at("tie-games/")))

    def waiting(self, number: int | None = None) -> list[Meeting]:
        """The series with something left to play, of one round or of all."""
        return [
            meeting
            for round_ in self.schedule()
            if number in (None, round_["number"])
            for meeting in self.unplayed(round_)
        ]

    @staticmethod
    def unplayed(round_: Mapping[str, Any]) -> list[Meeting]:
        """The series of a round with something left to play."""
        return [
            meeting
            for meeting in round_["meetings"]
            if meeting["series"] and meeting["state"] not in OVER
        ]

    def stages(self) -> list[dict[str, Any]]:
        """The stages with their rounds."""
        return list(self.director.get(self.at("stages/")))

    def games(self) -> list[dict[str, Any]]:
        """Every game of the event, as a spectator sees it."""
        return list(self.pages(self.spectator, self.at("games/?page_size=200")))

    def pages(self, reader: Person, path: str) -> Iterator[dict[str, Any]]:
        """A list that is followed by its links."""
        while path:
            page = reader.get(path)
            yield from page["results"]
            path = page["next"].partition("/api/v1")[2] if page["next"] else ""

    def managers_of(self, meeting: Meeting) -> tuple[Person, Person] | None:
        """Who manages the host and the visitor, where both are there."""
        sides = (meeting["home"], meeting["away"])
        if any(side not in self.managers or side in self.absent for side in sides):
            return None
        home, away = (self.managers[side] for side in sides)
        return home, away


def plant(kind: type[Model], pk: int, seed: str) -> None:
    """Give something the seed of the rehearsal before anything that follows from it was shown. The
    house's seeds are secret and cannot be chosen over the API: without this no two rehearsals would
    come to the same champion."""
    kind._default_manager.filter(pk=pk).update(seed=seed)
