"""A game system that the house has never seen, with all that one can have, goes through it whole:
cards, an event by the form, a draft, line-ups, games, sheets, standings, the book, pages and API.
Nothing outside its own module knows it (``tests/games/small_cards.py``)."""

from dataclasses import replace

import pytest

from games.engine import table
from games.models import Game
from games.systems.registry import GAME_SYSTEMS
from games.verifying import verify
from pitching.models import PitchingSheet
from rosters.drafts.models import DraftPick
from rosters.drafts.services import directing, finishing, preparing
from rosters.models import CardSet, Squad
from rosters.services.card_sets import enter_card_set
from tests.builders import NAMES, browser, person
from tests.engine.small_card_game import BATTERS, PITCHERS, SMALL, small_club
from tests.games.small_cards import WHOLE_SYSTEM, rows_of
from tests.rosters.drafts import NOW, UNSANCTIONED, prepared
from tournaments.book.keeping import keep_books
from tournaments.models import Tournament
from tournaments.services.events import start_tournament
from tournaments.services.play_out import play_out

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not str(table.__file__).endswith(".py"),
        reason="the engine is compiled: a game of our own is not",
    ),
]
CLUBS = 4


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME_SYSTEMS, "small", WHOLE_SYSTEM)


@pytest.fixture
def cards() -> CardSet:
    rows = [
        replace(row, name=f"{row.name} of {seed}")
        for seed in range(CLUBS)
        for row in rows_of(replace(small_club(seed), name=f"club{seed}"))
    ]
    return enter_card_set(
        name="Small cards", system_key="small", rows=rows, acting_user=person("Maker")
    )


@pytest.mark.long
def test_it_goes_from_cards_to_a_champion(cards: CardSet) -> None:
    director = person("Dana")
    page = browser(director)
    answer = page.post(
        "/new/",
        {
            "name": "Small League",
            "system": "small",
            "clubs": "\n".join(NAMES[:CLUBS]),
            "preset": "",
            "legs": "1",
            "series_length": "1",
            "home_pattern": "",
            "visibility": "public",
            "card_set": cards.slug,
            "edition_preset": "house-league",
            **{
                f"option_{option.key}": "on" if option.kind == "boolean" else option.default
                for option in SMALL.options
                if option.default or option.kind != "boolean"
            },
        },
    )
    assert answer.status_code == 302
    event = Tournament.objects.get(name="Small League")

    draft = prepared(event, UNSANCTIONED)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=NOW)
    room = f"/drafts/{draft.pk}/"
    assert "Pitchers" in page.get(room).content.decode()
    for slot in range(1, CLUBS + 1):
        directing.change_drafter(
            draft=draft, division=1, slot=slot, drafter="house", acting_user=director, now=NOW
        )
    finishing.finish_draft(draft=draft, acting_user=director, now=NOW)
    assert DraftPick.objects.count() == CLUBS * (BATTERS + PITCHERS)
    squads = Squad.objects.filter(event__key=event.scope)
    assert [squad.spots.count() for squad in squads] == [BATTERS + PITCHERS] * CLUBS

    start_tournament(tournament=event, acting_user=director)
    play_out(tournament_id=event.pk, acting_user=director, advance=lambda left: None)
    games = Game.objects.filter(series__event__key=event.scope)
    assert games.count() == CLUBS * (CLUBS - 1) // 2
    assert all(check.holds for check in verify(games[0]))
    keep_books([event.scope])

    game, sheet = games[0], PitchingSheet.objects.filter(event__key=event.scope)[0]
    player = squads[0].spots.order_by("number")[0].card
    for address in (
        "/systems/small/",
        "/systems/small/sample/?seed=x",
        f"/cards/{cards.slug}/",
        f"/t/{event.slug}/",
        f"/t/{event.slug}/desk/",
        f"/t/{event.slug}/standings/",
        f"/t/{event.slug}/statistics/",
        f"/t/{event.slug}/men/{player.pk}/",
        f"/t/{event.slug}/teams/1/",
        f"/t/{event.slug}/teams/1/squad/",
        f"/series/{game.series_id}/",
        f"/games/{game.pk}/",
        f"/games/{game.pk}/scorecard/",
        f"/sheets/{sheet.pk}/",
        room,
        f"/api/v1/tournaments/{event.slug}/",
        f"/api/v1/tournaments/{event.slug}/statistics/",
        f"/api/v1/games/{game.pk}/",
    ):
        assert page.get(address).status_code == 200, address
    assert player.name in page.get(f"/t/{event.slug}/men/{player.pk}/").content.decode()
    assert "small" in {row["key"] for row in page.get("/api/v1/systems/").json()["results"]}
