"""Whether the clubs of series play with squads that the law allows (T31.10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from games.models import Series
from rosters.editions import edition_of
from rosters.models import Card, Squad
from rosters.rules.draft.settings import settings_of
from rosters.rules.draft.squad_law import squad_laws
from rosters.rules.real_clubs import OF_DRAFTS
from rosters.selectors.fielders import cards_of_all
from rosters.selectors.prospects import prospects_of

FIELD_LAW: Final = frozenset({"field-not-covered", "injury-not-covered"})
"""What keeps a club from putting nine players into the field. How many may start or how large a
squad is, an event settles for its draft, and a squad may have been made without one."""


@dataclass(frozen=True)
class Faulty:
    """The cards of a squad that is against the law, in their order, and why."""

    cards: tuple[int, ...]
    faults: tuple[Refusal, ...]


def faulty_squads(series: Collection[Series]) -> Mapping[int, Faulty]:
    """The squads of the clubs in these series of one event that are against the law of the field,
    by club. Three queries, however many they are; none where no squads are drafted."""
    some = next(iter(series), None)
    law = None if some is None else squad_laws().get(some.system_key)
    if some is None or law is None:
        return {}
    settings = settings_of(edition_of(some.scope))
    clubs = {team for each in series for team in (each.home_id, each.away_id)}
    squads = list(Squad.objects.filter(event__key=some.scope, team__in=clubs))
    cards = cards_of_all(squads)
    found = {}
    for squad in squads:
        players = prospects_of(cards[squad.pk], some.system_key, judged=False)
        faults = [each for each in law.holes(players, 0, (), settings) if each.code in FIELD_LAW]
        if faults and _was_a_club(cards[squad.pk]):
            faults = [each for each in faults if each.code not in OF_DRAFTS]
        if players and faults:
            keys = tuple(card.pk for card in cards[squad.pk])
            found[squad.team_id] = Faulty(keys, tuple(faults))
    return found


def _was_a_club(cards: Sequence[Card]) -> bool:
    """Whether these players ended a year together with a real club, which may lack back-ups."""
    clubs = {
        (card.year, card.season.teams[-1]) if card.season and card.season.teams else None
        for card in cards
    }
    return len(clubs) == 1 and None not in clubs
