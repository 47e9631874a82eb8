"""What the small card game needs of the common parts, beside what all systems are tried for."""

from pathlib import Path

import pytest

from config.refusals import Refused
from games.engine import table
from games.engine.events import NAMES, kind_of
from games.engine.folds.box_score import box_score
from games.engine.folds.play_by_play import play_by_play
from games.engine.record import Record, replay, simulate
from games.engine.situation import Situation
from tests.engine import small_card_game
from tests.engine.small_card_game import BATTERS, PITCHERS, SMALL, Card, SmallClub, small_club

pytestmark = pytest.mark.skipif(
    not str(table.__file__).endswith(".py"),
    reason="the engine is compiled: a game of our own is not",
)

CLUBS = (small_club(1), small_club(2))
FIRST = (864, 1080, 1200, 1293)
"""A single from 5111 on, a double from 6111, a triple from 6431, a home run from 6664."""


def played(words: str, *, begins: str = "T1 0 -.-.- 0-0 1/1", **options: int) -> Record:
    card = Card("Able", FIRST, (2,), 0)
    able = SmallClub("Able", (card, *CLUBS[0].batters[1:]), CLUBS[0].arms)
    return replay(
        SMALL,
        SMALL.settings(options),
        words.split(),
        situation=Situation.read(begins),
        clubs=(able, CLUBS[1]),
    )


def last(record: Record) -> str:
    return NAMES[kind_of(record.events[-1])]


def waits_for(record: Record) -> str:
    assert record.awaiting is not None
    found = record.awaiting.decision or record.awaiting.dice
    assert found is not None
    return found.name


def open_names(record: Record) -> list[str]:
    return [asked.decision.name for asked in record.open if asked.decision is not None]


def test_it_knows_nothing_of_purestrat() -> None:
    assert "purestrat" not in Path(small_card_game.__file__).read_text().lower().replace(
        "others than purestrat", ""
    )


@pytest.mark.parametrize(
    ("digits", "what"),
    [
        ("6", "digit"),
        ("6 1", "double"),
        ("5", "single"),
        ("6 4", "digit"),
        ("6 4 1", "double"),
        ("6 5", "triple"),
        ("6 6 6", "digit"),
        ("6 6 6 6", "home run"),
        ("1", "glove"),
    ],
)
def test_dice_are_thrown_one_at_a_time_and_only_as_far_as_needed(digits: str, what: str) -> None:
    record = played(f"4-1-2 swing=swing token=no {digits}")
    known = {**NAMES, **dict.fromkeys(("digit", "glove"), "")}
    assert what in known.values() or what in known
    if what in ("digit", "glove"):
        assert waits_for(record) == what
    else:
        assert last(record) == what


def test_a_die_is_remembered_and_used_later() -> None:
    hit = "4-1-2 swing=swing token=no 5 "
    assert last(played(f"{hit} 4-9-9")) == "strikeout"
    assert last(played(f"{hit} 5-9-9")) == "walk"
    assert last(played("4-9-9")) == "walk", "nothing is remembered before the first pitch"


def test_tokens_are_gone_once_they_are_played() -> None:
    out = "swing=swing token=yes "
    record = played(f"1-1-2 {out} 2-1-2 {out}", tokens=2)
    assert record.events
    with pytest.raises(Refused) as refused:
        played(f"1-1-2 {out} 2-1-2 {out} how=in how=in", tokens=2)
    assert refused.value.code
    third = played(f"1-1-2 {out} 2-1-2 {out} 3-1-2 swing=swing", tokens=2)
    assert waits_for(third) == "digit", "no token is left to ask for"
    with pytest.raises(Refused) as refused:
        played(f"1-1-2 {out} 2-1-2 {out} 3-1-2 swing=swing token=yes", tokens=2)
    assert "tokens are gone" in str(refused.value.refusals[0].facts["why"])


def test_either_side_decides_within_one_plate_appearance() -> None:
    before = played("")
    assert open_names(before) == ["arm", "glove", "bat", "how"]
    after = played("4-1-2")
    assert open_names(after) == ["swing", "token"]
    assert [asked.side for asked in after.open if asked.decision] == [0, 1]
    advance = played("4-1-2 swing=swing token=no 5", begins="T1 0 9.-.- 0-0 1/1")
    assert waits_for(advance) == "advance"


def test_fifty_batters_bat_once_each_and_bat_again_when_all_have() -> None:
    options = SMALL.settings({"innings": 18, "max_innings": 18})
    record = simulate(SMALL, options, "long", clubs=CLUBS)
    box = box_score(record)
    for side in box.sides:
        turns = sum(line.plate_appearances for line in side.batting)
        players = {line.player for line in side.batting if line.plate_appearances}
        assert len(players) == min(turns, BATTERS)
    assert max(len({line.player for line in side.batting}) for side in box.sides) > 40
    with pytest.raises(Refused) as refused:
        played("bat=7 1-9-9 bat=7")
    assert "everybody bats once" in str(refused.value.refusals[0].facts["why"])


def test_pitchers_who_do_not_bat_have_an_inning_each() -> None:
    record = simulate(SMALL, SMALL.settings(), "arms", clubs=CLUBS)
    for side in box_score(record).sides:
        players = [line.player for line in side.pitchers]
        assert len(set(players)) == len(players) <= PITCHERS
        assert all(player > BATTERS for player in players)
        assert all(line.player <= BATTERS for line in side.batting)
    told = [play.text for half in play_by_play(record).halves for play in half.plays]
    assert any(text.endswith("comes in to pitch.") for text in told)


def test_a_club_without_somebody_for_every_position_is_refused() -> None:
    lame = SmallClub("Lame", tuple(Card(f"L{n}", FIRST) for n in range(49)), CLUBS[0].arms[:9])
    with pytest.raises(Refused) as refused:
        replay(SMALL, SMALL.settings(), (), clubs=(CLUBS[0], lame))
    assert [(refusal.code, refusal.place) for refusal in refused.value.refusals] == [
        ("not-fifty-batters", "home"),
        ("not-ten-pitchers", "home"),
        ("position-missing", "home"),
    ]
