"""The form for a new tournament."""

import pytest

from games.engine.systems import SYSTEMS
from tests.builders import NAMES, browser, league, person
from tests.played import PLAYED
from tournaments.club_list import read_clubs
from tournaments.models import Tournament
from tournaments.rules.schedule import MOST_ENTRANTS

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
    )
    assert [line.number for line in lines] == [1, 4, 5, 6]
    loons, moles, nine, sons = (line.plan for line in lines)
    assert (loons.colour, loons.accent) == ("#1f4d3a", "#cfe3d4")
    assert (moles.name, moles.abbreviation) == ("Iron Range Moles", "IRM")
    assert nine.abbreviation == "PDN"
    assert sons.name == "Smith, Jones and Sons"
    assert read_clubs("") == []


def test_what_is_made_up_is_different_for_every_club():
    plans = [line.plan for line in read_clubs("\n".join(["Aces"] * 3 + ["Aces High"] * 27))]
    assert len({plan.abbreviation for plan in plans}) == 30
    assert len({(plan.colour, plan.accent) for plan in plans}) == 30
    assert all(2 <= len(plan.abbreviation) <= 4 for plan in plans)
