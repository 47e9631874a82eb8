"""The rotation ahead: declared starters, the best legal rotation and the cost of a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.planning.board import PLANNED, Ahead, PlanBoard
from pitching.rules.rotation import NOBODY
from pitching.rules.wording import sentence


@dataclass(frozen=True)
class StarterChoice:
    """A possible starter of a game; ``words`` is his name with the cost in runs, or why he may
    not."""

    key: int
    words: str
    able: bool


@dataclass(frozen=True)
class PlannedStart:
    """A game ahead. ``declared``: the starter declared or being tried; ``seen``: the one declared
    when the page was opened; ``best``: the name in the best rotation."""

    game: Ahead
    declared: int
    seen: int
    best: str
    choices: tuple[StarterChoice, ...]
    warning: str = ""


@dataclass(frozen=True)
class Planner:
    """The games ahead; ``more`` counts those that are not shown."""

    turns: tuple[PlannedStart, ...]
    more: int
    stands: str
    published: bool


def proposal(board: PlanBoard) -> Mapping[int, int]:
    """The best legal rotation of the games ahead, whatever is declared now."""
    columns = [game.column for game in board.ahead[:PLANNED]]
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
    """The planner with the declared starters, or with those ``tried``. ``seen``: the starters
    declared when the page was opened, where they differ from now."""
    ahead = board.ahead if whole else board.ahead[:PLANNED]
    starts = {**board.plan.starts, **(tried or {})}
    near = [next_game.column for next_game in board.ahead[:PLANNED]]
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
    choices = []
    for player in board.starters:
        eligibility = board.may_start(player.key, column, starts)
        # Where no sheet is kept, a pitcher who may start by his card may start every day.
        may_start = board.sheet is None or (eligibility is not None and eligibility.eligible)
        words = player.name
        if not may_start:
            words = f"{player.name}: may not start"
        elif column in near:
            cost = board.cost(near, column, player.key)
            if cost is not None:
                if abs(cost) > 0.05:
                    words = f"{player.name} ({-cost:+.1f})"
                elif board.sheet is not None:
                    words = f"{player.name} (best)"
        choices.append(StarterChoice(player.key, words, may_start))
    return choices


def _gone(board: PlanBoard, declared: int) -> list[StarterChoice]:
    """Offer a declared pitcher who is no longer a starter of the squad, so that the form shows
    him."""
    if not declared or any(player.key == declared for player in board.starters):
        return []
    return [StarterChoice(declared, "Somebody who is not in the squad", able=False)]


def _warning(board: PlanBoard, declared: int, column: int, starts: Mapping[int, int]) -> str:
    if not declared:
        return ""
    if _gone(board, declared):
        return "He is no starter of the squad any more: the best who may starts instead."
    eligibility = board.may_start(declared, column, starts)
    if eligibility is None or eligibility.eligible:
        return ""
    return " ".join(sentence(reason) for reason in eligibility.reasons)
