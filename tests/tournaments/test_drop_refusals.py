"""What cannot be done with a club that drops out; where it is refused, nothing is stored."""

import pytest

from config.refusals import Refused
from games.models import Series
from rosters.models import TeamMember
from tests.builders import director_of, entrant, league, manager, person
from tests.tournaments.drops import drop, picture, play_rounds
from tests.tournaments.test_stages import play
from tournaments.models import Drop, Entrant, Replacement, Tournament
from tournaments.selectors.drops import people_of, proposals
from tournaments.selectors.league import load_league
from tournaments.services.drops import (
    cover_club,
    leave_uncovered,
    name_replacement,
    take_over,
    undo_drop,
    withdraw_replacement,
)

pytestmark = pytest.mark.django_db


def covered_by(made: Tournament, number: int, *guests) -> Drop:
    """The club is played for by these people in turn, all its series."""
    found = cover_club(tournament=made, number=number, reason="Gone", acting_user=director_of(made))
    loaded = load_league(made)
    for at, proposal in enumerate(proposals(loaded, entrant(made, number), people_of(loaded))):
        name_replacement(
            drop=found,
            series_id=proposal.meeting.series_id,
            user=guests[at % len(guests)],
            acting_user=director_of(made),
        )
    return found


def test_nobody_plays_on_for_a_club_that_has_nothing_left():
    made = league(5)
    play_rounds(made, 1, 2, 3, 4)
    (resting,) = load_league(made).rounds[-1].byes
    with pytest.raises(Refused) as refused:
        cover_club(
            tournament=made,
            number=resting.home.number,
            reason="Gone",
            acting_user=director_of(made),
        )
    assert (refused.value.code, refused.value.refusals[0].place) == ("nothing-left", "club")
    assert not Drop.objects.exists()


def test_two_clubs_stay_at_least_and_none_drops_out_twice():
    made = league(3)
    drop(made, 1)
    was = picture(made)
    for number, code in ((1, "dropped-already"), (2, "too-few-clubs")):
        with pytest.raises(Refused) as refused:
            drop(made, number)
        assert (refused.value.code, refused.value.refusals[0].place) == (code, "club")
    assert (picture(made), Drop.objects.count()) == (was, 1)


def test_no_club_drops_out_of_an_event_that_is_over():
    made = league(4)
    play(made)
    with pytest.raises(Refused) as refused:
        drop(made, 1)
    assert refused.value.code == "not-running"
    assert not Drop.objects.exists()


@pytest.mark.rule("T0.08h")
def test_t0_08_what_others_played_for_a_club_stands_when_it_is_out_in_the_end():
    made = league(5)
    play_rounds(made, 1)
    # Who rests in the last round has played everything before it.
    (resting,) = load_league(made).rounds[-1].byes
    number = resting.home.number
    first = cover_club(tournament=made, number=number, reason="Gone", acting_user=director_of(made))
    play_rounds(made, 2, 3, 4)
    others = [row for row in picture(made)["standings"] if row[0] != number]
    second = drop(made, number)
    first.refresh_from_db()
    assert first.undone_at is not None
    assert second.way == Entrant.Dropped.KEPT
    # Nobody loses a game that he won against it; only its own place is gone.
    records = {row[0]: row[2] for row in picture(made)["standings"]}
    assert records == {row[0]: row[2] for row in others}


def test_who_plays_a_series_for_a_club_is_named_anew_until_he_has_played_a_game_of_it():
    made = league(6)
    director = director_of(made)
    one, two = person("Guest One"), person("Guest Two")
    play_rounds(made, 1)
    covered = covered_by(made, 2, one)
    mine = covered.replacements.order_by("pk").first()
    assert mine is not None
    instead = name_replacement(
        drop=covered, series_id=mine.series_id, user=two, acting_user=director
    )
    # One a series: the former is off it.
    named = Replacement.objects.filter(drop=covered, series=mine.series_id)
    assert [each.user for each in named] == [two]
    play_rounds(made, Series.objects.get(pk=mine.series_id).fixture.round.number)
    with pytest.raises(Refused) as refused:
        withdraw_replacement(replacement=instead, acting_user=director)
    assert refused.value.code == "series-played"
    assert named.exists()
    # What was to be played is over, and with it what it was for.
    assert not TeamMember.objects.filter(team=covered.entrant.team, user=two).exists()


@pytest.mark.rule("T0.08e", "T0.08g", "T0.08h")
def test_t0_08_nobody_takes_over_a_club_for_which_nobody_played_and_the_only_one_needs_no_die():
    made = league(6)
    director = director_of(made)
    play_rounds(made, 1)
    one, two = person("Guest One"), person("Guest Two")
    covered = covered_by(made, 2, one)
    play(made)
    only = take_over(drop=covered, rolls={}, acting_user=director)
    assert (only.taken_over_by, only.rolls) == (one, {})
    # It is his own from now on.
    with pytest.raises(Refused) as refused:
        undo_drop(drop=covered, acting_user=director)
    assert refused.value.code == "taken-over"
    for act in (take_over, leave_uncovered):
        more = {"rolls": {}} if act is take_over else {}
        with pytest.raises(Refused) as refused:
            act(drop=covered, acting_user=director, **more)
        assert (refused.value.code, refused.value.refusals[0].place) == ("not-covered", "drop")
    assert entrant(made, 2).dropped == ""
    assert not TeamMember.objects.filter(team=covered.entrant.team, user=two).exists()


@pytest.mark.rule("T0.08b", "T0.08e", "T0.08h")
def test_t0_08_where_nobody_may_take_a_club_over_the_refusal_says_why_of_everybody():
    made = league(5)
    director = director_of(made)
    for number in range(1, 6):
        manager(made, number, f"Manager {number}")
    play_rounds(made, 1, 2, 3)
    # Somebody who rests in neither of the two rounds that are left.
    resting = {each.home.number for round_ in load_league(made).rounds[-2:] for each in round_.byes}
    number = min({1, 2, 3, 4, 5} - resting)
    covered = cover_club(tournament=made, number=number, reason="Gone", acting_user=director)
    loaded = load_league(made)
    for proposal in proposals(loaded, entrant(made, number), people_of(loaded)):
        ((user, _),) = proposal.candidates
        name_replacement(
            drop=covered,
            series_id=proposal.meeting.series_id,
            user=user,
            acting_user=director,
        )
    play(made)
    with pytest.raises(Refused) as refused:
        take_over(drop=covered, rolls={}, acting_user=director)
    first, *others = [each.code for each in refused.value.refusals]
    assert first == "nobody-may"
    # Those with the byes played, and go on with clubs of their own (A-Q8).
    assert others == ["of-the-same-division"] * 2
    covered.refresh_from_db()
    assert covered.taken_over_by is None
