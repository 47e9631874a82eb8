"""A game is a function of its transcript: suspend, resume, rewind, concede, reveal."""

import pytest

from config.refusals import Refused
from games.engine.dice_stream import DiceStream, commitment
from games.engine.endings import CONCEDED
from games.engine.folds.moments import current_situation
from games.engine.record import replay, rewind, simulate
from games.engine.situation import AWAY, HOME, START, Situation
from games.systems.registry import SYSTEMS
from tests.engine.diamond import EMPTY, R1, WITH_ADVANCED, awaits, line, played, refusal, start
from tests.played import PLAYED

TWO = SYSTEMS["two-dice"]
PLAIN = TWO.settings()


def test_the_same_seed_gives_the_same_game() -> None:
    for found in PLAYED.values():
        settings = found.settings()
        assert simulate(found, settings, "7/3") == simulate(found, settings, "7/3")
        assert simulate(found, settings, "7/3").events != simulate(found, settings, "7/4").events


def test_a_game_is_scored_one_entry_at_a_time() -> None:
    whole = simulate(TWO, PLAIN, "live").transcript
    entries: tuple[str, ...] = ()
    for number, word in enumerate(whole, start=1):
        record = replay(TWO, PLAIN, entries)
        assert record.awaiting is not None
        assert record.awaiting.entry == number
        entries = (*entries, word)
    assert replay(TWO, PLAIN, entries).ending is not None


# Suspension.


def test_a_suspended_game_says_so_and_what_comes_next() -> None:
    record = played("two-dice", START, "3-3", "suspend")
    assert record.suspended
    assert awaits(record) == "throw"
    assert record.awaiting is not None
    assert record.awaiting.entry == 3
    assert record.transcript == ("3-3", "suspend")
    assert not played("two-dice", START, "3-3").suspended


def test_a_game_goes_on_behind_its_suspension() -> None:
    resumed = played("two-dice", START, "3-3", "suspend", "suspend", "2-2")
    assert not resumed.suspended
    assert line(resumed) == line(played("two-dice", START, "3-3", "2-2")) == "1 2.-.- +0"


def test_a_suspended_game_is_not_played_on_by_cup_or_managers() -> None:
    stopped = replay(TWO, PLAIN, ["suspend"], seed="night")
    assert (stopped.suspended, stopped.events) == (True, ())
    poker = SYSTEMS["poker-dice"]
    settings = poker.settings(WITH_ADVANCED)
    manager = poker.manager(settings)
    stopped = replay(
        poker,
        settings,
        ["suspend"],
        situation=start(R1),
        seed="night",
        managers=(manager, manager),
    )
    assert (stopped.suspended, awaits(stopped)) == (True, "pickoff=none|1")


def test_a_suspended_game_may_be_played_on_from_its_situation() -> None:
    whole = simulate(TWO, PLAIN, "resumed")
    cut = 30
    first = replay(TWO, PLAIN, [*whole.transcript[:cut], "suspend"])
    situation = Situation.read(str(current_situation(first)))
    second = replay(TWO, PLAIN, whole.transcript[cut:], situation=situation)
    assert second.ending == whole.ending


def test_server_dice_go_on_where_the_cup_was_when_play_stopped() -> None:
    whole = simulate(TWO, PLAIN, "cup")
    stopped = replay(TWO, PLAIN, [*whole.transcript[:20], "suspend"], seed="cup")
    stream = DiceStream("cup")
    throws = [TWO.dice[0].show(stream.draw(36)) for _ in range(21)]
    gone_on = replay(TWO, PLAIN, [*stopped.transcript, throws[20]], seed="cup")
    assert gone_on.transcript[21] == whole.transcript[20]
    assert gone_on.ending == whole.ending


# Concession.


def test_either_side_may_concede_wherever_something_could_be_asked() -> None:
    for side, winner in (("away", HOME), ("home", AWAY)):
        for entries in ((), ("3-3",), ("3-3", "3-3", "3-3")):
            ending = played("two-dice", START, *entries, f"concede={side}").ending
            assert ending is not None
            assert (ending.reason, ending.winner) == (CONCEDED, winner)
    before_a_pickoff = played("poker-dice", start(R1), "concede=home", **WITH_ADVANCED)
    assert before_a_pickoff.ending is not None


def test_a_game_played_without_concessions_refuses_one() -> None:
    found = refusal("two-dice", START, "3-3", "concede=away", concession=False)
    assert (found.code, found.place) == ("concession-not-allowed", "entry 2")


# Rewinding.


def test_a_rewound_game_stands_where_it_stood_before_the_entry() -> None:
    entries = ("1-3", "3-3", "1-4", "6-6", "5-6")
    kept, voided = rewind(entries, 4)
    assert (kept, voided) == (entries[:3], entries[3:])
    record = replay(TWO, PLAIN, kept)
    assert line(record) == "2 -.1.- +0"
    assert record.awaiting is not None
    assert record.awaiting.entry == 4
    replayed = replay(TWO, PLAIN, (*kept, "1-1"))
    assert line(replayed) == "2 -.-.- +2"


def test_the_first_and_the_last_entry_can_be_rewound_to_and_no_other() -> None:
    entries = ("1-3", "3-3")
    assert rewind(entries, 1) == ((), entries)
    assert rewind(entries, 2) == (("1-3",), ("3-3",))
    for number in (0, 3, -1):
        with pytest.raises(Refused) as refused:
            rewind(entries, number)
        (only,) = refused.value.refusals
        assert (only.code, only.place) == ("no-such-entry", f"entry {number}")


def test_an_ended_game_can_be_rewound_and_end_otherwise() -> None:
    over = start(EMPTY, 2, at="B9", score="3-3")
    lost = played("two-dice", over, "6-6")
    assert lost.ending is not None
    kept, _ = rewind(lost.transcript, 1)
    tied = played("two-dice", over, *kept, "3-3")
    assert tied.ending is None


# What a seed proves.


def test_a_seed_published_as_a_hash_proves_the_dice_when_revealed() -> None:
    seed = "f00d"
    published = commitment(seed)
    game = simulate(TWO, PLAIN, seed)
    assert commitment(seed) == published
    assert replay(TWO, PLAIN, game.transcript, seed=seed).ending == game.ending
    for other in ("f00e", ""):
        assert commitment(other) != published
        with pytest.raises(Refused):
            replay(TWO, PLAIN, game.transcript, seed=other)


# What a transcript is made of.


def test_no_two_decisions_of_a_game_are_told_by_one_word_or_number() -> None:
    for system in SYSTEMS.values():
        codes = [decision.code for decision in system.decisions]
        names = [decision.name for decision in system.decisions]
        assert len(set(codes)) == len(codes), system.name
        assert len(set(names)) == len(names), system.name
