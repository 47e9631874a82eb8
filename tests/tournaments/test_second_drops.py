"""One drop upon another: what the first bound, struck or called off, and the way back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Series
from games.services.scoring import record_game
from pitching.models import PitchingSheet, SheetSeries
from tests.builders import browser, director_of, entrant, fixture_of, league, manager
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.drops import drop, picture, play_rounds
from tournaments.models import Drop, Tournament
from tournaments.selectors.league import load_league
from tournaments.services.drops import cover_club, leave_uncovered, name_replacement, undo_drop
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


def with_sheets(clubs: int = 6) -> Tournament:
    return league(
        clubs,
        system_key="purestrat",
        card_set=a_purestrat_set(clubs=clubs + 2).slug,
        format=Format(legs=1, series_length=1),
    )


def opponent(tournament: Tournament, number: int, round_number: int) -> int:
    """Whom a club meets in a round, by number."""
    (meeting,) = (
        each
        for each in load_league(tournament).meetings_of(entrant(tournament, number))
        if each.round_number == round_number
    )
    assert meeting.away is not None
    return sum(each.number for each in (meeting.home, meeting.away)) - number


def sheet_of(tournament: Tournament, number: int) -> PitchingSheet:
    return PitchingSheet.objects.select_related("bound_to", "bound_series").get(
        event__key=tournament.scope, team=entrant(tournament, number).team_id
    )


def bound(tournament: Tournament, number: int) -> tuple[int, int] | None:
    """The opponents of the series that is bound and of the one it repeats, by number."""
    numbers = {each.team_id: each.number for each in tournament.entrants.all()}
    sheet = sheet_of(tournament, number)
    if sheet.bound_series is None or sheet.bound_to is None:
        return None
    return numbers[sheet.bound_series.opponent_id], numbers[sheet.bound_to.opponent_id]


@pytest.fixture
def one_out() -> tuple[Tournament, int, Drop]:
    """Two rounds are played and club 1 is out; with whom it met in the first, who is bound."""
    made = with_sheets()
    play_rounds(made, 1, 2)
    who = opponent(made, 1, 1)
    first = drop(made, 1)
    last = opponent(made, who, 5)
    assert bound(made, who) == (last, 1)
    return made, who, first


@pytest.mark.rule("T0.08o")
def test_t0_08o_the_binding_moves_to_the_last_series_left_when_its_opponent_drops_out_too(one_out):
    made, who, first = one_out
    before = picture(made)
    second = drop(made, opponent(made, who, 5))
    assert bound(made, who) == (opponent(made, who, 4), 1)
    # Taken back it stands in the last series again; the first taken back as well, nowhere.
    undo_drop(drop=second, acting_user=director_of(made))
    after = picture(made)
    there = dict(before["sheets"])
    after["sheets"] = [(pk, struck) for pk, struck in after["sheets"] if pk in there or struck]
    assert after == before
    undo_drop(drop=first, acting_user=director_of(made))
    assert bound(made, who) is None


@pytest.mark.rule("T0.08o")
def test_t0_08o_the_first_drop_taken_back_leaves_what_the_second_binds(one_out):
    made, who, first = one_out
    last = opponent(made, who, 5)
    second = drop(made, last)
    undo_drop(drop=first, acting_user=director_of(made))
    assert bound(made, who) is None
    for number in (2, 3, 4, 5, 6):
        found = bound(made, number) if number != last else None
        assert found is None or found[1] == last
    # The series of the two against one another is off as long as either is out.
    between = fixture_of(made, 1, last).series
    assert Series.objects.get(pk=between.pk).called_off_at is not None
    undo_drop(drop=second, acting_user=director_of(made))
    assert Series.objects.get(pk=between.pk).called_off_at is None
    assert all(bound(made, number) is None for number in range(1, 7))
    play_rounds(made, 3, 4, 5)
    assert not load_league(made).unplayed


@pytest.mark.rule("T0.08o")
def test_t0_08o_a_covered_clubs_bye_moves_the_binding_as_well(one_out):
    made, who, _ = one_out
    director, gone = director_of(made), opponent(made, who, 5)
    covered = cover_club(tournament=made, number=gone, reason="Gone", acting_user=director)
    named = next(
        each
        for each in load_league(made).meetings_of(entrant(made, gone))
        if each.is_open and not each.has(entrant(made, who)) and each.round_number != 5
    )
    # The division is odd since the first drop: whoever should have met that club has the bye.
    resting = opponent(made, 1, named.round_number)
    name_replacement(
        drop=covered,
        series_id=named.series_id,
        user=manager(made, resting),
        acting_user=director,
    )
    leave_uncovered(drop=covered, acting_user=director)
    assert bound(made, who) == (opponent(made, who, 4), 1)
    # And when in the end it is out, nothing of it is left to play.
    drop(made, gone)
    mine = load_league(made).meetings_of(entrant(made, gone))
    assert not [each for each in mine if each.is_open]
    assert bound(made, who) == (opponent(made, who, 4), 1)


@pytest.mark.rule("T0.08n", "T0.08o")
def test_t0_08n_who_met_the_club_last_is_the_last_in_time_and_not_in_the_schedule():
    made = with_sheets(4)
    early, late = opponent(made, 1, 1), opponent(made, 1, 3)
    play_rounds(made, 3)
    play_rounds(made, 1)
    now = timezone.now()
    for at, number in enumerate((late, early)):
        games = Game.objects.filter(series=fixture_of(made, 1, number).series)
        games.update(started_at=now - timedelta(hours=2 - at))
    drop(made, 1)
    erased = SheetSeries.objects.filter(struck=SheetSeries.Struck.ERASED)
    assert [each.sheet.team_id for each in erased] == [entrant(made, early).team_id]
    # Who met it earlier has the second round left, which stands before that in the schedule.
    assert bound(made, late) == (opponent(made, late, 2), 1)


@pytest.mark.rule("T0.08n")
def test_t0_08n_a_game_broken_off_by_the_drop_is_the_last_contact():
    made = with_sheets(4)
    play_rounds(made, 1)
    second = opponent(made, 1, 2)
    record_game(
        series_id=fixture_of(made, 1, second).series_id,
        number=1,
        transcript=(),
        acting_user=director_of(made),
    )
    drop(made, 1)
    assert not SheetSeries.objects.filter(struck=SheetSeries.Struck.ERASED).exists()
    first = opponent(made, 1, 1)
    assert bound(made, first) == (opponent(made, first, 3), 1)


@pytest.mark.rule("T0.08l", "T33.0j")
@pytest.mark.parametrize("meaning", ["void", "kept"])
def test_t0_08_a_game_suspended_against_a_club_that_is_out_waits_for_nobody(meaning):
    made = with_sheets(4)
    made.dropped_results = meaning
    made.save()
    director = director_of(made)
    first = opponent(made, 1, 1)
    game = record_game(
        series_id=fixture_of(made, 1, first).series_id,
        number=1,
        transcript=["suspend"],
        acting_user=director,
    )
    play_rounds(made, 2)
    page = browser(manager(made, first))
    sheet = sheet_of(made, first).get_absolute_url()

    def told() -> list[bool]:
        """Whether the sheet, and the game, say that it has still to be finished."""
        where = {sheet: "waits to be finished", game.get_absolute_url(): "While this game waits"}
        return [words in page.get(at).content.decode() for at, words in where.items()]

    assert told() == [True, True]
    gone = drop(made, 1)
    assert told() == [False, False]
    undo_drop(drop=gone, acting_user=director)
    assert told() == [True, True]
