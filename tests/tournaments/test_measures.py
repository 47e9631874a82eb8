"""What rates come to, held against two seasons as they were published, and against nothing."""

import pytest

from tournaments.rules import measures
from tournaments.rules.asking import Asked, read_asked
from tournaments.rules.measures import COLUMNS, League, park_factors

CABRERA_2012 = {
    "games": 161,
    "plate_appearances": 697,
    "at_bats": 622,
    "runs": 109,
    "hits": 205,
    "doubles": 40,
    "triples": 0,
    "home_runs": 44,
    "runs_batted_in": 139,
    "walks": 66,
    "strikeouts": 98,
    "hit_by_pitch": 3,
    "sacrifice_hits": 0,
    "sacrifice_flies": 6,
    "double_plays": 28,
    "stolen_bases": 4,
    "caught_stealing": 1,
}
VERLANDER_2012 = {
    "games": 33,
    "started": 33,
    "outs": 715,
    "batters_faced": 956,
    "hits": 192,
    "runs": 81,
    "earned_runs": 70,
    "walks": 60,
    "strikeouts": 239,
    "home_runs": 19,
    "hit_batters": 5,
    "wild_pitches": 2,
    "balks": 1,
    "wins": 17,
    "losses": 8,
    "saves": 0,
}


OZZIE_1980 = {
    "games": 158,
    "outs": 3 * 1404,
    "putouts": 288,
    "assists": 621,
    "errors": 24,
    "double_plays": 113,
}


def shown(table, key, counts, league=None, team=1):
    column = next(each for each in COLUMNS[table] if each.key == key)
    return column.shown(column.value(counts, league or League(), team))


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        ("average", ".330"),
        ("on_base", ".393"),
        ("slugging", ".606"),
        ("ops", ".999"),
        ("isolated_power", ".277"),
        ("in_play", ".331"),
        ("walk_share", "9.5"),
        ("strikeout_share", "14.1"),
        ("total_bases", "377"),
        ("games", "161"),
    ],
)
def test_a_batters_season_as_it_was_published(key, printed):
    assert shown("batting", key, CABRERA_2012) == printed


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        ("outs", "238.1"),
        ("era", "2.64"),
        ("whip", "1.06"),
        ("hits_nine", "7.3"),
        ("home_runs_nine", "0.7"),
        ("walks_nine", "2.3"),
        ("strikeouts_nine", "9.0"),
        ("strikeouts_a_walk", "3.98"),
    ],
)
def test_a_pitchers_season_as_it_was_published(key, printed):
    assert shown("pitching", key, VERLANDER_2012) == printed


def test_a_shortstops_season_as_it_was_published():
    assert shown("fielding", "chances", OZZIE_1980) == "933"
    assert shown("fielding", "fielding", OZZIE_1980) == ".974"
    assert shown("fielding", "range", OZZIE_1980) == "5.83"


def test_who_is_the_league_is_average():
    league = League(CABRERA_2012, VERLANDER_2012)
    assert shown("batting", "ops_plus", CABRERA_2012, league) == "100"
    assert shown("batting", "runs_above", CABRERA_2012, league) == "0.0"
    assert shown("pitching", "era_plus", VERLANDER_2012, league) == "100"
    assert shown("pitching", "fip", VERLANDER_2012, league) == "2.64"
    assert shown("pitching", "runs_saved", VERLANDER_2012, league) == "0.0"
    # 20 runs a 600 turns, at 1.5 x 81 x 27 / 715 + 3 runs a win.
    wins = 697 * 20 / 600 / (1.5 * 81 * 27 / 715 + 3)
    assert shown("batting", "wins_above", CABRERA_2012, league) == f"{wins:.1f}"


def test_a_park_is_taken_off_batters_and_given_to_pitchers():
    parks = park_factors({1: (10, 120, 10, 100), 2: (10, 100, 10, 120), 3: (0, 0, 5, 40)})
    assert parks[1] == pytest.approx(1.1)
    assert parks[2] == pytest.approx((1 + 100 / 120) / 2)
    assert parks[3] == 1
    league = League(CABRERA_2012, VERLANDER_2012, parks)
    assert shown("batting", "ops_plus", CABRERA_2012, league, 1) == "91"
    assert shown("pitching", "era_plus", VERLANDER_2012, league, 1) == "110"
    assert float(shown("batting", "runs_above", CABRERA_2012, league, 1)) < 0
    assert float(shown("pitching", "runs_saved", VERLANDER_2012, league, 1)) > 0


@pytest.mark.parametrize("table", ["batting", "pitching", "fielding"])
def test_of_nothing_every_rate_is_nothing_and_no_column_breaks(table):
    nothing = dict.fromkeys(CABRERA_2012 | VERLANDER_2012 | OZZIE_1980, 0)
    for league in (League(), League(nothing, nothing), League(CABRERA_2012, VERLANDER_2012)):
        for column in COLUMNS[table]:
            value = column.value(nothing, league, 1)
            if column.rate:
                assert value is None, column.key
                assert column.shown(value) == "–"
            else:
                assert value in (0, None), column.key


def test_columns_have_names_of_their_own():
    for columns in COLUMNS.values():
        assert len({each.key for each in columns}) == len(columns)
        assert len({each.head for each in columns}) == len(columns)


def asks(**given):
    return read_asked(given, stages=[1, 2], clubs=[1, 2, 3], positions=["ss", "CF"])


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"table": "running"}, "unknown-table"),
        ({"sort": "era"}, "unknown-sort"),
        ({"sort": "__class__"}, "unknown-sort"),
        ({"table": "pitching", "sort": "ops"}, "unknown-sort"),
        ({"stage": "7"}, "unknown-stage"),
        ({"stage": "-1"}, "unknown-stage"),
        ({"where": "mars"}, "unknown-place"),
        ({"club": "9"}, "unknown-club"),
        ({"club": "NaN"}, "unknown-club"),
        ({"position": "XX"}, "unknown-position"),
        ({"order": "sideways"}, "unknown-order"),
        ({"of": "umpires"}, "unknown-lines"),
        ({"youngest": "NaN"}, "not-an-age"),
        ({"oldest": "-1"}, "not-an-age"),
        ({"oldest": "999"}, "not-an-age"),
        ({"page": "0"}, "not-a-page"),
        ({"page": "1e3"}, "not-a-page"),
        ({"page": "٣"}, "not-a-page"),
    ],
)
def test_what_makes_no_sense_is_said_at_its_place_and_left_out(given, code):
    asked, refusals = asks(**given)
    assert [each.code for each in refusals] == [code]
    assert refusals[0].place in given
    table = given["table"] if given.get("table") == "pitching" else "batting"
    assert asked == Asked(table=table)


def test_of_clubs_nobody_asks_what_is_asked_of_players():
    asked, refusals = asks(of="clubs", position="ss", qualified="1", youngest="20", oldest="30")
    assert [(each.code, each.place) for each in refusals] == [
        ("of-men-only", place) for place in ("position", "qualified", "youngest", "oldest")
    ]
    assert asked == Asked(of="clubs")


def test_an_address_leads_to_the_same_table():
    asked, refusals = asks(
        table="pitching", stage="all", where="home", club="2", qualified="1", sort="fip", page="3"
    )
    assert refusals == []
    told = dict(each.split("=") for each in asked.address(page=3).split("&"))
    assert asks(**told) == (asked, [])
    assert (
        asks(**dict(each.split("=") for each in asked.address(sort="whip").split("&")))[0].page == 1
    )
    assert asked.falls is False
    assert asks(sort="strikeout_share")[0].falls is False
    assert asks(sort="strikeout_share", order="down")[0].falls is True


def test_sums_are_added_column_by_column():
    assert measures.added([{"a": 1, "b": 2}, {"a": 3, "b": 0}]) == {"a": 4, "b": 2}
    assert measures.added([]) == {}
