"""Whether the clubs of a series play with squads that the law allows (T31.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from games.models import Series
from rosters.editions import edition_of
from rosters.models import Card, Squad
from rosters.rules.draft.laws import LAWS
from rosters.rules.draft.settings import settings_of
from rosters.rules.real_clubs import OF_DRAFTS
from rosters.selectors.fielders import cards_of_all
from rosters.selectors.prospects import prospects_of

FIELD_LAW: Final = frozenset({"field-not-covered", "injury-not-covered"})
"""What keeps a club from putting nine men into the field. How many may start or how large a squad
is, an event settles for its draft, and a squad may have been made without one."""


@dataclass(frozen=True)
class Faulty:
    """The cards of a squad that is against the law, in their order, and why."""

    cards: tuple[int, ...]
    faults: tuple[Refusal, ...]


def faulty_squads(series: Series) -> Mapping[int, Faulty]:
    """The squads of both clubs that are against the law of the field, by club. Three queries; none
    where nobody drafts."""
    law = LAWS.get(series.system_key)
    if law is None:
        return {}
    settings = settings_of(edition_of(series.scope))
    squads = list(Squad.objects.filter(scope=series.scope, team__in=(series.home, series.away)))
    cards = cards_of_all(squads)
    found = {}
    for squad in squads:
        men = prospects_of(cards[squad.pk], series.system_key, judged=False)
        excused = OF_DRAFTS if _was_a_club(cards[squad.pk]) else frozenset()
        faults = [
            each for each in law.holes(men, 0, (), settings) if each.code in FIELD_LAW - excused
        ]
        if men and faults:
            keys = tuple(card.pk for card in cards[squad.pk])
            found[squad.team_id] = Faulty(keys, tuple(faults))
    return found


def _was_a_club(cards: Sequence[Card]) -> bool:
    """Whether these men ended a year together with a real club, which may have had nobody behind
    its shortstop."""
    clubs = {
        (card.year, card.season.teams[-1]) if card.season and card.season.teams else None
        for card in cards
    }
    return len(clubs) == 1 and None not in clubs
