"""The state of a game as plain values (JSON), and back.

    {"system": "purestrat", "inning": 8, "half": "bottom", "outs": 1, "bases": {"third": 4},
     "runs": {"away": 4, "home": 5}, "up": {"away": 3, "home": 7}, ...}

Only ``system`` is required: missing values are those of the start of a game. Places of refusals
name the field ("runs.home", "away.order:3", "own.home.outs").
"""

from __future__ import annotations

from dataclasses import asdict, replace

from games.engine.club import Clubs
from games.engine.fields import Fields
from games.engine.game_state import BASES, SIDE_NAMES, GameState, Line
from games.engine.lineup import LineupState
from games.engine.options import Settings
from games.engine.situation import SLOTS, SOMEBODY, Situation
from games.engine.system import System

HALVES = ("top", "bottom")
ANYBODY = "?"
"""A runner whose place in the order is unknown."""


def state_as_json(system: System, state: GameState) -> dict[str, object]:
    """A state as plain values, with every field."""
    situation = state.situation
    runners = [ANYBODY if runner == SOMEBODY else runner for runner in situation.runners]
    values: dict[str, object] = {
        "system": system.key,
        "version": system.version,
        "inning": situation.inning,
        "half": HALVES[situation.half],
        "outs": situation.outs,
        "bases": dict(zip(BASES, runners, strict=True)),
        "runs": dict(zip(SIDE_NAMES, situation.runs, strict=True)),
        "up": dict(zip(SIDE_NAMES, situation.up, strict=True)),
        "line": {name: list(state.line[side]) for side, name in enumerate(SIDE_NAMES)},
        "pitching": dict(zip(SIDE_NAMES, state.pitching, strict=True)),
        "answering": dict(zip(BASES, state.answering, strict=True)),
    }
    if state.waiting:
        values["waiting"] = True
    if state.lineups is not None:
        for side, name in enumerate(SIDE_NAMES):
            values[name] = asdict(state.lineups[side])
    if state.own is not None:
        values["own"] = state.own.as_json()
    return values


def read_state(
    system: System, values: object, settings: Settings, clubs: Clubs | None = None
) -> GameState:
    """The state from plain values, for a game of these clubs under these settings.

    Refused with everything that is wrong: unreadable values (``wrong-kind``, ``unknown-field``), or
    else an impossible state (see ``System.verify_state``).
    """
    state = parsed_state(system, values, clubs)
    system.verify_state(state, settings, clubs)
    return state


def parsed_state(system: System, values: object, clubs: Clubs | None = None) -> GameState:
    """The state from plain values, without verifying that it is possible."""
    fields = Fields(values)
    if fields.value("system") != system.key:
        fields.wrong("system", "state-of-another-system", f"This is no state of {system.name}.")
    if fields.number("version", system.version) != system.version:
        fields.wrong("version", "state-of-another-version", "The rules have changed since.")
    fields.refuse()
    state = GameState(
        situation=_situation(fields),
        line=_line(fields.part("line")),
        lineups=_lineups(fields),
        pitching=_by_side(fields.part("pitching"), 0),
        answering=_by_base(fields.part("answering")),
        waiting=fields.flag("waiting"),
    )
    own = None
    if fields.has("own"):
        part = fields.part("own")
        own = system.read_own_state(part, state, clubs)
        part.close()
    fields.close()
    fields.refuse()
    return replace(state, own=own)


def _situation(fields: Fields) -> Situation:
    bases = fields.part("bases")
    runners = [SOMEBODY if bases.value(base) == ANYBODY else bases.number(base) for base in BASES]
    bases.close()
    return Situation(
        inning=fields.number("inning", 1),
        half=fields.word("half", HALVES),
        outs=fields.number("outs"),
        runners=(runners[0], runners[1], runners[2]),
        runs=_by_side(fields.part("runs"), 0),
        up=_by_side(fields.part("up"), 1),
    )


def _by_side(fields: Fields, missing: int) -> tuple[int, int]:
    values = fields.number("away", missing), fields.number("home", missing)
    fields.close()
    return values


def _by_base(fields: Fields) -> tuple[int, int, int]:
    first, second, third = (fields.number(base) for base in BASES)
    fields.close()
    return first, second, third


def _line(fields: Fields) -> Line:
    away, home = (_innings(fields, name) for name in SIDE_NAMES)
    fields.close()
    return away, home


def _innings(fields: Fields, name: str) -> tuple[int | None, ...]:
    value = fields.value(name)
    if value is None:
        return ()
    if isinstance(value, list) and all(
        runs is None or (isinstance(runs, int) and not isinstance(runs, bool)) for runs in value
    ):
        return tuple(value)
    fields.wrong(name, "wrong-kind", "Runs by inning: whole numbers, or null.")
    return ()


def _lineups(fields: Fields) -> tuple[LineupState, LineupState] | None:
    if not any(fields.has(name) for name in SIDE_NAMES):
        return None
    away, home = (read_lineup(fields.part(name)) for name in SIDE_NAMES)
    return away, home


def read_lineup(fields: Fields) -> LineupState:
    """A lineup in the middle of a game; by default no player has left or been hurt."""
    lineup = LineupState(
        order=fields.numbers("order"),
        positions=fields.numbers("positions"),
        vacated=fields.numbers("vacated", (0,) * SLOTS),
        gone=fields.numbers("gone"),
        hurt=fields.numbers("hurt"),
        hurt_slots=fields.numbers("hurt_slots"),
        out_of_position=fields.numbers("out_of_position"),
        released=fields.flag("released"),
        spot_is_bound=fields.flag("spot_is_bound", True),
        tenth=fields.number("tenth"),
        designated_due=fields.flag("designated_due"),
    )
    fields.close()
    return lineup
