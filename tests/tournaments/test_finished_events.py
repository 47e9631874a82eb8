"""What is over stays as it was, whatever its clubs are called afterwards."""

import json
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Game
from games.systems.registry import SYSTEMS
from rosters.models import Team
from tests.builders import browser, director_of, entrant, league, manager
from tests.games.systems.commons.decks import a_commons_set
from tests.games.test_terms import pages, said
from tests.rosters.builders import a_deep_drive_set, a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.play_out import play_out

pytestmark = pytest.mark.django_db

SETS = {"commons": a_commons_set, "deep-drive": a_deep_drive_set, "purestrat": a_purestrat_set}
ORDER = [f"Batter{letter}" for letter in "ABCDEFGHI"]
RENAMED = {
    "name": "Zanzibar Zephyrs",
    "abbreviation": "ZZZ",
    "colour": "#123456",
    "accent": "#654321",
    "batting_order": [f"Later{letter}" for letter in "ABCDEFGHI"],
}
ORDER_OF_TODAY = re.compile(r"/api/v1/series/\d+/$")
"""Where clubs are shown with the orders of their next games."""
SHOWN = re.compile(r"Zanzibar|ZZZ|#123456|#654321|Later[A-I]")


def over(key: str) -> Tournament:
    """An event that is played to its end, with names in the batting orders of one club."""
    cards = {"card_set": SETS[key]().slug} if key in SETS else {}
    event = league(4, system_key=key, visibility="public", **cards)
    Team.objects.filter(pk=entrant(event, 1).team_id).update(batting_order=ORDER)
    play_out(tournament_id=event.pk, acting_user=None, advance=lambda left: None)
    event.refresh_from_db()
    assert event.state == Tournament.State.COMPLETE
    return event


def everything_of(event: Tournament, client: Client) -> Iterator[tuple[str, str]]:
    """Its pages, one of each kind, its part of the API, and its files."""
    for path, html in pages(client, event.get_absolute_url()):
        yield path, html
    game = Game.objects.filter(series__event__key=event.scope).order_by("pk")[0]
    api = f"/api/v1/tournaments/{event.slug}/"
    for path in (
        *(f"{api}{part}" for part in ("", "standings/", "schedule/", "transactions/", "leaders/")),
        f"/api/v1/games/{game.pk}/",
        f"/api/v1/games/{game.pk}/plays/",
        f"/api/v1/series/{game.series_id}/",
        f"{event.get_absolute_url()}export.json",
        f"/games/{game.pk}/transcript.txt",
    ):
        answer = client.get(path)
        if answer.status_code == 200:
            yield path, b"".join(answer).decode() if answer.streaming else answer.content.decode()


def rename(event: Tournament, **changes: object) -> Team:
    club = entrant(event, 1).team
    answer = browser(director_of(event)).put(
        f"/api/v1/teams/{club.pk}/",
        json.dumps({**RENAMED, **changes}),
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content
    return club


@pytest.mark.long
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_rename_changes_nothing_of_an_event_that_is_over(key):
    event = over(key)
    client = browser()
    old = entrant(event, 1).team.name
    before = dict(everything_of(event, client))
    club = rename(event)
    cache.clear()
    assert Team.objects.get(pk=club.pk).name == "Zanzibar Zephyrs"
    wrong = [
        (path, found)
        for path, text in everything_of(event, browser())
        for found in sorted(set(SHOWN.findall(text)))
        if not (ORDER_OF_TODAY.match(path) and found.startswith("Later"))
    ]
    assert not wrong
    assert sum(old in said(text) for text in before.values()) > 10


def test_a_batting_order_that_is_changed_stands_from_the_next_game_on():
    """By the page that managers use, between two games of a series that goes on."""
    event = league(4, system_key="poker-dice")
    own = manager(event, 1)
    club = entrant(event, 1).team
    order = [f"Batter{letter}" for letter in "ABCDEFGHI"]
    Team.objects.filter(pk=club.pk).update(batting_order=order)
    play_out(tournament_id=event.pk, acting_user=None, advance=lambda left: None)
    game = Game.objects.filter(home=club).order_by("pk")[0]
    page = browser(own).get(f"/games/{game.pk}/").content.decode()
    assert "BatterA" in page
    swapped = [order[1], order[0], *order[2:]]
    answer = browser(own).post(
        f"/teams/{club.pk}/edit/",
        {
            "name": club.name,
            "abbreviation": club.abbreviation,
            "colour": club.colour,
            "accent": club.accent,
            "batting_order": "\n".join(swapped),
        },
    )
    assert answer.status_code == 302
    assert Team.objects.get(pk=club.pk).batting_order == swapped
    assert said(browser(own).get(f"/games/{game.pk}/").content.decode()) == said(page)
