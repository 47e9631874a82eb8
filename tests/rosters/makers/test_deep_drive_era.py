"""What a Deep Drive card says of the managers of its time."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from games.systems.deep_drive.cards.era import (
    NO_ERA,
    Era,
    era_of,
    eras_of,
    mean_era,
    parse_era,
    write_era,
)
from games.systems.deep_drive.cards.maker import DeepDriveMaker
from games.systems.deep_drive.clubs.building import DeepDriveClubs
from games.systems.deep_drive.play.squad import Tendencies
from rosters.estimators.kept import Kept, kept_by
from rosters.makers.base import Subject
from rosters.models import Card
from tests.rosters.makers.changed_league import changed, subjects


def era(some: list[Subject]) -> Era:
    seasons = [subject.season for subject in some]
    return era_of(seasons, kept_by(seasons, 2012, ""))


def test_more_of_a_thing_in_a_season_makes_managers_readier_for_it() -> None:
    usual = era(changed("batting"))
    assert era(changed("batting", sacrifice_hits=0.4)).bunting < usual.bunting
    assert era(changed("batting", sacrifice_hits=1.5)).bunting > usual.bunting
    assert era(changed("batting", intentional_walks=0.5)).walks < usual.walks
    assert era(changed("batting", intentional_walks=2.0)).walks > usual.walks
    assert era(changed("pitching", complete_games=8)).length > usual.length
    assert era(changed("batting", strikeouts=0.5)).contact < usual.contact
    # Of 2012: starters who give up what is usual face about as many batters as on their cards.
    assert 2 <= usual.length <= 8
    assert usual.contact == 6


def test_each_league_has_its_own() -> None:
    seasons = [subject.season for subject in subjects()]
    leagues = {season.league for season in seasons} - {""}
    assert set(eras_of(seasons, Kept())) == {"", *leagues}


def test_nobody_who_played_is_no_era() -> None:
    assert era_of([], Kept()) == NO_ERA
    assert write_era(NO_ERA) == ""
    assert parse_era("") == NO_ERA
    assert Tendencies(**NO_ERA.tendencies()) == Tendencies()


@pytest.mark.parametrize("value", [Era(12, -3, 6, 4), Era(0, 0, -2, 1), Era(-10, 32, 30, 12)])
def test_what_is_written_is_read(value: Era) -> None:
    assert parse_era(write_era(value)) == value


def test_a_club_of_several_times_has_what_lies_between() -> None:
    old, young = write_era(Era(16, 12, 10, 3)), write_era(Era(0, -2, 4, 7))
    assert mean_era([old, young]) == Era(8, 5, 7, 5)
    cards = [Card(cells={"era": text}) for text in (old, young, "")]
    clubs = DeepDriveClubs(dict(enumerate(cards)))
    assert clubs.era(cards) == {
        "era_bunting": 8,
        "era_walks": 5,
        "era_length": 7,
        "era_contact": 5,
    }
    assert clubs.era([Card(cells={})]) == {}


def test_a_card_says_its_time_and_the_set_its_grounds() -> None:
    maker = DeepDriveMaker().for_year(subjects())
    row = maker.make(subjects()[0])[0]
    assert parse_era(row.cells["era"]) == maker.eras[subjects()[0].season.league]
    maker.verify(row)
    [norm] = maker.norms()
    bunts, walks, pitchers, hit_and_run = norm.managers
    assert "of a thousand turns" in bunts
    assert "of a thousand turns" in walks
    assert "starts complete" in pitchers
    assert "numbers of SO" in hit_and_run


@pytest.mark.parametrize("text", ["long", "bunts +1, walks +2", "bunts 1, walks +2, length 3"])
def test_a_time_that_cannot_be_read_is_refused_at_its_column(text: str) -> None:
    maker = DeepDriveMaker().for_year(subjects())
    row = maker.make(subjects()[0])[0]
    with pytest.raises(Refused) as refused:
        maker.verify(replace(row, cells={**row.cells, "era": text}))
    assert [(each.code, each.place) for each in refused.value.refusals] == [("no-such-era", "era")]
