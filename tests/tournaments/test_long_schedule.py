"""A schedule of many clubs is shown a part at a time; whoever wants all of it has it."""

import re

import pytest

from games.services.playing import play_series
from tests.builders import browser, league
from tournaments.models import Fixture
from tournaments.services.plans import Format
from tournaments.views import public

pytestmark = pytest.mark.django_db


@pytest.fixture
def long(monkeypatch):
    """Ten clubs, nine rounds of five; twelve meetings at once."""
    monkeypatch.setattr(public, "MOST_MEETINGS", 12)
    return league(10, format=Format(legs=1, series_length=1))


def rounds(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="round-(\d+)"', page)]


def look(tournament, query=""):
    return browser().get(f"/t/{tournament.slug}/schedule/{query}").content.decode()


def test_some_rounds_are_shown_and_every_other_is_a_link(long):
    page = look(long)
    assert rounds(page) == [1, 2]
    assert 'href="#round-2"' in page
    for number in range(3, 10):
        assert f'href="/t/{long.slug}/schedule/?from={number}#round-{number}"' in page
    assert rounds(look(long, "?from=5")) == [5, 6]
    assert rounds(look(long, "?from=9")) == [9]


def test_all_of_it_is_one_link_away_and_no_address_breaks_it(long):
    assert f'href="/t/{long.slug}/schedule/?from=all"' in look(long)
    page = look(long, "?from=all")
    assert rounds(page) == list(range(1, 10))
    assert "Show all rounds" not in page
    for odd in ("?from=0", "?from=99999999999999999999", "?from=x", "?from=²", "?from=-1"):
        assert rounds(look(long, odd)) == [1, 2]


def test_it_begins_with_what_was_played_last(long):
    done = Fixture.objects.filter(round__stage__tournament=long, round__number__lte=4)
    ids = [pk for pk in done.values_list("series", flat=True) if pk]
    play_series(series_ids=ids, acting_user=None)
    assert rounds(look(long)) == [4, 5]


def test_a_club_alone_is_shown_whole(long):
    assert rounds(look(long, "?club=1")) == list(range(1, 10))
