"""Drafts for tests: a league of four that drafts, open or still being prepared."""

from datetime import UTC, datetime, timedelta
from typing import Any

from config.people.models import User
from rosters.drafts.models import Draft
from rosters.drafts.room import Room, look
from rosters.drafts.services import choosing_slots, picking, preparing
from rosters.models import TeamMember
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.slots import Place
from rosters.services.people import appoint
from tests.builders import director_of, league, person
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.drafts import set_up

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
UNSANCTIONED = DraftSettings(sanctioned=False)


def later(seconds: float) -> datetime:
    """So long after drafts of tests are opened."""
    return NOW + timedelta(seconds=seconds)


def a_league(clubs: int = 4, **changes: Any) -> Tournament:
    """A league with cards that has not begun; the pool is large enough for its clubs."""
    cards = a_purestrat_set(clubs=max(5, clubs))
    return league(clubs, system_key="purestrat", card_set=cards.slug, started=False, **changes)


def prepared(tournament: Tournament, settings: DraftSettings = UNSANCTIONED) -> Draft:
    """Its draft with every slot chosen in the order of the clubs, and everybody there."""
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    preparing.change_settings(draft=draft, settings=settings, acting_user=director)
    while choosing_slots.to_roll(choosing_slots.rolls_of(draft)):
        choosing_slots.roll_for_everybody(draft=draft, acting_user=director)
    while (number := choosing_slots.choosing(draft).next) is not None:
        seat = draft.seats.get(number=number)
        choosing_slots.choose_slot(seat=seat, place=Place(1, number), acting_user=director)
    for seat in draft.seats.all():
        preparing.say_who_drafts(seat=seat, drafter="manager", acting_user=director)
    return draft


def opened(
    settings: DraftSettings = UNSANCTIONED, clubs: int = 4, **changes: Any
) -> tuple[Draft, User]:
    """An open draft and its director; slots are the clubs' numbers."""
    tournament = a_league(clubs, **changes)
    draft = prepared(tournament, settings)
    director = director_of(tournament)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=NOW)
    return draft, director


def managing(draft: Draft, slot: int) -> User:
    """Somebody who manages the club of a slot."""
    user = person(f"Manager {slot}")
    seat = draft.seats.get(slot=slot)
    appoint(
        team=seat.team,
        user=user,
        role=TeamMember.Role.MANAGER,
        scope=draft.scope,
        acting_user=None,
    )
    return user


def room_of(draft: Draft) -> Room:
    """The one division as its log has it."""
    return look(Draft.objects.select_related("card_set").get(pk=draft.pk))


def best(draft: Draft, position: str, at: int = 0) -> int:
    """The best card left that plays a position (and no other, ``only``); ``sp`` and ``rp`` too."""
    room = room_of(draft)
    players = [
        player
        for player in room.pool.players.values()
        if player.key not in room.board.cards
        and (
            player.starts
            if position == "sp"
            else player.relieves and not player.starts
            if position == "rp"
            else position in player.positions
        )
    ]
    return sorted(players, key=lambda player: (-player.value, player.key))[at].key


def take(draft: Draft, user: User, position: str = "ss", now: datetime = NOW, **more: Any) -> int:
    """Whoever's turn it is takes the best of a position, by the director."""
    turn = room_of(draft).board.turn
    assert turn is not None
    card = best(draft, position)
    picking.make_pick(
        draft=draft,
        division=1,
        slot=turn.seat,
        card=card,
        acting_user=user,
        now=now,
        **more,
    )
    return card
