"""The sides of a card: cells filled so that against an average opponent in a neutral park they give
the player's own rates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.systems.purestrat.cards.opponent import (
    FIELDING_CHANCES,
    ChanceHits,
    Opponent,
)
from games.systems.purestrat.cards.outs import OF_2012, Batted, hitters_outs, pitchers_outs
from games.systems.purestrat.play import readings
from games.systems.purestrat.play.cards import CHANCES, Side
from games.systems.purestrat.play.park import LARGEST, NEUTRAL
from games.systems.purestrat.play.readings import parse_reading
from games.systems.purestrat.text.card_layout import Share, press
from rosters.estimators.rates import Rates
from rosters.rules.park_factors import PARK_HOME_RUNS, PARK_SINGLES

OPEN, ONE_BASE = 0.84, 0.12
"""Shares of a card's other singles: those on which runners may try for more, and those on which
they take one base; the rest give them two."""
OPEN_DOUBLES = 0.80

PULLED = {"L": "rf", "R": "lf"}

EVENT_OF_KIND = {
    readings.SINGLE: "single",
    readings.DOUBLE: "double",
    readings.TRIPLE: "triple",
    readings.HOME_RUN: "home_run",
    readings.WALK: "walk",
    readings.HIT_BY_PITCH: "hit_by_pitch",
    readings.STRIKEOUT: "strikeout",
}


@dataclass(frozen=True)
class Touches:
    """What a hitter's card has beside his rates, in chances of 108: ``injury``, ``clutch`` (outs
    that become hits, or, negative, singles that become outs, S30.7), and what becomes of the balls
    he puts in play."""

    injury: float = 0.0
    clutch: float = 0.0
    batted: Batted = OF_2012


def has_power(rates: Rates, against: Opponent) -> bool:
    """Whether he hits home runs off average pitchers' cards without hitting too many (S12.0)."""
    return 2 * CHANCES * rates.home_run >= against.pitcher["home_run"]


def hitters_wanted(rates: Rates, against: Opponent) -> dict[str, float]:
    """Chances of 108 of each event on a hitter's side; ``rates`` are his against that hand."""
    more = against.hitters_more
    wanted = {
        event: 2 * CHANCES * rates.of(event) - average + more.get(event, 0.0)
        for event, average in against.pitcher.items()
    }
    if not has_power(rates, against):
        wanted["home_run"] = 2 * CHANCES * rates.home_run
        wanted["single"] -= against.pitcher["home_run"]
    return _fitting(_without_debts(wanted))


def hitters_side(
    rates: Rates,
    against: Opponent,
    side: str,
    touches: Touches,
    turn: int = 0,
    key: str = "",
) -> Side:
    """A hitter's side against one hand; ``key`` is his."""
    exact = _hits(hitters_wanted(rates, against), side)
    injury = Share(parse_reading("gb(ss)A!"), touches.injury)
    if touches.clutch > 0:
        exact.append(Share(parse_reading("$fly(cf)C"), touches.clutch))
    elif touches.clutch < 0:
        exact = _soften(exact, -touches.clutch)
    return press([*exact, injury, *hitters_outs(side, touches.batted)], turn, key)


OWN = {"home_run": 0.85, "triple": 0.30, "hit_by_pitch": 0.35}
"""How much of a pitcher's difference from the usual is taken for his own, of events that luck and
defence have the larger part in; a card cannot hold less than none of them."""

BECOMES = {"home_run": "single", "triple": "single", "hit_by_pitch": "walk"}
"""What the rest of it is on his card, so that he gives up as many hits and lets as many reach base
as he did."""


CHARTED = float(sum(FIELDING_CHANCES.values()))


def pitchers_wanted(rates: Rates, against: Opponent) -> dict[str, float]:
    """Chances of 108 of each event on a pitcher's side beside its fielding chances."""
    wanted = {
        event: 2 * CHANCES * rates.of(event) - average for event, average in against.hitter.items()
    }
    for event, own in OWN.items():
        usual = (against.hitter[event] + against.pitcher_part(event)) / (2 * CHANCES)
        lucky = (1 - own) * 2 * CHANCES * (rates.of(event) - usual)
        wanted[event] -= lucky
        wanted[BECOMES[event]] += lucky
    wanted["home_run"] = max(0.0, wanted["home_run"]) / (1 - against.weak)
    wanted["single"] -= against.weak * wanted["home_run"] + against.charted.single
    wanted["double"] -= against.charted.double
    wanted["triple"] -= against.charted.triple
    for event, more in against.pitchers_more.items():
        wanted[event] += more
    return _fitting(_without_debts(wanted), CHARTED)


def pitchers_side(
    rates: Rates,
    against: Opponent,
    side: str,
    turn: int = 0,
    batted: Batted = OF_2012,
    key: str = "",
) -> Side:
    """A pitcher's side against batters on one side of the plate; ``batted`` is what his
    league puts in play, ``key`` his own."""
    wanted = pitchers_wanted(rates, against)
    exact = _hits(wanted, side)
    exact += [Share(parse_reading(text), count) for text, count in FIELDING_CHANCES.items()]
    outs = CHANCES - sum(wanted.values())
    return press([*exact, *pitchers_outs(side, outs, batted)], turn, key)


CREDITORS = (
    ("home_run", "double"),
    ("triple", "double"),
    ("hit_by_pitch", "walk"),
    ("walk", "single"),
    ("double", "single"),
    ("single", "double"),
    ("double", "home_run"),
)
"""Who pays, in this order, for an event that the other card gives too much of already."""


def _without_debts(wanted: dict[str, float]) -> dict[str, float]:
    """No event below zero: what one lacks, the likest one has less, so that he reaches base no
    more often than he should."""
    found = dict(wanted)
    for event, creditor in CREDITORS:
        if found[event] < 0:
            found[creditor] += found[event]
            found[event] = 0.0
    return {event: max(0.0, chances) for event, chances in found.items()}


LEAST_OUTS = 12.0
"""Chances of 108 that a side keeps for outs on batted balls."""
MARGIN = 3.0
"""Chances for what comes on top of the events: injuries, clutch."""


def _fitting(wanted: dict[str, float], taken: float = 0.0) -> dict[str, float]:
    """Strikeouts give way where a card would have no room for anything else, and where these do not
    suffice, as for a man who came up once and walked, everything does."""
    room = CHANCES - LEAST_OUTS - MARGIN - taken
    over = _taken(wanted) - room
    if over > 0:
        wanted = {**wanted, "strikeout": max(0.0, wanted["strikeout"] - over)}
        part = min(1.0, room / _taken(wanted))
        wanted = {event: part * chances for event, chances in wanted.items()}
    return wanted


def _taken(wanted: Mapping[str, float]) -> float:
    """Chances that the readings of these events take: a ballpark reading is half of what it is."""
    return (
        sum(wanted.values()) + PARK_SINGLES * wanted["single"] + PARK_HOME_RUNS * wanted["home_run"]
    )


def _hits(wanted: Mapping[str, float], side: str) -> list[Share]:
    """Readings for the chances of each event; ballpark readings stand for half of what they are."""
    singles, home_runs = wanted["single"], wanted["home_run"]
    own = singles * (1 - PARK_SINGLES)
    pulled = PULLED[side]
    texts = {
        "BPSI": 2 * PARK_SINGLES * singles,
        "SI(cf)": own * OPEN * 0.55,
        f"SI({pulled})": own * OPEN * 0.45,
        "SI*": own * ONE_BASE,
        "SI**": own * (1 - OPEN - ONE_BASE),
        f"DO({pulled})": wanted["double"] * OPEN_DOUBLES,
        "DO**": wanted["double"] * (1 - OPEN_DOUBLES),
        "TR": wanted["triple"],
        "HR": home_runs * (1 - PARK_HOME_RUNS),
        "BPHR": 2 * PARK_HOME_RUNS * home_runs,
        "BB": wanted["walk"],
        "HBP": wanted["hit_by_pitch"],
        "K": wanted["strikeout"],
    }
    return [Share(parse_reading(text), chances) for text, chances in texts.items()]


def _soften(shares: list[Share], clutch: float) -> list[Share]:
    """Some of the singles with one asterisk bear the clutch sign."""
    plain, marked = parse_reading("SI*"), parse_reading("$SI*")
    found = []
    for share in shares:
        if share.reading == plain:
            moved = min(clutch, share.chances)
            found.append(Share(marked, moved))
            share = Share(plain, share.chances - moved)
        found.append(share)
    return found


def events_of(side: Side, chart: ChanceHits) -> dict[str, float]:
    """Chances of 108 of each event on a side in a neutral park, fielding chances against an average
    defence included."""
    found = dict.fromkeys(EVENT_OF_KIND.values(), 0.0)
    charted = 0.0
    for packed, chances in side.each():
        if readings.has(packed, readings.X_BIT):
            charted += chances
            continue
        event = EVENT_OF_KIND.get(readings.kind_of(packed))
        if event:
            in_park = readings.has(packed, readings.PARK_BIT)
            found[event] += chances * (NEUTRAL / LARGEST if in_park else 1.0)
    share = charted / CHARTED
    found["single"] += chart.single * share
    found["double"] += chart.double * share
    found["triple"] += chart.triple * share
    return found


def hitters_rates(side: Side, against: Opponent, *, power: bool) -> Rates:
    """What a hitter's side gives against the average pitcher."""
    card = events_of(side, against.charted)
    pitcher = dict(against.pitcher)
    if not power:
        pitcher["single"] += pitcher["home_run"]
        pitcher["home_run"] = 0.0
    return Rates(**{event: (card[event] + pitcher[event]) / (2 * CHANCES) for event in card})


def pitchers_rates(side: Side, against: Opponent) -> Rates:
    """What a pitcher's side gives against the average hitter."""
    card = events_of(side, against.charted)
    card["single"] += against.weak * card["home_run"]
    card["home_run"] *= 1 - against.weak
    return Rates(**{event: (card[event] + against.hitter[event]) / (2 * CHANCES) for event in card})
