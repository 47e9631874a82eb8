"""The state of a Deep Drive game between two turns, beyond where it stands and who plays: what the
pitchers on the mound have done, and what the turn that goes on remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from config.refusals import Refusal
from games.engine.events import DESIGNATED
from games.engine.fields import Fields
from games.engine.game_state import SIDE_NAMES, GameState, OwnState
from games.engine.lineup import LAST_POSITION, PITCHER
from games.systems.deep_drive.play.squad import DeepDriveClub

MOST: Final = 999
"""More outs, runs, batters or changes than any game has."""


@dataclass(frozen=True)
class MoundState:
    """A side's pitching: the pitcher on the mound ``started`` the game, or relieves;
    ``outs``, ``runs`` and batters ``faced`` while he pitched; ``changes`` of pitcher the side has
    made, and who ``pitched``, the current pitcher apart."""

    started: bool = True
    outs: int = 0
    runs: int = 0
    faced: int = 0
    changes: int = 0
    pitched: tuple[int, ...] = ()


@dataclass(frozen=True)
class DeepDriveState(OwnState):
    """Both mounds, visitors first. ``new_half``: nobody has batted in this half-inning;
    ``new_pitcher``: he came in since the batter came up; ``two_strikes`` of a bunt (DD-140)."""

    mounds: tuple[MoundState, MoundState] = field(
        default_factory=lambda: (MoundState(), MoundState())
    )
    new_half: bool = True
    new_pitcher: bool = False
    two_strikes: bool = False

    def outs_of_pitcher(self, side: int) -> int:
        """Outs that the pitcher on a side's mound has got."""
        return self.mounds[side].outs

    def as_json(self) -> dict[str, object]:
        """Plain values of it, for JSON; the mounds by side."""
        told: dict[str, object] = dict(asdict(self))
        del told["mounds"]
        for side in (0, 1):
            told[SIDE_NAMES[side]] = asdict(self.mounds[side])
        return told


def usual_state(state: GameState, clubs: Sequence[DeepDriveClub]) -> DeepDriveState:
    """What holds where a state says nothing of its own. Who is not the starter has relieved
    him."""
    mounds = []
    for side in (0, 1):
        starter = clubs[side].starting_pitcher()
        relieves = state.pitcher_of(side) not in (0, starter)
        mounds.append(
            MoundState(
                started=not relieves,
                changes=int(relieves),
                pitched=(starter,) if relieves else (),
            )
        )
    return DeepDriveState(
        mounds=(mounds[0], mounds[1]),
        new_half=not state.situation.outs and not state.situation.bases,
    )


def faults_of_state(state: GameState, clubs: Sequence[DeepDriveClub]) -> list[Refusal]:
    """Why a game between these clubs cannot stand so. The situation and the line-ups are sound."""
    own = state.own or usual_state(state, clubs)
    if not isinstance(own, DeepDriveState):
        return [Refusal("state-of-another-system", "This is no state of Deep Drive.", "own")]
    faults: list[Refusal] = []
    for side in (0, 1):
        faults += _faults_of_mound(own.mounds[side], state, clubs[side], side)
    if not own.new_half:
        faults += _faults_of_defence(state)
    return faults


def _faults_of_mound(
    mound: MoundState, state: GameState, club: DeepDriveClub, side: int
) -> list[Refusal]:
    faults: list[Refusal] = []
    on_mound = f"pitching.{SIDE_NAMES[side]}"

    def fault(code: str, sentence: str, where: str) -> None:
        faults.append(Refusal(code, sentence, f"own.{SIDE_NAMES[side]}.{where}"))

    outsider = len(club.players) + 1
    if not 0 <= state.pitching[side] <= outsider:
        faults.append(Refusal("no-such-man", "No such player is in the squad.", on_mound))
    for number in mound.pitched:
        if not 1 <= number <= outsider:
            fault("no-such-man", f"There is no No. {number} in the squad.", "pitched")
    for where, count in (
        ("outs", mound.outs),
        ("runs", mound.runs),
        ("faced", mound.faced),
        ("changes", mound.changes),
    ):
        if not 0 <= count <= MOST:
            fault("number-out-of-range", f"{count} is not between 0 and {MOST}.", where)
    if faults:
        return faults
    starter = club.starting_pitcher()
    there = starter if state.lineups is None else state.lineups[side].at(PITCHER)
    player = state.pitching[side] or there
    if there and player != there:
        faults.append(Refusal("not-on-the-mound", f"No. {there} plays pitcher.", on_mound))
    elif not player:
        faults.append(Refusal("nobody-pitched", "Somebody pitched last.", on_mound))
    elif mound.started and player != starter:
        fault("not-the-starter", f"No. {starter} started the game.", "started")
    elif not mound.started and player == starter:
        fault("starter-relieves", "Whoever started does not relieve.", "started")
    elif not mound.started and not mound.changes:
        fault("changes-missing", "A reliever came in by a change of pitcher.", "changes")
    return faults


def _faults_of_defence(state: GameState) -> list[Refusal]:
    """Once somebody has batted, everybody in the field has his position."""
    if state.lineups is None:
        return []
    side = 1 - state.situation.half
    return [
        Refusal(
            "position-empty",
            "Somebody has batted, and not every position has its player.",
            f"{SIDE_NAMES[side]}.positions:{slot}",
        )
        for slot, position in enumerate(state.lineups[side].positions, start=1)
        if LAST_POSITION < position != DESIGNATED
    ]


def read_state(fields: Fields, usual: DeepDriveState) -> DeepDriveState:
    """The state from plain values; what is left out is as in ``usual``."""
    away, home = (_read_mound(fields.part(SIDE_NAMES[side]), usual.mounds[side]) for side in (0, 1))
    return DeepDriveState(
        mounds=(away, home),
        new_half=fields.flag("new_half", usual.new_half),
        new_pitcher=fields.flag("new_pitcher"),
        two_strikes=fields.flag("two_strikes"),
    )


def _read_mound(fields: Fields, usual: MoundState) -> MoundState:
    mound = MoundState(
        started=fields.flag("started", usual.started),
        outs=fields.number("outs"),
        runs=fields.number("runs"),
        faced=fields.number("faced"),
        changes=fields.number("changes", usual.changes),
        pitched=fields.numbers("pitched", usual.pitched),
    )
    fields.close()
    return mound
