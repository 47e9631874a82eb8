"""The ratings around a made card: legs, bunts, gloves, a pitcher's bat, and who has which card."""

from dataclasses import replace

import pytest

from games.systems.purestrat.cards.maker import PurestratMaker
from games.systems.purestrat.cards.making import make_hitter, make_pitcher
from games.systems.purestrat.cards.pitchers_bats import PitchersBats
from games.systems.purestrat.cards.thieves import stealing_line
from games.systems.purestrat.cards.year import MOST_POSITIONS, League, Year, fielding_ratings
from games.systems.purestrat.play.cards import (
    CELLS,
    CLOSER_N,
    CLOSER_NONE,
    NO_STEALING,
    ROWS,
    TWENTY,
    WAYS,
)
from games.systems.purestrat.play.readings import (
    DOUBLE,
    HIT_BY_PITCH,
    HOME_RUN,
    SINGLE,
    STRIKEOUT,
    TRIPLE,
    WALK,
    kind_of,
    write_reading,
)
from games.systems.purestrat.text.house_cards import hitting_card
from rosters.estimators.gloves import Gloves
from rosters.estimators.kept import USUAL as KEPT
from rosters.estimators.norms import BASE, Norms
from rosters.makers.base import HITTER, PITCHER, Subject
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import BOTH, Season

PLAYERS = [f"man-{number}" for number in range(40)]
REGULAR = BattingLine(
    games=150, at_bats=550, runs=75, hits=150, doubles=30, triples=3, home_runs=15, walks=50,
    strikeouts=100, stolen_bases=8, caught_stealing=3, hit_by_pitch=4, double_plays=12,
)  # fmt: skip
AT_BAT = BattingLine(games=32, at_bats=60, hits=8)
ARM = PitchingLine(
    games=30, starts=30, outs=540, hits=170, home_runs=18, walks=50, strikeouts=150,
    earned_runs=80, batters_faced=760,
)  # fmt: skip


def subject(
    key: str = "man",
    *,
    bats: str = "R",
    throws: str = "R",
    batting: BattingLine | None = REGULAR,
    pitching: PitchingLine | None = None,
    fielding: tuple[FieldingLine, ...] = (FieldingLine("ss", games=150),),
) -> Subject:
    return Subject(
        key, "A. Man", bats, throws, Season(2012, "NL", ("AAA",), batting, pitching, fielding)
    )


def hitter(key: str = "man", bats: str = "R", **counts: int | None):
    return make_hitter(subject(key, bats=bats), replace(REGULAR, **counts), Year())


def ratings(*lines: FieldingLine):
    return fielding_ratings(subject(fielding=lines), Gloves())


def mean(values) -> float:
    found = list(values)
    return sum(found) / len(found)


def lead(card) -> int:
    return sum(WAYS[total] for total in range(2, 13) if card.lead >> total & 1)


def test_who_never_tries_to_steal_has_no_line():
    assert (
        stealing_line("man", replace(REGULAR, stolen_bases=0, caught_stealing=0), KEPT)
        == NO_STEALING
    )
    assert stealing_line("man", BattingLine(games=5, at_bats=5), KEPT) == NO_STEALING


def test_who_tries_more_has_a_longer_lead_and_then_the_asterisk():
    lines = [
        stealing_line(
            "man", replace(REGULAR, stolen_bases=steals, caught_stealing=steals // 4), KEPT
        )
        for steals in (4, 12, 24, 48, 90)
    ]
    assert [lead(line) for line in lines] == sorted(lead(line) for line in lines)
    assert lead(lines[0]) < lead(lines[-1])
    assert [line.asterisk for line in lines] == [False, False, False, True, True]


def test_a_longer_lead_takes_one_sum_more_the_likelier_first():
    leads = {
        stealing_line("man", replace(REGULAR, stolen_bases=steals, caught_stealing=0), KEPT).lead
        for steals in range(4, 120)
    }
    sums = (7, 8, 6, 9, 5, 10, 4, 11, 3)
    as_many = [sum(1 << total for total in sums[: number + 1]) for number in range(len(sums))]
    assert leads <= set(as_many)
    assert len(leads) > 5


def test_who_hits_into_as_many_double_plays_as_usual_has_as_many_as_one_of_whom_nobody_counted():
    in_play = REGULAR.at_bats - REGULAR.strikeouts - REGULAR.home_runs
    usual, unknown, many = (
        doubles(hitter(double_plays=counted)) for counted in (round(0.0285 * in_play), None, 30)
    )
    assert usual == pytest.approx(unknown, abs=2)
    assert many > unknown + 5


def doubles(card) -> float:
    """Chances of both sides at a ground ball that is two outs with a runner on first."""
    return sum(
        WAYS[cell % ROWS + 2] * faces / TWENTY
        for side in (card.left, card.right)
        for cell in range(CELLS)
        for reading, faces in side.parts(cell)
        if write_reading(reading).startswith("gb") and "A" in write_reading(reading)
    )


def test_who_is_caught_less_succeeds_more_and_is_picked_off_less():
    sure, fair, poor = (
        stealing_line(
            "man", replace(REGULAR, stolen_bases=stolen, caught_stealing=40 - stolen), KEPT
        )
        for stolen in (40, 30, 15)
    )
    assert sure.first > fair.first > poor.first >= 8
    assert sure.first <= 20
    assert (bool(sure.caught), bool(fair.caught), bool(poor.caught)) == (False, True, True)
    # The worst are caught on more throws of the dice.
    assert fair.caught & poor.caught == fair.caught != poor.caught
    for line in (sure, fair, poor):
        assert line.lead & line.caught == 0
        assert 4 <= line.second < line.first


def test_faster_players_run_better():
    fast = {
        "triples": 12,
        "stolen_bases": 50,
        "caught_stealing": 10,
        "runs": 110,
        "double_plays": 3,
    }
    slow = {"triples": 0, "stolen_bases": 0, "caught_stealing": 0, "runs": 50, "double_plays": 25}
    quick, usual, heavy = (
        mean(hitter(player, **counts).running for player in PLAYERS) for counts in (fast, {}, slow)
    )
    assert quick > usual > heavy + 1
    assert all(8 <= hitter(player, **fast).running <= 17 for player in PLAYERS)


def test_who_bunts_often_and_hits_few_home_runs_bunts_better():
    """Grades count from 0, the best."""
    often, never, strong = (
        mean(hitter(player, **counts).bunt for player in PLAYERS)
        for counts in ({"sacrifice_hits": 15}, {}, {"home_runs": 45})
    )
    assert often < never < strong
    assert {hitter(player, sacrifice_hits=20, home_runs=0).bunt for player in PLAYERS} >= {0}
    assert {hitter(player, home_runs=50).bunt for player in PLAYERS} >= {4}


def test_who_seldom_strikes_out_hits_and_runs_better():
    seldom, usual, often = (
        [hitter(player, strikeouts=strikeouts).hit_and_run for player in PLAYERS]
        for strikeouts in (20, 110, 200)
    )
    assert mean(seldom) < mean(usual) < mean(often)
    assert set(seldom + usual + often) == {0, 1, 2, 3}


@pytest.mark.parametrize(("bats", "printed"), [("L", "L"), ("R", "R"), ("B", "S"), ("", "R")])
def test_a_hitters_card_says_how_he_bats(bats, printed):
    card = hitter(bats=bats)
    assert card is not None
    assert card.bats == printed


def test_who_never_came_up_has_no_card():
    assert make_hitter(subject(), BattingLine(games=3), Year()) is None


def pitcher(
    line: PitchingLine = ARM, at_bat: BattingLine | None = None, bats="R", throws="R"
):  # fmt: skip
    return make_pitcher(subject(bats=bats, throws=throws, pitching=line), line, Year(), at_bat)


@pytest.mark.parametrize(
    ("at_bat", "bats", "throws", "code"),
    [
        (None, "R", "R", "1WR"),
        (BattingLine(games=30), "L", "R", "1WL"),
        # Nobody knows how he bats: as he throws.
        (None, "", "L", "1WL"),
        (None, "B", "L", "1WS"),
    ],
)
def test_a_pitcher_who_never_came_up_has_the_weakest_hitting_card(at_bat, bats, throws, code):
    assert pitcher(at_bat=at_bat, bats=bats, throws=throws).hitting == code


def comes_to(code: str, year: Year) -> dict[str, float]:
    """An average, and home runs and strikeouts of a turn: off the card and off those of the mean
    pitchers of both hands, counted reading by reading."""
    card, league = hitting_card(code), year.leagues[BOTH]
    left = league.norms.hands.against_left("R")
    found = dict.fromkeys(("single", "double", "triple", "home_run", "walk", "strikeout"), 0.0)
    kinds = {SINGLE: "single", DOUBLE: "double", TRIPLE: "triple", HOME_RUN: "home_run"}
    kinds |= {WALK: "walk", HIT_BY_PITCH: "walk", STRIKEOUT: "strikeout"}
    for reading, chances in card.left.each():
        if kind_of(reading) in kinds:
            found[kinds[kind_of(reading)]] += chances / 216
    for hand, part in (("L", left), ("R", 1 - left)):
        for event, chances in league.opponent("R", hand).pitcher.items():
            if event == "home_run" and not card.power_right:
                event = "single"
            found["walk" if event == "hit_by_pitch" else event] += part * chances / 216
    hits = found["single"] + found["double"] + found["triple"] + found["home_run"]
    return {
        "average": hits / (1 - found["walk"]),
        "home_runs": found["home_run"],
        "strikeouts": found["strikeout"],
    }


OF_1924 = League(
    Norms(rates={**BASE, "single": 0.19, "strikeout": 0.065, "home_run": 0.009}),
    pitchers_bats=PitchersBats(0.21, 0.005, 0.18),
)


@pytest.mark.parametrize("league", [League(), OF_1924], ids=["2012", "1924"])
def test_a_pitcher_hits_by_his_card_as_he_and_pitchers_of_his_league_did(league):
    """A league that hits more and strikes out less has other cards for the same player."""
    year = Year(leagues={BOTH: league})
    usual = league.pitchers_bats
    numbers = []
    for hits in range(4, 60, 4):
        line = BattingLine(games=50, at_bats=200, hits=hits, home_runs=hits // 20, strikeouts=60)
        made = make_pitcher(subject(pitching=ARM), ARM, year, line)
        found = comes_to(made.hitting, year)
        drawn = (hits + 40 * usual.average) / 240
        numbers.append(int(made.hitting[0]))
        if 1 < numbers[-1] < 8:
            assert found["average"] == pytest.approx(drawn, abs=0.02)
        home_runs = (line.home_runs + 40 * usual.home_runs) / 240
        assert found["home_runs"] == pytest.approx(home_runs, abs=0.01)
        assert found["strikeouts"] == pytest.approx((60 + 40 * usual.strikeouts) / 240, abs=0.004)
    assert numbers == sorted(numbers)
    assert numbers[0] <= 2
    assert len({*numbers}) >= 5


def test_where_nobody_counted_strikeouts_a_pitcher_has_those_of_his_league():
    year = Year(leagues={BOTH: OF_1924})
    line = BattingLine(games=40, at_bats=100, hits=20, strikeouts=None)
    made = make_pitcher(subject(pitching=ARM), ARM, year, line)
    assert comes_to(made.hitting, year)["strikeouts"] == pytest.approx(0.18, abs=0.004)


def test_a_better_hitting_pitcher_has_the_better_card():
    numbers = [
        int(pitcher(at_bat=BattingLine(games=60, at_bats=100, hits=hits)).hitting[0])
        for hits in range(0, 50, 5)
    ]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (2, 8) or (numbers[0], numbers[-1]) == (1, 8)


def test_a_pitcher_whose_hand_nobody_knows_or_who_faced_nobody_has_no_card():
    assert pitcher(throws="S") is None
    assert pitcher(throws="") is None
    assert pitcher(PitchingLine(games=1)) is None
    assert pitcher() is not None


def test_only_a_reliever_has_a_closers_rating():
    starter, closer, middle = (
        pitcher(line)
        for line in (
            ARM,
            replace(ARM, games=60, starts=0, outs=180, saves=35, finished=50),
            replace(ARM, games=60, starts=0, outs=180, saves=0, finished=5),
        )
    )
    assert (starter.relief, starter.closer) == (0, CLOSER_NONE)
    assert closer.starter == 0
    assert closer.closer not in (CLOSER_N, CLOSER_NONE)
    assert (middle.relief, middle.closer) == (1, CLOSER_N)
    assert (starter.starter, middle.starter) == (6, 0)


def test_a_catchers_ratings_are_his_own_and_nobody_elses():
    """S16.1b, d, e: arm, T and passed balls."""
    line = FieldingLine(
        "c", games=120, outs=120 * 27, errors=8, passed_balls=14, stolen_bases=60,
        caught_stealing=40,
    )  # fmt: skip
    at_third = FieldingLine("3b", games=20, errors=2)
    catcher, third = ratings(line, at_third)
    assert catcher.position == 2
    assert catcher.arm == Gloves().catchers_arm("man", line) < 0
    assert catcher.t == Gloves().catchers_throws("man", line) > 0
    assert catcher.pb == Gloves().passed_ball_rating(line) > 0
    assert (third.arm, third.t, third.pb) == (0, 0, 0)
    worse = replace(line, passed_balls=30, stolen_bases=95, caught_stealing=5, errors=20)
    (poor,) = ratings(worse)
    assert poor.arm > 0 > catcher.arm
    assert poor.pb > catcher.pb
    assert poor.t > catcher.t
    assert poor.error > catcher.error


def test_s16_1d_an_outfielders_arm_is_that_of_his_usual_place_everywhere():
    often = FieldingLine("rf", games=100, outs=2700, assists=14)
    seldom = FieldingLine("lf", games=40, outs=1080, assists=0)
    first = FieldingLine("1b", games=30, outs=810, assists=40)
    arms = {each.position: each.arm for each in ratings(seldom, first, often)}
    assert Gloves().outfield_arm("man", often) < 0 < Gloves().outfield_arm("man", seldom)
    assert arms == {
        9: Gloves().outfield_arm("man", often),
        7: Gloves().outfield_arm("man", often),
        3: 0,
    }


def test_positions_stand_by_games_without_those_of_a_single_game():
    lines = (
        FieldingLine("lf", games=30),
        FieldingLine("p", games=40),
        FieldingLine("ss", games=90),
        FieldingLine("3b", games=1),
        FieldingLine("of", games=50),
        FieldingLine("2b", games=2),
    )
    assert [rating.position for rating in ratings(*lines)] == [6, 7, 4]
    # A player of one game has the position he played in it.
    assert [each.position for each in ratings(*lines[3:4])] == [5]
    everywhere = tuple(
        FieldingLine(position, games=20)
        for position in ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
    )
    assert len(ratings(*everywhere)) == MOST_POSITIONS == 6


def test_who_mainly_pitched_has_a_pitchers_card_and_who_did_both_has_both():
    maker = PurestratMaker()

    def kinds(*fielding: FieldingLine, **lines: object) -> list[tuple[str, str]]:
        made = maker.make(subject(fielding=fielding, **{"batting": AT_BAT, **lines}))
        return [(row.kind, row.key) for row in made]

    mound = FieldingLine("p", games=30)
    assert kinds(mound, pitching=ARM) == [(PITCHER, "man-2012")]
    assert kinds(mound, FieldingLine("lf", games=19), pitching=ARM) == [(PITCHER, "man-2012")]
    assert kinds(mound, FieldingLine("lf", games=20), pitching=ARM) == [
        (PITCHER, "man-2012"),
        (HITTER, "man-2012-h"),
    ]
    # Who was designated to hit, and pitched besides, did both too.
    assert kinds(mound, pitching=ARM, batting=REGULAR)[1:] == [(HITTER, "man-2012-h")]
    assert kinds(FieldingLine("ss", games=150)) == [(HITTER, "man-2012")]
    assert kinds(mound, pitching=ARM, batting=None) == [(PITCHER, "man-2012")]


def test_a_card_tells_where_it_prints_that_he_starts_relieves_and_fields():
    maker = PurestratMaker()
    mound = (FieldingLine("p", games=30),)
    (row,) = maker.make(subject(pitching=ARM, batting=AT_BAT, fielding=mound))
    assert row.cells[maker.starter_column] == "6"
    assert row.cells[maker.relief_column] == ""
    (row,) = maker.make(
        subject(fielding=(FieldingLine("ss", games=90), FieldingLine("3b", games=9)))
    )
    assert maker.rated_positions(row.cells) == {"ss", "3b"}
    assert maker.rated_positions({"field": "p-2e10"}) == frozenset()
    assert maker.rated_positions({}) == frozenset()
