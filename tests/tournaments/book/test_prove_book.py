"""The command that holds books against their games after random acts, in small."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from tests.games.seriesday.builders import a_day
from tests.tools import prove_book
from tournaments.book import keeping
from tournaments.book.keeping import keep_books

pytestmark = pytest.mark.django_db


@pytest.fixture
def slug() -> str:
    day = a_day(cards=True, length=2)
    keys = Series.objects.filter(event__key=day.tournament.scope).values_list("pk", flat=True)
    play_series(series_ids=list(keys)[:4], acting_user=None)
    keep_books(count_players_lines())
    return day.tournament.slug


@pytest.mark.long
def test_books_follow_whatever_is_done_to_their_games_and_nothing_of_it_stays(slug):
    before = list(Game.objects.order_by("pk").values_list("pk", "status", "transcript"))
    said = StringIO()
    call_command(prove_book.Command(), slug, acts=28, seed="three", stdout=said)
    assert "books differed after 0." in said.getvalue()
    done = {
        words
        for line in said.getvalue().splitlines()
        if (words := line[8:]) and line[:6].strip().isdigit()
    }
    assert done >= {"void", "rewind", "play_on", "play", "report", "correct", "rule", "drop"}
    assert list(Game.objects.order_by("pk").values_list("pk", "status", "transcript")) == before


@pytest.mark.long
def test_a_book_that_forgets_to_take_a_game_out_is_found(slug, monkeypatch):
    monkeypatch.setattr(keeping, "_add", lambda games, sign: None)
    with pytest.raises(CommandError, match="do not follow"):
        call_command(prove_book.Command(), slug, acts=8, seed="small", stdout=StringIO())
