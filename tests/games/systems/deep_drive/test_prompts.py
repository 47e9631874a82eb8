"""What the side in the field is asked in the middle of a play names fielder, runners and bases, and
says what each answer comes to as the game then has it."""

import re

import pytest

from games.systems.deep_drive.table import table_view
from tests.engine.deep_drive.stage import result_of, staged
from tests.engine.deep_drive.test_hits import SI_PLUS
from tests.engine.deep_drive.test_outs import OUT

ASKED = [
    ("f", "1-6-3", (1, 2), "G1h", {}),
    ("f", "1-5", (1, 2), "G1h", {}),
    ("f", "1-5", (1, 2), "G1h", {"settings": {"letter_f": "double_play"}}),
    ("g", "double-play", (1, 3), "G3h", {}),
    ("g", "double-play", (1, 3), "G3h", {"speeds": {3: "S"}}),
    ("g", "double-play", (1, 3), "G3h", {"outs": 1}),
    ("g", "hold", (1, 3), "G3h", {}),
    ("j", "double-play", (1, 2), "G3h", {"ratings": {3: 5}}),
    ("j", "lead", (1, 2), "G3h", {"ratings": {3: 5}}),
    ("p", "double-play", (1, 2), "G6h", {"ratings": {6: 5}, "speeds": {2: "S"}}),
    ("p", "lead", (1, 2), "G6h", {"ratings": {6: 5}, "speeds": {2: "S"}}),
    ("g", "double-play", (1, 3), "G3h", {"settings": {"pivot": True}, "dp": 5}),
]


@pytest.mark.parametrize(("letter", "answer", "bases", "code", "more"), ASKED)
def test_a_grounder_says_who_has_it_and_who_is_out(letter, answer, bases, code, more):
    stage = staged(*bases, code=code, **more)
    record = stage.play(OUT)
    assert record.open[0].decision.name == letter
    prompts = table_view(record, stage.game(OUT)).prompts
    fielder = stage.game(OUT).defence
    name = fielder.player(int(fielder.lineup.at[int(code[1])])).name
    assert prompts.questions[letter].startswith(f"{name} ")
    words = prompts.answers[f"{letter}={answer}"]
    assert "100%" in words
    result = result_of(stage.play(OUT, f"{letter}={answer}"))
    out = set(re.findall(r"\b(?:r\d|b)\b", re.split(r"are both out| is out", words)[0]))
    assert len(out) == result.outs - more.get("outs", 0)
    on_base = set(result.bases.values())
    if result.outs < 3:
        assert not out & on_base
        assert ("scores" in words) == bool(result.runs)
    else:
        assert "the inning is over" in words


def test_a_bunt_says_who_fields_it_and_how_often_the_lead_runner_is_out():
    stage = staged(1, 2, ratings={1: 5})
    record = next(
        record
        for die in range(10)
        if (record := stage.play("swing=bunt", OUT, str(die))).open
        and record.open[0].decision is not None
        and record.open[0].decision.name == "bunt-play"
    )
    prompts = table_view(record, stage.game(*record.transcript)).prompts
    assert re.search(
        r"has the bunt: a play on r2 on second at third, or on b\?$",
        (prompts.questions["bunt-play"]),
    )
    assert re.search(r"^r2 is out at third \d+%", prompts.answers["bunt-play=lead"])
    assert "100%" in prompts.answers["bunt-play=batter"]


def test_who_has_to_leave_is_named_where_it_is_asked_who_comes_in():
    stage = staged(2, speeds={2: "S"})
    for dice, decision, name in (("9-9", "replace", "r2"), ("0-1", "stand-in", "fielder 1")):
        entries = (*SI_PLUS, "send=yes", "cut=throw", dice)
        record = stage.play(*entries)
        assert record.open[0].decision.name == decision
        questions = table_view(record, stage.game(*entries)).prompts.questions
        assert questions[decision] == f"Who comes in for {name}, who has to leave?"
