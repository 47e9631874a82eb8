import csv
import gzip
import shutil
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from config.refusals import Refused
from rosters.rules.editions.law import EligibilityLaw
from rosters.rules.eligibility import HitterFacts, hitter_problem
from rosters.rules.parks import ParkNumbers
from rosters.sources.lahman import Lahman
from rosters.stats.lines import total
from rosters.stats.seasons import BOTH

FIXTURE = Path(__file__).parent / "fixtures" / "lahman"
SHARED = Path(__file__).resolve().parents[4] / "shared"

needs_lahman = pytest.mark.skipif(
    not (SHARED / "data" / "lahman").is_dir(), reason="the Lahman tables are not beside the project"
)


YEARS = (1962, 1986, 1998, 2012, 2022)


@cache
def real_years():
    """The years that are looked at of the whole database, which is read once for all tests."""
    lahman = Lahman(SHARED / "data" / "lahman")
    return dict(zip(YEARS, lahman.years(YEARS), strict=True))


@pytest.fixture
def database(tmp_path):
    return shutil.copytree(FIXTURE, tmp_path / "lahman")


def the_year(path, year=1986):
    (found,) = Lahman(path).years([year])
    return found


@pytest.mark.rule("T31.9a")
def test_two_teams_in_two_leagues_are_one_season_and_a_line_a_league():
    whole, american, national = the_year(FIXTURE).seasons["alphaal01"]
    assert (whole.league, whole.teams, whole.whole) == (BOTH, ("AAA", "BBB"), True)
    assert (american.league, american.teams, american.whole) == ("AL", ("AAA",), False)
    assert (national.league, national.batting.hits) == ("NL", 25)
    assert (whole.batting.at_bats, whole.batting.hits, whole.batting.doubles) == (400, 115, 25)


def test_what_one_league_did_not_keep_is_missing_in_the_sum():
    whole, american, national = the_year(FIXTURE).seasons["alphaal01"]
    assert american.batting.strikeouts == 60
    assert national.batting.strikeouts is None
    assert whole.batting.strikeouts is None
    assert whole.batting.hit_by_pitch == 1


def test_outfields_are_told_apart_by_the_split_table_or_else_by_games():
    whole, _, national = the_year(FIXTURE).seasons["alphaal01"]
    games = {line.position: line.games for line in whole.fielding}
    assert games == {"lf": 50, "1b": 40, "cf": 28, "rf": 15}
    centre = next(line for line in national.fielding if line.position == "cf")
    assert (centre.games, centre.putouts) == (28, None)


def test_people_keep_their_accents_and_gaps():
    people = Lahman(FIXTURE).people
    assert (people["bravobo01"].first_name, people["bravobo01"].throws) == ("Bó", "L")
    gaps = people["charlch01"]
    assert (gaps.first_name, gaps.last_name, gaps.bats, gaps.birth_year) == ("", "Charl", "", None)


def test_gzipped_zipped_and_plain_files_are_read_alike(database, tmp_path):
    plain = the_year(database).seasons
    for name in ("Batting", "Fielding"):
        path = database / f"{name}.csv"
        with gzip.open(f"{path}.gz", "wb") as packed:
            packed.write(path.read_bytes())
        path.unlink()
    assert the_year(database).seasons == plain
    archive = tmp_path / "lahman.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in database.iterdir():
            packed.write(path, f"baseball/{path.name}")
    assert the_year(archive).seasons == plain


def test_counts_that_went_through_a_float_and_empty_lines_are_read_as_what_they_are(database):
    plain = the_year(database).seasons
    path = database / "Batting.csv"
    text = path.read_text(encoding="utf-8")
    assert ",40,100,10,25,5" in text
    path.write_text(text.replace(",40,100,10,25,5", ",40.0,100.0,10,25.0,5") + "\n\n", "utf-8")
    assert the_year(database).seasons == plain
    path.write_text(text.replace(",40,100,10,25,5", ",40.5,100,10,25,5"), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        the_year(database)
    assert refused.value.code == "not-a-count"


@pytest.mark.parametrize(
    ("table", "old", "new", "code", "place"),
    [
        ("Batting", "1986,alphaal01,2,BBB,NL,40,100", "1986,alphaal01,2,BBB,NL,40,1x0",
         "not-a-count", "Batting.csv:3:AB"),
        ("Batting", "1986,bravobo01", "198?,bravobo01", "not-a-year", "Batting.csv:4:yearID"),
        ("Batting", ",40,100,10,25,5", ",40,100,10,25,50", "too-few-hits", "Batting.csv:3:H"),
        ("Batting", "1986,bravobo01,1", "1986,,1", "cell-empty", "Batting.csv:4:playerID"),
        ("Batting", ",40,100,10,25,5", ",40,24,10,25,5", "too-few-at-bats", "Batting.csv:3:AB"),
        ("Batting", "1986,bravobo01,1", "1986,bravobo01,0", "not-a-count", "Batting.csv:4:stint"),
        ("Batting", "1986,bravobo01,1", "1986,bravobo01,", "not-a-count", "Batting.csv:4:stint"),
        ("Pitching", "30,28,2", "20,28,2", "too-few-games", "Pitching.csv:2:G"),
        ("Batting", "1986,bravobo01,1", "1986,nobody01,1", "person-missing",
         "Batting.csv:4:playerID"),
        ("Fielding", "AL,1B", "AL,9B", "unknown-position", "Fielding.csv:3:POS"),
        ("Fielding", "AL,P,30", "AL,P,30,", "row-width", "Fielding.csv:5"),
        ("Batting", "yearID,playerID", "season,playerID", "column-missing", "Batting.csv:1:yearID"),
    ],
)  # fmt: skip
def test_a_broken_row_is_named_by_file_line_and_column(database, table, old, new, code, place):
    path = database / f"{table}.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        list(Lahman(database).years([1986]))
    assert [(found.code, found.place) for found in refused.value.refusals] == [(code, place)]


def test_a_missing_table_and_a_thing_that_is_no_database_are_refused(database, tmp_path):
    (database / "Pitching.csv").unlink()
    with pytest.raises(Refused) as refused:
        list(Lahman(database).years([1986]))
    assert refused.value.code == "table-missing"
    other = tmp_path / "letter.txt"
    other.write_text("dear")
    with pytest.raises(Refused) as refused:
        Lahman(other)
    assert refused.value.code == "not-a-database"


def test_a_fault_in_another_year_is_not_looked_for(database):
    path = database / "Batting.csv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("1987,charlch01,1", "1987,charlch01,x")
    )
    assert the_year(database).seasons
    with pytest.raises(Refused):
        list(Lahman(database).years([1987]))


@pytest.mark.long
@needs_lahman
@pytest.mark.parametrize("year", [1986, 1998, 2012])
def test_league_totals_are_those_of_the_source_to_the_unit(year):
    found = real_years()[year]
    batting = total(
        season.batting
        for seasons in found.seasons.values()
        for season in seasons
        if season.whole and season.batting
    )
    pitching = total(
        season.pitching
        for seasons in found.seasons.values()
        for season in seasons
        if season.whole and season.pitching
    )
    clubs = Counter()
    for club in found.clubs:
        clubs.update({column: count for column, count in club.totals.items() if count})
    assert (batting.at_bats, batting.hits, batting.home_runs, batting.walks) == (
        clubs["AB"],
        clubs["H"],
        clubs["HR"],
        clubs["BB"],
    )
    assert (pitching.outs, pitching.hits) == (clubs["IPouts"], clubs["HA"])


@pytest.mark.long
@needs_lahman
def test_every_batting_line_of_the_source_is_used():
    lahman = Lahman(SHARED / "data" / "lahman")
    assert list(lahman.years([1998]))
    assert lahman.count.used["Batting"] == lahman.count.read["Batting"] > 0


@needs_lahman
def test_a_known_line():
    # Wade Boggs 1986, the batting champion: .357 with 207 hits and 105 walks.
    season = real_years()[1986].seasons["boggswa01"][0]
    assert (season.batting.hits, season.batting.walks, round(season.batting.average, 3)) == (
        207,
        105,
        0.357,
    )
    assert [line.position for line in season.fielding] == ["3b"]


@needs_lahman
@pytest.mark.parametrize("year", YEARS)
def test_eligible_players_of_a_season_are_as_many_as_counted_elsewhere(year):
    with (SHARED / "data" / "targets" / "eligibility_by_season.csv").open() as stream:
        expected = next(row for row in csv.DictReader(stream) if row["yearID"] == str(year))
    law = EligibilityLaw()
    counts = Counter()
    for seasons in real_years()[year].seasons.values():
        season = seasons[0]
        batting, pitching = season.batting, season.pitching
        catcher = any(line.position == "c" for line in season.fielding)
        if batting:
            rated_at = ["c"] if catcher else ["lf"]
            facts = HitterFacts("", batting.at_bats, batting.walks, rated_at)
            counts["hitters"] += hitter_problem(facts, law) is None
        if pitching:
            starts = pitching.outs >= law.starter_outs and pitching.starts > 0
            relieves = pitching.outs >= law.reliever_outs and pitching.relief_games > 0
            counts["starters"] += starts
            counts["relievers"] += relieves
            counts["pitchers"] += starts or relieves
    assert counts == {
        key: int(expected[key]) for key in ("hitters", "starters", "relievers", "pitchers")
    }


def test_parks_of_a_year_by_the_clubs_that_played_most_games_there(database):
    (database / "Teams.csv").write_text(
        "yearID,lgID,divID,teamID,name,G,park,BPF\n"
        "1986,AL,E,AAA,Anchors,162,Old Name,106\n"
        "1986,AL,W,BBB,Badgers,162,Old Name,94\n"
        "1986,NL,E,CCC,Crows,162,Crow's Nest,98\n"
        "1986,NL,,DDD,Ducks,162,Pond,\n"
    )
    (database / "Parks.csv").write_text(
        "parkkey,parkname,city,state\nONE01,One Field,Onetown,OH\nTWO01,Two Field,Twotown,\n"
    )
    (database / "HomeGames.csv").write_text(
        "yearkey,teamkey,parkkey,games\n"
        "1986,AAA,ONE01,79\n1986,AAA,TWO01,2\n1986,BBB,ONE01,81\n1985,CCC,TWO01,81\n"
    )
    year = the_year(database)
    assert [(club.key, club.division) for club in year.clubs] == [
        ("AAA", "E"),
        ("BBB", "W"),
        ("CCC", "E"),
        ("DDD", ""),
    ]
    shared, own = year.parks
    # Two clubs of one park: their factors' mean. A club without a factor gives none.
    assert (shared.key, shared.name, shared.city, shared.factor) == (
        "ONE01",
        "One Field",
        "Onetown, OH",
        100,
    )
    assert shared.numbers == ParkNumbers()
    assert (own.key, own.name, own.factor) == ("crows-nest", "Crow's Nest", 98)
    assert own.numbers == ParkNumbers(9, 9, 8, 8)
    assert own.estimator == "runs-to-numbers/1"


@needs_lahman
def test_every_club_of_a_season_has_a_park_and_they_are_neutral_on_the_whole():
    parks = real_years()[2012].parks
    assert len(parks) == 30
    assert max(parks, key=lambda park: park.numbers.home_runs_left).name == "Coors Field"
    mean = sum(park.numbers.home_runs_left for park in parks) / 30
    assert mean == pytest.approx(10, abs=1)
