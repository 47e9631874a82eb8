from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from tournaments.rules.metrics import METRICS
from tournaments.rules.results import (
    EntrantRecord,
    GameResult,
    Tally,
    games_left,
    grid,
    race,
    records,
    tally,
)
from tournaments.rules.standings import (
    show_games_behind,
    show_share,
    standings,
)
from tournaments.rules.ties import in_order


def games(*scores: str) -> list[GameResult]:
    """``1-2 5:3``: one hosts two and wins 5 to 3; in that order."""
    found = []
    for order, score in enumerate(scores, 1):
        who, runs = score.split()
        home, away = map(int, who.split("-"))
        home_runs, away_runs = map(int, runs.split(":"))
        found.append(GameResult(home, away, home_runs, away_runs, order, order))
    return found


def season(won: int, lost: int, entrant: int, dummy: int) -> list[GameResult]:
    """So many wins and losses against somebody who is not in the table."""
    return [GameResult(entrant, dummy, 1, 0, at) for at in range(won)] + [
        GameResult(entrant, dummy, 0, 1, won + at) for at in range(lost)
    ]


def labels(rows):
    return [(row.place.entrant, row.place.label) for row in rows]


def test_a_published_final_table():
    # American League East, 2012: New York 95-67, Baltimore 93-69, Tampa Bay 90-72,
    # Toronto 73-89, Boston 69-93; games behind -, 2, 5, 22, 26.
    clubs = {1: (95, 67), 2: (93, 69), 3: (90, 72), 4: (73, 89), 5: (69, 93)}
    results = []
    for club, (won, lost) in clubs.items():
        # Opponents outside the division, each with a number of its own.
        results += season(won, lost, club, club + 10)
    rows = [
        row
        for row in standings([*clubs, *(club + 10 for club in clubs)], results)
        if row.place.entrant <= 5
    ]
    assert [row.place.entrant for row in rows] == [1, 2, 3, 4, 5]
    assert [show_share(row.record.overall.pct) for row in rows] == [
        ".586",
        ".574",
        ".556",
        ".451",
        ".426",
    ]
    assert [show_games_behind(row.games_behind) for row in rows] == ["-", "2", "5", "22", "26"]


# Two divisions as the papers had them in July 2019, in the order printed: by percentage, though
# games behind say otherwise where one club has played more than another.
JULY_2019 = {
    "AL East, 20 July": [
        ((64, 33), ".660", "-"),
        ((56, 44), ".560", "9½"),
        ((53, 45), ".541", "11½"),
        ((37, 62), ".374", "28"),
        ((30, 66), ".313", "33½"),
    ],
    "AL Central, 7 July": [
        ((56, 33), ".629", "-"),
        ((50, 38), ".568", "5½"),
        ((42, 44), ".488", "12½"),
        ((30, 61), ".330", "27"),
        ((28, 57), ".329", "26"),
    ],
}


@pytest.mark.parametrize("division", JULY_2019)
def test_a_published_table_in_mid_season(division):
    published = JULY_2019[division]
    clubs = range(1, len(published) + 1)
    # Opponents elsewhere, one a game, so that none of them does better than the leader.
    elsewhere = range(100, 200)
    results = [
        GameResult(club, 100 + at, *((1, 0) if at < won else (0, 1)), at)
        for club, ((won, lost), _, _) in enumerate(published, 1)
        for at in range(won + lost)
    ]
    rows = [row for row in standings([*clubs, *elsewhere], results) if row.place.entrant in clubs]
    assert [row.place.entrant for row in rows] == [*clubs]
    assert [
        (
            (row.record.overall.won, row.record.overall.lost),
            show_share(row.record.overall.pct),
            show_games_behind(row.games_behind),
        )
        for row in rows
    ] == published


def test_games_behind_with_unequal_games_played():
    # 10-5 leads 8-4 by half a game although the percentages are equal.
    rows = standings([1, 2, 3, 4], season(10, 5, 1, 3) + season(8, 4, 2, 4))
    first = {row.place.entrant: row for row in rows}
    assert (first[1].place.label, first[2].place.label) == ("1=", "1=")
    assert show_games_behind(first[2].games_behind) == "½"


def test_equal_ranks_are_shown_equal_and_the_next_is_not_third():
    results = games("1-2 3:1", "2-3 3:1", "3-1 3:1", "1-4 5:0", "2-4 5:0", "3-4 5:0")
    assert labels(standings([1, 2, 3, 4], results)) == [(1, "1="), (2, "1="), (3, "1="), (4, "4")]


def test_a_circle_of_three_is_not_parted_by_its_own_games():
    results = games("1-2 3:1", "2-3 3:1", "3-1 3:1")
    order = in_order("pct", "head-to-head")
    assert {label for _, label in labels(standings([1, 2, 3], results, order))} == {"1="}


def test_head_to_head_acts_on_the_whole_group_and_again_on_what_is_left():
    # Among the three: 6-2 for one, 3-5 for the two others, who split their own games.
    order = in_order("pct", "head-to-head")
    inner = games(*["1-2 2:1"] * 3, "1-2 1:2", *["1-3 2:1"] * 3, "1-3 1:2") + games(
        *["2-3 2:1"] * 2, *["2-3 1:2"] * 2
    )
    balance = season(0, 3, 1, 7) + season(3, 0, 2, 8) + season(3, 0, 3, 9)
    rows = [
        row
        for row in standings([1, 2, 3, 7, 8, 9], inner + balance, order)
        if row.place.entrant <= 3
    ]
    assert [str(row.record.overall) for row in rows] == ["6-5", "6-5", "6-5"]
    assert [row.place.entrant for row in rows] == [1, 2, 3]
    assert rows[0].place.evidence == "6-2 in the games among the tied"
    names = {1: "Ants", 2: "Bees", 3: "Crows"}
    (decision,) = rows[0].place.decisions
    assert (decision.criterion, decision.parts) == ("head-to-head", ((1,), (2, 3)))
    assert decision.told(names.__getitem__) == (
        "Ants ahead of Bees and Crows: Ants 6-2 in the games among the tied; "
        "Bees 3-5 in the games among the tied; Crows 3-5 in the games among the tied"
    )
    assert rows[1].place.shared
    assert rows[2].place.shared


def test_head_to_head_needs_everybody_to_have_met_equally_often():
    # All three stand at .500; one beat two twice, and lost to three once.
    inner = games("1-2 3:1", "1-2 3:1", "1-3 1:3")
    outer = season(0, 1, 1, 4) + season(2, 0, 2, 5) + season(0, 1, 3, 6)
    order = in_order("pct", "head-to-head")
    rows = [
        row for row in standings([1, 2, 3, 4, 5, 6], inner + outer, order) if row.place.entrant <= 3
    ]
    assert [row.record.overall.pct for row in rows] == [Fraction(1, 2)] * 3
    assert {row.place.label for row in rows} == {f"{rows[0].place.rank}="}
    # With as many meetings between the others it applies.
    even = [*inner, *games("3-1 1:3", "2-3 3:1", "2-3 1:3")]
    parted = standings([1, 2, 3], even, in_order("head-to-head"))
    assert [row.place.label for row in parted] != ["1="] * 3


@pytest.mark.parametrize("tied", list(permutations((1, 2, 3))))
def test_three_are_ranked_as_a_group_however_they_are_read(tied):
    # Level at 4-4. One swept two, three swept one, two and three split: compared pair by pair,
    # the order would hang on who is compared first.
    inner = games(*["1-2 2:1"] * 2, *["3-1 2:1"] * 2, "2-3 2:1", "2-3 1:2")
    outer = [(2, 2, 1), (3, 1, 2), (1, 3, 3)]
    results = inner + [
        result
        for won, lost, entrant in outer
        for result in season(won, 0, entrant, 7) + season(0, lost, entrant, 8)
    ]
    order = in_order("pct", "head-to-head")
    rows = [row for row in standings([*tied, 7, 8], results, order) if row.place.entrant <= 3]
    assert [str(row.record.overall) for row in rows] == ["4-4"] * 3
    assert [(row.place.entrant, row.place.evidence) for row in rows] == [
        (3, "3-1 in the games among the tied"),
        (1, "2-2 in the games among the tied"),
        (2, "1-3 in the games among the tied"),
    ]


def test_the_decision_between_two_says_what_it_rests_on():
    results = games(*["1-2 3:1"] * 4, *["2-1 3:1"] * 2) + season(0, 2, 1, 7) + season(2, 0, 2, 8)
    rows = standings([1, 2, 7, 8], results, in_order("pct", "head-to-head"))
    tied = [row.place for row in rows if row.place.entrant <= 2]
    assert [place.entrant for place in tied] == [1, 2]
    assert {decision.told("-AB".__getitem__) for place in tied for decision in place.decisions} == {
        "A ahead of B: 4-2 in their games"
    }
    assert tied[1].evidence == "2-4 in their games"


def test_a_tie_order_of_nothing_or_of_things_unknown_is_refused():
    with pytest.raises(Refused) as refused:
        in_order("pct", "alphabet", "luck")
    assert [(one.code, one.place) for one in refused.value.refusals] == [
        ("tie-order-unknown", "step 2"),
        ("tie-order-unknown", "step 3"),
    ]
    with pytest.raises(Refused) as refused:
        in_order()
    assert refused.value.code == "tie-order-empty"


def test_run_difference_decides_only_where_it_is_asked():
    results = games("1-2 9:1", "2-1 2:1")
    assert [label for _, label in labels(standings([1, 2], results))] == ["1=", "1="]
    rows = standings([1, 2], results, in_order("pct", "head-to-head", "run-difference"))
    assert labels(rows) == [(1, "1"), (2, "2")]
    assert "run difference +7" in rows[0].place.evidence


def test_records_streaks_and_last_ten():
    results = games(*["1-2 3:1"] * 9, *["2-1 4:0"] * 3)
    record = records([1, 2], results)[1]
    assert str(record.overall) == "9-3"
    assert (str(record.at_home), str(record.on_the_road)) == ("9-0", "0-3")
    assert (record.streak, str(record.last_ten)) == ("L3", "7-3")
    assert (record.runs_for, record.runs_against, record.run_difference) == (27, 21, 6)
    assert records([1, 2], games("1-2 2:2"))[2].overall == Tally(tied=1)
    assert records([3], results)[3].overall.pct is None


def test_a_game_with_somebody_who_dropped_out_counts_for_nobody():
    results = games("1-2 3:1", "1-9 9:0", "9-2 9:0")
    meetings = {frozenset(pair): 3 for pair in ((1, 2), (1, 9), (2, 9))}
    rows = standings([1, 2], results, scheduled=meetings)
    assert [str(row.record.overall) for row in rows] == ["1-0", "0-1"]
    assert [row.remaining for row in rows] == [2, 2]
    # The race ends where the table stands.
    courses = race([1, 2], results, 3)
    assert {row.place.entrant: row.record.overall.above_even for row in rows} == {
        entrant: course[-1] for entrant, course in courses.items()
    }


def test_games_left_of_a_schedule():
    meetings = {frozenset((1, 2)): 2, frozenset((1, 3)): 2, frozenset((2, 3)): 2}
    results = games("1-2 3:1", "2-1 3:1", "1-3 3:1", "1-2 2:1")
    assert games_left(meetings, results) == {
        frozenset((1, 2)): 0,  # a game more than scheduled leaves none, not fewer
        frozenset((1, 3)): 1,
        frozenset((2, 3)): 2,
    }
    rows = standings([1, 2, 3], results, scheduled=meetings)
    assert {row.place.entrant: row.remaining for row in rows} == {1: 1, 2: 2, 3: 3}
    assert {row.remaining for row in standings([1, 2, 3], results)} == {None}


def test_the_cross_table_and_the_race():
    results = games("1-2 3:1", "2-1 3:1", "1-2 3:1")
    assert grid(results)[1, 2] == Tally(2, 1)
    assert grid(results)[2, 1] == Tally(1, 2)
    assert race([1, 2, 3], results, 3) == {1: [1, 0, 1], 2: [-1, 0, -1], 3: [0, 0, 0]}


def test_how_figures_are_written():
    assert [show_share(share) for share in (None, Fraction(0), Fraction(2, 3), Fraction(1))] == [
        "-",
        ".000",
        ".667",
        "1.000",
    ]
    # Halves go up: 9-7, 5-11 and 1-15.
    assert [show_share(Fraction(won, 16)) for won in (9, 5, 1)] == [".563", ".313", ".063"]
    assert show_share(Fraction(1999, 2000)) == "1.000"
    assert [show_games_behind(Fraction(halves, 2)) for halves in range(4)] == ["-", "½", "1", "1½"]
    assert tally("WWLT") == Tally(2, 1, 1)
    assert str(Tally(2, 1, 1)) == "2-1-1"


def test_every_column_shows_a_row():
    (row, _) = standings([1, 2], games("1-2 3:1"))
    shown = {metric.key: metric.show(row) for metric in METRICS}
    assert shown["won"] == "1"
    assert shown["pct"] == "1.000"
    assert shown["run_difference"] == "+2"
    assert shown["streak"] == "W1"
    assert shown["played"] == "1"
    assert len(shown) == len(METRICS)
    fewer = {metric.key for metric in METRICS if metric.better == "fewer"}
    assert fewer == {"lost", "games_behind", "runs_against"}


entrants = st.integers(3, 7)


@st.composite
def leagues(draw):
    size = draw(entrants)
    found = []
    for order in range(draw(st.integers(0, 40))):
        home = draw(st.integers(1, size))
        away = draw(st.integers(1, size).filter(lambda other, home=home: other != home))
        found.append(
            GameResult(home, away, draw(st.integers(0, 9)), draw(st.integers(0, 9)), order)
        )
    return list(range(1, size + 1)), found


@given(leagues(), st.randoms(use_true_random=False))
def test_sums_are_kept_and_the_order_of_input_does_not_matter(league, random):
    everybody, results = league
    order = in_order("pct", "head-to-head", "run-difference")
    rows = standings(everybody, results, order)
    assert sorted(row.place.entrant for row in rows) == everybody
    total = [row.record.overall for row in rows]
    assert sum(one.won for one in total) == sum(one.lost for one in total)
    assert sum(one.played for one in total) == 2 * len(results)
    assert sum(row.record.runs_for for row in rows) == sum(row.record.runs_against for row in rows)
    assert min(row.games_behind for row in rows) == 0
    shuffled = list(results)
    random.shuffle(shuffled)
    others = list(everybody)
    random.shuffle(others)
    again = standings(others, shuffled, order)
    assert {(row.place.entrant, row.place.label, row.record) for row in rows} == {
        (row.place.entrant, row.place.label, row.record) for row in again
    }


@given(leagues())
def test_ranks_count_who_is_ahead(league):
    everybody, results = league
    rows = standings(everybody, results, in_order("pct", "head-to-head"))
    for at, row in enumerate(rows):
        assert row.place.rank <= at + 1
        sharing = [other for other in rows if other.place.rank == row.place.rank]
        assert row.place.shared == (len(sharing) > 1)
        assert row.place.rank == 1 + sum(other.place.rank < row.place.rank for other in rows)


def test_who_has_not_played_yet_stands_between_those_ahead_and_those_behind():
    """Nobody has won or lost less than half of no games."""
    table = standings([1, 2, 3, 4], games("1-2 5:3", "1-2 4:2"))
    assert [(row.place.entrant, row.place.label) for row in table] == [
        (1, "1"),
        (3, "2="),
        (4, "2="),
        (2, "4"),
    ]


def test_a_head_to_head_without_games_parts_nobody():
    order = in_order("pct", "head-to-head", "run-difference")
    table = standings([1, 2, 3, 4], games("1-3 5:3", "2-4 9:0"), order)
    assert [row.place.entrant for row in table] == [2, 1, 3, 4]
    assert "run difference" in table[0].place.evidence


def test_a_table_in_little_room_says_who_won_how_often_and_how_far_behind():
    assert [metric.key for metric in METRICS if metric.brief] == [
        "won",
        "lost",
        "pct",
        "games_behind",
    ]
    assert {metric.key: metric.better for metric in METRICS if metric.better != "more"} == {
        "played": "neither",
        "lost": "fewer",
        "tied": "neither",
        "games_behind": "fewer",
        "runs_against": "fewer",
    }


def test_expected_record_and_games_by_one_run():
    """The 2012 Orioles scored 712, allowed 705 and were 93-69, 29-9 by one run; what runs make of
    162 games is 82-80."""
    orioles = EntrantRecord(1, Tally(93, 69), runs_for=712, runs_against=705)
    assert orioles.expected == "82-80"
    assert EntrantRecord(1).expected == ""
    assert EntrantRecord(1, Tally(tied=1), runs_for=3, runs_against=3).expected == ""
    assert EntrantRecord(1, Tally(2, 0), runs_for=9, runs_against=0).expected == "2-0"
    found = records(
        [1, 2], [GameResult(1, 2, 3, 2, 1), GameResult(2, 1, 5, 1, 2), GameResult(2, 1, 4, 4, 3)]
    )
    assert (str(found[1].one_run), str(found[2].one_run)) == ("1-0", "0-1")
