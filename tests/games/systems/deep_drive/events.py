"""Deep Drive events for tests: cards, clubs, and what is asked of their pages and API."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from config.people.models import User
from games.models import Series
from games.planning.board import PlanBoard
from games.systems.registry import SYSTEMS
from rosters.models import CardSet, Squad
from tests.builders import NAMES, league
from tests.rosters.builders import a_deep_drive_set
from tournaments.models import Tournament
from tournaments.services.plans import Format

SYSTEM = SYSTEMS["deep-drive"]
RESTS = {"pitching_law": "rest_and_relief"}


def an_event(clubs: int = 4, cards: CardSet | None = None, **changes: Any) -> Tournament:
    """Clubs that each meet every other in a series of three games."""
    made = cards or CardSet.objects.first() or a_deep_drive_set()
    given = {"format": Format(legs=1, series_length=3), **changes}
    return league(clubs, system_key="deep-drive", card_set=made.slug, **given)


def in_setup(clubs: int = 4, **changes: Any) -> Tournament:
    """The same before play begins."""
    return an_event(clubs, started=False, **changes)


def first_series(tournament: Tournament) -> Series:
    rows = Series.objects.filter(event__key=tournament.scope).select_related("home", "away")
    return rows.order_by("pk")[0]


def board_of(tournament: Tournament, team: int) -> PlanBoard:
    return PlanBoard(
        Squad.objects.select_related("team").get(event__key=tournament.scope, team=team)
    )


def client_of(user: User | None = None) -> APIClient:
    """A program, signed in as somebody or as nobody."""
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


def form(cards: CardSet, clubs: int = 4, **changes: object) -> dict[str, object]:
    """What the page of a new tournament sends, every option as it is usually."""
    given: dict[str, object] = {}
    for option in SYSTEM.options:
        if option.kind != "boolean":
            given[f"option_{option.key}"] = option.default
        elif option.default:
            given[f"option_{option.key}"] = "on"
    return {
        "name": "Deep League",
        "system": "deep-drive",
        "clubs": "\n".join(NAMES[:clubs]),
        "preset": "",
        "legs": "1",
        "series_length": "3",
        "home_pattern": "",
        "visibility": "public",
        "card_set": cards.slug,
        "edition_preset": "house-league",
        **given,
        **changes,
    }
