"""A league of cards on the site: dealt squads, played out, scored, taken back, checked."""

import io
import re
import zipfile
from collections import defaultdict
from dataclasses import asdict, astuple, replace

import pytest
from rest_framework.test import APIClient

from config.refusals import Refused
from games.clubs import clubs_of
from games.engine.events import INJURY, injured, kind_of, value_of
from games.engine.record import replay, simulate
from games.models import Game, Series
from games.open_decisions import open_decisions
from games.records import record_of
from games.scorer import scorer
from games.services.changes import BOTH_SIDES
from games.services.playing import play_series
from games.services.rewinding import undo_last
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game, throw_dice
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.squad import Tendencies
from games.verifying import verify
from rosters.models import Ballpark, RosterSpot, Team
from rosters.services.parks import choose_park
from rosters.services.teams import set_tendencies
from tests.builders import browser, clubs, director_of, league, person, plan
from tests.rosters.builders import a_card_set, a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    cards = a_purestrat_set()
    return league(
        4, system_key="purestrat", card_set=cards.slug, format=Format(legs=1, series_length=3)
    )


def series_of(tournament: Tournament) -> list[Series]:
    return list(Series.objects.filter(event__key=tournament.scope).order_by("pk"))


def test_every_club_is_dealt_a_legal_squad_of_its_own(tournament):
    for entrant in tournament.entrants.all():
        spots = RosterSpot.objects.filter(squad__team=entrant.team).select_related("card")
        assert spots.count() == 25
        starters = [spot for spot in spots if spot.card.cells.get("starter")]
        assert len(starters) >= 4
    dealt = RosterSpot.objects.values_list("card", flat=True)
    assert len(dealt) == len(set(dealt)) == 100


@pytest.mark.rule("T0.02g", "S30.0")
def test_every_club_is_dealt_a_park_and_plays_at_home_in_it(tournament, client):
    clubs_here = {entrant.team_id: entrant.team for entrant in tournament.entrants.all()}
    assert len({team.ballpark_id for team in clubs_here.values()}) == 4
    series = series_of(tournament)[0]
    play_series(series_ids=[series.pk], acting_user=None)
    for game in series.games.all():
        away, home = clubs_of(game)
        at_home = clubs_here[game.home_id]
        assert home.park == Park(*astuple(at_home.ballpark.numbers))
        assert away.park == Park(*astuple(clubs_here[game.away_id].ballpark.numbers))
        assert game.park == at_home.ballpark.name
        assert game.park in client.get(f"/games/{game.pk}/").content.decode()
        assert APIClient().get(f"/api/v1/games/{game.pk}/").json()["park"] == game.park


def test_a_club_that_has_played_at_home_keeps_its_park(tournament):
    series = series_of(tournament)[0]
    play_series(series_ids=[series.pk], acting_user=None)
    home = Team.objects.get(pk=series.games.first().home_id)
    free = Ballpark.objects.filter(clubs=None).first()
    with pytest.raises(Refused) as refused:
        choose_park(team=home, park=free, acting_user=director_of(tournament))
    assert refused.value.refusals[0].code == "park-played-in"


def test_a_club_plays_as_its_manager_likes(tournament):
    series = series_of(tournament)[0]
    away = Team.objects.get(pk=series.away_id)
    set_tendencies(team=away, values={"stealing": 10}, acting_user=director_of(tournament))
    (game, *_) = play_series(series_ids=[series.pk], acting_user=None)
    by_team = {game.away_id: 0, game.home_id: 1}
    found = clubs_of(game)
    assert found[by_team[away.pk]].tendencies.stealing == 10
    # The others play as they did in the time of their cards.
    other = found[1 - by_team[away.pk]].tendencies
    book = {key: 0 for key in asdict(other) if key.startswith("era_")}
    assert replace(other, **book) == Tendencies()
    assert all(check.holds for check in verify(game))


def test_a_park_for_all_in_the_settings_keeps_the_house_from_dealing():
    cards = a_purestrat_set()
    one_park = league(
        4, system_key="purestrat", card_set=cards.slug, settings={"park_home_runs_left": 3}
    )
    assert not Team.objects.filter(entries__tournament=one_park, ballpark__isnull=False).exists()


def test_games_are_played_and_come_out_the_same_again(tournament):
    games = play_series(series_ids=[series_of(tournament)[0].pk], acting_user=None)
    assert len(games) == 3
    for game in Game.objects.all():
        assert game.is_final
        assert all(check.holds for check in verify(game))


def test_a_games_clubs_are_its_own_whatever_becomes_of_the_squads(tournament):
    play_series(series_ids=[series_of(tournament)[0].pk], acting_user=None)
    game = Game.objects.first()
    RosterSpot.objects.filter(squad__team=game.home).delete()
    record = record_of(Game.objects.get(pk=game.pk))
    assert record.clubs is not None
    again = replay(record.system, record.settings, record.transcript, clubs=record.clubs)
    assert again.events == record.events


def test_starting_pitchers_take_their_turns(tournament):
    ids = [series.pk for series in series_of(tournament)]
    play_series(series_ids=ids, acting_user=None)
    for entrant in tournament.entrants.all():
        started = []
        rows = Series.objects.filter(pk__in=ids)
        for series in rows:
            for game in series.games.all():
                sides = series.sides(game.number)
                if entrant.team_id not in sides:
                    continue
                side = sides.index(entrant.team_id)
                stored = game.clubs[side]
                starter = stored["order"][stored["positions"].index(1)]
                started.append((series.columns(game.number)[side], starter))
        started.sort()
        assert [column for column, _ in started] == list(range(1, 10))
        for at in range(len(started) - 3):
            # Three games of rest (T10.2f).
            assert len({starter for _, starter in started[at : at + 4]}) == 4


@pytest.mark.long
@pytest.mark.rule("T26.0")
def test_position_players_need_no_rest(tournament):
    games = play_series(series_ids=[series_of(tournament)[0].pk], acting_user=None)
    line_ups = defaultdict(list)
    for game in games:
        for team, stored in zip((game.away_id, game.home_id), game.clubs, strict=True):
            players = {stored["cards"][number - 1] for number in stored["order"]}
            line_ups[team].append(players)
    for first, second, third in line_ups.values():
        # All but the pitcher may play three games in a row, and the best of them do.
        assert len(first & second & third) >= 5


@pytest.mark.long
@pytest.mark.rule("T25.1")
def test_an_injury_lasts_for_the_rest_of_the_game_and_no_longer(tournament):
    """Of those who are hurt some play in their club's very next game."""
    back = 0
    for series in series_of(tournament):
        hurt: set[int] = set()
        for game in play_series(series_ids=[series.pk], acting_user=None):
            for stored in game.clubs:
                back += len(hurt & {stored["cards"][number - 1] for number in stored["order"]})
            hurt = {
                game.clubs[side]["cards"][player - 1]
                for event in record_of(game).events
                if kind_of(event) == INJURY
                for side, player, _ in [injured(value_of(event))]
            }
    assert back > 0


def test_a_game_is_scored_entry_by_entry_and_taken_back(tournament):
    series = series_of(tournament)[0]
    user = director_of(tournament)
    game = record_game(series_id=series.pk, number=1, transcript=[], acting_user=user)
    whole = simulate(series.system, series.settings, "scored", clubs=clubs_of(game)).transcript
    game = add_entries(game_id=game.pk, after=0, entries=whole[:60], acting_user=user)
    assert game.status == Game.Status.IN_PROGRESS
    written = len(game.entries)
    game = undo_last(game_id=game.pk, after=written, reason="Misread", acting_user=user)
    assert len(game.entries) < written
    rest = whole[len(game.entries) :]
    game = add_entries(game_id=game.pk, after=len(game.entries), entries=rest, acting_user=user)
    assert game.is_final


def test_bad_entries_are_refused_with_their_number_and_nothing_is_stored(tournament):
    series = series_of(tournament)[0]
    user = director_of(tournament)
    for entries, place in ((["7-1-1"], "entry 1"), (["1-1-1", "steal=moon"], "entry 2")):
        with pytest.raises(Refused) as refused:
            record_game(series_id=series.pk, number=1, transcript=entries, acting_user=user)
        assert refused.value.refusals[0].place == place
    assert not Game.objects.exists()


def test_pages_and_api_show_players_by_name(tournament):
    play_series(series_ids=[series_of(tournament)[0].pk], acting_user=None)
    game = Game.objects.first()
    record = record_of(game)
    assert record.clubs is not None
    name = record.clubs[0].name_of(record.clubs[0].batting_order()[0])
    html = browser().get(f"/games/{game.pk}/").content.decode()
    assert html.count(name) > 2
    assert "Batter 1" not in html
    plays = APIClient().get(f"/api/v1/games/{game.pk}/plays/").json()
    assert name in str(plays)
    box = APIClient().get(f"/api/v1/games/{game.pk}/box/").json()
    assert box["away"]["batting"][0]["name"] == name
    assert box["away"]["batting"][0]["positions"]
    staffs = [box[side]["pitchers"] for side in ("away", "home")]
    decided = sorted(line["decision"] for staff in staffs for line in staff if line["decision"])
    assert decided in (["L", "W"], ["L", "S", "W"])
    for staff in staffs:
        assert all(line["name"] in html for line in staff)
        for line in staff:
            assert not line["decision"] or f"{line['name']} ({line['decision']})" in html


def test_a_sample_game_is_played_by_the_houses_own_clubs(client):
    page = client.get("/systems/purestrat/sample/?seed=one")
    assert page.status_code == 200
    assert "Box score</h2>" in page.content.decode()
    found = APIClient().get("/api/v1/systems/purestrat/sample/?seed=one").json()
    assert found["away_runs"] != found["home_runs"]


@pytest.mark.parametrize(
    ("card_set", "code"),
    [
        ("", "card-set-needed"),
        ("nowhere", "card-set-needed"),
        ("house-cards", "card-set-of-another-game"),
    ],
)
def test_a_tournament_of_cards_needs_a_set_of_that_game(card_set, code):
    a_card_set()
    refusals = plan(4, system_key="purestrat", card_set=card_set).problems()
    assert [(found.code, found.place) for found in refusals] == [(code, "card_set")]


def test_dice_need_no_cards():
    a_purestrat_set()
    refusals = plan(4, card_set="test-cards").problems()
    assert [found.code for found in refusals] == ["card-set-not-wanted"]


def test_too_small_a_set_keeps_play_from_beginning():
    cards = a_purestrat_set()
    big = league(12, system_key="purestrat", card_set=cards.slug, started=False)
    from tournaments.services.events import start_tournament

    with pytest.raises(Refused) as refused:
        start_tournament(tournament=big, acting_user=director_of(big))
    assert refused.value.code == "pool-too-small"
    assert not RosterSpot.objects.exists()
    big.refresh_from_db()
    assert big.state == Tournament.State.SETUP


def test_a_set_in_use_is_not_deleted(tournament):
    from rosters.services.card_sets import delete_card_set

    with pytest.raises(Refused):
        delete_card_set(card_set=tournament.card_set, acting_user=person("Dana2", is_staff=True))


def test_the_new_tournament_page_offers_the_sets_of_the_game():
    a_purestrat_set()
    director = browser(person("Newcomer"))
    page = director.get("/new/?system=purestrat").content.decode()
    assert 'value="test-cards"' in page
    names = "\n".join(f"{club.name}, {club.abbreviation}" for club in clubs(4))
    sent = {
        "name": "By page", "system": "purestrat", "clubs": names, "legs": "1",
        "series_length": "3", "visibility": "public", "card_set": "",
        "edition_preset": "purestrat-2013",
    }  # fmt: skip
    answer = director.post("/new/", sent)
    assert answer.status_code == 422
    assert "card_set" in answer.context["form"].errors
    offered = answer.context["form"].initial or {}
    options = {
        f"option_{option.key}": option.default
        for option in answer.context["form"].chosen.options
        if option.default is not False
    }
    answer = director.post("/new/", {**sent, **options, **offered, "card_set": "test-cards"})
    assert answer.status_code == 302, answer.context["form"].errors


def unpacked(answer) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_games_and_series_are_had_as_retrosheet_files(tournament, client):
    series = series_of(tournament)[0]
    assert client.get(f"/series/{series.pk}/retrosheet.zip").status_code == 404
    games = play_series(series_ids=[series.pk], acting_user=None)
    game = games[0]
    assert f"/games/{game.pk}/retrosheet.zip" in client.get(f"/games/{game.pk}/").content.decode()
    one = unpacked(client.get(f"/games/{game.pk}/retrosheet.zip"))
    (events,) = [name for name in one if name.endswith(".EVN")]
    assert one[events].startswith(f"id,{events[4:7]}")
    assert f"info,site,{game.park}" in one[events]
    assert len([name for name in one if name.endswith(".ROS")]) == 2
    page = client.get(f"/series/{series.pk}/").content.decode()
    assert f"/series/{series.pk}/retrosheet.zip" in page
    whole = unpacked(client.get(f"/series/{series.pk}/retrosheet.zip"))
    text = "".join(text for name, text in whole.items() if name.endswith(".EVN"))
    assert text.count("\nversion,2\n") == 3
    # A player has one identity, whoever hosts: those of both clubs do not meet.
    rosters = [text for name, text in whole.items() if name.endswith(".ROS")]
    known = [{line.split(",")[0] for line in roster.splitlines()} for roster in rosters]
    assert not known[0] & known[1]
    assert all(len(one_club) <= 25 for one_club in known)


@pytest.mark.parametrize("visitor", ["anonymous", "outsider"])
def test_event_files_of_a_private_event_are_for_its_people(tournament, visitor):
    series = series_of(tournament)[0]
    (game, *_) = play_series(series_ids=[series.pk], acting_user=None)
    tournament.visibility = Tournament.Visibility.PRIVATE
    tournament.save(update_fields=["visibility"])
    asking = browser(None if visitor == "anonymous" else person("Outsider"))
    for address in (f"/games/{game.pk}/retrosheet.zip", f"/series/{series.pk}/retrosheet.zip"):
        assert asking.get(address).status_code == 404
        assert browser(director_of(tournament)).get(address).status_code == 200


@pytest.mark.rule("T0.01a")
def test_what_differs_from_the_document_is_shown_as_a_house_rule(client):
    cards = a_purestrat_set()
    odd = league(
        4,
        system_key="purestrat",
        card_set=cards.slug,
        settings={"park_singles_left": 12},
        edition_fields={"games": {"mercy_margin": 8}},
    )
    page = client.get(f"/t/{odd.slug}/").content.decode()
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Mercy margin 8 instead of 10" in text
    assert "Singles, left-handed 12 instead of 10 ( T0.02e , S30.3a , S30.4 )" in text
    assert "/rulebook/purestrat/#T0.02e" in page
    assert text.count("instead of") == 2


def test_every_throw_of_the_server_shows_something(tournament, monkeypatch):
    """A plate appearance may take four throws: each is shown, though only the last makes a play."""
    # With dice that have such throws among the first sixty.
    monkeypatch.setattr("games.seeds.secrets.token_hex", lambda size: "18" * size)
    series = series_of(tournament)[0]
    game = record_game(
        series_id=series.pk,
        number=1,
        transcript=(),
        acting_user=None,
        seats=Seats(dice=SERVER_DICE),
    )
    several = 0
    for _ in range(60):
        wanted = open_decisions(game)
        if wanted.questions:
            usual = wanted.questions[0].usual
            after = len(game.entries)
            game = add_entries(game_id=game.pk, after=after, entries=[usual], acting_user=None)
            continue
        before = scorer(game, BOTH_SIDES)
        assert wanted.dice.name in before.next_throw.title
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
        shown = scorer(game, BOTH_SIDES)
        assert (shown.last, shown.thrown) != (before.last, before.thrown)
        several += len(shown.thrown) > 1
    assert several
