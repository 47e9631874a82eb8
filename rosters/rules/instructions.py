"""A manager's instructions for games that are played in the manager's absence.

Players are named by the keys of their cards. A named player who is no longer in the squad is
skipped. Instructions never override the law: a closer who may not pitch does not.
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
    """How a club plays in its manager's absence.

    ``closer`` finishes close games, ``setup`` pitch before the closer when leading, ``long``
    relieve early and in games that are decided. A starter comes out after ``hook_innings`` complete
    innings or ``hook_runs`` runs (0: no fixed limit), as soon as the law lets him.
    ``pinch_hitters`` are used in this order; ``do_not_use`` play only if no other is left.
    ``tendencies`` override those of the club.
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
    """The version of the instructions; 0: the defaults."""


DEFAULTS: Final = Instructions()

LISTS: Final = ("setup", "long", "pinch_hitters", "do_not_use")


def to_json(instructions: Instructions) -> dict[str, Any]:
    """Everything except the version."""
    data = asdict(instructions)
    del data["version"]
    return {key: list(value) if key in LISTS else value for key, value in data.items()}


def from_json(data: Mapping[str, Any], version: int) -> Instructions:
    """The inverse of ``to_json``."""
    names = {instruction_field.name for instruction_field in fields(Instructions)} - {"version"}
    instruction_values: dict[str, Any] = {
        key: tuple(data[key]) if key in LISTS else data[key] for key in names & data.keys()
    }
    return Instructions(**instruction_values, version=version)


def instruction_problems(
    given: Instructions,
    pitchers: Collection[int],
    hitters: Collection[int],
    tendencies: Sequence[Tendency],
) -> list[Refusal]:
    """Everything impossible in a game with these ``tendencies``: ``not-in-squad``,
    ``not-a-pitcher``, ``not-a-hitter``, ``named-twice``, ``too-many-named``, ``hook-range``, and
    what ``tendency_problems`` finds."""
    refusals = tendency_problems(given.tendencies, tendencies)
    late_roles = [("closer", (given.closer,) if given.closer else ()), ("setup", given.setup)]
    named_lists = [
        *(
            (name, players, pitchers, "not-a-pitcher")
            for name, players in (*late_roles, ("long", given.long))
        ),
        ("pinch_hitters", given.pinch_hitters, hitters, "not-a-hitter"),
        ("do_not_use", given.do_not_use, {*pitchers, *hitters}, "not-in-squad"),
    ]
    squad = {*pitchers, *hitters}
    for name, players, allowed, code in named_lists:
        if len(players) > MOST_NAMED:
            sentence = f"{MOST_NAMED} players at most are named here."
            refusals.append(Refusal("too-many-named", sentence, name, {"most": MOST_NAMED}))
        if len(set(players)) != len(players):
            refusals.append(Refusal("named-twice", "Each player is named once.", name))
        for player in players:
            if player not in squad:
                sentence = "A player who is not in the squad is named."
                refusals.append(Refusal("not-in-squad", sentence, name, {"card": player}))
            elif player not in allowed:
                what = "pitcher" if code == "not-a-pitcher" else "hitter"
                sentence = f"Somebody is named who is no {what}."
                refusals.append(Refusal(code, sentence, name, {"card": player}))
    roles = [*((given.closer,) if given.closer else ()), *given.setup, *given.long]
    if len(set(roles)) != len(roles):
        sentence = "A pitcher has one part: he closes, sets up or pitches long."
        refusals.append(Refusal("named-twice", sentence, "setup"))
    for name, value, most in (
        ("hook_innings", given.hook_innings, LATEST_INNING),
        ("hook_runs", given.hook_runs, MOST_RUNS),
    ):
        if not 0 <= value <= most:
            sentence = f"Between 0 (as it goes) and {most}."
            refusals.append(Refusal("hook-range", sentence, name, {"most": most}))
    return refusals
