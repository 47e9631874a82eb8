"""Everybody of a year together: what is usual by league, and the average opponents, fitted in
rounds until the mean of the cards really made is what the design says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.systems.purestrat.cards.opponent import (
    ChanceHits,
    Opponent,
    chance_hits,
    opponent,
    passed_off_pop_ups,
)
from games.systems.purestrat.cards.outs import OF_2012, Batted
from games.systems.purestrat.cards.pitchers_bats import PitchersBats, pitchers_bats
from games.systems.purestrat.cards.sides import has_power, hitters_wanted, pitchers_wanted
from games.systems.purestrat.cards.thieves import Steals, steals_of
from games.systems.purestrat.play.cards import Fielding
from rosters.estimators.gloves import Gloves, gloves_of
from rosters.estimators.mound import Mound, mound_of
from rosters.estimators.norms import BASE, Norms, mainly_pitched, norms_of
from rosters.estimators.platoon import side_of
from rosters.estimators.rates import EVENTS, LEFT, RIGHT, Rates
from rosters.estimators.running import Legs, legs_of
from rosters.makers.base import Subject
from rosters.stats.lines import POSITIONS, FieldingLine
from rosters.stats.seasons import BOTH, Season

ROUNDS = 6
ALL_KEYS = tuple((side, hand) for side in (LEFT, RIGHT) for hand in (LEFT, RIGHT))

FEWEST_POSITIONS_GAMES = 2
"""Games at a position that put it on a card, beside the one he played most."""
MOST_POSITIONS = 6

FULL_SEASON = 162

Key = tuple[str, str]
Weighed = list[tuple[Rates, float]]


@dataclass(frozen=True)
class League:
    """A league of a year: its norms, the average opponents by side and hand, and
    how its pitchers hit; ``batted`` is what becomes of balls in play, against those of 2012."""

    norms: Norms = field(default_factory=Norms)
    opponents: Mapping[Key, Opponent] = field(default_factory=dict)
    pitchers_bats: PitchersBats = field(default_factory=PitchersBats)
    batted: Batted = OF_2012

    def opponent(self, side: str, hand: str) -> Opponent:
        """The average cards from a side of the plate against a hand."""
        return self.opponents.get((side, hand)) or opponent(self.norms, side, hand)


@dataclass(frozen=True)
class Year:
    """A year: its leagues by name, ``BOTH`` for all together, and what is usual of gloves, mounds
    and legs over all of them."""

    leagues: Mapping[str, League] = field(default_factory=lambda: {BOTH: League()})
    gloves: Gloves = field(default_factory=Gloves)
    mound: Mound = field(default_factory=Mound)
    legs: Legs = field(default_factory=Legs)
    steals: Steals = field(default_factory=Steals)
    games: int = FULL_SEASON
    """The games of the player who played most."""

    def of(self, season: Season) -> League:
        """The league that a season was played in."""
        return self.leagues.get(season.league) or self.leagues[BOTH]


def year_of(subjects: Iterable[Subject]) -> Year:
    """The year of these men; the usual one where there are none."""
    everybody = list(subjects)
    if not everybody:
        return Year()
    whole = norms_of(everybody)
    mound = mound_of(
        (
            (each.key, each.throws, pitched)
            for each in everybody
            if (pitched := each.season.pitching) is not None
        ),
        _reaching(whole),
    )
    with_men_on = turns_of_nine(everybody) * mound.men_on
    gloves = gloves_of(
        ((each.key, each.season) for each in everybody),
        with_men_on,
        with_men_on * passed_off_pop_ups() * _wild(everybody, mound) / 20,
    )
    legs = legs_of(
        (
            (each.key, line, positions_of(each.season))
            for each in everybody
            if (line := each.season.batting) is not None and not mainly_pitched(each.season)
        ),
        whole.kept,
    )
    names = sorted({each.season.league for each in everybody} - {BOTH})
    leagues = {BOTH: _league(everybody, whole, gloves)}
    for name in names:
        own = [each for each in everybody if each.season.league == name]
        alone = len(names) == 1 and len(own) == len(everybody)
        leagues[name] = leagues[BOTH] if alone else _league(own, norms_of(own, name), gloves)
    games = max((each.season.batting.games for each in everybody if each.season.batting), default=0)
    steals = steals_of(
        (
            (each.key, line)
            for each in everybody
            if (line := each.season.batting) is not None and not mainly_pitched(each.season)
        ),
        whole.kept,
    )
    return Year(leagues, gloves, mound, legs, steals, games or FULL_SEASON)


def positions_of(season: Season) -> tuple[str, ...]:
    """Where he played, most games first."""
    return tuple(line.position for line in season.fielding if line.position in POSITIONS)


def turns_of_nine(subjects: Iterable[Subject]) -> float:
    """Turns at bat for nine innings, as far as both were counted."""
    turns = outs = 0
    for subject in subjects:
        batting, pitching = subject.season.batting, subject.season.pitching
        turns += batting.plate_appearances if batting is not None else 0
        outs += pitching.outs if pitching is not None else 0
    few = 27 * FEW_GAMES
    return (27 * turns + USUAL_TURNS * few) / (outs + few) if outs else USUAL_TURNS


FEW_GAMES, USUAL_TURNS = 20, 38.0
"""Games with so many turns of nine innings that a pool's own are mixed with."""


def _wild(subjects: Iterable[Subject], mound: Mound) -> float:
    """The mean wild-pitch rating of the cards, by batters faced."""
    found = [
        (mound.wild_pitch_rating(line), line.outs + line.hits + line.walks)
        for each in subjects
        if (line := each.season.pitching) is not None
    ]
    faced = sum(weight for _, weight in found)
    return sum(rating * weight for rating, weight in found) / faced if faced else 0.0


def _reaching(norms: Norms) -> float:
    """Share of turns that end with the batter on base, by his own doing."""
    return sum(norms.rates[event] for event in EVENTS if event != "strikeout")


def _league(subjects: Sequence[Subject], norms: Norms, gloves: Gloves) -> League:
    hitters: dict[Key, Weighed] = defaultdict(list)
    pitchers: dict[Key, Weighed] = defaultdict(list)
    for subject in subjects:
        if subject.season.batting is not None and not mainly_pitched(subject.season):
            for hand, rates in (norms.splits_of(subject) or {}).items():
                hitters[side_of(subject.bats, hand), hand].append((rates, rates.weight))
        for side, rates in norms.sides_faced(subject).items():
            pitchers[side, subject.throws].append((rates, rates.weight))
    charted = chance_hits(_fielders(subjects, gloves))
    opponents = {
        key: _fitted(norms, key, hitters.get(key, []), pitchers.get(key, []), charted)
        for key in ALL_KEYS
    }
    bats = pitchers_bats(subjects, norms.kept)
    return League(norms, opponents, bats, _batted(norms))


def _fitted(
    norms: Norms, key: Key, hitters: Weighed, pitchers: Weighed, charted: ChanceHits
) -> Opponent:
    """The average cards of one side and hand, with what every card is given so that the mean of
    them is the design."""
    against = opponent(norms, *key, _weak(norms, key, hitters), charted)
    for _ in range(ROUNDS):
        against = replace(
            against,
            hitters_more=_short(hitters, against, hitters_wanted, against.hitter)
            if hitters
            else {},
            pitchers_more=_short(pitchers, against, pitchers_wanted, _printed(against))
            if pitchers
            else {},
        )
    return against


def _printed(against: Opponent) -> dict[str, float]:
    """The average pitcher's readings beside his fielding chances."""
    charted = against.charted
    return against.pitcher | {
        "single": against.pitcher["single"] - charted.single,
        "double": against.pitcher["double"] - charted.double,
        "triple": against.pitcher["triple"] - charted.triple,
    }


def _short(
    men: Weighed,
    against: Opponent,
    make: Callable[[Rates, Opponent], dict[str, float]],
    design: Mapping[str, float],
) -> dict[str, float]:
    """What was added before and what the mean of the cards is still short of the design."""
    total = sum(weight for _, weight in men)
    found = dict.fromkeys(EVENTS, 0.0)
    for rates, weight in men:
        for event, chances in make(rates, against).items():
            found[event] += chances * weight
    more = against.hitters_more if make is hitters_wanted else against.pitchers_more
    return {event: more.get(event, 0.0) + design[event] - found[event] / total for event in EVENTS}


def _weak(norms: Norms, key: Key, hitters: Weighed) -> float:
    """Share of turns of the weak, who hit fewer home runs than the average pitcher's card gives."""
    total = sum(weight for _, weight in hitters)
    usual = opponent(norms, *key)
    if not total:
        return usual.weak
    return sum(weight for rates, weight in hitters if not has_power(rates, usual)) / total


def _fielders(
    subjects: Iterable[Subject], gloves: Gloves
) -> dict[int, list[tuple[int, int, float]]]:
    found: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for subject in subjects:
        lines = {line.position: line for line in subject.season.fielding}
        for rating in (*fielding_ratings(subject, gloves), pitchers_glove(subject, gloves)):
            line = lines.get(POSITIONS[rating.position - 1])
            if line is not None and (rating.position > 1 or subject.season.pitching):
                found[rating.position].append((rating.range, rating.error, gloves.nines(line)))
    return found


def fielding_ratings(subject: Subject, gloves: Gloves) -> tuple[Fielding, ...]:
    """Ratings of the positions he played, the pitcher's apart, most games first."""
    key, season = subject.key, subject.season
    told = [line for line in season.fielding if line.position in POSITIONS[1:]]
    best = max((line.games for line in told), default=0)
    found = []
    arm: int | None = None
    for line in sorted(told, key=lambda each: (-each.games, each.position)):
        if line.games < best and line.games < FEWEST_POSITIONS_GAMES:
            continue
        number = POSITIONS.index(line.position) + 1
        t = pb = throwing = 0
        if number == 2:
            throwing = gloves.catchers_arm(key, line)
            t, pb = gloves.catchers_throws(key, line), gloves.passed_ball_rating(line)
        elif number >= 7:
            # An outfielder's arm is the same wherever he plays (S16.1d).
            arm = gloves.outfield_arm(key, line) if arm is None else arm
            throwing = arm
        found.append(
            Fielding(
                number,
                gloves.fielding_range(key, line, season.teams),
                gloves.error_number(line),
                throwing,
                t,
                pb,
            )
        )
    return tuple(found[:MOST_POSITIONS])


def pitchers_glove(subject: Subject, gloves: Gloves) -> Fielding:
    """A pitcher's own."""
    season = subject.season
    games = season.pitching.games if season.pitching is not None else 0
    line = next((each for each in season.fielding if each.position == "p"), None)
    line = line or FieldingLine("p", games=games)
    return Fielding(
        1,
        gloves.fielding_range(subject.key, line, season.teams),
        gloves.error_number(line),
    )


DOUBLE_PLAYS_OF_2012 = 0.0189
"""Grounded into, of turns that are neither intentional walks nor bunts."""
ON_CARDS = 0.9
"""The share that a league's cards take of what its double plays differ by from those of 2012 for
its men on first and its outs on batted balls; the rest came of itself, by steals and charts
(measured)."""


AS_OFTEN = 1.29
"""Ground balls that read A, against those of 2012's men with men on: they gave some 7 % too many
double plays in every decade (measured); not so much less that too few double plays of all kinds are
turned."""


SACRIFICE_FLIES_OF_2012 = 0.0069
"""Sacrifice flies, as a share of turns that are neither intentional walks nor bunts."""
AS_MANY = 1.03
"""Flies, against those of 2012, that make as many sacrifice flies as it had (measured)."""


def _batted(norms: Norms) -> Batted:
    return Batted(_double_plays(norms), _flies(norms))


def _in_play(rates: Mapping[str, float]) -> float:
    return 1 - rates["walk"] - rates["hit_by_pitch"] - rates["strikeout"] - rates["home_run"]


def _flies(norms: Norms) -> float:
    """How many more flies than in 2012 make a season's sacrifice flies, of men on third as hits and
    walks bring them there: by the square of how often somebody comes on base."""
    rates = norms.rates
    flies = norms.kept.sacrifice_flies * _in_play(rates) / SACRIFICE_FLIES_OF_2012
    room = _outs(rates) * _on_base(rates) ** 2 / (_outs(BASE) * _on_base(BASE) ** 2)
    return AS_MANY * min(MOST_FLIES, max(LEAST_FLIES, flies / room))


LEAST_FLIES, MOST_FLIES = 0.7, 1.4


def _outs(rates: Mapping[str, float]) -> float:
    return 1 - sum(rates.values())


def _on_base(rates: Mapping[str, float]) -> float:
    return rates["single"] + rates["double"] + rates["walk"] + rates["hit_by_pitch"]


def _double_plays(norms: Norms) -> float:
    """How much oftener than in 2012 ground balls read A."""
    rates = norms.rates
    in_play = _in_play(rates)
    ratio = norms.kept.double_plays * in_play / _room(rates)
    more = min(1.0, max(-0.8, ratio * _room(BASE) / DOUBLE_PLAYS_OF_2012 - 1))
    return AS_OFTEN * (1 + ON_CARDS * more)


def _room(rates: Mapping[str, float]) -> float:
    """Outs on batted balls times men on first, as shares of turns."""
    return _outs(rates) * (rates["single"] + rates["walk"] + rates["hit_by_pitch"])
