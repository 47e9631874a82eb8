"""What an act on all clubs of an event would do: it is done, looked at, and rolled back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from rosters.models import RosterSpot, Squad
from tournaments.models import Fixture, Tournament


@dataclass(frozen=True)
class ClubChange:
    """A club by its number: its name before and after, empty where it is not entered; the players
    and the park of its squad, and whether it had one before."""

    number: int
    before: str
    after: str
    players: int
    park: str
    had_squad: bool


@dataclass(frozen=True)
class BulkChange:
    """``rounds``: those that are drawn, each with its name, its series and how many byes."""

    clubs: tuple[ClubChange, ...]
    rounds: tuple[tuple[str, tuple[str, ...], int], ...]

    @property
    def taken(self) -> list[ClubChange]:
        """The clubs whose name or squad comes of the act."""
        return [
            club
            for club in self.clubs
            if club.after and (club.before != club.after or (club.players and not club.had_squad))
        ]

    @property
    def gone(self) -> list[ClubChange]:
        return [club for club in self.clubs if not club.after]

    @property
    def left(self) -> list[ClubChange]:
        """The clubs that stay as they are."""
        return [club for club in self.clubs if club.after and club not in self.taken]


def preview_bulk(tournament: Tournament, act: Callable[[], object]) -> BulkChange:
    """Refused as the act is."""
    with transaction.atomic():
        before, had = _names(tournament), set(_squads(tournament))
        drawn = set(_fixtures(tournament).values_list("pk", flat=True))
        act()
        after, squads = _names(tournament), _squads(tournament)
        rounds: dict[str, list[Fixture]] = {}
        for fixture in _fixtures(tournament).exclude(pk__in=drawn):
            rounds.setdefault(str(fixture.round), []).append(fixture)
        change = BulkChange(
            tuple(
                ClubChange(
                    number,
                    before.get(number, ""),
                    after.get(number, ""),
                    *squads.get(number, (0, "")),
                    had_squad=number in had,
                )
                for number in sorted(before.keys() | after.keys())
            ),
            tuple(
                (
                    name,
                    tuple(str(each.series) for each in fixtures if each.series_id),
                    sum(each.series_id is None for each in fixtures),
                )
                for name, fixtures in rounds.items()
            ),
        )
        transaction.set_rollback(True)
    return change


def _names(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.entrants.order_by("number").values_list("number", "team__name"))


def _squads(tournament: Tournament) -> dict[int, tuple[int, str]]:
    """Players and park of each club's squad, by the club's number."""
    numbers = dict(tournament.entrants.values_list("team", "number"))
    sizes: dict[int, int] = {}
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope)
    for squad_id in spots.order_by().values_list("squad", flat=True):
        sizes[squad_id] = sizes.get(squad_id, 0) + 1
    squads = Squad.objects.filter(event__key=tournament.scope, team__in=numbers)
    return {
        numbers[squad.team_id]: (
            sizes.get(squad.pk, 0),
            squad.ballpark.name if squad.ballpark else "",
        )
        for squad in squads.select_related("ballpark")
    }


def _fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    rows = Fixture.objects.filter(round__stage__tournament=tournament)
    return rows.select_related("round", "series__home", "series__away").order_by(
        "round__number", "pk"
    )
