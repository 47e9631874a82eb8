"""Transactions of an event's players, parks and clubs: drafted, exchanged, undone, dealt or
entered; injuries, and players lent to an opponent for a game; home parks; clubs dropped or taken
over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from config.journal.models import Action
from games.players_lines import HURT, LENT
from rosters.drafts.models import DraftEvent, DraftSeat
from rosters.models import Card, RosterSpot, name_as_of
from rosters.rules.draft.events import Event, Opened, read
from rosters.rules.draft.moves import moves
from rosters.rules.draft.order import round_of
from tournaments.book.models import Feat
from tournaments.models import Entrant, Tournament

MOVED: Final = {
    "drafted": "drafted in round {round}, pick {pick}",
    "exchanged-in": "taken in exchange with pick {pick}",
    "put-in": "put in by the director at pick {pick}",
    "double-up-pulled-back": "let go again: the double-up at pick {pick} was pulled back",
    "exchanged-away": "exchanged away at pick {pick}",
    "pick-undone": "off again: pick {pick} was taken back",
    "put-out": "replaced by the director at pick {pick}",
}
"""Words about the player, or the park, by kind of draft move."""

ACTS: Final = {
    "squads-imputed": "has a squad dealt",
    "squads-entered": "has a squad entered from a sheet",
    "league-replayed": "plays with its players of {year}",
    "own-squad-entered": "enters {name}",
    "own-squad-withdrawn": "withdraws {name}",
    "parks-dealt": "plays at {park}",
    "club-dropped": "has dropped out",
    "drop-undone": "is back: its drop was taken back",
    "club-taken-over": "is taken over by {person}",
}
"""Words about clubs, by log code."""


@dataclass(frozen=True)
class Transaction:
    """An event in the life of a player, a park or a club. ``kind`` is a stable key, ``words`` a
    phrase about ``card`` (by ``name``), or about the club where there is none; ``game`` is the game
    it happened in."""

    at: datetime
    kind: str
    words: str
    club: Entrant | None
    card: int | None = None
    name: str = ""
    game: int | None = None


def transactions_of(
    tournament: Tournament,
    *,
    club: Entrant | None = None,
    card: Card | None = None,
    clubs: Mapping[int, Entrant] | None = None,
    spots: Sequence[RosterSpot] | None = None,
) -> list[Transaction]:
    """Return the transactions of an event, of one of its clubs, or of a player, the latest first.
    ``clubs`` are those of the event by team, ``spots`` the player's places as in ``spots_of``, if
    loaded. At most six queries."""
    if club is not None:
        clubs = {club.team_id: club}
    elif clubs is None:
        entrants = tournament.entrants.select_related("team").order_by("number")
        clubs = {entry.team_id: entry for entry in entrants}
    if card is not None:
        transactions = _of_player(tournament, clubs, card, spots)
    else:
        transactions = list(_drafted(tournament, clubs))
        transactions += [entry for act in _acts(tournament) for entry in _of_act(act, clubs)]
    if not spots or any(getattr(spot, "met_with", True) for spot in spots):
        transactions += _met_with(tournament, clubs, club, card)
    # Transactions of the same moment keep their order.
    return [
        entry
        for _, entry in sorted(enumerate(transactions), key=lambda pair: (pair[1].at, pair[0]))
    ][::-1]


def met_with_something(tournament: Tournament) -> QuerySet[Feat]:
    """Return the injuries, and the players lent to an opponent for a game."""
    return Feat.objects.filter(stage__tournament=tournament, kind__in=(HURT, LENT)).order_by()


def _met_with(
    tournament: Tournament,
    clubs: Mapping[int, Entrant],
    club: Entrant | None,
    card: Card | None,
) -> Iterator[Transaction]:
    """Yield injuries and lent players in counted games. A club also gets those it was lent."""
    rows = met_with_something(tournament)
    if card is not None:
        rows = rows.filter(card=card)
    if club is not None:
        played = Q(game__game__home=club.team_id) | Q(game__game__away=club.team_id)
        rows = rows.filter(Q(team=club.team_id) | Q(played, kind=LENT))
    sides = ("home__name", "home__former_names", "away__name", "away__former_names")
    feats = rows.order_by("game__finished_at", "game", "card").values_list(
        *("game__finished_at", "game", "kind", "value", "team", "card", "card__name"),
        *(f"game__game__{field}" for field in ("started_at", "home", "away", *sides)),
    )
    for at, game, kind, games, team, card_id, name, began, home, away, *names in feats:
        home_name = name_as_of(names[0], names[1], began)
        away_name = name_as_of(names[2], names[3], began)
        own, other = (home_name, away_name) if team == home else (away_name, home_name)
        if kind == HURT:
            more = f", and out for {games} more game{'' if games == 1 else 's'}" if games else ""
            entrant, words = clubs.get(team), f"hurt against {other}{more}"
        elif club is not None and team == club.team_id:
            entrant, words = club, f"lent by {other} for a game: nobody of its own was left"
        else:
            entrant = clubs.get(away if team == home else home)
            words = f"lent to {own} for a game: it had nobody left"
        if entrant is not None:
            yield Transaction(at, kind, words, entrant, card_id, name, game)


def _of_player(
    tournament: Tournament,
    clubs: Mapping[int, Entrant],
    card: Card,
    spots: Sequence[RosterSpot] | None,
) -> list[Transaction]:
    if spots is None:
        squad_spots = RosterSpot.objects.filter(squad__event__key=tournament.scope, card=card)
        spots = list(squad_spots.select_related("squad"))
    transactions: list[Transaction] = []
    # A player in a squad without a pick was not drafted; for a drafted player the draft tells
    # everything.
    if not spots or any(spot.pick is not None for spot in spots):
        transactions += _drafted(tournament, clubs, card, spots)
    undrafted = [spot for spot in spots if spot.pick is None]
    if undrafted:
        acts = _acts(tournament)
        transactions += [
            entry for spot in undrafted for entry in _with_squad(spot, clubs, card, acts)
        ]
    return transactions


def _acts(tournament: Tournament) -> list[Action]:
    rows = Action.objects.filter(scope=tournament.scope, code__in=ACTS).order_by("pk")
    return list(rows.only("code", "at", "old", "new", "subject_type", "subject_id"))


def _drafted(
    tournament: Tournament,
    clubs: Mapping[int, Entrant],
    card: Card | None = None,
    spots: Sequence[RosterSpot] = (),
) -> Iterator[Transaction]:
    """Yield the moves of an event's drafts, or those of a player."""
    rows = DraftEvent.objects.filter(draft__event__key=tournament.scope).order_by(
        "division", "number"
    )
    by_division: dict[int, list[Event]] = {}
    for division, kind, moment, data in rows.values_list("division", "kind", "at", "data"):
        by_division.setdefault(division, []).append(read(kind, moment, data))
    teams = {
        division: next((len(event.drafters) for event in events if isinstance(event, Opened)), 1)
        for division, events in by_division.items()
    }
    moves_made = [
        (division, move)
        for division, events in by_division.items()
        for move in moves(events)
        if card is None or move.card == card.pk
    ]
    if not moves_made:
        return
    places: Mapping[tuple[int | None, int | None], int | None]
    seats: set[tuple[int | None, int | None]] = {
        (division, move.seat) for division, move in moves_made
    }
    if len(spots) == len(seats) == 1:
        # The only seat is that of the player's club.
        places = dict.fromkeys(seats, spots[0].squad.team_id)
    else:
        places = {
            (division, slot): team
            for division, slot, team in DraftSeat.objects.filter(
                draft__event__key=tournament.scope, slot__isnull=False
            ).values_list("division", "slot", "team")
        }
    cards = {move.card for _, move in moves_made if move.card is not None}
    names: Mapping[int, str] = (
        {card.pk: card.name}
        if card is not None
        else dict(Card.objects.filter(pk__in=cards).order_by().values_list("pk", "name"))
    )
    for division, move in moves_made:
        entrant = clubs.get(places.get((division, move.seat)) or 0)
        if entrant is None:
            continue
        round_ = round_of(move.pick, teams[division])
        words = MOVED[move.kind].format(round=round_, pick=move.pick)
        name = names.get(move.card or 0, "") or (move.park.name if move.park else "")
        yield Transaction(move.at, move.kind, words, entrant, move.card, name)


def _of_act(act: Action, clubs: Mapping[int, Entrant]) -> Iterator[Transaction]:
    values: dict[str, Any] = {**(act.old or {}), **(act.new or {})}
    for entrant in clubs.values():
        details = _meant(act, values, entrant)
        if details is not None:
            yield Transaction(act.at, act.code, ACTS[act.code].format(**details), entrant)


def _meant(act: Action, values: Mapping[str, Any], entrant: Entrant) -> dict[str, Any] | None:
    """Return the details of a log entry for a club; ``None`` where it is not about the club."""
    name = entrant.team.name
    if act.code in ("own-squad-entered", "own-squad-withdrawn"):
        is_about_club = act.subject_type == "rosters.team" and act.subject_id == str(
            entrant.team_id
        )
        return {"name": values.get("name") or "a squad of its own"} if is_about_club else None
    if act.code == "parks-dealt":
        return {"park": values[name]} if name in values else None
    if "clubs" in values:
        return dict(values) if name in values["clubs"] else None
    return {"person": "", **values} if values.get("club") == name else None


def _with_squad(
    spot: RosterSpot, clubs: Mapping[int, Entrant], card: Card, acts: Sequence[Action]
) -> Iterator[Transaction]:
    """Yield how an undrafted player came to a club: with the last squad made for it."""
    entrant = clubs.get(spot.squad.team_id)
    if entrant is None:
        return
    own_club = {entrant.team_id: entrant}
    squad_acts = [entry for act in acts if act.code in CAME for entry in _of_act(act, own_club)]
    moment, kind = (
        (squad_acts[-1].at, squad_acts[-1].kind)
        if squad_acts
        else (spot.squad.created_at, "joined")
    )
    words = CAME.get(kind, "in its squad")
    yield Transaction(moment, kind, words, entrant, card.pk, card.name)


CAME: Final = {
    "squads-imputed": "dealt with its squad",
    "squads-entered": "entered with its squad from a sheet",
    "league-replayed": "there from the start, as he really was",
    "own-squad-entered": "entered with its squad by the manager",
}
"""Words about each player after an act that gave a club other players, by log code."""
