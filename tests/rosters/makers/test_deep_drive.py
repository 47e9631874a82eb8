"""Deep Drive cards from seasons: near the player's own figures, average together, whole, and the
same again."""

from collections import Counter
from dataclasses import replace
from functools import cache
from statistics import median

import pytest

from config.refusals import Refused
from games.systems.deep_drive.cards.counts import EVENTS, Rates
from games.systems.deep_drive.cards.design import (
    DEFENSE_DOUBLES,
    DEFENSE_HITS,
    READINGS,
    USUAL,
    design_of,
)
from games.systems.deep_drive.cards.gloves import gloves_of, symbols, throw_of
from games.systems.deep_drive.cards.kept import Ratios, ratios_of
from games.systems.deep_drive.cards.maker import DeepDriveMaker, card_of
from games.systems.deep_drive.cards.numbers import fitted
from games.systems.deep_drive.cards.outs import out_codes
from games.systems.deep_drive.cards.rounds import fit
from games.systems.deep_drive.cards.running import (
    SUM_OF_TWO,
    Thieves,
    safe_for,
    succeeds,
)
from games.systems.deep_drive.cards.year import Year, year_of
from games.systems.deep_drive.play.cards import ALWAYS, AWAY, Batter, Pitcher
from games.systems.deep_drive.play.readings import GROUNDER, HARD, how_of, kind_of
from rosters.makers.base import HITTER, PITCHER, CardRow, Subject
from rosters.makers.files import read_csv, read_json, write_csv, write_json
from rosters.makers.invented import invented_subjects
from rosters.stats.lines import POSITIONS, BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Season


@cache
def subjects() -> tuple[Subject, ...]:
    return tuple(invented_subjects("deep drive"))


@cache
def maker() -> DeepDriveMaker:
    return DeepDriveMaker().for_year(subjects())


@cache
def rows() -> tuple[CardRow, ...]:
    return tuple(row for subject in subjects() for row in maker().make(subject))


def figures(row: CardRow, column: str) -> list[float]:
    return [float(word) for word in row.cells[column].split() if word[0] in ".01"]


def weight(subject: Subject) -> int:
    line = subject.season.batting
    return line.at_bats + line.walks if line else 0


def test_the_cards_of_regulars_play_like_their_seasons() -> None:
    """Half of a thousandth is the report's own rounding."""
    off: dict[str, list[float]] = {"AVG": [], "OBP": [], "SLG": [], "hits a batter": []}
    for subject in subjects():
        for row in maker().make(subject):
            made, real = figures(row, "plays"), figures(row, "played")
            if row.kind == HITTER and weight(subject) >= 300:
                for key, one, other in zip(("AVG", "OBP", "SLG"), made, real, strict=True):
                    off[key].append(abs(one - other))
            pitching = subject.season.pitching
            if row.kind == PITCHER and pitching and pitching.outs >= 240:
                off["hits a batter"].append(abs(made[0] - real[0]))
    assert min(len(each) for each in off.values()) > 100
    assert median(off["AVG"]) <= 0.003
    assert median(off["OBP"]) <= 0.004
    assert median(off["SLG"]) <= 0.004
    assert median(off["hits a batter"]) <= 0.006


def test_the_mean_of_the_cards_really_made_is_the_design() -> None:
    fitted_year = maker().year.fitted
    for off in (fitted_year.batters_off, fitted_year.pitchers_off):
        assert set(off) == {"DD", "SI", "BB", "HBP", "SO"}
        assert all(abs(short) < 0.06 for short in off.values()), off


def test_average_cards_against_each_other_give_the_league_again() -> None:
    design = design_of(USUAL, 0.0165)
    both = {key: number / 50 for key, number in design.numbers.items()}
    singles = both["SI"] + both["DEF"] * (DEFENSE_HITS - DEFENSE_DOUBLES)
    assert singles == pytest.approx(USUAL.of["single"])
    assert both["BB"] == pytest.approx(USUAL.of["walk"])
    hits = singles + both["DEF"] * DEFENSE_DOUBLES + both["DD"] * design.deep_hits
    assert hits == pytest.approx(USUAL.hits)


def test_every_card_is_whole_and_reads_back_from_csv_and_json() -> None:
    for row in rows():
        maker().verify(row)
        assert isinstance(card_of(row), Batter if row.kind == HITTER else Pitcher)
    found = list(rows()[:60])
    assert read_csv(write_csv(found, maker()), maker()) == found
    assert read_json(write_json(found), maker()) == found


def test_the_same_season_makes_the_same_card() -> None:
    again = DeepDriveMaker().for_year(subjects())
    for subject in subjects()[::40]:
        assert again.make(subject) == maker().make(subject)


def test_readings_stand_in_the_order_of_the_card_with_out_last() -> None:
    for row in rows():
        words = [
            part.split()[0]
            for part in row.cells["left" if row.kind == HITTER else "card"].split(", ")
        ]
        order = ["DD", "SI+", "SI", "BB", "HBP", "SO", "DEF", "OUT"]
        assert words == [word for word in order if word in words]
        assert words[-1] == "OUT"


def test_a_player_with_one_turn_and_a_home_run_still_has_a_card() -> None:
    line = BattingLine(games=1, at_bats=1, hits=1, home_runs=1)
    subject = Subject("lucky", "Lucky", "L", "R", Season(2012, "NL", ("X",), line, None))
    [row] = maker().make(subject)
    card = card_of(row)
    assert isinstance(card, Batter)
    assert row.cells["left"].rpartition("OUT ")[2] == "46-49"


def test_a_year_of_nobody_makes_no_card_and_breaks_nothing() -> None:
    empty = DeepDriveMaker().for_year([])
    nobody = Subject("n", "N", "", "", Season(1900, "X", (), BattingLine(), PitchingLine()))
    assert empty.make(nobody) == []
    assert empty.year == Year()


def test_where_numbers_do_not_fit_strikeouts_give_way_first() -> None:
    made = fitted({"DD": 20, "SI": 10, "BB": 10, "HBP": 0, "SO": 12, "DEF": 3})
    assert made == {"DD": 20, "SI": 10, "BB": 10, "HBP": 0, "SO": 3, "DEF": 3, "OUT": 4}
    made = fitted({"DD": 40, "SI": 10, "BB": 10, "HBP": -2, "SO": 2, "DEF": 3})
    assert made == {"DD": 23, "SI": 10, "BB": 10, "HBP": 0, "SO": 0, "DEF": 3, "OUT": 4}


def test_floors_are_made_up_for_by_everybody_together() -> None:
    """Half the league never walks: rounding up to nought would give it walks it never had."""

    def of(walk: float) -> Rates:
        return Rates(500.0, dict(USUAL.of) | {"walk": walk})

    league = Rates(1000.0, dict(USUAL.of) | {"walk": 0.08})
    some = [of(0.0) for _ in range(40)] + [of(0.12 + at / 500) for at in range(40)]
    found = fit(design_of(league, 0.0165), some, [of(0.08)] * 40)
    assert abs(found.batters_off["BB"]) < 0.15, "without a correction it would be off by two"


# What a year did not keep


def hitter_line(**counts: int | None) -> BattingLine:
    usual: dict[str, int | None] = {
        "games": 150, "at_bats": 550, "runs": 80, "hits": 160, "doubles": 30, "triples": 4,
        "home_runs": 20, "walks": 60, "strikeouts": 90, "stolen_bases": 10, "hit_by_pitch": 4,
        "caught_stealing": 4, "intentional_walks": 5, "double_plays": 12, "sacrifice_hits": 2,
        "sacrifice_flies": 5,
    }  # fmt: skip
    return BattingLine(**{**usual, **counts})  # type: ignore[arg-type]


def season_of(line: BattingLine | None = None, **others: object) -> Season:
    return Season(1930, "NL", ("X",), line, None, **others)  # type: ignore[arg-type]


def test_what_was_not_kept_is_estimated_by_the_years_own_ratio_or_the_nearest_years() -> None:
    kept = ratios_of([season_of(hitter_line()), season_of(hitter_line(caught_stealing=None))])
    assert kept.caught == pytest.approx(0.4)
    assert ratios_of([season_of(hitter_line(caught_stealing=None))]).caught == Ratios().caught
    stray = [season_of(hitter_line(double_plays=None))] * 30
    stray.append(season_of(BattingLine(at_bats=3, double_plays=0)))
    assert ratios_of(stray).double_plays == Ratios().double_plays


def test_a_card_says_what_was_estimated() -> None:
    line = hitter_line(intentional_walks=None, caught_stealing=None, double_plays=None)
    [row] = maker().make(Subject("old", "Old", "R", "R", season_of(line)))
    assert row.cells["estimated"] == "IBB GIDP CS"
    [row] = maker().make(Subject("new", "New", "R", "R", season_of(hitter_line())))
    assert row.cells["estimated"] == ""


# What stands around the numbers


def test_two_ten_sided_dice_add_up_as_they_do() -> None:
    wanted = {0: 1, 5: 21, 9: 55, 12: 79, 17: 99, 18: 100}
    assert {number: round(100 * SUM_OF_TWO[number + 1]) for number in wanted} == wanted
    for success in (0.3, 0.55, 0.7, 0.85):
        assert succeeds(safe_for(success)) == pytest.approx(success)


def test_a_fast_thief_goes_oftener_and_makes_it_oftener() -> None:
    thief = Subject(
        "thief", "T", "R", "R", season_of(hitter_line(stolen_bases=60, caught_stealing=10))
    )
    anchor = Subject(
        "anchor", "A", "R", "R", season_of(hitter_line(stolen_bases=0, caught_stealing=2))
    )
    cards = [card_of(row) for each in (thief, anchor) for row in maker().make(each)]
    fast, slow = cards
    assert isinstance(fast, Batter)
    assert isinstance(slow, Batter)
    assert fast.stealing.jump > slow.stealing.jump + 2
    assert fast.stealing.safe > slow.stealing.safe


def test_steals_are_solved_for_the_league() -> None:
    assert maker().year.thieves != Thieves()
    assert maker().year.thieves.tries > 0


def test_ratings_have_the_same_spread_in_every_year() -> None:
    """0 to 5 are 5, 12, 23, 30, 20 and 10 of a hundred of the playing time."""
    played: Counter[int] = Counter()
    for subject in subjects():
        for row in maker().make(subject):
            card = card_of(row)
            if isinstance(card, Batter):
                by_position = {line.position: line for line in subject.season.fielding}
                for rated in card.fielding:
                    line = by_position.get(POSITIONS[rated.position - 1])
                    played[rated.rating] += line.outs or 0 if line else 0
    total = sum(played.values())
    shares = [played[rating] / total for rating in range(6)]
    assert shares == pytest.approx([0.05, 0.12, 0.23, 0.30, 0.20, 0.10], abs=0.05)


def test_half_circles_count_half() -> None:
    assert symbols(2.0, "x", "WP") == [ALWAYS, ALWAYS]
    found = [symbols(1.5, str(at), "WP") for at in range(20)]
    assert all(each[0] == ALWAYS and len(each) == 2 for each in found)
    assert {each[1] for each in found} == {AWAY, 4}
    many = [symbols(0.8, str(at), "WP") for at in range(2000)]
    worth = sum(1.0 if each == [ALWAYS] else 0.5 for each in many) / len(many)
    assert worth == pytest.approx(0.8, abs=0.02)


def test_hard_grounders_come_as_often_as_asked_and_left_handers_pull() -> None:
    cards = [out_codes(str(at), "L", 2.4) for at in range(600)]
    hard = sum(
        kind_of(code) == GROUNDER and how_of(code) == HARD for card in cards for code in card.rows
    )
    assert hard / len(cards) == pytest.approx(2.4, abs=0.05)
    to = Counter(code & 15 for card in cards for code in card.rows if kind_of(code) == GROUNDER)
    assert to[3] + to[4] > 2 * (to[5] + to[6])


# What a card is worth, and what is none


def test_a_better_season_is_a_more_valuable_card() -> None:
    great, poor = hitter_line(hits=200, home_runs=45), hitter_line(hits=120, home_runs=5)
    values = [
        maker().value(row)
        for line in (great, hitter_line(), poor)
        for row in maker().make(Subject("same", "S", "R", "R", season_of(line)))
    ]
    assert values == sorted(values, reverse=True)
    assert values[0] > 40 > 0 > values[2]


def test_the_average_card_is_worth_nothing_at_bat() -> None:
    total = weighed = 0.0
    for subject in subjects():
        for row in maker().make(subject):
            if row.kind == HITTER:
                weighed += weight(subject)
                total += weight(subject) * maker().value(row)
    assert abs(total / weighed) < 12


@pytest.mark.parametrize(
    ("column", "cell", "code"),
    [
        ("left", "DD 00-05, OUT 07-49", "range-gap"),
        ("outs", "G6 G4", "ten-out-codes"),
        ("steal", "fast", "bad-stealing-line"),
        ("average", "DD 5", "not-an-average"),
        ("run", "VVF", "no-such-grade"),
        ("field", "ss-4\nleft: DD 00-49", "bad-fielding-line"),
    ],
)
def test_a_row_that_is_no_card_is_refused_with_its_column(
    column: str, cell: str, code: str
) -> None:
    row = next(row for row in rows() if row.kind == HITTER)
    wrong = replace(row, cells=dict(row.cells) | {column: cell})
    with pytest.raises(Refused) as refused:
        maker().verify(wrong)
    [refusal] = refused.value.refusals
    assert (refusal.code, refusal.place) == (code, column)


def test_a_year_knows_its_positions_even_where_the_outfield_is_one() -> None:
    lines = (FieldingLine("of", games=140, putouts=300, assists=10, errors=5),)
    subject = Subject("o", "O", "R", "R", season_of(hitter_line(), fielding=lines))
    [row] = DeepDriveMaker(year_of([subject])).make(subject)
    card = card_of(row)
    assert isinstance(card, Batter)
    assert [rated.position for rated in card.fielding] == [8, 7, 9]
    assert EVENTS[0] == "single"
    assert len(READINGS) == 6


def test_arms_of_all_games_together_are_average_though_the_good_ones_catch_more():
    # Two regulars throw well and are seldom run on; the others are run on at will.
    lines = [
        FieldingLine("c", games=games, outs=27 * games, stolen_bases=stolen, caught_stealing=caught)
        for games, stolen, caught in ((150, 40, 40), (150, 44, 36), (60, 90, 20), (40, 80, 10))
    ]
    year = gloves_of(lines)
    assert year.arm < 0
    drawn = [
        (throw_of(f"{line.games}/{at}", line, year), line.games)
        for line in lines
        for at in range(400)
    ]
    mean = sum(arm * games for arm, games in drawn) / sum(games for _, games in drawn)
    assert abs(mean) < 0.05
