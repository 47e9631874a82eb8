"""Who can have played in a game and who probably did: box scores are checked against it and
pre-filled from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refused
from games.card_games.base import ClubBuilder, ClubPlan
from games.card_games.registry import box_shape, card_game, law_of_pitching
from games.models import Series
from games.planning.disclosure import Reader, line_ups_seen, readable
from games.planning.plans import plans_of
from games.rules.box_shapes import BoxShape
from games.rules.boxes import PITCHER, Players
from games.rules.listed_boxes import Deck
from games.rules.reports import GameClaim, Lists, SidesCards
from games.seriesday.selectors.reports import PitcherChoice, Staff, with_lent
from pitching.selectors.staff import pitchers_of
from rosters.models import Card, RosterSpot, Squad
from rosters.rules.coverage import Fielder
from rosters.rules.lineups import PITCHER as WHO_PITCHES
from rosters.rules.lineups import LineUp
from rosters.selectors.fielders import fielders_of


@dataclass(frozen=True)
class Rosters:
    """Who can have played for either side, visitors first: the ``squads`` as they stand in their
    order, and ``players`` with those of the event's other cards whom a report names besides;
    ``lists`` where the order at bat is a list. The law of pitching ``lends_after`` so many outs."""

    squads: tuple[frozenset[int], frozenset[int]]
    players: tuple[Players, Players]
    lists: Lists | None = None
    lends_after: int = 0

    @property
    def held(self) -> SidesCards:
        """The squads as reports are held against them."""
        return SidesCards(*self.squads, self.lends_after)


def rosters_of(series: Series, number: int, claim: GameClaim | None = None) -> Rosters | None:
    """The players of both sides of a game; ``None`` where its reports name no players.
    Two queries, and one more where ``claim`` names somebody who is in neither squad."""
    shape = box_shape(series.system, series.settings)
    if shape is None:
        return None
    sides = series.sides(number)
    cards: dict[int, dict[int, Card]] = {team_id: {} for team_id in sides}
    spots = RosterSpot.objects.filter(squad__event__key=series.scope, squad__team__in=sides)
    for spot in spots.select_related("card", "squad").order_by("squad", "number"):
        cards[spot.squad.team_id][spot.card_id] = spot.card
    squads = [frozenset(cards[team_id]) for team_id in sides]
    strangers = _strangers(cards, claim)
    away, home = (
        players_of([*cards[team_id].values(), *strangers.values()], series.system_key)
        for team_id in sides
    )
    law = law_of_pitching(series.system_key, series.scope)
    lists = None
    if shape.listed:
        decks = [_deck(cards[team_id].values(), shape) for team_id in sides]
        staff = [
            {
                player.key: player
                for player in pitchers_of(cards[team_id].values(), series.system_key)
            }
            for team_id in sides
        ]
        lists = Lists((decks[0], decks[1]), (staff[0], staff[1]), law)
    lends_after = 0 if law is None else law.lends_after
    return Rosters((squads[0], squads[1]), (away, home), lists, lends_after)


def _deck(cards: Collection[Card], shape: BoxShape) -> Deck:
    """The cards of a side by what they do, each in its order."""
    bat: list[int] = []
    pitch: list[int] = []
    for card in cards:
        (pitch if card.kind == Card.Kind.PITCHER else bat).append(card.pk)
    over = frozenset(card.pk for card in cards if shape.passed_over(card.cells))
    return Deck(tuple(bat), tuple(pitch), over)


def _strangers(
    cards: Mapping[int, Mapping[int, Card]], claim: GameClaim | None
) -> Mapping[int, Card]:
    """Cards of the sets the squads are of, whom a claim names and who may be in neither."""
    if claim is None:
        return {}
    known = {key: card for squad in cards.values() for key, card in squad.items()}
    named = {line.player for side in claim.sides for line in side.batting if line.player}
    away, home = cards.values()
    outside = named - known.keys()
    found = {key: known[key] for key in named & known.keys() if not (key in away and key in home)}
    if outside:
        sets = {card.card_set_id for card in known.values()}
        found |= Card.objects.filter(card_set__in=sets).in_bulk(outside)
    return found


def players_of(cards: Iterable[Card], system_key: str) -> dict[int, Fielder]:
    """These cards as players of a game; pitchers, too."""
    cards = list(cards)
    found = dict(fielders_of(cards, system_key))
    for card in cards:
        if card.pk not in found:
            printed = frozenset(card.positions.split())
            found[card.pk] = Fielder(card.name, printed | {PITCHER})
    return found


def listed_staffs(
    series: Series, number: int, rosters: Rosters, reader: Reader
) -> tuple[Staff, Staff]:
    """The pitchers of both sides of a game whose lists are on no sheet, visitors first, in the
    order in which they come as far as the reader may know it, and those whom the opponent may lend
    them."""
    teams = {series.home_id: series.home, series.away_id: series.away}
    found = []
    for at, team_id in enumerate(series.sides(number)):
        players, pitchers = rosters.players[at], _laid_down(rosters, at)[1]
        known = reader.is_inside(team_id)
        order = pitchers if known else sorted(pitchers, key=lambda key: players[key].name)
        choices = tuple(
            PitcherChoice(key, players[key].name, teams[team_id].abbreviation) for key in order
        )
        found.append(Staff(teams[team_id], order[0] if known and order else None, choices))
    away, home = found
    if not rosters.lends_after:
        return away, home
    return with_lent(away, home), with_lent(home, away)


def probable_lists(
    series: Series, number: int, rosters: Rosters, reader: Reader
) -> tuple[tuple[Sequence[int], Sequence[int]], tuple[Sequence[int], Sequence[int]]]:
    """The order in which the cards of either side bat and pitch, visitors first; empty where the
    reader may not know it."""
    away, home = (
        _laid_down(rosters, at) if reader.is_inside(team_id) else ((), ())
        for at, team_id in enumerate(series.sides(number))
    )
    return away, home


def _laid_down(rosters: Rosters, side: int) -> tuple[Sequence[int], Sequence[int]]:
    """The batters and the pitchers of a side in the order of its squad."""
    assert rosters.lists is not None  # noqa: S101 - of a system whose order is a list
    deck = rosters.lists.decks[side]
    return tuple(deck.batters), tuple(deck.pitchers)


def probable_nines(
    series: Series, number: int, staff: tuple[Staff, Staff], reader: Reader
) -> tuple[LineUp, LineUp]:
    """Who probably began the game, visitors first, in the order they bat: the line-up that was put
    up for it, or that the club has laid down, as far as the reader may know them, or that the house
    would put up. Nine spots, or none where a squad cannot play; the current pitcher has his key."""
    squads = {
        squad.team_id: squad
        for squad in Squad.objects.filter(event__key=series.scope, team__in=series.sides(number))
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
        type(spot)(starter, spot.position) if spot.player == WHO_PITCHES else spot for spot in nine
    )
