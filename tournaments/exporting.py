"""A whole event in one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from games.api.schemas import GameSerializer
from games.clocks import allowance_in, told_of_clock
from games.models import Game
from rosters.rules.editions.edition import to_json
from tournaments.api.schemas.events import WholeTournamentSerializer
from tournaments.api.schemas.schedule import meeting_of
from tournaments.api.schemas.tables import EventCountsSerializer
from tournaments.models import Tournament
from tournaments.rules.formats import spec_to_json
from tournaments.rules.metrics import METRICS
from tournaments.rules.ties import order_to_json
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import RoundOfPlay
from tournaments.selectors.reports import report_data, report_of
from tournaments.selectors.squads import squads_of
from tournaments.selectors.tables import table

FORM = "horsehide-event/1"
CHUNK = 100
"""Games read at once."""


def whole_event(tournament: Tournament) -> Iterator[str]:
    """JSON in pieces: the event with its format, law and clock, tables, report and squads, then
    every game that is not void with its transcript and clock, in the order of the schedule, and
    whether it counts."""
    yield '{"form": ' + json.dumps(FORM)
    league = load_league(tournament)
    counted = {game.pk for game in league.finals}
    for key, value in _parts(league):
        yield f",\n{json.dumps(key)}: {json.dumps(value, cls=DjangoJSONEncoder)}"
    yield ',\n"games": ['
    games = Game.objects.filter(series__event__key=tournament.scope).exclude(
        status=Game.Status.VOID
    )
    for at, game in enumerate(_games(games)):
        told = {
            **GameSerializer(game).data,
            "counts": game.pk in counted,
            "transcript": game.entries,
            "clock": told_of_clock(game),
        }
        yield f"{',' if at else ''}\n{json.dumps(told, cls=DjangoJSONEncoder)}"
    yield "\n]}\n"


def _round(round_: RoundOfPlay) -> dict[str, Any]:
    return {"number": round_.number, "meetings": [meeting_of(m) for m in round_.meetings]}


def _games(games: QuerySet[Game]) -> Iterable[Game]:
    ordered = games.select_related("clock").defer("clubs", "events")
    ordered = ordered.order_by("series_id", "number")
    return ordered.iterator(chunk_size=CHUNK)


def _parts(league: League) -> Iterator[tuple[str, Any]]:
    tournament = league.tournament
    yield "event", WholeTournamentSerializer(tournament).data
    yield "edition", to_json(tournament.edition) if tournament.has_edition else {}
    yield "tie_order", order_to_json(tournament.ties)
    yield "clock", allowance_in(tournament.scope).as_json()
    yield (
        "stages",
        [
            {
                "number": stage.number,
                "settings": spec_to_json(stage.spec),
                "rounds": [_round(round_) for round_ in league.of_stage(stage)],
            }
            for stage in league.format
        ],
    )
    yield "tie_games", [{"name": each.name, **_round(each)} for each in league.tie_games]
    yield "counts", EventCountsSerializer(league.counts).data
    yield (
        "standings",
        [
            {
                "rank": line.row.place.label,
                "entrant": line.entrant.number,
                "evidence": line.row.place.evidence,
                "metrics": {metric.key: metric.show(line.row) for metric in METRICS},
            }
            for line in table(league)
        ],
    )
    yield "report", report_data(report_of(league))
    yield (
        "squads",
        [
            {
                "entrant": squad.entrant,
                "cards": [
                    {"id": card.pk, "key": card.key, "name": card.name, "positions": card.positions}
                    for card in squad.cards
                ],
            }
            for squad in squads_of(tournament)
        ],
    )
