"""By the house's rules of who is compared, and its formulas, real seasons have the leaders that the
leagues published: the batting, home-run and earned-run titles of ten years."""

import csv
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournaments.rules.leaders import Sums, bats_enough, pitches_enough
from tournaments.rules.measures import average, earned_run_average

LAHMAN = Path(__file__).resolve().parents[4] / "shared" / "data" / "lahman"

PUBLISHED = """
1941 AL Williams .406 | Williams 37 | Lee 2.37
1941 NL Reiser .343 | Camilli 34 | Riddle 2.24
1956 AL Mantle .353 | Mantle 52 | Ford 2.47
1956 NL Aaron .328 | Snider 43 | Burdette 2.70
1967 AL Yastrzemski .326 | Killebrew Yastrzemski 44 | Horlen 2.06
1967 NL Clemente .357 | Aaron 39 | Niekro 1.87
1975 AL Carew .359 | Jackson Scott 36 | Palmer 2.09
1975 NL Madlock .354 | Schmidt 38 | Jones 2.24
1985 AL Boggs .368 | Evans 40 | Stieb 2.48
1985 NL McGee .353 | Murphy 37 | Gooden 1.53
1986 AL Boggs .357 | Barfield 40 | Clemens 2.48
1986 NL Raines .334 | Schmidt 37 | Scott 2.22
1993 AL Olerud .363 | Gonzalez 46 | Appier 2.56
1993 NL Galarraga .370 | Bonds 46 | Maddux 2.36
1998 AL Williams .339 | Griffey 56 | Clemens 2.65
1998 NL Walker .363 | McGwire 70 | Maddux 2.22
2001 AL Suzuki .350 | Rodriguez 52 | Garcia 3.05
2001 NL Walker .350 | Bonds 73 | Johnson 2.49
2012 AL Cabrera .330 | Cabrera 44 | Price 2.56
2012 NL Posey .336 | Braun 41 | Kershaw 2.53
"""
YEARS = {line.split()[0] for line in PUBLISHED.strip().splitlines()}

Key = tuple[str, str, str]


def rows(name: str) -> Iterator[dict[str, str]]:
    path = LAHMAN / name
    opened = gzip.open if name.endswith("gz") else open
    with opened(path, "rt", encoding="utf-8") as file:
        yield from csv.DictReader(file)


@pytest.mark.skipif(not LAHMAN.is_dir(), reason="the Lahman database is not here")
def test_real_seasons_have_the_leaders_that_were_published():
    names = {row["playerID"]: row["nameLast"] for row in rows("People.csv.gz")}
    games = {(row["yearID"], row["teamID"]): int(row["G"]) for row in rows("Teams.csv")}
    batted: dict[Key, Counter[str]] = defaultdict(Counter)
    pitched: dict[Key, Counter[str]] = defaultdict(Counter)
    most: Counter[Key] = Counter()
    for name, sums, counts in (
        (
            "Batting.csv.gz",
            batted,
            {
                "at_bats": ("AB",),
                "hits": ("H",),
                "home_runs": ("HR",),
                "plate_appearances": ("AB", "BB", "HBP", "SH", "SF"),
            },
        ),
        ("Pitching.csv.gz", pitched, {"outs": ("IPouts",), "earned_runs": ("ER",)}),
    ):
        for row in rows(name):
            if row["yearID"] in YEARS and row["lgID"] in ("AL", "NL"):
                key = (row["yearID"], row["lgID"], row["playerID"])
                most[key] = max(most[key], games[row["yearID"], row["teamID"]])
                for count, columns in counts.items():
                    sums[key][count] += sum(int(row[column] or 0) for column in columns)
    found = []
    for year in sorted(YEARS):
        for league in ("AL", "NL"):
            players = [key for key in batted if key[:2] == (year, league)]
            arms = [key for key in pitched if key[:2] == (year, league)]
            enough = [key for key in players if bats_enough(Sums(1, batted[key]), most[key])]
            first = max(enough, key=lambda key: average(batted[key]) or 0)
            hit = max(batted[key]["home_runs"] for key in players)
            hitters = sorted(names[key[2]] for key in players if batted[key]["home_runs"] == hit)
            able = [key for key in arms if pitches_enough(Sums(1, pitched[key]), most[key])]
            best = min(able, key=lambda key: earned_run_average(pitched[key]) or 0)
            title = f"{average(batted[first]):.3f}".removeprefix("0")
            era = f"{earned_run_average(pitched[best]):.2f}"
            found.append(
                f"{year} {league} {names[first[2]]} {title} | {' '.join(hitters)} {hit} | "
                f"{names[best[2]]} {era}"
            )
    assert found == PUBLISHED.strip().splitlines()
