"""The numbers of a Deep Drive event: chosen on its pages, kept once play has begun, played by."""

from collections import defaultdict
from importlib import import_module
from itertools import pairwise

import pytest
from django.apps import apps

from config.refusals import Refused
from games.card_games.registry import edition_settings
from games.clubs import clubs_of
from games.engine.folds.box_score import box_score
from games.engine.record import replay, simulate
from games.models import Game, Series
from games.records import record_of
from games.services.playing import play_series
from games.services.rewinding import void_game
from games.services.scoring import Seats, add_entries, record_game
from pitching.models import PitchingSheet, SheetColumn, Violation
from pitching.rules.law import PitchingLaw
from pitching.selectors.sheets import current_outings, sheet_values
from rosters.models import Ballpark, RosterSpot, Squad
from rosters.rules.editions.edition import from_json
from rosters.rules.editions.presets import HOUSE_LEAGUE
from rosters.services.parks import choose_park
from tests.builders import browser, director_of, person
from tests.games.systems.deep_drive.events import (
    RESTS,
    SYSTEM,
    an_event,
    client_of,
    first_series,
    form,
    in_setup,
)
from tests.markup import even
from tests.rosters.builders import a_deep_drive_set
from tournaments.models import Tournament
from tournaments.services import play_out as service
from tournaments.services.cloning import clone_tournament
from tournaments.services.editions import change_edition
from tournaments.services.events import start_tournament
from tournaments.services.options import change_options
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


def codes(call, **named) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        call(**named)
    return [(each.code, each.place) for each in caught.value.refusals]


def test_the_houses_edition_is_how_the_game_is_usually_played() -> None:
    usual = SYSTEM.settings({})
    decided = edition_settings(SYSTEM, HOUSE_LEAGUE.edition)
    assert len(decided) == 12
    assert {key: usual[key] for key in decided} == decided


def test_a_league_is_set_up_with_its_numbers_on_the_page_and_keeps_them() -> None:
    casey = person("Casey")
    client = browser(casey)
    page = even(client.get("/new/", {"system": "deep-drive"}).content.decode())
    for name in ("option_innings", "option_injuries", "option_endurance", "option_pitching_law"):
        assert f'name="{name}"' in page
    # The edition has a page of its own, and Deep Drive's is the house's.
    assert "option_mercy_margin" not in page
    assert '<option value="house-league" selected>' in page
    cards = a_deep_drive_set()
    chosen = {
        "option_innings": "7",
        "option_injuries": "full",
        "option_endurance": "on",
        "option_obe": "separate",
        "option_pitching_law": "rest_and_relief",
    }
    answer = client.post("/new/", form(cards, **chosen))
    event = Tournament.objects.get()
    assert answer.url == f"/t/{event.slug}/desk/"
    assert event.edition_preset == "house-league"
    edit = f"/t/{event.slug}/rules/edition/"
    shown = client.get(edit).context["form"]
    typed = {name: value for name, value in shown.initial.items() if value is not False}
    numbers = {
        "games.mercy_margin": "12",
        "games.extra_runner_from": "10",
        "eligibility.hitter_at_bats_and_walks": "200",
        "draft.rounds": "27",
        "draft.players": "26",
        "imputed.relievers": "7",
        "pitching.starter_rest": "4",
    }
    del typed["games.designated_hitter"]
    assert client.post(edit, typed | numbers).status_code == 302
    # Twenty-six players in twenty-six rounds leave none for the park.
    wrong = client.post(edit, typed | numbers | {"draft.rounds": "26"})
    assert wrong.status_code == 422
    event.refresh_from_db()
    assert event.settings["innings"] == 7
    assert event.settings["mercy_margin"] == 12
    assert event.settings["extra_runner_from"] == 10
    assert event.settings["designated_hitter"] is False
    assert event.settings["injuries"] == "full"
    sheet = even(client.get(f"/t/{event.slug}/rules/").content.decode())
    assert "House league" in sheet
    assert "instead of" in sheet
    assert client.post(f"/t/{event.slug}/desk/", {"act": "start"}).status_code == 302
    event.refresh_from_db()
    assert event.state == Tournament.State.RUNNING
    assert {squad.spots.count() for squad in Squad.objects.filter(event__key=event.scope)} == {26}
    kept = (event.settings, event.edition_fields)
    assert client.post(edit, typed).status_code == 422
    assert codes(
        change_options,
        tournament=event,
        settings={"innings": 9},
        format=Format(1, 3),
        card_set=cards.slug,
        acting_user=casey,
    ) == [("already-started", "")]
    event.refresh_from_db()
    assert (event.settings, event.edition_fields) == kept
    assert from_json(event.edition_fields).pitching.starter_rest == 4
    game, *_ = play_series(series_ids=[first_series(event).pk], acting_user=None)
    assert record_of(game).settings["injuries"] == "full"
    assert clubs_of(game)[0].pitcher == 0
    assert game.series.settings == event.settings


def test_a_program_sets_the_numbers_and_is_refused_once_play_has_begun() -> None:
    casey = person("Casey")
    client, cards = client_of(casey), a_deep_drive_set()
    plan = {
        "name": "Deep League",
        "system": "deep-drive",
        "clubs": [{"name": f"Club {n}", "abbreviation": f"C{n}"} for n in range(1, 5)],
        "card_set": cards.slug,
        "legs": 1,
        "series_length": 3,
        "settings": {"innings": 8, "odd_plays": True},
        "edition_fields": {"games": {"mercy_margin": 9}},
    }
    refused = client.post(
        "/api/v1/tournaments/", {**plan, "settings": {"mercy_margin": 3}}, format="json"
    )
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "option-of-the-edition"
    assert not Tournament.objects.exists()
    made = client.post("/api/v1/tournaments/", plan, format="json").json()
    assert made["edition_preset"] == "house-league"
    address = f"/api/v1/tournaments/{made['slug']}/edition/"
    changed = {"preset": "house-league", "fields_changed": {"games": {"mercy_margin": 8}}}
    assert client.put(address, changed, format="json").status_code == 200
    wrong = {"preset": "house-league", "fields_changed": {"games": {"mercy_margin": -1}}}
    assert client.put(address, wrong, format="json").status_code == 422
    event = Tournament.objects.get()
    assert (event.settings["mercy_margin"], event.settings["innings"]) == (8, 8)
    start_tournament(tournament=event, acting_user=casey)
    late = client.put(address, changed, format="json")
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "already-started"
    told = client.get(address).json()
    assert told["frozen"] is True
    assert told["edition"]["games"]["mercy_margin"] == 8


def test_a_squads_numbers_are_the_editions() -> None:
    fewer = {
        "eligibility": {"starters_on_a_roster": 4, "relievers_on_a_roster": 5},
        "imputed": {"starters": 4, "relievers": 5},
        "draft": {"rounds": 24, "players": 23},
    }
    event = an_event(edition_fields=fewer)
    for squad in Squad.objects.filter(event__key=event.scope):
        cards = [spot.card for spot in RosterSpot.objects.filter(squad=squad)]
        assert len(cards) == 23
        assert sum(card.cells.get("starter") not in (None, "-", "0") for card in cards) >= 4
    event = in_setup(name="Contrary")
    wrong = {"eligibility": {"relievers_on_a_roster": 7}}
    assert codes(
        change_edition,
        tournament=event,
        preset="house-league",
        fields=wrong,
        acting_user=director_of(event),
    ) == [("edition-contradicts-itself", "imputed.relievers")]


def test_what_is_offered_is_this_games_and_not_anothers() -> None:
    casey = person("Casey")
    client, cards = browser(casey), a_deep_drive_set()
    page = even(client.get("/new/", {"system": "deep-drive"}).content.decode())
    assert "STPC" not in page
    assert "Purestrat 2013" not in page
    refused = client.post("/new/", form(cards, edition_preset="stpc-2024"))
    assert refused.status_code == 422
    plan = {
        "name": "Deep League",
        "system": "deep-drive",
        "clubs": [{"name": f"Club {n}", "abbreviation": f"C{n}"} for n in range(1, 5)],
        "card_set": cards.slug,
        "edition_preset": "stpc-2024",
    }
    told = client_of(casey).post("/api/v1/tournaments/", plan, format="json")
    assert told.status_code == 422
    assert told.json()["error"]["code"] == "unknown-preset"
    assert not Tournament.objects.exists()
    event = an_event()
    series = first_series(event)
    director = browser(director_of(event))
    assert (
        "computer game" not in director.get(f"/series/{series.pk}/games/1/report/").content.decode()
    )
    squad = Squad.objects.get(event__key=event.scope, team=series.home)
    instructions = director.get(f"/squads/{squad.pk}/instructions/")
    assert instructions.status_code == 200
    assert "T10.2e" not in instructions.content.decode()
    choose_park(
        team=series.home,
        park=Ballpark.objects.exclude(faces="").first(),
        acting_user=director_of(event),
    )
    number = event.entrants.get(team=series.home).number
    shown = even(director.get(f"/t/{event.slug}/teams/{number}/squad/").content.decode())
    assert "Plays at" in shown
    assert ": singles" not in shown


def test_an_event_of_before_keeps_another_games_law_and_so_does_its_clone() -> None:
    event = in_setup()
    Tournament.objects.filter(pk=event.pk).update(edition_preset="stpc-2024", edition_fields={})
    event = Tournament.objects.get(pk=event.pk)
    event.settings = {**event.settings, **edition_settings(SYSTEM, event.edition)}
    event.save()
    page = browser(director_of(event)).get(f"/t/{event.slug}/rules/edition/").content.decode()
    assert '<option value="stpc-2024" selected>' in page
    made = clone_tournament(tournament=event, name="Again", acting_user=director_of(event))
    assert made.edition_preset == "house-league"
    assert made.edition == event.edition


def test_an_event_is_cloned_with_its_edition() -> None:
    event = an_event(edition_fields={"games": {"mercy_margin": 7}}, settings={"pivot": True})
    made = clone_tournament(tournament=event, name="Again", acting_user=director_of(event))
    assert made.edition_preset == "house-league"
    assert made.settings == event.settings
    assert made.settings["mercy_margin"] == 7


@pytest.mark.rule("DD-113")
def test_nobody_keeps_sheets_unless_an_event_asks_for_the_law() -> None:
    event = an_event()
    play_series(series_ids=[first_series(event).pk], acting_user=None)
    assert not PitchingSheet.objects.exists()


@pytest.mark.rule("DD-113")
def test_a_season_under_rest_and_relief_keeps_its_own_numbers() -> None:
    numbers = {"pitching": {"starter_rest": 3, "window_outs": 9, "starter_least_outs": 12}}
    event = an_event(settings=RESTS, edition_fields=numbers, format=Format(2, 3))
    law = PitchingLaw(**numbers["pitching"])
    laws = {sheet.its_law.numbers for sheet in PitchingSheet.objects.all()}
    assert laws == {law}
    service.play_out(tournament_id=event.pk, acting_user=None, advance=lambda left: None)
    assert list(Violation.objects.values_list("sentence", flat=True)) == []
    games = Game.objects.filter(series__event__key=event.scope, status=Game.Status.FINAL)
    assert games.count() == 36
    assert SheetColumn.objects.filter(status="played").count() == 72
    relieved = early = left_in = 0
    for sheet in PitchingSheet.objects.all():
        value = sheet_values([sheet])[sheet.pk]
        by_player = defaultdict(dict)
        for outing in value.outings:
            by_player[outing.pitcher][outing.column] = outing
        for columns in by_player.values():
            starts = sorted(column for column, each in columns.items() if each.started)
            assert all(later - one > 3 for one, later in pairwise(starts))
            early += sum(each.outs < 12 for each in columns.values() if each.started)
            for first in range(1, 16):
                four = [columns.get(c) for c in range(first, first + 4)]
                outs = sum(each.outs for each in four if each and not each.started)
                # The last play of a player may take him beyond his outs (T31.1); who has got them
                # stays only where nobody else may come in, which no violation is told of.
                left_in += outs > 11
                relieved += outs > 0
    assert relieved > 100
    assert left_in < relieved / 30
    # Whoever left before his twelve outs had given up four runs, or the game was over.
    assert early < 36
    # Pages show them.
    director = browser(director_of(event))
    team = first_series(event).home
    page = director.get(f"/sheets/{PitchingSheet.objects.get(team=team).pk}/")
    assert page.status_code == 200


@pytest.mark.rule("DD-113")
def test_a_starter_may_not_leave_before_his_outs_under_the_law() -> None:
    for settings, offered in (({}, True), (RESTS, False)):
        event = an_event(name=f"League {offered}", settings=settings)
        series = first_series(event)
        game = record_game(
            series_id=series.pk, number=1, transcript=(), acting_user=None, seats=Seats()
        )
        record = replay(SYSTEM, series.settings, (), clubs=clubs_of(game))
        asked = [each.decision.name for each in record.open if each.decision is not None]
        assert ("pitch" in asked) is offered


@pytest.mark.rule("DD-113")
def test_a_suspended_game_goes_on_with_what_the_sheets_allow_by_then() -> None:
    event = an_event(settings=RESTS)
    series, user = first_series(event), director_of(event)
    game = record_game(
        series_id=series.pk, number=1, transcript=(), acting_user=user, seats=Seats()
    )
    whole = simulate(series.system, series.settings, "on", clubs=clubs_of(game)).transcript
    game = add_entries(game_id=game.pk, after=0, entries=whole[:80], acting_user=user)
    game = add_entries(
        game_id=game.pk, after=len(game.entries), entries=("suspend",), acting_user=user
    )
    assert game.status == Game.Status.SUSPENDED
    assert SheetColumn.objects.filter(status=SheetColumn.Status.SUSPENDED).count() == 2
    rest = whole[len(game.entries) - 1 :]
    game = add_entries(game_id=game.pk, after=len(game.entries), entries=rest, acting_user=user)
    assert game.is_final
    kept = [each["resumed"] for each in game.clubs]
    assert all(len(each) == 1 for each in kept)
    clubs = clubs_of(game)
    assert all(club.resumed for club in clubs)
    record = record_of(Game.objects.get(pk=game.pk))
    outs = {
        (side, line.player): line.outs
        for side, lines in enumerate(box_score(record).sides)
        for line in lines.pitchers
    }
    rows = current_outings(PitchingSheet.objects.all())
    assert sum(row.outs for row in rows) == sum(outs.values())
    void_game(game_id=game.pk, reason="For a test", acting_user=user)
    assert not current_outings(PitchingSheet.objects.all()).filter(entry__column__status="played")


def test_series_know_the_settings_that_the_event_began_with() -> None:
    event = an_event(settings={"infield_in_doubles": "outs_only"})
    for series in Series.objects.filter(event__key=event.scope):
        assert series.settings == event.settings


def test_events_made_before_there_were_editions_get_the_houses_with_what_they_said() -> None:
    old = in_setup(name="Old")
    Tournament.objects.filter(pk=old.pk).update(
        edition_preset="purestrat-2013",
        settings={**old.settings, "designated_hitter": False, "mercy_margin": 9},
    )
    move = import_module("games.systems.deep_drive.migrations.0002_editions_of_events")
    move.follow_the_house(apps, None)
    old.refresh_from_db()
    assert old.edition_preset == "house-league"
    assert old.edition_fields == {"games": {"designated_hitter": False, "mercy_margin": 9}}
    decided = edition_settings(SYSTEM, old.edition)
    assert {key: old.settings[key] for key in decided} == decided
