"""What cannot be done about a draft, before it, in it and after it; nothing is stored then."""

from dataclasses import replace

import pytest

from config.journal.models import Action
from config.refusals import Refused
from rosters.drafts.models import Draft, DraftEvent, DraftSeat, ListedCard
from rosters.drafts.services import (
    choosing_slots,
    directing,
    finishing,
    linking,
    listing,
    picking,
    practising,
    preparing,
    typing_in,
)
from rosters.makers.base import HITTER
from rosters.models import Ballpark, Card, PlayerSeason
from rosters.rules.draft.divisions import Division
from rosters.rules.draft.settings import Clock, DraftSettings
from rosters.rules.draft.slots import Place
from rosters.services.teams import set_tendencies
from tests.builders import an_event_row, director_of, manager, person
from tests.rosters.builders import a_source, batted, person_facts
from tests.rosters.drafts import (
    NOW,
    UNSANCTIONED,
    a_league,
    best,
    managing,
    opened,
    prepared,
    room_of,
    take,
)
from tournaments.models import Tournament
from tournaments.services import drafts

pytestmark = pytest.mark.django_db


def refused(act, **given) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as error:
        act(**given)
    return [(each.code, each.place) for each in error.value.refusals]


def being_prepared(clubs: int = 4, settings: DraftSettings = UNSANCTIONED):
    made = a_league(clubs)
    director = director_of(made)
    draft = drafts.set_up(tournament=made, acting_user=director)
    preparing.change_settings(draft=draft, settings=settings, acting_user=director)
    return draft, director


def lines(draft: Draft) -> int:
    return DraftEvent.objects.filter(draft=draft).count()


# ---- before


def test_one_team_alone_does_not_draft_nor_does_any_with_settings_that_cannot_be():
    draft, _ = being_prepared()
    given = {
        "scope": an_event_row(),
        "name": "Alone",
        "card_set": draft.card_set,
        "teams": [draft.seats.first().team],
        "settings": UNSANCTIONED,
        "acting_user": person("Staff", is_staff=True),
    }
    assert refused(preparing.set_up_draft, **given) == [("too-few-teams", "teams")]
    wrong = replace(UNSANCTIONED, starters=26, clock=Clock("per-pick", 1))
    assert refused(preparing.set_up_draft, **{**given, "settings": wrong}) == [
        ("least-starters", "starters"),
        ("clock-seconds", "clock.seconds"),
    ]
    assert Draft.objects.count() == 1


def test_a_draft_that_is_taken_back_stays_in_the_log():
    draft, director = being_prepared()
    preparing.take_back_draft(draft=draft, acting_user=director)
    assert not Draft.objects.exists()
    assert Action.objects.get(code="draft-taken-back").actor == director


@pytest.mark.rule("T0.02h")
def test_the_dice_stay_once_somebody_has_rolled_and_the_rest_may_change():
    draft, director = being_prepared()
    seat = draft.seats.get(number=1)
    choosing_slots.roll(seat=seat, faces=[7], acting_user=director)
    other = DraftSettings(sanctioned=False, die=100)
    act = {"draft": draft, "acting_user": director}
    assert refused(preparing.change_settings, settings=other, **act) == [("rolls-made", "die")]
    assert Draft.objects.get().settled.die == UNSANCTIONED.die
    order = DraftSettings(sanctioned=False, order="straight")
    assert preparing.change_settings(settings=order, **act).settled.order == "straight"


@pytest.mark.rule("T0.12d")
def test_divisions_hold_everybody_and_free_the_places_chosen_before():
    draft, director = being_prepared()
    act = {"draft": draft, "acting_user": director}
    *_, imputed = draft.seats.all()
    preparing.mark_imputed(seat=imputed, imputed=True, acting_user=director)
    choosing_slots.roll_for_everybody(**act)
    before = Draft.objects.get().divisions
    for wrong in ([Division(4)], [Division(2), Division(2)], [Division(3), Division(0)]):
        assert refused(preparing.divide, divisions=wrong, **act) == [("division-sum", "divisions")]
    assert Draft.objects.get().divisions == before
    first = choosing_slots.choosing(draft).next
    place = Place(1, 1)
    choosing_slots.choose_slot(
        seat=draft.seats.get(number=first), place=place, acting_user=director
    )
    made = preparing.divide(divisions=[Division(2), Division(1, 1)], **act)
    assert made.divisions == [[2, 0], [1, 1]]
    assert not draft.seats.exclude(slot=None).exists()
    assert Action.objects.get(code="draft-divided").new == {"divisions": [[2, 0], [1, 1]]}


@pytest.mark.rule("T0.02c", "T0.12d")
def test_divisions_of_a_sanctioned_draft_have_teams_enough():
    draft, director = being_prepared(settings=DraftSettings())
    two = [Division(2), Division(2)]
    found = refused(preparing.divide, draft=draft, divisions=two, acting_user=director)
    assert sorted(code for code, _ in found) == [
        "division-size",
        "division-size",
        "too-few-participants",
    ]
    assert Draft.objects.get().divisions == [[4, 0]]
    assert not Action.objects.filter(code="draft-divided").exists()


@pytest.mark.rule("T0.02i", "T0.02j")
def test_a_slot_is_given_once_and_to_somebody_whose_choice_it_is():
    draft, director = being_prepared()
    act = {"draft": draft, "acting_user": director}
    *_, imputed = draft.seats.all()
    preparing.mark_imputed(seat=imputed, imputed=True, acting_user=director)
    assert refused(choosing_slots.give_earliest, **act) == [("nobody-to-choose", "slot")]
    while choosing_slots.to_roll(choosing_slots.rolls_of(draft)):
        choosing_slots.roll_for_everybody(**act)
    first = choosing_slots.give_earliest(**act)
    given = {"seat": imputed, "acting_user": director}
    taken = Place(first.division, first.slot)
    assert refused(choosing_slots.choose_slot, place=taken, **given) == [
        ("imputed-note", "note"),
        ("slot-taken", "slot"),
    ]
    free = Place(1, 3)
    assert refused(choosing_slots.choose_slot, place=free, **given) == [("imputed-note", "note")]
    assert draft.seats.get(pk=imputed.pk).slot is None
    choosing_slots.choose_slot(place=free, note=" He was promised it ", **given)
    assert Action.objects.filter(code="slot-chosen").latest("pk").new["reason"] == (
        "He was promised it"
    )
    for _ in range(2):
        choosing_slots.give_earliest(**act)
    assert refused(choosing_slots.give_earliest, **act) == [("nobody-to-choose", "slot")]
    assert sorted(draft.seats.values_list("slot", flat=True)) == [1, 2, 3, 4]
    assert draft.seats.get(pk=imputed.pk).slot == 3


@pytest.mark.rule("T0.02l")
def test_who_is_not_there_is_put_out_and_every_place_is_free_again():
    draft, director = being_prepared()
    act = {"draft": draft, "acting_user": director}
    while choosing_slots.to_roll(choosing_slots.rolls_of(draft)):
        choosing_slots.roll_for_everybody(**act)
    chosen = choosing_slots.give_earliest(**act)
    gone = draft.seats.exclude(pk=chosen.pk).first()
    preparing.put_out(seat=gone, acting_user=director)
    assert sorted(draft.seats.values_list("number", flat=True)) == sorted(
        {1, 2, 3, 4} - {gone.number}
    )
    assert not draft.seats.exclude(slot=None).exists()
    assert Draft.objects.get().divisions == [[3, 0]]
    assert Action.objects.get(code="seat-put-out").old == {"team": gone.name}


@pytest.mark.rule("T0.02j", "T0.02l")
def test_the_house_drafts_for_an_imputed_team_and_nobody_unheard_of_for_any():
    draft, director = being_prepared()
    seat, imputed = draft.seats.get(number=1), draft.seats.get(number=4)
    preparing.mark_imputed(seat=imputed, imputed=True, acting_user=director)
    given = {"acting_user": director}
    assert refused(preparing.say_who_drafts, seat=seat, drafter="aunt", **given) == [
        ("unknown-drafter", "drafter")
    ]
    assert refused(preparing.say_who_drafts, seat=imputed, drafter="manager", **given) == [
        ("imputed-drafter", "drafter")
    ]
    assert dict(draft.seats.values_list("number", "drafter")) == {
        1: DraftSeat.Drafter.UNKNOWN,
        2: DraftSeat.Drafter.UNKNOWN,
        3: DraftSeat.Drafter.UNKNOWN,
        4: DraftSeat.Drafter.HOUSE,
    }


def test_there_is_a_park_for_every_team():
    draft = prepared(a_league())
    director = director_of_draft(draft)
    few = list(Ballpark.objects.values_list("pk", flat=True)[:3])
    Ballpark.objects.exclude(pk__in=few).delete()
    act = {"draft": draft, "acting_user": director, "now": NOW}
    assert ("too-few-parks", "parks") in refused(preparing.open_draft, **act)
    assert Draft.objects.get().state == Draft.State.PREPARING


def director_of_draft(draft: Draft):
    return director_of(Tournament.objects.get(pk=int(draft.scope.split(":")[1])))


# ---- in it


def test_nothing_is_directed_before_the_draft_is_open():
    draft = prepared(a_league())
    act = {
        "draft": draft,
        "division": 1,
        "acting_user": director_of_draft(draft),
        "now": NOW,
    }
    for directed in (directing.skip, directing.pause):
        assert refused(directed, **act) == [("draft-not-open", "draft")]
    card = best_of_pool(draft)
    found = refused(picking.make_pick, slot=1, card=card, **act)
    assert [code for code, _ in found] == ["draft-not-open"]
    sheet = typing_in.read_sheet("round;team;pick\n1;1;Somebody")
    assert refused(typing_in.type_in, lines=sheet, meant={}, **act) == [("draft-not-open", "draft")]
    assert not lines(draft)


def best_of_pool(draft: Draft) -> int:
    return draft.card_set.cards.order_by("pk").values_list("pk", flat=True)[0]


def test_who_drafts_from_now_on_is_a_manager_or_the_house():
    draft, director = opened()
    act = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    for slot, drafter, code in (
        (1, "aunt", "unknown-drafter"),
        (1, "", "unknown-drafter"),
        (9, "house", "imputed-drafter"),
    ):
        found = refused(directing.change_drafter, slot=slot, drafter=drafter, **act)
        assert found == [(code, "drafter")]
    assert not DraftEvent.objects.filter(draft=draft, kind="drafter-changed").exists()


def test_a_turn_that_came_back_cannot_be_passed_over_again():
    draft, director = opened()
    act = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    total = room_of(draft).board.total
    for _ in range(total):
        directing.skip(**act)
    board = room_of(draft).board
    # Everything was passed over once; now the turns are back.
    assert len(board.missed) == total
    assert refused(directing.skip, **act) == [("cannot-skip", "turn")]
    assert len(room_of(draft).board.missed) == total
    end = {"draft": draft, "acting_user": director, "now": NOW}
    assert refused(finishing.finish_draft, **end) == [("draft-not-finished", "draft")]
    assert Draft.objects.get().state == Draft.State.RUNNING


def with_a_double_up_pulled_back():
    """Slot 1 has pulled its second first baseman back; slot 2, which picked since, may exchange."""
    draft, director = opened()
    alone = [
        player.key
        for player in sorted(room_of(draft).pool.players.values(), key=lambda player: player.key)
        if player.positions == frozenset({"1b"})
    ]
    pick = {"draft": draft, "division": 1, "acting_user": director, "now": NOW}
    picking.make_pick(slot=1, card=alone[0], **pick)
    for _ in range(6):
        take(draft, director, "sp")
    picking.make_pick(slot=1, card=alone[1], **pick)
    take(draft, director, "sp")
    second = take(draft, director, "sp")
    picking.rescind(slot=1, pick=8, **pick)
    return draft, pick, second


@pytest.mark.rule("T0.18d")
@pytest.mark.parametrize("by_director", [False, True])
def test_t0_18_who_may_exchange_after_a_double_up_may_keep_what_he_has(by_director):
    draft, pick, second = with_a_double_up_pulled_back()
    turn = room_of(draft).board.turn
    assert turn.seat == 2
    if by_director:
        directing.skip(**pick)
    else:
        picking.keep(slot=2, **pick)
    board = room_of(draft).board
    assert board.cards[second] == 10
    assert (board.turn.seat, board.turn.picks) == (1, (8,))


def test_what_would_go_with_a_pick_is_told_before_it_is_undone():
    draft, director = opened()
    for _ in range(4):
        take(draft, director)
    before = lines(draft)
    assert directing.withdrawn_with(room_of(draft), 2) == [3, 4]
    assert directing.withdrawn_with(room_of(draft), 4) == []
    assert lines(draft) == before


def test_rows_of_a_sheet_of_picks_name_a_round_and_no_team_twice_in_it():
    with pytest.raises(Refused) as error:
        typing_in.read_sheet("round;team;pick\none;1;Somebody\n1;;Somebody\n1234;1;Somebody")
    assert [(each.code, each.place) for each in error.value.refusals] == [
        ("missing-round", "row 2"),
        ("missing-team", "row 3"),
        ("missing-round", "row 4"),
    ]
    draft, director = opened()
    act = {"draft": draft, "division": 1, "meant": {}, "acting_user": director, "now": NOW}
    names = [player.name for player in room_of(draft).pool.players.values()][:3]
    rows = [f"1;Nobody's;{names[0]}", f"99;1;{names[1]}", f"1;1;{names[1]}", f"1;1;{names[2]}"]
    sheet = typing_in.read_sheet("\n".join(["round;team;pick", *rows]))
    assert refused(typing_in.type_in, lines=sheet, **act) == [
        ("unknown-team", "row 2"),
        ("unknown-round", "row 3"),
        ("row-doubled", "row 5"),
    ]
    assert not room_of(draft).board.selections


def test_a_card_stands_once_in_a_queue():
    draft, _ = opened()
    seat, card = draft.seats.get(slot=1), best(draft, "ss")
    own = managing(draft, 1)
    for _ in range(2):
        listing.queue(seat=seat, card=card, acting_user=own)
    assert list(ListedCard.objects.filter(seat=seat).values_list("card", "rank")) == [(card, 1)]


@pytest.mark.rule("T10.11a")
def test_who_may_not_be_drafted_is_in_no_queue():
    made = a_league()
    card = Card.objects.filter(kind=HITTER).exclude(positions__contains="c").latest("pk")
    a_source((person_facts("bench"), batted(at_bats=40)))
    card.season = PlayerSeason.objects.get()
    card.save(update_fields=["season"])
    seat = drafts.set_up(tournament=made, acting_user=director_of(made)).seats.first()
    own = manager(made, seat.number)
    for act, given in (
        (listing.queue, {}),
        (listing.note, {"text": "later"}),
        (listing.avoid, {"avoided": True}),
    ):
        found = refused(act, seat=seat, card=card.pk, acting_user=own, **given)
        assert found == [("too-few-plate-appearances", card.name)]
    assert not ListedCard.objects.exists()


def test_after_the_last_pick_there_is_none_to_make():
    draft, director = opened()
    for slot in room_of(draft).seats:
        directing.change_drafter(
            draft=draft, division=1, slot=slot, drafter="house", acting_user=director, now=NOW
        )
    room = room_of(draft)
    assert room.board.is_full
    left = next(card for card in room.pool.players if card not in room.board.cards)
    made = lines(draft)
    act = {"draft": draft, "division": 1, "slot": 1, "card": left, "now": NOW}
    for user in (managing(draft, 1), director):
        found = refused(picking.make_pick, acting_user=user, **act)
        assert found == [("out-of-turn", "turn")]
    assert lines(draft) == made


# ---- practice, and after


def test_practice_has_a_size_and_no_link_to_look_on():
    draft, _ = opened()
    casey = person("Casey")
    given = {
        "card_set": draft.card_set,
        "slot": 1,
        "settings": UNSANCTIONED,
        "acting_user": casey,
        "now": NOW,
    }
    for teams in (1, practising.LARGEST + 1):
        assert refused(practising.practise, teams=teams, **given) == [("number-of-teams", "teams")]
    assert refused(practising.practise, teams=2, **{**given, "slot": 3}) == [
        ("no-such-slot", "slot")
    ]
    assert not Draft.objects.filter(owner=casey).exists()
    mock = practising.practise(teams=2, **given)
    assert refused(linking.make_link, draft=mock, acting_user=casey) == [("mock-draft", "draft")]
    assert not Draft.objects.get(pk=mock.pk).watch_key


def test_tendencies_that_are_as_before_are_not_told_again():
    made = a_league()
    team = made.entrants.get(number=1).team
    director = director_of(made)
    for _ in range(2):
        set_tendencies(team=team, values={"stealing": 9}, acting_user=director)
    assert Action.objects.filter(code="tendencies-set").count() == 1
