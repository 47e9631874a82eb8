"""Games on a pitching sheet: written once, written again, taken off, and nothing overwritten."""

import pytest
from django.db import IntegrityError, transaction

from config.journal.models import Action
from config.refusals import Refused
from pitching.constraints import told_as_refusals
from pitching.models import ColumnEntry, Outing, SheetColumn, SheetSeries, Violation
from pitching.rules.columns import Line
from pitching.rules.eligibility import Role
from pitching.rules.law import PitchingLaw
from pitching.selectors.sheets import open_violations, sheet_values
from pitching.services.recording import record_columns, take_back_columns
from pitching.services.reports import ColumnReport
from pitching.services.sheets import open_sheets
from tests.at_once import at_once
from tests.builders import an_event_row, person
from tests.pitching.builders import Club, two_clubs

WHOLE = ((1, 18), (5, 9))


def answers(club: Club, column: int, role: Role = Role.RELIEF) -> dict[int, int]:
    """Outs that each of the staff may get, by number."""
    value = sheet_values([club.sheet])[club.sheet.pk]
    return {
        number: club.sheet.its_law.eligibility(value, pitcher, column, role).outs
        for number, pitcher in enumerate(club.staff.values(), start=1)
    }


def refused(act, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        act(*args, **kwargs)
    return [refusal.code for refusal in caught.value.refusals]


@pytest.mark.django_db
@pytest.mark.rule("T10.2q", "T10.2r", "T10.2m")
def test_a_game_is_written_on_both_clubs_sheets_and_the_law_reads_it():
    home, away = two_clubs()
    home.record(1, (1, 18), (5, 9))
    away.record(1, (2, 26), (6, 0), (7, 1))
    assert home.written() == {1: {1: 18, 5: 9}}
    assert away.written() == {1: {2: 26, 6: 0, 7: 1}}
    assert answers(home, 2) == {1: 0, 2: 0, 3: 0, 4: 12, 5: 3, 6: 12, 7: 12}
    assert answers(home, 2, Role.START)[1] == 0
    # An appearance without an out is one: a third more in a row and he is out.
    away.record(2, (1, 27), (6, 0))
    away.record(3, (3, 27), (6, 0))
    assert answers(away, 4)[6] == 0


@pytest.mark.django_db
def test_the_same_game_told_twice_is_written_once():
    home, _ = two_clubs()
    assert home.record(1, *WHOLE) is not None
    assert home.record(1, *WHOLE) is None
    assert ColumnEntry.objects.count() == 1
    assert open_sheets(scope="nothing:1", team_ids=[home.team.pk])[home.team.pk] == home.sheet


@pytest.mark.django_db
@pytest.mark.rule("T33.0i")
def test_t33_0i_a_suspended_game_keeps_its_column():
    home, _ = two_clubs()
    home.record(1, (1, 15), suspended=True)
    home.record(2, (2, 27))
    column = home.record(1, (1, 15), (5, 12))
    assert column is not None
    assert (column.number, column.version, column.status) == (1, 2, "played")
    assert [entry.kind for entry in column.entries.all()] == ["suspended", "completed"]
    assert home.written() == {1: {1: 15, 5: 12}, 2: {2: 27}}
    assert answers(home, 3)[5] == 0
    assert refused(home.record, 4, (3, 27), key="game:1") == ["game-on-sheet"]
    assert refused(home.record, 4, (3, 27), series=(1, 4)) == ["series-elsewhere"]
    assert refused(home.record, 4, (3, 27), series=(3, 4)) == ["series-overlaps"]


@pytest.mark.django_db
@pytest.mark.rule("T10.2l")
def test_t10_2l_a_resumed_game_is_held_against_the_games_after_it():
    home, _ = two_clubs()
    home.record(1, (1, 15), suspended=True)
    home.record(2, (2, 18), (5, 9))
    home.record(1, (1, 15), (5, 4), (6, 8))
    found = open_violations([home.sheet.pk]).get()
    assert (found.rule, found.code, found.outs, found.allowed) == ("T10.2i", "too-many-outs", 4, 3)
    # The game after it stays as legal as it was when it was played (A-S7).
    assert found.entry.column.number == 1


@pytest.mark.django_db
def test_by_the_letter_a_resumed_game_has_less_relief():
    for reading, expected in (("windows", 6), ("sum", 0)):
        home, _ = two_clubs(PitchingLaw(resumed_game=reading), phase=1 + (reading == "sum"))
        home.record(1, (1, 21), (5, 6))
        home.record(4, (1, 15), suspended=True)
        home.record(5, (2, 21), (5, 6))
        assert answers(home, 4)[5] == expected


@pytest.mark.django_db
@pytest.mark.rule("T31.2a", "T27.64")
def test_what_a_game_shows_against_the_law_is_written_and_waits_for_a_ruling():
    home, _ = two_clubs()
    home.record(1, (1, 15), (5, 12))
    home.record(2, (1, 26), (5, 1))
    found = {(each.card_id, each.rule, each.code) for each in open_violations([home.sheet.pk])}
    assert found == {
        (home.card(1), "T10.2f", "not-eligible"),
        (home.card(5), "T10.2k", "not-eligible"),
    }
    assert home.written()[2] == {1: 26, 5: 1}
    assert Action.objects.filter(code="violation-found").count() == 2


@pytest.mark.django_db
@pytest.mark.rule("T31.1")
def test_t31_1_the_extra_out_of_a_double_play_is_written_without_a_violation():
    home, _ = two_clubs()
    home.record(1, (1, 16), (5, 11))
    home.record(2, (2, 25), Line(home.card(5), 2, on_last_play=2))
    assert not open_violations([home.sheet.pk]).exists()
    assert answers(home, 3)[5] == 0
    home.record(3, (3, 24), Line(home.card(6), 3))
    home.record(4, (4, 15), Line(home.card(6), 10, on_last_play=2, stayed_on=True), (7, 2))
    assert [each.rule for each in open_violations([home.sheet.pk])] == ["T10.2n"]


@pytest.mark.django_db
@pytest.mark.rule("T0.06c", "T31.2b")
def test_t0_06c_what_is_typed_in_against_the_law_needs_a_footnote():
    home, _ = two_clubs()
    user = person("Typist")
    home.record(1, *WHOLE, typed=True, acting_user=user)
    bad = ((2, 23), Line(home.card(5), 4))
    with pytest.raises(Refused) as caught:
        home.record(2, *bad, typed=True, acting_user=user)
    refusal = caught.value.refusals[0]
    assert refusal.code == "too-many-outs"
    assert (refusal.facts["outs"], refusal.facts["allowed"]) == (4, 3)
    assert home.written().keys() == {1}
    noted = ((2, 23), Line(home.card(5), 4, footnote="Accepted by the Ants."))
    home.record(2, *noted, typed=True, acting_user=user)
    outing = Outing.objects.get(card=home.card(5), entry__column__number=2)
    assert (outing.accepted, outing.footnote) == (True, "Accepted by the Ants.")
    assert open_violations([home.sheet.pk]).count() == 1
    # A footnote to a line that keeps the law accepts nothing.
    home.record(3, Line(home.card(3), 27, True, "A volunteer finished the game."), typed=True)
    assert not Outing.objects.get(card=home.card(3)).accepted


@pytest.mark.django_db
def test_everything_that_cannot_be_is_refused_at_once_and_nothing_stored():
    home, away = two_clubs()
    lines = (
        Line(home.card(1), 18, started=True),
        Line(away.card(1), 3, started=True),
        Line(home.card(5), 100),
        Line(home.card(5), -1),
    )
    codes = refused(home.record, 1, *lines, outs=27)
    assert sorted(codes) == [
        "not-in-squad",
        "outs-do-not-add-up",
        "outs-impossible",
        "outs-impossible",
        "pitcher-twice",
        "two-starters",
    ]
    assert refused(home.record, 1, Line(home.card(1), 27)) == ["no-starter"]
    assert refused(home.record, 1, outs=0) == ["no-starter"]
    for outside in (4, 9):
        assert refused(home.record, outside, *WHOLE, series=(1, 3)) == ["column-outside-series"]
    assert not SheetColumn.objects.exists()
    assert not SheetSeries.objects.exists()
    with pytest.raises(Refused) as caught:
        home.record(1, *WHOLE, outs=24)
    assert dict(caught.value.refusals[0].facts) == {"pitched": 27, "made": 24}


@pytest.mark.django_db
def test_one_bad_game_of_many_stores_none():
    home, away = two_clubs()
    reports = [home.report(1, *WHOLE), away.report(1, (1, 5), outs=6)]
    assert refused(record_columns, reports=reports, acting_user=None) == ["outs-do-not-add-up"]
    assert not SheetColumn.objects.exists()


@pytest.mark.django_db
@pytest.mark.rule("T25.3d")
def test_position_players_and_a_player_from_the_stands_are_only_written_down():
    home, _ = two_clubs()
    home.record(1, (1, 15), (8, 13), (0, 14))
    home.record(2, (2, 15), (8, 13), (0, 14))
    assert home.written()[2] == {2: 15, 8: 13, 0: 14}
    assert not Violation.objects.exists()


@pytest.mark.django_db
def test_a_column_is_written_again_and_the_first_writing_stays():
    home, _ = two_clubs()
    user = person("Corrector")
    column = home.record(1, *WHOLE)
    assert column is not None
    report = home.report(1, (1, 18), (6, 9))
    record_columns(reports=[report], acting_user=user, typed=True, reason="Wrong player")
    assert home.written() == {1: {1: 18, 6: 9}}
    first, second = column.entries.all()
    assert [outing.outs for outing in first.outings.all()] == [18, 9]
    assert (second.kind, second.reason, second.entered_by) == ("corrected", "Wrong player", user)


@pytest.mark.django_db
def test_a_correction_leaves_the_violations_of_what_it_corrects_behind():
    home, _ = two_clubs()
    home.record(1, (1, 14), (5, 13))
    assert open_violations([home.sheet.pk]).count() == 1
    home.record(1, (1, 18), (5, 9))
    assert not open_violations([home.sheet.pk]).exists()
    assert Violation.objects.count() == 1


@pytest.mark.django_db
def test_a_game_taken_back_counts_for_nothing_and_leaves_its_column_free():
    home, away = two_clubs()
    for club in (home, away):
        club.record(1, *WHOLE)
    sheets = [home.sheet.pk, away.sheet.pk]
    took = take_back_columns(sheet_ids=sheets, keys=["game:1"], reason="Void", acting_user=None)
    assert len(took) == 2
    assert (home.written(), away.written()) == ({}, {})
    assert answers(home, 2)[5] == 12
    again = take_back_columns(sheet_ids=sheets, keys=["game:1"], reason="Void", acting_user=None)
    assert again == []
    # Another game may stand there, and the first may not come back beside it.
    home.record(1, (2, 27), key="game:99")
    assert refused(home.record, 1, *WHOLE) == ["column-taken"]
    away.record(1, *WHOLE)
    assert [entry.kind for entry in ColumnEntry.objects.filter(column__sheet=away.sheet)] == [
        "recorded",
        "taken-back",
        "recorded",
    ]


@pytest.mark.django_db
@pytest.mark.rule("T10.2t")
def test_t10_2t_in_internet_events_the_bullpen_starts_fresh_before_every_four():
    for resets, expected in ((False, 0), (True, 12)):
        home, _ = two_clubs(bullpen_resets=resets, phase=1 + resets)
        home.record(4, (1, 15), (5, 12), series=(1, 4))
        home.record(5, (2, 27), series=(5, 4))
        assert answers(home, 6)[5] == expected
        # Starters rest all the same.
        assert answers(home, 6, Role.START)[1] == 0


@pytest.mark.servers("constraints")
@pytest.mark.django_db
def test_the_database_keeps_its_invariants_and_says_so():
    home, _ = two_clubs()
    column = home.record(1, *WHOLE)
    assert column is not None
    entry = column.entries.get()

    def twice():
        Outing.objects.create(entry=entry, card_id=home.card(5), place=3, outs=1)

    def beside():
        SheetColumn.objects.create(
            sheet=home.sheet, series=column.series, number=1, key="game:7", status="played", outs=0
        )

    def beyond():
        Outing.objects.create(entry=entry, card_id=home.card(6), place=3, outs=100)

    for act, code in (
        (twice, "pitcher-twice"),
        (beside, "column-taken"),
        (beyond, "outs-impossible"),
    ):
        with pytest.raises(Refused) as caught, told_as_refusals(), transaction.atomic():
            act()
        assert caught.value.code == code
    with pytest.raises(IntegrityError), told_as_refusals(), transaction.atomic():
        Outing.objects.create(entry=entry, card_id=home.card(6), place=3, outs=1, accepted=True)


@pytest.mark.django_db(transaction=True)
def test_two_games_of_a_club_that_end_at_once_leave_one_right_sheet():
    home, _ = two_clubs()
    games = {1: ((1, 21), (5, 6)), 2: ((2, 24), (5, 3)), 3: ((3, 23), (5, 4))}
    found = at_once(3, lambda at: home.record(at + 1, *games[at + 1]))
    assert not [answer for answer in found if isinstance(answer, Refused)]
    assert home.written() == {column: dict(lines) for column, lines in games.items()}
    assert SheetSeries.objects.filter(sheet=home.sheet).count() == 1
    # Whichever came last saw the others: thirteen outs in four games are found out once.
    assert open_violations([home.sheet.pk]).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_game_told_by_two_at_once_is_written_once():
    home, _ = two_clubs()
    found = at_once(4, lambda _: home.record(1, *WHOLE))
    assert sum(column is not None for column in found) == 1
    assert home.written() == {1: {1: 18, 5: 9}}
    assert ColumnEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_open_the_same_sheets_open_them_once():
    home, away = two_clubs()
    ids = [home.team.pk, away.team.pk]
    scope = an_event_row("other:1")
    found = at_once(3, lambda _: open_sheets(scope=scope, team_ids=ids))
    assert len({sheet.pk for sheets in found for sheet in sheets.values()}) == 2


@pytest.mark.django_db
def test_a_whole_seasons_games_are_written_in_a_fixed_number_of_queries(
    django_assert_num_queries,
):
    home, away = two_clubs()

    def season(columns: range) -> list[ColumnReport]:
        return [
            club.report(column, (1 + column % 4, 27)) for club in (home, away) for column in columns
        ]

    for columns in (range(1, 4), range(4, 28)):
        with django_assert_num_queries(17):
            record_columns(reports=season(columns), acting_user=None)
