"""Count the players' lines of finished games, each game once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from config.jobs.one_by_one import in_trouble, one_by_one
from games.hooks import LinesReplaced, tell
from games.models import Game, PlayersLines
from games.players_lines import (
    Hands,
    Lines,
    duels_of_plays,
    duels_of_report,
    fielding_of_plays,
    fielding_of_report,
    incidents_of_plays,
    incidents_of_report,
    lines_of_plays,
    lines_of_report,
)
from games.reported_boxes import cards_in
from games.rules.reports import GameClaim
from games.seriesday.models import GameReport
from rosters.models import Card, RosterSpot

LOOP: Final = "players' lines"

AT_ONCE: Final = 200
"""Games that one turn of the job counts; the next turn goes on."""


def uncounted() -> Q:
    """Finished games whose players are known and whose lines are not counted as they are now."""
    known = Q(known=Game.Known.BOX) | Q(known=Game.Known.TRANSCRIPT, clubs__isnull=False)
    current = Q(players_lines__finished_at=F("finished_at"), players_lines__incidents__isnull=False)
    return Q(status=Game.Status.FINAL) & known & (Q(players_lines=None) | ~current)


def count_players_lines(most: int = AT_ONCE) -> list[str]:
    """Count the players of up to ``most`` finished games, the latest first; the scope of each.

    Idempotent: a game has one row of lines, and who counts it twice counts the same.
    """
    rows = Game.objects.filter(uncounted()).select_related(
        "series", "away", "home", "players_lines"
    )
    failed = [int(name.rpartition(" ")[2]) for name in in_trouble(LOOP)]
    # What cannot be counted takes no other game's place.
    games = [
        *rows.exclude(pk__in=failed).order_by("-finished_at", "-pk")[:most],
        *rows.filter(pk__in=failed),
    ]
    claims = {
        report.game_id: report.told
        for report in GameReport.objects.filter(
            game__in=[game.pk for game in games if not game.has_plays],
            state=GameReport.State.CONFIRMED,
        )
    }

    hands = _hands(games, claims.values())
    squads = _squads([game for game in games if game.pk in claims])

    def counted(game: Game) -> PlayersLines:
        assert game.finished_at is not None  # noqa: S101 - final games have ended
        claim = claims.get(game.pk)
        lines: Lines | None
        if claim is None:
            lines = lines_of_plays(game) if game.has_plays else None
            fielding, duels = fielding_of_plays(game), duels_of_plays(game, hands)
        else:
            lines = lines_of_report(claim)
            fielding, duels = fielding_of_report(claim), duels_of_report(claim, hands)
        batting, pitching = lines or ([], [])
        sides = [
            squads.get((game.series.scope, team), set()) for team in (game.away_id, game.home_id)
        ]
        return PlayersLines(
            game=game,
            finished_at=game.finished_at,
            batting=batting,
            pitching=pitching,
            fielding=fielding,
            incidents=(
                incidents_of_plays(game) if game.has_plays else incidents_of_report(lines, sides)
            ),
            **duels,
        )

    lines_of_games = one_by_one(LOOP, games, counted)
    with transaction.atomic():
        tell(LinesReplaced([game.pk for game in games if hasattr(game, "players_lines")]))
        PlayersLines.objects.bulk_create(
            lines_of_games,
            update_conflicts=True,
            unique_fields=["game"],
            update_fields=[
                *("finished_at", "batting", "pitching", "fielding"),
                *("duels", "balls", "stretches", "incidents"),
            ],
        )
    scopes = {game.pk: game.series.scope for game in games}
    return [scopes[lines.game_id] for lines in lines_of_games]


def _hands(games: Collection[Game], claims: Iterable[GameClaim]) -> Hands:
    """How everybody in these games bats and throws."""
    cards = {
        card
        for game in games
        for stored in game.clubs or ()
        for card in (*stored["cards"], *stored.get("guests", ()))
    }
    cards |= {card for claim in claims if claim.event_file for card in cards_in(claim)}
    rows = Card.objects.filter(pk__in=cards).order_by()
    return {pk: (bats, throws) for pk, bats, throws in rows.values_list("pk", "bats", "throws")}


def _squads(games: Collection[Game]) -> dict[tuple[str, int], set[int]]:
    """By scope and club the cards of the squads of these games."""
    found: dict[tuple[str, int], set[int]] = {}
    spots = RosterSpot.objects.filter(
        squad__event__key__in={game.series.scope for game in games},
        squad__team__in={team for game in games for team in (game.away_id, game.home_id)},
    ).order_by()
    for scope, team, card in spots.values_list("squad__event__key", "squad__team", "card"):
        found.setdefault((scope, team), set()).add(card)
    return found
