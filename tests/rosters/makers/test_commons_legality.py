"""What a Commons card shows, and what follows from it: files of owners, legality, both cards of one
player, and what is neutral in a league of one year."""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from config.refusals import Refused
from games.systems.commons.maker import CommonsMaker, card_of
from games.systems.commons.play.cards import (
    CommonsPitcher,
    chance_above,
    chance_at_or_above,
    chance_below,
)
from rosters.makers.base import HITTER, PITCHER, CardRow, Subject
from rosters.makers.files import read_csv, write_csv
from rosters.sources.lahman import Lahman, Year
from rosters.stats.lines import BattingLine, PitchingLine
from rosters.stats.seasons import Season

MAKER = CommonsMaker()
LAHMAN = Path(__file__).resolve().parents[4] / "shared" / "data" / "lahman"

RIPKEN = (
    "key,name,year,teams,kind,bats,throws,positions,single,double,triple,home_run,steal,walk,"
    "out_left,hit_left,out_right,hit_right,rank,special,card_year,at_bats,average,doubles,triples,"
    "home_runs,stolen_bases\n"
    "ripken,Cal Ripken,1983,BAL,hitter,R,R,ss,{thresholds},,,,,,{rank},{special},,"
    "663,.318,47,2,27,0\n"
)
FOREIGN = ",,,,"


def ripken(thresholds: str = FOREIGN, rank: str = "", special: str = "") -> CardRow:
    text = RIPKEN.format(thresholds=thresholds, rank=rank, special=special)
    (row,) = read_csv(text, MAKER)
    return row


def pitcher_row(**changes: str) -> CardRow:
    """A right-hander of whom only the back of his card is known."""
    shown = {"earned_run_average": "4.00", "innings": "100.0", "walks": "40", "games": "20"}
    common = {"bats": "R", "throws": "R"} | {
        name: changes.pop(name) for name in ("throws",) if name in changes
    }
    cells = dict.fromkeys(MAKER.columns, "") | shown | changes
    row = CardRow("x", "Al X", 1986, ("BOS",), PITCHER, positions=("p",), cells=cells, **common)
    return MAKER.completed(row)


@pytest.mark.rule("CB-061", "CB-066", "CB-114", "CB-117")
def test_the_back_of_a_card_makes_its_thresholds_and_what_the_owner_types_stands():
    made = ripken()
    names = ("single", "double", "triple", "home_run", "steal", "rank", "card_year")
    # The card named by its year is of the season before.
    assert [made.cells[name] for name in names] == [
        *("5143", "6262", "6534", "6542", "5516", "10", "1984"),
    ]
    assert MAKER.faults(made) == []
    typed = ripken("5111,6262,,-,", rank="7")
    assert [typed.cells[name] for name in names] == [
        *("5111", "6262", "6534", "-", "5516", "7", "1984"),
    ]
    assert read_csv(write_csv([typed], MAKER), MAKER) == [typed]
    for wrong in ("5117", "51111", "511"):
        with pytest.raises(Refused) as refused:
            ripken(f"{wrong},,,,")
        assert refused.value.refusals[0].place == "line 2:single"
    with pytest.raises(Refused) as refused:
        ripken("6543,,,,")
    assert refused.value.code == "thresholds-out-of-order"


@pytest.mark.rule("CB-045", "CB-047")
def test_a_side_has_out_or_hit_and_what_is_typed_of_it_is_the_whole_of_it():
    made = pitcher_row(earned_run_average="2.50")
    assert made.cells["out_left"] != "-" == made.cells["hit_left"]
    typed = pitcher_row(earned_run_average="2.50", hit_left="6511")
    assert (typed.cells["out_left"], typed.cells["hit_left"]) == ("", "6511")
    MAKER.verify(typed)
    both = pitcher_row(out_left="6511", hit_left="6611", walk="6611")
    with pytest.raises(Refused) as refused:
        MAKER.verify(both)
    assert [each.code for each in refused.value.refusals] == ["out-and-hit", "thresholds-overlap"]


@pytest.mark.rule("CB-072")
def test_a_printed_average_of_four_is_neutral_and_one_next_to_it_is_not():
    four = card_of(pitcher_row())
    assert isinstance(four, CommonsPitcher)
    assert (four.out_left, four.hit_left, four.out_right, four.hit_right) == (None,) * 4
    near = card_of(pitcher_row(earned_run_average="3.99"))
    assert isinstance(near, CommonsPitcher)
    assert (near.hit_left is not None, near.out_right is not None) == (True, True)


@pytest.mark.rule("CB-114", "CB-115", "CB-116")
@pytest.mark.parametrize("missing", ["earned_run_average", "innings", "walks", "throws"])
def test_a_pitchers_card_that_lacks_a_statistic_is_no_decks(missing):
    faults = MAKER.faults(pitcher_row(**{missing: ""}))
    assert [(each.code, each.place) for each in faults][:1] == [
        ("card-without-statistics", missing),
    ]
    assert faults[0].facts["rule"] == "CB-116"


@pytest.mark.rule("CB-114", "CB-115", "CB-117")
@pytest.mark.parametrize(
    "missing",
    ["at_bats", "average", "doubles", "triples", "home_runs", "stolen_bases", "bats"],
)
def test_a_batters_card_that_lacks_a_statistic_is_no_decks(missing):
    row = ripken()
    if missing == "bats":
        row = replace(row, bats="")
    else:
        row = replace(row, cells={**row.cells, missing: ""})
    (fault,) = MAKER.faults(row)
    assert (fault.code, fault.place, fault.facts["rule"]) == (
        "card-without-statistics",
        missing,
        "CB-117",
    )


@pytest.mark.rule("CB-118")
def test_a_commemorative_may_lie_in_a_set_and_is_in_no_deck():
    row = ripken(special="commemorative")
    assert [fault.code for fault in MAKER.faults(row)] == ["commemorative-card"]
    assert MAKER.value(row) == 0


@pytest.mark.rule("CB-004")
def test_a_pitcher_whose_games_are_missing_is_asked_about():
    (fault,) = MAKER.faults(pitcher_row(games=""))
    assert (fault.code, fault.place) == ("reliever-unknown", "games")
    assert MAKER.faults(pitcher_row(games="", special="starter")) == []
    assert pitcher_row(games="", special="reliever").cells["special"] == "reliever"
    assert pitcher_row(innings="60.0", games="20").cells["special"] == "reliever"
    assert pitcher_row(innings="60.1", games="20").cells["special"] == ""


@pytest.mark.rule("CB-028", "CB-113")
def test_two_teams_on_the_back_make_a_pinch_hitter_and_the_front_does_not():
    one = ripken()
    assert one.cells["special"] == ""
    with pytest.raises(Refused) as refused:
        ripken(special="pinch")
    assert [(each.code, each.place) for each in refused.value.refusals] == [
        ("pinch-of-one-team", "line 2:special")
    ]
    text = RIPKEN.format(thresholds=FOREIGN, rank="", special="").replace(",BAL,", ",BAL;NYA,")
    (two,) = read_csv(text, MAKER)
    assert two.cells["special"] == "pinch"


def test_statistics_that_no_card_can_show_are_refused_where_they_stand():
    for changes, code, place in (
        ({"average": ".050", "doubles": "47"}, "impossible-statistics", "average"),
        ({"average": "318"}, "statistic-unreadable", "average"),
        ({"at_bats": "many"}, "statistic-unreadable", "at_bats"),
        ({"special": "rookie"}, "unknown-mark", "special"),
    ):
        row = ripken()
        with pytest.raises(Refused) as refused:
            MAKER.verify(replace(row, cells={**row.cells, **changes}))
        assert (refused.value.code, refused.value.refusals[0].place) == (code, place)


def test_a_player_who_pitched_and_batted_has_both_cards():
    season = Season(
        2021,
        "AL",
        ("LAA",),
        BattingLine(at_bats=537, hits=138, doubles=26, triples=8, home_runs=46, stolen_bases=26),
        PitchingLine(games=23, starts=23, outs=391, earned_runs=46, walks=44, batters_faced=533),
    )
    rows = MAKER.make(Subject("ohtani", "Shohei Ohtani", "L", "R", season))
    assert [(row.kind, row.key) for row in rows] == [
        (PITCHER, "ohtani-2021"),
        (HITTER, "ohtani-2021-h"),
    ]
    assert [MAKER.faults(row) for row in rows] == [[], []]
    (only,) = MAKER.make(
        Subject("ohtani", "Shohei Ohtani", "L", "R", replace(season, pitching=None))
    )
    assert (only.kind, only.key) == (HITTER, "ohtani-2021")


def test_settings_of_the_maker_are_checked():
    assert MAKER.with_settings({}).by_season is False
    assert MAKER.with_settings({"neutral_era": "season"}).by_season is True
    with pytest.raises(Refused) as refused:
        MAKER.with_settings({"neutral_era": "3", "luck": "yes"})
    assert {each.code for each in refused.value.refusals} == {"unknown-setting", "unknown-choice"}


YEARS = (1923, 1944, 1968, 2020)


@cache
def lahman() -> tuple[Lahman, dict[int, Year]]:
    database = Lahman(LAHMAN)
    return database, {found.year: found for found in database.years(YEARS)}


def league_of(year: int) -> dict[str, float]:
    """What the cards of a season give when everybody only swings, over what the season was."""
    database, years = lahman()
    found = years[year]
    subjects = []
    for key, seasons in found.seasons.items():
        person = database.people[key]
        whole = next(season for season in seasons if season.whole)
        subjects.append(Subject(key, key, person.bats or "R", person.throws or "R", whole))
    maker = MAKER.with_settings({"neutral_era": "season"}).for_year(subjects)
    real: dict[str, float] = defaultdict(float)
    turns = hits = bases = 0.0
    sides: dict[str, dict[str, float]] = {hand: defaultdict(float) for hand in "LR"}
    arms = []
    for subject in subjects:
        batting, pitching = subject.season.batting, subject.season.pitching
        cards = {row.kind: card_of(row) for row in maker.make(subject)}
        if batting:
            real["ab"] += batting.at_bats
            real["h"] += batting.hits
            real["tb"] += batting.total_bases
            real["on"] += batting.hits + batting.walks + (batting.hit_by_pitch or 0)
            real["pa"] += batting.plate_appearances - (batting.sacrifice_hits or 0)
        if batting and HITTER in cards:
            card = cards[HITTER]
            ladder = [
                chance_at_or_above(getattr(card, name))
                for name in ("single", "double", "triple", "home_run")
            ]
            # Exact to the throw, player by player.
            extra = batting.triples + batting.home_runs
            for chance, count in zip(
                ladder,
                (batting.hits, batting.doubles + extra, extra, batting.home_runs),
                strict=True,
            ):
                assert abs(chance - count / batting.at_bats) <= 1 / 2592 + 1e-12
            weight = batting.at_bats + batting.walks
            turns += weight
            hits += weight * ladder[0]
            bases += weight * sum(ladder)
            for hand, other in (("L", "R"), ("R", "L")):
                sides[hand][other if subject.bats == "B" else subject.bats] += weight
        if pitching and PITCHER in cards:
            arms.append((subject.throws, pitching, cards[PITCHER]))
    faced = walks = walked = outs = singles = 0.0
    for throws, line, card in arms:
        innings = line.outs / 3
        batters = line.batters_faced or innings * (
            3.576 + 0.1168 * line.earned_run_average + 0.632 * line.walks / innings
        )
        faced += batters
        walked += line.walks
        walks += batters * chance_below(card.walk)
        for side, word in (("L", "left"), ("R", "right")):
            share = batters * sides[throws][side] / turns
            outs += share * chance_above(getattr(card, f"out_{word}"))
            singles += share * chance_above(getattr(card, f"hit_{word}"))
    swings = 1 - (walks + outs + singles) / faced
    hit = singles / faced + swings * hits / turns
    total = singles / faced + swings * bases / turns
    at_bats = 1 - walks / faced
    return {
        "AVG": hit / at_bats / (real["h"] / real["ab"]) - 1,
        "OBP": (hit + walks / faced) / (real["on"] / real["pa"]) - 1,
        "SLG": total / at_bats / (real["tb"] / real["ab"]) - 1,
        "BB": walks / walked - 1,
    }


@pytest.mark.long
@pytest.mark.skipif(not LAHMAN.exists(), reason="the Lahman database is not here")
@pytest.mark.parametrize("year", YEARS)
def test_a_league_of_one_season_hits_as_the_season_did(year):
    """1 in 1296 a hit and a player, walks within 1 %, averages within 4 %; 2020 was short and
    wild."""
    found = league_of(year)
    assert abs(found["BB"]) < 0.01
    assert all(abs(found[name]) < 0.04 for name in ("AVG", "OBP", "SLG")), found
