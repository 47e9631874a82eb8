"""Write squads, the cards a club plays with; no other code does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from games.engine.options import Settings
from games.systems.registry import GAME_SYSTEMS
from rosters.models import Ballpark, Card, CardSet, RosterSpot, Squad, Team
from rosters.rules.editions.presets import DEFAULT
from rosters.rules.imputed import (
    impute,
    over_replacement,
    replacement,
    squad_needs,
    supported,
)
from rosters.selectors.prospects import prospects

BATCH = 500


def impute_squads(
    *,
    card_set: CardSet,
    teams: Sequence[Team],
    scope: str,
    acting_user: User | None,
    needs: Sequence[str] | None = None,
    settings: Settings = MappingProxyType({}),
) -> None:
    """Pick squads for clubs that have none in an event, from the cards that no club there has; one
    log line. ``needs``: those of the event's rule edition; ``settings``: those of its games.

    Refused: ``pool-too-small``, and what a system that deals its own squads refuses.
    """
    with transaction.atomic():
        spots = RosterSpot.objects.filter(squad__event__key=scope, squad__team__in=teams)
        teams_with_squad = set(spots.values_list("squad__team_id", flat=True))
        taken_cards = set(spots.values_list("card_id", flat=True))
        without = [team for team in teams if team.pk not in teams_with_squad]
        if not without:
            return
        pool = [prospect for prospect in prospects(card_set) if prospect.key not in taken_cards]
        game_system = GAME_SYSTEMS.get(card_set.system_key)
        if game_system is not None and game_system.deal is not None:
            squads = game_system.deal(pool, len(without), settings)
        else:
            squad_plan = squad_needs(DEFAULT.imputed) if needs is None else needs
            squads = impute(pool, len(without), squad_plan)
        store_squads(
            scope=scope,
            squads=[
                SquadPlan(team, [Spot(card) for card in squad])
                for team, squad in zip(without, squads, strict=True)
            ],
        )
        log_action(
            code="squads-imputed",
            actor=acting_user,
            scope=scope,
            subject=card_set,
            new={"clubs": [team.name for team in without], "cards": len(squads[0])},
        )


@dataclass(frozen=True)
class Spot:
    """A card that joins a squad; ``round`` and ``pick`` if drafted, ``price`` if bought at
    auction."""

    card: int
    round: int | None = None
    pick: int | None = None
    price: int | None = None


@dataclass(frozen=True)
class SquadPlan:
    """A club's squad to be stored, in joining order; ``ballpark`` if it took one, ``entered_as`` if
    its manager made it."""

    team: Team
    spots: Sequence[Spot]
    ballpark: Ballpark | None = None
    entered_as: str = ""


def store_squads(*, scope: str, squads: Sequence[SquadPlan]) -> None:
    """Write the squads of an event, replacing those its clubs had. Runs in the caller's
    transaction, which logs it."""
    stored = Squad.objects.bulk_create(
        (
            Squad(
                team=plan.team, event_id=scope, ballpark=plan.ballpark, entered_as=plan.entered_as
            )
            for plan in squads
        ),
        update_conflicts=True,
        unique_fields=["event", "team"],
        update_fields=["ballpark", "entered_as"],
    )
    ids = dict(
        Squad.objects.filter(
            event__key=scope, team__in=[squad.team_id for squad in stored]
        ).values_list("team_id", "pk")
    )
    RosterSpot.objects.filter(squad__in=ids.values()).delete()
    RosterSpot.objects.bulk_create(
        (
            RosterSpot(
                squad_id=ids[plan.team.pk],
                card_id=spot.card,
                number=number,
                round=spot.round,
                pick=spot.pick,
                price=spot.price,
            )
            for plan in squads
            for number, spot in enumerate(plan.spots, start=1)
        ),
        batch_size=BATCH,
    )


def without_a_park(teams: Sequence[Team], scope: str) -> list[Team]:
    drafted = Squad.objects.filter(event__key=scope, ballpark__isnull=False)
    teams_with_park = set(drafted.values_list("team_id", flat=True))
    return [team for team in teams if team.pk not in teams_with_park]


def weigh_scarcity(card_set: CardSet) -> None:
    """Store for each card of a set its value over replacement in a draft from it."""
    pool = prospects(card_set)
    needs = squad_needs(DEFAULT.imputed)
    clubs = supported(pool, DEFAULT.divisions.most_teams, needs)
    levels = replacement(pool, clubs, needs) if clubs else {}
    worths = {prospect.key: over_replacement(prospect, levels) for prospect in pool}
    cards = list(Card.objects.filter(card_set=card_set).only("over_replacement"))
    for card in cards:
        card.over_replacement = worths.get(card.pk)
    Card.objects.bulk_update(cards, ["over_replacement"], batch_size=BATCH)
