"""A club before its next games: eligible pitchers, the rotation and the lineups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from config.people import scopes
from games.card_games.base import Order
from games.planning.board import Ahead, PlanBoard
from games.planning.disclosure import Reader, plan_seen
from games.planning.models import Instructions
from games.planning.presenters import lineup
from pitching.presenters.grid import Answer, answer_of, roles_of
from pitching.rules.laws import outlook
from rosters.models import Card
from rosters.rules.lineups import PITCHER

SHOWN = 5


@dataclass(frozen=True)
class Arm:
    """A pitcher and what he may do in the next game. ``card`` is the key of his card, ``url`` the
    address of his season."""

    card: int
    name: str
    roles: str
    answer: Answer
    url: str = ""


@dataclass(frozen=True)
class StartAhead:
    """A game ahead and its starter; ``words`` stand in place of a starter who is not shown."""

    game: Ahead
    starter: str
    words: str
    url: str = ""


@dataclass(frozen=True)
class Nine:
    """A lineup to read; ``own``: set by the club, otherwise the computer manager's."""

    hand: str
    own: bool
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ClubAhead:
    next_game: Ahead | None
    arms: tuple[Arm, ...]
    turns: tuple[StartAhead, ...]
    nines: tuple[Nine, ...]
    version: int
    instructed: bool
    order: Order | None


def club_context(board: PlanBoard, reader: Reader) -> ClubAhead:
    """Return what the reader may see. The computer manager's lineups are shown beside the club's,
    so outsiders see neither: they could tell which ones the club has set."""
    inside = reader.is_inside(board.team.pk)
    seen = plan_seen(reader, board.team.pk, board.plan, published=board.rules.published)
    next_game = board.ahead[0] if board.ahead else None
    general = seen.instructions.get(0)
    return ClubAhead(
        next_game,
        _arms(board, next_game),
        tuple(_turn(board, game, seen.starts) for game in board.ahead[:SHOWN])
        if board.declares_starts
        else (),
        nines(board) if inside and board.builder is not None else (),
        general.version if general is not None else 0,
        inside and board.may_be_instructed,
        board.order if inside else None,
    )


def in_order(board: PlanBoard) -> list[tuple[str, list[Card]]]:
    """Group the cards by kind, each group in the order of the squad."""
    return [
        (title, [card for card in board.cards if card.kind == kind])
        for kind, title in ((Card.Kind.HITTER, "Batters"), (Card.Kind.PITCHER, "Pitchers"))
    ]


def versions(board: PlanBoard) -> list[Instructions]:
    """The last 20 versions of the club's instructions, latest first."""
    rows = Instructions.objects.filter(squad=board.squad).select_related("opponent", "saved_by")
    return list(rows.order_by("-version")[:20])


def _arms(board: PlanBoard, game: Ahead | None) -> tuple[Arm, ...]:
    if game is None or board.sheet is None or board.law is None:
        return ()
    pitchers = outlook(board.law, board.sheet, board.staff.values(), [game.column])
    arms = [
        Arm(
            entry.pitcher.key,
            entry.pitcher.name,
            roles_of(entry.pitcher),
            answer_of(entry.start[0], entry.relief[0]),
            scopes.player(board.squad.scope, entry.pitcher.key),
        )
        for entry in pitchers
    ]
    return tuple(sorted(arms, key=lambda arm: not arm.answer.eligible))


def _turn(board: PlanBoard, game: Ahead, seen: Mapping[int, int]) -> StartAhead:
    """Show the starter only where ``seen`` holds him; otherwise only that one is declared."""
    if game.column not in board.plan.starts:
        waits = "The best who may by then" if board.sheet is not None else "Whose turn it is"
        return StartAhead(game, "", waits)
    declared = seen.get(game.column)
    if declared is None:
        return StartAhead(game, "", "Declared")
    if declared not in board.by_key:
        return StartAhead(
            game, "", "The declared player is not in the squad: the best who may by then"
        )
    url = scopes.player(board.squad.scope, declared)
    return StartAhead(game, board.by_key[declared].name, "", url)


def nines(board: PlanBoard) -> tuple[Nine, ...]:
    """The lineups that count against left- and right-handed starters."""
    lineups = []
    for hand, words in (("L", "left"), ("R", "right")):
        spots = lineup.laid_down(board, hand, None, 0)
        lineups.append(
            Nine(
                words,
                lineup.is_laid_down(board, hand, None, 0),
                tuple(
                    (
                        "The pitcher"
                        if spot.player == PITCHER
                        else board.by_key[spot.player].name
                        if spot.player in board.by_key
                        else lineup.GONE,
                        spot.position,
                    )
                    for spot in spots
                ),
            )
        )
    return tuple(lineups)
