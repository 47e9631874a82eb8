"""Invented pitchers: starters, relievers and closers, and a season drawn from their talents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rosters.sources.fictional import norms
from rosters.sources.fictional.chance import Chance
from rosters.sources.fictional.hitters import add, draw, factor, field_at
from rosters.sources.fictional.norms import Rates
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Splits

STARTER = "starter"
SWING = "swing man"
RELIEVER = "reliever"
CLOSER = "closer"

STAFF = (
    # Part, outs, games, starts.
    (STARTER, 610, 33, 33),
    (STARTER, 575, 32, 32),
    (STARTER, 530, 31, 31),
    (STARTER, 470, 28, 28),
    (STARTER, 400, 25, 24),
    (SWING, 330, 36, 10),
    (CLOSER, 195, 66, 0),
    (RELIEVER, 222, 72, 0),
    (RELIEVER, 206, 68, 0),
    (RELIEVER, 192, 63, 0),
    (RELIEVER, 178, 60, 0),
    (RELIEVER, 160, 52, 0),
    (RELIEVER, 140, 46, 0),
    (RELIEVER, 95, 30, 0),
)
"""A club's staff: 1,444 innings in all."""


@dataclass(frozen=True)
class Pitcher:
    """An invented pitcher: his talents as the rates of those who face him."""

    throws: str
    bats: str
    part: str
    outs: int
    games: int
    starts: int
    rates: Rates
    at_bat: Rates
    platoon: float
    control: float
    glove: float


def invent_pitcher(chance: Chance, part: str, outs: int, games: int, starts: int) -> Pitcher:
    """A pitcher for a place on a staff."""
    starter = part in (STARTER, SWING)
    base = norms.STARTERS if starter else norms.RELIEVERS
    level = {CLOSER: 0.8, SWING: -0.5}.get(part, 0.25 if outs > 550 else 0.0)
    stuff, control, keeps_down = (chance.normal() + level for _ in range(3))
    throws = "L" if chance.happens(0.29) else "R"
    hits_well = chance.normal()
    own = norms.PITCHERS_AT_BAT
    return Pitcher(
        throws=throws,
        bats="L" if (throws == "L" and chance.happens(0.8)) or chance.happens(0.12) else "R",
        part=part,
        outs=max(60, round(outs * chance.spread(0.06))),
        games=games,
        starts=starts,
        rates=Rates(
            strikeouts=base.strikeouts * factor((0.18 if starter else 0.24) * stuff),
            walks=base.walks * factor(-0.25 * control),
            hit_by_pitch=base.hit_by_pitch * chance.spread(0.45),
            home_runs=base.home_runs * factor(-0.22 * keeps_down),
            bunts=base.bunts,
            in_play=base.in_play - 0.008 * stuff - 0.006 * chance.normal(),
            doubles=base.doubles * chance.spread(0.08),
            triples=base.triples * chance.spread(0.2),
        ),
        at_bat=replace(
            own,
            strikeouts=own.strikeouts * factor(-0.22 * hits_well),
            walks=own.walks * factor(0.3 * hits_well),
            home_runs=own.home_runs * factor(0.8 * hits_well - 0.3),
            in_play=own.in_play * factor(0.14 * hits_well),
        ),
        platoon=max(0.1, 1 + 0.45 * chance.normal()),
        control=control,
        glove=chance.normal(),
    )


def season_of(chance: Chance, pitcher: Pitcher) -> tuple[PitchingLine, Splits]:
    """A season on the mound: batters of both sides, drawn one by one."""
    rates = pitcher.rates
    on_base = (
        rates.walks
        + rates.hit_by_pitch
        + rates.home_runs
        + rates.in_play
        * (1 - rates.walks - rates.hit_by_pitch - rates.home_runs - rates.strikeouts - rates.bunts)
    )
    faced = round(pitcher.outs / (1 - on_base + 0.016))
    share = norms.AGAINST_LEFT_BATTERS[pitcher.throws]
    left = round(faced * share)
    lines = [
        draw(chance, _against(pitcher, side), tries, 0.0)
        for side, tries in (("L", left), ("R", faced - left))
    ]
    whole = add(lines[0], lines[1])
    # Outs follow from who did not reach, double plays and runners thrown out; errors cost some.
    outs = (
        faced
        - whole.hits
        - whole.walks
        - (whole.hit_by_pitch or 0)
        + (whole.double_plays or 0)
        - chance.times(faced, 0.0035)
    )
    runs = max(whole.home_runs, round(_runs(whole, outs) * chance.spread(0.07)))
    earned = min(runs, round(runs * min(1.0, norms.EARNED_SHARE * chance.spread(0.03))))
    kind = "starter" if pitcher.starts else "reliever"
    wins, losses, saves, finished = _decisions(chance, pitcher, runs, outs)
    return (
        PitchingLine(
            wins=wins,
            losses=losses,
            games=pitcher.games,
            starts=pitcher.starts,
            complete_games=chance.times(pitcher.starts, 0.025),
            shutouts=chance.times(pitcher.starts, 0.010),
            saves=saves,
            finished=finished,
            outs=outs,
            hits=whole.hits,
            runs=runs,
            earned_runs=earned,
            home_runs=whole.home_runs,
            walks=whole.walks,
            strikeouts=whole.strikeouts,
            intentional_walks=chance.times(whole.walks, norms.INTENTIONAL_SHARE),
            wild_pitches=chance.times(
                faced, norms.WILD_PITCHES[kind] * factor(-0.3 * pitcher.control)
            ),
            hit_batters=whole.hit_by_pitch,
            balks=chance.times(faced, norms.BALKS),
            batters_faced=faced,
            sacrifice_hits=whole.sacrifice_hits,
            sacrifice_flies=whole.sacrifice_flies,
            double_plays=whole.double_plays,
        ),
        Splits(lines[0], lines[1]),
    )


def batting_of(chance: Chance, pitcher: Pitcher) -> BattingLine:
    """His season at bat: a starter comes up about twice a start."""
    tries = round(pitcher.starts * 1.95 + (pitcher.games - pitcher.starts) * 0.06)
    return replace(draw(chance, pitcher.at_bat, tries, -1.5), games=pitcher.games)


def fielding_of(chance: Chance, pitcher: Pitcher, outs: int) -> FieldingLine:
    """His season as a fielder."""
    line = field_at(chance, "p", max(1, round(outs / 25.4)), pitcher.glove, 0.0)
    return replace(line, games=pitcher.games, starts=pitcher.starts, outs=outs)


def _against(pitcher: Pitcher, side: str) -> Rates:
    """Rates of batters on one side of the plate."""
    factors = norms.PLATOON[side, pitcher.throws]
    # The table speaks of one batter against both hands; here of one hand against both sides.
    other = norms.PLATOON["R" if side == "L" else "L", pitcher.throws]
    share = norms.AGAINST_LEFT_BATTERS[pitcher.throws]
    mean = [
        times * (share if side == "L" else 1 - share)
        + opposite * (1 - share if side == "L" else share)
        for times, opposite in zip(factors, other, strict=True)
    ]
    strikeouts, walks, home_runs, in_play = (
        1 + (times / middle - 1) * pitcher.platoon
        for times, middle in zip(factors, mean, strict=True)
    )
    rates = pitcher.rates
    return replace(
        rates,
        strikeouts=rates.strikeouts * strikeouts,
        walks=rates.walks * max(0.3, walks),
        home_runs=rates.home_runs * max(0.3, home_runs),
        in_play=rates.in_play * in_play,
    )


def _runs(line: BattingLine, outs: int) -> float:
    """Runs that such a line usually gives: base runs (David Smyth's formula)."""
    reached = line.hits + line.walks + (line.hit_by_pitch or 0) - line.home_runs
    advanced = (
        1.4 * line.total_bases - 0.6 * line.hits - 3 * line.home_runs + 0.1 * line.walks
    ) * 1.02
    return reached * advanced / (advanced + outs) + line.home_runs


def _decisions(chance: Chance, pitcher: Pitcher, runs: int, outs: int) -> tuple[int, int, int, int]:
    """Wins, losses, saves and games finished, as such a season usually brings."""
    average = runs * 27 / outs
    wins_share = 4.23**2 / (4.23**2 + average**2)
    decided = round(0.71 * pitcher.starts + 0.11 * (pitcher.games - pitcher.starts))
    wins = chance.times(decided, wins_share)
    relief = pitcher.games - pitcher.starts
    if pitcher.part == CLOSER:
        saves = chance.times(round(relief * 0.65), 0.62 + 0.45 * wins_share)
        return wins, decided - wins, min(saves, relief), round(relief * 0.8)
    return wins, decided - wins, chance.times(relief, 0.02), chance.times(relief, 0.2)
