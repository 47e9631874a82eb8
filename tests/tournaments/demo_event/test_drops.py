"""Clubs that drop out of rehearsed events, each way there is, and the event comes to its end."""

import pytest

from games.models import Series
from rosters.models import TeamMember
from tests.tools.rehearsal.audits import audit_byes
from tests.tools.rehearsal.script import Rehearsal
from tests.tournaments.demo_event.watched import Watched
from tournaments.demo_event.event import AuditError, Plan
from tournaments.models import Drop, Entrant, Tournament
from tournaments.selectors.league import load_league

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]


def rehearsal(preset: str, drop: str, clubs: int, seed: str = "1") -> Rehearsal:
    plan = Plan(preset, seed, "one-die", clubs=clubs, drop=drop)
    return Rehearsal(plan, wire=Watched(), say=lambda line: None)


@pytest.mark.embedded
@pytest.mark.rule("T0.08j", "T0.08k", "T0.08l")
@pytest.mark.parametrize("preset", ["full-round-robin", "double-elimination"])
def test_t0_08_a_club_that_is_out_stays_out_and_the_event_has_a_champion(preset):
    report = rehearsal(preset, "out", 6).run()
    event = Tournament.objects.get(slug=report.slug)
    gone = event.entrants.get(number=5)
    assert report.done["out"] == 1
    assert gone.dropped == (Entrant.Dropped.VOID if preset[0] == "f" else Entrant.Dropped.KEPT)
    assert event.state == Tournament.State.COMPLETE
    assert gone.team.name not in report.champions
    assert not [each for each in load_league(event).meetings_of(gone) if each.is_open]


@pytest.mark.rule("T0.08c", "T0.08e", "T0.08f")
def test_t0_08_in_an_even_division_one_from_outside_takes_the_club_over_by_a_d20():
    report = rehearsal("purestrat-weekend", "covered", 8).run()
    drop = Drop.objects.get(entrant__tournament__slug=report.slug)
    assert report.done["taken over"] == 1
    assert drop.taken_over_by is not None
    assert len(set(drop.rolls.values())) == 2
    assert drop.rolls[str(drop.taken_over_by_id)] == max(drop.rolls.values())
    heads = TeamMember.objects.filter(team=drop.entrant.team, role=TeamMember.Role.MANAGER)
    assert drop.taken_over_by_id in heads.values_list("user", flat=True)
    assert drop.entrant.dropped == ""


@pytest.mark.embedded
@pytest.mark.rule("T0.08b", "T0.08g", "T0.08h")
def test_t0_08_in_an_odd_division_who_had_the_byes_may_not_take_it_over_and_it_is_out():
    report = rehearsal("simple-league", "covered", 5).run()
    ways = Drop.objects.filter(entrant__tournament__slug=report.slug).order_by("pk")
    assert report.done["stand-ins"] > 0
    assert report.done["taken over"] == 0
    assert [drop.way for drop in ways if drop.undone_at is None] in (
        # Its games were played: it stands in the table as it is, whoever goes on.
        [Entrant.Dropped.COVERED],
        [Entrant.Dropped.KEPT],
    )
    assert report.champions


def test_an_audit_notices_a_club_that_is_out_and_has_to_play():
    begun = rehearsal("full-round-robin", "out", 6)
    begun.open()
    begun.play_what_is_drawn(until=1)
    audit_byes(begun.event)
    Drop.objects.update(way=Entrant.Dropped.COVERED)
    audit_byes(begun.event)

    Drop.objects.update(way=Entrant.Dropped.VOID)
    Series.objects.filter(event_id=begun.event.scope).update(called_off_at=None, completed_at=None)
    with pytest.raises(AuditError, match="is out and has to play"):
        audit_byes(begun.event)
