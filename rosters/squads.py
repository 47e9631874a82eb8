"""The only place that writes squads: which cards a club plays with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import transaction

from config.journal.services import record
from config.people.models import User
from rosters.makers.base import HITTER
from rosters.models import Card, CardSet, RosterSpot, Team
from rosters.rules.imputed import Prospect, impute, over_replacement, replacement, supported
from rosters.selectors.standing import standing
from rosters.showing.registry import look_of

BATCH = 500

_POSITION = re.compile(r"\b(c|1b|2b|3b|ss|lf|cf|rf)-\d")


def impute_squads(
    *, card_set: CardSet, teams: Sequence[Team], scope: str, acting_user: User | None
) -> None:
    """Pick squads for clubs that have none, from what nobody of these clubs has yet; one log line.

    Refused: ``pool-too-small``.
    """
    with transaction.atomic():
        spots = RosterSpot.objects.filter(team__in=teams)
        with_one = set(spots.values_list("team_id", flat=True))
        taken = set(spots.values_list("card_id", flat=True))
        without = [team for team in teams if team.pk not in with_one]
        if not without:
            return
        squads = impute(
            [each for each in prospects(card_set) if each.key not in taken], len(without)
        )
        RosterSpot.objects.bulk_create(
            RosterSpot(team=team, card_id=card, number=number)
            for team, squad in zip(without, squads, strict=True)
            for number, card in enumerate(squad, start=1)
        )
        record(
            code="squads-imputed",
            actor=acting_user,
            scope=scope,
            subject=card_set,
            new={"clubs": [team.name for team in without], "cards": len(squads[0])},
        )


def weigh_scarcity(card_set: CardSet) -> None:
    """Store by how much each card of a set is over replacement in a draft from it."""
    pool = prospects(card_set)
    clubs = supported(pool)
    levels = replacement(pool, clubs) if clubs else {}
    worths = {each.key: over_replacement(each, levels) for each in pool}
    cards = list(Card.objects.filter(card_set=card_set).only("over_replacement"))
    for card in cards:
        card.over_replacement = worths.get(card.pk)
    Card.objects.bulk_update(cards, ["over_replacement"], batch_size=BATCH)


def prospects(card_set: CardSet) -> list[Prospect]:
    """The cards of a set that may be drafted; cards that somebody typed in, without a season
    behind them, are not judged."""
    look = look_of(card_set.system_key)
    found = []
    for card in card_set.cards.select_related("season"):
        able = standing(card, look).able if card.season_id else ("Hitter", "Starter", "Reliever")
        hits = card.kind == HITTER and bool({"Hitter", "Catcher"} & set(able))
        starts = card.kind != HITTER and "Starter" in able and look.is_starter(card)
        relieves = card.kind != HITTER and "Reliever" in able and look.is_relief(card)
        if hits or starts or relieves:
            positions = _positions(card) if hits else frozenset()
            found.append(Prospect(card.pk, positions, card.value, starts, relieves))
    return found


def _positions(card: Card) -> frozenset[str]:
    rated = _POSITION.findall(str(card.cells.get("field", "")))
    return frozenset(rated or card.positions.split())
