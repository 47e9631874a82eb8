"""What a stage, a format and a rule of advancing may say, and what is refused."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from tournaments.rules.advancing import SEEDINGS, AdvanceRule
from tournaments.rules.formats import (
    FORMATS,
    KINDS,
    KNOCKOUT,
    MATCHUPS,
    ROUND_ROBIN,
    StageSpec,
    kinds_of_stage,
    preset_problems,
    problems,
    spec_from_json,
    spec_to_json,
)
from tournaments.rules.knockout import first_round, round_name

FIRST = StageSpec(ROUND_ROBIN, "Everybody")
LATER = StageSpec(KNOCKOUT, "Final", games=(7,), entry=AdvanceRule())


def places(spec: StageSpec, number: int) -> list[str]:
    return [each.place for each in spec.problems(number)]


@pytest.mark.parametrize(
    ("field", "least", "most", "below", "above"),
    [
        ("name", "A", "A" * 40, " ", "A" * 41),
        ("legs", 1, 4, 0, 5),
        ("rounds", 1, 8, 0, 9),
        ("losses", 1, 2, 0, 3),
    ],
)
def test_a_stage_may_say_so_much_and_no_more(field, least, most, below, above):
    for value in (least, most):
        assert FIRST.problems(1) == replace(FIRST, **{field: value}).problems(1) == []
    for value in (below, above):
        assert places(replace(FIRST, **{field: value}), 1) == [f"stage 1.{field}"]


def test_a_best_of_has_an_odd_number_of_games_of_one_to_nine_in_eight_rounds():
    for games in ((1,), (9,), (1,) * 8):
        assert replace(LATER, games=games).problems(2) == []
    for games in ((3, 4), (11,), (-1,), (1,) * 9):
        assert places(replace(LATER, games=games), 2) == ["stage 2.games"]


def test_who_hosts_is_told_of_every_length_that_rounds_have():
    assert replace(FIRST, series_length=4, pattern="haha").hosts_told == "HAHA"
    assert replace(LATER, games=(5, 7, 7)).hosts_told == "HHAAH, then HHAAAHH"


def test_rounds_of_a_knockout_alone_say_how_many_games_their_series_have():
    assert replace(FIRST, series_length=4).problems(1) == []
    assert places(replace(FIRST, games=(4,)), 1) == ["stage 1.games"]
    matchups = StageSpec(MATCHUPS, "Matchups", 4, entry=AdvanceRule())
    assert places(replace(matchups, games=(3,)), 2) == ["stage 2.games"]


@pytest.mark.parametrize("length", [0, -1, 11, 2**62])
def test_no_series_of_any_stage_is_longer_than_nine_games_nor_without_one(length):
    for spec, number, field in (
        (FIRST, 1, "games"),
        (replace(LATER, games=()), 2, "games"),
        (LATER, 2, "series_length"),
    ):
        found = places(replace(spec, series_length=length), number)
        assert set(found) == {f"stage {number}.{field}"}


def test_a_pattern_fits_the_series_of_the_stage():
    matchups = StageSpec(MATCHUPS, "Matchups", 4, pattern="HAHA", entry=AdvanceRule())
    assert matchups.problems(2) == []
    (found,) = replace(matchups, series_length=3).problems(2)
    assert (found.code, found.place) == ("home-pattern-length", "stage 2.pattern")
    (found,) = replace(matchups, pattern="HOME").problems(2)
    assert (found.code, found.place) == ("home-pattern-unreadable", "stage 2.pattern")
    # Of a knockout it is known who hosts.
    assert replace(LATER, pattern="HOME").problems(2) == []


def test_every_stage_but_the_first_says_who_gets_in_and_none_pairs_by_a_table_there_is_not():
    assert LATER.problems(2) == []
    assert places(replace(LATER, entry=None), 2) == ["stage 2.entry"]
    assert places(LATER, 1) == ["stage 1.entry"]
    matchups = StageSpec(MATCHUPS, "Matchups")
    assert places(matchups, 1) == ["stage 1.kind"]
    assert replace(matchups, entry=AdvanceRule()).problems(2) == []
    assert places(StageSpec("swiss", "Swiss"), 1) == ["stage 1.kind"]
    for kind in (MATCHUPS, KNOCKOUT):
        assert replace(LATER, kind=kind, games=()).problems(2) == []


def test_a_round_robin_is_of_everybody_and_of_nobody_who_got_in_somewhere():
    for number in range(1, 9):
        entry = None if number == 1 else AdvanceRule()
        spec = StageSpec(ROUND_ROBIN, "Everybody", entry=entry)
        assert places(spec, number) == ([] if number == 1 else [f"stage {number}.kind"])
    assert {kind for number in (1, 2) for kind in kinds_of_stage(number)} == {*KINDS}


def test_matchups_need_two_of_a_division():
    def fits(**rule: int) -> bool:
        spec = StageSpec(MATCHUPS, "Matchups", entry=AdvanceRule(**rule))
        return places(spec, 2) == []

    assert not fits(per_division=1)
    assert fits(per_division=2)
    assert fits(per_division=1, others=1)
    assert fits(per_division=0, others=2)
    assert not places(StageSpec(KNOCKOUT, "Final", 1, entry=AdvanceRule(1)), 2)


def test_everything_that_is_wrong_is_told_at_once_with_the_stage():
    found = problems([FIRST, replace(LATER, name="", losses=3, entry=AdvanceRule(0, 0))])
    assert [each.place for each in found] == ["stage 2.name", "stage 2.losses", "stage 2.entry"]
    for stages in ([], [FIRST] * 9):
        assert [each.code for each in problems(stages)] == ["number-of-stages"]
    assert problems([FIRST, *[LATER] * 7]) == []


def test_somebody_goes_on_and_seeds_are_given_in_a_known_way():
    def codes(rule: AdvanceRule) -> list[str]:
        return [each.code for each in rule.problems("entry")]

    for seeding in SEEDINGS:
        assert codes(AdvanceRule(seeding=seeding)) == []
    assert codes(AdvanceRule(seeding="by-lot")) == ["advance-seeding"]
    assert codes(AdvanceRule(0, 0)) == ["advance-nobody"]
    for rule in (AdvanceRule(0, 1), AdvanceRule(30, 30, first=30)):
        assert codes(rule) == []
    for rule in (AdvanceRule(31), AdvanceRule(-1), AdvanceRule(others=31), AdvanceRule(first=0)):
        assert "advance-out-of-range" in codes(rule)
    assert codes(AdvanceRule(first=31)) == ["advance-out-of-range"]
    assert codes(AdvanceRule(others=-1)) == ["advance-out-of-range"]


@pytest.mark.parametrize("key", list(FORMATS))
def test_a_format_takes_as_many_clubs_as_it_is_for(key):
    preset = FORMATS[key]
    for clubs in (preset.least, preset.most):
        assert preset_problems(key, clubs) == []
    for clubs in (preset.least - 1, preset.most + 1):
        (found,) = preset_problems(key, clubs)
        assert (found.code, found.facts["given"]) == ("clubs-for-format", clubs)
    assert problems(preset.stages) == []


@pytest.mark.parametrize(
    "spec", [FIRST, LATER, *(stage for each in FORMATS.values() for stage in each.stages)]
)
def test_a_stage_is_read_as_it_was_written(spec):
    assert spec_from_json(spec_to_json(spec)) == spec


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 7},
        {"games": ["7"]},
        {"games": [True]},
        {"legs": "1"},
        {"legs": True},
        {"pool": 3},
        {"entry": {"per_division": "2"}},
        {"entry": {"best": 2}},
    ],
)
def test_what_is_no_stage_is_refused(wrong):
    with pytest.raises(Refused) as refused:
        spec_from_json({**spec_to_json(FIRST), **wrong}, "stages.1")
    assert {(each.code, each.place) for each in refused.value.refusals} == {
        ("stage-unreadable", "stages.1")
    }


def test_rounds_of_a_knockout_are_called_what_people_call_them():
    named = [round_name(first_round(seeds)) for seeds in (2, 4, 8, 16, 32)]
    assert named == ["Final", "Semi-finals", "Quarter-finals", "Round of 16", "Round of 32"]


def test_a_series_is_as_long_as_its_round_says_and_later_ones_as_the_last():
    spec = replace(LATER, games=(3, 5, 7), series_length=2)
    assert [spec.length(number) for number in (1, 2, 3, 4, 9)] == [3, 5, 7, 7, 7]
    assert replace(spec, games=()).length(3) == 2


def test_a_stage_is_told_by_its_kind():
    told = {
        kind: StageSpec(kind, "Stage", 3, games=(3, 5) if kind == KNOCKOUT else (), rounds=2).told
        for kind in KINDS
    }
    assert told == {
        ROUND_ROBIN: "Single round robin, series of 3",
        MATCHUPS: "2 power matchups by rank, series of 3",
        KNOCKOUT: "Knockout, best of 3, then best of 5",
    }


@pytest.mark.parametrize(
    ("rule", "one_division", "two_divisions"),
    [
        (AdvanceRule(4), "the first 4", "the first 4 of each division"),
        (AdvanceRule(1), "the winner", "the winner of each division"),
        (AdvanceRule(1, first=3), "place 3", "place 3 of each division"),
        (AdvanceRule(2, first=3), "places 3 to 4", "places 3 to 4 of each division"),
        (
            AdvanceRule(1, others=2),
            "the winner and the 2 best of the rest",
            "the winner of each division and the 2 best of the rest",
        ),
        (AdvanceRule(0, others=8), "the 8 best", "the 8 best"),
    ],
)
def test_who_gets_in_is_told_for_the_divisions_there_are(rule, one_division, two_divisions):
    seeds = f"; seeds: {SEEDINGS[rule.seeding]}"
    assert rule.in_words(1) == one_division + seeds
    assert rule.in_words(2) == two_divisions + seeds
