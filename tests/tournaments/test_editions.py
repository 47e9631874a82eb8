"""The law of an event is its own copy of a rule edition."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.card_games.registry import card_games, edition_settings
from games.systems.registry import system
from rosters.models import CardSet
from rosters.rules.draft.settings import settings_of
from rosters.rules.editions.edition import differences, from_json
from rosters.rules.editions.presets import DEFAULT, PRESETS
from tests.builders import browser, clubs, director_of, league, person
from tournaments.models import Tournament
from tournaments.selectors.drafts import draft_settings
from tournaments.services.editions import change_edition
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.options import change_options
from tournaments.services.plans import Format, TournamentPlan

pytestmark = pytest.mark.django_db


def cards_event(**changes) -> Tournament:
    """A Purestrat event of three clubs that has not begun."""
    cards = CardSet.objects.create(name="Aces", slug="aces", system_key="purestrat")
    plan = TournamentPlan(
        name="Weekend",
        system_key="purestrat",
        clubs=clubs(3),
        format=Format(1, 1),
        card_set=cards.slug,
        **changes,
    )
    return create_tournament(plan=plan, acting_user=person("Dana"))


def codes(call, *arguments, **named):
    with pytest.raises(Refused) as caught:
        call(*arguments, **named)
    return [(each.code, each.place) for each in caught.value.refusals]


def test_the_documents_edition_is_how_the_game_is_usually_played():
    purestrat = system("purestrat")
    usual = purestrat.settings({})
    decided = edition_settings(purestrat, DEFAULT)
    assert decided
    assert {key: usual[key] for key in decided} == decided


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_can_be_played_drafted_and_kept_on_sheets(preset):
    for game in card_games().values():
        played = system(game.system_key)
        played.settings(edition_settings(played, preset.edition))
    drafts = settings_of(preset.edition)
    assert drafts.problems() == []
    assert drafts.starters == preset.edition.eligibility.starters_on_a_roster
    assert drafts.imputed == preset.edition.imputed


def test_the_later_editions_change_what_their_documents_say():
    changed = {
        key: {
            f"{each.part}.{each.option.key}": (each.theirs, each.ours)
            for each in differences(preset.edition, DEFAULT)
        }
        for key, preset in PRESETS.items()
    }
    assert changed["purestrat-2013"] == {}
    assert changed["stpc-2015"] == {"pitching.accepted_start_keeps_turn": (False, True)}
    assert changed["stpc-2016"]["series.high_roll"] == ("home", "chooses")
    assert changed["stpc-2016"]["pitching.rest_before_start"] == (2, 3)
    # Brought in 2016, repealed in 2017.
    assert "pitching.weak_starter_may_leave" in changed["stpc-2016"]
    assert "pitching.weak_starter_may_leave" not in changed["stpc-2017"]
    assert changed["stpc-2020"]["games.mercy_margin"] == (10, 0)
    assert changed["stpc-2024"]["draft.rounds"] == (26, 27)
    assert changed["stpc-2024"]["games.extra_runner_from"] == (0, 10)


def test_an_events_edition_decides_its_settings_of_play_and_its_draft():
    event = cards_event()
    director = director_of(event)
    changed = change_edition(
        tournament=event,
        preset="stpc-2024",
        fields={"substitutions": {"locked_innings": 6}},
        acting_user=director,
    )
    assert changed.settings["extra_runner_from"] == 10
    assert changed.settings["mercy_margin"] == 0
    assert changed.settings["locked_innings"] == 6
    assert changed.edition_fields == {"substitutions": {"locked_innings": 6}}
    assert draft_settings(changed).players == 26
    log = Action.objects.get(code="tournament-edition-changed")
    assert log.old["preset"] == "purestrat-2013"
    assert log.new["games"]["extra_runner_from"] == 10
    # The options have no say in what the edition decides, and keep it.
    assert codes(
        change_options,
        tournament=event,
        settings={"locked_innings": 3},
        format=Format(1, 1),
        card_set=event.card_set.slug,
        acting_user=director,
    ) == [("option-of-the-edition", "options.locked_innings")]
    kept = change_options(
        tournament=event,
        settings={"shootout": False},
        format=Format(1, 1),
        card_set=event.card_set.slug,
        acting_user=director,
    )
    assert kept.settings["extra_runner_from"] == 10


def test_what_is_wrong_with_an_edition_is_refused_and_nothing_is_stored():
    event = cards_event()
    director = director_of(event)
    before = (event.edition_preset, event.edition_fields, event.settings)
    assert codes(
        change_edition, tournament=event, preset="next-year", fields={}, acting_user=director
    ) == [("unknown-preset", "edition")]
    assert codes(
        change_edition,
        tournament=event,
        preset="stpc-2024",
        fields={"draft": {"rounds": 26, "colour": 1}, "games": {"mercy_after": 40}},
        acting_user=director,
    ) == [("unknown-field", "draft.colour"), ("option-out-of-range", "games.mercy_after")]
    event.refresh_from_db()
    assert (event.edition_preset, event.edition_fields, event.settings) == before
    dice = league(3, started=False, director=director)
    assert codes(
        change_edition, tournament=dice, preset="stpc-2024", fields={}, acting_user=director
    ) == [("no-edition", "")]


def test_the_start_copies_the_edition_and_opens_sheets_under_its_law(monkeypatch):
    event = cards_event(
        edition_preset="stpc-2016", edition_fields={"pitching": {"starter_rest": 4}}
    )
    monkeypatch.setattr("tournaments.services.events.impute_squads", lambda **given: None)
    monkeypatch.setattr("tournaments.services.events.deal_parks", lambda **given: None)
    started = start_tournament(tournament=event, acting_user=director_of(event))
    assert from_json(started.edition_fields).pitching.starter_rest == 4
    assert set(started.edition_fields) > {"pitching", "draft", "games"}
    laws = [sheet.its_law.numbers for sheet in started.sheets.all()]
    assert len(laws) == 3
    assert {(law.starter_rest, law.rest_before_start) for law in laws} == {(4, 3)}
    assert codes(
        change_edition,
        tournament=started,
        preset="stpc-2024",
        fields={},
        acting_user=director_of(started),
    ) == [("already-started", "")]


def test_the_rules_sheet_says_what_differs_and_the_form_changes_it():
    event = cards_event()
    client = browser(director_of(event))
    edit = f"/t/{event.slug}/rules/edition/"
    page = client.get(edit).content.decode()
    assert 'name="pitching.starter_rest"' in page
    assert client.post(edit, {"preset": "stpc-2020", "take": "1"}).status_code == 302
    sheet = client.get(f"/t/{event.slug}/rules/").content.decode()
    assert "STPC 2020" in sheet
    form = client.get(edit).context["form"]
    typed = {name: value for name, value in form.initial.items() if value is not False} | {
        "games.mercy_margin": "12"
    }
    assert client.post(edit, typed).status_code == 302
    event.refresh_from_db()
    assert event.edition_fields == {"games": {"mercy_margin": 12}}
    sheet = client.get(f"/t/{event.slug}/rules/").content.decode()
    assert "instead of 0" in sheet
    refused = client.post(edit, typed | {"games.mercy_margin": "99"})
    assert refused.status_code == 422


def test_two_editions_side_by_side():
    answer = browser().get("/editions/?one=purestrat-2013&other=stpc-2016")
    lines = [line.label for part in answer.context["parts"] for line in part.lines]
    assert lines == [
        "Games of rest between relief and a start",
        "A start that was let stand keeps the turn",
        "A weak starter may leave",
        "The higher roll",
    ]
    every = browser().get("/editions/?one=purestrat-2013&other=purestrat-2013&all=1")
    assert every.context["differing"] == 0
    assert len([line for part in every.context["parts"] for line in part.lines]) > 60
