"""Steals and on-base events (DD-054 to DD-081, DD-088, DD-106 to DD-110)."""

import pytest

from games.engine.events import BALK, CAUGHT_STEALING, PASSED_BALL, PICKED_OFF, STEAL, WILD_PITCH
from games.systems.deep_drive.play.cards import BALK as BALK_EVENT
from games.systems.deep_drive.play.cards import PASSED_BALL as PASSED_EVENT
from games.systems.deep_drive.play.cards import PICK_OFF, Column
from games.systems.deep_drive.play.cards import WILD_PITCH as WILD_EVENT
from games.systems.deep_drive.text.notation import parse_events
from tests.engine.deep_drive.stage import Stage, batter, pitcher, played, staged

STRIKEOUT = "2-2"


def runner(base: int = 1, jump: int = 5, safe: int = 10, **more) -> Stage:
    return staged(base, steal={base: (jump, safe)}, **more)


@pytest.mark.rule("DD-054", "DD-055", "DD-056", "DD-057", "DD-058", "DD-059", "DD-064", "DD-065")
@pytest.mark.rule("DD-066")
@pytest.mark.parametrize("modifier", range(10))
def test_jump_and_safe_are_sums(modifier: int) -> None:
    for hold, throw in ((0, 0), (-2, 1), (1, -1)):
        for base in (1, 2):
            stage = runner(base)
            stage.pitcher = pitcher(numbers={}, hold=hold)
            stage.throw = throw
            game = stage.game(f"{STRIKEOUT}-{modifier}")
            assert game.jump == modifier + 5 + hold + throw - (2 if base == 2 else 0)
            assert game.safe == 10 + hold + throw


@pytest.mark.rule("DD-060", "DD-061", "DD-062", "DD-063")
def test_what_the_jump_says() -> None:
    for modifier in range(10):
        stage = runner()
        record = stage.play(f"{STRIKEOUT}-{modifier}")
        jump = 5 + modifier
        asked = record.open[0].decision
        thrown = record.open[-1].dice
        if jump <= 9:
            refused = stage.refused(f"{STRIKEOUT}-{modifier}", "steal=yes")
            assert refused.code == "decision-not-offered"
            assert "DD-060" in refused.refusals[0].message
        elif jump == 10:
            assert asked is not None
            assert asked.name == "steal"
            assert record.open[0].side == 0
            assert played(stage, f"{STRIKEOUT}-{modifier}", "steal=yes", "5-5").runners == "2r1"
            assert played(stage, f"{STRIKEOUT}-{modifier}", "steal=no").runners == "1r1"
        else:
            assert thrown.name == "steal", "he goes, and nobody is asked"
            refused = stage.refused(f"{STRIKEOUT}-{modifier}", "steal=no")
            assert "DD-063" in refused.refusals[0].message


@pytest.mark.rule("DD-062", "DD-063")
@pytest.mark.parametrize(("score", "goes"), [("0-0", True), ("0-1", True), ("0-2", False)])
def test_jump_11_depends_on_the_score_and_12_does_not(score: str, goes: bool) -> None:
    stage = runner(score=score)
    assert (stage.play(f"{STRIKEOUT}-6").open[-1].dice.name == "steal") == goes
    assert stage.play(f"{STRIKEOUT}-7").open[-1].dice.name == "steal"


@pytest.mark.rule("DD-054")
@pytest.mark.parametrize(
    ("bases", "thief"),
    [((1,), 1), ((2,), 2), ((3,), 0), ((1, 2), 2), ((1, 3), 1), ((2, 3), 0), ((1, 2, 3), 0)],
)
def test_who_may_go(bases: tuple[int, ...], thief: int) -> None:
    stage = staged(*bases, steal=dict.fromkeys(bases, (9, 18)))
    record = stage.play(f"{STRIKEOUT}-9")
    assert (record.open[-1].dice.name == "steal") == bool(thief)
    if thief:
        players = " ".join(f"{base + (base == thief)}r{base}" for base in sorted(bases))
        assert played(stage, f"{STRIKEOUT}-9", "9-9").runners == players
    third_out = staged(1, outs=2, steal={1: (9, 18)})
    assert third_out.play(f"{STRIKEOUT}-9").open[-1].dice.name == "plate"


@pytest.mark.rule("DD-067", "DD-068", "DD-069")
def test_two_dice_against_safe() -> None:
    """P(2d10 ≤ n) of a hundred."""
    ways = {0: 1, 1: 3, 2: 6, 3: 10, 4: 15, 5: 21, 6: 28, 7: 36, 8: 45, 9: 55, 10: 64, 11: 72,
            12: 79, 13: 85, 14: 90, 15: 94, 16: 97, 17: 99, 18: 100}  # fmt: skip
    for safe in (0, 7, 10, 13, 18):
        stole = 0
        for one in range(10):
            for other in range(10):
                result = played(runner(jump=9, safe=safe), f"{STRIKEOUT}-9", f"{one}-{other}")
                stole += CAUGHT_STEALING not in result.kinds
        assert stole == ways[safe]


@pytest.mark.rule("DD-070")
@pytest.mark.parametrize("rating", range(6))
def test_the_catcher_overthrows(rating: int) -> None:
    for total in range(11):
        one, other = min(total, 9), total - min(total, 9)
        stage = runner(jump=9, ratings={2: rating})
        wild = total + rating <= 4
        assert played(stage, f"{STRIKEOUT}-9", f"{one}-{other}").runners == (
            "3r1" if wild else "2r1"
        )
    pushed = staged(1, 3, steal={1: (9, 10)})
    result = played(pushed, f"{STRIKEOUT}-9", "0-0")
    assert (result.runners, result.runs) == ("3r1", 1)
    behind = staged(1, 2, steal={2: (9, 10)})
    assert played(behind, f"{STRIKEOUT}-9", "0-0").runners == "1r1", "home, and nobody behind moves"


@pytest.mark.rule("DD-055")
def test_a_fresh_die_for_the_jump() -> None:
    stage = runner(settings={"jump_die": "fresh"})
    assert stage.play(f"{STRIKEOUT}-9").open[-1].dice.name == "jump"
    assert stage.play(f"{STRIKEOUT}-9", "7").open[-1].dice.name == "steal"
    assert stage.play(f"{STRIKEOUT}-9", "4").open[-1].dice.name == "plate"


@pytest.mark.rule("DD-088")
def test_the_infield_in_helps_the_runner_on_first() -> None:
    entries = ("infield=in", "2-1-6")
    stage = staged(1, 3, steal={1: (5, 10)})
    assert (stage.game(*entries).jump, stage.game(*entries).safe) == (11, 11)
    corners = ("infield=corners", "2-1-6")
    assert stage.game(*corners).safe == 10
    both = staged(1, 3, steal={1: (5, 10)}, settings={"infield_in_steal": "both"})
    assert (both.game(*entries).jump, both.game(*entries).safe) == (12, 11)


def test_nobody_steals_on_an_intentional_walk() -> None:
    stage = staged(2, 3, steal={2: (9, 18), 3: (9, 18)})
    assert played(stage, "walk=yes").runners == "1b 2r2 3r3"


# On-base events.


def eventful(text: str, kind: int = WILD_EVENT, *bases: int, **more) -> Stage:
    stage = staged(*bases, code="P4", **more)
    events = parse_events(text, kind, "card")
    if kind == PASSED_EVENT:
        stage.passed = events
    else:
        stage.pitcher = pitcher(numbers={}, outs={str(at): "P4" for at in range(10)}, events=events)
    return stage


@pytest.mark.rule("DD-071", "DD-072", "DD-079", "DD-080")
@pytest.mark.parametrize(
    ("kind", "event"),
    [(WILD_EVENT, WILD_PITCH), (BALK_EVENT, BALK), (PASSED_EVENT, PASSED_BALL)],
)
def test_events_move_everybody_before_the_result(kind: int, event: int) -> None:
    stage = eventful("90-91", kind, 1, 3)
    result = played(stage, "9-0-1")
    assert result.kinds[0] == event
    assert (result.runners, result.runs, result.outs) == ("2r1", 1, 1), "and the out still counts"
    for ones in range(10):
        assert (len(played(stage, f"9-{ones}-1").kinds) == 2) == (ones <= 1)
    assert len(played(stage, "8-0-1").kinds) == 1
    assert len(played(eventful("90-91", kind), "9-0-1").kinds) == 1, "nobody on"


@pytest.mark.rule("DD-071")
def test_who_is_picked_off() -> None:
    for bases, players in (((1, 2), "2r2"), ((2, 3), "3r3"), ((3,), "")):
        result = played(eventful("95", PICK_OFF, *bases), "9-5-1")
        assert result.kinds[0] == PICKED_OFF
        assert (result.runners, result.outs) == (players, 2)
    asked = eventful("95", PICK_OFF, 1, 3, settings={"picked_off": "asked"})
    assert played(asked, "9-5-1", "picked-off=3").runners == "1r1"
    assert asked.refused("9-5-1", "picked-off=2").code == "choice-not-legal"
    last = eventful("95", PICK_OFF, 1, outs=2)
    assert played(last, "9-5-1").kinds == (PICKED_OFF,), "the rest of the throw is void"


@pytest.mark.rule("DD-073", "DD-074", "DD-075", "DD-076")
@pytest.mark.parametrize("half", ["T", "B"])
@pytest.mark.parametrize("outs", [0, 1, 2])
@pytest.mark.parametrize("symbol", "◓◠◒◡")
def test_symbols_limit_an_event(symbol: str, outs: int, half: str) -> None:
    at_home = half == "T"
    happens = at_home == (symbol in "◒◡") and (symbol in "◓◒" or outs == 2)
    for kind in (WILD_EVENT, PASSED_EVENT):
        result = played(eventful(f"92{symbol}", kind, 1, outs=outs, half=half), "9-2-1")
        assert (len(result.kinds) == 2) == happens


@pytest.mark.rule("DD-077", "DD-078")
@pytest.mark.parametrize("die", range(10))
@pytest.mark.parametrize("symbol", "◓◠◒◡")
def test_symbols_may_be_thrown_for(symbol: str, die: int) -> None:
    stage = eventful(f"92{symbol}", WILD_EVENT, 1, settings={"obe_symbols": "reroll"})
    result = played(stage, "9-2-1", str(die))
    happens = die % 2 == 0 if symbol in "◓◒" else die == 0
    assert (WILD_PITCH in result.kinds) == happens


@pytest.mark.rule("DD-081")
def test_events_may_be_left_out_and_never_in_mid_game() -> None:
    stage = eventful("90-99", WILD_EVENT, 1, settings={"obe": "off"})
    assert len(played(stage, "9-0-1").kinds) == 1


@pytest.mark.rule("DD-106", "DD-107", "DD-108", "DD-109", "DD-110")
def test_events_thrown_for_apart() -> None:
    stage = eventful("90-91", WILD_EVENT, 1, settings={"obe": "separate"})
    assert stage.play().open[-1].dice.name == "on-base event"
    for percent in range(100):
        record = stage.play(f"{percent // 10}-{percent % 10}")
        event = percent in (90, 91)
        assert record.open[-1].dice.name == ("on-base event" if event else "plate")
    twice = played(stage, "9-1", "9-0", "2-0", "9-0-1")
    assert (twice.runners, twice.kinds[:2]) == ("3r1", (WILD_PITCH, WILD_PITCH))
    assert len(twice.kinds) == 3, "the throw of the turn is not looked at"
    empty = eventful("90-91", settings={"obe": "separate"})
    assert empty.play().open[-1].dice.name == "plate"


def test_the_pitchers_events_come_before_the_catchers_and_one_is_all() -> None:
    stage = eventful("94", WILD_EVENT, 1)
    stage.passed = parse_events("94", PASSED_EVENT, "card")
    assert played(stage, "9-4-1").kinds[:-1] == (WILD_PITCH,)
    both = [
        one | other
        for one, other in zip(
            parse_events("94", BALK_EVENT, "card").rows,
            parse_events("94◓", WILD_EVENT, "card").rows,
            strict=True,
        )
    ]
    stage.pitcher = pitcher(numbers={}, events=Column(both))
    assert played(stage, "9-4-1").kinds[0] == BALK, "a wild pitch of visitors only"
    assert STEAL not in played(stage, "9-4-1").kinds
    assert batter().throw == 0
