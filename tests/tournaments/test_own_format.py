"""An event's own stages on a page."""

import pytest

from config.refusals import place_in_words
from tests.builders import browser, director_of, league
from tournaments.rules.formats import FORMATS
from tournaments.stage_forms import StagesForm

pytestmark = pytest.mark.django_db


def typed(form: StagesForm) -> dict[str, str]:
    """What a browser sends of the form as it is shown."""
    found = {"divisions": str(form["divisions"].value())}
    for row in form.rows:
        for _, field in row:
            value = field.value()
            if value not in (None, False):
                found[field.html_name] = "on" if value is True else str(value)
    return found


@pytest.mark.parametrize("key", FORMATS)
def test_the_form_reads_back_every_preset_as_it_is(key):
    preset = FORMATS[key]
    shown = StagesForm(preset.stages, preset.divisions)
    sent = StagesForm(preset.stages, preset.divisions, typed(shown))
    assert sent.stages() == list(preset.stages)


def test_a_director_makes_stages_of_his_own_until_the_start():
    made = league(9, started=False)
    director = director_of(made)
    page = f"/t/{made.slug}/rules/format/"
    shown = browser(director).get(f"{page}?preset=nationals")
    assert shown.status_code == 200
    preset = FORMATS["nationals"]
    given = typed(StagesForm(preset.stages, 1))
    given |= {"divisions": "3", "per_division-1": "1", "others-1": "1", "games-1": "3 5"}
    assert browser(director).post(page, given).status_code == 302
    playoffs = made.stages.get(number=2).spec
    assert (playoffs.games, playoffs.entry.per_division, playoffs.entry.others) == ((3, 5), 1, 1)
    assert set(made.entrants.values_list("division", flat=True)) == {1, 2, 3}
    refused = browser(director).post(page, {**given, "games-1": "4"})
    assert refused.status_code == 422
    assert "odd number of games" in refused.content.decode()
    assert made.stages.get(number=2).spec.games == (3, 5)


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("kind-0", "ladder", "stage 1.kind"),
        ("series_length-0", "40", "stage 1.series_length"),
        ("series_length-0", "three", "stage 1.series_length"),
        ("legs-0", "-1", "stage 1.legs"),
        ("games-1", "5 x 7", "stage 2.games"),
        ("games-1", "99999999999999999999999", "stage 2.games"),
        ("losses-1", "3", "stage 2.losses"),
        ("per_division-1", "1e9", "stage 2.per_division"),
        ("seeding-1", "alphabet", "stage 2.seeding"),
        ("divisions", "two", "divisions"),
        ("divisions", "", "divisions"),
        ("divisions", "99", "divisions"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place_and_nothing_is_stored(key, value, place):
    made = league(9, started=False)
    page = f"/t/{made.slug}/rules/format/"
    before = [stage.spec for stage in made.stages.all()]
    preset = FORMATS["nationals"]
    given = typed(StagesForm(preset.stages, 2)) | {key: value}
    answer = browser(director_of(made)).post(page, given)
    assert answer.status_code == 422
    assert f'<span class="hh-place">{place_in_words(place)}</span>' in answer.content.decode()
    assert [stage.spec for stage in made.stages.all()] == before


def test_only_what_a_stage_may_be_is_offered_and_sent_all_the_same_it_is_refused():
    made = league(9, started=False)
    preset = FORMATS["nationals"]
    form = StagesForm(preset.stages, 1)
    offered = [[key for key, _ in form.fields[f"kind-{at}"].choices] for at in range(form.count)]
    assert offered[0] == ["", "round-robin", "knockout"]
    assert all(each == ["", "matchups", "knockout"] for each in offered[1:])
    before = [stage.spec for stage in made.stages.all()]
    answer = browser(director_of(made)).post(
        f"/t/{made.slug}/rules/format/", typed(form) | {"kind-1": "round-robin"}
    )
    assert answer.status_code == 422
    assert place_in_words("stage 2.kind") in answer.content.decode()
    assert [stage.spec for stage in made.stages.all()] == before


def test_what_a_kind_does_not_need_is_not_read():
    made = league(9, started=False)
    given = typed(StagesForm(FORMATS["nationals"].stages, 2))
    given |= {"games-0": "many", "rounds-0": "x", "legs-1": "99", "series_length-1": ""}
    page = f"/t/{made.slug}/rules/format/"
    assert browser(director_of(made)).post(page, given).status_code == 302
    season, playoffs = (stage.spec for stage in made.stages.order_by("number"))
    assert (season.games, season.rounds, playoffs.legs) == ((), 1, 1)
    assert playoffs.games == FORMATS["nationals"].stages[1].games
