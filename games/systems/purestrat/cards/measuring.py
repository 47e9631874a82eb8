"""How true cards came out: counted from their text, cell by cell, and put against the mean of the
cards of their league and the fielders of the year. Nothing of the maker is used here."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.systems.purestrat.play import charts
from games.systems.purestrat.play.charts import Charts
from games.systems.purestrat.play.readings import POSITIONS
from games.systems.purestrat.text.chart_files import house_charts
from rosters.estimators.hands import Hands, hands_of
from rosters.estimators.kept import USUAL, Kept, kept_by
from rosters.estimators.platoon import side_of
from rosters.estimators.rates import LEFT, RIGHT
from rosters.makers.base import HITTER, CardRow, Subject
from rosters.makers.truth import MeasuredCard
from rosters.stats.lines import BattingLine, PitchingLine
from rosters.stats.seasons import Season

CHANCES = 108
FACES = 20
NEUTRAL_PARK = 10
"""Faces of a d20 on which a ballpark reading is what it may be."""

FEWEST_AT_BATS_AND_WALKS, FEWEST_OUTS = 300, 120
"""The least that hitters and pitchers need to be measured, catchers and starters apart."""

Count = defaultdict[str, float]
"""Chances of 108 by event: ``1B 2B 3B HR BB HBP K``, and ``X`` by position as ``X6``."""

_PART = re.compile(r"([^\s,]+)(?: (\d+)(?:-(\d+))?)?(?:, |$)")
_PLAIN = re.compile(r"\([^()]*\)|[*.!$]")
_EVENTS = {"SI": "1B", "DO": "2B", "TR": "3B", "HR": "HR", "BB": "BB", "HBP": "HBP", "K": "K"}
_PARK = {"BPSI": "1B", "BPHR": "HR"}
_CHANCE = re.compile(r"(?:gb\((\w+)\)|fly\((\w+)\)|(catch))X")
_FIELD = re.compile(r"(p|c|1b|2b|3b|ss|lf|cf|rf)-(\d)(?:\([-+]?\d\))?e(\d+)")
_HITS = ("", "1B", "2B", "3B", "HR")
_RARE_HITS = {
    charts.RUNNER_STRUCK: "1B",
    charts.INFIELD_FLY: "1B",
    charts.DEFLECTED: "1B",
    charts.LOST_IN_THE_SUN: "2B",
    charts.INSIDE_THE_PARK: "HR",
}


def count_side(cell: str) -> Count:
    """What stands on a side of a card as it is written in a card set."""
    found: Count = defaultdict(float)
    for row in cell.split(" / "):
        total, *columns = (part.strip() for part in row.split("|"))
        ways = 6 - abs(7 - int(total))
        for column in columns:
            for reading, first, last in _PART.findall(column):
                faces = int(last or first) - int(first) + 1 if first else FACES
                _add(found, reading, ways * faces / FACES)
    return found


def _add(found: Count, reading: str, chances: float) -> None:
    chance = _CHANCE.match(reading)
    if chance:
        position = "c" if chance[3] else chance[1] or chance[2]
        found[f"X{POSITIONS.index(position)}"] += chances
        return
    plain = _PLAIN.sub("", reading)
    if plain in _PARK:
        found[_PARK[plain]] += chances * NEUTRAL_PARK / FACES
    elif plain in _EVENTS:
        found[_EVENTS[plain]] += chances


def measured_cards(cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
    """Every card with what it gives and what its man did, each against his own league: those who
    had two against everybody."""
    leagues = sorted({subject.season.league for subject, _ in cards})
    found = []
    for league in leagues:
        own = [each for each in cards if each[0].season.league == league]
        found += _League([*own] if league else list(cards), league).measured(own)
    return found


class _League:
    """The mean cards of a league: by hand and side of the plate, the fielders mixed in."""

    def __init__(self, cards: Sequence[tuple[Subject, CardRow]], league: str) -> None:
        self.league = league
        self.hands: Hands = hands_of({subject.key: subject for subject, _ in cards}.values())
        chances = _fielders(cards, house_charts())
        pitchers: dict[tuple[str, str], list[tuple[Count, float]]] = defaultdict(list)
        hitters: dict[tuple[str, str], list[tuple[Count, float]]] = defaultdict(list)
        self.weak: dict[tuple[str, str], float] = {}
        weak: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
        self.sides: dict[str, dict[str, Count]] = {}
        for subject, row in cards:
            sides = {
                LEFT: _fielded(count_side(row.cells["left"]), chances),
                RIGHT: _fielded(count_side(row.cells["right"]), chances),
            }
            self.sides[row.key] = sides
            batting, pitching = subject.season.batting, subject.season.pitching
            if row.kind == HITTER and batting is not None:
                share = self.hands.against_left(subject.bats)
                for hand, part in ((LEFT, share), (RIGHT, 1 - share)):
                    side, turns = side_of(subject.bats, hand), batting.plate_appearances * part
                    hitters[side, hand].append((sides[hand], turns))
                    weak[side, hand].append((_is_weak(row, hand), turns))
            elif pitching is not None:
                share = self.hands.left_side[subject.throws]
                for side, part in ((LEFT, share), (RIGHT, 1 - share)):
                    pitchers[side, subject.throws].append((sides[side], _faced(pitching) * part))
        self.pitchers = {key: _mean(counts) for key, counts in pitchers.items()}
        self.hitters = {key: _mean(counts) for key, counts in hitters.items()}
        for key, told in weak.items():
            turns = sum(part for _, part in told)
            self.weak[key] = (
                sum(part for is_weak, part in told if is_weak) / turns if turns else 0.0
            )
        everybody = [subject.season for subject, _ in {s.key: (s, r) for s, r in cards}.values()]
        years = [season.year for season in everybody]
        self.kept = kept_by(everybody, years[0], league) if years else USUAL
        self.hits, self.home_runs = _ratio(everybody, self.kept)

    def measured(self, cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
        """Each card beside its man's own figures."""
        found = []
        for subject, row in cards:
            batting, pitching = subject.season.batting, subject.season.pitching
            if row.kind == HITTER and batting is not None:
                made, own = self._hitter(subject, row), _own(batting, self.kept)
                weight = float(batting.plate_appearances)
                eligible = batting.at_bats + batting.walks >= FEWEST_AT_BATS_AND_WALKS
            elif pitching is not None:
                made, own = self._pitcher(subject, row), self._allowed(pitching)
                weight = _faced(pitching)
                eligible = pitching.outs >= FEWEST_OUTS
            else:
                continue
            if made and own:
                league = self.league or "both"
                found.append(MeasuredCard(row.key, row.kind, league, weight, eligible, own, made))
        return found

    def _hitter(self, subject: Subject, row: CardRow) -> dict[str, float]:
        total: Count = defaultdict(float)
        share = self.hands.against_left(subject.bats)
        for hand, part in ((LEFT, share), (RIGHT, 1 - share)):
            pitcher: Count = defaultdict(
                float, self.pitchers.get((side_of(subject.bats, hand), hand), {})
            )
            if _is_weak(row, hand):
                pitcher["1B"] += pitcher.pop("HR", 0.0)
            for event in _EVENTS.values():
                both = self.sides[row.key][hand][event] + pitcher[event]
                total[event] += part * both / (2 * CHANCES)
        return _figures(total)

    def _pitcher(self, subject: Subject, row: CardRow) -> dict[str, float]:
        total: Count = defaultdict(float)
        share = self.hands.left_side[subject.throws]
        for side, part in ((LEFT, share), (RIGHT, 1 - share)):
            own: Count = defaultdict(float, self.sides[row.key][side])
            weak = self.weak.get((side, subject.throws), 0.0)
            own["1B"] += weak * own["HR"]
            own["HR"] *= 1 - weak
            hitter: Mapping[str, float] = self.hitters.get((side, subject.throws), {})
            for event in _EVENTS.values():
                total[event] += part * (own[event] + hitter.get(event, 0.0)) / (2 * CHANCES)
        return _against(_figures(total), total["HR"])

    def _allowed(self, line: PitchingLine) -> dict[str, float]:
        """What he allowed, as position players of his league would have had it of him."""
        turns, at_bats = _turns_against(line, self.kept)
        if at_bats <= 0:
            return {}
        return {
            "AVG": line.hits / at_bats * self.hits,
            "HR": line.home_runs / turns * self.home_runs,
        }


def _is_weak(row: CardRow, hand: str) -> bool:
    return row.cells["power"].split()[hand == RIGHT] == "W"


def _faced(line: PitchingLine) -> float:
    return float(line.batters_faced or line.outs + line.hits + line.walks)


def _mean(counts: Sequence[tuple[Count, float]]) -> Count:
    total = sum(weight for _, weight in counts)
    found: Count = defaultdict(float)
    for count, weight in counts:
        for event, chances in count.items():
            found[event] += chances * weight / (total or 1)
    return found


def _figures(rates: Mapping[str, float]) -> dict[str, float]:
    hits = sum(rates[event] for event in ("1B", "2B", "3B", "HR"))
    at_bats = 1 - rates["BB"] - rates["HBP"]
    bases = rates["1B"] + 2 * rates["2B"] + 3 * rates["3B"] + 4 * rates["HR"]
    return {
        "AVG": hits / at_bats,
        "OBP": hits + rates["BB"] + rates["HBP"],
        "SLG": bases / at_bats,
    }


def _against(figures: Mapping[str, float], home_runs: float) -> dict[str, float]:
    return {"AVG": figures["AVG"], "HR": home_runs}


def _own(line: BattingLine, kept: Kept) -> dict[str, float]:
    """His season without intentional walks, told or estimated; sacrifice flies are at-bats."""
    at_bats = line.at_bats + (line.sacrifice_flies or 0)
    if not at_bats:
        return {}
    intentional = line.intentional_walks
    if intentional is None:
        intentional = round(kept.intentional * line.walks)
    walks = line.walks - intentional + (line.hit_by_pitch or 0)
    return {
        "AVG": line.hits / at_bats,
        "OBP": (line.hits + walks) / (at_bats + walks),
        "SLG": line.total_bases / at_bats,
    }


def _turns_against(line: PitchingLine, kept: Kept) -> tuple[float, float]:
    """Batters faced without intentional walks and bunts, and of them the at-bats, sacrifice flies
    among them; what was not kept is estimated."""
    intentional = line.intentional_walks
    given = kept.intentional * line.walks if intentional is None else intentional
    bunts = line.sacrifice_hits
    turns = _faced(line) - given - (kept.bunts * _faced(line) if bunts is None else bunts)
    return turns, turns - (line.walks - given) - (line.hit_batters or 0)


def _ratio(seasons: Iterable[Season], kept: Kept) -> tuple[float, float]:
    """Hits an at-bat and home runs a turn of a league's position players against those that its
    pitchers allowed, to pitchers at bat and to clubs of the other league too."""
    hits, at_bats, home_runs, turns = 0.0, 0.0, 0.0, 0.0
    allowed, against, long, faced = 0.0, 0.0, 0.0, 0.0
    for season in seasons:
        line, pitched = season.batting, season.pitching
        if line is not None and not (pitched is not None and pitched.games * 2 > line.games):
            hits += line.hits
            at_bats += line.at_bats + (line.sacrifice_flies or 0)
            home_runs += line.home_runs
            given = line.intentional_walks
            turns += line.plate_appearances - (line.sacrifice_hits or 0)
            turns -= kept.intentional * line.walks if given is None else given
        if pitched is not None:
            his_turns, his_at_bats = _turns_against(pitched, kept)
            allowed += pitched.hits
            against += his_at_bats
            long += pitched.home_runs
            faced += his_turns
    if not (allowed and long and at_bats and turns):
        return 1.0, 1.0
    return hits / at_bats / (allowed / against), home_runs / turns / (long / faced)


def _fielders(cards: Sequence[tuple[Subject, CardRow]], house: Charts) -> dict[str, Count]:
    """Hits that a fielding chance to each position gives, of one, by those who play there."""
    played: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for subject, row in cards:
        games = {line.position: line.outs or 27 * line.games for line in subject.season.fielding}
        for position, rated, error in _FIELD.findall(row.cells["field"]):
            weight = float(games.get(position, 0))
            played[POSITIONS.index(position)].append((int(rated), int(error), weight))
    found: dict[str, Count] = {}
    for position, men in played.items():
        total = sum(weight for *_, weight in men)
        hits: Count = defaultdict(float)
        seen: dict[tuple[int, int], float] = defaultdict(float)
        for rated, error, weight in men:
            seen[rated, error] += weight / total if total else 1 / len(men)
        for (rated, error), share in seen.items():
            for event, chance in _chance(house, position, rated, error).items():
                hits[event] += share * chance
        found[f"X{position}"] = hits
    return found


def _chance(house: Charts, position: int, rated: int, error: int) -> Count:
    found: Count = defaultdict(float)
    errors: Counter[int] = Counter()
    for one in range(1, 7):
        for two in range(1, 7):
            for three in range(1, 7):
                errors[house.x_error(position, error, one + two + three)] += 1
    for face in range(1, FACES + 1):
        symbol = house.x_range(position, face, rated)
        for missed, ways in errors.items():
            result = house.x_result(position, symbol, missed)
            event = _RARE_HITS.get(charts.rare_of(result)) or _HITS[charts.hit_of(result)]
            if event:
                found[event] += ways / 216 / FACES
    return found


def _fielded(count: Count, chances: Mapping[str, Count]) -> Count:
    found: Count = defaultdict(float, count)
    for place, hits in chances.items():
        for event, chance in hits.items():
            found[event] += count.get(place, 0.0) * chance
    return found
