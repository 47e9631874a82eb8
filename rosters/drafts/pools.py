"""What a draft draws on: the players of its card set and the parks of its list.

A card set does not change, so what was read of it once is kept by the process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from time import monotonic

from config.refusals import Refusal, Refused
from rosters.drafts.models import Draft
from rosters.makers.base import maker_or_plain
from rosters.models import Ballpark, Card, CardSet
from rosters.rules.draft.house import Ranking
from rosters.rules.draft.legality import Pool
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import law_of
from rosters.rules.imputed import Prospect
from rosters.rules.parks import Pick as Park
from rosters.selectors.prospects import prospects
from rosters.selectors.standing import standing
from rosters.sources.known import HOUSE

KEPT = 8
"""Card sets whose players a process keeps."""

PARKS_KEPT = 15.0
"""Seconds for which it keeps their parks."""


@dataclass(frozen=True)
class SetPlayers:
    """The players of a set that may be drafted, by card, and why the others may not."""

    able: Mapping[int, Prospect]
    barred: Mapping[int, Refusal]


def players_of(card_set: CardSet) -> SetPlayers:
    """Who may be drafted from a set."""
    return _players_of(card_set.pk, card_set.created_at)


@lru_cache(maxsize=KEPT)
def _players_of(card_set_id: int, made: datetime) -> SetPlayers:
    card_set = CardSet.objects.get(pk=card_set_id)
    able = {player.key: player for player in prospects(card_set)}
    maker = maker_or_plain(card_set.system_key)
    barred = {}
    for card in card_set.cards.select_related("season").exclude(pk__in=able):
        refusals = standing(card, maker).refusals if card.season_id else ()
        barred[card.pk] = (
            refusals[0]
            if refusals
            else Refusal(
                "not-eligible", f"{card.name} may neither hit, start nor relieve.", card.name
            )
        )
    return SetPlayers(able, barred)


def cards_of(card_set: CardSet) -> Mapping[int, Card]:
    """The cards of a set by their keys in the database, without their columns and seasons."""
    return _cards_of(card_set.pk, card_set.created_at)


@lru_cache(maxsize=KEPT)
def _cards_of(card_set_id: int, made: datetime) -> Mapping[int, Card]:
    cards = Card.objects.filter(card_set=card_set_id).defer("cells").order_by()
    return {card.pk: card for card in cards}


def ranking_of(card_set: CardSet, teams: int, settings: DraftSettings) -> Ranking:
    """How the house ranks a set when so many teams draft from it."""
    return _ranking_of(card_set.pk, card_set.created_at, card_set.system_key, teams, settings)


@lru_cache(maxsize=KEPT)
def _ranking_of(
    card_set_id: int, made: datetime, system_key: str, teams: int, settings: DraftSettings
) -> Ranking:
    law = law_of(system_key)
    return Ranking(Pool(law, _players_of(card_set_id, made).able), teams, law.plan(settings))


def listed_parks(card_set: CardSet) -> dict[str, Ballpark]:
    """The parks that may be drafted, by key: those of the set's own source and year where it has
    some, else the house's."""
    parks = Ballpark.objects.filter(source__isnull=False)
    of_year = parks.filter(source=card_set.source_id, year__in=card_set.years or [])
    found = of_year if card_set.source_id and of_year.exists() else parks.filter(source__key=HOUSE)
    return {park.pick.key: park for park in found.order_by("name", "-year")}


def park_with(card_set: CardSet, key: str) -> Ballpark:
    """The park that a key stands for: one of the list, or one that a user has described. Refused:
    ``unknown-park``, as when the list has changed meanwhile."""
    kind, _, number = key.partition(":")
    own = Ballpark.objects.filter(pk=number).first() if kind == "own" else None
    park = own or listed_parks(card_set).get(key)
    if park is None:
        said = f"There is no park {key[:60]!r} to draft any more."
        raise Refused(Refusal("unknown-park", said, "ballpark"))
    return park


def parks_taken(draft: Draft) -> dict[str, Ballpark]:
    """The parks that picks of a draft have taken, by key."""
    picks = draft.picks.filter(park__isnull=False).select_related("park")
    return {pick.park_key: pick.park for pick in picks if pick.park is not None}


def pool_of(card_set: CardSet, names: Mapping[int, str]) -> Pool:
    """What the law asks about when a user picks; ``names`` are those of the seats."""
    players = players_of(card_set)
    # An import may change a list of parks: what was read of it is not kept for long.
    parks = _picks_of(card_set.pk, card_set.created_at, int(monotonic() / PARKS_KEPT))
    return Pool(law_of(card_set.system_key), players.able, players.barred, parks, names)


@lru_cache(maxsize=KEPT)
def _picks_of(card_set_id: int, made: datetime, now: int) -> Mapping[str, Park]:
    card_set = CardSet.objects.get(pk=card_set_id)
    return {key: park.pick for key, park in listed_parks(card_set).items()}
