"""Which cards of a set may be drafted, and in which roles."""

from __future__ import annotations

from collections.abc import Iterable

from rosters.makers.base import HITTER, PITCHER, Maker, maker_or_plain
from rosters.models import Card, CardSet
from rosters.rules.imputed import Prospect
from rosters.selectors.card_sets import row_of
from rosters.selectors.standing import roles, standing

FIRST_BASE = "1b"

UNJUDGED = ("Hitter", "Starter", "Reliever")
"""The roles of a typed card without a season."""


def prospects(card_set: CardSet, *, judged: bool = True) -> list[Prospect]:
    """The cards of a set that may be drafted; if not ``judged``, every player who can play by his
    card, for squads that are not chosen, such as those of real clubs."""
    cards = card_set.cards.select_related("season")
    return prospects_of(cards, card_set.system_key, judged=judged)


def prospects_of(cards: Iterable[Card], system_key: str, *, judged: bool = True) -> list[Prospect]:
    maker = maker_or_plain(system_key)
    eligible = []
    for card in cards:
        if maker.judges():
            if not maker.faults(row_of(card)):
                eligible.append(_by_card(card, maker))
            continue
        allowed_roles = standing(card, maker).able if judged and card.season_id else UNJUDGED
        if card.kind == HITTER:
            if allowed_roles:
                rated = maker.rated_positions(card.cells) or card.positions.split()
                eligible.append(
                    Prospect(
                        card.pk,
                        # A player without a position on the card plays first base (T10.11c).
                        frozenset(rated or [FIRST_BASE]),
                        card.value,
                        name=card.name,
                        injurable=maker.can_be_hurt(card.cells),
                        rank=_rank(card),
                    )
                )
            continue
        starter, relief = roles(card, maker)
        starts, relieves = (
            starter and "Starter" in allowed_roles,
            relief and "Reliever" in allowed_roles,
        )
        if starts or relieves:
            eligible.append(
                Prospect(
                    card.pk,
                    frozenset(),
                    card.value,
                    starts,
                    relieves,
                    name=card.name,
                    rank=_rank(card),
                )
            )
    return eligible


def _by_card(card: Card, maker: Maker) -> Prospect:
    """The prospect of a card that says by itself what it may be drafted as."""
    roles = maker.pitching_roles(card.cells) if card.kind == PITCHER else None
    starts, relieves = roles or (False, False)
    return Prospect(
        card.pk,
        frozenset() if card.kind == PITCHER else frozenset(card.positions.split() or [FIRST_BASE]),
        card.value,
        starts,
        relieves,
        name=card.name,
        rank=_rank(card),
        person=f"player:{card.season.player_id}" if card.season is not None else "",
        playing=playing_time(card, maker),
    )


def playing_time(card: Card, maker: Maker) -> int | None:
    """At-bats or, for a pitcher, outs: of the card's season, else as the card prints."""
    if card.season is None:
        return maker.playing(card.kind, card.cells)
    return card.season.outs if card.kind == PITCHER else card.season.at_bats


def _rank(card: Card) -> int:
    return int(card.cells.get("rank") or 0)
