"""A game keeps what it was begun with: who may do what, and what was printed on the cards."""

from dataclasses import asdict
from typing import Any

import pytest

from config.refusals import Refused
from games.card_games.registry import card_games
from games.clubs import Squads, clubs_of
from games.engine.record import replay
from games.engine.system import CARDS
from games.models import Game, Series
from games.records import record_of
from games.services import playing
from games.services.playing import play_series, play_what_nobody_plays
from games.services.scoring import Seats, record_game
from games.systems.purestrat.clubs.game import PurestratCards
from games.systems.purestrat.play.squad import Tendencies
from games.systems.registry import GAME_SYSTEMS, SYSTEMS
from games.verifying import verify
from rosters.makers.base import makers
from rosters.models import Card, RosterSpot
from tests.builders import league
from tests.rosters.builders import a_purestrat_set
from tournaments.services.plans import Format

SINCE_THEN = ("pitchers", "digest")
"""What clubs that were drawn up earlier do not say of themselves."""


NOBODY_MANAGED = Seats()


def a_series(**settings: Any) -> Series:
    """A series of card games between two clubs."""
    cards = a_purestrat_set()
    tournament = league(
        4,
        system_key="purestrat",
        card_set=cards.slug,
        settings=settings,
        format=Format(legs=1, series_length=3),
    )
    found = Series.objects.filter(event__key=tournament.scope).order_by("pk").first()
    assert found is not None
    return found


def begun(series: Series, seats: Seats = NOBODY_MANAGED) -> Game:
    """Its first game, before anything is entered."""
    game = record_game(series_id=series.pk, number=1, transcript=(), acting_user=None, seats=seats)
    return Game.objects.get(pk=game.pk)


def allowances(game: Game) -> list[list[tuple[bool, bool, int]]]:
    """What every pitcher of both clubs may do, as the engine is told."""
    clubs = clubs_of(game)
    assert clubs is not None
    return [
        [
            (player.may_start, player.may_relieve, player.relief_outs)
            for player in club.players
            if player.is_pitcher
        ]
        for club in clubs
    ]


@pytest.mark.django_db
def test_allowances_are_read_back_and_not_derived_anew() -> None:
    game = begun(a_series())
    clubs = clubs_of(game)
    assert clubs is not None
    assert any(player.may_start for player in clubs[0].players)
    for stored in game.clubs:
        stored["pitchers"] = [[number, 0, 1, 7] for number, *_ in stored["pitchers"]]
    game.save()
    for club in allowances(Game.objects.get(pk=game.pk)):
        assert {start for start, _, _ in club} == {False}
        assert {outs for _, _, outs in club} == {7}
        # A card without a rating in relief does not relieve, whatever is allowed.
        assert True in {relieves for _, relieves, _ in club}


@pytest.mark.django_db
@pytest.mark.parametrize("shootout", [False, True])
def test_a_game_that_was_stored_before_allowances_were_still_replays(
    shootout: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nor were there pitching sheets.
    monkeypatch.setattr(PurestratCards, "keeps_sheets", lambda self, settings: False)
    game = play_series(series_ids=[a_series(shootout=shootout).pk], acting_user=None)[0]
    told = allowances(game)
    for stored in game.clubs:
        for key in SINCE_THEN:
            del stored[key]
    game.save()
    old = Game.objects.get(pk=game.pk)
    assert allowances(old) == told
    assert all(check.holds for check in verify(old))


@pytest.mark.django_db
def test_the_house_starts_the_player_whose_turn_it_is_people_whom_the_law_lets() -> None:
    series = a_series()
    house = Seats(away_managed=True)
    away, home = allowances(begun(series, house))
    assert sum(start for start, _, _ in away) == 1
    assert sum(start for start, _, _ in home) > 3
    series.settings["shootout"] = True
    series.save()
    Game.objects.all().delete()
    for club in allowances(begun(series, house)):
        assert sum(start for start, _, _ in club) > 3


@pytest.mark.django_db
def test_a_card_that_says_something_else_than_when_the_game_began_is_found_out() -> None:
    game = play_series(series_ids=[a_series().pk], acting_user=None)[0]
    assert [check.words for check in verify(game) if "card" in check.words] == [
        "Every card says what it said when the game began."
    ]
    card = Card.objects.get(pk=game.clubs[1]["cards"][0])
    card.cells["run"] = str(int(card.cells["run"]) - 1)
    card.save()
    broken = [check.words for check in verify(game) if not check.holds]
    assert "A card says something else than when the game began." in broken


@pytest.mark.django_db
def test_clubs_are_built_once_and_a_squad_that_changes_is_noticed() -> None:
    series = a_series()
    squads = Squads()
    assert squads.read([series])
    assert not squads.read([series])
    games = [
        Game(
            series=series,
            number=number,
            away=series.away,
            home=series.home,
            clubs=squads.draw_up(series, number),
        )
        for number in (1, 1, 2)
    ]
    one, same, other = (squads.clubs(game) for game in games)
    assert one is not None
    assert same is not None
    assert other is not None
    assert one[0] is same[0]
    assert one[0] is not other[0]
    # Players who do the same in both games are one and the same.
    assert {id(player) for club in one for player in club.players} & {
        id(player) for club in other for player in club.players
    }
    spot = RosterSpot.objects.filter(
        squad__team=series.home, squad__event__key=series.scope
    ).first()
    assert spot is not None
    spot.delete()
    assert squads.read([series])
    series.away.tendencies = {"stealing": 9}
    series.away.save()
    assert squads.read([series])
    drawn_up = squads.draw_up(series, 1)
    assert drawn_up is not None
    assert len(drawn_up[1]["cards"]) == len(games[0].clubs[1]["cards"]) - 1
    assert drawn_up[0]["tendencies"] == {"stealing": 9}


@pytest.mark.django_db
def test_a_squad_that_changes_while_games_are_simulated_plays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    series = a_series()
    real = playing._prepare

    def prepare(*given: Any, **named: Any) -> Any:
        prepared = real(*given, **named)
        monkeypatch.setattr(playing, "_prepare", real)
        series.home.tendencies = {"stealing": 9}
        series.home.save()
        return prepared

    monkeypatch.setattr(playing, "_prepare", prepare)
    for game in play_series(series_ids=[series.pk], acting_user=None):
        home = game.clubs[(game.away_id, game.home_id).index(series.home_id)]
        assert home["tendencies"] == {"stealing": 9}
        assert all(check.holds for check in verify(game))


@pytest.mark.django_db
def test_a_club_that_cannot_play_keeps_nobody_else_from_playing() -> None:
    series = a_series()
    others = list(Series.objects.exclude(pk=series.pk).order_by("pk"))
    other = next(
        each
        for each in others
        if not {each.home_id, each.away_id} & {series.home_id, series.away_id}
    )
    RosterSpot.objects.filter(squad__team=series.home, squad__event__key=series.scope).delete()
    with pytest.raises(Refused) as refused:
        play_series(series_ids=[series.pk, other.pk], acting_user=None)
    assert refused.value.code == "squad-missing"
    assert not Game.objects.exists()
    played = play_what_nobody_plays(series_ids=[series.pk, other.pk], acting_user=None)
    assert {game.series_id for game in played.games} == {other.pk}
    assert [refusal.code for refusal in played.left.values()] == ["squad-missing"]


@pytest.mark.django_db
def test_clubs_are_read_once_however_many_games_they_play(
    django_assert_num_queries: Any,
) -> None:
    series = a_series()
    every = list(Series.objects.order_by("pk").values_list("pk", flat=True))
    squads = Squads()
    # One query for the cards besides those that every batch takes; their sheets are opened, and it
    # is looked whether anybody wrote on them meanwhile. What is wrong with squads is asked once.
    with django_assert_num_queries(49):
        play_series(series_ids=[series.pk], acting_user=None, squads=squads)
    play_series(series_ids=every[1:3], acting_user=None, squads=squads)
    with django_assert_num_queries(39):
        play_series(series_ids=every[3:], acting_user=None, squads=squads)


@pytest.mark.django_db
def test_what_is_stored_is_enough_whatever_becomes_of_the_squads() -> None:
    series = a_series()
    game = play_series(series_ids=[series.pk], acting_user=None)[0]
    RosterSpot.objects.filter(squad__team=series.home, squad__event__key=series.scope).delete()
    series.away.tendencies = {"stealing": 10}
    series.away.save()
    record = record_of(Game.objects.get(pk=game.pk))
    again = replay(record.system, record.settings, record.transcript, clubs=record.clubs)
    assert again.events == record.events


def test_every_system_of_cards_brings_all_that_is_asked_of_one() -> None:
    played = {key for key, system in SYSTEMS.items() if system.need.kind == CARDS}
    assert set(card_games()) == played
    assert played <= set(makers())
    assert all(GAME_SYSTEMS[key].presenter is not None for key in played)


def test_purestrat_asks_for_the_tendencies_that_its_managers_know() -> None:
    asked = {each.key: each.usual for each in GAME_SYSTEMS["purestrat"].tendencies}
    by_the_book = asdict(Tendencies())
    keys = [key for key in by_the_book if key.startswith("era_")]
    era = {key: by_the_book.pop(key) for key in keys}
    assert asked == by_the_book
    # What its cards say of their time nobody is asked, and clubs stored before say nothing.
    assert set(era.values()) == {0}
