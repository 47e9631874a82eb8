"""The worked examples of Purestrat play, by the functions that play it."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.events import OUT, SCORED, destinations
from games.engine.events import SINGLE as SINGLE_PLAY
from games.engine.nine.removal import may_remove_pitcher, must_leave_mound
from games.systems.purestrat.play import advances, charts, fatigue, grounders, holding, stealing
from games.systems.purestrat.play.bunting import bunt_grade, hit_and_run_grade
from games.systems.purestrat.play.cards import CLOSER_N
from games.systems.purestrat.play.throws import SUM_OF_THREE
from games.systems.purestrat.text.chart_files import house_charts
from tests.engine.purestrat.shootouts import SHOOTOUTS
from tests.engine.purestrat.stage import THIEF, Stage

RULE_EXAMPLES = "tests/examples/purestrat.json"

ROOT = Path(__file__).resolve().parents[3]
BESIDE = ROOT.parent / "shared" / "examples" / "purestrat.json"

POSITION = {
    name: at for at, name in enumerate(("", "p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf"))
}
INFIELD = {"back": 0, "corners": 1, "in": 2}
GOAL = {"2b": 2, "3b": 3, "home": 4}

Given = dict[str, Any]


def bits(bases: str) -> int:
    return sum(1 << int(base) - 1 for base in bases)


def held_bits(held: list[str]) -> int:
    return sum(1 << int(base) - 1 for base in held)


def advance(given: Given) -> Given:
    position, goal = POSITION[given["frm"]], GOAL[given["to"]]
    held = given["hold"] == "held"
    if given["who"] == "lead":
        safe = advances.on_hit(given["rating"], given["arm"], held, given["outs"], position, goal)
    else:
        safe = advances.trail_on_hit(
            given["rating"],
            given["arm"],
            held,
            given["outs"],
            position,
            goal,
            GOAL[given["lead_throw"]],
            given["who"] == "trail batter",
        )
    return {"safe": safe}


def play_at_plate(given: Given) -> Given:
    safe, rolled, again = given["safe_range"], given["first_roll"], given["second_roll"]
    # A runner of that safe range from second on an open single, nobody out, an average arm.
    stage = Stage("SI(cf)", batter={"running": safe - 1}, fielders={2: (given["catcher"], 0, 0)})
    words = f"20 1-1-1 send=yes {rolled}" + (f" {again}" if again is not None else "")
    found = stage.play(words, "T1 0 -.2.- 0-0 1/1")
    return {"result": "safe" if found.to[2] == SCORED else "out"}


def cutoff(given: Given) -> Given:
    # Second and first, two out: the lead runner scores while the trail runner is thrown out.
    stage = Stage("SI(cf)", batter={"running": given["trail_safe"] + 2}, fielders={8: (3, 0, 0)})
    words = f"20 1-1-1 send=yes trail=yes target=trail {given['trail_roll']}"
    found = stage.play(words, f"T1 {given['outs']} 1.2.- 0-0 3/1")
    return {
        "run_scores": found.runs == 1,
        "trail": "out" if found.to[1] == OUT else "safe",
        "inning_over": found.now.half == 1,
    }


def play_result(event: int, bases: int) -> Given:
    names = ("B", "R1", "R2", "R3")
    to = destinations(event)
    there = [0, *(base for base in (1, 2, 3) if bases >> base - 1 & 1)]
    return {
        "outs_made": sorted(names[base] for base in there if to[base] == OUT),
        "runs": sum(to[base] == SCORED for base in there),
        "bases": {str(to[base]): names[base] for base in there if 1 <= to[base] <= 3},
    }


def groundball(given: Given) -> Given:
    position, bases = POSITION[given["fielder"]], bits(given["bases"])
    inside = grounders.plays_in(position, INFIELD[given["infield"]], bases)
    chart = given["chart"] == "X"
    grade = "ABC".index(given["reading"]) + 1 if not chart else int(given["reading"])
    event = grounders.result(chart, inside, grade, position, bases, given["outs"])
    return {"code": grounders.code_of(chart, inside, grade, bases), **play_result(event, bases)}


def decide(given: Given) -> Given:
    # A runner on second alone and G1 to the shortstop off the fielding chart reads Decide.
    safe = advances.on_decide(given["rating"], given["fielder_range"])
    stage = Stage(
        "K",
        "gb(ss)X",
        batter={"running": given["rating"]},
        fielders={6: (given["fielder_range"], 0, 0)},
    )
    words = "20 4-3-4 20-1-2-2 send=yes"
    words += " field=first" if given["defence"] == "sure out" else f" field=lead {given['roll']}"
    to = stage.play(words, "T1 0 -.2.- 0-0 1/1").to
    out = given["defence"] == "sure out"
    return {
        "safe": safe,
        "lead": ("advances" if out else "safe") if to[2] == 3 else "out",
        "batter": "out" if to[0] == OUT else "safe",
    }


def steal(given: Given) -> Given:
    battery = stealing.battery(given["arm"], given["hold"])
    first, second, held = given["first"] or 0, given["second"] or 0, given["held"]
    if given["base"] == "3b":
        return {"success": stealing.steal_of_third(second, battery, held)}
    if given["base"] == "home":
        return {"success": stealing.steal_of_home(second, held)}
    with_lead = stealing.steal_of_second(first, second, True, battery, held)
    return {
        "first": with_lead,
        "second": stealing.steal_of_second(first, second, False, battery, held),
        "automatic_first": with_lead > 19,
    }


def lead(given: Given) -> Given:
    # A thief on second who tries for his lead with the dice given.
    roll = given["roll"]
    low = max(1, roll - 6)
    stage = Stage("K", batter={"stealing": THIEF})
    found = stage.play(f"steal=third 20-{low}-{roll - low}", "T1 0 -.2.- 0-0 1/1")
    from games.engine.events import BAD_JUMP

    return {"result": "failed" if found.last == BAD_JUMP else "other"}


def steal_error(given: Given) -> Given:
    # A thief whom nobody holds, off against a battery that gives him the safe range.
    from games.engine.events import CAUGHT_STEALING

    line = THIEF.__class__(True, THIEF.lead, THIEF.caught, given["safe"], 1)
    stage = Stage("K", batter={"stealing": line}, catcher={"t": given["t"]})
    again = f" {given['second_roll']}" if given["second_roll"] is not None else ""
    found = stage.play(f"hold=none steal=second {given['roll']}{again}", "T1 0 1.-.- 0-0 2/1")
    kind = found.last
    if kind == CAUGHT_STEALING:
        return {"result": "out"}
    return {"result": "safe" if found.bases[1] else "safe and error"}


def pickoff(given: Given) -> Given:
    from games.engine.events import PICKED_OFF

    stage = Stage("K", batter={"stealing": THIEF})
    found = stage.play(
        f"steal=second {given['d20']}-3-3 {given['second_roll']}", "T1 0 1.-.- 0-0 2/1"
    )
    return {"result": "picked off" if found.last == PICKED_OFF else "safe"}


def wild_pitch(given: Given) -> Given:
    from games.engine.events import WILD_PITCH

    stage = Stage("K", mound={"wild_pitch": given["rating"]})
    found = stage.play(f"{given['d20']} {given['second_roll']}", "T1 0 1.-.- 0-0 2/1")
    happened = bool(found.events) and found.last == WILD_PITCH
    return {"event": "wild pitch" if happened else None}


def balk_or_pb(given: Given) -> Given:
    from games.engine.events import BALK, PASSED_BALL

    stage = Stage("K", mound={"balk": given["balk"]}, catcher={"pb": given["pb"]})
    words = f"{given['d20']} {given['white']} {given['second_roll']}"
    found = stage.play(words, "T1 0 1.-.- 0-0 2/1")
    kind = found.last if found.events else 0
    return {"event": {BALK: "balk", PASSED_BALL: "passed ball"}.get(kind)}


def tire(events: list[str], pitcher: fatigue.Endurance, outs: int = 0) -> Given:
    for _ in range(outs):
        pitcher.out()
    inning = 1
    made = outs
    for at, event in enumerate(events, start=1):
        if event == "o":
            made += 1
            pitcher.out()
            if made % 3 == 0:
                inning += 1
                pitcher.new_inning(inning)
        elif event in "hw":
            pitcher.hit_or_walk()
        if pitcher.tired:
            return {"fatigued": True, "at_event": at}
    return {"fatigued": False, "at_event": None}


def fatigued(given: Given) -> Given:
    role = fatigue.STARTER if given["role"] == "starter" else fatigue.RELIEVER
    pitcher = fatigue.Endurance()
    pitcher.start(role, given["pow"], CLOSER_N, 1)
    return tire(given["events"], pitcher)


def runs_fatigue(given: Given) -> Given:
    pitcher = fatigue.Endurance()
    pitcher.start(fatigue.STARTER, 9, CLOSER_N, 1)
    for inning, runs in enumerate(given["runs_per_inning"], start=1):
        pitcher.new_inning(inning)
        for _ in range(runs):
            pitcher.run(1)
    return {"fatigued": pitcher.tired}


def closer(endurance: object) -> fatigue.Endurance:
    found = fatigue.Endurance()
    outs = CLOSER_N if endurance == "N" else int(str(endurance))
    found.start(fatigue.RELIEVER, 2, outs, 9)
    return found


def closer_endurance(given: Given) -> Given:
    pitcher = closer(given["endurance"])
    for _ in range(given["outs_recorded"]):
        pitcher.out()
    pitcher.close()
    return {"left": "N" if pitcher.closer == CLOSER_N and pitcher.tired else pitcher.left}


def closer_outing(given: Given) -> Given:
    pitcher = closer(given["endurance"])
    for _ in range(given["outs_before"]):
        pitcher.out()
    pitcher.close()
    return tire(given["events"], pitcher)


def closer_mode(given: Given) -> Given:
    pitcher = fatigue.Endurance()
    if given.get("role") == "starter of this game":
        pitcher.start(fatigue.STARTER, 9, 3, 1)
        pitcher.close()
        return {"mode": "closer endurance" if pitcher.closing else "starter POW"}
    pitcher.start(fatigue.RELIEVER, 2, 3, 9)
    pitcher.close()
    pitcher.new_inning(10)
    return {"mode": "closer endurance" if pitcher.closing else "relief POW"}


def entered_then_ninth(given: Given) -> Given:
    pitcher = fatigue.Endurance()
    pitcher.start(fatigue.RELIEVER, given["pow"], given["endurance"], 6)
    for _ in range(given["outs_recorded"]):
        pitcher.out()
    if fatigue.closer_situation(9, given["lead"], 0):
        pitcher.close()
    return {"fatigued": pitcher.tired}


def gb_plus(given: Given) -> Given:
    infield = given["infield"]
    held = "".join(given["held"]) or "none"
    stage = Stage("gb(ss)A+")
    words = f"infield={infield} " + (f"hold={held} " if infield != "in" else "") + "20 1-1-1"
    found = stage.play(words, "T1 0 -.-.3 0-0 4/1")
    return {"result": "SINGLE**" if found.last == SINGLE_PLAY else "groundball"}


def x_combine(given: Given) -> Given:
    table = house_charts()
    thrown = [die - 1 for die in given["dice"]]
    total = SUM_OF_THREE[thrown[0] * 36 + thrown[1] * 6 + thrown[2]]
    symbol = next(
        number
        for face in range(1, 21)
        if charts.hit_of(table.x_result(3, number := table.x_range(3, face, 4), 0)) == 1
        and charts.runners_of(table.x_result(3, number, 0)) == 1
    )
    result = table.x_result(3, symbol, 1)
    single = charts.hit_of(result) == 1 and charts.error_of(result) == 1
    return {"sum": total, "play": "single and one-base error" if single else "other"}


def park_homer(given: Given) -> Given:
    from games.engine.events import HOME_RUN

    power = given["power"] == "N"
    on_batter = given["card"] == "batter"
    stage = Stage(
        "BPHR" if on_batter else "K",
        "K" if on_batter else "BPHR",
        batter={"power_left": power, "power_right": power},
        options={"park_home_runs_right": given["range"]},
    )
    found = stage.play(f"{'1' if on_batter else '4'}-1-1 {given['roll']}")
    if found.last == HOME_RUN:
        return {"result": "home run"}
    return {"result": "SINGLE**" if found.last == SINGLE_PLAY else "fly()B"}


def clutch(given: Given) -> Given:
    stage = Stage("$K" if given["reading"] == "strikeout" else "$SI*")
    players = ".".join(str(base + 1) if str(base) in given["bases"] else "-" for base in (1, 2, 3))
    found = stage.play("20 1-1-1", f"T1 {given['outs']} {players} 0-0 1/1")
    two_bases = found.last == SINGLE_PLAY
    return {"result": "SINGLE**" if two_bases else given["reading"]}


def lomax(given: Given) -> Given:
    stage = Stage("lomax")
    found = stage.play(f"20 1-1-1 {given['roll']}", "T1 0 2.3.- 0-0 1/1")
    if found.to.count(OUT) == 3:
        return {"result": "triple play"}
    return {"result": "double play, lead runner" if found.to[2] == OUT else "other"}


def fly_b_question(given: Given) -> Given:
    return {
        "safe": advances.home_on_fly_question(given["rating"], given["arm"], given["outfield_in"])
    }


def fly_rf_b_second(given: Given) -> Given:
    stage = Stage(
        "fly(rf)B", batter={"running": given["rating"]}, fielders={9: (3, 0, given["arm"])}
    )
    found = stage.play(f"20 1-1-1 send=yes {given['roll']}", "T1 0 -.2.- 0-0 1/1")
    return {"result": {3: "safe", 2: "hold", OUT: "out"}[found.to[2]]}


def f2_second_to_third(given: Given) -> Given:
    safe = advances.second_to_third_on_f2(given["rating"], given["arm"], POSITION[given["frm"]])
    return {"safe": safe, "result": "safe" if given["roll"] <= safe else "out"}


def bunted(given: Given) -> Given:
    grade = bunt_grade(
        "ABCDE".index(given["grade"]), INFIELD[given["infield"]], bits(given["bases"])
    )
    return {"grade": "ABCDE"[grade]}


def hitrun(given: Given) -> Given:
    grade = hit_and_run_grade(
        "ABCD".index(given["grade"]), INFIELD[given["infield"]], held_bits(given["held"])
    )
    return {"grade": "ABCD"[grade]}


def hold_range(given: Given) -> Given:
    helps = holding.responsible(
        POSITION[given["fielder"]], held_bits(given["held"]), given["batter"] == "L"
    )
    return {"range": min(5, given["range"] + helps)}


def out_of_position(given: Given) -> Given:
    from games.systems.purestrat.play.nine import Nine
    from games.systems.purestrat.play.squad import WORST_ERROR

    nine = Nine(Stage().club())
    slot_of_first_baseman = 2
    nine.move(slot_of_first_baseman, 2)
    assert nine.errors[2] == WORST_ERROR
    return {
        "range": nine.ranges[2],
        "error": "maximum",
        "arm": nine.arms[2],
        "pb": nine.passed_balls,
        "t_range": f"1-{nine.throws}",
    }


def mercy(given: Given) -> Given:
    half = "B" if given["after"] == "bottom" else "T"
    situation = f"{half}{given['inning']} 3 -.-.- {given['visitor']}-{given['home']} 1/1"
    return {"over": Stage().play("", situation).asks == ""}


def starter_may_leave(given: Given) -> Given:
    game = _mound(given["outs"], given.get("runs", 0))
    if given.get("injured"):
        game.nines[0].lineup.injure(game.nines[0].lineup.at[1])
    return {"may_leave": may_remove_pitcher(game, 0)}


def starter_must_leave(given: Given) -> Given:
    game = _mound(given["outs"], 0)
    game.inning = given["outs"] // 3 + 1
    return {"must_leave": must_leave_mound(game, 0)}


def relief_in_game(given: Given) -> Given:
    game = _mound(0, 0)
    nine = game.nines[0]
    nine.mound_started = False
    nine.player(nine.lineup.at[1]).relief_outs = given["allowance_outs"]
    nine.mound_outs = given["outs_recorded"]
    return {"may_face_next_roll": not must_leave_mound(game, 0)}


def _mound(outs: int, runs: int) -> Any:
    from games.engine.record import START
    from games.engine.table import TranscriptTable
    from tests.engine.purestrat.stage import SYSTEM

    game: Any = SYSTEM.game(TranscriptTable([]), SYSTEM.settings(), START, Stage().clubs())
    game.nines[0].mound_outs = outs
    game.nines[0].mound_runs = runs
    return game


PLAYED = {
    "advance": advance,
    "play_at_plate": play_at_plate,
    "cutoff": cutoff,
    "groundball": groundball,
    "decide": decide,
    "steal": steal,
    "lead": lead,
    "steal_error": steal_error,
    "pickoff": pickoff,
    "wild_pitch": wild_pitch,
    "balk_or_pb": balk_or_pb,
    "fatigue": fatigued,
    "runs_fatigue": runs_fatigue,
    "closer_situation": lambda given: {
        "closer": fatigue.closer_situation(given["inning"], given["lead"], given["runners_on"])
    },
    "closer_endurance": closer_endurance,
    "closer_outing": closer_outing,
    "closer_mode": closer_mode,
    "entered_then_ninth": entered_then_ninth,
    "gb_plus": gb_plus,
    "x_combine": x_combine,
    "park_homer": park_homer,
    "clutch": clutch,
    "lomax": lomax,
    "fly_b_question": fly_b_question,
    "fly_rf_b_second": fly_rf_b_second,
    "f2_second_to_third": f2_second_to_third,
    "bunt_grade": bunted,
    "hitrun_grade": hitrun,
    "hold_range": hold_range,
    "out_of_position": out_of_position,
    "mercy": mercy,
    "starter_may_leave": starter_may_leave,
    "starter_must_leave": starter_must_leave,
    "relief_in_game": relief_in_game,
    **SHOOTOUTS,
}


def check(example: Given) -> None:
    given = example["given"]
    found = PLAYED[given["op"]](given)
    for key, expected in example["expect"].items():
        answer = found[key]
        if key == "outs_made":
            expected = sorted(expected)
        assert answer == expected, (key, example.get("derivation", ""))


def load(path: Path) -> list[Given]:
    """The examples of play; drafts, rosters and pitching sheets have tests of their own."""
    found: list[Given] = json.loads(path.read_text(encoding="utf-8"))
    return [example for example in found if example["given"]["op"] in PLAYED]


@pytest.mark.parametrize("example", load(ROOT / RULE_EXAMPLES), ids=lambda found: found["id"])
def test_examples_of_play(example: Given) -> None:
    check(example)


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
def test_every_example_beside_the_project_is_played() -> None:
    ours = {example["id"] for example in load(ROOT / RULE_EXAMPLES)}
    theirs = load(BESIDE)
    assert {example["id"] for example in theirs} <= ours
    for example in theirs:
        check(example)
