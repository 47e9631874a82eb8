"""The worked examples of pitching, by the functions of the law."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pitching.rules import drops, in_game
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD, PitchingLaw
from pitching.rules.sheet import Outing, Pitcher, Sheet
from tests.pitching.rules.rotations import rotation

Given = dict[str, Any]

HE = Pitcher(1, "He", starts=True, relieves=True)


def outings(usage: Sequence[Mapping[str, Any]], pitcher: int = 1) -> tuple[Outing, ...]:
    return tuple(
        Outing(pitcher, each["game"], each["outs"], started=each["role"] == "start")
        for each in usage
    )


def pitch_eligibility(given: Given) -> Given:
    fresh = frozenset(given.get("bullpen_reset_before") or ())
    sheet = Sheet(outings(given["usage"]), fresh=fresh)
    answer = eligibility(sheet, STANDARD, HE, given["query_game"], Role(given["query_role"]))
    return {"eligible": answer.eligible, "max_outs": answer.outs}


def suspended_allowance(given: Given) -> Given:
    game, before = given["suspended_game"], given["outs_before_suspension"]
    usage = outings(given["usage"])
    if before:
        usage += (Outing(1, game, before),)
    law = PitchingLaw(resumed_game=given["reading"])
    sheet = Sheet(usage, suspended=frozenset({game}))
    answer = eligibility(sheet, law, HE, game, Role.RELIEF)
    return {"eligible": answer.eligible, "max_more_outs": answer.outs}


def drop_last_opponent(given: Given) -> Given:
    sheet = Sheet(outings(given["relief"]), struck=frozenset(given["erased_games"]))
    game = given["next_series_first_game"]
    return {"max_outs": eligibility(sheet, STANDARD, HE, game, Role.RELIEF).outs}


def drop_final_rotation(given: Given) -> Given:
    names = sorted({*given["starts"].values(), *given["final"]})
    staff = {name: Pitcher(names.index(name), name, True, False) for name in names}
    sheet = Sheet(
        tuple(
            Outing(staff[name].key, int(game), 18, started=True)
            for game, name in given["starts"].items()
        )
    )
    dropped, final = given["dropped_series"], given["final_series"]
    bound = drops.bind_final_series(
        sheet, drops.Span(dropped[0], dropped[-1]), drops.Span(final[0], final[-1])
    )
    answers = rotation(bound, STANDARD, [staff[name] for name in given["final"]], final[0])
    return {"legal": all(answer.eligible for answer in answers)}


def drop_not_met(given: Given) -> Given:
    played, length = given["sheet_games"], given["series_length"]
    sheet = Sheet(tuple(Outing(1, game, 1) for game in range(1, played + 1)))
    after = replace(sheet, struck=frozenset(range(played + 1, played + length + 1)))
    next_game = after.column_after(played)
    assert after.outings == sheet.outings
    return {
        "sheet_games_after": after.place(next_game) - 1,
        "bye_columns": after.place(next_game) - played - 1,
    }


def starter_may_leave(given: Given) -> Given:
    leaves = in_game.starter_may_leave(
        STANDARD, given["outs"], given.get("runs", 0), injured=bool(given.get("injured"))
    )
    return {"may_leave": leaves}


PLAYED = {
    "pitch_eligibility": pitch_eligibility,
    "suspended_allowance": suspended_allowance,
    "drop_last_opponent": drop_last_opponent,
    "drop_final_rotation": drop_final_rotation,
    "drop_not_met": drop_not_met,
    "starter_may_leave": starter_may_leave,
}
