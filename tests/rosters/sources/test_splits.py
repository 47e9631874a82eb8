"""Tables of real splits: read, stored with the seasons they belong to, refused by line."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.refusals import Refused
from rosters.models import PlayerSeason
from rosters.services.importing import store_year
from rosters.sources.splits import read_splits
from rosters.stats.plain import splits
from tests.rosters.builders import a_source, batted, person_facts, pitched

HEAD = "playerID,vs_throws,AB,H,2B,3B,HR,BB,SO\n"
SLUGGER = "slugger,L,100,25,5,0,9,10,20\nslugger,R,300,99,15,0,17,30,60\n"
PITCHERS = "playerID,vs_bats,AB,H,2B,3B,HR,BB\nace,L,200,50,5,1,4,20\nace,R,300,70,9,0,8,30\n"


def a_file(tmp_path: Path, text: str, name: str = "splits.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_batters_and_pitchers_are_told_apart_by_their_headers(tmp_path):
    batters = read_splits(a_file(tmp_path, HEAD + SLUGGER))
    assert not batters.pitching
    found = batters.splits["slugger"]
    assert (found.left.at_bats, found.right.home_runs, found.left.strikeouts) == (100, 17, 20)
    # Nobody kept what the table has no column for.
    assert found.left.hit_by_pitch is None
    pitchers = read_splits(a_file(tmp_path, PITCHERS))
    assert pitchers.pitching
    assert pitchers.splits["ace"].right.hits == 70


def test_a_hand_that_he_never_faced_is_a_line_of_nothing(tmp_path):
    found = read_splits(a_file(tmp_path, HEAD + "rookie,R,6,1,0,0,0,0,3\n")).splits["rookie"]
    assert (found.left.at_bats, found.right.at_bats) == (0, 6)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("name,AB\nx,1\n", "not-splits", "splits.csv:1"),
        ("playerID,vs_throws,AB,H,2B,3B,BB\nx,L,1,0,0,0,0\n", "column-missing", "splits.csv:1:HR"),
        (HEAD + "slugger,B,1,0,0,0,0,0,0\n", "unknown-hand", "splits.csv:2:vs_throws"),
        (HEAD + "slugger,L,x,0,0,0,0,0,0\n", "not-a-count", "splits.csv:2:AB"),
        (HEAD + ",L,1,0,0,0,0,0,0\n", "cell-empty", "splits.csv:2:playerID"),
        (HEAD + SLUGGER + "slugger,R,1,0,0,0,0,0,0\n", "hand-twice", "splits.csv:4:vs_throws"),
        (HEAD + "slugger,L,9,2,2,1,0,0,0\n", "too-few-hits", "splits.csv:2:H"),
        (HEAD + "slugger,L,1,2,0,0,0,0,0\n", "too-few-at-bats", "splits.csv:2:AB"),
        (HEAD + SLUGGER + "x" * 200_000, "cell-too-long", "splits.csv:4"),
    ],
)
def test_a_broken_table_is_refused_by_line_and_column(tmp_path, text, code, place):
    with pytest.raises(Refused) as refused:
        read_splits(a_file(tmp_path, text))
    assert [(one.code, one.place) for one in refused.value.refusals] == [(code, place)]


def test_a_table_that_is_no_text_is_refused(tmp_path):
    path = a_file(tmp_path, HEAD)
    path.write_bytes(HEAD.encode() + b"slugger\x81,L,1,0,0,0,0,0,0\n")
    with pytest.raises(Refused) as refused:
        read_splits(path)
    assert refused.value.code == "not-utf-8"


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Refused) as refused:
        read_splits(tmp_path / "nothing.csv")
    assert refused.value.code == "no-such-file"


@pytest.fixture
def seasons(db):
    everybody = (
        (
            person_facts("slugger"),
            batted(400, 40, hits=124, home_runs=26, doubles=20, strikeouts=80),
        ),
        (person_facts("ace"), pitched(629, hits=130, home_runs=12, walks=50)),
    )
    return a_source(*everybody), everybody


def imported(*paths, year="1986"):
    call_command("import_splits", *map(str, paths), "--year", year, "--source", "league")


def stored(key, field):
    return splits(getattr(PlayerSeason.objects.get(player__key=key, whole=True), field))


def test_splits_belong_to_the_season_and_the_counts_are_told(seasons, tmp_path, capsys):
    batters = a_file(tmp_path, HEAD + SLUGGER, "batters.csv")
    pitchers = a_file(tmp_path, PITCHERS, "pitchers.csv")
    pitchers.write_bytes(PITCHERS.encode("utf-16"))
    imported(batters, pitchers)
    said = capsys.readouterr().out
    assert "batters.csv: 1 batters of 1986, 0 of them with less than their whole season" in said
    assert "pitchers.csv: 1 pitchers of 1986, 1 of them with less" in said
    assert "their whole season. Read as UTF-16." in said
    assert stored("slugger", "batting_splits").right.home_runs == 17
    assert stored("ace", "pitching_splits").left.home_runs == 4


def test_importing_the_seasons_again_leaves_the_splits(seasons, tmp_path):
    imported(a_file(tmp_path, HEAD + SLUGGER))
    source, everybody = seasons
    store_year(
        source=source,
        year=1986,
        people={person.key: person for person, _ in everybody},
        seasons={person.key: [season] for person, season in everybody},
        acting_user=None,
    )
    assert stored("slugger", "batting_splits").right.home_runs == 17


@pytest.mark.parametrize(
    ("rows", "year", "said"),
    [
        (SLUGGER, "1987", "no-seasons"),
        (SLUGGER + "nobody,L,1,0,0,0,0,0,0\n", "1986", "line 4: nobody did not play in 1986"),
        (
            "slugger,L,100,25,5,0,9,10,20\nslugger,R,301,99,15,0,17,30,60\n",
            "1986",
            "line 2: slugger has 401 at bats of 400",
        ),
    ],
)
def test_splits_that_fit_no_season_leave_nothing_behind(
    seasons, tmp_path, capsys, rows, year, said
):
    good = a_file(tmp_path, PITCHERS, "pitchers.csv")
    with pytest.raises(CommandError):
        imported(good, a_file(tmp_path, HEAD + rows), year=year)
    assert said in capsys.readouterr().err
    assert stored("ace", "pitching_splits") is None


@pytest.mark.django_db
def test_splits_of_a_source_that_is_not_here_are_refused(tmp_path, capsys):
    with pytest.raises(CommandError):
        imported(a_file(tmp_path, HEAD + SLUGGER))
    assert "no-source" in capsys.readouterr().err
