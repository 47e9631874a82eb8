"""Managers as in their time: what a season's cards say of steals, walks and pitchers."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from games.systems.purestrat.cards.era import (
    NO_ERA,
    Era,
    era_of,
    mean_era,
    parse_era,
    write_era,
)
from games.systems.purestrat.cards.maker import PurestratMaker
from games.systems.purestrat.cards.year import year_of
from games.systems.purestrat.clubs.building import PurestratClubs
from rosters.models import Card
from tests.rosters.makers.changed_league import changed, subjects


def era(some) -> Era:
    return era_of(some, year_of(some))


@pytest.mark.long
def test_who_tried_less_often_waited_for_better_chances_and_who_tried_oftener_did_not():
    usual = era(subjects())
    few = era(changed("batting", caught_stealing=0.3))
    many = era(changed("batting", caught_stealing=3.0))
    # More caught: more tries by thieves that are worse.
    assert few.stealing < usual.stealing < many.stealing
    assert usual.patience == few.patience == many.patience


@pytest.mark.long
def test_more_intentional_walks_and_fewer_relievers_are_an_era_s_own():
    usual = era(subjects())
    assert era(changed("batting", intentional_walks=2.0)).walks > usual.walks
    assert era(changed("batting", intentional_walks=0.0)).walks < usual.walks
    alone = []
    for subject in subjects():
        line = subject.season.pitching
        if line is not None and not line.starts:
            season = replace(subject.season, pitching=replace(line, games=line.games // 3))
            subject = replace(subject, season=season)
        alone.append(subject)
    assert era(alone).patience > usual.patience


@pytest.mark.long
def test_bunts_and_complete_games_are_an_era_s_own():
    usual = era(subjects())
    many = era(changed("batting", sacrifice_hits=2.0))
    few = era(changed("batting", sacrifice_hits=0.4))
    # Of hitters and of pitchers, each by their own.
    assert few.bunting < usual.bunting < many.bunting
    assert few.sacrifices < usual.sacrifices < many.sacrifices
    finished = []
    for subject in subjects():
        line = subject.season.pitching
        if line is not None:
            season = replace(subject.season, pitching=replace(line, complete_games=line.starts))
            subject = replace(subject, season=season)
        finished.append(subject)
    assert era(finished).length > usual.length + 10


@pytest.mark.long
def test_catchers_let_by_in_a_game_what_the_season_let_by():
    """By the check that points at them, one turn in forty with somebody on base, and by pop-ups,
    which are P/P or P/F on a face or two of the chart and fall on what pitchers throw wild."""
    gloves = year_of(subjects()).gloves
    nines = passed = 0.0
    for subject in subjects():
        for line in subject.season.fielding:
            if line.position == "c":
                rating = gloves.passed_ball_rating(line)
                nines += gloves.nines(line)
                passed += gloves.nines(line) * rating / 20 / 40 * gloves.with_men_on
    assert 0.03 < gloves.off_pop_ups / gloves.passed < 0.2
    assert passed / nines + gloves.off_pop_ups == pytest.approx(gloves.passed, rel=0.05)


def test_what_is_said_of_an_era_has_its_grounds():
    norms = PurestratMaker().for_year(subjects()).norms()
    assert {norm.league for norm in norms} >= {"CL", "IL"}
    for norm in norms:
        steals, walks, pitchers, bunts = norm.managers
        assert "tried by a club a game" in steals
        assert "of a thousand turns" in walks
        assert "starts complete" in pitchers
        assert "of a thousand turns" in bunts
        assert norm.estimated == {}


def test_a_season_of_nobody_is_by_the_book():
    assert era_of([], year_of([])) == NO_ERA
    assert write_era(NO_ERA) == ""
    assert parse_era("") == NO_ERA


def test_a_card_says_its_time_and_a_club_of_several_has_what_lies_between():
    running, patient = Era(60, -20, 0), Era(0, 30, 8, 40, 14, 250)
    texts = [write_era(running), write_era(patient)]
    assert [parse_era(text) for text in texts] == [running, patient]
    assert parse_era("steals +0, walks +30, patience 8, bunts +40, length 14").sacrifices == 0
    # Cards that do not tell how long starters go and how pitchers bunt leave it to those that do.
    assert mean_era(texts) == Era(30, 5, 4, 20, 14, 250)
    cards = {at: Card(cells={"era": text}) for at, text in enumerate(texts)}
    said = PurestratClubs(cards).era(list(cards.values()))
    assert said == {
        "era_stealing": 30,
        "era_walks": 5,
        "era_patience": 4,
        "era_bunting": 20,
        "era_length": 14,
        "era_sacrifices": 250,
        "era_relief": 0,
        "era_starts": 0,
    }
    # Cards of before say nothing, and nothing is stored with their clubs.
    assert PurestratClubs({}).era([Card(cells={})]) == {}


@pytest.mark.parametrize(
    ("written", "era"),
    [
        ("patience 0.6, bunts +40, length 4.6", Era(0, 0, 0, 40, 4, 0, relief=6, starts=3)),
        ("patience 3.0, bunts +40, length 4", Era(0, 0, 3, 40, 4, 0)),
        ("patience 10, bunts +40, length 5", Era(0, 0, 10, 40, 5, 0)),
        # Nought would say nothing: less than a whole inning begins at one half, which is as long.
        ("patience 2, bunts +0, length 0.4", Era(0, 0, 2, 0, 1, 0, starts=2)),
        ("patience 2, bunts +0, length -3.4", Era(0, 0, 2, 0, -4, 0, starts=3)),
    ],
)
def test_patience_and_length_come_in_tenths(written, era):
    found = parse_era(f"steals +0, walks +0, {written}")
    assert found == era
    assert parse_era(write_era(found)) == found


def test_a_club_of_cards_in_tenths_has_the_mean_of_them():
    texts = [
        "steals +0, walks +0, patience 0.6, bunts +0, length 4.6",
        "steals +0, walks +0, patience 2, bunts +0, length 8",
    ]
    assert mean_era(texts) == Era(0, 0, 1, 0, 6, 0, relief=3, starts=2)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    ["fast", "steals +1, walks +2, patience 10.1", "steals +1, walks +2, patience 11", "steals 5"],
)
def test_a_time_that_cannot_be_read_is_refused_at_its_column(text):
    maker = PurestratMaker().for_year(subjects())
    row = maker.make(subjects()[0])[0]
    maker.verify(row)
    with pytest.raises(Refused) as refused:
        maker.verify(replace(row, cells={**row.cells, "era": text}))
    assert [(each.code, each.place) for each in refused.value.refusals] == [("no-such-era", "era")]
