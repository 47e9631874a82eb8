"""Where batted balls that are outs go on a made card, by the side of the plate."""

from collections import Counter

import pytest

from games.systems.purestrat.cards.outs import (
    DOTTED,
    OF_2012,
    PLUS,
    Batted,
    hitters_outs,
    pitchers_outs,
)
from games.systems.purestrat.play import readings
from games.systems.purestrat.text.card_layout import Share, press

USUAL = OF_2012
FIRST, SECOND, THIRD, SHORT, LEFT, CENTER, RIGHT = 3, 4, 5, 6, 7, 8, 9


def by_fielder(shares: list[Share], kind: int) -> Counter[int]:
    """Shares of one kind of ball by the fielder who gets it."""
    found: Counter[int] = Counter()
    for share in shares:
        if readings.kind_of(share.reading) == kind:
            found[readings.position_of(share.reading)] += share.chances
    return found


def total(shares: list[Share], kind: int | None = None) -> float:
    return sum(share.chances for share in shares if kind in (None, readings.kind_of(share.reading)))


@pytest.mark.parametrize("side", ["L", "R"])
def test_all_outs_together_are_a_hundred_and_none_is_exact(side):
    shares = hitters_outs(side, USUAL)
    assert total(shares) == pytest.approx(100, abs=2)
    assert not any(share.exact for share in shares)
    assert all(share.chances > 0 for share in shares)


def test_left_handed_batters_pull_grounders_to_the_right_and_lift_flies_to_the_left():
    left, right = (by_fielder(hitters_outs(side, USUAL), readings.GROUNDER) for side in "LR")
    assert left[FIRST] + left[SECOND] > left[THIRD] + left[SHORT]
    assert right[THIRD] + right[SHORT] > right[FIRST] + right[SECOND]
    left, right = (by_fielder(hitters_outs(side, USUAL), readings.FLY) for side in "LR")
    assert left[LEFT] > left[RIGHT]
    assert right[RIGHT] > right[LEFT]


@pytest.mark.parametrize("side", ["L", "R"])
def test_half_of_the_outs_are_grounders_and_a_third_are_flies(side):
    """As in 2012; the rest are liners, pops and fouls, each of which there are."""
    shares = hitters_outs(side, USUAL)
    assert total(shares, readings.GROUNDER) == pytest.approx(51, abs=2)
    assert total(shares, readings.FLY) == pytest.approx(33, abs=1)
    for kind in (readings.POP_OUT, readings.FOUL_OUT, readings.LINE_OUT):
        assert 2 < total(shares, kind) < 12


@pytest.mark.parametrize("side", ["L", "R"])
def test_liners_are_caught_in_the_infield_and_in_the_outfield(side):
    """Most of those to infielders have no fielder printed: lomax, and double up whoever runs."""
    shares = hitters_outs(side, USUAL)
    to = by_fielder(shares, readings.LINE_OUT)
    outfield = sum(to[position] for position in range(7, 10))
    lomax = sum(share.chances for share in shares if readings.has(share.reading, readings.MAX_BIT))
    assert outfield == pytest.approx(2.4, abs=0.2)
    assert lomax == pytest.approx(2.8, abs=0.2)
    assert {7, 8, 9} <= {position for position, chances in to.items() if chances > 0}


@pytest.mark.parametrize("side", ["L", "R"])
def test_flies_are_of_all_kinds_to_every_outfielder(side):
    found = {
        (
            readings.position_of(share.reading),
            readings.GRADES[readings.grade_of(share.reading)],
            bool(readings.has(share.reading, readings.QUESTION_BIT)),
        )
        for share in hitters_outs(side, USUAL)
        if readings.kind_of(share.reading) == readings.FLY
    }
    kinds = {("A", False), ("B", False), ("B", True), ("C", False)}
    assert found == {(position, *kind) for position in (LEFT, CENTER, RIGHT) for kind in kinds}


def test_who_hits_into_more_double_plays_has_more_grounders_that_are_two_outs():
    def doubles(rate: float) -> float:
        return sum(
            share.chances
            for share in hitters_outs("R", Batted(double_plays=rate))
            if readings.kind_of(share.reading) == readings.GROUNDER
            and readings.GRADES[readings.grade_of(share.reading)] == "A"
        )

    rates = [0.0, 0.5, 1.0, 1.5, 2.0, 5.0]
    found = [doubles(rate) for rate in rates]
    assert found == sorted(found)
    # A card keeps some of them and some others, whatever the player did.
    whole = total(hitters_outs("R", USUAL), readings.GROUNDER)
    assert found[0] == pytest.approx(0.15 * whole)
    assert found[-1] == pytest.approx(0.70 * whole)
    assert found[2] == pytest.approx(0.36 * whole)
    assert total(hitters_outs("R", Batted(5.0))) == pytest.approx(
        total(hitters_outs("R", Batted(0.0)))
    )


def test_grounders_to_infielders_may_get_through_when_it_is_in_and_those_to_the_battery_not():
    shares = [
        share
        for share in hitters_outs("R", USUAL)
        if readings.kind_of(share.reading) == readings.GROUNDER
    ]
    through, whole = Counter(), Counter()
    for share in shares:
        position = readings.position_of(share.reading)
        whole[position] += share.chances
        through[position] += share.chances * readings.has(share.reading, readings.PLUS_BIT)
    for position, chances in whole.items():
        part = PLUS if position >= FIRST else 0.0
        assert through[position] == pytest.approx(part * chances)


def test_a_pitchers_outs_leave_what_the_fielding_chart_has_of_them():
    """The more outs there are beside it, the less the chart's chances take away of each hundred."""
    few, many = pitchers_outs("R", 40.0), pitchers_outs("R", 80.0)
    whole = hitters_outs("R", USUAL)
    for kind in (readings.GROUNDER, readings.FLY):
        ours, more, all_of_them = (by_fielder(each, kind) for each in (few, many, whole))
        for position in all_of_them.keys() - {2}:
            assert ours[position] <= more[position] < all_of_them[position]
            assert ours[position] >= 0.15 * all_of_them[position] - 1e-9
    assert total(few, readings.POP_OUT) == pytest.approx(total(whole, readings.POP_OUT))


def test_some_of_a_pitchers_outs_fall_in_when_he_is_tired():
    shares = pitchers_outs("L", 60.0)
    dotted = sum(share.chances for share in shares if readings.has(share.reading, readings.DOT_BIT))
    assert dotted == pytest.approx(DOTTED * total(shares))
    assert 0.1 < DOTTED < 0.2


def test_a_season_of_more_sacrifice_flies_has_more_flies_and_fewer_of_all_others():
    usual, more = (hitters_outs("L", Batted(flies=flies)) for flies in (1.0, 1.2))
    assert total(more, readings.FLY) == pytest.approx(1.2 * total(usual, readings.FLY))
    assert total(more, readings.GROUNDER) == pytest.approx(total(usual, readings.GROUNDER))
    assert total(more) > total(usual)


HITS = [Share(readings.parse_reading("SI*"), 31.3), Share(readings.parse_reading("K"), 21.9)]
CARDS = 1500


@pytest.mark.parametrize("outs", [hitters_outs("L", USUAL), pitchers_outs("R", 55.0)])
def test_cards_together_have_every_kind_of_out_as_often_as_they_should(outs):
    """A side has a dozen cells for sixty kinds of outs: which of them it has is drawn by whose it
    is, so that over a league the rarest are not missing and the commonest are no more than their
    share."""
    found: Counter[int] = Counter()
    for number in range(CARDS):
        for reading, chances in press([*HITS, *outs], key=f"player-{number}").each():
            found[reading] += chances / CARDS
    scale = (108 - sum(share.chances for share in HITS)) / total(outs)
    wanted: Counter[int] = Counter()
    for share in outs:
        wanted[share.reading] += scale * share.chances
    for reading, chances in wanted.items():
        # Some six of its cells are heavy enough that a standard error is about this.
        assert found[reading] == pytest.approx(chances, abs=4 * (5 * chances / CARDS) ** 0.5)
    for kind in (readings.GROUNDER, readings.FLY, readings.LINE_OUT, readings.FOUL_OUT):
        ours = sum(count for reading, count in found.items() if readings.kind_of(reading) == kind)
        assert ours == pytest.approx(scale * total(outs, kind), rel=0.06)


def test_a_card_has_as_many_grounders_good_for_two_as_its_share_says_within_a_cell():
    outs = hitters_outs("R", Batted(double_plays=1.3))

    def is_double(reading: int) -> bool:
        grade = readings.GRADES[readings.grade_of(reading)]
        return readings.kind_of(reading) == readings.GROUNDER and grade == "A"

    wanted = sum(share.chances for share in outs if is_double(share.reading)) / total(outs)
    for number in range(50):
        side = press([*HITS, *outs], key=f"player-{number}")
        held = sum(chances for reading, chances in side.each() if is_double(reading))
        assert held == pytest.approx(wanted * (108 - 53.2), abs=6.5)
