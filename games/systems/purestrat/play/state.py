"""The state of a Purestrat game between two turns, beyond situation and lineups: the pitchers and
how tired they are (S27, S28), and what a dead ball keeps of this half-inning, of this batter and of
the runners on base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from config.refusals import Refusal
from games.engine.events import DESIGNATED
from games.engine.fields import Fields
from games.engine.game_state import BASES, SIDE_NAMES, GameState, OwnState
from games.engine.lineup import LAST_POSITION, PITCHER
from games.systems.purestrat.play.squad import PurestratClub

MOST: Final = 999
"""An upper limit of outs, runs, hits and changes in a state."""

FAILED_WHILE_HELD: Final = 2


@dataclass(frozen=True)
class MoundState:
    """A side's pitching. ``started``: the current pitcher started the game; ``outs`` and ``runs``
    while he pitched; ``weak``: hurt at bat, he pitches on (T25.2).

    ``tired`` is permanent; ``closing``: he uses his closer endurance, of which ``closer_outs`` are
    left. ``hits_and_walks`` count against him in this inning and the one before, a starter's
    ``recent_runs`` in this inning and the two before. A starter's ``inning`` is the game's, a
    reliever's innings are three outs each (A-E21).

    ``changes`` of pitcher by the side; ``pitched``: its earlier pitchers.
    """

    started: bool = True
    outs: int = 0
    runs: int = 0
    weak: bool = False
    tired: bool = False
    closing: bool = False
    closer_outs: int = 0
    inning: int = 1
    hits_and_walks: tuple[int, int] = (0, 0)
    recent_runs: tuple[int, int, int] = (0, 0, 0)
    changes: int = 0
    pitched: tuple[int, ...] = ()


@dataclass(frozen=True)
class ShootoutState:
    """The pitchers of each side in a shoot-out: the one ``named`` for this inning (0: a position
    player), and those who have ``worked`` (T32.0e to i); ``hit_for``: the pinch hitter of this
    plate appearance."""

    named: tuple[int, int]
    worked: tuple[tuple[int, ...], tuple[int, ...]]
    hit_for: int = 0


@dataclass(frozen=True)
class PurestratState(OwnState):
    """Both mounds, visitors first, and the state of the dead ball.

    ``new_half``: nobody has batted in this half-inning. ``new_pitcher``: he came in since the
    batter came up. ``two_strikes`` on a failed bunt (S18.8); ``check_forfeited`` for this batter
    (T29.11). ``lead_failed`` by base: 1 if its runner failed to get his lead, 2 if he was held
    then; ``lead_battery``: the arm and hold against which he failed (S23). The alignment of the
    defense is not kept: it is set anew for every batter.
    """

    mounds: tuple[MoundState, MoundState] = field(
        default_factory=lambda: (MoundState(), MoundState())
    )
    new_half: bool = True
    new_pitcher: bool = False
    two_strikes: bool = False
    check_forfeited: bool = False
    lead_failed: tuple[int, int, int] = (0, 0, 0)
    lead_battery: tuple[int, int, int] = (0, 0, 0)
    shootout: ShootoutState | None = None

    def outs_of_pitcher(self, side: int) -> int:
        """Outs that the current pitcher of a side has recorded."""
        return self.mounds[side].outs

    def as_json(self) -> dict[str, object]:
        """Plain values for JSON; the mounds by side."""
        values: dict[str, object] = dict(asdict(self))
        del values["mounds"]
        for side in (0, 1):
            values[SIDE_NAMES[side]] = asdict(self.mounds[side])
        if self.shootout is None:
            del values["shootout"]
        return values


def usual_state(state: GameState, clubs: Sequence[PurestratClub]) -> PurestratState:
    """The default state: rested pitchers. A pitcher who is not the starter has relieved him."""
    mounds = []
    for side in (0, 1):
        starter = clubs[side].starting_pitcher()
        relieves = state.pitcher_of(side) not in (0, starter)
        mounds.append(
            MoundState(
                started=not relieves,
                inning=inning_in_the_field(state, side),
                changes=int(relieves),
                pitched=(starter,) if relieves else (),
            )
        )
    return PurestratState(
        mounds=(mounds[0], mounds[1]),
        new_half=not state.situation.outs and not state.situation.bases,
    )


def inning_in_the_field(state: GameState, side: int) -> int:
    """The inning in which a side is, or was last, in the field; 1 before that."""
    situation = state.situation
    return situation.inning if side == 1 - situation.half or side else max(1, situation.inning - 1)


def faults_of_state(
    state: GameState, clubs: Sequence[PurestratClub], *, shootout: bool
) -> list[Refusal]:
    """Return the faults of a state between these clubs. Situation and lineups are already
    verified."""
    own = state.own or usual_state(state, clubs)
    if not isinstance(own, PurestratState):
        return [Refusal("state-of-another-system", "This is no state of Purestrat.", "own")]
    faults: list[Refusal] = []

    def fault(code: str, sentence: str, where: str) -> None:
        faults.append(Refusal(code, sentence, f"own.{where}"))

    if state.own is not None and (own.shootout is None) == shootout:
        fault("shootout-state", "Only a shoot-out keeps who is named, and it does.", "shootout")
    for side in (0, 1):
        for refusal in _faults_of_mound(own.mounds[side], state, clubs[side], side, shootout):
            faults.append(refusal)
    for index in range(3):
        if not 0 <= own.lead_failed[index] <= FAILED_WHILE_HELD:
            fault("lead-unknown", "0, 1 or 2.", f"lead_failed:{index + 1}")
        elif own.lead_failed[index] and not state.situation.runners[index]:
            fault("nobody-on-base", f"Nobody is on {BASES[index]}.", f"lead_failed:{index + 1}")
        if not -MOST <= own.lead_battery[index] <= MOST:
            fault(
                "number-out-of-range", "No arm and hold is like that.", f"lead_battery:{index + 1}"
            )
    if not own.new_half:
        faults += _faults_of_defence(state)
    if own.shootout is not None:
        faults += _faults_of_shootout(own.shootout, clubs)
    return faults


def _faults_of_mound(
    mound: MoundState, state: GameState, club: PurestratClub, side: int, shootout: bool
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
        ("closer_outs", mound.closer_outs),
        ("inning", mound.inning),
        ("changes", mound.changes),
        *(("hits_and_walks", count) for count in mound.hits_and_walks),
        *(("recent_runs", count) for count in mound.recent_runs),
    ):
        if not 0 <= count <= MOST:
            fault("number-out-of-range", f"{count} is not between 0 and {MOST}.", where)
    if faults:
        return faults
    starter = club.starting_pitcher()
    on_field = starter if state.lineups is None else state.lineups[side].at(PITCHER)
    player = state.pitching[side] or on_field
    if on_field and player != on_field:
        faults.append(Refusal("not-on-the-mound", f"No. {on_field} plays pitcher.", on_mound))
    elif not player:
        faults.append(Refusal("nobody-pitched", "Somebody pitched last.", on_mound))
    elif mound.started and player != starter:
        fault("not-the-starter", f"No. {starter} started the game.", "started")
    elif not mound.started and not shootout:
        if player == starter:
            fault("starter-relieves", "Whoever started does not relieve (T10.2).", "started")
        elif player < outsider:
            card = club.players[player - 1].pitcher
            if card is not None and not card.relief:
                faults.append(
                    Refusal("not-a-reliever", f"{club.name_of(player)} is no reliever.", on_mound)
                )
        if not mound.changes:
            fault("changes-missing", "A reliever came in by a change of pitcher.", "changes")
    return faults


def _faults_of_defence(state: GameState) -> list[Refusal]:
    """Once a batter has batted, every fielder has his position."""
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


def _faults_of_shootout(shootout: ShootoutState, clubs: Sequence[PurestratClub]) -> list[Refusal]:
    faults = []
    for side in (0, 1):
        outsider = len(clubs[side].players) + 1
        for number in (shootout.named[side], *shootout.worked[side], shootout.hit_for):
            if not 0 <= number <= outsider:
                faults.append(
                    Refusal(
                        "no-such-man",
                        f"There is no No. {number} in the squad.",
                        f"own.shootout.{SIDE_NAMES[side]}",
                    )
                )
    return faults


def read_state(fields: Fields, usual: PurestratState) -> PurestratState:
    """Read the state from plain values; missing ones are taken from ``usual``."""
    away, home = (_read_mound(fields.part(SIDE_NAMES[side]), usual.mounds[side]) for side in (0, 1))
    shootout = None
    if fields.has("shootout"):
        shootout = _read_shootout(fields.part("shootout"))
    failed = fields.numbers("lead_failed", usual.lead_failed, 3)
    battery = fields.numbers("lead_battery", usual.lead_battery, 3)
    return PurestratState(
        mounds=(away, home),
        new_half=fields.flag("new_half", usual.new_half),
        new_pitcher=fields.flag("new_pitcher"),
        two_strikes=fields.flag("two_strikes"),
        check_forfeited=fields.flag("check_forfeited"),
        lead_failed=(failed[0], failed[1], failed[2]),
        lead_battery=(battery[0], battery[1], battery[2]),
        shootout=shootout,
    )


def _read_mound(fields: Fields, usual: MoundState) -> MoundState:
    hits = fields.numbers("hits_and_walks", usual.hits_and_walks, 2)
    runs = fields.numbers("recent_runs", usual.recent_runs, 3)
    mound = MoundState(
        started=fields.flag("started", usual.started),
        outs=fields.number("outs"),
        runs=fields.number("runs"),
        weak=fields.flag("weak"),
        tired=fields.flag("tired"),
        closing=fields.flag("closing"),
        closer_outs=fields.number("closer_outs"),
        inning=fields.number("inning", usual.inning),
        hits_and_walks=(hits[0], hits[1]),
        recent_runs=(runs[0], runs[1], runs[2]),
        changes=fields.number("changes", usual.changes),
        pitched=fields.numbers("pitched", usual.pitched),
    )
    fields.close()
    return mound


def _read_shootout(fields: Fields) -> ShootoutState:
    named = fields.numbers("named", (0, 0), 2)
    worked = fields.value("worked")
    sides: list[tuple[int, ...]] = [(), ()]
    if isinstance(worked, list | tuple) and len(worked) == 2:
        for side in (0, 1):
            listed = Fields({"of": worked[side]}, f"{fields.place}.worked", fields.faults)
            sides[side] = listed.numbers("of")
    elif worked is not None:
        fields.wrong("worked", "wrong-kind", "Two lists of players, the visitors' first.")
    shootout = ShootoutState(
        named=(named[0], named[1]),
        worked=(sides[0], sides[1]),
        hit_for=fields.number("hit_for"),
    )
    fields.close()
    return shootout
