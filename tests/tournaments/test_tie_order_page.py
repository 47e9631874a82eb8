"""The order of tie-breaks on its page: typed, put in another order, refused, and read after the
start."""

import re

import pytest

from config.refusals import place_in_words
from tests.builders import browser, director_of, league
from tournaments.forms import TieOrderForm
from tournaments.models import Tournament
from tournaments.rules.ties import ORDERS, order_from_json

pytestmark = pytest.mark.django_db

STAR = ORDERS["star"][1]


def typed(form: TieOrderForm) -> dict[str, str]:
    """What a browser sends of the form as it is shown."""
    found = {}
    for row in form.rows:
        for field in row:
            value = field.value()
            if value is not None and value is not False:
                found[field.html_name] = "on" if value is True else str(value)
    return found


@pytest.mark.parametrize("key", ORDERS)
def test_the_form_reads_back_every_usual_order_as_it_is(key):
    order = ORDERS[key][1]
    sent = TieOrderForm(order, typed(TieOrderForm(order)))
    assert order_from_json(sent.steps()) == order


def test_the_list_of_orders_shows_the_one_in_force():
    made = league(5, started=False)
    page = f"/t/{made.slug}/rules/ties/"
    dana = browser(director_of(made))

    def shown() -> list[str]:
        return re.findall(r'<option value="([^"]*)" selected>', _orders(dana.get(page)))

    dana.post(page, {"take": "runs"})
    assert shown() == ["runs"]
    dana.post(page, typed(TieOrderForm(STAR)) | {"place-0": "9"})
    assert shown() == [""]
    assert dana.post(page, {"take": ""}).status_code == 422


def _orders(answer) -> str:
    return answer.content.decode().split('name="take"')[1].split("</select>")[0]


def test_steps_follow_their_places_and_one_without_a_criterion_is_left_out():
    made = league(5, started=False)
    page = f"/t/{made.slug}/rules/ties/"
    dana = browser(director_of(made))
    assert dana.post(page, {"take": "star"}).status_code == 302
    given = typed(TieOrderForm(STAR)) | {"place-0": "9", "criterion-2": "", "place-2": "x"}
    assert dana.post(page, given).status_code == 302
    steps = [step.criterion for step in Tournament.objects.get(pk=made.pk).ties.steps]
    usual = [step.criterion for step in STAR.steps]
    assert steps == [usual[1], *usual[3:], usual[0]]


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("criterion-1", "favour", "step 2.criterion"),
        ("place-1", "second", "step 2.place"),
        ("place-1", "99999999999999999999", "step 2.place"),
        ("scope-1", "moon", "step 2.scope"),
        ("sizes-0", "three", "step 1.sizes"),
        ("after-0", "luck", "step 1.after"),
        ("unplayed-0", "lost", "step 1.unplayed"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place_and_the_order_stands(key, value, place):
    made = league(5, started=False)
    page = f"/t/{made.slug}/rules/ties/"
    answer = browser(director_of(made)).post(page, typed(TieOrderForm(STAR)) | {key: value})
    assert answer.status_code == 422
    assert f'<span class="hh-place">{place_in_words(place)}</span>' in answer.content.decode()
    assert Tournament.objects.get(pk=made.pk).tie_order == made.tie_order


def test_a_form_of_more_steps_than_there_are_by_now_loses_none():
    made = league(5, started=False)
    assert len(made.ties.steps) == 1
    page = f"/t/{made.slug}/rules/ties/"
    assert browser(director_of(made)).post(page, typed(TieOrderForm(STAR))).status_code == 302
    assert Tournament.objects.get(pk=made.pk).ties == STAR
    long = {f"criterion-{at}": "wins" for at in range(25)}
    assert browser(director_of(made)).post(page, long).status_code == 422
    assert Tournament.objects.get(pk=made.pk).ties == STAR


def test_once_play_has_begun_the_page_tells_the_steps():
    made = league(5, started=False)
    dana = browser(director_of(made))
    dana.post(f"/t/{made.slug}/rules/ties/", {"take": "star"})
    Tournament.objects.filter(pk=made.pk).update(state=Tournament.State.RUNNING)
    page = dana.get(f"/t/{made.slug}/rules/ties/").content.decode()
    for step in STAR.steps:
        assert step.name in page
    assert "Games won less games lost." in page
    assert dana.post(f"/t/{made.slug}/rules/ties/", {"take": "simple"}).status_code == 422
