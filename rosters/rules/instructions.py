"""The instructions of a manager for games that are played in the manager's absence.

Players are named by the keys of their cards. The player who is named and not in the squad any more
is passed over; nothing here sets the law aside: a closer who may not pitch does not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from config.refusals import Refusal
from rosters.rules.tendencies import Tendency, tendency_problems

MOST_NAMED: Final = 12
LATEST_INNING: Final = 10
MOST_RUNS: Final = 20


@dataclass(frozen=True)
class Instructions:
    """How a club plays when its manager is not there.

    ``closer`` finishes games that are close, ``setup`` pitch before him in games that are led,
    ``long`` relieve early and where nothing hangs on it. A starter comes out after
    ``hook_innings`` complete innings or ``hook_runs`` runs (0: as it goes), as soon as the law lets
    him. ``pinch_hitters`` come first when a pinch hitter is needed, in this order; ``do_not_use``
    play only where no other is left. What ``tendencies`` do not say is as the club has it.
    """

    tendencies: Mapping[str, int] = field(default_factory=dict)
    closer: int = 0
    setup: tuple[int, ...] = ()
    long: tuple[int, ...] = ()
    hook_innings: int = 0
    hook_runs: int = 0
    pinch_hitters: tuple[int, ...] = ()
    do_not_use: tuple[int, ...] = ()
    version: int = 0
    """Which writing of them this is; 0: the house's defaults."""


DEFAULTS: Final = Instructions()

LISTS: Final = ("setup", "long", "pinch_hitters", "do_not_use")


def to_json(instructions: Instructions) -> dict[str, Any]:
    """Everything but the version."""
    found = asdict(instructions)
    del found["version"]
    return {key: list(value) if key in LISTS else value for key, value in found.items()}


def from_json(data: Mapping[str, Any], version: int) -> Instructions:
    """What ``to_json`` wrote."""
    known = {each.name for each in fields(Instructions)} - {"version"}
    given: dict[str, Any] = {
        key: tuple(data[key]) if key in LISTS else data[key] for key in known & data.keys()
    }
    return Instructions(**given, version=version)


def instruction_problems(
    given: Instructions,
    pitchers: Collection[int],
    hitters: Collection[int],
    tendencies: Sequence[Tendency],
) -> list[Refusal]:
    """Everything that cannot be in a game with these ``tendencies``: ``not-in-squad``,
    ``not-a-pitcher``, ``not-a-hitter``, ``named-twice``, ``too-many-named``, ``hook-range``, and
    what ``tendency_problems`` finds."""
    found = tendency_problems(given.tendencies, tendencies)
    arms = [("closer", (given.closer,) if given.closer else ()), ("setup", given.setup)]
    wanted = [
        *(
            (name, players, pitchers, "not-a-pitcher")
            for name, players in (*arms, ("long", given.long))
        ),
        ("pinch_hitters", given.pinch_hitters, hitters, "not-a-hitter"),
        ("do_not_use", given.do_not_use, {*pitchers, *hitters}, "not-in-squad"),
    ]
    everybody = {*pitchers, *hitters}
    for name, players, able, code in wanted:
        if len(players) > MOST_NAMED:
            sentence = f"{MOST_NAMED} players at most are named here."
            found.append(Refusal("too-many-named", sentence, name, {"most": MOST_NAMED}))
        if len(set(players)) != len(players):
            found.append(Refusal("named-twice", "Each player is named once.", name))
        for player in players:
            if player not in everybody:
                sentence = "A player who is not in the squad is named."
                found.append(Refusal("not-in-squad", sentence, name, {"card": player}))
            elif player not in able:
                what = "pitcher" if code == "not-a-pitcher" else "hitter"
                sentence = f"Somebody is named who is no {what}."
                found.append(Refusal(code, sentence, name, {"card": player}))
    roles = [*((given.closer,) if given.closer else ()), *given.setup, *given.long]
    if len(set(roles)) != len(roles):
        sentence = "A pitcher has one part: he closes, sets up or pitches long."
        found.append(Refusal("named-twice", sentence, "setup"))
    for name, value, most in (
        ("hook_innings", given.hook_innings, LATEST_INNING),
        ("hook_runs", given.hook_runs, MOST_RUNS),
    ):
        if not 0 <= value <= most:
            sentence = f"Between 0 (as it goes) and {most}."
            found.append(Refusal("hook-range", sentence, name, {"most": most}))
    return found
