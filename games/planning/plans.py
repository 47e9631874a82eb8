"""Plans of clubs, as games read them when they are prepared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from games.card_games.base import ClubPlan
from games.planning.models import DeclaredStart, Instructions, LineUp
from rosters.rules.instructions import Instructions as RuleInstructions
from rosters.rules.instructions import from_json
from rosters.rules.lineups import LineUp as RuleLineUp
from rosters.rules.lineups import Spot


def spots_of(stored: Collection[Any]) -> RuleLineUp:
    return tuple(Spot(player, position) for player, position in stored)


def stored_spots(spots: Collection[Spot]) -> list[list[Any]]:
    return [[spot.player, spot.position] for spot in spots]


def plans_of(squad_ids: Collection[int]) -> Mapping[int, ClubPlan]:
    """The plans of these squads, by squad; squads without plans are left out. Three queries."""
    line_ups: dict[int, dict[tuple[int, int, str], RuleLineUp]] = defaultdict(dict)
    rows = LineUp.objects.filter(squad__in=squad_ids).values_list(
        "squad", "series", "number", "against", "spots"
    )
    for squad, series, number, against, spots in rows.order_by():
        line_ups[squad][series or 0, number, against] = spots_of(spots)
    starts: dict[int, dict[int, int]] = defaultdict(dict)
    declared = DeclaredStart.objects.filter(squad__in=squad_ids).order_by()
    for squad, column, card in declared.values_list("squad", "column", "card"):
        starts[squad][column] = card
    instructions: dict[int, dict[int, RuleInstructions]] = defaultdict(dict)
    writings = Instructions.objects.filter(squad__in=squad_ids).order_by("squad", "version")
    for squad, opponent, version, data in writings.values_list(
        "squad", "opponent", "version", "data"
    ):
        # The last version counts.
        instructions[squad][opponent or 0] = from_json(data, version)
    return {
        squad: ClubPlan(line_ups[squad], starts[squad], instructions[squad])
        for squad in {*line_ups, *starts, *instructions}
    }
