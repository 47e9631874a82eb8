"""The rows of a pool in its table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from rosters.makers.base import maker_or_plain
from rosters.models import Card, CardSet
from rosters.presenters.clubs import NO_CLUB, ClubLook, club_look
from rosters.presenters.figures import Figure, Sheet
from rosters.presenters.words import positions_in_print, runs
from rosters.selectors.clubs import ClubNames
from rosters.selectors.standing import Standing, standing


@dataclass(frozen=True)
class PoolRow:
    card: Card
    url: str
    club: ClubLook
    more_clubs: int
    positions: str
    value: str
    figures: Sequence[str]
    standing: Standing


def card_url(card_set: CardSet, key: str) -> str:
    """The address of a card's page; cached, since a draft board has hundreds."""
    return _card_url(card_set.slug, key)


@lru_cache(maxsize=4096)
def _card_url(slug: str, key: str) -> str:
    return reverse("rosters:card", args=[slug, key])


def club_of(card: Card, names: ClubNames) -> ClubLook:
    if not card.teams:
        return NO_CLUB
    known_club = names.get((card.card_set_id, card.year, card.teams[-1]))
    return club_look(card.teams[-1], known_club.name if known_club else "")


def pool_rows(
    card_set: CardSet, cards: Iterable[Card], figures: Sequence[Figure], names: ClubNames
) -> list[PoolRow]:
    """Cards, their seasons loaded, as rows with these figures."""
    maker = maker_or_plain(card_set.system_key)
    rows = []
    for card in cards:
        sheet = Sheet(card)
        rows.append(
            PoolRow(
                card=card,
                url=card_url(card_set, card.key),
                club=club_of(card, names),
                more_clubs=max(0, len(card.teams) - 1),
                positions=positions_in_print(card.positions),
                value=runs(card.value),
                figures=[figure.write(figure.read(sheet)) for figure in figures],
                standing=standing(card, maker),
            )
        )
    return rows
