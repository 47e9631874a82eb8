"""Drafts as they are prepared, held and ended, by their services."""

import pytest

from config.journal.models import Action
from config.people.models import User
from config.refusals import Refused
from games.engine.dice_stream import DiceStream
from rosters.drafts.models import Draft, DraftEvent, DraftPick, ListedCard
from rosters.drafts.services import (
    choosing_slots,
    directing,
    finishing,
    listing,
    picking,
    practising,
    preparing,
    settling,
)
from rosters.models import RosterSpot, Squad
from rosters.rules.draft.settings import Clock, DraftSettings
from rosters.rules.draft.slots import Place
from rosters.rules.teams import TeamPlan
from tests.builders import an_event_row, browser, director_of, person
from tests.rosters.builders import a_park, a_purestrat_set
from tests.rosters.drafts import (
    NOW,
    UNSANCTIONED,
    a_league,
    best,
    later,
    managing,
    opened,
    prepared,
    room_of,
    take,
)
from tournaments.services import drafts
from tournaments.services.clubs import enter_clubs, withdraw_club
from tournaments.services.events import start_tournament

pytestmark = pytest.mark.django_db


def refused(act, **given) -> list[str]:
    with pytest.raises(Refused) as error:
        act(**given)
    return [each.code for each in error.value.refusals]


def rebuilt(draft: Draft) -> None:
    """What stands in the rows of picks is what the log makes."""
    room = room_of(draft)
    rows = {
        row.pick: (row.seat.slot, row.card_id, row.park_key)
        for row in DraftPick.objects.filter(draft=draft).select_related("seat")
    }
    assert rows == {
        pick: (each.seat, each.card, each.park.key if each.park else "")
        for pick, each in room.board.selections.items()
    }
    numbers = list(DraftEvent.objects.filter(draft=draft).values_list("number", flat=True))
    assert numbers == list(range(1, room.board.number + 1))


def run_out(draft: Draft, director) -> Draft:
    """The house picks for everybody from here to the end."""
    room = room_of(draft)
    for slot in room.seats:
        directing.change_drafter(
            draft=draft, division=1, slot=slot, drafter="house", acting_user=director, now=NOW
        )
    return draft


# ---- before


@pytest.mark.rule("T0.02h", "T0.02i", "T0.02j", "T0.02l")
def test_a_draft_is_prepared_step_by_step():
    tournament = a_league()
    director = director_of(tournament)
    draft = drafts.set_up(tournament=tournament, acting_user=director)
    assert refused(drafts.set_up, tournament=tournament, acting_user=director) == ["draft-exists"]
    first, second, third, fourth = draft.seats.all()
    preparing.mark_imputed(seat=fourth, imputed=True, acting_user=director)
    assert refused(choosing_slots.roll, seat=fourth, faces=[7], acting_user=director) == [
        "imputed-slot"
    ]
    for seat, face in ((first, 12), (second, 19), (third, 12)):
        choosing_slots.roll(seat=seat, faces=[face], acting_user=director)
    choose = {"seat": second, "place": Place(1, 2), "acting_user": director}
    assert refused(choosing_slots.choose_slot, **choose) == ["rolls-missing"]
    choosing_slots.roll(seat=first, faces=[3], acting_user=director)
    choosing_slots.roll(seat=third, faces=[18], acting_user=director)
    choosing_slots.choose_slot(**choose)
    late = {"seat": first, "place": Place(1, 2), "acting_user": director}
    assert refused(choosing_slots.choose_slot, **late) == ["slot-out-of-turn", "slot-taken"]
    hand = {"seat": fourth, "place": Place(1, 1), "acting_user": director}
    assert refused(choosing_slots.choose_slot, **hand) == ["imputed-note"]
    assert choosing_slots.give_earliest(draft=draft, acting_user=director) == third
    assert refused(choosing_slots.draw_slots, draft=draft, acting_user=director) == [
        "choices-missing"
    ]
    choosing_slots.choose_slot(seat=first, place=Place(1, 3), acting_user=director)
    choosing_slots.draw_slots(draft=draft, acting_user=director)
    assert list(draft.seats.values_list("slot", flat=True)) == [3, 2, 1, 4]
    opening = {"draft": draft, "acting_user": director, "now": NOW}
    assert refused(preparing.open_draft, **opening) == ["absent-undecided"]
    for seat in (first, second):
        preparing.say_who_drafts(seat=seat, drafter="manager", acting_user=director)
    preparing.say_who_drafts(seat=third, drafter="house", acting_user=director)
    preparing.open_draft(**opening)
    # Slot 1 is drafted by the house, and did not wait.
    assert room_of(draft).board.turn.seat == 2
    assert refused(choosing_slots.roll, seat=first, faces=[7], acting_user=director) == [
        "draft-begun"
    ]


@pytest.mark.rule("T0.02c", "T0.12d")
def test_a_sanctioned_draft_has_teams_and_participants_enough():
    tournament = a_league()
    draft = prepared(tournament, DraftSettings())
    director = director_of(tournament)
    problems = refused(preparing.open_draft, draft=draft, acting_user=director, now=NOW)
    assert problems == ["too-few-participants", "division-size"]


def test_the_houses_dice_follow_from_the_published_commitment():
    tournament = a_league()
    draft = drafts.set_up(tournament=tournament, acting_user=director_of(tournament))
    choosing_slots.roll_for_everybody(draft=draft, acting_user=director_of(tournament))
    rolls = list(draft.seats.values_list("rolls", flat=True))
    staff = person("Staff", is_staff=True)
    again = a_draft_like(draft, staff)
    choosing_slots.roll_for_everybody(draft=again, acting_user=staff)
    assert list(again.seats.values_list("rolls", flat=True)) == rolls
    assert not choosing_slots.to_roll(choosing_slots.rolls_of(draft))


@pytest.mark.long
@pytest.mark.rule("T0.02j")
def test_t0_02j_the_slots_of_imputed_teams_are_drawn_by_the_dice_of_the_commitment():
    """Each draw is among the slots that are left, and anybody can draw again."""
    tournament = a_league(6)
    director = director_of(tournament)
    draft = drafts.set_up(tournament=tournament, acting_user=director)
    first, *imputed = draft.seats.all()
    for seat in imputed:
        preparing.mark_imputed(seat=seat, imputed=True, acting_user=director)
    choosing_slots.roll_for_everybody(draft=draft, acting_user=director)
    choosing_slots.choose_slot(seat=first, place=Place(1, 3), acting_user=director)
    choosing_slots.draw_slots(draft=draft, acting_user=director)
    stream = DiceStream(f"{draft.seed}/imputed")
    left = [1, 2, 4, 5, 6]
    drawn = [left.pop(stream.draw(len(left))) for _ in imputed]
    assert list(draft.seats.values_list("slot", flat=True)) == [3, *drawn]


def a_draft_like(draft: Draft, staff: User) -> Draft:
    """Another one of the same seed."""
    made = preparing.set_up_draft(
        scope=an_event_row(),
        name="Other",
        card_set=draft.card_set,
        teams=[seat.team for seat in draft.seats.select_related("team")],
        settings=UNSANCTIONED,
        acting_user=staff,
    )
    Draft.objects.filter(pk=made.pk).update(seed=draft.seed)
    made.refresh_from_db()
    return made


def test_clubs_stay_and_play_waits_while_their_draft_is_set_up():
    tournament = a_league()
    director = director_of(tournament)
    draft = drafts.set_up(tournament=tournament, acting_user=director)
    acts = {"tournament": tournament, "acting_user": director}
    assert refused(enter_clubs, plans=[TeamPlan("New", "NEW")], **acts) == ["draft-set-up"]
    assert refused(withdraw_club, number=1, **acts) == ["draft-set-up"]
    assert refused(start_tournament, **acts) == ["draft-not-complete"]
    preparing.take_back_draft(draft=draft, acting_user=director)
    withdraw_club(number=4, **acts)
    assert start_tournament(**acts).state == "running"


# ---- picks


@pytest.mark.rule("T0.02b", "T0.18a")
def test_a_pick_stands_and_everything_else_is_refused():
    draft, _ = opened()
    card = best(draft, "ss")
    first, second = (
        {
            "draft": draft,
            "division": 1,
            "slot": slot,
            "acting_user": managing(draft, slot),
            "now": NOW,
        }
        for slot in (1, 2)
    )
    assert refused(picking.make_pick, card=card, **second) == ["out-of-turn"]
    for stranger in (second["acting_user"], person("Stranger")):
        of_another = {**first, "acting_user": stranger}
        assert refused(picking.make_pick, card=card, **of_another) == ["not-your-seat"]
    assert picking.make_pick(card=card, **first) == 1
    assert refused(picking.make_pick, card=card, **second) == ["player-taken"]
    assert refused(picking.make_pick, card=10**9, **second) == ["wrong-pool"]
    assert refused(picking.make_pick, park="list:9", **second) == ["unknown-park"]
    assert DraftPick.objects.get().card_id == card
    rebuilt(draft)


@pytest.mark.rule("T0.02e", "T0.02f")
def test_the_first_to_take_a_park_may_take_his_own():
    draft, director = opened()
    own = a_park("Backyard", 7, 12, acting_user=director)
    other = a_park("Meadow", 7, 12, acting_user=director)
    pick = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    picking.make_pick(slot=1, park=own.pick.key, **pick)
    assert refused(picking.make_pick, slot=2, park=other.pick.key, **pick) == [
        "park-privilege-lapsed"
    ]
    listed = next(iter(room_of(draft).pool.parks))
    picking.make_pick(slot=2, park=listed, **pick)
    assert refused(picking.make_pick, slot=3, park=listed, **pick) == ["park-taken"]
    rebuilt(draft)


@pytest.mark.rule("T0.18b", "T0.18c", "T0.18d", "T0.18e")
def test_a_double_up_is_pulled_back_and_the_others_choose_first():
    draft, director = opened()
    room = room_of(draft)
    alone = [
        player.key
        for player in sorted(room.pool.players.values(), key=lambda player: player.key)
        if player.positions == frozenset({"1b"})
    ]
    pick = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    picking.make_pick(slot=1, card=alone[0], **pick)
    for _ in range(6):
        take(draft, director, "sp")
    picking.make_pick(slot=1, card=alone[1], **pick)
    taken = take(draft, director, "sp")
    assert taken
    # Pick 8 and 9 are slot 1's own turn; nobody else has selected since.
    assert refused(picking.rescind, slot=2, pick=8, **pick) == ["not-your-pick"]
    second = take(draft, director, "sp")
    picking.rescind(slot=1, pick=8, **pick)
    assert refused(picking.make_pick, slot=1, card=alone[1], **pick) == ["exchange-due"]
    assert refused(picking.keep, slot=1, **pick) == ["nothing-to-exchange"]
    picking.exchange(slot=2, pick=10, card=alone[1], **pick)
    picking.make_pick(slot=1, card=second, **pick)
    board = room_of(draft).board
    assert (board.cards[alone[1]], board.cards[second], board.turn.picks) == (10, 8, (11,))
    rebuilt(draft)


# ---- the director


def test_undoing_says_what_goes_with_it_and_an_undone_pick_is_not_undone_again():
    draft, director = opened()
    cards = [take(draft, director) for _ in range(5)]
    act = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    assert directing.undo(pick=3, **act) == [3, 4, 5]
    rebuilt(draft)
    assert refused(directing.undo, pick=4, **act) == ["not-standing"]
    assert directing.undo(pick=None, **act) == [2]
    directing.undo(pick=1, **act)
    assert refused(directing.undo, pick=None, **act) == ["nothing-to-undo"]
    picking.make_pick(slot=1, card=cards[4], **act)
    rebuilt(draft)
    assert Action.objects.filter(code="draft-picks-undone", scope=draft.scope).count() == 3


def test_a_wrong_pick_is_replaced_and_picks_to_come_are_swapped():
    draft, director = opened()
    first, second = take(draft, director), take(draft, director)
    act = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    assert refused(directing.replace_pick, pick=1, card=second, **act) == ["player-taken"]
    assert refused(directing.replace_pick, pick=9, card=first, **act) == ["not-standing"]
    another = best(draft, "cf")
    directing.replace_pick(pick=1, card=another, **act)
    assert room_of(draft).board.cards == {another: 1, second: 2}
    logged = Action.objects.get(code="draft-pick-replaced", scope=draft.scope)
    assert (logged.old, logged.new) == ({"pick": 1, "card": first}, {"pick": 1, "card": another})
    assert Action.objects.get(code="draft-set-up", scope=draft.scope).new == {"teams": 4}
    assert refused(directing.swap_picks, one=1, other=1, **act) == [
        "not-to-come",
        "not-to-come",
        "same-pick",
    ]
    directing.swap_picks(one=3, other=8, **act)
    assert room_of(draft).board.turn.seat == 1
    rebuilt(draft)


def test_a_skipped_turn_may_be_made_up_and_a_pause_stops_managers_only():
    draft, director = opened()
    act = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    directing.skip(**act)
    take(draft, director)
    picking.make_pick(slot=1, card=best(draft, "c"), **act)
    directing.pause(**act)
    assert refused(directing.pause, **act) == ["draft-paused"]
    card = best(draft, "lf")
    third = {**act, "acting_user": managing(draft, 3)}
    assert refused(picking.make_pick, slot=3, card=card, **third) == ["draft-paused"]
    picking.make_pick(slot=3, card=card, **act)
    directing.resume(**act)
    assert refused(directing.resume, **act) == ["not-paused"]
    assert refused(directing.plan_pause, when=NOW, **act) == ["pause-in-the-past"]
    rebuilt(draft)


# ---- clocks


def clocked(**changes) -> DraftSettings:
    return DraftSettings(sanctioned=False, clock=Clock("per-pick", 60, **changes))


def test_a_turn_that_runs_out_is_passed_over_or_picked_by_the_queue_and_never_early():
    draft, _ = opened(clocked(at_zero="auto"))
    wanted = best(draft, "rp")
    own = managing(draft, 1)
    listing.queue(seat=draft.seats.get(slot=1), card=wanted, acting_user=own)
    assert settling.settle_lapsed_turns(now=later(62)) == 0
    assert settling.settle_lapsed_turns(now=later(63)) == 1
    assert settling.settle_lapsed_turns(now=later(63)) == 0
    room = room_of(draft)
    assert (room.board.cards[wanted], room.board.deadline) == (1, later(123))
    assert room.board.selections[1].by == "house"
    rebuilt(draft)


def test_a_turn_has_its_whole_clock_however_late_the_one_before_is_settled():
    """Whoever is next sees the turn when it is written, not when the one before ran out."""
    draft, _ = opened(clocked(at_zero="skip"))
    for turn, at in enumerate((3 * 60 + 30, 5 * 60, 6 * 60 + 3), start=1):
        assert settling.settle_lapsed_turns(now=later(at)) == 1
        board = room_of(draft).board
        assert sorted(board.missed) == list(range(1, turn + 1))
        assert board.deadline == later(at + 60)
    lines = DraftEvent.objects.filter(draft=draft, kind="skipped").values_list("at", flat=True)
    assert list(lines) == [later(210), later(300), later(363)]
    rebuilt(draft)


def test_a_planned_pause_that_is_settled_late_comes_after_the_turn_before_it():
    draft, director = opened(clocked(at_zero="skip"))
    act = {"draft": draft, "division": 1, "acting_user": director}
    directing.plan_pause(when=later(70), now=NOW, **act)
    settling.settle_lapsed_turns(now=later(90))
    board = room_of(draft).board
    assert (list(board.missed), board.is_paused) == ([1], True)
    directing.resume(now=later(600), **act)
    assert room_of(draft).board.deadline == later(660)
    stamps = DraftEvent.objects.filter(draft=draft).order_by("number").values_list("at", flat=True)
    assert list(stamps) == sorted(stamps)
    rebuilt(draft)


def test_a_draft_nobody_comes_to_ends_by_itself_where_turns_are_passed_over():
    draft, _ = opened(clocked(at_zero="skip"))
    at = 0
    while not settling.looked_at(draft, 1, now=later(at)).board.is_full:
        at += 63
        assert at < 63 * 26 * 4 * 3
    rebuilt(draft)


def test_nothing_happens_at_zero_where_everybody_waits():
    draft, director = opened(clocked())
    assert settling.settle_lapsed_turns(now=later(10_000)) == 0
    take(draft, director, now=later(10_000))


def test_a_planned_pause_begins_at_its_moment_and_not_before():
    draft, director = opened(clocked())
    act = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    directing.plan_pause(when=later(30), **act)
    assert settling.settle_lapsed_turns(now=later(29)) == 0
    assert not room_of(draft).board.is_paused
    assert settling.settle_lapsed_turns(now=later(30)) == 1
    assert room_of(draft).board.is_paused
    begun = DraftEvent.objects.get(draft=draft, kind="paused")
    assert begun.at == later(30)
    rebuilt(draft)


# ---- the end


@pytest.mark.rule("T0.02a", "T0.02d")
def test_ending_a_draft_makes_the_squads_and_play_begins_with_them():
    draft, director = opened()
    act = {"draft": draft, "acting_user": director, "now": NOW}
    take(draft, director)
    assert refused(finishing.finish_draft, **act) == ["draft-not-finished"]
    run_out(draft, director)
    finishing.finish_draft(**act)
    assert refused(finishing.finish_draft, **act) == ["draft-not-open"]
    squads = Squad.objects.filter(event__key=draft.scope)
    assert squads.count() == 4
    assert len({squad.ballpark_id for squad in squads} - {None}) == 4
    for squad in squads:
        assert squad.spots.count() == 25
        assert all(spot.round and spot.pick for spot in squad.spots.all())
    drafted = set(RosterSpot.objects.values_list("card", flat=True))
    tournament = draft_tournament(draft)
    start_tournament(tournament=tournament, acting_user=director)
    assert set(RosterSpot.objects.values_list("card", flat=True)) == drafted


def draft_tournament(draft: Draft):
    from tournaments.models import Tournament

    return Tournament.objects.get(pk=draft.scope.partition(":")[2])


# ---- lists, practice


def test_the_queue_is_kept_in_order_and_speaks_for_who_is_avoided():
    draft, director = opened()
    seat = draft.seats.get(slot=1)
    own = {"seat": seat, "acting_user": managing(draft, 1)}
    cards = [best(draft, "ss", at) for at in range(3)]
    for card in cards:
        listing.queue(card=card, **own)
    listing.move(card=cards[2], by=-5, **own)
    listing.note(card=cards[1], text="my player", **own)
    listing.unqueue(card=cards[0], **own)
    ranks = dict(ListedCard.objects.filter(seat=seat).values_list("card", "rank"))
    assert ranks == {cards[2]: 1, cards[1]: 2}
    listing.avoid(card=cards[1], avoided=True, **own)
    assert refused(listing.move, card=cards[1], by=1, **own) == ["not-queued"]
    assert refused(listing.queue, card=10**9, **own) == ["wrong-pool"]
    assert refused(listing.note, card=cards[0], text="x" * 201, **own) == ["note-too-long"]
    # Not even a director's: it is the club's own business.
    not_own = {"seat": seat, "acting_user": director}
    assert refused(listing.queue, card=cards[0], **not_own) == ["not-your-seat"]
    directing.change_drafter(
        draft=draft, division=1, slot=1, drafter="house", acting_user=director, now=NOW
    )
    assert room_of(draft).board.cards == {cards[2]: 1}


def test_anybody_practises_against_the_house_and_nobody_else_is_touched():
    draft, _ = opened()
    casey = person("Casey")
    mock = practising.practise_for(draft=draft, slot=3, acting_user=casey, now=NOW)
    room = room_of(mock)
    assert (room.board.seats, room.board.turn.seat, room.seats[3].name) == (4, 3, "You")
    take(mock, casey)
    assert room_of(mock).board.turn.seat == 3
    assert not DraftPick.objects.filter(draft=draft).exists()
    whole = practising.practise(
        card_set=mock.card_set,
        teams=4,
        slot=1,
        settings=UNSANCTIONED,
        acting_user=casey,
        now=NOW,
        by_house=True,
    )
    whole.refresh_from_db()
    assert (whole.state, DraftPick.objects.filter(draft=whole).count()) == ("complete", 104)
    assert not Squad.objects.exists()


def test_nobody_keeps_more_mock_drafts_than_the_house_keeps_for_him():
    cards, casey = a_purestrat_set(), person("Casey")
    for _ in range(practising.MOST_KEPT + 2):
        practising.practise(
            card_set=cards,
            teams=2,
            slot=1,
            settings=UNSANCTIONED,
            acting_user=casey,
            now=NOW,
        )
    assert Draft.objects.filter(owner=casey).count() == practising.MOST_KEPT


def test_who_is_left_to_choose_is_given_the_slot_he_would_have_had_alone():
    tournament = a_league(4)
    director = director_of(tournament)
    draft = drafts.set_up(tournament=tournament, acting_user=director)
    told = {"draft": draft, "acting_user": director}
    assert refused(choosing_slots.give_earliest_to_all, **told) == ["nobody-to-choose"]
    choosing_slots.roll_for_everybody(**told)
    first = choosing_slots.give_earliest(**told)
    order = choosing_slots.choosing(draft).order
    given = choosing_slots.give_earliest_to_all(**told)
    assert [seat.number for seat in (first, *given)] == list(order)
    assert [seat.slot for seat in given] == [2, 3, 4]
    assert refused(choosing_slots.give_earliest_to_all, **told) == ["nobody-to-choose"]
    api = f"/api/v1/drafts/{draft.pk}/slots/earliest/"
    sent = {"data": {"everybody": True}, "content_type": "application/json"}
    assert browser(director).post(api, **sent).status_code == 409
