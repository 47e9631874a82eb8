"""A form that is refused keeps what was entered, choices as well as words."""

import re
from html import unescape

import pytest

from games.models import Game
from games.systems.commons.models import Deck
from rosters.models import Squad
from tests.builders import browser, director_of, league, person
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_rulings import tired_pitcher
from tests.rosters.builders import a_purestrat_set
from tests.rosters.drafts import opened

pytestmark = pytest.mark.django_db


def control(page: str, ident: str) -> str:
    """The element with this id, up to the end of its tag; of a list, its chosen option."""
    at = page.index(f'id="{ident}"')
    tag = page[page.rindex("<", 0, at) : page.index(">", at) + 1]
    if not tag.startswith("<select"):
        return unescape(tag)
    options = page[at : page.index("</select>", at)]
    chosen = re.findall(r'<option value="([^"]*)" selected', options)
    return chosen[0] if chosen else ""


def test_a_refused_start_keeps_who_throws_also_after_the_line_ups():
    day = a_day(cards=True)
    scores = browser(day.director)
    url = f"/series/{day.series.pk}/games/1/score/"
    refused = scores.post(url, {"act": "start", "dice": "server", "home_managed": "on"})
    assert refused.status_code == 422
    assert 'data-code="not-confirmed"' in refused.content.decode()
    assert scores.get(f"/series/{day.series.pk}/games/1/before/").status_code == 200
    for page in (refused, scores.get(url)):
        text = page.content.decode()
        assert re.search(r'value="server" checked', text)
        # Who has not confirmed can only be managed by the computer.
        for ident in ("away_managed", "home_managed"):
            assert "required checked" in control(text, ident)
    # It is the visitor's choice for this game alone.
    other = browser(day.away).get(url).content.decode()
    assert not re.search(r'value="server" checked', other)


def test_a_refused_name_of_a_deck_stays():
    user = person("Deb")
    deck = Deck.objects.create(owner=user, name="Old")
    Deck.objects.create(owner=user, name="Taken")
    refused = browser(user).post(deck.get_absolute_url(), {"name": "Taken"})
    assert refused.status_code == 422
    assert 'value="Taken"' in control(refused.content.decode(), "dk-name")


def test_doubtful_names_keep_their_answers_and_can_be_changed():
    made = league(4, system_key="purestrat", card_set=a_purestrat_set(clubs=5).slug, started=False)
    one, other = made.card_set.cards.order_by("pk")[:2]
    made.card_set.cards.filter(pk=other.pk).update(name=one.name)
    team = made.entrants.first().team.name
    sheet = f"team,player\n{team},{one.name}"
    director = browser(director_of(made))
    url = f"/t/{made.slug}/squads/"
    asked = director.post(url, {"sheet": sheet}).content.decode()
    assert control(asked, "row-2") == ""
    question = unescape(re.search(r'name="asked-2" value="([^"]*)"', asked).group(1))
    body = {"sheet": sheet, "row-2": str(other.pk), "asked-2": question}
    # The sheet is refused for the size of the squad; the answer stays.
    again = director.post(url, body)
    assert again.status_code == 422
    assert control(again.content.decode(), "row-2") == str(other.pk)
    assert not Squad.objects.filter(event__key=made.scope).exists()


def test_despite_stays_ticked_where_something_else_is_refused():
    day = a_day(cards=True, length=2)
    url = f"/series/{day.series.pk}/games/1/report/"
    body = {"act": "report", "away_runs": "x", "home_runs": "2", "despite": "on"}
    refused = browser(day.home).post(url, body)
    assert refused.status_code == 422
    assert 'name="despite" checked' in refused.content.decode()
    assert not Game.objects.filter(series=day.series).exists()


def test_a_draft_directors_forms_stay():
    draft, director = opened()
    page = browser(director)
    body = {"act": "drafter", "division": "1", "slot": "2", "drafter": "aunt"}
    refused = page.post(draft.get_absolute_url(), body)
    assert refused.status_code == 422
    assert control(refused.content.decode(), "dr-slot") == "2"
    swap = {"act": "swap", "division": "1", "one": "1", "other": "999"}
    text = page.post(draft.get_absolute_url(), swap).content.decode()
    assert 'value="999"' in control(text, "dr-other")
    assert 'value=""' in control(text, "dr-undo")


def test_a_substitute_who_is_refused_stays_chosen():
    day = a_day(length=1)
    team = day.series.home_id
    body = {"act": "substitute", "round": "1", "person": "", "team": team}
    refused = browser(day.director).post(f"/t/{day.tournament.slug}/board/?round=1", body)
    assert refused.status_code == 422
    assert control(refused.content.decode(), "team") == str(team)


def test_a_result_shows_the_footnote_of_its_ruling():
    day = a_day(cards=True, length=3)
    tired_pitcher(day)
    ruling = day.series.rulings.get()
    ruling.footnote = "T0.06c: allowed to pitch after a delay."
    ruling.save()
    page = browser(day.home).get(f"/series/{day.series.pk}/games/2/report/").content.decode()
    assert "T0.06c: allowed to pitch after a delay." in page


def test_a_format_and_divisions_that_are_refused_stay_chosen():
    made = league(3, started=False)
    director = browser(director_of(made))
    url = f"/t/{made.slug}/desk/"
    presets = re.findall(r'name="preset" value="([\w-]+)"', director.get(url).content.decode())
    body = {"act": "format", "preset": presets[-1], "divisions": "4"}
    refused = director.post(url, body)
    assert refused.status_code == 422
    text = refused.content.decode()
    assert re.search(rf'name="preset" value="{presets[-1]}" checked', text)
    split = {"act": "divide", "division-1": "2", "division-2": "9", "division-3": "1"}
    refused = director.post(url, split)
    assert refused.status_code == 422
    listed = refused.content.decode().split('id="division-1"')[1].split("</select>")[0]
    assert re.search(r"<option selected>\s*2", listed)
