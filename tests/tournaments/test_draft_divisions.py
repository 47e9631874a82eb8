"""The divisions that a draft was held in are those that the event is played in."""

from itertools import combinations

import pytest

from config.journal.models import Action
from config.refusals import Refused
from rosters.drafts.services import choosing_slots, finishing, preparing
from rosters.models import RosterSpot
from rosters.rules.draft.divisions import Division
from rosters.rules.draft.slots import Place
from tests.builders import browser, director_of, league
from tests.markup import even
from tests.rosters.drafts import NOW, UNSANCTIONED, a_league
from tournaments.selectors.league import load_league
from tournaments.services.drafts import set_up
from tournaments.services.events import start_tournament
from tournaments.services.formats import divide

pytestmark = pytest.mark.django_db

PLACES = dict(
    enumerate(
        (Place(2, 1), Place(1, 2), Place(2, 3), Place(1, 1), Place(1, 3), Place(2, 2)), start=1
    )
)
"""Where each club drafts, by its number."""


@pytest.mark.long
def test_a_draft_in_two_divisions_makes_an_event_of_two():
    made = a_league(6)
    director = director_of(made)
    draft = set_up(tournament=made, acting_user=director)
    preparing.change_settings(draft=draft, settings=UNSANCTIONED, acting_user=director)
    two = [Division(3), Division(3)]
    draft = preparing.divide(draft=draft, divisions=two, acting_user=director)
    while choosing_slots.to_roll(choosing_slots.rolls_of(draft)):
        choosing_slots.roll_for_everybody(draft=draft, acting_user=director)
    while (number := choosing_slots.choosing(draft).next) is not None:
        seat = draft.seats.get(number=number)
        choosing_slots.choose_slot(seat=seat, place=PLACES[number], acting_user=director)
    for seat in draft.seats.all():
        drafter = "house" if seat.division == 1 else "manager"
        preparing.say_who_drafts(seat=seat, drafter=drafter, acting_user=director)
    # The house drafts for a whole division, at once; the other one is waited for.
    draft = preparing.open_draft(draft=draft, acting_user=director, now=NOW)
    dana, room = browser(director), f"/drafts/{draft.pk}/"
    page = even(dana.get(f"{room}?division=1").content.decode())
    assert f'Still drafting: <a href="{room}?division=2">Division 2</a>.' in page
    assert "End the draft" not in page
    for slot in (1, 2, 3):
        body = {"act": "drafter", "division": "2", "slot": str(slot), "drafter": "house"}
        assert dana.post(room, body).status_code == 302
    for number in (1, 2):
        page = even(dana.get(f"{room}?division={number}").content.decode())
        assert "Still drafting" not in page
        assert "End the draft" in page
    finishing.finish_draft(draft=draft, acting_user=director, now=NOW)
    cards = RosterSpot.objects.filter(squad__event__key=made.scope)
    # Each division drafts from the whole pool: nobody twice inside one.
    for division in (1, 2):
        clubs = [number for number, place in PLACES.items() if place.division == division]
        inside = cards.filter(squad__team__entries__number__in=clubs).values_list("card", flat=True)
        assert len(set(inside)) == len(inside) > 0
    # The desk says so before play begins, and does not divide them otherwise.
    desk = even(dana.get(f"/t/{made.slug}/desk/").content.decode())
    moved = [
        club.team.name
        for club in made.entrants.select_related("team").order_by("number")
        if PLACES[club.number].division == 2
    ]
    assert f"{moved[0]} into division 2" in desk
    with pytest.raises(Refused) as refused:
        divide(
            tournament=made,
            divisions={1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2},
            acting_user=director,
        )
    assert refused.value.code == "draft-decides"
    started = start_tournament(tournament=made, acting_user=director)
    league = load_league(started)
    assert {club.number: club.division for club in league.entrants} == {
        number: place.division for number, place in PLACES.items()
    }
    assert Action.objects.filter(code="clubs-divided", actor=director).exists()
    # Nobody meets a club of the other division.
    pairs = {
        frozenset((each.home.number, each.away.number)) for each in league.meetings if each.away
    }
    halves = ({1, 3, 6}, {2, 4, 5})
    assert pairs == {frozenset(pair) for half in halves for pair in combinations(half, 2)}


@pytest.mark.long
def test_a_draft_begins_with_the_divisions_of_its_event_and_keeps_them_with_imputed_teams():
    made = a_league(14)
    dana = browser(director_of(made))
    halves = {f"division-{number}": str(1 + number % 2) for number in range(1, 15)}
    desk = f"/t/{made.slug}/desk/"
    assert dana.post(desk, {"act": "divide", **halves}).status_code == 302
    draft = set_up(tournament=made, acting_user=director_of(made))
    assert (draft.divisions, draft.settled.sanctioned) == ([[7, 0], [7, 0]], False)
    room = f"/drafts/{draft.pk}/"
    page = even(dana.get(room).content.decode())
    for number in (1, 2):
        assert f'aria-label="Participants of division {number}" value="7"' in page
        assert f'aria-label="Imputed teams of division {number}" value="0"' in page
    split = {"participants": ["7", "7", ""], "imputed": ["0", "", ""]}
    assert dana.post(room, {"act": "divide", **split}).status_code == 302
    for typed in ("7+0", "-7", "many"):
        refused = dana.post(room, {"act": "divide", **split, "participants": ["7", typed, ""]})
        assert refused.status_code == 422
        words = refused.content.decode()
        assert 'data-code="division-form"' in words
        assert "Division 2: write participants as a whole number." in words
        assert f'value="{typed}"' in words
    draft.refresh_from_db()
    assert draft.divisions == [[7, 0], [7, 0]]
    seat = draft.seats.get(number=3)
    dana.post(room, {"act": "imputed", "seat": str(seat.number), "imputed": "yes"})
    draft.refresh_from_db()
    assert draft.divisions == [[7, 0], [6, 1]]
    dana.post(room, {"act": "put-out", "seat": "1"})
    draft.refresh_from_db()
    assert draft.divisions == [[7, 0], [5, 1]]


def test_clubs_are_split_in_one_press_in_every_way_and_friends_are_kept_apart():
    made = league(8, started=False)
    dana = browser(director_of(made))
    desk = f"/t/{made.slug}/desk/"
    apart = "Ashford Aces, bro\nDover Ducks; Easton Elks"
    for way in ("random", "roll", "record", "number"):
        body = {"act": "divide-by", "count": "2", "way": way, "apart": apart}
        assert dana.post(desk, body).status_code == 302
        of = dict(made.entrants.values_list("team__name", "division"))
        assert sorted(of.values()) == [1] * 4 + [2] * 4
        assert of["Ashford Aces"] != of["Brookline Bears"]
        assert of["Dover Ducks"] != of["Easton Elks"]
    assert len(Action.objects.get(code="divisions-rolled").new["rolls"]) == 8
    for wrong in ({"way": "favour"}, {"apart": "Nobody, Ash"}, {"count": "3"}):
        body = {"act": "divide-by", "count": "2", "way": "number", "apart": "", **wrong}
        assert dana.post(desk, body).status_code == 422
