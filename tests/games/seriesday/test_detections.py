"""What the software sees by itself opens a ruling; what the law settles otherwise closes one."""

from dataclasses import replace

import pytest

from games.rules.detections import starters_gone_early, staying_on
from games.rules.endings import Stop
from games.rules.reports import GameClaim, SideClaim
from games.seriesday.models import Ruling
from games.seriesday.selectors.reports import staffs
from games.seriesday.services.reporting import correct_report, report_game
from games.seriesday.services.rulings import choose_remedy
from games.services.playing import play_series
from games.services.scoring import add_entries, record_game
from pitching.rules.columns import Line
from pitching.rules.rest_and_relief import RestAndRelief
from rosters.rules.editions.law import PitchingLaw
from tests.games.seriesday.builders import a_day, claim
from tests.games.seriesday.test_rulings import begun, refused, reported, tired_pitcher

pytestmark = pytest.mark.django_db


def pitched(outs: int, runs: int, innings=()) -> GameClaim:
    """A game in which the home side's starter got so many outs and somebody followed him."""
    home = SideClaim(5, (Line(1, outs, started=True), Line(2, 27 - outs)))
    away = SideClaim(runs, (Line(3, 24, started=True),), innings)
    return GameClaim((away, home), "home-leads", Stop(9, 0))


@pytest.mark.rule("T10.2e")
@pytest.mark.parametrize(
    ("told", "early"),
    [
        (pitched(14, 3), (1,)),
        (pitched(15, 3), ()),
        (pitched(14, 4), ()),
        (pitched(6, 4, (0, 0, 1, 3, 0, 0, 0, 0, 0)), (1,)),
        (pitched(6, 4, (0, 2, 2, 0, 0, 0, 0, 0, 0)), ()),
        (pitched(27, 0), (1,)[:0]),
    ],
)
def test_t10_2e_only_a_starter_who_surely_left_too_early_is_found(told, early):
    assert starters_gone_early(RestAndRelief(), told) == early
    weak = RestAndRelief(PitchingLaw(weak_starter_may_leave=True))
    assert starters_gone_early(weak, told) == ()


def relieved(day, outs: int):
    """A report in which the visitors' starter leaves after so many outs."""
    told = day.pitched(claim(4, 2))
    away = told.sides[0]
    starter = away.pitchers[0]
    both = staffs(day.series, 1)
    relief = next(
        each.key
        for each in both[0].choices
        if each.key != starter.pitcher and "relief" in each.note and "relief 4.0" in each.note
    )
    rest = told.stop.made[1] - outs
    lines = (replace(starter, outs=outs), Line(relief, min(rest, 12)))
    if rest > 12:
        other = next(
            each.key
            for each in both[0].choices
            if each.key not in (starter.pitcher, relief) and "relief 4.0" in each.note
        )
        lines += (Line(other, rest - 12),)
    return replace(told, sides=(replace(away, pitchers=lines), told.sides[1]))


@pytest.mark.rule("T10.2e")
def test_t10_2e_a_starter_who_left_too_early_opens_a_ruling_that_a_correction_closes():
    day = a_day(cards=True)
    day.report(day.director, relieved(day, 12))
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.rule) == ("starter-gone-early", "T10.2e")
    assert ruling.offended_id == day.game().home_id
    correct_report(
        game_id=day.game().pk,
        claim=relieved(day, 15),
        reason="He got five innings.",
        acting_user=day.director,
    )
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.DISMISSED


@pytest.mark.rule("T0.05c")
@pytest.mark.parametrize("whole", [True, False])
def test_t0_05c_a_concession_at_the_table_that_looks_arranged_goes_to_the_director(whole):
    day = a_day()
    if whole:
        record_game(
            series_id=day.series.pk, number=1, transcript=["concede=away"], acting_user=day.director
        )
    else:
        game = begun(day, 1)
        add_entries(game_id=game.pk, after=1, entries=["concede=away"], acting_user=day.director)
    assert day.game().is_final
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.offended_id) == ("concession", None)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.director)
    assert not day.game().is_final
    assert "concede=away" not in day.game().entries


@pytest.mark.rule("T0.17a")
def test_t0_17a_nothing_was_misread_where_the_computer_threw_and_read():
    day = a_day()
    play_series(series_ids=[day.series.pk], acting_user=None)
    assert (
        refused(lambda: reported(day, "misread", offender=None, by=day.director))
        == "computer-stands"
    )
    assert reported(day, by=day.director).case == "re-entry"


@pytest.mark.rule("T31.2c")
def test_t31_2c_who_was_not_named_is_a_matter_of_t31_11():
    day = a_day(cards=True)
    ruling, tired, _ = tired_pitcher(day)
    offender = ({day.series.home_id, day.series.away_id} - {ruling.offended_id}).pop()
    named = reported(
        day,
        "pitcher-not-named",
        by=day.director,
        number=2,
        offender=offender,
        pitcher=tired,
        entry=None,
    )
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.DISMISSED
    assert "T31.11" in ruling.steps.last().words
    # Writing the game once more does not bring it back.
    told = day.game(2).reports.get().told
    other = replace(told, sides=(told.sides[0], replace(told.sides[1], runs=told.sides[1].runs)))
    away = replace(other.sides[0], runs=other.sides[0].runs + 1)
    correct_report(
        game_id=day.game(2).pk,
        claim=replace(other, sides=(away, other.sides[1])),
        reason="A run more.",
        acting_user=day.director,
        despite=True,
    )
    states = list(Ruling.objects.values_list("case", "state"))
    assert (named.case, "open") in states
    assert ("ineligible-pitcher", "open") not in states


@pytest.mark.rule("T0.06b", "T31.2b")
def test_t0_06b_whose_outing_was_let_stand_does_not_go_on_pitching():
    day = a_day(cards=True)
    first = day.pitched(claim())
    day.report(day.director, first)
    tired = first.sides[1].pitchers[0].pitcher
    at = day.series.sides(2).index(day.series.sides(1)[1])
    half_way = day.pitched(claim(2, 2, ending="suspended", inning=5, half=1, outs=3), 2)

    def with_tired(told: GameClaim) -> GameClaim:
        made = told.stop.made[1 - at]
        side = replace(told.sides[at], pitchers=(Line(tired, made, True),))
        both = (side, told.sides[1]) if at == 0 else (told.sides[0], side)
        return replace(told, sides=both)

    def tell(told: GameClaim):
        return report_game(
            series_id=day.series.pk,
            number=2,
            claim=told,
            key="",
            acting_user=day.director,
            despite=True,
        )

    tell(with_tired(half_way))
    ruling = Ruling.objects.get()
    choose_remedy(
        ruling_id=ruling.pk, remedy="accept", footnote="Let stand.", acting_user=day.director
    )
    whole = day.pitched(claim(4, 2), 2)
    assert refused(lambda: tell(with_tired(whole))) == "must-leave"
    assert day.game(2).status == "suspended"
    assert staying_on(with_tired(half_way), {tired: half_way.stop.made[1 - at]}) == []


@pytest.mark.rule("T0.16b")
def test_t0_16b_home_and_visitors_follow_the_pattern_however_a_game_is_known():
    day = a_day(length=3)
    day.report(day.home, claim(4, 2))
    begun(day, 4, number=2)
    other = a_day_elsewhere(day)
    play_series(series_ids=[other.pk], acting_user=None)
    for series in (day.series, other):
        for game in series.games.all():
            hosts = series.home_pattern[(game.number - 1) % len(series.home_pattern)] == "H"
            assert game.home_id == (series.home_id if hosts else series.away_id)
            assert game.away_id == (series.away_id if hosts else series.home_id)


def a_day_elsewhere(day):
    """Another series of the same event."""
    return day.tournament.series.exclude(pk=day.series.pk)[0]
