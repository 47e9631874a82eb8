"""A club's pitchers as the law knows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pitching.models import PitchingSheet
from pitching.rules.sheet import Pitcher
from rosters.makers.base import maker_or_plain
from rosters.models import Card, RosterSpot
from rosters.selectors.standing import roles


def pitchers_of(cards: Iterable[Card], system_key: str) -> list[Pitcher]:
    """The pitchers among these cards of a system, in their order. Where cards do not print who
    starts and who relieves, every pitcher may do both."""
    maker = maker_or_plain(system_key)
    printed = bool(maker.starter_column and maker.relief_column)
    pitchers = []
    for card in cards:
        if card.kind == Card.Kind.PITCHER:
            starts, relieves = roles(card, maker) if printed else (True, True)
            pitchers.append(Pitcher(card.pk, card.name, starts, relieves))
    return pitchers


def squad_of(sheet: PitchingSheet) -> list[Card]:
    """The cards the club plays with in the event of the sheet, in squad order."""
    return squads_of([sheet])[sheet.pk]


def squads_of(sheets: Sequence[PitchingSheet]) -> dict[int, list[Card]]:
    """The cards of ``squad_of`` for each of these sheets, by key; one query."""
    cards: dict[tuple[int, str], list[Card]] = defaultdict(list)
    spots = RosterSpot.objects.filter(
        squad__team__in={sheet.team_id for sheet in sheets},
        squad__event__key__in={sheet.scope for sheet in sheets},
    ).select_related("squad", "card__card_set", "card__season")
    for spot in spots.order_by("number"):
        cards[spot.squad.team_id, spot.squad.scope].append(spot.card)
    return {sheet.pk: cards[sheet.team_id, sheet.scope] for sheet in sheets}
