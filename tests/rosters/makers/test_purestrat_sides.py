"""Both cards of a plate appearance together give the year's rates, event by event."""

from itertools import product

import pytest

from games.systems.purestrat.cards.opponent import (
    AVERAGE_ERRORS,
    AVERAGE_RANGE,
    FIELDING_CHANCES,
    WEAK,
    chance_hits,
    opponent,
)
from games.systems.purestrat.cards.sides import (
    OWN,
    Touches,
    events_of,
    has_power,
    hitters_rates,
    hitters_side,
    pitchers_rates,
    pitchers_side,
)
from games.systems.purestrat.play import readings
from games.systems.purestrat.play.charts import (
    DEFLECTED,
    INFIELD_FLY,
    INSIDE_THE_PARK,
    LOST_IN_THE_SUN,
    RUNNER_STRUCK,
    hit_of,
    rare_of,
)
from games.systems.purestrat.play.readings import parse_reading
from games.systems.purestrat.text.chart_files import house_charts
from rosters.estimators.norms import BASE, Norms
from rosters.estimators.platoon import NORMAL
from rosters.estimators.rates import EVENTS, LEFT, RIGHT, Rates

SIDES = [(side, hand) for side in (LEFT, RIGHT) for hand in (LEFT, RIGHT)]
RARE = {RUNNER_STRUCK: 1, INFIELD_FLY: 1, DEFLECTED: 1, LOST_IN_THE_SUN: 2, INSIDE_THE_PARK: 4}
NEAR = 0.0012
"""What a card of 108 chances and twentieths may miss a rate by."""


@pytest.mark.parametrize(("side", "hand"), SIDES)
def test_an_average_hitters_card_gives_the_average_again_event_by_event(side, hand):
    against, normal = opponent(Norms(), side, hand), NORMAL[side, hand]
    card = hitters_side(normal, against, side, Touches())
    given = hitters_rates(card, against, power=has_power(normal, against))
    for event in EVENTS:
        assert given.of(event) == pytest.approx(normal.of(event), abs=NEAR), event


@pytest.mark.parametrize(("side", "hand"), SIDES)
def test_an_average_pitchers_card_gives_the_average_again_event_by_event(side, hand):
    against, normal = opponent(Norms(), side, hand), NORMAL[side, hand]
    given = pitchers_rates(pitchers_side(normal, against, side), against)
    for event in EVENTS:
        # Triples are few, and the fielding chart has a part of them.
        near = 0.0003 if event == "triple" else NEAR
        assert given.of(event) == pytest.approx(normal.of(event), abs=near), event


@pytest.mark.parametrize("event", EVENTS)
def test_more_of_an_event_is_more_of_it_on_both_cards(event):
    normal = NORMAL[RIGHT, RIGHT]
    against = opponent(Norms(), RIGHT, RIGHT)
    more = normal.times({event: 1.4})
    difference = more.of(event) - normal.of(event)

    def hitters(rates: Rates) -> float:
        card = hitters_side(rates, against, RIGHT, Touches())
        return hitters_rates(card, against, power=True).of(event)

    def pitchers(rates: Rates) -> float:
        return pitchers_rates(pitchers_side(rates, against, RIGHT), against).of(event)

    assert hitters(more) - hitters(normal) == pytest.approx(difference, abs=NEAR)
    own = OWN.get(event, 1.0) * difference
    assert pitchers(more) - pitchers(normal) == pytest.approx(own, abs=NEAR)


@pytest.mark.parametrize(("side", "hand"), SIDES)
def test_the_two_average_cards_add_up_to_what_is_normal(side, hand):
    """Each is read in half of all plate appearances; the weak hit singles where the pitcher's card
    has home runs."""
    against, normal = opponent(Norms(), side, hand), NORMAL[side, hand]
    for event in EVENTS:
        together = (against.hitter[event] + against.pitcher_part(event)) / (2 * 108)
        assert together == pytest.approx(normal.of(event)), event
    assert against.pitcher_part("home_run") == against.pitcher["home_run"] * (1 - WEAK)
    assert against.pitcher_part("single") > against.pitcher["single"]


def test_fielding_chances_count_as_an_average_defence_lets_them_through():
    against = opponent(Norms(), LEFT, RIGHT)
    chart = chance_hits()
    assert chart.single > chart.double > chart.triple > 0
    assert 2 < chart.single + chart.double + chart.triple < 0.4 * sum(FIELDING_CHANCES.values())
    with_chart = events_of(pitchers_side(NORMAL[LEFT, RIGHT], against, LEFT), chart)
    none = Rates(0, 0, 0, 0, 0, 0, 0)
    bare = events_of(pitchers_side(none, against, LEFT), chart)
    for event, least in (
        ("single", chart.single),
        ("double", chart.double),
        ("triple", chart.triple),
    ):
        # Whoever allows nothing still has the chart's chances on his card.
        assert bare[event] == pytest.approx(least, abs=0.1), event
        assert with_chart[event] >= least - 0.1


def test_the_charts_hits_are_counted_face_by_face():
    """The same from the charts: every fielder of the side by his position, every range by its
    share, every face of the dice."""
    charts = house_charts()
    found = [0.0] * 5
    for text, chances in FIELDING_CHANCES.items():
        position = readings.position_of(parse_reading(text)) or 2
        for rating, share in enumerate(AVERAGE_RANGE, start=1):
            for face, dice in product(range(1, 21), product(range(1, 7), repeat=3)):
                symbol = charts.x_range(position, face, rating)
                error = charts.x_error(position, AVERAGE_ERRORS[position], sum(dice))
                result = charts.x_result(position, symbol, error)
                hit = RARE.get(rare_of(result)) or hit_of(result)
                found[hit] += chances * share / 20 / 216
    chart = chance_hits()
    assert [chart.single, chart.double, chart.triple] == pytest.approx(found[1:4])
    assert sum(AVERAGE_RANGE) == pytest.approx(1)


def test_a_player_without_power_has_his_home_runs_on_his_own_card():
    against = opponent(Norms(), RIGHT, RIGHT)
    weak = NORMAL[RIGHT, RIGHT].times({"home_run": 0.3})
    assert not has_power(weak, against)
    assert has_power(NORMAL[RIGHT, RIGHT], against)
    card = hitters_side(weak, against, RIGHT, Touches())
    given = hitters_rates(card, against, power=False)
    assert given.home_run == pytest.approx(weak.home_run, abs=NEAR)
    assert given.single == pytest.approx(weak.single, abs=NEAR)


def test_clutch_moves_hits_and_injuries_are_outs():
    against = opponent(Norms(), RIGHT, RIGHT)
    normal = NORMAL[RIGHT, RIGHT]

    def chances(touches: Touches, bit: int) -> dict[bool, float]:
        """Of the readings with the sign, those that are outs and those that are not."""
        found = {True: 0.0, False: 0.0}
        for packed, count in hitters_side(normal, against, RIGHT, touches).each():
            if readings.has(packed, bit):
                found[bool(readings.is_out(packed))] += count
        return found

    good = chances(Touches(clutch=2.0), readings.CLUTCH_BIT)
    bad = chances(Touches(clutch=-1.0), readings.CLUTCH_BIT)
    assert good == {True: pytest.approx(2.0, abs=0.06), False: 0.0}
    assert bad == {True: 0.0, False: pytest.approx(1.0, abs=0.06)}
    assert chances(Touches(), readings.CLUTCH_BIT) == {True: 0.0, False: 0.0}
    hurt = chances(Touches(injury=0.8), readings.INJURY_BIT)
    assert hurt == {True: pytest.approx(0.8, abs=0.06), False: 0.0}


def test_a_livelier_year_has_livelier_opponents():
    lively = Norms({**BASE, "home_run": 2 * BASE["home_run"]})
    for side, hand in SIDES:
        now, then = opponent(lively, side, hand), opponent(Norms(), side, hand)
        assert now.pitcher["home_run"] == pytest.approx(2 * then.pitcher["home_run"])
        assert now.hitter["double"] == pytest.approx(then.hitter["double"])


@pytest.mark.parametrize("share", [0.30, 0.34, 0.38])
def test_whoever_strikes_out_or_is_struck_out_too_often_keeps_fifteen_chances_for_the_rest(share):
    """Twelve for balls in play that are outs and three for what comes on top; strikeouts give
    way, and nothing else does."""
    against, normal = opponent(Norms(), RIGHT, RIGHT), NORMAL[RIGHT, RIGHT]
    usual = events_of(hitters_side(normal, against, RIGHT, Touches()), against.charted)
    for step in range(60):
        rates = normal.times({"strikeout": (share + step / 300) / normal.strikeout})
        card = events_of(hitters_side(rates, against, RIGHT, Touches()), against.charted)
        assert 108 - sum(card.values()) >= 14.9
        assert card["walk"] == pytest.approx(usual["walk"], abs=0.1)
