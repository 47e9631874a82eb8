"""What an act would change of an event's divisions and stages, before a director does it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction

from tournaments.models import Tournament
from tournaments.rules.formats import StageSpec, clubs_admitted

Done = TypeVar("Done")


@dataclass(frozen=True)
class ClubMove:
    """A club that would be in another division; ``None``: that is not in the event."""

    club: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class DivisionChange:
    """How many clubs a division has, and would have."""

    number: int
    before: int
    after: int


@dataclass(frozen=True)
class StageChange:
    """A stage in words, and how many clubs would get in; empty and ``None`` where there is none."""

    name: str
    told_before: str
    told: str
    clubs_before: int | None
    clubs: int | None

    @property
    def is_changed(self) -> bool:
        """Whether it would be any different."""
        return (self.told_before, self.clubs_before) != (self.told, self.clubs)


@dataclass(frozen=True)
class FormatChange:
    """``by_chance``: who goes where is decided once it is done, and no ``moves`` are named."""

    moves: tuple[ClubMove, ...]
    divisions: tuple[DivisionChange, ...]
    stages: tuple[StageChange, ...]
    by_chance: bool = False

    @property
    def matters(self) -> bool:
        """Whether there is more than one division, or who gets in where is any different."""
        return (
            self.by_chance
            or len(self.divisions) > 1
            or any(stage.is_changed for stage in self.stages[1:])
            or any(stage.told_before != stage.told for stage in self.stages)
        )


@dataclass(frozen=True)
class _Layout:
    places: Mapping[int, tuple[str, int]]
    stages: tuple[StageSpec, ...]

    @property
    def sizes(self) -> Counter[int]:
        return Counter(division for _, division in self.places.values())

    def stage(self, at: int) -> tuple[str, int | None]:
        if at >= len(self.stages):
            return "", None
        spec, sizes = self.stages[at], self.sizes
        entry = f". Gets in: {spec.entry.in_words(len(sizes))}" if spec.entry else ""
        return f"{spec.told}{entry}", clubs_admitted(spec, list(sizes.values()))


def preview_change(
    tournament: Tournament, act: Callable[[], object], *, by_chance: bool = False
) -> FormatChange:
    """Do what is asked for, look at it, and take it back: so the preview is what the act does, and
    it is refused as the act is."""
    with transaction.atomic():
        change, _ = _changed_by(tournament, act, by_chance=by_chance)
        transaction.set_rollback(True)
    return change


def change_or_preview(
    tournament: Tournament, act: Callable[[], Done], *, by_chance: bool = False
) -> FormatChange | Done:
    """The preview of an act that matters; one that does not is done, and what it returned."""
    with transaction.atomic():
        change, done = _changed_by(tournament, act, by_chance=by_chance)
        if not change.matters:
            return done
        transaction.set_rollback(True)
    return change


def _changed_by(
    tournament: Tournament, act: Callable[[], Done], *, by_chance: bool
) -> tuple[FormatChange, Done]:
    before = _layout(tournament)
    done = act()
    return _between(before, _layout(tournament), by_chance=by_chance), done


def _between(before: _Layout, after: _Layout, *, by_chance: bool) -> FormatChange:
    names = [stage.name for stage in (*after.stages, *before.stages[len(after.stages) :])]
    sizes = before.sizes, after.sizes
    return FormatChange(
        () if by_chance else _moves(before, after),
        tuple(
            DivisionChange(number, sizes[0][number], sizes[1][number])
            for number in sorted({*sizes[0], *sizes[1]})
        ),
        tuple(
            StageChange(name, told_before, told, clubs_before, clubs)
            for at, name in enumerate(names)
            for (told_before, clubs_before), (told, clubs) in [(before.stage(at), after.stage(at))]
        ),
        by_chance,
    )


def _layout(tournament: Tournament) -> _Layout:
    entrants = tournament.entrants.order_by("number")
    rows = entrants.values_list("team", "team__name", "division")
    stages = tournament.stages.order_by("number")
    return _Layout(
        {team: (name, division) for team, name, division in rows},
        tuple(stage.spec for stage in stages.all()),
    )


def _moves(before: _Layout, after: _Layout) -> tuple[ClubMove, ...]:
    found = []
    for team in dict.fromkeys((*before.places, *after.places)):
        name, was = before.places.get(team, ("", None))
        named, now = after.places.get(team, (name, None))
        if was != now:
            found.append(ClubMove(named or name, was, now))
    return tuple(found)
