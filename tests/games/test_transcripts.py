"""Transcripts as files: written for people, read back the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.record import replay, simulate
from games.presenters.transcripts import read_entries, transcript_text
from games.systems.registry import SYSTEMS
from tests.builders import browser
from tests.games.builders import ADVANCED, league_series, started, whole
from tests.played import PLAYED


@given(
    key=st.sampled_from(sorted(PLAYED)),
    seed=st.text(max_size=8),
    cut=st.integers(min_value=0, max_value=400),
)
def test_a_transcript_reads_back_the_same(key, seed, cut):
    system = SYSTEMS[key]
    settings = system.settings(ADVANCED if key == "poker-dice" else None)
    entries = simulate(system, settings, seed).transcript[:cut]
    record = replay(system, settings, entries)
    text = transcript_text(record, title="Ants at Hens", facts=[("seed", "# not an entry")])
    assert tuple(read_entries(text)) == record.transcript


def test_what_leads_to_no_play_yet_is_written_too():
    system = SYSTEMS["poker-dice"]
    settings = system.settings(ADVANCED)
    record = replay(system, settings, ["J-J-J-9-Q", "steal=1", "suspend"])
    text = transcript_text(record, title="", facts=[])
    assert read_entries(text) == ["J-J-J-9-Q", "steal=1", "suspend"]


def test_halves_have_their_headings_and_lines_stay_short():
    system = SYSTEMS["poker-dice"]
    record = simulate(system, system.settings(), "lines")
    lines = transcript_text(record, title="Ants at Hens", facts=[]).splitlines()
    assert "# Top of the 1st" in lines
    assert "# Bottom of the 9th" in lines or "# Top of the 9th" in lines
    assert max(len(line) for line in lines if not line.startswith("#")) <= 96


def test_people_may_paste_with_commas_and_remarks():
    assert read_entries("1, 2,3\n# a remark\n 4-4\t5") == ["1", "2", "3", "4-4", "5"]


@pytest.mark.django_db
def test_the_file_of_a_stored_game_plays_again():
    _, series = league_series()
    game = started(series, *whole(series))
    answer = browser().get(f"/games/{game.pk}/transcript.txt")
    assert answer["Content-Type"].startswith("text/plain")
    entries = read_entries(answer.content.decode())
    assert replay(series.system, series.settings, entries).events == tuple(game.events)
