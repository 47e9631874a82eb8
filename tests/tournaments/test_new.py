"""The form for a new tournament."""

from collections import Counter

import pytest
from rest_framework.test import APIClient

from config.refusals import Refused
from games.systems.registry import SYSTEMS
from tests.builders import NAMES, browser, clubs, league, person
from tests.markup import even
from tests.played import PLAYED
from tests.rosters.builders import a_purestrat_set
from tournaments.club_list import read_clubs
from tournaments.models import Tournament
from tournaments.rules.formats import FORMATS
from tournaments.rules.schedule import MOST_ENTRANTS
from tournaments.rules.ties import ORDERS
from tournaments.services.events import create_tournament
from tournaments.services.plans import TournamentPlan

pytestmark = pytest.mark.django_db

SOUND = {
    "name": "Winter League",
    "system": "one-die",
    "clubs": "\n".join(NAMES[:4]),
    "legs": "2",
    "series_length": "3",
    "home_pattern": "",
    "visibility": "public",
    "option_innings": "9",
}


def options(key: str, **changes: object) -> dict[str, object]:
    """A post that fills every option of a system with its default."""
    given: dict[str, object] = {}
    for option in SYSTEMS[key].options:
        if option.kind != "boolean":
            given[f"option_{option.key}"] = option.default
        elif option.default:
            given[f"option_{option.key}"] = "on"
    return {**SOUND, "system": key, **given, **changes}


@pytest.fixture
def casey():
    return person("Casey")


@pytest.mark.parametrize("key", PLAYED)
def test_a_tournament_of_every_system_is_set_up(casey, key):
    answer = browser(casey).post("/new/", options(key))
    made = Tournament.objects.get()
    assert answer.url == f"/t/{made.slug}/desk/"
    assert made.settings == SYSTEMS[key].settings()
    assert made.entrants.count() == 4
    assert made.roles.get().user == casey


def test_only_the_options_of_the_chosen_system_are_offered(casey):
    client = browser(casey)
    page = client.get("/new/", {"system": "poker-dice"}).content.decode()
    assert 'name="option_stealing"' in page
    part = client.get("/new/", {"system": "one-die"}, headers={"HX-Request": "true"})
    text = part.content.decode()
    assert 'id="system-options"' in text
    assert "<html" not in text
    assert "option_stealing" not in text
    assert client.get("/new/", {"system": "cricket"}).status_code == 200


def test_without_scripts_the_options_are_shown_and_nothing_typed_is_lost(casey):
    page = browser(casey).post(
        "/new/", {**SOUND, "system": "poker-dice", "show-options": "1", "name": "Half done"}
    )
    text = page.content.decode()
    assert page.status_code == 200
    assert 'name="option_stealing"' in text
    assert 'value="Half done"' in text
    assert NAMES[3] in text
    assert "is-invalid" not in text
    assert not Tournament.objects.exists()


def test_everything_that_is_wrong_is_shown_at_its_field_and_nothing_is_lost(casey):
    league(4, name="Winter League")
    answer = browser(casey).post(
        "/new/",
        options(
            "one-die",
            clubs="Aces, ACE\n\nAces, ACS\nBears, TOOLONG",
            series_length="99",
            option_innings="lots",
        ),
    )
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {"name", "clubs", "series_length", "option_innings"}
    assert any("already" in error for error in form.errors["name"])
    assert [error.split(":")[0] for error in form.errors["clubs"]] == ["Line 3", "Line 4"]
    assert "TOOLONG" in answer.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("clubs", "Aces\nBears"),
        ("clubs", "\n".join(f"Club {n}" for n in range(MOST_ENTRANTS + 1))),
        ("system", "cricket"),
        ("legs", "9"),
        ("home_pattern", "HAHAHA"),
        ("visibility", "secret"),
        ("option_innings", "0"),
        ("name", "!!!"),
        ("name", ""),
        ("clubs", ""),
    ],
)
def test_each_refusal_stands_at_its_field(casey, field, value):
    answer = browser(casey).post("/new/", options("one-die", **{field: value}))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Tournament.objects.exists()


def test_a_name_taken_between_the_look_and_the_write_is_shown_too(casey, monkeypatch):
    league(4, name="Winter League")
    monkeypatch.setattr("tournaments.services.plans.TournamentPlan.problems", lambda plan: [])
    answer = browser(casey).post("/new/", options("one-die"))
    assert answer.status_code == 422
    assert "name" in answer.context["form"].errors


def test_a_list_of_clubs_is_read_as_people_type_it():
    lines = read_clubs(
        "Lakeside Loons, LAK, #1F4D3A, #cfe3d4\n"
        "\n"
        " , \n"
        "Iron Range Moles\tIRM\n"
        "Prairie Dog Nine\n"
        "Smith, Jones and Sons, SJS\n"
        '"Loud; Clear";LC\n'
        "Cafe\u0301 Nine|CAF\n"
    )
    assert [line.number for line in lines] == [1, 4, 5, 6, 7, 8]
    loons, moles, nine, sons, loud, cafe = (line.plan for line in lines)
    assert (loud.name, loud.abbreviation) == ("Loud; Clear", "LC")
    assert (cafe.name, cafe.abbreviation) == ("Caf\xe9 Nine", "CAF")
    assert (loons.colour, loons.accent) == ("#1f4d3a", "#cfe3d4")
    assert (moles.name, moles.abbreviation) == ("Iron Range Moles", "IRM")
    assert nine.abbreviation == "PDN"
    assert sons.name == "Smith, Jones and Sons"
    assert read_clubs("") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Alpha, ALP, red", "too-many-cells"),
        ("Alpha, ALP, #112233, #445566, #778899", "too-many-cells"),
        ("Ann, ann@example.org", "abbreviation-length"),
        ("ann@example.org", "address-not-here"),
    ],
)
def test_what_is_no_club_in_a_list_is_refused_at_the_list(casey, line, code):
    answer = browser(casey).post("/new/", {**SOUND, "clubs": f"Aces, ACE\n{line}\n"})
    assert answer.status_code == 422
    assert code in {error.code for error in answer.context["form"].errors.as_data()["clubs"]}
    assert not Tournament.objects.exists()


def test_a_letter_that_was_lost_in_a_list_of_clubs_is_shown_at_the_list(casey):
    answer = browser(casey).post("/new/", {**SOUND, "clubs": "Aces\nCaf\ufffd Nine\n"})
    assert answer.status_code == 422
    assert "clubs" in answer.context["form"].errors
    assert "a letter was lost" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_what_is_made_up_is_different_for_every_club():
    plans = [line.plan for line in read_clubs("\n".join(["Aces"] * 3 + ["Aces High"] * 27))]
    assert len({plan.abbreviation for plan in plans}) == 30
    assert len({(plan.colour, plan.accent) for plan in plans}) == 30
    assert all(2 <= len(plan.abbreviation) <= 4 for plan in plans)


@pytest.mark.parametrize("key", FORMATS)
def test_an_event_is_set_up_with_the_stages_of_a_format(casey, key):
    preset = FORMATS[key]
    plan = TournamentPlan("Weekend", "one-die", clubs(preset.least), preset=key)
    made = create_tournament(plan=plan, acting_user=casey)
    assert [stage.spec.told for stage in made.stages.all()] == [spec.told for spec in preset.stages]
    assert made.ties == ORDERS[preset.tie_order][1]
    sizes = Counter(made.entrants.values_list("division", flat=True))
    assert sorted(sizes) == list(range(1, preset.divisions + 1))
    assert max(sizes.values()) - min(sizes.values()) <= 1


@pytest.mark.parametrize(
    ("preset", "count", "code"),
    [("netplay-10", 9, "clubs-for-format"), ("worlds", 9, "unknown-format")],
)
def test_a_format_for_other_fields_or_of_no_name_is_refused(casey, preset, count, code):
    plan = TournamentPlan("Weekend", "one-die", clubs(count), preset=preset)
    with pytest.raises(Refused) as refused:
        create_tournament(plan=plan, acting_user=casey)
    assert [(each.code, each.place) for each in refused.value.refusals] == [(code, "preset")]
    assert not Tournament.objects.exists()


def test_the_form_offers_the_formats_and_says_at_their_place_what_does_not_fit(casey):
    client = browser(casey)
    page = even(client.get("/new/").content.decode())
    assert 'value="simple-league" checked' in page
    assert all(each.summary in page for each in FORMATS.values())
    refused = client.post("/new/", options("one-die", preset="nationals"))
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["preset"]
    page = even(refused.content.decode())
    assert "Nationals, three days is for 16 to 28 clubs; 4 are entered." in page
    assert 'value="nationals" checked' in page
    sound = options("one-die", preset="simple-knockout")
    assert client.post("/new/", sound).status_code == 302
    assert [stage.kind for stage in Tournament.objects.get().stages.all()] == ["knockout"]


def test_a_game_with_a_rule_edition_is_set_up_under_the_one_that_is_chosen(casey):
    client = browser(casey)
    assert "edition_preset" not in client.get("/new/", {"system": "one-die"}).content.decode()
    assert "Make a set" in client.get("/new/", {"system": "purestrat"}).content.decode()
    cards = a_purestrat_set()
    page = client.get("/new/", {"system": "purestrat"}).content.decode()
    assert 'name="edition_preset"' in page
    assert "Make a set" not in page
    form = client.get("/new/", {"system": "purestrat"}).context["form"]
    sent = {**SOUND, "system": "purestrat", "card_set": cards.slug, "edition_preset": "stpc-2017"}
    for field in form.option_fields:
        if field.initial is not False:
            sent[field.html_name] = field.initial
    assert client.post("/new/", sent).status_code == 302
    assert Tournament.objects.get().edition_preset == "stpc-2017"


def test_the_api_takes_a_format_too(casey):
    api = APIClient()
    api.force_authenticate(casey)
    named = [{"name": club.name, "abbreviation": club.abbreviation} for club in clubs(8)]
    plan = {"name": "Weekend", "system": "one-die", "clubs": named, "preset": "purestrat-weekend"}
    assert api.post("/api/v1/tournaments/", plan, format="json").status_code == 201
    assert Tournament.objects.get().stages.count() == 2
