"""Counting what the men of finished games did, once a game."""

from __future__ import annotations

from typing import Final

from django.db.models import F, Q

from config.jobs.one_by_one import in_trouble, one_by_one
from games.models import Game, PlayersLines
from games.players_lines import Lines, lines_of_plays, lines_of_report
from games.seriesday.models import GameReport

LOOP: Final = "players' lines"

AT_ONCE: Final = 200
"""Games that one turn of the job counts; the next turn goes on."""


def uncounted() -> Q:
    """Games that are over, whose men are known and have not been counted as it is now."""
    known = Q(known=Game.Known.BOX) | Q(known=Game.Known.TRANSCRIPT, clubs__isnull=False)
    current = Q(players_lines__finished_at=F("finished_at"))
    return Q(status=Game.Status.FINAL) & known & (Q(players_lines=None) | ~current)


def count_players_lines(most: int = AT_ONCE) -> int:
    """Count the men of up to ``most`` finished games, the latest first; how many it were.

    Idempotent: a game has one row of lines, and who counts it twice counts the same.
    """
    rows = Game.objects.filter(uncounted()).select_related("series", "away", "home")
    failed = [int(name.rpartition(" ")[2]) for name in in_trouble(LOOP)]
    # What cannot be counted takes nobody else's place.
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

    def counted(game: Game) -> PlayersLines:
        assert game.finished_at is not None  # noqa: S101 - final games have ended
        lines: Lines | None
        if game.has_plays:
            lines = lines_of_plays(game)
        else:
            claim = claims.get(game.pk)
            lines = lines_of_report(claim) if claim is not None else None
        batting, pitching = lines or ([], [])
        return PlayersLines(
            game=game, finished_at=game.finished_at, batting=batting, pitching=pitching
        )

    lines_of_games = one_by_one(LOOP, games, counted)
    PlayersLines.objects.bulk_create(
        lines_of_games,
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["finished_at", "batting", "pitching"],
    )
    return len(lines_of_games)
