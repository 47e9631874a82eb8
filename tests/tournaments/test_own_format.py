"""An event's own stages on a page."""

import pytest

from tests.builders import browser, director_of, league
from tournaments.rules.formats import FORMATS
from tournaments.stage_forms import StagesForm

pytestmark = pytest.mark.django_db


def typed(form: StagesForm) -> dict[str, str]:
    """What a browser sends of the form as it is shown."""
    found = {"divisions": str(form["divisions"].value())}
    for row in form.rows:
        for field in row:
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
