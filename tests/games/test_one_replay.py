"""What it costs to enter something: one replay, whatever the page shows, and few queries."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.refusals import Refused
from games.models import Game, Series
from games.open_decisions import open_decisions
from games.presenters.table import has_table
from games.services.rewinding import rewind_game
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game, throw_dice
from games.systems.registry import SYSTEMS
from tests.builders import browser, director_of, league, person
from tests.games.builders import ADVANCED, a_series, started
from tests.games.systems.commons.decks import a_commons_set
from tests.rosters.builders import a_deep_drive_set, a_purestrat_set

pytestmark = pytest.mark.django_db

QUERIES = 19
"""Of an entry with the page after it: who asks and what he may do (7, and 2 once more of the game
that is locked), the game (4), its cards and their lines in the league (2), what is written (4, the
transaction among them)."""


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the systems whose games were begun at some table, in order."""
    begun: list[str] = []
    for each in {type(system) for system in SYSTEMS.values()}:
        real = each.game

        def game(self: Any, *given: Any, real: Any = real) -> Any:
            begun.append(self.key)
            return real(self, *given)

        monkeypatch.setattr(each, "game", game)
    return begun


def series_of(key: str, **event: Any) -> Series:
    sets = {
        "purestrat": a_purestrat_set,
        "commons": a_commons_set,
        "deep-drive": a_deep_drive_set,
    }
    if key in sets:
        tournament = league(4, system_key=key, card_set=sets[key]().slug, **event)
    else:
        tournament = league(4, system_key=key, **event)
    found = Series.objects.filter(event__key=tournament.scope).order_by("pk").first()
    assert found is not None
    if key == "poker-dice":
        found.settings |= ADVANCED
        found.save()
    return found


def scoring(series: Series, seats: Seats) -> tuple[Client, Game]:
    tournament_director = director_of(series.fixture.round.stage.tournament)
    game = record_game(
        series_id=series.pk, number=1, transcript=(), acting_user=tournament_director, seats=seats
    )
    return browser(tournament_director), game


def post(client: Client, game: Game, **fields: Any) -> int:
    """Post to the scoring page, as htmx does; how many queries it took."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(
            f"/series/{game.series_id}/games/{game.number}/score/",
            {"after": len(game.entries), **fields},
            headers={"HX-Request": "true"},
        )
    assert answer.status_code == 200
    return len(queries)


def next_entry(game: Game) -> str:
    """A throw of what is to be thrown."""
    dice = open_decisions(game).dice
    assert dice is not None
    return dice.show(0)


def laid_out(key: str) -> int:
    """One more where cards lie at the table: the game is looked at as it stands."""
    return int(has_table(SYSTEMS[key]))


def spoke_last(game: Game) -> bool:
    """Whether a decision came last: where the house's manager may have taken it, it is looked up
    whether he would again, since that is not to be taken back."""
    row = Game.objects.get(pk=game.pk)
    return "=" in row.entries[-1] and (row.away_managed or row.home_managed)


@pytest.mark.parametrize("key", ["one-die", "poker-dice", "purestrat"])
@pytest.mark.parametrize("managed", [False, True])
def test_a_throw_that_is_entered_is_one_replay_with_the_page_that_follows(
    key: str, managed: bool, replays: list[str]
) -> None:
    client, game = scoring(series_of(key), Seats(home_managed=managed))
    for _ in range(3):
        game = Game.objects.get(pk=game.pk)
        entry = next_entry(game)
        replays.clear()
        queries = post(client, game, act="enter", entry=entry)
        assert len(replays) <= 1 + laid_out(key) + 2 * spoke_last(game)
        assert queries <= QUERIES
    replays.clear()
    with CaptureQueriesContext(connection) as shown:
        client.get(f"/series/{game.series_id}/games/{game.number}/score/")
    assert len(replays) <= 1 + laid_out(key) + 2 * spoke_last(game)
    # Nothing is written or locked; a whole page has a bell, whose notices are counted.
    assert len(shown) <= QUERIES - 8


@pytest.mark.parametrize("key", ["one-die", "poker-dice", "purestrat"])
def test_a_press_that_plays_on_is_three_replays_at_most(key: str, replays: list[str]) -> None:
    client, game = scoring(series_of(key), Seats(dice=SERVER_DICE, away_managed=True))
    for _ in range(4):
        game = Game.objects.get(pk=game.pk)
        wanted = open_decisions(game)
        replays.clear()
        if wanted.questions:
            post(client, game, act="on", entry=wanted.questions[0].usual)
        else:
            post(client, game, act="on")
        # What can be said now, what it comes to with its dice, what is open then; an answer is one.
        most = 3 + laid_out(key) + (2 if wanted.questions else 0)
        assert len(replays) <= most + 2 * spoke_last(game)


def test_the_api_tells_what_is_next_without_another_replay(replays: list[str]) -> None:
    from rest_framework.test import APIClient

    series = series_of("poker-dice")
    _, game = scoring(series, Seats())
    entry = next_entry(game)
    client = APIClient()
    client.force_authenticate(director_of(series.fixture.round.stage.tournament))
    replays.clear()
    answer = client.post(
        f"/api/v1/games/{game.pk}/entries/", {"after": 0, "entries": [entry]}, format="json"
    )
    assert answer.json()["awaits"]
    assert len(replays) == 1


def test_the_server_draws_no_throw_before_it_is_asked_for() -> None:
    """The seed gives the same throws one by one as at once, and never more than were asked for."""
    series = a_series("two-dice", length=1)
    game = started(series, dice=SERVER_DICE, away_managed=True, home_managed=True)
    for count in range(1, 6):
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
        assert len(game.entries) == count
    seats = Seats(dice=SERVER_DICE)
    again = record_game(
        series_id=a_series("two-dice").pk, number=1, transcript=(), acting_user=None, seats=seats
    )
    Game.objects.filter(pk=again.pk).update(seed=game.seed)
    while len(again.entries) < 5:
        again = throw_dice(game_id=again.pk, after=len(again.entries), acting_user=None)
    assert again.entries == game.entries


def test_a_game_of_earlier_rules_goes_on_where_these_make_the_same_of_it() -> None:
    game = started(a_series("one-die"), "1", "2", "3")
    Game.objects.filter(pk=game.pk).update(system_version=0)
    game = add_entries(game_id=game.pk, after=3, entries=["4"], acting_user=None)
    assert game.system_version == game.series.system.version


def test_a_game_of_earlier_rules_that_these_read_otherwise_stays_as_it_is() -> None:
    series = a_series("one-die")
    game = started(series, "1", "2", "3")
    dana = person("Dana", is_staff=True)
    Game.objects.filter(pk=game.pk).update(system_version=0, events=[*game.events, 1 << 40])
    for act in (
        lambda: add_entries(game_id=game.pk, after=3, entries=["4"], acting_user=dana),
        lambda: rewind_game(game_id=game.pk, entry=3, reason="Misread", acting_user=dana),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "rules-changed"
    old = Game.objects.get(pk=game.pk)
    assert old.system_version == 0
    assert open_decisions(old).dice is None
    # What cannot be read at all is told just so, and breaks no page.
    Game.objects.filter(pk=game.pk).update(transcript="1 2 77")
    assert open_decisions(Game.objects.get(pk=game.pk)).dice is None
