"""Until play begins an event's options, cards and format can be changed, and not after."""

import pytest
from rest_framework.test import APIClient

from config.journal.models import Action
from config.refusals import Refused
from games.systems.registry import SYSTEMS
from tests.builders import browser, clubs, director_of, league, person
from tests.markup import even
from tests.rosters.builders import a_purestrat_set
from tournaments.forms import OptionsForm, TournamentForm
from tournaments.models import Tournament
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.options import change_options
from tournaments.services.plans import Format, TournamentPlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    plan = TournamentPlan(name="Undrawn", system_key="poker-dice", clubs=clubs(4))
    return create_tournament(plan=plan, acting_user=person("Dana"))


def of_form(tournament, **changes):
    """What the desk's form sends when only these are changed."""
    form = OptionsForm.of(tournament)
    sent = {name: form.get_initial_for_field(form.fields[name], name) for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    return {"act": "options", **sent, **changes}


def desk(tournament):
    return browser(director_of(tournament)), f"/t/{tournament.slug}/desk/"


def test_what_is_changed_on_the_desk_is_what_is_drawn_and_played(event):
    client, address = desk(event)
    assert "Change them" in client.get(address).content.decode()
    sent = of_form(event, option_innings="7", legs="1", series_length="4", home_pattern="HAHA")
    assert client.post(address, sent).status_code == 302
    event.refresh_from_db()
    assert event.settings["innings"] == 7
    assert event.settings["stealing"] == SYSTEMS["poker-dice"].settings()["stealing"]
    change = Action.objects.get(code="tournament-options-changed")
    assert (change.old["settings"]["innings"], change.new["settings"]["innings"]) == (9, 7)
    assert "innings 9 → 7" in client.get(address).content.decode()
    start_tournament(tournament=event, acting_user=director_of(event))
    stage = event.stages.get()
    series = [fixture.series for round_ in stage.rounds.all() for fixture in round_.fixtures.all()]
    assert {(one.length, one.home_pattern, one.settings["innings"]) for one in series} == {
        (4, "HAHA", 7)
    }
    assert "Change them" not in client.get(address).content.decode()


def test_everything_wrong_is_said_at_once_and_nothing_is_changed(event):
    before = (event.settings, event.stages.get().legs)
    with pytest.raises(Refused) as caught:
        change_options(
            tournament=event,
            settings={"innings": 99, "rain": True},
            format=Format(legs=0, series_length=3),
            card_set="none-such",
            acting_user=director_of(event),
        )
    places = {refusal.place for refusal in caught.value.refusals}
    assert {"options.innings", "options.rain", "legs", "card_set"} <= places
    event.refresh_from_db()
    assert (event.settings, event.stages.get().legs) == before
    client, address = desk(event)
    page = client.post(address, of_form(event, option_innings="99", series_length="44"))
    assert page.status_code == 422
    assert 'value="99"' in page.content.decode()
    assert not Action.objects.filter(code="tournament-options-changed").exists()


def test_no_option_changes_once_play_has_begun(event):
    started = start_tournament(tournament=event, acting_user=director_of(event))
    client, address = desk(started)
    page = client.post(address, of_form(started, option_innings="7"))
    assert page.status_code == 422
    assert 'data-code="already-started"' in page.content.decode()
    started.refresh_from_db()
    assert started.settings["innings"] == 9


def test_to_change_nothing_leaves_no_line_in_the_log(event):
    client, address = desk(event)
    assert client.post(address, of_form(event)).status_code == 302
    assert not Action.objects.filter(code="tournament-options-changed").exists()


def test_the_api_changes_them_too(event):
    api = APIClient()
    api.force_authenticate(director_of(event))
    address = f"/api/v1/tournaments/{event.slug}/"
    changed = api.put(f"{address}options/", {"settings": {"innings": 6}, "legs": 1})
    assert changed.status_code == 200
    assert changed.data["settings"]["innings"] == 6
    refused = api.put(f"{address}options/", {"settings": {"innings": 99}})
    assert (refused.status_code, refused.json()["error"]["refusals"][0]["place"]) == (
        422,
        "options.innings",
    )


def test_the_only_card_set_is_chosen_already_and_the_desk_names_it():
    cards = a_purestrat_set()
    form = TournamentForm(system_key="purestrat")
    assert list(form.fields["card_set"].choices) == [(cards.slug, cards.name)]
    event = league(4, system_key="purestrat", card_set=cards.slug)
    client, address = desk(event)
    page = even(client.get(address).content.decode())
    assert f'<a href="/cards/{cards.slug}/">{cards.name}</a>' in page
    a_purestrat_set("Another")
    assert len(TournamentForm(system_key="purestrat").fields["card_set"].choices) == 3


def test_a_club_is_not_called_optional_where_it_depends(event):
    client, address = desk(event)
    label = (
        even(client.get(address).content.decode())
        .split('for="id_entrant">')[1]
        .split("</label>")[0]
    )
    assert label.strip() == "Club"
