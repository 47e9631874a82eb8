"""The clubs for a practice game: clubs of events, the user's drafted or built squads, and dealt
ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from games.card_games.own_squads import own_squads
from games.engine.options import Value
from games.engine.system import CARDS, System
from games.views.systems import AWAY, HOME, SampleClub
from rosters.drafts.models import Draft
from rosters.drafts.pools import listed_parks
from rosters.drafts.room import look
from rosters.models import Ballpark, CardSet, RosterSpot, Squad, Team
from tournaments.models import Entrant, Tournament
from tournaments.selectors.home import tournaments_of

MOST_EVENTS = 20
"""Number of events whose clubs are offered: the user's own first, then the latest."""


@dataclass(frozen=True)
class Offer:
    """A club to choose, with its form value and label."""

    value: str
    label: str


@dataclass(frozen=True)
class Offers:
    label: str
    clubs: Sequence[Offer]


@dataclass(frozen=True)
class Source:
    """A club as it enters a practice game: its look, its ``cards`` in order (none where it is dealt
    from ``deal``, or plays without cards), and the ``settings`` of its event."""

    label: str
    name: str
    abbreviation: str
    colour: str
    accent: str
    batting_order: Sequence[str] = ()
    tendencies: Mapping[str, int] | None = None
    cards: Sequence[int] = ()
    park: Ballpark | None = None
    deal: CardSet | None = None
    settings: Mapping[str, Value] | None = None


def offers(user: User, system: System) -> list[Offers]:
    """Return all clubs that a user may choose in a game system."""
    groups = [_made(user, system), *_events(user, system)]
    return [group for group in groups if group.clubs]


def _made(user: User, system: System) -> Offers:
    if system.need.kind != CARDS:
        return Offers("Of the house", [Offer("house:1", AWAY.name), Offer("house:2", HOME.name)])
    sets = CardSet.objects.filter(system_key=system.key).order_by("name")
    clubs = [Offer(f"deal:{item.slug}", f"Dealt by the house from {item.name}") for item in sets]
    for draft in _drafts(user, system):
        clubs += [
            Offer(f"draft:{draft.pk}:{seat.slot}", f"{draft.name}: {seat.name}")
            for seat in draft.seats.all()
            if seat.slot is not None
        ]
    kind = own_squads(system)
    if kind is not None:
        clubs += [
            Offer(f"own:{item.key}", f"Your {kind.word} {item.name}")
            for item in kind.offered(user)
            if not item.problems
        ]
    return Offers("From the pool", clubs)


def _drafts(user: User, system: System) -> list[Draft]:
    return list(
        Draft.objects.filter(owner=user, system_key=system.key, state=Draft.State.COMPLETE)
        .select_related("card_set")
        .prefetch_related("seats")
    )


def _events(user: User, system: System) -> list[Offers]:
    events = list(tournaments_of(user).filter(system_key=system.key)[:MOST_EVENTS])
    entrants = Entrant.objects.filter(tournament__in=events).select_related("team", "tournament")
    if system.need.kind == CARDS:
        scopes = [event.scope for event in events]
        spots = RosterSpot.objects.filter(squad__event__key__in=scopes)
        with_squad = set(spots.values_list("squad__event__key", "squad__team").distinct())
    clubs: dict[int, list[Offer]] = defaultdict(list)
    for entrant in entrants.order_by("number"):
        if system.need.kind != CARDS or (entrant.tournament.scope, entrant.team_id) in with_squad:
            clubs[entrant.tournament_id].append(Offer(f"club:{entrant.pk}", entrant.team.name))
    return [Offers(event.name, clubs[event.pk]) for event in events]


def source(user: User, system: System, value: str, place: str) -> Source:
    """Return the club of a form value. Refused: ``no-such-club``, with ``place``, where the user
    may not choose it, or it has no cards to play with."""
    kind, _, key = value.partition(":")
    find = {
        "club": _entrant,
        "deal": _dealt,
        "draft": _drafted,
        "own": _own,
        "house": _of_the_house,
    }.get(kind)
    club = None if find is None else find(user, system, key, place)
    if club is None:
        raise Refused(Refusal("no-such-club", "Choose one of the clubs that are offered.", place))
    return club


def _entrant(user: User, system: System, key: str, place: str) -> Source | None:
    entrant = (
        Entrant.objects.filter(
            pk=whole_number(key) or 0, tournament__in=tournaments_of(user).values("pk")
        )
        .select_related("team__ballpark", "tournament")
        .first()
    )
    if entrant is None or entrant.tournament.system_key != system.key:
        return None
    tournament, team = entrant.tournament, entrant.team
    cards: list[int] = []
    park = team.ballpark
    if system.need.kind == CARDS:
        squad = Squad.objects.filter(event__key=tournament.scope, team=team).first()
        if squad is None:
            return None
        park = squad.ballpark or park
        cards = list(squad.spots.order_by("number").values_list("card", flat=True))
        if not cards:
            return None
    return _of_event(tournament, team, cards, park)


def _of_event(
    tournament: Tournament, team: Team, cards: Sequence[int], park: Ballpark | None
) -> Source:
    return Source(
        label=tournament.name,
        name=team.name,
        abbreviation=team.abbreviation,
        colour=team.colour,
        accent=team.accent,
        batting_order=team.batting_order,
        tendencies=team.tendencies,
        cards=cards,
        park=park,
        settings=tournament.settings,
    )


def _look(place: str) -> SampleClub:
    return AWAY if place == "away" else HOME


def _pooled(place: str, label: str, name: str = "", **more: object) -> Source:
    """Return a club without members, with the look of a built-in sample club."""
    look = _look(place)
    return Source(
        label=label,
        name=name[:60] or look.name,
        abbreviation=look.abbreviation,
        colour=look.colour,
        accent=look.accent,
        batting_order=look.batting_order,
        **more,  # type: ignore[arg-type]
    )


def _dealt(user: User, system: System, key: str, place: str) -> Source | None:
    card_set = CardSet.objects.filter(slug=key, system_key=system.key).first()
    if card_set is None:
        return None
    return _pooled(place, f"dealt from {card_set.name}", deal=card_set)


def _drafted(user: User, system: System, key: str, place: str) -> Source | None:
    number, _, slot = key.partition(":")
    draft = next(
        (item for item in _drafts(user, system) if item.pk == (whole_number(number) or 0)), None
    )
    if draft is None:
        return None
    room = look(draft)
    seat = room.seats.get(whole_number(slot) or 0)
    if seat is None or seat.slot is None:
        return None
    squad = room.board.squad(seat.slot)
    park = next((pick.park for pick in squad if pick.park is not None), None)
    parks = listed_parks(draft.card_set)
    return _pooled(
        place,
        draft.name,
        cards=[pick.card for pick in squad if pick.card is not None],
        park=None if park is None else parks.get(park.key),
    )


def _own(user: User, system: System, key: str, place: str) -> Source | None:
    kind = own_squads(system)
    number = whole_number(key)
    if kind is None or number is None:
        return None
    name, cards = kind.cards(user, number)
    return _pooled(place, f"your {kind.word}", name, cards=cards)


def _of_the_house(user: User, system: System, key: str, place: str) -> Source | None:
    if system.need.kind == CARDS or key not in ("1", "2"):
        return None
    return _pooled("away" if key == "1" else "home", "of the house")
