"""Invented hitters: talents by position and part, and a season drawn from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rosters.sources.fictional import norms
from rosters.sources.fictional.chance import Chance
from rosters.sources.fictional.norms import Rates
from rosters.stats.lines import BattingLine, FieldingLine, total
from rosters.stats.seasons import Splits

REGULAR = "regular"
PLATOON_LEFT = "platoon, bats left"
PLATOON_RIGHT = "platoon, bats right"
BENCH = "bench"
SPARE = "spare"

PLATE_APPEARANCES = {
    REGULAR: (610, 55),
    PLATOON_LEFT: (395, 30),
    PLATOON_RIGHT: (330, 25),
    BENCH: (325, 45),
    SPARE: (120, 60),
}
"""Mean and deviation of a part's plate appearances; a catcher's regular work is less."""


@dataclass(frozen=True)
class Mould:
    """What a position asks for: factors on home runs, walks and strikeouts, something added to
    hits in play, mean speed, and the shares that bat left and from both sides."""

    home_runs: float
    walks: float
    strikeouts: float
    in_play: float
    speed: float
    left: float
    both: float
    also: tuple[str, ...]


MOULDS = {
    "c": Mould(0.92, 0.96, 1.03, -0.010, -1.1, 0.12, 0.12, ("1b",)),
    "1b": Mould(1.42, 1.18, 1.08, 0.000, -0.8, 0.42, 0.10, ("lf", "3b")),
    "2b": Mould(0.72, 0.95, 0.88, 0.002, 0.4, 0.16, 0.16, ("ss", "3b", "lf")),
    "3b": Mould(1.12, 1.00, 0.98, 0.000, -0.2, 0.18, 0.10, ("1b", "2b", "ss")),
    "ss": Mould(0.64, 0.86, 0.90, -0.003, 0.5, 0.08, 0.18, ("2b", "3b")),
    "lf": Mould(1.14, 1.05, 1.04, 0.004, 0.2, 0.38, 0.10, ("rf", "cf", "1b")),
    "cf": Mould(0.86, 0.98, 1.02, 0.008, 1.0, 0.35, 0.12, ("lf", "rf")),
    "rf": Mould(1.22, 1.08, 1.05, 0.003, 0.2, 0.38, 0.10, ("lf", "cf", "1b")),
}


@dataclass(frozen=True)
class Hitter:
    """An invented hitter: his hand, part, positions (first his own), talents as rates, how much
    the pitcher's hand matters to him (1 is usual), speed and glove (0 is average)."""

    bats: str
    throws: str
    part: str
    positions: tuple[str, ...]
    rates: Rates
    platoon: float
    speed: float
    glove: float
    arm: float
    plate_appearances: int


def invent_hitter(chance: Chance, position: str, part: str) -> Hitter:
    """A hitter for a position and a part on his club."""
    mould = MOULDS[position]
    bats = {PLATOON_LEFT: "L", PLATOON_RIGHT: "R"}.get(part) or _hand(chance, mould)
    may_throw_left = position in ("1b", "lf", "cf", "rf") and bats != "R"
    throws = "L" if may_throw_left and chance.happens(0.55) else "R"
    level = {REGULAR: 0.22, BENCH: -0.45, SPARE: -0.9}.get(part, -0.05)
    power, eye, contact, luck = (chance.normal() + level for _ in range(4))
    speed = mould.speed + chance.normal()
    star = 0.5 if part == REGULAR and chance.happens(0.08) else 0.0
    base = norms.HITTERS
    rates = Rates(
        strikeouts=base.strikeouts * mould.strikeouts * factor(-0.26 * contact + 0.10 * power),
        walks=base.walks * mould.walks * factor(0.27 * eye + 0.08 * power + star / 2),
        hit_by_pitch=base.hit_by_pitch * chance.spread(0.5),
        home_runs=base.home_runs * mould.home_runs * factor(0.46 * power + star),
        bunts=base.bunts * factor(0.9 * chance.normal() + 0.4 * speed - 0.7 * power),
        in_play=base.in_play + mould.in_play + 0.016 * luck + 0.004 * speed + 0.03 * star,
        doubles=base.doubles * chance.spread(0.16) * factor(0.06 * power),
        triples=base.triples * factor(0.45 * speed + 0.3 * chance.normal()),
    )
    mean, deviation = PLATE_APPEARANCES[part]
    if position == "c" and part == REGULAR:
        mean = 480
    spare = tuple(also for also in mould.also if chance.happens(0.8 if part == BENCH else 0.3))
    left_handed = throws == "L"
    return Hitter(
        bats=bats,
        throws=throws,
        part=part,
        positions=(position, *(also for also in spare if not left_handed or also not in INFIELD)),
        rates=rates,
        platoon=max(0.1, (2.1 if "platoon" in part else 1.0) + 0.5 * chance.normal()),
        speed=speed,
        glove=chance.normal(),
        arm=chance.normal(),
        plate_appearances=max(20, round(mean + deviation * chance.normal())),
    )


INFIELD = ("2b", "3b", "ss", "c")
"""Where no left-hander throws from."""


def _hand(chance: Chance, mould: Mould) -> str:
    drawn = chance.fraction()
    return "L" if drawn < mould.left else "B" if drawn < mould.left + mould.both else "R"


def factor(logarithm: float) -> float:
    return float(2.718281828459045**logarithm)


def scaled(hitter: Hitter, factors: Rates) -> Hitter:
    """The hitter with his rates multiplied: how a league is fitted to its norms."""
    rates = hitter.rates
    return replace(
        hitter,
        rates=Rates(
            strikeouts=rates.strikeouts * factors.strikeouts,
            walks=rates.walks * factors.walks,
            hit_by_pitch=rates.hit_by_pitch * factors.hit_by_pitch,
            home_runs=rates.home_runs * factors.home_runs,
            bunts=rates.bunts * factors.bunts,
            in_play=rates.in_play * factors.in_play,
            doubles=rates.doubles * factors.doubles,
            triples=rates.triples * factors.triples,
        ),
    )


def against(hitter: Hitter, hand: str) -> Rates:
    """His rates against pitchers of a hand: his own platoon differences."""
    factors = norms.PLATOON[hitter.bats, hand]
    strikeouts, walks, home_runs, in_play = (1 + (times - 1) * hitter.platoon for times in factors)
    rates = hitter.rates
    return replace(
        rates,
        strikeouts=rates.strikeouts * strikeouts,
        walks=rates.walks * max(0.2, walks),
        home_runs=rates.home_runs * max(0.2, home_runs),
        in_play=rates.in_play * in_play,
    )


def season_of(chance: Chance, hitter: Hitter) -> tuple[BattingLine, Splits]:
    """A season at bat, drawn plate appearance by plate appearance against both hands."""
    share = {PLATOON_LEFT: 0.07, PLATOON_RIGHT: 0.55}.get(
        hitter.part, norms.AGAINST_LEFT_HANDERS[hitter.bats]
    )
    left = round(hitter.plate_appearances * share)
    right = hitter.plate_appearances - left
    games = min(161, round(hitter.plate_appearances / 4.05))
    lines = [
        draw(chance, against(hitter, hand), tries, hitter.speed)
        for hand, tries in (("L", left), ("R", right))
    ]
    whole = add(lines[0], lines[1])
    return replace(whole, games=max(1, games)), Splits(lines[0], lines[1])


def draw(chance: Chance, rates: Rates, tries: int, speed: float) -> BattingLine:
    """A line of ``tries`` plate appearances, drawn. Games are left to the caller."""
    strikeouts, walks, hit, home_runs, bunts, in_play = chance.outcomes(
        tries,
        (rates.strikeouts, rates.walks, rates.hit_by_pitch, rates.home_runs, rates.bunts),
    )
    fallen = chance.times(in_play, min(0.45, rates.in_play))
    doubles, triples, _ = chance.outcomes(fallen, (rates.doubles, min(0.2, rates.triples)))
    outs = in_play - fallen
    flies = chance.times(outs, norms.SACRIFICE_FLIES / 0.472)
    double_plays = chance.times(outs, norms.DOUBLE_PLAYS / 0.472 * factor(-0.22 * speed))
    hits = fallen + home_runs
    on_first = hits - doubles - triples - home_runs + walks + hit
    attempts = chance.times(on_first, min(0.6, 0.088 * factor(0.85 * speed - 0.36)))
    stolen = chance.times(attempts, min(0.92, 0.70 + 0.05 * speed))
    advanced = norms.RUNS_BATTED_IN / norms.RUNS
    runs = round(0.26 * (on_first) + 0.42 * doubles + 0.55 * triples + home_runs + 0.12 * stolen)
    batted_in = round(
        advanced * (0.235 * (hits - home_runs) + 1.58 * home_runs + 0.02 * walks) + flies
    )
    return BattingLine(
        at_bats=tries - walks - hit - bunts - flies,
        runs=runs,
        hits=hits,
        doubles=doubles,
        triples=triples,
        home_runs=home_runs,
        runs_batted_in=batted_in,
        stolen_bases=stolen,
        caught_stealing=attempts - stolen,
        walks=walks,
        strikeouts=strikeouts,
        intentional_walks=chance.times(walks, norms.INTENTIONAL_SHARE),
        hit_by_pitch=hit,
        sacrifice_hits=bunts,
        sacrifice_flies=flies,
        double_plays=double_plays,
    )


def add(one: BattingLine, other: BattingLine) -> BattingLine:
    """Two lines as one."""
    found = total([one, other])
    assert found is not None  # noqa: S101 - two lines have a sum
    return found


def fielding_of(chance: Chance, hitter: Hitter, games: int) -> tuple[FieldingLine, ...]:
    """His season in the field, most at his own position."""
    lines = []
    left = games
    for rank, position in enumerate(hitter.positions):
        last = rank == len(hitter.positions) - 1
        share = left if last else round(left * (0.86 if hitter.part == REGULAR else 0.6))
        left -= share
        if share:
            lines.append(field_at(chance, position, share, hitter.glove - 0.4 * rank, hitter.arm))
    return tuple(lines)


def field_at(chance: Chance, position: str, games: int, glove: float, arm: float) -> FieldingLine:
    """A line at one position: a good glove reaches more and drops less."""
    outs = round(games * 25.4)
    nines = outs / 27
    putouts, assists, errors = norms.PUTOUTS_ASSISTS_ERRORS[position]
    reach = 1 + (0.06 * glove if position not in ("c", "1b", "p") else 0.0)

    def near(mean: float) -> int:
        return max(0, round(mean + mean**0.5 * 0.5 * chance.normal()))

    catcher = position == "c"
    return FieldingLine(
        position,
        games=games,
        starts=round(games * 0.94),
        outs=outs,
        putouts=near(putouts * nines * reach),
        assists=near(assists * nines * reach),
        errors=near(errors * nines * factor(-0.35 * glove)),
        double_plays=near(norms.DOUBLE_PLAYS_TURNED[position] * nines),
        passed_balls=near(norms.PASSED_BALLS * nines * factor(-0.4 * glove)) if catcher else None,
        wild_pitches=None,
        stolen_bases=near(norms.STOLEN_ON * nines * factor(-0.18 * arm)) if catcher else None,
        caught_stealing=near(norms.CAUGHT_BY * nines * factor(0.18 * arm)) if catcher else None,
    )
