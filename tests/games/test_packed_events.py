"""Events are kept packed; rows of earlier versions are read as they are."""

import json
from base64 import b64decode, b85encode

import pytest
from django.core import serializers
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from games.engine.events import MARK_SHIFT, PLAY_MASK
from games.fields import pack, unpack
from games.models import Game
from games.services.playing import play_series
from games.verifying import verify
from tests.games.builders import a_series
from tests.played import PLAYED

PLAYS = st.integers(0, PLAY_MASK)
STEPS = st.integers(0, 2000)


@given(st.lists(st.tuples(PLAYS, STEPS)))
def test_events_come_back_as_they_were(given_plays: list[tuple[int, int]]) -> None:
    events, used = [], 0
    for play, step in given_plays:
        used += step
        events.append(play | used << MARK_SHIFT)
    text = pack(events)
    assert unpack(text) == events
    assert unpack(json.dumps(events)) == events
    assert not set(text) & set("[ \"'\\\n")
    assert unpack(in_base_85(text)) == events


def in_base_85(text: str) -> str:
    """The same as an earlier version wrote it."""
    return b85encode(b64decode(text.removeprefix(":"))).decode()


@pytest.mark.django_db
@pytest.mark.parametrize("write", [json.dumps, lambda events: in_base_85(pack(events))])
@pytest.mark.parametrize("key", PLAYED)
def test_a_row_written_as_before_is_read_and_written_packed(key: str, write) -> None:
    [game] = play_series(series_ids=[a_series(key, length=1).pk], acting_user=None)
    events = list(game.events)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET events = %s WHERE id = %s", [write(events), game.pk])
    old = Game.objects.get(pk=game.pk)
    assert old.events == events
    assert all(check.holds for check in verify(old))
    old.save()
    with connection.cursor() as cursor:
        cursor.execute("SELECT events FROM games_game WHERE id = %s", [game.pk])
        [text] = cursor.fetchone()
    assert text == pack(events)
    assert len(text) < len(json.dumps(events)) / 2
    assert Game.objects.get(pk=game.pk).events == events


@pytest.mark.django_db
def test_a_fixture_keeps_events() -> None:
    [game] = play_series(series_ids=[a_series(length=1).pk], acting_user=None)
    [again] = serializers.deserialize("json", serializers.serialize("json", [game]))
    assert again.object.events == list(game.events)
