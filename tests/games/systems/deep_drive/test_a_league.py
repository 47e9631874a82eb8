"""A league of Deep Drive on the site: dealt, laid down, played, scored, taken back, suspended,
reported, shown and written out."""

import io
import subprocess
import zipfile
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from config.refusals import Refused
from games.clubs import clubs_of
from games.engine.record import replay, simulate
from games.models import Game, Series
from games.planning.board import PlanBoard
from games.planning.models import LineUp
from games.planning.services.lineups import save_instructions, save_line_up
from games.records import record_of
from games.services.playing import play_series
from games.services.rewinding import undo_last
from games.services.scoring import add_entries, record_game
from games.systems.deep_drive.play.park import NEUTRAL_PARK, Park
from games.systems.deep_drive.play.readings import parse_reading
from games.verifying import verify
from rosters.models import RosterSpot, Squad, Team
from rosters.rules.instructions import Instructions
from rosters.rules.lineups import PITCHER, Spot
from rosters.services.teams import set_tendencies
from tests.builders import browser, director_of, league
from tests.rosters.builders import a_deep_drive_set
from tests.tools.proofs.boxes import COMPLAINT, read_boxes
from tournaments.models import Tournament
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db

DESIGNATED = 12


def an_event(**changes) -> Tournament:
    """Four clubs, each meeting every other in a series of three games."""
    cards = a_deep_drive_set()
    given = {"format": Format(legs=1, series_length=3), **changes}
    return league(4, system_key="deep-drive", card_set=cards.slug, **given)


def first_series(tournament: Tournament) -> Series:
    rows = Series.objects.filter(event__key=tournament.scope).select_related("home", "away")
    return rows.order_by("pk")[0]


def board_of(tournament: Tournament, team: int) -> PlanBoard:
    return PlanBoard(
        Squad.objects.select_related("team").get(event__key=tournament.scope, team=team)
    )


def stored(game: Game, team: int) -> dict:
    return game.clubs[(game.away_id, game.home_id).index(team)]


def test_every_club_is_dealt_a_squad_by_the_systems_own_law() -> None:
    tournament = an_event()
    for entrant in tournament.entrants.all():
        spots = RosterSpot.objects.filter(squad__team=entrant.team).select_related("card")
        assert spots.count() == 25
        starters = [spot for spot in spots if spot.card.cells.get("starter") not in ("", "-", "0")]
        assert len(starters) >= 5
    dealt = RosterSpot.objects.values_list("card", flat=True)
    assert len(dealt) == len(set(dealt)) == 100


@pytest.mark.rule("DD-029")
def test_the_home_clubs_park_card_is_played_on() -> None:
    tournament = an_event()
    series = first_series(tournament)
    games = play_series(series_ids=[series.pk], acting_user=None)
    teams = {entrant.team_id: entrant.team for entrant in tournament.entrants.all()}
    for game in games:
        away, home = clubs_of(game)
        for club, team in ((away, teams[game.away_id]), (home, teams[game.home_id])):
            faces = team.ballpark.faces.split()
            assert [parse_reading(face) for face in faces] == club.park.results.rows
        assert game.park == teams[game.home_id].ballpark.name


@pytest.mark.rule("DD-029")
def test_a_club_without_a_park_plays_at_home_on_the_neutral_card() -> None:
    tournament = an_event()
    Team.objects.filter(entries__tournament=tournament).update(ballpark=None)
    game, *_ = play_series(series_ids=[first_series(tournament).pk], acting_user=None)
    assert isinstance(clubs_of(game)[1].park, Park)
    assert clubs_of(game)[1].park == NEUTRAL_PARK


@pytest.mark.rule("DD-104")
def test_a_game_is_played_verified_and_comes_out_the_same_again() -> None:
    series = first_series(an_event())
    games = play_series(series_ids=[series.pk], acting_user=None)
    assert len(games) == 3
    starters = set()
    for game in games:
        assert game.is_final
        assert all(check.holds for check in verify(game))
        record = record_of(Game.objects.get(pk=game.pk))
        again = replay(record.system, record.settings, record.transcript, clubs=record.clubs)
        assert again.events == record.events
        home = stored(game, series.home_id)
        # Somebody bats for the pitcher, who takes his turn in the rotation.
        assert DESIGNATED in home["positions"]
        starters.add(home["pitcher"])
    assert len(starters) == 3


@pytest.mark.rule("DD-104")
def test_pitchers_bat_off_cards_of_the_house_where_nobody_may_be_designated() -> None:
    series = first_series(an_event(edition_fields={"games": {"designated_hitter": False}}))
    game, *_ = play_series(series_ids=[series.pk], acting_user=None)
    for club in clubs_of(game):
        assert club.pitcher == 0
        assert 1 in club.positions
        assert club.players[club.starting_pitcher() - 1].batter.fielding == ()


def test_line_ups_starters_instructions_and_tendencies_are_followed() -> None:
    tournament = an_event()
    series, director = first_series(tournament), director_of(tournament)
    team = Team.objects.get(pk=series.home_id)
    board = board_of(tournament, team.pk)
    assert board.designates
    for hand in "LR":
        suggested = board.suggested(hand)
        spots = tuple(reversed(suggested))
        save_line_up(squad=board.squad, against=hand, spots=spots, acting_user=director)
    last = sorted(board.builder.worth_of_starts(board.keys).items(), key=lambda each: each[1])[0]
    reliever = next(
        key for key, player in board.builder.staff(board.keys).items() if not player.starts
    )
    save_instructions(
        squad=board.squad, instructions=Instructions(closer=reliever), acting_user=director
    )
    set_tendencies(team=team, values={"stealing": 9}, acting_user=director)
    with pytest.raises(Refused) as refused:
        set_tendencies(team=team, values={"holding": 9}, acting_user=director)
    assert refused.value.code == "unknown-tendency"
    game, *_ = play_series(series_ids=[series.pk], acting_user=None)
    kept = stored(game, team.pk)
    laid = LineUp.objects.filter(squad=board.squad).first()
    assert [kept["cards"][number - 1] for number in kept["order"]] == [
        player for player, _ in laid.spots
    ] or kept["laid_down"]["line_up"]
    assert kept["roles"]["closer"] == kept["cards"].index(reliever) + 1
    assert clubs_of(game)[(game.away_id, game.home_id).index(team.pk)].tendencies.stealing == 9
    assert last[1] == 0.0


@pytest.mark.rule("DD-104")
def test_a_line_up_in_which_the_pitcher_bats_is_not_put_up_where_he_has_no_card() -> None:
    tournament = an_event()
    series = first_series(tournament)
    board = board_of(tournament, series.home_id)
    eight = board.builder.suggested(board.keys, "R")
    assert any(spot.player == PITCHER for spot in eight)
    for hand in "LR":
        LineUp.objects.create(
            squad=board.squad,
            against=hand,
            spots=[[spot.player, spot.position] for spot in eight],
            saved_by=director_of(tournament),
        )
    game, *_ = play_series(series_ids=[series.pk], acting_user=None)
    assert DESIGNATED in stored(game, series.home_id)["positions"]


def test_a_line_up_is_tried_and_players_have_their_worth() -> None:
    tournament = an_event()
    board = board_of(tournament, first_series(tournament).home_id)
    spots = board.suggested("R")
    trial = board.builder.tried(board.keys, spots, "R", 12)
    assert trial.games == 12
    assert 0 < trial.runs < 20
    eight: tuple[Spot, ...] = board.builder.suggested(board.keys, "R")
    assert board.builder.tried(board.keys, eight, "R", 6).games == 6
    values = board.builder.values(board.keys, "L")
    assert -0.3 < values[PITCHER].bat < 0
    best = max(value.bat for key, value in values.items() if key)
    assert 0 < best < 0.1
    gloves: dict[str, set[float]] = {}
    for value in values.values():
        for position, worth in value.gloves.items():
            gloves.setdefault(position, set()).add(worth)
    assert any(len(worths) > 1 for worths in gloves.values())


def test_a_game_is_scored_entry_by_entry_taken_back_and_suspended() -> None:
    tournament = an_event()
    series, user = first_series(tournament), director_of(tournament)
    game = record_game(series_id=series.pk, number=1, transcript=[], acting_user=user)
    whole = simulate(series.system, series.settings, "scored", clubs=clubs_of(game)).transcript
    game = add_entries(game_id=game.pk, after=0, entries=whole[:60], acting_user=user)
    assert game.status == Game.Status.IN_PROGRESS
    written = len(game.entries)
    game = undo_last(game_id=game.pk, after=written, reason="Misread", acting_user=user)
    assert len(game.entries) < written
    game = add_entries(
        game_id=game.pk, after=len(game.entries), entries=("suspend",), acting_user=user
    )
    assert game.status == Game.Status.SUSPENDED
    rest = whole[len(game.entries) - 1 :]
    game = add_entries(game_id=game.pk, after=len(game.entries), entries=rest, acting_user=user)
    assert game.is_final
    assert all(check.holds for check in verify(game))


def test_bad_entries_are_refused_with_their_number_and_nothing_is_stored() -> None:
    series = first_series(an_event())
    user = director_of(Tournament.objects.get())
    for entries, place in ((["9-9"], "entry 1"), (["1-1-1", "steal=moon"], "entry 2")):
        with pytest.raises(Refused) as refused:
            record_game(series_id=series.pk, number=1, transcript=entries, acting_user=user)
        assert refused.value.refusals[0].place == place
    assert not Game.objects.exists()


def test_pages_and_api_show_players_by_name_and_what_happened_in_words() -> None:
    tournament = an_event()
    play_series(series_ids=[first_series(tournament).pk], acting_user=None)
    game = Game.objects.order_by("pk")[0]
    away = clubs_of(game)[0]
    name = away.name_of(away.batting_order()[0])
    html = browser().get(f"/games/{game.pk}/").content.decode()
    assert html.count(name) > 2
    assert "Batter 1" not in html
    assert name in str(APIClient().get(f"/api/v1/games/{game.pk}/plays/").json())
    box = APIClient().get(f"/api/v1/games/{game.pk}/box/").json()
    assert box["away"]["batting"][0]["name"] == name
    decided = {line["decision"] for side in ("away", "home") for line in box[side]["pitchers"]}
    assert {"W", "L"} <= decided
    director = browser(director_of(tournament))
    for address in (
        f"/series/{game.series_id}/games/{game.number}/score/",
        f"/series/{game.series_id}/",
        f"/t/{tournament.slug}/",
        f"/t/{tournament.slug}/leaders/",
        f"/squads/{Squad.objects.order_by('pk')[0].pk}/",
    ):
        assert director.get(address, follow=True).status_code == 200, address


def test_the_chance_to_win_is_told_of_average_cards() -> None:
    tournament = an_event()
    play_series(series_ids=[first_series(tournament).pk], acting_user=None)
    game = Game.objects.order_by("pk")[0]
    assert "win" in browser().get(f"/games/{game.pk}/").content.decode().lower()
    system = game.series.system
    table = system.runs_to_come(game.series.settings)
    assert table


@pytest.mark.chadwick
def test_chadwick_reads_the_same_score_off_the_event_file(tmp_path: Path) -> None:
    tournament = an_event()
    series = first_series(tournament)
    play_series(series_ids=[series.pk], acting_user=None)
    answer = browser().get(f"/series/{series.pk}/retrosheet.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        packed.extractall(tmp_path)
    scores = []
    for events in sorted(tmp_path.glob("*.EVN")):
        year = events.name[:4]
        # The game, the score before each play and the runs that score on it.
        asked = ["cwevent", "-y", year, "-f", "0,8,9,43", events.name]
        plays = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert not [line for line in plays.stderr.splitlines() if COMPLAINT.match(line)]
        by_game: dict[str, list[int]] = {}
        for line in plays.stdout.splitlines():
            game, away, home, scored = (word.strip('"') for word in line.split(","))
            by_game.setdefault(game, []).append(int(away) + int(home) + int(scored))
        scores += [max(found) for found in by_game.values()]
        assert read_boxes(tmp_path, "cwbox", events.name)[1] == []
    played = sorted(game.away_runs + game.home_runs for game in series.games.all())
    assert sorted(scores) == played
