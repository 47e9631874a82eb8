"""Acts of a director that come too early, too late or to nothing, and store nothing."""

import pytest

from config.refusals import Refused
from rosters.drafts.models import Draft
from rosters.models import TeamMember
from tests.builders import director_of, league, manager, result
from tests.tournaments.test_stages import event, play
from tests.tournaments.test_tie_games import shaped
from tournaments.models import Invite, Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.selectors.league import load_league
from tournaments.selectors.progress import waiting_ties
from tournaments.services.drafts import set_up
from tournaments.services.drawing import advance_event
from tournaments.services.editions import change_edition
from tournaments.services.events import start_tournament
from tournaments.services.formats import change_tie_order
from tournaments.services.invites import invite_to_clubs
from tournaments.services.play_out import queue_play_out
from tournaments.services.round_board import substitute
from tournaments.services.ties import rule_on_tie, withdraw_ruling

pytestmark = pytest.mark.django_db


def refused(act, **given) -> tuple[str, str]:
    with pytest.raises(Refused) as error:
        act(**given)
    (refusal,) = error.value.refusals
    return refusal.code, refusal.place


def test_a_game_without_cards_has_no_draft_and_follows_no_edition():
    made = league(4, started=False)
    act = {"tournament": made, "acting_user": director_of(made)}
    assert refused(set_up, **act) == ("no-cards", "draft")
    assert not Draft.objects.exists()
    preset = made.edition_preset
    assert refused(change_edition, preset="purestrat-2013", fields={}, **act)[0] == "no-edition"
    assert Tournament.objects.get(pk=made.pk).edition_preset == preset


def test_nothing_follows_before_play_nor_after_it():
    made = league(4, started=False)
    act = {"tournament": made, "acting_user": director_of(made)}
    assert refused(advance_event, **act)[0] == "not-running"
    Tournament.objects.filter(pk=made.pk).update(state=Tournament.State.COMPLETE)
    assert refused(advance_event, **act)[0] == "not-running"
    assert not made.stages.filter(rounds__isnull=False).exists()


def test_nothing_is_played_out_while_the_next_round_is_not_drawn():
    made = event("simple-knockout", 4)
    act = {"tournament": made, "acting_user": director_of(made)}
    play(made)
    assert refused(queue_play_out, **act)[0] == "nothing-to-play"
    advance_event(**act)
    assert queue_play_out(**act).total == 1


def test_one_club_alone_is_no_stage():
    made = shaped(
        4,
        StageSpec(ROUND_ROBIN, "Season", 1),
        StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1)),
    )
    play(made)
    director = director_of(made)
    while waiting := waiting_ties(load_league(made)):
        group = waiting[0].group
        rule_on_tie(
            tournament=made,
            kind="d20",
            values={member: 20 - at for at, member in enumerate(group)},
            acting_user=director,
        )
    act = {"tournament": made, "acting_user": director}
    assert refused(advance_event, **act) == ("too-few-get-in", "stage")
    assert not made.stages.get(number=2).members.exists()


def test_dice_of_a_tie_are_taken_back_once_and_not_under_a_drawn_stage():
    season = StageSpec(ROUND_ROBIN, "Season", 1)
    made = shaped(3, season, StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2)))
    director = director_of(made)
    # Each beats the next: all three are level.
    for one, other in ((1, 2), (2, 3), (3, 1)):
        result(made, one, other, (5, 3))
    values = {1: 5, 2: 19, 3: 7}
    ruling = rule_on_tie(tournament=made, kind="d20", values=values, acting_user=director)
    advance_event(tournament=made, acting_user=director)
    act = {"ruling": ruling, "acting_user": director}
    assert refused(withdraw_ruling, **act) == ("round-drawn", "ruling")
    ruling.refresh_from_db()
    assert ruling.withdrawn_at is None


def test_dice_that_are_taken_back_are_not_taken_back_again():
    made = league(3, started=False)
    director = director_of(made)
    change_tie_order(
        tournament=made,
        steps=[{"criterion": "pct"}, {"criterion": "d20"}],
        acting_user=director,
    )
    made = start_tournament(tournament=made, acting_user=director)
    ruling = rule_on_tie(
        tournament=made, kind="d20", values={1: 5, 2: 19, 3: 7}, acting_user=director
    )
    act = {"ruling": ruling, "acting_user": director}
    at = withdraw_ruling(**act).withdrawn_at
    assert refused(withdraw_ruling, **act)[0] == "withdrawn"
    ruling.refresh_from_db()
    assert ruling.withdrawn_at == at


def test_links_are_for_clubs_of_the_event_all_or_none():
    made, other = league(3, started=False), league(3, started=False, name="Another")
    clubs = [made.entrants.get(number=1), other.entrants.get(number=2)]
    act = {"tournament": made, "acting_user": director_of(made)}
    assert refused(invite_to_clubs, entrants=clubs, **act) == ("club-not-entered", "entrant")
    assert not Invite.objects.exists()


@pytest.mark.rule("T33.0m")
def test_t33_who_is_with_the_club_already_is_not_named_its_substitute_again():
    made = league(4)
    own = manager(made, 1, "Its Own")
    team = made.entrants.get(number=1).team
    found, new = substitute(
        tournament=made, team_id=team.pk, person_id=own.pk, acting_user=director_of(made)
    )
    assert (found.user, found.role, new) == (own, TeamMember.Role.MANAGER, False)
    assert TeamMember.objects.filter(team=team).count() == 1
