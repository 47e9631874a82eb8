"""A league of a season's cards beside what the season came to."""

import re
from collections import Counter
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.card_games.nine.league import HITTERS_A_DAY
from games.card_games.nine.playing_time import Regular, behind, turns_of
from games.systems.deep_drive.clubs.league import DeepDriveLeague
from games.systems.purestrat.cards.measuring import count_side
from games.systems.purestrat.clubs.league import PurestratLeague
from games.systems.purestrat.play.squad import hitting_player
from games.systems.purestrat.text.house_cards import hitting_card
from games.systems.registry import SYSTEMS
from rosters.makers.base import maker
from rosters.makers.invented import invented_subjects
from rosters.makers.truth import FEW, CardLine, card_lines
from rosters.models import PlayerSeason
from rosters.services.importing import store_fictional_league
from rosters.sources.known import HOUSE
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Season
from tests.tools import calibrate
from tests.tools.calibration.decades import as_decades_table
from tests.tools.calibration.report import FigureLine, targets
from tests.tools.calibration.season import season_targets
from tests.tools.calibration.tally import Measured
from tests.tools.season_files import subjects_of_files

FIXTURE = Path(__file__).parents[1] / "rosters" / "sources" / "fixtures" / "lahman"

BATTING = BattingLine(
    games=10, at_bats=360, runs=42, hits=90, doubles=18, triples=2, home_runs=10, walks=30,
    stolen_bases=6, caught_stealing=2, strikeouts=80, intentional_walks=4, hit_by_pitch=2,
    sacrifice_hits=4, sacrifice_flies=4, double_plays=8,
)  # fmt: skip
PITCHING = PitchingLine(games=30, starts=10, complete_games=1, outs=270, balks=1, wild_pitches=3)
FIELDING = (
    FieldingLine("c", errors=2, passed_balls=1),
    FieldingLine("ss", errors=4, passed_balls=None),
)


def a_season(batting=BATTING, fielding=FIELDING):
    return [
        Season(1986, "NL", ("SEA",), batting, None, fielding),
        Season(1986, "NL", ("SEA",), None, PITCHING),
    ]


def of(seasons):
    return {target.key: target for target in season_targets(seasons)}


def calibrated(**options):
    said = StringIO()
    call_command(calibrate.Command(), "deep-drive", stdout=said, **options)
    return said.getvalue()


def test_a_season_is_held_against_what_its_own_lines_add_up_to():
    found = {key: target.value for key, target in of(a_season()).items()}
    assert found["game_runs"] == 4.2
    assert found["game_plate_appearances"] == 40
    assert found["batting_average"] == 0.25
    assert found["pa_walk"] == 26 / 400
    assert found["pa_single"] == 60 / 400
    assert found["pa_grounded_into_double_play"] == 8 / 400
    assert found["game_errors"] == 0.6
    assert found["game_passed_balls"] == 0.1
    assert found["pitchers"] == 3
    assert found["complete_games"] == 0.1
    # Where runners went on a hit stands in nobody's line.
    assert "first_to_third_on_single" not in found


def test_what_nobody_kept_that_year_is_not_compared():
    known = of(a_season())
    old = of(a_season(replace(BATTING, intentional_walks=None, caught_stealing=None)))
    gone = {"pa_walk", "pa_intentional_walk", "game_caught_stealing"}
    assert set(known) - set(old) == gone
    assert season_targets([]) == ()


def test_bunts_are_compared_together_with_the_flies_that_were_counted_among_them():
    def found(year, batting):
        seasons = [replace(each, year=year) for each in a_season(batting)]
        return {key: target.value for key, target in of(seasons).items() if "sacri" in key}

    turns = BATTING.plate_appearances
    apart = {"pa_sacrifice": 4 / turns, "pa_sacrifice_fly": 4 / turns, "pa_sacrifices": 8 / turns}
    assert found(1986, BATTING) == pytest.approx(apart)
    together = replace(BATTING, sacrifice_flies=None)
    turns = together.plate_appearances
    assert found(1924, together) == pytest.approx({"pa_sacrifices": 4 / turns})
    assert found(1934, together) == pytest.approx({"pa_sacrifice": 4 / turns})
    # Any fly on which somebody moved up was one then, which nothing here is like.
    assert found(1928, together) == {}


def test_a_season_of_fewer_games_is_left_more_to_chance():
    usual = {target.key: target for target in targets()}["batting_average"]
    found = of(a_season())["batting_average"]
    expected = usual.error * (0.25 / usual.value * 2592 / 10) ** 0.5
    assert found.error == pytest.approx(expected)


@pytest.mark.long
@pytest.mark.django_db
def test_a_stored_year_is_measured_against_itself_and_its_table_written_in_its_place(tmp_path):
    store_fictional_league(acting_user=None)
    year = PlayerSeason.objects.first().year
    page = tmp_path / "page.md"
    start, end = f"<!-- table {year}: start -->", f"<!-- table {year}: end -->"
    page.write_text(f"before\n{start}\nold\n{end}\nafter\n", encoding="utf-8")
    said = calibrated(source=HOUSE, year=year, games=3, write=page)
    assert f"beside the season of {year}" in said
    assert "Runs a team and game" in said
    assert "From first to third" not in said
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"before\n{start}\n\n3 games between ")
    assert written.endswith(f"{end}\nafter\n")
    assert "old" not in written


@pytest.mark.long
def test_the_house_s_league_is_measured_against_2012():
    said = calibrated(games=2)
    assert "beside 2012" in said
    assert "From first to third or home on a single" in said


def test_files_are_read_without_being_stored_and_two_players_are_no_league():
    with pytest.raises(CommandError, match=r"^too-few-clubs \(--year\): There are not two clubs"):
        calibrated(lahman=FIXTURE, year=1986)


@pytest.mark.django_db
def test_what_cannot_be_measured_is_refused_before_anything_is_played(tmp_path):
    in_files = {"lahman": FIXTURE, "year": 1986}
    for place, asked in (
        ("no-seasons (years)", {"year": 1986}),
        ("no-year (--year)", {"lahman": FIXTURE}),
        ("no-year (--year)", {"source": HOUSE}),
        ("no-year (--year)", {"league": "NL"}),
        ("no-league (--league)", {**in_files, "league": "FL"}),
        ("games-out-of-range (--games)", {"games": 0}),
        ("games-out-of-range (--games)", {"games": -1}),
        ("games-out-of-range (--games)", {"games": 1_000_001}),
        ("options-contradict (--decades)", {**in_files, "decades": True}),
        ("options-contradict (--decades)", {"cards": True, "decades": True}),
    ):
        with pytest.raises(CommandError, match=f"^{re.escape(place)}: "):
            calibrated(**asked)
    with pytest.raises(CommandError):
        calibrated(lahman=tmp_path, year=1986)
    page = tmp_path / "page.md"
    page.write_text("<!-- table: start --><!-- table: end -->", encoding="utf-8")
    with pytest.raises(CommandError, match="table 1986"):
        calibrated(lahman=FIXTURE, year=1986, write=page)
    with pytest.raises(CommandError, match="no page"):
        calibrated(games=1, write=tmp_path / "none.md")


@pytest.mark.long
def test_cards_are_as_true_as_they_have_to_be_counted_from_their_text():
    said = StringIO()
    call_command(calibrate.Command(), "purestrat", stdout=said, cards=True)
    rows = [line for line in said.getvalue().splitlines() if line.startswith(("| CL", "| IL"))]
    assert len(rows) == 10
    assert not [row for row in rows if row.endswith("off |")]


LAHMAN = Path(__file__).parents[3] / "shared" / "data" / "lahman"


@pytest.mark.skipif(not LAHMAN.is_dir(), reason="the Lahman database is not here")
@pytest.mark.long
@pytest.mark.parametrize("league", ["", "NL"])
def test_cards_of_a_season_drawn_by_lot_are_true_to_their_own_league(league):
    year = Random(f"{date.today()}{league}").choice(range(1920, 2025))
    subjects = subjects_of_files(LAHMAN, year, league)
    making = maker("purestrat").for_year(subjects)
    made = [(subject, row) for subject in subjects for row in making.make(subject)]
    lines = card_lines(making.measured(made))
    counted = [line for line in lines if line.league != "both"]
    assert len(counted) == (5 if league else 10)
    assert [line for line in lines if not line.holds] == [], year


def test_few_cards_are_not_judged_by_which_way_they_lean():
    line = CardLine("both", "hitter", "AVG", FEW - 1, 0.002, 0.002)
    assert line.holds
    assert not replace(line, cards=FEW).holds
    assert not replace(line, median=0.005).holds


def test_side_texts_are_counted_cell_by_cell():
    cells = [["K", "BB", "SI(cf)"] for _ in range(11)]
    cells[5] = ["HR 1-7, DO** 8-20", "BPSI", "gb(ss)X"]
    side = " / ".join(f"{at + 2} | {' | '.join(row)}" for at, row in enumerate(cells))
    found = count_side(side)
    assert found["K"] == found["BB"] == 30
    assert found["1B"] == 30 + 6 / 2
    assert (found["HR"], found["2B"]) == (6 * 7 / 20, 6 * 13 / 20)
    assert found["X6"] == 6


MOSTLY = 0.12
"""Players cannot always be put where they are next: somebody has to catch."""


def of_everybody(players, had):
    """By how much, of everything, these players had more or less than their shares of it."""
    shares, everything = sum(each.share for each in players), sum(had.values())
    return (
        sum(abs(each.share / shares - had[each.player.name] / everything) for each in players) / 2
    )


@pytest.mark.long
@pytest.mark.parametrize("made", [PurestratLeague, DeepDriveLeague])
def test_everybody_of_a_measured_league_plays_as_often_as_he_did(made):
    """The worst of a bullpen too, whom no manager would bring as long as he had another."""
    league = made()
    clubs = league.franchises(invented_subjects("exhibition"), whole=True)[:2]
    at_bat, started, relieved = Counter(), Counter(), Counter()
    for record in league.games(clubs, 120, "playing time", SYSTEMS[league.system_key]):
        for club, (turns, faced) in zip(record.clubs, turns_of(record), strict=True):
            starter = club.starting_pitcher()
            today = [player for player in club.players if player.may_relieve]
            assert len(today) == league.relievers_a_day
            assert starter not in [player.number for player in today]
            assert sum(not player.is_pitcher for player in club.players) <= HITTERS_A_DAY
            started[club.players[starter - 1].name] += 1
            # Players from the stands, behind all others, are nobody's.
            for number, player in enumerate(club.players, 1):
                if not player.is_pitcher:
                    at_bat[player.name] += turns[number]
                if number != starter:
                    relieved[player.name] += faced[number]
    for club in clubs:
        for players, had in (
            (club.hitters, at_bat),
            (club.starters, started),
            (club.relievers, relieved),
        ):
            his = Counter({each.player.name: had[each.player.name] for each in players})
            assert len(his) == len(players)
            assert of_everybody(players, his) < MOSTLY


HITTER = hitting_card("5WR")


def test_whoever_had_least_of_his_share_is_next():
    players = [
        Regular(hitting_player(1, "often", HITTER), 9.0),
        Regular(hitting_player(2, "not", HITTER), 1.0),
    ]
    had = Counter({1: 8000, 2: 1000})
    assert [each.player.number for each in behind(Random("1"), players, had, 4.0)] == [1, 2]
    had[1] = 10_000
    assert [each.player.number for each in behind(Random("1"), players, had, 4.0)] == [2, 1]
    first = Counter(
        behind(Random(f"{at}"), players, Counter(), 4.0)[0].player.number for at in range(200)
    )
    # By lot, and nine times as often as the other.
    assert 160 < first[1] < 196


def test_a_table_of_decades_leaves_no_row_out():
    usual = {target.key: target for target in targets()}
    runs, bunts = usual["game_runs"], usual["pa_sacrifice"]
    many = 10**9

    def measured(target, by):
        return FigureLine(target, Measured(many, by * target.value * many))

    sure = replace(bunts, error=0.0)
    leagues = {1924: [measured(runs, 1.01), measured(sure, 1.3)], 1934: [measured(runs, 1.02)]}
    cards = {
        1924: [CardLine("AL", "hitter", "AVG", 50, 0.001, 0.0)],
        1934: [
            CardLine("AL", "hitter", "AVG", 50, 0.002, 0.0),
            CardLine("NL", "hitter", "AVG", 50, 0.0051, 0.0),
        ],
    }
    rows = as_decades_table(leagues, cards).splitlines()
    assert rows[0] == "| figure | 1924 | 1934 |"
    assert f"| {runs.label} | +1.0 | +2.0 |" in rows
    assert f"| {bunts.label} | **+30.0** | – |" in rows
    assert rows[-1] == "| Cards of hitters: AVG | .0010 | **.0051** |"


def test_files_that_lack_a_decade_make_no_table_of_decades():
    with pytest.raises(CommandError):
        calibrated(decades=True, lahman=FIXTURE)
