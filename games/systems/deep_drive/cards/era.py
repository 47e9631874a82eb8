"""Managers as in their time: what those of a season thought of bunts and intentional walks, how
long their starters went, and for whom they ordered a hit and run.

What comes of each was measured in simulated leagues, and a season's own figures are looked up in it
the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean as mean

from config.refusals import Refusal, Refused
from games.systems.deep_drive.cards.design import HALF
from games.systems.deep_drive.cards.mound import endurance
from games.systems.deep_drive.play.manager import BATTERS_A_RUN
from rosters.estimators.kept import Kept, bunts_of
from rosters.estimators.scales import Points, where
from rosters.estimators.staffs import Staffs, staffs_of
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Season


@dataclass(frozen=True)
class Era:
    """An era's defaults, as a club's tendencies hold them; all nought where a card tells none."""

    bunting: int = 0
    walks: int = 0
    length: int = 0
    contact: int = 0

    def tendencies(self) -> dict[str, int]:
        """By the names of a club's tendencies."""
        return {f"era_{key}": value for key, value in asdict(self).items()}


NO_ERA = Era()

_WRITTEN = re.compile(
    r"bunts ([+-]\d{1,2}), walks ([+-]\d{1,2}), length ([+-]\d{1,2}), contact (\d{1,2})"
)
EXAMPLE = "bunts +12, walks -3, length +6, contact 4"


def write_era(era: Era) -> str:
    """An era as it stands on a card; empty where there is none."""
    if era == NO_ERA:
        return ""
    told = f"bunts {era.bunting:+d}, walks {era.walks:+d}, length {era.length:+d}"
    return f"{told}, contact {era.contact}"


def parse_era(text: str) -> Era:
    """What a card says of its time; ``no-such-era`` where it cannot be read."""
    if not text:
        return NO_ERA
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        said = f"“{text}” does not read like {EXAMPLE}."
        raise Refused(Refusal("no-such-era", said, "era"))
    return Era(*(int(number) for number in found.groups()))


def mean_era(texts: Iterable[str]) -> Era:
    """The mean of the eras on these cards; cards that tell none count for nothing."""
    eras = [era for text in texts if (era := parse_era(text)) != NO_ERA]
    if not eras:
        return NO_ERA
    return Era(
        round(mean(era.bunting for era in eras)),
        round(mean(era.walks for era in eras)),
        round(mean(era.length for era in eras)) or 1,
        round(mean(era.contact for era in eras)) or 1,
    )


BUNTS: dict[bool, Points] = {
    True: (
        (-10, 0.0015), (0, 0.0020), (8, 0.0032), (10, 0.0050), (12, 0.0080), (14, 0.0102),
        (16, 0.0115), (24, 0.0155), (36, 0.0200),
    ),
    False: (
        (-10, 0.0075), (0, 0.0080), (8, 0.0098), (10, 0.0122), (12, 0.0145), (14, 0.0168),
        (16, 0.0185), (20, 0.0205), (24, 0.0225), (36, 0.0280),
    ),
}  # fmt: skip
"""Sacrifice bunts of a turn by the thousandths of a run that one may cost, with and without a
designated hitter (measured in 18 leagues from 1932 to 2023)."""

WALKS: dict[bool, Points] = {
    True: (
        (-16, 0.0013), (-8, 0.0017), (0, 0.0024), (6, 0.0031), (9, 0.0045), (12, 0.0056),
        (15, 0.0070), (20, 0.0089), (32, 0.0136),
    ),
    False: (
        (-16, 0.0028), (-8, 0.0038), (0, 0.0044), (6, 0.0052), (9, 0.0062), (12, 0.0076),
        (15, 0.0085), (20, 0.0106), (32, 0.0145),
    ),
}  # fmt: skip
"""Intentional walks of a turn by what one may cost (measured in the same leagues)."""

COMPLETE: Points = (
    (24.0, 0.003), (27.0, 0.007), (29.0, 0.013), (30.3, 0.026), (32.0, 0.045), (33.3, 0.078),
    (34.5, 0.118), (35.5, 0.152), (36.5, 0.190), (37.5, 0.232), (38.5, 0.260), (40.3, 0.320),
    (42.0, 0.410), (44.0, 0.490), (46.0, 0.570),
)  # fmt: skip
"""The share of starts that are complete, by how many batters a starter may face who gives up as
many runs as are usual (measured in the same leagues)."""
USUAL_RUNS = 4.4
LEAST_LENGTH, MOST_LENGTH = -10, 30

CONTACT = 0.6
"""The most strikeouts of a batter for whom a hit and run is ordered, against an average card's."""


def era_of(seasons: Sequence[Season], kept: Kept) -> Era:
    """What the managers of these seasons did."""
    lines = [(line, each.year) for each in seasons if (line := each.batting) is not None]
    staffs = staffs_of(seasons)
    turns = sum(line.plate_appearances for line, _ in lines)
    if not turns or not staffs.starts:
        return NO_ERA
    bunts = sum(bunts_of(line, year, kept) for line, year in lines)
    struck = sum(_struck(line, kept) for line, _ in lines)
    walks = kept.intentional * sum(line.walks for line, _ in lines)
    return Era(
        round(where(BUNTS[staffs.designated], bunts / turns)),
        round(where(WALKS[staffs.designated], walks / turns)),
        _length(seasons, staffs),
        max(1, round(CONTACT * HALF * struck / turns)),
    )


def managers_of(seasons: Sequence[Season], kept: Kept) -> tuple[str, ...]:
    """What the managers of these seasons did and what makes the house's do it, in sentences."""
    era, staffs = era_of(seasons, kept), staffs_of(seasons)
    if era == NO_ERA:
        return ()
    lines = [(line, each.year) for each in seasons if (line := each.batting) is not None]
    turns = sum(line.plate_appearances for line, _ in lines) / 1000
    bunts = sum(bunts_of(line, year, kept) for line, year in lines) / turns
    walks = kept.intentional * sum(line.walks for line, _ in lines) / turns
    return (
        f"Sacrifice bunts: {bunts:.1f} of a thousand turns; one may cost {_more(era.bunting)}.",
        f"Intentional walks: {walks:.1f} of a thousand turns; one may cost {_more(era.walks)}.",
        f"Pitchers: {1 + staffs.relievers:.2f} of a club in a game, "
        f"{100 * staffs.complete:.0f} % of the starts complete; a starter who gives up no run "
        f"may face {abs(era.length)} batters {'more' if era.length > 0 else 'fewer'} than on his "
        "card, and two fewer for every run.",
        f"Hit and run: for batters with at most {era.contact} numbers of SO.",
    )


def _more(thousandths: int) -> str:
    if not thousandths:
        return "as much as by the book"
    word = "more" if thousandths > 0 else "less"
    return f"{abs(thousandths)} thousandths of a run {word} than by the book"


def _struck(line: BattingLine, kept: Kept) -> float:
    if line.strikeouts is None:
        return kept.strikeouts * line.plate_appearances
    return float(line.strikeouts)


def _length(seasons: Sequence[Season], staffs: Staffs) -> int:
    """Batters more than on his card, never nought, which says nothing: so many complete games come
    of starters who face so many by their cards, while clubs score so many runs."""
    pitched = [line for each in seasons if (line := each.pitching) is not None]
    usual = sum(endurance(line)[0] * line.starts for line in pitched) / staffs.starts
    found = where(COMPLETE, staffs.complete) - usual
    found += BATTERS_A_RUN * (staffs.runs - USUAL_RUNS)
    return max(LEAST_LENGTH, min(MOST_LENGTH, round(found))) or 1


def eras_of(seasons: Sequence[Season], kept: Kept) -> dict[str, Era]:
    """By league, and of all together by no name."""
    found = {"": era_of(seasons, kept)}
    for league in {each.league for each in seasons} - {""}:
        found[league] = era_of([each for each in seasons if each.league == league], kept)
    return found
