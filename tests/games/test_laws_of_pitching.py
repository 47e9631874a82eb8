"""A system brings its law of pitching along: another game than Purestrat on sheets of another law,
simulated, reported, shown and signed."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from config.people.models import User
from config.refusals import Refused
from games.card_games.registry import card_games, law_of_pitching
from games.engine import table
from games.models import Game, Series
from games.rules.endings import Stop
from games.rules.reports import GameClaim, SideClaim
from games.seriesday.models import Ruling
from games.seriesday.selectors.reports import staffs, versions_of
from games.seriesday.services.reporting import report_game
from games.services.playing import play_series
from games.sheets import game_key
from games.systems.registry import GAME_SYSTEMS, SYSTEMS
from pitching.models import PitchingSheet, SheetColumn, Violation
from pitching.presenters.grid import grid
from pitching.rules.columns import Line
from pitching.rules.one_inning import OneInning
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.selectors.pages import whole_sheet
from pitching.services.signing import sign_series
from rosters.models import Card, RosterSpot, TeamMember
from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.law import PitchingLaw
from rosters.services.card_sets import enter_card_set
from tests.builders import person
from tests.engine.small_card_game import BATTERS, small_club
from tests.games.builders import a_series
from tests.games.small_cards import WHOLE_SYSTEM, rows_of
from tests.rosters.builders import a_squad

pytestmark = pytest.mark.django_db


def test_a_system_has_its_law_whether_it_has_an_engine_yet_or_not():
    assert law_of_pitching("commons", "nothing:1") == OneInning()
    assert law_of_pitching("purestrat", "nothing:1") == RestAndRelief()
    other = RuleEdition(pitching=PitchingLaw(starter_rest=4))
    kept = GAME_SYSTEMS["purestrat"].pitching_law
    assert kept is not None
    assert kept(other) == RestAndRelief(PitchingLaw(starter_rest=4))
    # DD-103 and DD-113 are headings without a rule: an event may have the house's law.
    deep_drive = card_games()["deep-drive"]
    usual = SYSTEMS["deep-drive"].settings({})
    assert not deep_drive.keeps_sheets(usual)
    assert deep_drive.keeps_sheets({**usual, "pitching_law": "rest_and_relief"})
    for without in (key for key in SYSTEMS if key not in card_games()):
        assert law_of_pitching(without, "nothing:1") is None, without


def test_whoever_keeps_sheets_has_named_a_law():
    for key, game in card_games().items():
        if game.keeps_sheets(SYSTEMS[key].settings()):
            assert GAME_SYSTEMS[key].pitching_law is not None


@pytest.fixture
def series(monkeypatch: pytest.MonkeyPatch) -> Series:
    if not str(table.__file__).endswith(".py"):
        pytest.skip("the engine is compiled: a game of our own is not")
    monkeypatch.setitem(GAME_SYSTEMS, "small", WHOLE_SYSTEM)
    made = a_series("small", length=1)
    for seed, team in enumerate((made.home, made.away), start=1):
        rows = rows_of(small_club(seed))
        entered = enter_card_set(
            name=f"Small {seed}", system_key="small", rows=rows, acting_user=person(f"Owner {seed}")
        )
        cards = Card.objects.filter(card_set=entered).order_by("pk")
        a_squad(team, *cards, scope=made.scope)
    return made


@pytest.fixture
def reporter(series: Series) -> User:
    user = person("Reporter")
    TeamMember.objects.create(team=series.home, user=user)
    return user


def pitchers(series: Series, team_id: int) -> list[int]:
    spots = RosterSpot.objects.filter(squad__team=team_id, squad__event__key=series.scope)
    return list(spots.order_by("number").values_list("card", flat=True))[BATTERS:]


def told(series: Series, *outs: int) -> GameClaim:
    """Nine innings, the home side's pitchers with these outs and the visitors' with an inning
    each."""
    home, away = (pitchers(series, team) for team in (series.home_id, series.away_id))

    def lines(players: list[int], each: Sequence[int]) -> tuple[Line, ...]:
        return tuple(
            Line(player, got, started=not at)
            for at, (player, got) in enumerate(zip(players, each, strict=False))
        )

    return GameClaim(
        (SideClaim(5, lines(away, [3] * 9)), SideClaim(2, lines(home, outs))),
        "regulation",
        Stop(9, 1),
    )


def test_a_simulated_game_stands_on_sheets_of_that_law(series: Series):
    [game] = play_series(series_ids=[series.pk], acting_user=None)
    columns = SheetColumn.objects.filter(key=game_key(game))
    assert columns.count() == 2
    for sheet in PitchingSheet.objects.all():
        assert sheet.its_law == OneInning()
        whole = whole_sheet(sheet)
        assert whole.lines
        answers = [answer for row in grid(whole).rows for answer in row.answers]
        assert {answer.short for answer in answers} == {"S 1.0"}
    assert not Violation.objects.exists()


@pytest.mark.rule("CB-016")
def test_cb_016_a_second_inning_is_refused_or_waits_for_a_ruling(series: Series, reporter: User):
    def report(claim: GameClaim, *, despite: bool):
        return report_game(
            series_id=series.pk,
            number=1,
            claim=claim,
            key="",
            acting_user=reporter,
            despite=despite,
        )

    with pytest.raises(Refused) as refused:
        report(told(series, 3, 6, *[3] * 6), despite=False)
    assert [(each.code, each.facts["rule"]) for each in refused.value.refusals] == [
        ("too-many-outs", "CB-016")
    ]
    assert not SheetColumn.objects.exists()
    report(told(series, 3, 6, *[3] * 6), despite=True)
    violation = Violation.objects.get()
    assert (violation.rule, violation.outs, violation.allowed) == ("CB-016", 6, 3)
    assert Ruling.objects.get().case == "ineligible-pitcher"


def test_no_starter_is_missed_who_left_after_his_inning(series: Series, reporter: User):
    report_game(
        series_id=series.pk,
        number=1,
        claim=told(series, *[3] * 9),
        key="",
        acting_user=reporter,
    )
    assert not Ruling.objects.exists()
    assert not Violation.objects.exists()
    [sheet] = PitchingSheet.objects.filter(team=series.home)
    rival = person("Rival")
    TeamMember.objects.create(team=series.away, user=rival)
    with pytest.raises(Refused) as refused:
        sign_series(series_id=sheet.series.get().pk, acting_user=reporter)
    assert refused.value.code == "own-sheet"
    assert sign_series(series_id=sheet.series.get().pk, acting_user=rival).pk


@pytest.mark.rule("CB-121")
def test_cb_121_a_lent_pitcher_is_called_by_his_name_on_the_sheet_and_in_the_report(
    series: Series, reporter: User
):
    """Nine of the home side's own have thrown an inning each, and the visitors have lent one."""
    theirs = pitchers(series, series.away_id)
    claim = told(series, *[3] * 8)
    own = claim.sides[1].pitchers

    def lending(card: int) -> GameClaim:
        home = replace(claim.sides[1], pitchers=(*own, Line(card, 3)))
        return replace(claim, sides=(claim.sides[0], home))

    def report(card: int) -> None:
        report_game(
            series_id=series.pk, number=1, claim=lending(card), key="", acting_user=reporter
        )

    batter = RosterSpot.objects.filter(squad__team=series.away).order_by("number").first()
    for card in (batter.card_id, 10**9):
        with pytest.raises(Refused) as refused:
            report(card)
        assert "not-in-squad" in [each.code for each in refused.value.refusals]
    lent = Card.objects.get(pk=theirs[4])
    offered = staffs(series, 1)
    assert (lent.pk, lent.name, f"lent by {series.away.abbreviation}") in [
        (each.key, each.name, each.note) for each in offered[1].choices
    ]
    report(lent.pk)
    assert not Violation.objects.exists()
    sheet = PitchingSheet.objects.get(team=series.home)
    assert whole_sheet(sheet).others == {lent.pk: lent.name}
    assert grid(whole_sheet(sheet)).rows[-1].name == lent.name
    [version] = versions_of(Game.objects.get())
    assert f"{lent.name} 1.0" in version.pitchers[1]
