"""Purestrat from the middle of a game: who is on the mound, how tired he is, who may not return."""

from typing import Any

import pytest

from config.refusals import Refused
from games.engine.events import END, HOME_RUN, TIRED, kind_of
from games.engine.folds.box_score import box_score
from games.engine.folds.game_states import state_at
from games.engine.game_state import GameState
from games.engine.record import Record, replay
from games.engine.state_files import read_state, state_as_json
from games.systems.purestrat.play.state import PurestratState
from games.systems.purestrat.play.system import Purestrat
from tests.engine.purestrat.stage import Stage, hitter, pitcher

SYSTEM = Purestrat()
SETTINGS = SYSTEM.settings()
CLOSER = 11
RESERVE = 10

STAGE = Stage(
    reads="K",
    bench=[hitter("BB")],
    bullpen=[pitcher("lo(ss).", relief=1, starter=0, closer=2), pitcher("K", relief=0)],
)
"""A reserve hitter, a closer whose every pitch is a line-out to the shortstop, or a hit once he is
tired, and a player who does not relieve."""

ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9]
POSITIONS = [2, 3, 4, 5, 6, 7, 8, 9, 1]

EIGHTH = {
    "system": "purestrat",
    "inning": 8,
    "half": "bottom",
    "outs": 1,
    "bases": {"third": 4},
    "runs": {"away": 3, "home": 2},
    "up": {"home": 5},
    "away": {"order": [*ORDER[:8], CLOSER], "positions": POSITIONS, "gone": [9]},
    "home": {"order": ORDER, "positions": POSITIONS},
}
"""Bottom of the eighth, one out, a runner on third, our closer on the mound."""


def state(**changes: Any) -> GameState:
    return read_state(SYSTEM, {**EIGHTH, **changes}, SETTINGS, STAGE.clubs())


def play(begun: GameState, words: str) -> Record:
    return replay(SYSTEM, SETTINGS, words.split(), clubs=STAGE.clubs(), state=begun)


def hits(record: Record) -> int:
    return box_score(record).home.total.hits


@pytest.mark.rule("S27.2")
def test_whoever_is_tired_when_the_game_goes_on_gives_up_the_hits_of_a_tired_pitcher() -> None:
    rested = play(state(), "20 4-3-3")
    tired = play(state(own={"away": {"tired": True}}), "20 4-3-3")
    assert (hits(rested), hits(tired)) == (0, 1)


@pytest.mark.rule("S28.2a", "S28.3", "S28.32", "S28.33a")
def test_a_closer_in_the_middle_of_his_endurance_goes_on_with_what_is_left_of_it() -> None:
    def own(after: Record) -> PurestratState:
        found = state_at(after)[0].own
        assert isinstance(found, PurestratState)
        return found

    ninth = {**EIGHTH, "inning": 9}
    mound = {"outs": 1, "changes": 1}
    begun = read_state(SYSTEM, {**ninth, "own": {"away": mound}}, SETTINGS, STAGE.clubs())
    after = own(play(begun, "20 4-3-3"))
    assert (after.mounds[0].closing, after.mounds[0].closer_outs) == (True, 0)
    assert (after.mounds[0].outs, after.mounds[0].tired) == (2, False)
    # Who comes in when it is a closer situation already has all of it.
    others = {"away": {"order": ORDER, "positions": POSITIONS}, "own": {"away": {"outs": 24}}}
    begun = read_state(SYSTEM, {**ninth, **others}, SETTINGS, STAGE.clubs())
    after = own(play(begun, f"pitch={CLOSER} 20 4-3-3"))
    assert (after.mounds[0].closing, after.mounds[0].closer_outs) == (True, 1)


def test_the_pitcher_on_the_mound_pitches_and_runs_count_against_whoever_let_them_on() -> None:
    begun = state(answering={"third": 9})
    box = box_score(play(begun, "20 1-1-1 20 1-1-1")).away
    assert [line.player for line in box.pitchers] == [9, CLOSER]
    assert [line.started for line in box.pitchers] == [False, False]
    assert box.pitchers[1].inherited == 1


@pytest.mark.rule("T25.2e")
def test_who_has_left_may_not_return_when_the_game_goes_on() -> None:
    begun = state(half="top", outs=0, bases={}, up={"away": 9})
    with pytest.raises(Refused) as refused:
        play(begun, f"hit={RESERVE} hit=9")
    assert refused.value.code in ("choice-not-legal", "decision-not-offered")
    asked = next(
        asked
        for asked in play(begun, "").open
        if asked.decision is not None and asked.decision.name == "hit"
    )
    assert "9" not in [choice.key for choice in asked.choices]


@pytest.mark.rule("T10.11f")
def test_a_change_of_pitcher_before_the_game_was_put_away_frees_the_other_side() -> None:
    third = {**EIGHTH, "inning": 3, "outs": 0, "bases": {}, "runs": {}, "up": {"home": 2}}
    fresh = {key: value for key, value in third.items() if key not in ("away", "home")}

    def may_hit(values: dict[str, Any]) -> bool:
        begun = read_state(SYSTEM, values, SETTINGS, STAGE.clubs())
        decisions = [asked.decision for asked in play(begun, "").open]
        return "hit" in [decision.name for decision in decisions if decision is not None]

    assert not may_hit(fresh), "both starters pitch, and it is the third inning"
    assert may_hit(third)


def test_who_pitched_last_is_known_where_somebody_has_hit_for_him() -> None:
    assert state(**HIT_FOR, pitching={"away": 1}).pitcher_of(0) == 1


def test_a_state_of_its_own_has_all_that_is_not_left_out() -> None:
    begun = state()
    assert begun.lineups is not None
    assert begun.pitcher_of(0) == CLOSER
    values = state_as_json(SYSTEM, state_at(play(begun, ""))[0])
    assert values["own"]["away"]["changes"] == 1  # type: ignore[index]
    assert values["own"]["away"]["started"] is False  # type: ignore[index]
    assert values["own"]["new_half"] is False  # type: ignore[index]


def away(**changes: Any) -> dict[str, Any]:
    return {"away": {**EIGHTH["away"], **changes}}  # type: ignore[dict-item]


HIT_FOR = {
    "half": "top",
    "bases": {},
    "up": {"away": 1},
    **away(order=[*ORDER[:8], RESERVE], positions=[*POSITIONS[:8], 11], vacated=[*[0] * 8, 1]),
}
"""The pitcher has been hit for, and nobody has come in for him yet."""


@pytest.mark.parametrize(
    ("changes", "code", "place"),
    [
        ({"bases": {"third": 12}}, "runner-not-in-lineup", "bases.third"),
        (away(gone=[9, 3]), "man-gone", "away.order:3"),
        (away(gone=[]), "starter-missing", "away.order"),
        (away(gone=[9, 99]), "no-such-man", "away.gone"),
        (away(hurt_slots=[0]), "slot-out-of-range", "away.hurt_slots"),
        (away(order=[*ORDER[:8], 40]), "no-such-man", "away.order:9"),
        (away(order=[*ORDER[:7], 1, CLOSER]), "man-twice", "away.order:8"),
        (away(order=ORDER[:8]), "lineup-not-nine", "away.order"),
        (away(positions=[*POSITIONS[:8], 2]), "position-twice", "away.positions:9"),
        (away(positions=[*POSITIONS[:8], 13]), "no-such-position", "away.positions:9"),
        (away(positions=[*POSITIONS[:8], 12]), "position-missing", "away.tenth"),
        (away(tenth=CLOSER), "designated-hitter", "away.tenth"),
        (away(positions=[*POSITIONS[:8], 10]), "position-missing", "away.vacated:9"),
        (
            away(positions=[10, *POSITIONS[1:]], vacated=[2, *[0] * 8]),
            "position-empty",
            "away.positions:1",
        ),
        ({"pitching": {"away": 9}}, "not-on-the-mound", "pitching.away"),
        ({"pitching": {"away": 99}}, "no-such-man", "pitching.away"),
        (away(order=[*ORDER[:8], 12]), "not-a-reliever", "pitching.away"),
        (HIT_FOR, "nobody-pitched", "pitching.away"),
        ({"own": {"away": {"started": True}}}, "not-the-starter", "own.away.started"),
        ({"own": {"home": {"started": False}}}, "starter-relieves", "own.home.started"),
        ({"own": {"away": {"changes": 0}}}, "changes-missing", "own.away.changes"),
        ({"own": {"away": {"outs": -1}}}, "number-out-of-range", "own.away.outs"),
        ({"own": {"away": {"pitched": [0]}}}, "no-such-man", "own.away.pitched"),
        ({"own": {"away": {"rested": True}}}, "unknown-field", "own.away.rested"),
        ({"own": {"lead_failed": [1, 0, 0]}}, "nobody-on-base", "own.lead_failed:1"),
        ({"own": {"lead_failed": [0, 0, 3]}}, "lead-unknown", "own.lead_failed:3"),
        ({"own": {"shootout": {}}}, "shootout-state", "own.shootout"),
        ({"answering": {"first": 9}}, "nobody-on-base", "answering.first"),
        ({"answering": {"third": 99}}, "no-such-man", "answering.third"),
    ],
)
def test_what_cannot_be_so_is_refused_with_its_place(
    changes: dict[str, Any], code: str, place: str
) -> None:
    with pytest.raises(Refused) as refused:
        state(**changes)
    assert (code, place) in [(refusal.code, refusal.place) for refusal in refused.value.refusals], (
        refused.value.refusals
    )


@pytest.mark.parametrize(
    ("own", "place"),
    [
        ({"away": {"outs": 999}}, ""),
        ({"away": {"outs": 1000}}, "own.away.outs"),
        ({"away": {"runs": 1000}}, "own.away.runs"),
        ({"away": {"runs": -1}}, "own.away.runs"),
        ({"away": {"closer_outs": 1000}}, "own.away.closer_outs"),
        ({"away": {"inning": 1000}}, "own.away.inning"),
        ({"away": {"changes": 1000}}, "own.away.changes"),
        ({"away": {"hits_and_walks": [0, 1000]}}, "own.away.hits_and_walks"),
        ({"away": {"hits_and_walks": [999, 0]}}, ""),
        ({"away": {"recent_runs": [0, 0, -1]}}, "own.away.recent_runs"),
        ({"away": {"recent_runs": [1000, 0, 0]}}, "own.away.recent_runs"),
        # Twelve players, and somebody from the stands.
        ({"away": {"pitched": [13]}}, ""),
        ({"away": {"pitched": [14]}}, "own.away.pitched"),
        ({"lead_failed": [0, 0, 2]}, ""),
        ({"lead_failed": [0, 0, -1]}, "own.lead_failed:3"),
        ({"lead_battery": [0, 0, 999]}, ""),
        ({"lead_battery": [0, 0, -999]}, ""),
        ({"lead_battery": [0, 0, 1000]}, "own.lead_battery:3"),
        ({"lead_battery": [0, -1000, 0]}, "own.lead_battery:2"),
    ],
)
def test_the_bounds_of_what_a_state_counts(own: dict[str, Any], place: str) -> None:
    if not place:
        assert state(own=own).own is not None
        return
    with pytest.raises(Refused) as refused:
        state(own=own)
    assert [refusal.place for refusal in refused.value.refusals] == [place]


def test_what_is_left_out_is_as_nobody_has_pitched_ran_or_failed() -> None:
    found = state(own={"away": {"changes": 1}}).own
    assert isinstance(found, PurestratState)
    mound, flags = found.mounds[0], (found.new_pitcher, found.two_strikes, found.check_forfeited)
    assert (mound.outs, mound.runs, mound.closer_outs, mound.recent_runs) == (0, 0, 0, (0, 0, 0))
    assert (mound.weak, mound.tired, mound.closing, *flags) == (False,) * 6
    assert (found.lead_failed, found.lead_battery) == ((0, 0, 0), (0, 0, 0))
    assert found.outs_of_pitcher(0) == 0
    assert state(own={"away": {"outs": 7}}).own.outs_of_pitcher(0) == 7  # type: ignore[union-attr]


def test_a_state_needs_the_cards() -> None:
    with pytest.raises(Refused) as refused:
        read_state(SYSTEM, EIGHTH, SETTINGS)
    assert refused.value.code == "clubs-missing"


def test_nobody_is_told_to_be_tired_when_no_batter_follows() -> None:
    """The starter tires of his fifth run in the inning, on a hit that ends the game."""
    club = Stage(reads="HR").clubs()
    own = {"home": {}, "away": {"recent_runs": [4, 0, 0], "outs": 24, "runs": 4, "inning": 9}}

    def after(runs: int) -> list[int]:
        values = {
            "system": "purestrat",
            "inning": 9,
            "half": "bottom",
            "runs": {"away": runs, "home": 4},
            "own": own,
        }
        begun = read_state(SYSTEM, values, SETTINGS, club)
        record = replay(SYSTEM, SETTINGS, ["1-1-1"], clubs=club, state=begun)
        return [kind_of(event) for event in record.events]

    assert after(4)[-2:] == [HOME_RUN, END]
    assert after(5)[-2:] == [HOME_RUN, TIRED]
