"""The rotation ahead: who is declared, the best legal rotation, and what a change costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.planning.board import PLANNED, Ahead, PlanBoard
from pitching.rules.rotation import NOBODY
from pitching.rules.wording import sentence


@dataclass(frozen=True)
class StarterChoice:
    """A player who may start that game: what it costs to have him do it, and why he may not."""

    key: int
    words: str
    able: bool


@dataclass(frozen=True)
class PlannedStart:
    """A game ahead: who is declared for it or tried, who is declared for all the page
    has ``seen``, whom the best rotation has, and the choices."""

    game: Ahead
    declared: int
    seen: int
    best: str
    choices: tuple[StarterChoice, ...]
    warning: str = ""


@dataclass(frozen=True)
class Planner:
    """The games ahead. ``more``: how many there are beyond those shown."""

    turns: tuple[PlannedStart, ...]
    more: int
    stands: str
    published: bool


def proposal(board: PlanBoard) -> Mapping[int, int]:
    """The best legal rotation of the games ahead, what is declared already left aside."""
    columns = [each.column for each in board.ahead[:PLANNED]]
    best = board.proposed(columns)
    if best is None:
        return {}
    return dict(zip(best.columns, best.starters, strict=True))


def planner(
    board: PlanBoard,
    tried: Mapping[int, int] | None,
    *,
    whole: bool,
    seen: Mapping[int, int] | None = None,
) -> Planner:
    """The planner with what is declared, or with what is ``tried``. ``seen``: who stood there when
    the page was opened, where that is not now."""
    ahead = board.ahead if whole else board.ahead[:PLANNED]
    starts = {**board.plan.starts, **(tried or {})}
    near = [each.column for each in board.ahead[:PLANNED]]
    best = board.proposed(near)
    by_column = dict(zip(best.columns, best.starters, strict=True)) if best else {}
    names = {player.key: player.name for player in board.staff.values()}
    turns = []
    for game in ahead:
        column = game.column
        declared = starts.get(column, NOBODY)
        turns.append(
            PlannedStart(
                game,
                declared,
                (seen or {}).get(column, board.plan.starts.get(column, NOBODY)),
                names.get(by_column.get(column, NOBODY), ""),
                (*_choices(board, column, near, starts), *_gone(board, declared)),
                _warning(board, declared, column, starts),
            )
        )
    stands = "" if board.rules.declared == "game" else board.rules.get_declared_display()
    return Planner(tuple(turns), len(board.ahead) - len(ahead), stands, board.rules.published)


def _choices(
    board: PlanBoard, column: int, near: list[int], starts: Mapping[int, int]
) -> list[StarterChoice]:
    found = []
    for player in board.starters:
        answer = board.may_start(player.key, column, starts)
        # Where no sheet is kept, a pitcher who may start by his card may start every day.
        able = board.sheet is None or (answer is not None and answer.eligible)
        words = player.name
        if not able:
            words = f"{player.name}: may not start"
        elif column in near:
            cost = board.cost(near, column, player.key)
            if cost is not None:
                if abs(cost) > 0.05:
                    words = f"{player.name} ({-cost:+.1f})"
                elif board.sheet is not None:
                    words = f"{player.name} (best)"
        found.append(StarterChoice(player.key, words, able))
    return found


def _gone(board: PlanBoard, declared: int) -> list[StarterChoice]:
    """The choice for a declared pitcher who is no starter of the squad any more, so that the form
    shows him."""
    if not declared or any(player.key == declared for player in board.starters):
        return []
    return [StarterChoice(declared, "Somebody who is not in the squad", able=False)]


def _warning(board: PlanBoard, declared: int, column: int, starts: Mapping[int, int]) -> str:
    if not declared:
        return ""
    if _gone(board, declared):
        return "He is no starter of the squad any more: the best who may starts instead."
    answer = board.may_start(declared, column, starts)
    if answer is None or answer.eligible:
        return ""
    return " ".join(sentence(reason) for reason in answer.reasons)
