"""Others play on for a club whose manager is gone, until one of them takes it over; what nobody
plays are byes."""

import pytest

from config.refusals import Refused
from games.models import Series
from games.services.playing import play_series
from rosters.models import TeamMember
from tests.builders import browser, director_of, entrant, league, manager, person
from tests.tournaments.drops import play_rounds
from tests.tournaments.test_stages import event, play
from tournaments.models import Tournament
from tournaments.selectors.drops import heirs, people_of, proposals
from tournaments.selectors.league import load_league
from tournaments.selectors.progress import standing_of
from tournaments.selectors.tables import division_tables, table
from tournaments.services.drawing import advance_event
from tournaments.services.drops import (
    cover_club,
    leave_uncovered,
    name_replacement,
    take_over,
    undo_drop,
    withdraw_replacement,
)

pytestmark = pytest.mark.django_db


@pytest.mark.rule("T0.08b")
def test_t0_08_in_an_odd_division_who_has_the_bye_plays_on_for_the_club():
    made = league(5)
    director = director_of(made)
    managers = {number: manager(made, number, f"Manager {number}") for number in range(1, 6)}
    play_rounds(made, 1)
    covered = cover_club(tournament=made, number=2, reason="Gone", acting_user=director)
    loaded = load_league(made)
    offered = proposals(loaded, entrant(made, 2), people_of(loaded))
    assert offered
    for proposal in offered:
        resting = next(
            meeting.home.number
            for round_ in loaded.rounds
            if round_.number == proposal.meeting.round_number
            for meeting in round_.byes
        )
        assert [user for user, _ in proposal.candidates] == [managers[resting]]
        wrong = next(user for number, user in managers.items() if number not in (resting, 2))
        with pytest.raises(Refused) as refused:
            name_replacement(
                drop=covered,
                series_id=proposal.meeting.series_id,
                user=wrong,
                acting_user=director,
            )
        assert refused.value.code == "not-the-bye"
        named = name_replacement(
            drop=covered,
            series_id=proposal.meeting.series_id,
            user=managers[resting],
            acting_user=director,
        )
        acts = TeamMember.objects.filter(team=covered.entrant.team, user=managers[resting])
        assert acts.exists()
        withdraw_replacement(replacement=named, acting_user=director)
        assert not acts.exists()
        name_replacement(
            drop=covered,
            series_id=proposal.meeting.series_id,
            user=managers[resting],
            acting_user=director,
        )
    # It is ranked while it plays, and nobody of its own division may take it over (A-Q8).
    assert len(table(load_league(made))) == 5
    play(made)
    loaded = load_league(made)
    assert all(
        heir.problem.code == "of-the-same-division"
        for heir in heirs(loaded, covered, people_of(loaded))
    )


@pytest.mark.rule("T0.08c", "T0.08d", "T0.08e", "T0.08f", "T0.08g", "T0.08h")
def test_t0_08_one_of_those_who_played_takes_the_club_over_after_division_play():
    made = event("nationals", 16)
    director = director_of(made)
    guests = [person("Guest One"), person("Guest Two")]
    play_rounds(made, 1, 2, 3)
    first = division_tables(load_league(made))[0].lines[0].entrant.number
    mate = manager(made, first % 8 + 1, "A Mate")
    covered = cover_club(tournament=made, number=first, reason="Gone", acting_user=director)
    left = proposals(load_league(made), entrant(made, first), people_of(load_league(made)))
    with pytest.raises(Refused) as refused:
        name_replacement(
            drop=covered, series_id=left[0].meeting.series_id, user=mate, acting_user=director
        )
    assert refused.value.code == "of-the-same-division"
    for at, proposal in enumerate(left):
        name_replacement(
            drop=covered,
            series_id=proposal.meeting.series_id,
            user=guests[at % 2],
            acting_user=director,
        )
    rolls = {guests[0].pk: 4, guests[1].pk: 17}
    with pytest.raises(Refused) as refused:
        take_over(drop=covered, rolls=rolls, acting_user=director)
    assert refused.value.code == "division-not-over"
    play(made)
    loaded = load_league(made)
    stage = loaded.stages[1]
    taken = standing_of(loaded, stage.spec.entry, stage, as_if_taken=True)
    without = standing_of(loaded, stage.spec.entry, stage)
    assert first not in {each.entrant for each in without.qualifiers}
    if first in {each.entrant for each in taken.qualifiers}:
        with pytest.raises(Refused) as refused:
            advance_event(tournament=made, acting_user=director)
        assert refused.value.code in ("take-over-open", "tie-open")
    take_over(drop=covered, rolls=rolls, acting_user=director)
    covered.refresh_from_db()
    assert covered.taken_over_by == guests[1]
    assert entrant(made, first).dropped == ""
    role = TeamMember.objects.get(team=covered.entrant.team, user=guests[1])
    assert role.role == TeamMember.Role.MANAGER
    loaded = load_league(made)
    assert standing_of(loaded, stage.spec.entry, stage) == taken


@pytest.mark.rule("T0.08a")
def test_where_only_some_series_are_covered_the_others_may_be_byes():
    """A-Q6: the law knows all or nothing, and the director decides."""
    made = league(6)
    director = director_of(made)
    play_rounds(made, 1)
    guest = person("Guest")
    covered = cover_club(tournament=made, number=2, reason="Gone", acting_user=director)
    with pytest.raises(Refused) as refused:
        leave_uncovered(drop=covered, acting_user=director)
    assert refused.value.code == "nobody-covers"
    left = proposals(load_league(made), entrant(made, 2), people_of(load_league(made)))
    first, *others = [proposal.meeting for proposal in left]
    name_replacement(drop=covered, series_id=first.series_id, user=guest, acting_user=director)
    page = browser(director).get(f"/t/{made.slug}/drops/").content.decode()
    assert "Make the series without a replacement byes" in page
    answer = browser(director).post(
        f"/t/{made.slug}/drops/", {"act": "leave-uncovered", "drop": covered.pk}
    )
    assert answer.status_code == 302
    loaded = load_league(made)
    states = {meeting.series_id: meeting.state for meeting in loaded.meetings_of(entrant(made, 2))}
    assert states[first.series_id] == "scheduled"
    assert {states[meeting.series_id] for meeting in others} == {"called-off"}
    with pytest.raises(Refused) as refused:
        leave_uncovered(drop=covered, acting_user=director)
    assert refused.value.code == "all-covered"
    play(made)
    lines = {line.entrant.number: line.row.record.overall for line in table(load_league(made))}
    # Two series of two are real for the club, and nobody has a win for the others.
    assert lines[2].played == 4
    byes = [(each.away if each.home.number == 2 else each.home).number for each in others]
    assert all(lines[number].played == 8 for number in byes)
    assert sum(each.won for each in lines.values()) == sum(each.lost for each in lines.values())


def test_an_event_of_which_only_byes_are_left_is_over():
    made = league(6)
    director = director_of(made)
    play_rounds(made, 1, 2, 3)
    covered = cover_club(tournament=made, number=2, reason="Gone", acting_user=director)
    left = proposals(load_league(made), entrant(made, 2), people_of(load_league(made)))
    first, last = [proposal.meeting.series_id for proposal in left]
    name_replacement(drop=covered, series_id=first, user=person("Guest"), acting_user=director)
    others = Series.objects.filter(event__key=made.scope, completed_at=None).exclude(pk=last)
    play_series(series_ids=list(others.values_list("pk", flat=True)), acting_user=None)
    made.refresh_from_db()
    assert made.state == Tournament.State.RUNNING
    leave_uncovered(drop=covered, acting_user=director)
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE


def test_byes_for_what_nobody_plays_are_taken_back_with_the_drop():
    made = league(6)
    director = director_of(made)
    play_rounds(made, 1)
    before = load_league(made)
    covered = cover_club(tournament=made, number=2, reason="Gone", acting_user=director)
    left = proposals(load_league(made), entrant(made, 2), people_of(load_league(made)))
    name_replacement(
        drop=covered,
        series_id=left[0].meeting.series_id,
        user=person("Guest"),
        acting_user=director,
    )
    leave_uncovered(drop=covered, acting_user=director)
    undo_drop(drop=covered, acting_user=director)
    assert load_league(made).meetings == before.meetings
