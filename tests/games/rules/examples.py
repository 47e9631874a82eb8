"""How the worked examples of a series day are played: the law's answer to each question."""

from collections.abc import Callable
from typing import Any

from games.engine.law import CommonLaw
from games.engine.situation import BOTTOM, TOP
from games.rules import remedies, suspensions
from games.rules.endings import Stop, mercy_ends
from games.rules.remedies import CASES, Circumstances, options
from games.systems.registry import system
from rosters.rules.editions.presets import DEFAULT

Given = dict[str, Any]

PURESTRAT = CommonLaw(system("purestrat").settings(None))

OUTS = {"out": 1, "double play": 2, "triple play": 3}


def mercy(given: Given) -> Given:
    half = TOP if given["after"] == "top" else BOTTOM
    stop = Stop(given["inning"], half)
    return {"over": mercy_ends(PURESTRAT, stop, (given["visitor"], given["home"]))}


def illegal_pitcher(given: Given) -> Given:
    plays = [OUTS.get(play, 0) for play in given["plays"]]
    return {"resume_after_play": remedies.last_legal_play(given["allowance_outs"], plays)}


def pitcher_not_named(given: Given) -> Given:
    found = remedies.pitcher_not_named(
        hitter_may_pitch=given["pinch_hitter"].startswith("eligible"),
        eligible_pitchers=given["eligible_pitchers"],
        batters=given["batters_since"],
    )
    return {"rule": found.rule[: len("T31.11")], "action": found.action}


def shared_mistake(given: Given) -> Given:
    when = Circumstances(
        made_in_half=given["made_in_half"],
        noticed_in_half=given["noticed_in_half"],
        batters_in_noticing_half=given["batters_in_noticing_half"],
        both_agree=given["both_agree"],
    )
    found = options(CASES["misread"], when)
    return {"action": found[0].key if found else "none"}


def late_mistake(given: Given) -> Given:
    when = Circumstances(
        game_complete=given["game_complete"],
        later_game_begun=given["later_game_of_series_begun"],
        series_official=given["series_official"],
    )
    return {"options": [each.key for each in options(CASES["ineligible-pitcher"], when)]}


def series_time_limit(given: Given) -> Given:
    per_game = DEFAULT.series.minutes_per_game
    return {"minutes": suspensions.time_limit(given["games"], per_game)}


def suspended_close(given: Given) -> Given:
    return {
        "result": suspensions.close(matters=given["matters"], finished=given["finished"]),
    }


PLAYED: dict[str, Callable[[Given], Given]] = {
    "mercy": mercy,
    "illegal_pitcher": illegal_pitcher,
    "pitcher_not_named": pitcher_not_named,
    "shared_mistake": shared_mistake,
    "late_mistake": late_mistake,
    "series_time_limit": series_time_limit,
    "suspended_close": suspended_close,
}
