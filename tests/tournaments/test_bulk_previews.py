"""What the desk does to all clubs at once is shown before it is done, and is what is done."""

import pytest

from tests.builders import browser, director_of, league
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Fixture, Tournament

pytestmark = pytest.mark.django_db


def test_the_start_shows_what_is_drawn_and_who_is_dealt_a_squad():
    made = league(4, system_key="purestrat", card_set=a_purestrat_set().slug, started=False)
    desk, url = browser(director_of(made)), f"/t/{made.slug}/desk/"
    assert 'name="preview"' in desk.get(url).content.decode().partition('value="start"')[0][-200:]
    shown = desk.post(url, {"act": "start", "preview": "1"})
    page = shown.content.decode()
    names = [entrant.team.name for entrant in made.entrants.select_related("team")]
    assert all(
        f"<strong>{name}</strong> is dealt a squad" in " ".join(page.split()) for name in names
    )
    change = shown.context["change"]
    assert sum(len(series) for _, series, _ in change.rounds) > 0
    assert not Fixture.objects.filter(round__stage__tournament=made).exists()
    made.refresh_from_db()
    assert made.state == Tournament.State.SETUP
    assert desk.post(url, {"act": "start"}).status_code == 302
    drawn = Fixture.objects.filter(round__stage__tournament=made, series__isnull=False)
    assert sorted(str(each.series) for each in drawn.select_related("series")) == sorted(
        series for _, listed, _ in change.rounds for series in listed
    )


def test_a_replay_that_is_refused_is_refused_before():
    made = league(4, system_key="purestrat", card_set=a_purestrat_set().slug, started=False)
    desk = browser(director_of(made))
    sent = {"act": "replay", "league": "1901-AL", "preview": "1"}
    refused = desk.post(f"/t/{made.slug}/desk/", sent)
    assert refused.status_code == 422
    assert "no-such-league" in refused.content.decode()
