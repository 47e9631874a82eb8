"""Purestrat cards from seasons: near the player's own figures, whole, and the same again."""

from dataclasses import replace
from functools import cache
from statistics import mean, median

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from config.refusals import Refused
from games.systems.purestrat.cards.maker import PurestratMaker, card_of
from games.systems.purestrat.cards.making import make_hitter, make_pitcher
from games.systems.purestrat.cards.sides import hitters_rates, pitchers_rates
from games.systems.purestrat.cards.year import League, Year, year_of
from games.systems.purestrat.play.cards import Hitter, Pitcher, verify_hitter, verify_pitcher
from rosters.estimators.norms import BASE, Norms
from rosters.estimators.platoon import (
    AGAINST_LEFT_HANDERS,
    hitter_splits,
    side_of,
)
from rosters.estimators.rates import EVENTS, Rates, batting_rates, pitching_rates
from rosters.makers.base import HITTER, Subject
from rosters.makers.files import read_csv, write_csv
from rosters.sources.fictional.league import invent_league
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Season, Splits

MAKER = PurestratMaker()

ELIGIBLE = 300
"""At-bats and walks of a hitter who may be drafted (T10.11a)."""


@cache
def subjects() -> tuple[Subject, ...]:
    return tuple(
        Subject(
            each.person.key,
            f"{each.person.first_name} {each.person.last_name}",
            each.person.bats,
            each.person.throws,
            each.season,
        )
        for each in invent_league("cards", 2012)
    )


@cache
def year() -> Year:
    return year_of(subjects())


def eligible_hitters() -> list[tuple[Subject, BattingLine]]:
    return [
        (subject, line)
        for subject in subjects()
        if subject.season.pitching is None
        and (line := subject.season.batting) is not None
        and line.at_bats + line.walks >= ELIGIBLE
    ]


def of_the_card(subject: Subject, card: Hitter) -> Rates:
    """What both sides give against average pitchers, mixed as he met them."""
    splits = subject.season.batting_splits
    share = AGAINST_LEFT_HANDERS[subject.bats]
    if splits is not None:
        left, right = (batting_rates(part) for part in (splits.left, splits.right))
        assert left is not None
        assert right is not None
        share = left.weight / (left.weight + right.weight)
    total = dict.fromkeys(EVENTS, 0.0)
    for hand, part in (("L", share), ("R", 1 - share)):
        against = year().of(subject.season).opponent(side_of(subject.bats, hand), hand)
        side, power = (
            (card.left, card.power_left) if hand == "L" else (card.right, card.power_right)
        )
        given = hitters_rates(side, against, power=power)
        for event in EVENTS:
            total[event] += part * given.of(event)
    return Rates(**total)


@pytest.mark.long
def test_a_hitters_card_gives_his_average_on_base_and_slugging_again():
    wrong: dict[str, list[float]] = {"average": [], "on_base": [], "slugging": []}
    for subject, line in eligible_hitters():
        card = make_hitter(subject, line, year())
        own = batting_rates(line)
        assert card is not None
        assert own is not None
        given = of_the_card(subject, card)
        for figure, errors in wrong.items():
            errors.append(getattr(given, figure) - getattr(own, figure))
    assert len(wrong["average"]) > 300
    for figure, errors in wrong.items():
        assert median(map(abs, errors)) <= 0.004, figure
        assert abs(mean(errors)) <= 0.002, figure


def test_a_pitchers_card_gives_what_he_allowed_again():
    wrong = []
    for subject in subjects():
        line = subject.season.pitching
        if line is None or line.outs < 120:
            continue
        card = make_pitcher(subject, line, year(), subject.season.batting)
        league = year().of(subject.season)
        own = pitching_rates(line, league.norms.kept)
        assert card is not None
        assert own is not None
        share = league.norms.hands.left_side[subject.throws]
        wanted = league.norms.sides_faced(subject)
        found = allowed = 0.0
        for side, part in (("L", share), ("R", 1 - share)):
            half = card.left if side == "L" else card.right
            found += part * pitchers_rates(half, league.opponent(side, subject.throws)).on_base
            allowed += part * wanted[side].on_base
        wrong.append(found - allowed)
    assert len(wrong) > 300
    assert median(map(abs, wrong)) <= 0.008
    assert abs(mean(wrong)) <= 0.004


@pytest.mark.rule("S12.0", "S16.1c", "S28.1")
def test_every_card_of_a_league_is_a_legal_card():
    maker = PurestratMaker(year())
    made = 0
    for subject in subjects()[::5]:
        for row in maker.make(subject):
            card = card_of(row)
            faults = verify_hitter(card) if isinstance(card, Hitter) else verify_pitcher(card)
            assert faults == []
            made += 1
    assert made > 200


@pytest.mark.rule("S16.1d")
def test_an_outfielder_has_one_arm_wherever_he_plays():
    several = 0
    for subject, line in eligible_hitters():
        card = make_hitter(subject, line, year())
        arms = [rating.arm for rating in card.fielding if rating.position >= 7]
        assert len(set(arms)) <= 1
        several += len(arms) > 1
    assert several > 10


def test_the_same_season_makes_the_same_card_and_a_file_gives_it_back():
    maker = PurestratMaker(year())
    rows = [row for subject in subjects()[:40] for row in maker.make(subject)]
    assert rows == [row for subject in subjects()[:40] for row in maker.make(subject)]
    again = read_csv(write_csv(rows, maker), maker)
    assert again == rows
    assert [card_of(row) for row in again] == [card_of(row) for row in rows]


@pytest.mark.long
def test_better_players_have_better_cards():
    maker = PurestratMaker(year())
    values, production = [], []
    for subject, line in eligible_hitters():
        row = next(row for row in maker.make(subject) if row.kind == HITTER)
        values.append(maker.value(row))
        production.append((line.on_base or 0) + (line.slugging or 0))
    order = sorted(range(len(values)), key=lambda at: production[at])
    fourth = len(order) // 4
    worst, best = order[:fourth], order[-fourth:]
    assert mean(values[at] for at in best) > mean(values[at] for at in worst) + 30


def test_estimated_splits_add_up_to_the_season():
    for subject, line in eligible_hitters()[::10]:
        own = batting_rates(line)
        assert own is not None
        split = hitter_splits(own, subject.bats)
        share = AGAINST_LEFT_HANDERS[subject.bats]
        for event in EVENTS:
            both = share * split["L"].of(event) + (1 - share) * split["R"].of(event)
            assert both == pytest.approx(own.of(event), abs=1e-9)


@pytest.mark.parametrize(
    ("column", "cell", "code", "place"),
    [
        ("left", "2 | K | K | K", "cells-missing", "left"),
        ("power", "N X", "no-such-power", "power"),
        ("run", "fast", "not-a-number", "run"),
        ("bunt", "F", "no-such-grade", "bunt"),
        ("steal", "*8-10", "bad-stealing-line", "steal"),
        ("field", "ss-9e10", "rating-out-of-range", "field ss"),
    ],
)
def test_a_cell_that_makes_no_card_is_refused_by_column(column, cell, code, place):
    subject, _ = eligible_hitters()[0]
    row = PurestratMaker(year()).make(subject)[0]
    spoiled = replace(row, cells={**row.cells, column: cell})
    with pytest.raises(Refused) as refused:
        PurestratMaker().verify(spoiled)
    assert (code, place) in [(each.code, each.place) for each in refused.value.refusals]


@pytest.mark.rule("S1.0d")
def test_ranges_that_overlap_or_leave_a_gap_are_refused_at_their_cell():
    subject, _ = eligible_hitters()[0]
    row = PurestratMaker(year()).make(subject)[0]
    lines = row.cells["left"].split(" / ")
    for cell, code in (("HR 1-10, K 10-20", "split-overlap"), ("HR 1-9, K 11-20", "split-gap")):
        spoiled = " / ".join([f"2 | {cell} | K | K", *lines[1:]])
        with pytest.raises(Refused) as refused:
            PurestratMaker().verify(replace(row, cells={**row.cells, "left": spoiled}))
        found = refused.value.refusals[0]
        assert (found.code, found.place) == (code, "left 1-2")


def test_a_year_is_made_for_its_own_opponents():
    lively = Year({"": League(Norms({**BASE, "home_run": 2 * BASE["home_run"]}))})
    subject, line = eligible_hitters()[0]
    assert make_hitter(subject, line, lively) != make_hitter(subject, line, Year())
    pitcher = next(each for each in subjects() if each.season.pitching is not None)
    assert pitcher.season.pitching is not None
    card = make_pitcher(pitcher, pitcher.season.pitching, lively, None)
    assert isinstance(card, Pitcher)


@st.composite
def batting(draw: st.DrawFn) -> BattingLine:
    """What batters did, be it once."""
    outs, singles, doubles, triples, home_runs, walks, hit = (
        draw(st.integers(0, most)) for most in (9, 4, 2, 2, 4, 5, 2)
    )
    hits = singles + doubles + triples + home_runs
    return BattingLine(
        games=1,
        at_bats=outs + hits,
        hits=hits,
        doubles=doubles,
        triples=triples,
        home_runs=home_runs,
        walks=walks,
        hit_by_pitch=hit,
        strikeouts=draw(st.integers(0, outs)),
    )


@given(batting(), batting(), batting())
@example(*[BattingLine(games=1, walks=1)] * 3)
@example(*[BattingLine(games=1, at_bats=2, hits=2, home_runs=2)] * 3)
@example(*[BattingLine(games=1, at_bats=3, hits=0, strikeouts=3)] * 3)
def test_a_player_of_an_afternoon_has_a_card_too(line, left, right):
    pitching = PitchingLine(
        games=1,
        outs=line.at_bats - line.hits,
        hits=line.hits,
        home_runs=line.home_runs,
        walks=line.walks,
        hit_batters=line.hit_by_pitch,
        strikeouts=line.strikeouts,
        batters_faced=line.plate_appearances,
    )
    splits = Splits(left, right)
    season = Season(
        2012,
        "NL",
        ("AAA",),
        line,
        pitching,
        (FieldingLine("p", games=1), FieldingLine("ss", games=30)),
        batting_splits=splits,
        pitching_splits=splits,
    )
    rows = MAKER.make(Subject("afternoon", "A. Man", "R", "L", season))
    assert len(rows) == (2 if line.plate_appearances else 0)
    for row in rows:
        MAKER.verify(row)
