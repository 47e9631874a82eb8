"""What a mask hides can be asked for its reason, and the refusal cites the law."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from games.engine.decisions import Decision
from games.engine.game import Game
from games.engine.record import simulate
from games.systems.registry import SYSTEMS
from tests.engine.purestrat.samples import club
from tests.engine.purestrat.stage import THIEF, Stage, hitter, pitcher
from tests.engine.wild_games import Wild

STAGE = Stage(bench=(hitter(), hitter()), bullpen=(pitcher(starter=0, relief=2), pitcher()))
"""Nine players, of the bench No. 10 and 11, a reliever (12) and a starter (13)."""


@pytest.mark.parametrize(
    ("entries", "situation", "paragraph"),
    [
        pytest.param("pitch=12", "T3 0 -.-.- 0-0 1/1", "T10.2e", marks=pytest.mark.rule("T10.2e")),
        pytest.param("hit=10", "T3 0 -.-.- 0-0 1/1", "T10.11f", marks=pytest.mark.rule("T10.11f")),
        # The starter may not make room for anybody else either.
        pytest.param("hit=10", "T7 0 -.-.- 0-0 9/1", "T10.2e", id="starter-hit-for"),
        pytest.param("run1=10", "T7 0 9.-.- 0-0 1/1", "T10.2e", id="starter-run-for"),
        pytest.param("enter=10", "T3 0 -.-.- 0-0 1/1", "T10.11f", id="nobody-leaves"),
        pytest.param("hit=12", "T7 0 -.-.- 0-0 1/1", "T10.11j", marks=pytest.mark.rule("T10.11j")),
        pytest.param("run1=10", "T2 0 3.-.- 0-0 4/1", "T10.11f", id="runner"),
        pytest.param("run2=10", "T7 0 3.-.- 0-0 4/1", "nobody on that base", id="empty-base"),
        pytest.param("hit=3", "T7 0 -.-.- 0-0 1/1", "in the game already", id="playing"),
        pytest.param("swing=squeeze", "T7 0 3.-.- 0-0 4/1", "S18.1", id="squeeze"),
        pytest.param("swing=hit-and-run", "T7 0 -.-.3 0-0 4/1", "S19.1", id="hit-and-run"),
        pytest.param("infield=in", "T7 0 3.-.- 0-0 4/1", "S20.3", id="infield"),
        pytest.param("outfield=in", "T7 0 3.-.- 0-0 4/1", "S21.1", id="outfield"),
        pytest.param("steal=home", "T7 0 3.-.- 0-0 4/1", "nobody on that base", id="steal"),
        pytest.param(
            "replace=10", "T7 0 -.-.- 0-0 1/1", "T25.2:", marks=pytest.mark.rule("T25.2c")
        ),
        pytest.param("enter=12", "T7 0 -.-.- 0-0 1/1", "T25.2d", marks=pytest.mark.rule("T25.2d")),
        pytest.param("for=9", "T7 0 -.-.- 0-0 1/1", "another pitcher comes in", id="for"),
        pytest.param("move=9", "T7 0 -.-.- 0-0 1/1", "T0.15d", marks=pytest.mark.rule("T0.15d")),
        pytest.param("move=p", "T7 0 -.-.- 0-0 1/1", "by his place in the order", id="pitcher"),
    ],
)
def test_a_refusal_cites_the_paragraph(entries: str, situation: str, paragraph: str) -> None:
    with pytest.raises(Refused) as refused:
        STAGE.play(f"{entries} 1-1-1", situation)
    (refusal,) = refused.value.refusals
    assert refusal.place == "entry 1"
    assert paragraph in refusal.message


@pytest.mark.parametrize(
    ("entries", "at", "paragraph"),
    [
        pytest.param("pitch=10", 5, "T25.3a", marks=pytest.mark.rule("T25.3a")),
        pytest.param("pitch=13", 5, "T10.2a", marks=pytest.mark.rule("T10.2a")),
        pytest.param("pitch=12 1-1-1 pitch=9", 7, "T31.3", marks=pytest.mark.rule("T31.3")),
        pytest.param("pitch=12 1-1-1 pitch=12", 7, "in the game already", id="himself"),
    ],
)
def test_who_may_not_follow_the_pitcher_is_told_by_what_paragraph(
    entries: str, at: int, paragraph: str
) -> None:
    stage = Stage(
        "HR", bench=STAGE.bench, bullpen=(pitcher(starter=0, relief=2), pitcher(relief=0))
    )
    four_runs = " ".join(["1-1-1"] * 4)
    with pytest.raises(Refused) as refused:
        stage.play(f"{four_runs} {entries} 1-1-1", "T7 0 -.-.- 0-0 1/1")
    (refusal,) = refused.value.refusals
    assert (refusal.place, paragraph in refusal.message) == (f"entry {at}", True)


@pytest.mark.rule("S23.3f")
def test_who_failed_to_get_his_lead_is_told_so_and_who_has_no_numbers_is_told_that() -> None:
    failed = "steal=second 20-3-4"
    first = "T1 0 1.-.- 0-0 2/1"
    thief = Stage("K", batter={"stealing": THIEF})
    with pytest.raises(Refused, match=r"S23\.3: he has failed") as refused:
        thief.play(f"{failed} steal=second", first)
    with pytest.raises(Refused, match=r"S23\.12: his card gives him no lead") as refused:
        Stage("K").play("steal=second", first)
    assert refused.value.refusals[0].place == "entry 1"


class Curious(Wild):
    """Asks of everything that is not offered why it is not."""

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        for choice in range(1, min(len(decision.choices), 28)):
            if not mask >> choice & 1:
                assert game.why_not(decision, choice), (decision.name, choice)
        return super().choose(game, decision, mask)


@pytest.mark.long
@settings(max_examples=15)
@given(st.integers(0, 10**6), st.booleans())
def test_everything_that_is_hidden_has_a_reason(seed: int, shootout: bool) -> None:
    system = SYSTEMS["purestrat"]
    options = system.settings({"shootout": shootout})
    managers = (Curious(seed, 0.3), Curious(seed + 1, 0.3))
    clubs = (club(seed % 9, seed % 5), club(9 + seed % 9, seed % 5))
    simulate(system, options, f"curious/{seed}", managers=managers, clubs=clubs)
