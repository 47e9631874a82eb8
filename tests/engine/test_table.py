"""The table: who throws, who decides, what is written, what is refused and where."""

from collections.abc import Callable

import pytest

from config.refusals import Refused
from games.engine.decisions import BATTING, FIELDING, Choice, Decision, Manager
from games.engine.dice_stream import DiceStream
from games.engine.game import Game
from games.engine.record import Record, replay, simulate
from games.engine.situation import AWAY, HOME, START, Situation
from games.engine.table import SimulatedTable, write_entries
from games.systems.registry import SYSTEMS
from tests.engine.diamond import (
    EMPTY,
    FULL,
    R1,
    R2,
    R3,
    R12,
    R13,
    R23,
    WITH_ADVANCED,
    awaits,
    line,
    played,
    refused,
    start,
)

POKER = SYSTEMS["poker-dice"]
ADVANCED = POKER.settings(WITH_ADVANCED)
OUT = "9-10-J-Q-A"
SINGLE = "J-J-9-9-A"


class Eager(Manager):
    """Tries the last answer there is, always."""

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        return mask.bit_length() - 1


def poker(
    *entries: str,
    seed: str | None = None,
    away: Manager | None = None,
    home: Manager | None = None,
    situation: Situation = START,
) -> Record:
    return replay(POKER, ADVANCED, entries, situation=situation, seed=seed, managers=(away, home))


def why(act: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        act()
    (refusal,) = found.value.refusals
    return refusal.code, refusal.place


# Decisions as values.


def test_a_decision_offers_its_choices_by_a_mask() -> None:
    decision = Decision(3, "steal", BATTING, "?", [Choice("none", "Hold"), Choice("2", "Go")])
    assert decision.legal(0b01) == (Choice("none", "Hold"),)
    assert [choice.key for choice in decision.legal(0b11)] == ["none", "2"]
    assert [decision.position(key) for key in ("none", "2", "3", "")] == [0, 1, -1, -1]


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_decision_of_a_system_has_a_name_and_a_number_of_its_own(key: str) -> None:
    decisions = SYSTEMS[key].decisions
    for own in ({each.name for each in decisions}, {each.code for each in decisions}):
        assert len(own) == len(decisions)


def test_a_manager_takes_the_default_unless_he_is_one_of_a_system() -> None:
    for key in ("one-die", "two-dice", "three-dice"):
        assert type(SYSTEMS[key].manager(SYSTEMS[key].settings())) is Manager
    assert type(POKER.manager(ADVANCED)) is not Manager


# Awaiting.


def test_an_empty_transcript_awaits_the_first_throw_for_the_visitors() -> None:
    record = played("two-dice", START)
    assert record.awaiting is not None
    assert (record.awaiting.entry, record.awaiting.side) == (1, AWAY)
    assert record.awaiting.dice is SYSTEMS["two-dice"].dice[0]
    assert record.awaiting.decision is None
    assert record.awaiting.choices == ()
    assert (record.ending, record.events, record.suspended) == (None, (), False)


def test_the_home_side_is_awaited_in_the_bottom_half() -> None:
    awaiting = played("two-dice", START, *["3-3"] * 3).awaiting
    assert awaiting is not None
    assert (awaiting.entry, awaiting.side) == (4, HOME)


@pytest.mark.parametrize(
    ("runners", "waits"),
    [
        (EMPTY, "plate-appearance"),
        (R1, "pickoff=none|1"),
        (R13, "pickoff=none|1|3"),
        (FULL, "pickoff=none|1|2|3"),
    ],
)
def test_a_decision_is_awaited_with_the_answers_legal_now(runners: str, waits: str) -> None:
    assert awaits(played("poker-dice", start(runners), **WITH_ADVANCED)) == waits


@pytest.mark.parametrize(
    ("runners", "waits"),
    [
        (R1, "steal=none|1"),
        (R2, "steal=none|2"),
        (R12, "steal=none|2"),
        (R13, "steal=none|1"),
        # Nobody has an empty base ahead but the runner on third, who may not go: not even asked.
        (R3, "plate-appearance"),
        (R23, "plate-appearance"),
        (FULL, "plate-appearance"),
    ],
)
def test_after_no_pickoff_the_next_question_comes(runners: str, waits: str) -> None:
    assert awaits(played("poker-dice", start(runners), "pickoff=none", **WITH_ADVANCED)) == waits


def test_each_decision_is_asked_of_its_side() -> None:
    for at, batting in (("T1", AWAY), ("B1", HOME)):
        situation = start(R1, at=at)
        pickoff = poker(situation=situation).awaiting
        steal = poker("pickoff=none", situation=situation).awaiting
        bunt = poker("pickoff=none", "steal=none", situation=situation).awaiting
        assert pickoff is not None
        assert steal is not None
        assert bunt is not None
        assert (pickoff.side, steal.side, bunt.side) == (1 - batting, batting, batting)
        asked = [pickoff.decision, steal.decision, bunt.decision]
        assert [found.asked for found in asked if found] == [FIELDING, BATTING, BATTING]
        assert [pickoff.entry, steal.entry, bunt.entry] == [1, 2, 3]


def test_the_throw_of_a_pickoff_is_the_fielding_side_s() -> None:
    thrown = poker("pickoff=1", situation=start(R1)).awaiting
    assert thrown is not None
    assert (thrown.side, thrown.dice and thrown.dice.name) == (HOME, "pickoff")


# Defaults.


def test_a_decision_met_by_a_throw_takes_its_default() -> None:
    short = poker(SINGLE, OUT, OUT)
    long = poker(
        SINGLE,
        *("pickoff=none", "steal=none", "bunt=no", OUT),
        *("pickoff=none", "steal=none", "bunt=no", OUT),
    )
    assert [event & 0xFFFFFFFF for event in short.events] == [
        event & 0xFFFFFFFF for event in long.events
    ]
    assert awaits(short) == awaits(long) == "pickoff=none|1"
    assert short.transcript == (SINGLE, OUT, OUT), "what was not written stays unwritten"
    assert len(long.transcript) == 9, "what was written stays written"


def test_a_decision_met_by_a_later_decision_takes_its_default() -> None:
    assert line(poker("steal=1", "9-Q", situation=start(R1))) == "0 -.3.- +0"
    assert awaits(poker("bunt=yes", situation=start(R1))) == "bunt"
    assert line(poker("bunt=yes", "9-9", situation=start(R1))) == "1 3.-.- +0"


def test_an_answer_is_taken_in_any_case_of_no_letters_but_its_own() -> None:
    assert refused("poker-dice", R1, "steal=NONE", **WITH_ADVANCED)[0] == "choice-not-legal"
    assert refused("poker-dice", R1, "STEAL=1", **WITH_ADVANCED)[0] == "decision-not-offered"
    assert awaits(poker("  pickoff=1 ", situation=start(R1))) == "pickoff"


# Refusals: code and place.


@pytest.mark.parametrize(
    ("entries", "code", "place"),
    [
        (["0-3"], "impossible-face", 1),
        (["3-7"], "impossible-face", 1),
        (["3-4", "3-4", "6-x"], "impossible-face", 3),
        (["3"], "wrong-number-of-dice", 1),
        (["8"], "wrong-number-of-dice", 1),
        (["3-3", "1-1-1"], "wrong-number-of-dice", 2),
        (["3-3", "K-A"], "impossible-face", 2),
        (["steal=1"], "decision-not-offered", 1),
        (["3-3", "roll=3-4"], "decision-not-offered", 2),
        (["3-3", "concede=visitors"], "choice-not-legal", 2),
        (["3-3", "concede="], "choice-not-legal", 2),
        (["3-3", "concede"], "choice-not-legal", 2),
        (["suspend", "suspend", "3-0"], "impossible-face", 3),
    ],
)
def test_an_impossible_entry_is_refused_with_its_number(
    entries: list[str], code: str, place: int
) -> None:
    assert refused("two-dice", EMPTY, *entries) == (code, f"entry {place}")


@pytest.mark.parametrize("face", ["0", "7"])
@pytest.mark.parametrize("key", ["one-die", "two-dice", "three-dice", "poker-dice"])
def test_no_system_takes_a_0_or_a_7(key: str, face: str) -> None:
    dice = SYSTEMS[key].dice[0]
    good = "-".join(["2"] * dice.count)
    bad = "-".join(["2"] * (dice.count - 1) + [face])
    assert played(key, START, good).awaiting is not None
    assert refused(key, EMPTY, good, bad) == ("impossible-face", "entry 2")


@pytest.mark.parametrize(
    ("runners", "entries", "code", "place"),
    [
        (EMPTY, ["steal=1"], "decision-not-offered", 1),
        (R1, ["pickoff=2"], "choice-not-legal", 1),
        (R1, ["pickoff"], "choice-not-legal", 1),
        (R1, ["pickoff="], "choice-not-legal", 1),
        (R1, ["pickoff=none", "steal=2"], "choice-not-legal", 2),
        (R1, ["pickoff=none", "steal=none", "bunt=perhaps"], "choice-not-legal", 3),
        (R1, ["pickoff=1", "steal=1"], "decision-not-offered", 2),
        (R1, ["pickoff=1", "10-K", "steal=1"], "decision-not-offered", 3),
        (R1, ["steal=1", "9-10", "bunt=yes"], "decision-not-offered", 3),
        (R1, ["K-K-9-10-1"], "mixed-faces", 1),
        (R1, ["9-9-9-9-11"], "impossible-face", 1),
        (R1, ["pickoff=1", "9-9-9-9-9"], "wrong-number-of-dice", 2),
        (R1, ["steal=1", "5-A"], "mixed-faces", 2),
    ],
)
def test_an_illegal_decision_is_refused_with_its_number(
    runners: str, entries: list[str], code: str, place: int
) -> None:
    assert refused("poker-dice", runners, *entries, **WITH_ADVANCED) == (code, f"entry {place}")


def test_the_refusal_names_the_answers_that_are_open() -> None:
    with pytest.raises(Refused) as found:
        played("poker-dice", start(R13), "pickoff=2", **WITH_ADVANCED)
    (refusal,) = found.value.refusals
    assert refusal.facts["choices"] == ["none", "1", "3"]
    assert refusal.facts["stands"] == str(start(R13))
    assert "pickoff=3" in refusal.message


def test_entries_after_the_end_are_refused_and_counted() -> None:
    over = start(EMPTY, 2, at="B9", score="3-1")
    assert played("two-dice", over, "3-3").ending is not None
    for surplus in (["3-3"], ["3-3", "1-1"], ["suspend"], ["concede=home"], ["steal=1"]):
        with pytest.raises(Refused) as found:
            played("two-dice", over, "3-3", *surplus)
        (refusal,) = found.value.refusals
        assert (refusal.code, refusal.place) == ("entries-after-the-end", "entry 2")
        assert refusal.facts["surplus"] == len(surplus)


# Server dice, managers, and both with people.


def test_server_dice_are_thrown_past_the_end_and_people_decide() -> None:
    record = poker(seed="mixed", situation=start(R1))
    assert awaits(record) == "pickoff=none|1"
    record = poker("pickoff=none", "steal=1", seed="mixed", situation=start(R1))
    stream = DiceStream("mixed")
    assert record.transcript[2] == POKER.dice[1].show(stream.draw(36))
    assert record.awaiting is None or record.awaiting.decision is not None


def test_server_dice_that_were_written_down_must_be_the_cup_s() -> None:
    two = SYSTEMS["two-dice"]
    stream = DiceStream("online")
    throws = [two.dice[0].show(stream.draw(36)) for _ in range(4)]
    record = replay(two, two.settings(), throws, seed="online")
    assert record.transcript[:4] == tuple(throws)
    assert record.ending is not None, "the rest is thrown by the dice stream"
    other = "1-1" if throws[2] != "1-1" else "1-2"
    forged = [*throws[:2], other, throws[3]]
    assert why(lambda: replay(two, two.settings(), forged, seed="online")) == (
        "dice-not-thrown",
        "entry 3",
    )
    assert why(lambda: replay(two, two.settings(), throws, seed="offline"))[0] == "dice-not-thrown"


def test_a_manager_answers_for_his_side_where_people_throw() -> None:
    # The visitors are managed: their steals are declared for them, the home side's pickoffs are
    # asked of a person.
    record = poker("pickoff=none", away=Eager(), situation=start(R1))
    assert awaits(record) == "steal"
    assert record.transcript == ("pickoff=none", "steal=1")
    # The home side is managed: it throws to first, and the person with the dice is asked.
    record = poker(home=Eager(), situation=start(R1))
    assert awaits(record) == "pickoff"
    assert record.transcript == ("pickoff=1",)


def test_what_a_manager_decided_is_written_and_replays_without_him() -> None:
    managed = poker(seed="both", away=Eager(), home=Eager())
    assert managed.ending is not None
    assert any(word.startswith("bunt=yes") for word in managed.transcript)
    alone = poker(*managed.transcript)
    assert (alone.events, alone.transcript, alone.ending) == (
        managed.events,
        managed.transcript,
        managed.ending,
    )
    assert poker(*managed.transcript, seed="both").events == managed.events


def test_a_transcript_with_cup_and_managers_is_the_simulated_game() -> None:
    for key in ("two-dice", "three-dice", "poker-dice"):
        found = SYSTEMS[key]
        settings = found.settings(WITH_ADVANCED if key == "poker-dice" else {})
        managers = (found.manager(settings), found.manager(settings))
        simulated = simulate(found, settings, "same", managers=managers)
        assert replay(found, settings, (), seed="same", managers=managers) == simulated


def test_a_simulated_table_writes_only_what_is_out_of_the_ordinary() -> None:
    table = SimulatedTable(DiceStream("plain"), Manager(), Eager())
    POKER.game(table, ADVANCED).play()
    written = write_entries(POKER, table.entries)
    decisions = {word for word in written if "=" in word}
    assert decisions
    assert not {word for word in decisions if word.endswith(("=none", "=no"))}
    assert table.stream.drawn == len(written) - sum("=" in word for word in written)


def test_every_kind_of_entry_is_written_as_it_was_read() -> None:
    entries = (
        "9-9-9-J-K",
        *("pickoff=none", "steal=1", "9-Q", "bunt=no", OUT),
        *("pickoff=2", "9-K", "bunt=yes", "9-9"),
        *("suspend", "A-A-A-A-A", "concede=home"),
    )
    assert poker(*entries).transcript == entries
    assert poker(*entries[:-1], "concede=away").transcript[-1] == "concede=away"
