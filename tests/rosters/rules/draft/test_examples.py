"""The worked examples of the draft and of who may be drafted."""

import json
from pathlib import Path
from typing import Any

import pytest

from rosters.rules.coverage import Fielder, coverage_problem
from rosters.rules.draft import events
from rosters.rules.draft.board import AGAIN, EXCHANGE, Board
from rosters.rules.draft.divisions import Division, division_problems
from rosters.rules.draft.double_up import double_up_problems
from rosters.rules.draft.order import pick_of
from rosters.rules.editions.law import DivisionLaw, EligibilityLaw, ParkLaw
from rosters.rules.eligibility import (
    HitterFacts,
    PitcherFacts,
    hitter_problem,
    relief_problem,
    start_problem,
)
from rosters.rules.imputed import Prospect
from rosters.rules.parks import ParkNumbers, Pick, design_problems, pick_problems
from tests.rosters.rules.draft.boards import NOW, a_board, pick

ROOT = Path(__file__).resolve().parents[4]
RULE_EXAMPLES = "tests/examples/drafts.json"
BESIDE = ROOT.parent / "shared" / "examples" / "purestrat.json"
LAW = EligibilityLaw()

Given = dict[str, Any]


def snake_picks(given: Given) -> Given:
    return {"picks": [pick_of(given["slot"], each, given["teams"]) for each in given["rounds"]]}


def double_up(given: Given) -> Given:
    """The pick makes the pair: the seat's other player came with its first pick."""
    board = a_board(given["teams"])
    seat = board.owners[given["pick"] - 1]
    first = next(number for number in range(1, 999) if board.owners[number - 1] == seat)
    players = {
        number: Prospect(number, frozenset(positions), 0.0)
        for number, positions in zip((first, given["pick"]), given["positions"], strict=True)
    }
    for number in range(1, given["announced_after_pick"] + 1):
        pick(board, number)
    return {"allowed": not double_up_problems(board, players, seat, given["pick"])}


def double_up_order(given: Given) -> Given:
    """Who does what after a double-up is pulled back, told as it happens on a board."""
    rescinded, since = given["rescinded_pick"], given["picks_since"]
    board = a_board(given["teams"], picks=rescinded + len(since), card=1)
    seat = board.owners[rescinded - 1]
    board.apply(events.Rescinded(NOW, rescinded, seat))
    told = [f"pick {rescinded} freed"]
    while (turn := board.turn) is not None and turn.why == EXCHANGE:
        picks = " and ".join(map(str, turn.picks))
        told.append(f"slot {turn.seat} decides on pick{'s' * (len(turn.picks) > 1)} {picks}")
        for number in turn.picks:
            if str(number) in given["exchanged"]:
                board.apply(events.Exchanged(NOW, number, turn.seat, "manager", rescinded))
        if board.turn is not None and board.turn.why == EXCHANGE and board.turn.seat == turn.seat:
            board.apply(events.Kept(NOW, turn.seat))
    told.append(selecting(board, AGAIN))
    told.append(selecting(board, "regular"))
    return {"sequence": told}


def selecting(board: Board, why: str) -> str:
    turn = board.turn
    assert turn is not None
    assert turn.why == why
    pick(board, 70_000 + board.number)
    said = f"selects for pick {turn.picks[0]}" if why == AGAIN else f"makes pick {turn.picks[0]}"
    return f"slot {turn.seat} {said}"


def park(given: Given) -> Given:
    singles, homers = given["singles"], given["homers"]
    taken = [Pick(f"list:{number}", "Somewhere") for number in range(given["parks_taken"])]
    problems = pick_problems(Pick("own:1", "Own", given["custom"]), taken, ParkLaw())
    if given["custom"]:
        problems += design_problems(ParkNumbers(*singles, *homers))
    return {"allowed": not problems}


def divisions(given: Given) -> Given:
    split = [Division(*each) for each in given["divisions"]]
    assert sum(each.participants for each in split) == given["participants"]
    return {"allowed": not division_problems(split, DivisionLaw())}


def hitter_eligible(given: Given) -> Given:
    positions = ["c" if given["catcher"] else "lf"]
    facts = HitterFacts("He", given["at_bats"], given["walks"], positions)
    return {"eligible": hitter_problem(facts, LAW) is None}


def pitcher_roles(given: Given) -> Given:
    facts = PitcherFacts(
        "He", given["outs"], starter="starter" in given["card"], relief="relief" in given["card"]
    )
    return {
        "start": start_problem(facts, LAW) is None,
        "relieve": relief_problem(facts, LAW) is None,
    }


def roster_backup(given: Given) -> Given:
    players = [
        Fielder(each["name"], frozenset(each["positions"]), each["injurable"])
        for each in given["hitters"]
    ]
    return {"legal": coverage_problem(players) is None}


OPERATIONS = {
    name: globals()[name]
    for name in (
        *("snake_picks", "double_up", "double_up_order", "park", "divisions"),
        *("hitter_eligible", "pitcher_roles", "roster_backup"),
    )
}
"""By the name that examples give each."""

EXAMPLES = json.loads((ROOT / RULE_EXAMPLES).read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_example_holds(example):
    assert OPERATIONS[example["given"]["op"]](example["given"]) == example["expect"]


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
def test_every_example_beside_the_project_holds():
    ours = {example["id"] for example in EXAMPLES}
    theirs = [
        example
        for example in json.loads(BESIDE.read_text())
        if example["area"] in ("draft", "roster-eligibility")
    ]
    assert {example["id"] for example in theirs} <= ours
    for example in theirs:
        assert OPERATIONS[example["given"]["op"]](example["given"]) == example["expect"]
