"""A season of Deep Drive as its people have it: planned on pages, reported by form and API with
boxes, ruled on, suspended, played out, kept in the archive."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from games.clubs import clubs_of
from games.engine.record import replay, simulate
from games.models import Game, Series
from games.planning.models import DeclaredStart, Instructions, LineUp
from games.seriesday.forms import as_form
from games.seriesday.models import GameReport, Ruling
from games.services.playing import play_series
from games.services.scoring import add_entries, record_game
from games.systems.deep_drive.clubs.building import TENDENCIES
from games.verifying import verify
from rosters.models import Card
from rosters.rules.tendencies import tendencies_of
from tests.builders import browser, director_of
from tests.games.planning.builders import Club
from tests.games.seriesday.builders import Day, a_day
from tests.games.seriesday.test_api import Caller, codes
from tests.games.seriesday.test_boxes import page_of, sent, without_a_hit
from tests.games.systems.deep_drive.events import (
    RESTS,
    an_event,
    board_of,
    client_of,
    first_series,
)
from tests.rosters.builders import a_deep_drive_set
from tournaments.models import Tournament
from tournaments.services import play_out as service
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


def deep_day(**changes) -> Day:
    return a_day(system_key="deep-drive", card_set=a_deep_drive_set().slug, **changes)


def kept_of(game: Game, team: int) -> dict:
    return game.clubs[(game.away_id, game.home_id).index(team)]


# ---- planned on pages


def nine_of(club: Club, hand: str) -> dict[str, str]:
    """The house's nine against a hand turned round, as the page sends it."""
    found = {}
    for place, spot in enumerate(reversed(club.board.suggested(hand)), start=1):
        found[f"man-{place}"] = str(spot.player)
        found[f"position-{place}"] = spot.position
    return found


@pytest.mark.rule("DD-104")
def test_line_ups_by_the_starters_hand_are_laid_down_on_pages_and_played() -> None:
    event = an_event()
    series = first_series(event)
    club = Club(event, event.entrants.get(team=series.home_id).number)
    for word, hand in (("left", "L"), ("right", "R")):
        page = f"{club.page}line-ups/{word}/"
        assert club.browser.get(page).status_code == 200
        nine = nine_of(club, hand)
        doubled = {**nine, "man-2": nine["man-3"]}
        refused = club.browser.post(page, {**doubled, "act": "save"})
        assert refused.status_code == 422
        assert "in the order twice" in refused.content.decode()
        tried = club.browser.post(page, {**nine, "act": "try"})
        assert tried.status_code in (200, 422)
        assert not LineUp.objects.filter(against=hand).exists()
        assert club.browser.post(page, {**nine, "act": "save"}).status_code == 302
    laid = {row.against: [player for player, _ in row.spots] for row in LineUp.objects.all()}
    assert set(laid) == {"L", "R"}
    game, *_ = play_series(series_ids=[series.pk], acting_user=None)
    away = clubs_of(game)[(game.away_id, game.home_id).index(series.away_id)]
    hand = away.hands_of(away.starting_pitcher())[1]
    kept = kept_of(game, series.home_id)
    assert [kept["cards"][number - 1] for number in kept["order"]] == laid[hand]
    assert kept["laid_down"]["line_up"] is True


def test_a_rotation_is_declared_on_its_page_with_and_without_sheets() -> None:
    for name, settings in (("None", {}), ("Rests", RESTS)):
        event = an_event(name=name, settings=settings)
        series = first_series(event)
        number = event.entrants.get(team=series.home_id).number
        club = Club(event, number, name)
        page = club.page + "rotation/"
        proposed = club.browser.post(page, {"act": "propose"})
        assert proposed.status_code == 200
        turns = proposed.context["planner"].turns
        starts = {f"start-{turn.game.column}": str(turn.declared) for turn in turns}
        assert all(turn.declared for turn in turns)
        # The last of the staff begins the season.
        last = sorted(
            club.board.builder.worth_of_starts(club.board.keys).items(), key=lambda o: o[1]
        )
        starts["start-1"] = str(last[0][0])
        given = {key: value for key, value in starts.items() if key == "start-1"}
        answer = club.browser.post(page, {**given, "act": "declare"})
        assert answer.status_code == 302, answer.content.decode()[:500]
        assert DeclaredStart.objects.filter(squad=club.squad).count() == 1
        hitter = next(card.pk for card in club.board.cards if card.kind == "hitter")
        wrong = club.browser.post(page, {"start-2": str(hitter), "act": "declare"})
        assert wrong.status_code == 422
        games = play_series(series_ids=[series.pk], acting_user=None)
        kept = kept_of(games[0], club.team.pk)
        assert kept["cards"][kept["pitcher"] - 1] == last[0][0]
        assert kept["laid_down"]["starter"] is True


def test_instructions_know_the_games_own_tendencies() -> None:
    event = an_event()
    series = first_series(event)
    club = Club(event, event.entrants.get(team=series.home_id).number)
    page = club.page + "instructions/"
    html = club.browser.get(page).content.decode()
    for tendency in TENDENCIES:
        assert f'name="tendency_{tendency.key}"' in html
        assert tendency.label in html
    assert {each.key for each in tendencies_of("deep-drive")} >= {
        tendency.key for tendency in TENDENCIES
    }
    # Holding runners is another game's.
    assert 'name="tendency_holding"' not in html
    arms = [
        player.key for player in club.board.staff.values() if player.relieves and not player.starts
    ]
    given = {"closer": arms[0], "setup": [arms[1]], "hook_innings": 7, "hook_runs": 0}
    given["tendency_hit_and_run"] = 9
    assert club.browser.post(page, given).status_code == 302
    assert club.browser.post(page, {**given, "setup": [arms[0]]}).status_code == 422
    assert club.browser.post(page, {**given, "tendency_bunting": 11}).status_code == 422
    assert Instructions.objects.count() == 1
    game, *_ = play_series(series_ids=[series.pk], acting_user=None)
    at = (game.away_id, game.home_id).index(club.team.pk)
    assert clubs_of(game)[at].tendencies.hit_and_run == 9
    assert kept_of(game, club.team.pk)["roles"]["hook_outs"] == 21
    # The opponent does not see them.
    other = Club(event, event.entrants.get(team=series.away_id).number)
    assert other.browser.get(page).status_code == 404


# ---- reported


def test_a_box_score_is_told_by_the_api_confirmed_and_read() -> None:
    day = deep_day()
    told = day.boxed()
    home, away = Caller(day, day.home), Caller(day, day.away)
    answer = home.game("", sent(told))
    assert answer.status_code == 201, answer.data
    assert answer.data["reports"][0]["claim"] == sent(told)
    assert away.game("confirm/", {"version": 1}).status_code == 200
    game = day.game()
    assert (game.status, game.known) == (Game.Status.FINAL, Game.Known.BOX)
    box = home.get(f"/api/v1/games/{game.pk}/box/").data
    for name, side in zip(("away", "home"), told.sides, strict=True):
        assert box[name]["total"]["runs"] == side.runs
        assert sum(line["hits"] for line in box[name]["batting"]) == side.hits
    shown = browser().get(game.get_absolute_url()).content.decode()
    players = Card.objects.in_bulk([line.player for line in told.sides[0].batting])
    assert all(card.name in shown for card in players.values())


def test_a_box_that_does_not_prove_is_refused_with_its_place_and_nothing_is_stored() -> None:
    day = deep_day()
    answer = Caller(day, day.home).game("", sent(without_a_hit(day.boxed())))
    assert answer.status_code == 422
    assert codes(answer) == ["given-up-not-gained"]
    stranger = Card.objects.exclude(spots__squad__event__key=day.tournament.scope).first()
    claim = day.boxed()
    lines = (replace(claim.sides[0].batting[0], player=stranger.pk), *claim.sides[0].batting[1:])
    wrong = replace(claim, sides=(replace(claim.sides[0], batting=lines), claim.sides[1]))
    answer = Caller(day, day.home).game("", sent(wrong))
    assert answer.status_code == 422
    assert not Game.objects.exists()


def test_the_form_is_filled_in_with_ten_players_where_somebody_bats_for_the_pitcher() -> None:
    day = deep_day()
    client, page = page_of(day, day.home)
    form = client.get(page, {"box": 1}).context["form"]
    for side in form["sides"]:
        nine = side["batters"][:9]
        assert all(row["chosen"] for row in nine)
        assert {row["position"] for row in nine} == {
            "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf", "dh",
        }  # fmt: skip
        assert side["rows"][0]["chosen"]
    told = day.boxed()
    assert client.post(page, {"act": "report", "key": "k", **as_form(told)}).status_code == 302
    assert GameReport.objects.get().told == told
    wrong = client.post(page, {"act": "report", "away_runs": "x", "home_runs": "2"})
    assert wrong.status_code == 422


def test_two_versions_are_settled_and_a_result_is_put_right() -> None:
    day = deep_day()
    home, away, director = (Caller(day, who) for who in (day.home, day.away, day.director))
    claim = day.boxed()
    assert home.game("", sent(claim)).status_code == 201
    other = day.boxed(seed="another")
    assert away.game("", sent(other)).status_code == 201
    settled = director.game("settle/", {"version": 2, "reason": "his sheet"})
    assert settled.data["status"] == "final"
    assert [day.game().away_runs, day.game().home_runs] == [side.runs for side in other.sides]
    better = {**sent(claim), "reason": "the other sheet"}
    assert director.game("preview/", better).status_code == 200
    assert director.game("correct/", better).data["reports"][0]["kind"] == "corrected"
    assert day.game().away_runs == claim.sides[0].runs


# ---- ruled on, and suspended


def say_who_plays(day: Day) -> None:
    """Both managers name their starters, and then confirm their nines."""
    where = f"/api/v1/series/{day.series.pk}/games/1/"
    sides = (("away", day.away, day.series.away_id), ("home", day.home, day.series.home_id))
    for side, user, team in sides:
        card = board_of(day.tournament, team).starters[0].key
        sent = {"side": side, "card": card}
        assert client_of(user).put(f"{where}starter/", sent, format="json").status_code == 200
    for side, user, team in sides:
        nine = board_of(day.tournament, team).suggested("R")
        spots = [{"card": spot.player, "position": spot.position} for spot in nine]
        sent = {"side": side, "spots": spots}
        answer = client_of(user).put(f"{where}line-up/", sent, format="json")
        assert answer.status_code == 200, answer.content


def begun(day: Day, entries: int) -> tuple[Game, tuple[str, ...]]:
    """A game of the day that has come so far, and all of it as it might go on."""
    series = day.series
    say_who_plays(day)
    game = record_game(series_id=series.pk, number=1, transcript=(), acting_user=day.director)
    whole = simulate(series.system, series.settings, "day", clubs=clubs_of(game)).transcript
    game = add_entries(game_id=game.pk, after=0, entries=whole[:entries], acting_user=day.home)
    return game, whole


@pytest.mark.long
def test_a_violation_is_ruled_on_and_the_game_is_reset_to_where_it_was_made() -> None:
    day = deep_day()
    game, _ = begun(day, 70)
    before = len(game.entries)
    home, away = Caller(day, day.home), Caller(day, day.away)
    opened = home.post(
        f"{home.series}rulings/",
        {
            "number": 1,
            "case": "re-entry",
            "facts": "He came back.",
            "offender": day.series.away_id,
            "entry": 40,
        },
    )
    assert opened.status_code == 201, opened.data
    where = f"/api/v1/rulings/{opened.data['ruling']['id']}/"
    remedies = [each["remedy"] for each in opened.data["remedies"]]
    assert "reset" in remedies
    assert codes(away.post(f"{where}choose/", {"remedy": "reset"})) == ["not-yours-to-choose"]
    assert home.post(f"{where}preview/", {"remedy": "reset"}).status_code == 200
    assert len(Game.objects.get(pk=game.pk).entries) == before
    assert home.post(f"{where}choose/", {"remedy": "reset"}).status_code == 200
    game = Game.objects.get(pk=game.pk)
    assert len(game.entries) < 45
    assert browser().get(f"/series/{day.series.pk}/").status_code == 200
    # Play goes on from there to the end.
    assert played_to_the_end(game, day).is_final
    assert Ruling.objects.get().state in (Ruling.State.DECIDED, Ruling.State.FINAL)


def played_to_the_end(game: Game, day: Day) -> Game:
    """Whatever is asked is thrown, or left at its default, until the game is over."""
    for number in range(2000):
        stored = Game.objects.get(pk=game.pk)
        series = day.series
        clubs = clubs_of(stored)
        record = replay(series.system, series.settings, stored.entries, clubs=clubs)
        if record.ending is not None:
            break
        throws = [each.dice for each in record.open if each.dice is not None]
        asked = record.open[0]
        words = (
            (throws[0].show(number * 37 % throws[0].size),)
            if throws
            else asked.answer(asked.choices[0])
        )
        after = len(stored.entries)
        add_entries(game_id=game.pk, after=after, entries=words, acting_user=day.director)
    return Game.objects.get(pk=game.pk)


def test_a_game_is_suspended_and_resumed_by_the_api() -> None:
    day = deep_day()
    game, whole = begun(day, 90)
    client = client_of(day.home)
    address = f"/api/v1/games/{game.pk}/entries/"
    put_away = client.post(
        address, {"after": len(game.entries), "entries": ["suspend"]}, format="json"
    )
    assert put_away.status_code in (200, 201), put_away.content
    assert Game.objects.get(pk=game.pk).status == Game.Status.SUSPENDED
    with pytest.raises(Refused):
        play_series(series_ids=[day.series.pk], acting_user=None)
    now = len(Game.objects.get(pk=game.pk).entries)
    game = add_entries(
        game_id=game.pk, after=now, entries=whole[now - 1 :], acting_user=day.director
    )
    assert game.is_final
    assert all(check.holds for check in verify(game))


# ---- the whole season


def test_a_season_is_played_out_shown_written_out_and_kept() -> None:
    event = an_event(format=Format(legs=2, series_length=3))
    service.play_out(tournament_id=event.pk, acting_user=None, advance=lambda left: None)
    event.refresh_from_db()
    assert event.state == Tournament.State.COMPLETE
    games = Game.objects.filter(series__event__key=event.scope, status=Game.Status.FINAL)
    assert games.count() == 36
    assert all(all(check.holds for check in verify(game)) for game in games[:5])
    director = browser(director_of(event))
    for page in ("standings/", "leaders/", "schedule/", "reports/", "rules/", "teams/1/", "grid/"):
        assert director.get(f"/t/{event.slug}/{page}").status_code == 200, page
    assert director.get(f"/t/{event.slug}/teams/1/squad/").status_code == 200
    archive = browser().get("/archive/").content.decode()
    assert event.name in archive
    assert browser().get("/records/").status_code == 200
    export = director.get(f"/t/{event.slug}/export.json")
    assert export.status_code == 200
    whole = b"".join(export.streaming_content) if export.streaming else export.content
    assert b'"house-league"' in whole or b"edition" in whole
    series = Series.objects.filter(event__key=event.scope).first()
    assert browser().get(f"/series/{series.pk}/retrosheet.zip").status_code == 200
    api = client_of().get(f"/api/v1/tournaments/{event.slug}/standings/")
    assert api.status_code == 200
