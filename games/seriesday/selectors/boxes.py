"""Who can have played in a game, and who probably did: what a box score is checked against and
filled in from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from config.refusals import Refused
from games.card_games.base import ClubBuilder, ClubPlan
from games.card_games.registry import card_game
from games.models import Series
from games.planning.disclosure import Reader, line_ups_seen, readable
from games.planning.plans import plans_of
from games.rules.boxes import PITCHER, Men
from games.rules.reports import GameClaim
from games.seriesday.selectors.reports import Staff
from games.sheets import tells_players
from rosters.models import Card, RosterSpot, Squad
from rosters.rules.coverage import Fielder
from rosters.rules.lineups import PITCHER as WHO_PITCHES
from rosters.rules.lineups import LineUp
from rosters.selectors.fielders import fielders_of


@dataclass(frozen=True)
class Rosters:
    """Who can have played for either side, visitors first: the ``squads`` as they stand, and
    ``men`` with those of the event's other cards whom a report names besides."""

    squads: tuple[frozenset[int], frozenset[int]]
    men: tuple[Men, Men]


def rosters_of(series: Series, number: int, claim: GameClaim | None = None) -> Rosters | None:
    """The men of both sides of a game; ``None`` where reports tell none. Two queries, and one more
    where ``claim`` names somebody who is in neither squad."""
    if not tells_players(series):
        return None
    sides = series.sides(number)
    cards: dict[int, dict[int, Card]] = {team_id: {} for team_id in sides}
    spots = RosterSpot.objects.filter(squad__scope=series.scope, squad__team__in=sides)
    for spot in spots.select_related("card", "squad").order_by("squad", "number"):
        cards[spot.squad.team_id][spot.card_id] = spot.card
    squads = [frozenset(cards[team_id]) for team_id in sides]
    strangers = _strangers(cards, claim)
    away, home = (
        men_of([*cards[team_id].values(), *strangers.values()], series.system_key)
        for team_id in sides
    )
    return Rosters((squads[0], squads[1]), (away, home))


def _strangers(
    cards: Mapping[int, Mapping[int, Card]], claim: GameClaim | None
) -> Mapping[int, Card]:
    """Cards of the sets the squads are of, whom a claim names and who may be in neither."""
    if claim is None:
        return {}
    known = {key: card for squad in cards.values() for key, card in squad.items()}
    named = {line.man for side in claim.sides for line in side.batting if line.man}
    away, home = cards.values()
    outside = named - known.keys()
    found = {key: known[key] for key in named & known.keys() if not (key in away and key in home)}
    if outside:
        sets = {card.card_set_id for card in known.values()}
        found |= Card.objects.filter(card_set__in=sets).in_bulk(outside)
    return found


def men_of(cards: Iterable[Card], system_key: str) -> dict[int, Fielder]:
    """These cards as men who play; pitchers, too."""
    cards = list(cards)
    found = dict(fielders_of(cards, system_key))
    for card in cards:
        if card.pk not in found:
            printed = frozenset(card.positions.split())
            found[card.pk] = Fielder(card.name, printed | {PITCHER})
    return found


def probable_nines(
    series: Series, number: int, staff: tuple[Staff, Staff], reader: Reader
) -> tuple[LineUp, LineUp]:
    """Who probably began the game, visitors first, in the order they bat: the line-up that was put
    up for it, or that the club has laid down, as far as the reader may know them, or that the house
    would put up. Nine spots, or none where a squad cannot play; whoever pitches has his key."""
    squads = {
        squad.team_id: squad
        for squad in Squad.objects.filter(scope=series.scope, team__in=series.sides(number))
    }
    keys: dict[int, list[int]] = {squad.pk: [] for squad in squads.values()}
    spots = RosterSpot.objects.filter(squad__in=keys).select_related("card")
    cards: dict[int, Card] = {}
    for spot in spots.order_by("squad", "number"):
        keys[spot.squad_id].append(spot.card_id)
        cards[spot.card_id] = spot.card
    game = card_game(series.system)
    if game is None or len(squads) < 2:
        return (), ()
    plans = plans_of([squads[team].pk for team in readable(reader, squads)])
    put_up = line_ups_seen(reader, series, number)
    builder = game.builder(cards)
    nines = []
    for at, team_id in enumerate(series.sides(number)):
        squad, opposing = squads[team_id], staff[1 - at].starter
        hand = builder.throws(opposing) if opposing in cards else "R"
        nine = put_up.get(team_id) or _planned(
            plans.get(squad.pk), series, number, series.sides(number)[1 - at], hand
        )
        if not nine:
            nine = _suggested(builder, keys[squad.pk], hand, game.designates(series.settings))
        nines.append(_with_starter(nine, staff[at].starter or 0))
    return nines[0], nines[1]


def _planned(
    plan: ClubPlan | None, series: Series, number: int, opponent: int, hand: str
) -> LineUp:
    return () if plan is None else plan.orders(series.pk, number, opponent).line_ups.get(hand, ())


def _suggested(builder: ClubBuilder, keys: list[int], hand: str, designated: bool) -> LineUp:
    try:
        return builder.suggested(keys, hand, designated=designated)
    except Refused:
        return ()


def _with_starter(nine: LineUp, starter: int) -> LineUp:
    return tuple(
        type(spot)(starter, spot.position) if spot.man == WHO_PITCHES else spot for spot in nine
    )
