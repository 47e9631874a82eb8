"""How a draft went, team by team: holes, and who went later or earlier than he is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from rosters.drafts.models import DraftSeat
from rosters.drafts.presenters import Cards, SquadLine, needs_of, squad_lines
from rosters.drafts.room import Room
from rosters.presenters.words import runs
from rosters.rules.draft.legality import hole_problems
from rosters.rules.draft.squad_law import Need

TOLD = 2
"""Steals and reaches of a team that are told."""


@dataclass(frozen=True)
class Bargain:
    """A pick beside where the pool would have had it: ``late`` picks later, below 0 earlier."""

    line: SquadLine
    late: int

    @property
    def early(self) -> int:
        """By how many picks the player went before his worth."""
        return -self.late


@dataclass(frozen=True)
class SquadRecap:
    """A team's draft."""

    seat: DraftSeat
    lines: Sequence[SquadLine]
    value: str
    total: float
    holes: Sequence[Refusal]
    needs: Sequence[Need]
    steals: Sequence[Bargain]
    reaches: Sequence[Bargain]
    spent: int


def recap_of(room: Room, cards: Cards) -> list[SquadRecap]:
    """Every team, most value first.

    A steal went many picks after the number that his worth over replacement has in the pool, a
    reach many before it; in an auction, where nobody waits for a pick, there are none.
    """
    pool, board = room.pool, room.board
    order = sorted(
        pool.players.values(),
        key=lambda player: (-room.ranking.worth(player, pool.law), player.key),
    )
    due = {player.key: number for number, player in enumerate(order, start=1)}
    found = []
    for slot, seat in room.seats.items():
        lines = squad_lines(room, slot, cards)
        players = [pool.players[line.card.pk] for line in lines if line.card is not None]
        total = sum(player.value for player in players)
        bargains = sorted(
            (
                Bargain(line, line.pick - due[line.card.pk])
                for line in lines
                if line.card is not None and not board.settings.is_auction
            ),
            key=lambda each: each.late,
        )
        found.append(
            SquadRecap(
                seat,
                lines,
                runs(total),
                total,
                hole_problems(board, pool, slot, players),
                needs_of(room, slot),
                [each for each in reversed(bargains) if each.late > board.seats][:TOLD],
                [each for each in bargains if each.early > board.seats][:TOLD],
                sum(line.price or 0 for line in lines),
            )
        )
    found.sort(key=lambda each: -each.total)
    return found
