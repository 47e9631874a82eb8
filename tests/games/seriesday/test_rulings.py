"""Violations are ruled on as section T31 says; nothing is overwritten, and the log tells it."""

from dataclasses import replace

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.engine.record import simulate
from games.models import Game
from games.seriesday.changes import changes_by
from games.seriesday.models import Ruling, RulingStep
from games.seriesday.selectors.points import entry_after_last_legal_out
from games.seriesday.selectors.reports import staffs
from games.seriesday.services.reporting import report_game
from games.seriesday.services.rulings import (
    Violation,
    agree,
    appeal,
    choose_remedy,
    dismiss,
    open_ruling,
)
from games.services.playing import play_series
from games.services.rewinding import rewind_game, void_game
from games.services.scoring import add_entries, record_game
from pitching.models import Outing, SheetColumn
from pitching.models import Violation as SheetViolation
from pitching.rules.columns import Line
from rosters.models import Card, Squad
from tests.builders import browser
from tests.games.seriesday.builders import a_day, claim

pytestmark = pytest.mark.django_db


def refused(act) -> str:
    with pytest.raises(Refused) as found:
        act()
    return found.value.code


def reported(day, case: str = "re-entry", *, by=None, number: int = 1, **more) -> Ruling:
    more = {"offender": day.series.home_id, "entry": 2, **more}
    return open_ruling(
        series_id=day.series.pk,
        number=number,
        violation=Violation(case, "He had been taken out.", **more),
        acting_user=by or day.away,
    )


def begun(day, entries: int = 4, number: int = 1) -> Game:
    words = simulate(day.series.system, day.series.settings, "a game").transcript
    return record_game(
        series_id=day.series.pk,
        number=number,
        transcript=words if entries < 0 else words[:entries],
        # A whole game counts at once if a director has scored it.
        acting_user=day.director if entries < 0 else day.home,
    )


def tired_pitcher(day):
    """Game 2 of the series, in which the starter of game 1 has started again."""
    first = day.pitched(claim())
    day.report(day.director, first)
    sides = day.series.sides(2)
    tired = first.sides[1].pitchers[0].pitcher
    at = sides.index(day.series.sides(1)[1])
    second = day.pitched(claim(), 2)
    again = replace(second.sides[at], pitchers=(Line(tired, second.stop.made[1 - at], True),))
    both = (again, second.sides[1]) if at == 0 else (second.sides[0], again)
    bad = replace(second, sides=both)
    report_game(
        series_id=day.series.pk,
        number=2,
        claim=bad,
        key="",
        acting_user=day.director,
        despite=True,
    )
    offended = day.home if sides[1 - at] == day.series.home_id else day.away
    return Ruling.objects.get(), tired, offended


@pytest.mark.rule("T0.06a", "T31.3")
def test_t0_06a_the_offended_manager_chooses_and_the_game_is_cut_where_it_went_wrong():
    day = a_day()
    game = begun(day)
    ruling = reported(day)
    assert ruling.offended_id == day.series.away_id
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.home))
        == "not-yours-to-choose"
    )
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    game.refresh_from_db()
    assert len(game.entries) == 1
    tail = game.voided_tails.get()
    assert (tail.entry, len(tail.entries.split())) == (2, 3)
    assert tail.reason.startswith("T31.3: ")
    ruling.refresh_from_db()
    assert (ruling.state, ruling.remedy) == ("decided", "reset")
    assert [step.kind for step in ruling.steps.all()] == ["opened", "chosen"]
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.away))
        == "already-decided"
    )


@pytest.mark.rule("T31.4a")
def test_t31_4a_a_game_with_an_illegal_lineup_starts_over():
    day = a_day()
    game = begun(day)
    ruling = reported(day, "illegal-lineup", entry=None)
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away))
        == "remedy-not-open"
    )
    choose_remedy(ruling_id=ruling.pk, remedy="restart", acting_user=day.away)
    game.refresh_from_db()
    assert game.entries == []
    assert game.voided_tails.get().entry == 1


def test_what_a_remedy_would_change_is_told_and_nothing_is_stored():
    day = a_day()
    game = begun(day, -1)
    ruling = reported(day)
    agree(ruling_id=ruling.pk, acting_user=day.home)
    before = (Action.objects.count(), RulingStep.objects.count())
    found = Game.objects.select_related("series__home", "series__away").get(pk=game.pk)
    changes = changes_by(
        found, lambda: choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    )
    assert {each.what for each in changes.game} == {"Result", "State"}
    assert changes.standings
    game.refresh_from_db()
    assert game.is_final
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.OPEN
    assert (Action.objects.count(), RulingStep.objects.count()) == before


@pytest.mark.rule("T31.2b", "T0.06c")
def test_t31_2b_accepted_his_innings_stand_with_a_footnote_and_the_violation_is_closed():
    day = a_day(cards=True)
    ruling, tired, offended = tired_pitcher(day)
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=offended))
        == "footnote-missing"
    )
    choose_remedy(
        ruling_id=ruling.pk,
        remedy="accept",
        footnote="Let stand: nobody had noticed.",
        acting_user=offended,
    )
    outing = Outing.objects.filter(card=tired, started=True).order_by("-entry").first()
    assert outing.accepted
    assert outing.footnote == "Let stand: nobody had noticed."
    column = outing.entry.column
    assert column.version == outing.entry.version
    assert not SheetViolation.objects.filter(
        entry__column=column, entry__version=column.version, closed_at=None
    ).exists()
    # The game still counts, and no new ruling is opened for what was let stand.
    assert day.game(2).is_final
    assert Ruling.objects.count() == 1
    # Where its result is read stands what was ruled, why, and the way to an appeal.
    pages = [
        browser(user).get(f"/series/{day.series.pk}/games/2/report/").content.decode()
        for user in (day.home, day.away)
    ]
    assert all(f"/rulings/{ruling.pk}/" in page for page in pages)
    assert any("how to appeal" in page for page in pages)


@pytest.mark.rule("T31.2a")
def test_t31_2a_reset_a_reported_game_is_played_on_and_reported_again_in_its_column():
    day = a_day(cards=True)
    ruling, _, offended = tired_pitcher(day)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=offended)
    game = day.game(2)
    assert game.status == Game.Status.SUSPENDED
    columns = SheetColumn.objects.filter(key=f"game:{game.pk}")
    assert {column.status for column in columns} == {"taken-back"}
    day.report(day.director, day.pitched(claim(), 2), number=2)
    assert day.game(2).pk == game.pk
    assert day.game(2).is_final
    assert {column.status for column in columns.all()} == {"played"}


def test_what_a_ruling_reopened_is_held_against_no_suspension_of_before():
    day = a_day(length=1)
    day.report(day.home, claim(3, 3, ending="suspended", inning=6, half=1, outs=1))
    day.report(day.home, claim(5, 3))
    ruling = reported(day, entry=None)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.director)
    assert day.game().status == Game.Status.SUSPENDED
    day.report(day.away, claim(2, 1))
    day.report(day.home, claim(3, 1))
    assert [each.state for each in day.game().reports.all()] == [
        "replaced",
        "replaced",
        "disputed",
        "disputed",
    ]


@pytest.mark.rule("T31.2a")
def test_t31_2a_the_entry_is_the_one_after_the_last_out_he_might_get():
    day = a_day(cards=True, length=1)
    (game, *_) = play_series(series_ids=[day.series.pk], acting_user=None)
    stored = game.clubs[1]
    starter = stored["cards"][stored["order"][stored["positions"].index(1)] - 1]
    game.series = day.series
    never = entry_after_last_legal_out(game, starter, 0)
    three = entry_after_last_legal_out(game, starter, 3)
    six = entry_after_last_legal_out(game, starter, 6)
    assert never is not None
    assert never < three < six <= len(game.entries)
    # What is kept has exactly the outs he might get.
    from games.clubs import clubs_of
    from games.engine.events import mark_of
    from games.engine.folds.outings import outings_of
    from games.engine.situation import Situation

    for allowed, entry in ((3, three), (6, six)):
        kept = [event for event in game.events if mark_of(event) < entry]
        _, home = outings_of(kept, clubs_of(game), Situation.read(game.situation).half)
        assert sum(each.outs for each in home) == allowed


@pytest.mark.rule("T0.06e", "T0.06f")
def test_t0_06e_after_a_later_game_has_begun_it_is_accepted_or_suspended_where_it_went_wrong():
    day = a_day()
    game = begun(day, -1)
    begun(day, 3, number=2)
    ruling = reported(day)
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away))
        == "remedy-not-open"
    )
    agree(ruling_id=ruling.pk, acting_user=day.home)
    choose_remedy(ruling_id=ruling.pk, remedy="suspend", acting_user=day.away)
    game.refresh_from_db()
    assert game.status == Game.Status.SUSPENDED
    assert game.entries[1:] == ["suspend"]
    add_entries(game_id=game.pk, after=2, entries=["5"], acting_user=day.home)


@pytest.mark.rule("T0.06d")
def test_t0_06d_once_the_series_is_official_only_a_director_changes_it():
    day = a_day()
    begun(day, -1)
    others = day.tournament.series.exclude(pk=day.series.pk)
    for series in others:
        record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=None)
    assert refused(lambda: reported(day)) == "series-official"
    ruling = reported(day, by=day.director)
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.away))
        == "series-official"
    )
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.director, words="Clear")
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.FINAL


@pytest.mark.rule("T31.8a", "T31.8c")
def test_t31_8_a_misread_needs_both_managers_and_is_noticed_in_time():
    day = a_day()
    begun(day)
    late = {"made_in_half": 1, "noticed_in_half": 2, "batters_since": 1}
    assert refused(lambda: reported(day, "misread", offender=None, **late)) == "noticed-too-late"
    soon = {**late, "batters_since": 0}
    ruling = reported(day, "misread", offender=None, **soon)
    assert ruling.offended_id is None
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away))
        == "not-agreed"
    )
    agree(ruling_id=ruling.pk, acting_user=day.home)
    # Pressed twice he has said it once.
    assert refused(lambda: agree(ruling_id=ruling.pk, acting_user=day.home)) == "already-agreed"
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    assert len(day.game().entries) == 1
    other = reported(day, "misread", offender=None, **soon)
    agree(ruling_id=other.pk, acting_user=day.home, denies=True)
    other.refresh_from_db()
    assert other.state == Ruling.State.DISMISSED


@pytest.mark.rule("T0.09b")
def test_t0_09b_everything_is_appealed_to_the_director_who_undoes_or_upholds():
    day = a_day()
    game = begun(day)
    whole = list(game.entries)
    ruling = reported(day)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    appeal(ruling_id=ruling.pk, words="It was no re-entry", acting_user=day.home)
    assert (
        refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.away))
        == "not-yours-to-choose"
    )
    assert (
        refused(lambda: dismiss(ruling_id=ruling.pk, words="No", acting_user=day.director))
        == "already-carried-out"
    )
    choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.director)
    game.refresh_from_db()
    assert game.entries == whole
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.FINAL
    assert [step.kind for step in ruling.steps.all()] == ["opened", "chosen", "appealed", "ruled"]
    assert (
        refused(lambda: appeal(ruling_id=ruling.pk, words="Again", acting_user=day.home))
        == "ruling-final"
    )
    codes = list(Action.objects.filter(code__startswith="ruling-").values_list("code", flat=True))
    assert sorted(codes) == [
        "ruling-appealed",
        "ruling-decided",
        "ruling-decided",
        "ruling-opened",
    ]


@pytest.mark.rule("T0.06a")
def test_a_game_is_cut_only_where_somebody_has_said_that_it_went_wrong():
    day = a_day()
    game = begun(day)
    whole = list(game.entries)
    ruling = reported(day, entry=None)
    code = refused(lambda: choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away))
    assert code == "point-missing"
    ruling.refresh_from_db()
    game.refresh_from_db()
    assert (ruling.state, game.entries, game.voided_tails.count()) == ("open", whole, 0)


def test_an_appeal_puts_back_what_its_own_ruling_cut_and_not_another_under_the_same_rule():
    day = a_day()
    game = begun(day)
    whole = list(game.entries)
    first = reported(day)
    choose_remedy(ruling_id=first.pk, remedy="reset", acting_user=day.away)
    cut = game.voided_tails.get()
    # Played on, and taken back by hand for a reason that begins like the ruling's.
    add_entries(game_id=game.pk, after=1, entries=["5"], acting_user=day.home)
    rewind_game(
        game_id=game.pk,
        entry=2,
        reason=f"{first.rule}: a slip of the pen",
        acting_user=day.home,
    )
    appeal(ruling_id=first.pk, words="No", acting_user=day.home)
    choose_remedy(ruling_id=first.pk, remedy="accept", acting_user=day.director)
    game.refresh_from_db()
    assert game.entries == whole
    assert cut.entries.split() == whole[1:]


def test_what_was_played_on_since_is_not_put_back():
    day = a_day()
    game = begun(day)
    ruling = reported(day)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    add_entries(game_id=game.pk, after=1, entries=["5"], acting_user=day.home)
    appeal(ruling_id=ruling.pk, words="No", acting_user=day.home)
    code = refused(
        lambda: choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.director)
    )
    assert code == "played-since"
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.APPEALED


def test_a_violation_is_reported_whole_or_not_at_all():
    day = a_day()
    assert refused(lambda: reported(day)) == "no-game-yet"
    begun(day)
    assert refused(lambda: reported(day, "rain")) == "unknown-case"
    assert refused(lambda: reported(day, offender=None)) == "offender-missing"
    assert refused(lambda: reported(day, offender=0)) == "offender-missing"
    assert not Ruling.objects.exists()


def not_named(day, card: int):
    """Reported by the visitors' opponent: nobody had been named, and this player hit or pitched."""
    return open_ruling(
        series_id=day.series.pk,
        number=1,
        violation=Violation(
            "pitcher-not-named",
            "Nobody named a pitcher.",
            offender=day.series.sides(1)[0],
            pitcher=card,
        ),
        acting_user=day.director,
    )


def offered(day, ruling) -> list[str]:
    answer = browser(day.director).get(f"/api/v1/rulings/{ruling.pk}/").json()
    return [each["remedy"] for each in answer["remedies"]]


@pytest.mark.rule("T31.11b", "T31.2c")
def test_t31_11b_an_eligible_reliever_who_hit_is_taken_to_be_the_pitcher():
    day = a_day(cards=True)
    both = staffs(day.series, 1)
    assert both is not None
    starter = both[0].starter
    reliever = next(
        each.key for each in both[0].choices if "relief" in each.note and each.key != starter
    )
    told = day.pitched(claim())
    away = told.sides[0]
    first, last = Line(starter, 24, started=True), Line(reliever, 3)
    told = replace(told, sides=(replace(away, pitchers=(first, last)), told.sides[1]))
    day.report(day.director, told)
    ruling = not_named(day, reliever)
    assert offered(day, ruling) == ["taken-to-pitch"]
    # A reset in that case is wrong.
    act = {"ruling_id": ruling.pk, "acting_user": day.director}
    assert refused(lambda: choose_remedy(remedy="reset", entry=1, **act)) == "remedy-not-open"
    choose_remedy(remedy="taken-to-pitch", **act)
    outing = Outing.objects.filter(card=reliever).order_by("-pk").first()
    assert outing is not None
    assert outing.footnote.startswith("T31.11b")
    assert outing.outs == 3
    assert day.game().status == "final"


@pytest.mark.rule("T31.11a")
def test_t31_11a_where_several_may_pitch_and_the_hitter_may_not_the_game_goes_back():
    day = a_day(cards=True)
    hitter = (
        Squad.objects.get(event__key=day.tournament.scope, team=day.series.sides(1)[0])
        .spots.filter(card__kind=Card.Kind.HITTER)
        .first()
    )
    day.report(day.director, day.pitched(claim()))
    ruling = not_named(day, hitter.card_id)
    assert offered(day, ruling) == ["reset"]
    act = {"ruling_id": ruling.pk, "acting_user": day.director}
    assert refused(lambda: choose_remedy(remedy="taken-to-pitch", **act)) == "remedy-not-open"


@pytest.mark.rule("T31.11c", "T31.11d")
@pytest.mark.parametrize(("left", "rule"), [(0, "T31.11c"), (1, "T31.11d")])
def test_t31_11d_who_alone_may_pitch_is_on_the_mound_and_a_hitter_where_nobody_is_left(left, rule):
    day = a_day(cards=True)
    squad = Squad.objects.get(event__key=day.tournament.scope, team=day.series.sides(1)[0])
    day.report(day.director, day.pitched(claim()))
    hitter = squad.spots.filter(card__kind=Card.Kind.HITTER).first()
    pitched = set(Outing.objects.values_list("card", flat=True))
    pitchers = squad.spots.exclude(card__kind=Card.Kind.HITTER).exclude(card__in=pitched)
    relievers = [each.key for each in staffs(day.series, 1)[0].choices if "relief" in each.note]
    keep = [spot.pk for spot in pitchers if spot.card_id in relievers][:left]
    pitchers.exclude(pk__in=keep).delete()
    ruling = not_named(day, hitter.card_id)
    assert offered(day, ruling) == ["taken-to-pitch"]
    choose_remedy(ruling_id=ruling.pk, remedy="taken-to-pitch", acting_user=day.director)
    ruling.refresh_from_db()
    assert ruling.footnote.startswith(rule)


def on_page(user, ruling: Ruling, **values):
    return browser(user).post(ruling.get_absolute_url(), values)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("state", [Ruling.State.OPEN, Ruling.State.APPEALED])
def test_nothing_is_done_to_a_game_that_was_voided_by_way_of_its_ruling(state, again):
    """Neither where it was played again nor where it is to be: the ruling is of the void game."""
    day = a_day()
    day.report(day.director, claim(4, 2))
    ruling = reported(day, by=day.director, entry=None)
    void = day.game()
    void_game(game_id=void.pk, reason="Wrong cards", acting_user=day.director)
    # As a release before this one left it behind.
    Ruling.objects.filter(pk=ruling.pk).update(state=state)
    if again:
        day.report(day.director, claim(7, 2))
    page = browser(day.director).get(ruling.get_absolute_url())
    assert page.context["page"].offers == ()
    assert "This game was taken off the books." in page.content.decode()
    for act in ("preview", "choose"):
        answer = on_page(day.director, ruling, act=act, remedy="reset", words="So be it")
        assert answer.status_code == 422
        assert answer.context["refusals"][0].code == "game-void"
        answer = browser(day.director).post(
            f"/api/v1/rulings/{ruling.pk}/{act}/",
            {"remedy": "reset"},
            content_type="application/json",
        )
        assert answer.json()["error"]["code"] == "game-void"
    void.refresh_from_db()
    assert void.status == Game.Status.VOID


def test_a_ruling_on_a_void_game_is_not_appealed():
    day = a_day()
    day.report(day.director, claim(4, 2))
    ruling = reported(day, by=day.director, entry=None)
    choose_remedy(
        ruling_id=ruling.pk, remedy="accept", acting_user=day.director, footnote="Let stand"
    )
    Ruling.objects.filter(pk=ruling.pk).update(state=Ruling.State.DECIDED)
    page = browser(day.home).get(ruling.get_absolute_url()).content.decode()
    assert "Appeal to the director" in page
    void_game(game_id=day.game().pk, reason="Wrong cards", acting_user=day.director)
    page = browser(day.home).get(ruling.get_absolute_url()).content.decode()
    assert "Appeal to the director" not in page
    answer = on_page(day.home, ruling, act="appeal", words="Unfair")
    assert answer.context["refusals"][0].code == "game-void"
