"""What can be said of how a suspended game was left, and what a game that goes on may come to."""

import pytest

from config.refusals import Refused
from games.rules.endings import Stop
from games.rules.left_games import (
    Left,
    SideLeft,
    from_json,
    left_problems,
    to_json,
)
from games.rules.pictures import LARGEST_PICTURE, kind_of

TOP_OF_THE_7TH = Stop(7, 0, 1)


def codes(left: Left) -> list[tuple[str, str]]:
    return [(each.code, each.place) for each in left_problems(left, TOP_OF_THE_7TH)]


def test_runners_are_of_the_side_at_bat_and_nobody_stands_on_two_bases():
    away = SideLeft(playing=("Ash", "Bell", "Cole"), gone=("Dunn",))
    assert codes(Left(("Ash", "", "Bell"), "Cole", (away, SideLeft()))) == []
    assert codes(Left(("Ash", "Ash", ""), "", (away, SideLeft()))) == [("named-twice", "on second")]
    assert codes(Left(("Dunn", "", ""), "Ash", (away, SideLeft()))) == [
        ("not-in-the-game", "on first")
    ]
    # Where nobody has told who is in the game, anybody may stand there.
    assert codes(Left(("Dunn", "", ""), "Ash")) == []


def test_nobody_is_in_and_gone_and_pitchers_have_no_more_outs_than_were_made():
    both = SideLeft(playing=("Ash",), gone=("ash",))
    assert codes(Left(sides=(both, SideLeft()))) == [("both-in-and-gone", "away")]
    # In the top of the seventh with one out the visitors' batters have made nineteen.
    home = SideLeft(pitchers=(("Hill", 18), ("Kerr", 1)))
    assert codes(Left(sides=(SideLeft(), home))) == []
    more = SideLeft(pitchers=(("Hill", 18), ("Kerr", 2)))
    assert codes(Left(sides=(SideLeft(), more))) == [("outs-not-made", "home pitchers")]
    assert codes(Left(sides=(SideLeft(pitchers=(("Lowe", 18),)), home))) == []
    assert codes(Left(words="x" * 301, up="\x00")) == [
        ("too-long", "words"),
        ("illegal-character", "up"),
    ]


def test_what_is_stored_is_read_as_it_was():
    sides = (SideLeft(("Ash",), ("Bell",), (("Cole", 4),)), SideLeft())
    assert from_json(to_json(sides)) == sides


@pytest.mark.parametrize(
    ("begins", "kind"),
    [
        (b"\xff\xd8\xff\xe0", "jpeg"),
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "webp"),
    ],
)
def test_a_picture_is_known_by_what_it_begins_with(begins, kind):
    assert kind_of(begins + b"\x00" * 20) == kind


def test_what_is_no_picture_or_too_large_a_one_is_refused():
    for data in (b"", b"<svg onload=alert(1)>", b"GIF89a", b"%PDF-1.7"):
        with pytest.raises(Refused) as refused:
            kind_of(data)
        assert refused.value.refusals[0].code == "no-picture"
    with pytest.raises(Refused) as refused:
        kind_of(b"\xff\xd8\xff" + b"\x00" * LARGEST_PICTURE)
    assert refused.value.refusals[0].code == "picture-too-large"
