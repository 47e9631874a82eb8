"""A reported game that cannot have been is refused, with the place of what is wrong."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from games.engine.law import CommonLaw
from games.engine.record import simulate
from games.rules.endings import Stop, awarded, law_of, least_deficit, looks_arranged
from games.rules.reports import GameClaim, SideClaim, SidesCards, problems
from games.rules.stored_reports import from_json, to_json
from games.systems.registry import system
from pitching.rules.columns import Line
from tests.games.rules.examples import PURESTRAT

TOP, BOTTOM = 0, 1


def law(**changes: int | bool) -> CommonLaw:
    return CommonLaw({**system("purestrat").settings(None), **changes})


def claim(
    away: int, home: int, ending: str, inning: int = 9, half: int = BOTTOM, outs: int = 3, **more
) -> GameClaim:
    return GameClaim((SideClaim(away), SideClaim(home)), ending, Stop(inning, half, outs), **more)


def codes(told: GameClaim, under: CommonLaw = PURESTRAT, squads: SidesCards | None = None):
    return [each.code for each in problems(under, told, squads)]


SOUND = [
    claim(4, 2, "regulation"),
    claim(2, 4, "home-leads", half=TOP),
    claim(3, 4, "walk-off", outs=2),
    claim(0, 4, "walk-off", outs=0),
    claim(5, 3, "extra-innings", inning=11),
    claim(3, 4, "walk-off", inning=10, outs=1),
    claim(11, 1, "mercy", inning=5),
    claim(1, 11, "mercy", inning=6, half=TOP),
    claim(1, 11, "mercy", inning=6),
    claim(1, 5, "conceded", inning=3, half=TOP, outs=1, conceded_by=0),
    claim(2, 2, "suspended", inning=7, half=TOP, outs=0),
    claim(5, 0, "suspended", inning=9, half=BOTTOM, outs=2),
    claim(4, 2, "suspended", inning=8),
    claim(3, 3, "suspended"),
    claim(4, 2, "suspended", half=TOP),
]


@pytest.mark.parametrize("told", SOUND, ids=lambda told: f"{told.ending}-{told.stop.inning}")
def test_what_can_be_is_taken(told: GameClaim) -> None:
    assert codes(told) == []


REFUSED = [
    (claim(4, 2, "regulation", inning=8), ["too-short"]),
    (claim(2, 4, "regulation"), ["home-half-played"]),
    (claim(4, 2, "home-leads", half=TOP), ["home-half-missing"]),
    (claim(2, 4, "home-leads"), ["visitors-half"]),
    (claim(2, 4, "home-leads", inning=10, half=TOP), ["home-half-missing"]),
    (claim(1, 6, "walk-off", outs=1), ["walk-off-margin"]),
    (claim(3, 4, "walk-off", outs=3), ["walk-off-outs"]),
    (claim(4, 3, "walk-off", outs=1), ["visitors-lead"]),
    (claim(3, 3, "regulation"), ["level"]),
    (claim(3, 3, "home-leads", half=TOP), ["level"]),
    (claim(3, 3, "tie", inning=12), ["no-ties"]),
    (claim(4, 2, "extra-innings"), ["wrong-ending"]),
    (claim(4, 2, "regulation", inning=10), ["wrong-ending"]),
    (claim(4, 2, "regulation", outs=2), ["outs-missing"]),
    (claim(1, 4, "conceded"), ["nobody-conceded"]),
    (claim(11, 0, "suspended", inning=6), ["game-over"]),
    (claim(2, 4, "suspended", inning=9, half=TOP), ["game-over"]),
    (claim(4, 2, "suspended"), ["game-over"]),
    (claim(4, 2, "suspended", inning=11), ["game-over"]),
    # T0.05: what is over is not given up.
    (claim(5, 0, "conceded", conceded_by=1), ["game-over"]),
    (claim(0, 5, "conceded", half=TOP, conceded_by=0), ["game-over"]),
    (claim(3, 4, "conceded", outs=1, conceded_by=0), ["game-over"]),
    (claim(3, 4, "suspended", outs=1), ["game-over"]),
    (claim(12, 1, "conceded", inning=6, conceded_by=1), ["game-over"]),
    (claim(-1, 4, "regulation"), ["runs-impossible"]),
    (claim(1, 4, "rained-out"), ["unknown-ending"]),
    (claim(1, 4, "regulation", inning=0), ["inning-impossible"]),
]


@pytest.mark.parametrize(("told", "expected"), REFUSED)
def test_what_cannot_be_is_refused(told: GameClaim, expected: list[str]) -> None:
    assert codes(told) == expected


NO_MERCY = {"mercy_margin": 0}


@pytest.mark.parametrize(
    ("told", "changes", "expected"),
    [
        (claim(0, 6, "conceded", inning=4, conceded_by=0), {}, []),
        (
            claim(0, 6, "conceded", inning=4, conceded_by=0),
            {"concession": False},
            ["concession-not-allowed"],
        ),
        (claim(11, 1, "mercy", inning=5), NO_MERCY, ["no-mercy-rule"]),
        (claim(11, 1, "mercy", inning=6, outs=2), {}, ["mercy-mid-half"]),
        (claim(1, 11, "mercy", inning=6, half=TOP, outs=2), {}, ["mercy-mid-half"]),
        (claim(3, 4, "walk-off", outs=2), {"walk_off": False}, ["no-walk-off"]),
        (claim(2, 4, "home-leads", half=TOP), {"walk_off": False}, ["home-half-missing"]),
        (claim(2, 4, "regulation"), {"walk_off": False}, []),
        (claim(3, 3, "tie", inning=12), {"max_innings": 12}, []),
        (claim(3, 3, "tie", inning=11), {"max_innings": 12}, ["no-ties"]),
        (claim(3, 4, "tie", inning=12), {"max_innings": 12}, ["not-level"]),
    ],
)
def test_games_end_only_as_their_options_let_them(told, changes, expected) -> None:
    assert codes(told, law(**changes)) == expected


@pytest.mark.rule("T0.04a")
def test_t0_04a_ten_runs_after_five_complete_innings_and_no_sooner() -> None:
    assert codes(claim(10, 0, "mercy", inning=5)) == []
    assert codes(claim(15, 0, "mercy", inning=4)) == ["mercy-too-early"]
    assert codes(claim(9, 0, "mercy", inning=7)) == ["mercy-margin"]


@pytest.mark.rule("T0.04b")
def test_t0_04b_the_home_side_ahead_by_ten_does_not_bat() -> None:
    assert codes(claim(0, 10, "mercy", inning=5, half=TOP)) == []
    assert codes(claim(10, 0, "mercy", inning=5, half=TOP)) == ["mercy-half"]
    line = GameClaim(
        (
            SideClaim(1, innings=(1, 0, 0, 0, 0, 0), hits=3, errors=1),
            SideClaim(12, innings=(11, 0, 0, 0, 1, 0), hits=12, errors=0),
        ),
        "mercy",
        Stop(6, BOTTOM),
    )
    (refusal,) = problems(PURESTRAT, line, None)
    assert (refusal.code, refusal.facts["inning"]) == ("over-sooner", 5)


@pytest.mark.rule("T0.05b")
@pytest.mark.parametrize(
    ("scored", "loser", "final"),
    [((1, 5), 0, (1, 11)), ((5, 1), 1, (11, 1)), ((0, 14), 0, (0, 14)), ((3, 13), 0, (3, 13))],
)
def test_t0_05b_the_winner_is_raised_to_a_ten_run_margin(scored, loser, final) -> None:
    assert awarded(PURESTRAT, scored, loser) == final
    told = claim(*scored, "conceded", inning=4, half=TOP, outs=2, conceded_by=loser)
    assert told.result(PURESTRAT) == final


@pytest.mark.rule("T0.05a", "T0.05c")
def test_t0_05_a_concession_by_the_leader_or_hardly_behind_is_for_the_director() -> None:
    assert looks_arranged(PURESTRAT, (2, 0), 0)
    assert looks_arranged(PURESTRAT, (2, 2), 0)
    assert looks_arranged(PURESTRAT, (2, 6), 0)
    assert not looks_arranged(PURESTRAT, (2, 7), 0)


def test_a_later_edition_asks_for_thirteen_less_the_completed_innings() -> None:
    later = law(concession_behind=13)
    assert least_deficit(later, Stop(4, BOTTOM)) == 9
    assert least_deficit(later, Stop(5, TOP, 1)) == 9
    for behind, expected in ((8, ["concession-too-early"]), (9, [])):
        # What counts is the difference, whoever gives up and whatever he has scored himself.
        for own in (0, 3):
            for scored, loser in (((own, own + behind), 0), ((own + behind, own), 1)):
                told = claim(*scored, "conceded", inning=5, half=TOP, outs=1, conceded_by=loser)
                assert codes(told, later) == expected
                assert codes(told) == []


@pytest.mark.rule("T10.2r")
def test_t10_2r_the_pitchers_outs_are_those_the_other_side_made() -> None:
    squads = SidesCards(frozenset({1, 2}), frozenset({3, 4}))
    told = claim(3, 4, "walk-off", outs=1)
    visitors = replace(told.sides[0], pitchers=(Line(1, 20, True), Line(2, 5)))
    home = replace(told.sides[1], pitchers=(Line(3, 27, True),))
    assert codes(replace(told, sides=(visitors, home)), squads=squads) == []
    short = replace(visitors, pitchers=(Line(1, 20, True), Line(2, 4)))
    wrong = problems(PURESTRAT, replace(told, sides=(short, home)), squads)
    assert [(each.code, each.place) for each in wrong] == [("outs-do-not-add-up", "visitors")]
    other = replace(home, pitchers=(Line(1, 27),))
    found = problems(PURESTRAT, replace(told, sides=(visitors, other)), squads)
    assert [each.code for each in found] == ["not-in-squad", "no-starter"]
    assert {each.place for each in found} == {"home side", "home side, pitcher 1"}


def test_a_line_score_adds_up_and_has_the_innings_that_were_played() -> None:
    away = SideClaim(3, innings=(0, 0, 3, 0, 0, 0, 0, 0, 0), hits=7, errors=1)
    home = SideClaim(4, innings=(1, 0, 0, 0, 3, 0, 0, 0, None), hits=8, errors=0)
    told = GameClaim((away, home), "home-leads", Stop(9, TOP))
    assert codes(told) == []
    assert codes(replace(told, sides=(replace(away, runs=2), home))) == ["runs-do-not-add-up"]
    short = replace(home, innings=(1, 0, 0, 0, 3, 0, 0, None, None))
    assert codes(replace(told, sides=(away, short))) == ["innings-missing"]


@pytest.mark.parametrize("key", ["one-die", "three-dice", "poker-dice"])
def test_what_the_engine_plays_can_be_reported(key: str) -> None:
    """Every game that a system plays to its end is one that a report may tell of."""
    seen = set()
    for seed in range(60):
        found = simulate(system(key), system(key).settings({"mercy_margin": 7}), f"s{seed}")
        ending = found.ending
        assert ending is not None
        half, outs = _where(found)
        told = claim(*ending.runs, ending.reason, ending.inning, half, outs)
        if outs or ending.reason != "walk-off":
            assert codes(told, law_of(found.settings)) == [], (seed, told)
        seen.add(ending.reason)
    assert len(seen) > 2


def _where(found):
    """The half in which a game ended, and the outs made in it by then."""
    from games.engine.folds.line_score import line_score

    shown = line_score(found)
    if found.ending.reason == "walk-off":
        return BOTTOM, 0
    return shown.half, 3


def test_a_report_reads_as_it_was_written() -> None:
    away = SideClaim(3, (Line(4, 24, started=True),), (0, 0, 3, 0, 0, 0, 0, 0, 0), hits=7, errors=1)
    home = SideClaim(
        4,
        (Line(1, 15, started=True), Line(2, 12, footnote="Let stand.")),
        (1, 0, 0, 0, 3, 0, 0, 0, None),
    )
    for told in (*SOUND, GameClaim((away, home), "home-leads", Stop(9, TOP))):
        assert from_json(to_json(told)) == told


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"sides": []},
        {"sides": [{"runs": "4"}, {"runs": 2}], "stop": [9, 1, 3], "ending": "regulation"},
        {"sides": [{"runs": True}, {"runs": 2}], "stop": [9, 1, 3], "ending": "regulation"},
        {"sides": [{"runs": 4}, {"runs": 2}], "stop": [9, 1], "ending": "regulation"},
        {"sides": [{"runs": 4, "pitchers": [[1]]}, {"runs": 2}], "stop": [9, 1, 3], "ending": "x"},
        {"sides": [4, 5], "stop": [9, 1, 3], "ending": "regulation"},
    ],
)
def test_what_is_no_report_is_refused(data) -> None:
    with pytest.raises(Refused) as refused:
        from_json(data)
    assert refused.value.code == "not-a-report"
