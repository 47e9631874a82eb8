"""Whole games of Deep Drive by managers who take whatever is offered, under every setting."""

from random import Random

import pytest

from games.engine.decisions import Manager
from games.engine.folds.box_score import box_score
from games.engine.folds.game_states import state_at
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.proofs import problems
from games.engine.folds.retrosheet import Facts, event_file
from games.engine.options import Option, Value
from games.engine.record import Record, replay, rewind, simulate
from games.engine.state_files import parsed_state, state_as_json
from games.systems.deep_drive.play.manager import DeepDriveManager
from tests.engine.deep_drive.clubs import club
from tests.engine.deep_drive.stage import SYSTEM
from tests.engine.wild_games import SHARES, Wild

OPTIONS = [option for option in SYSTEM.options if option.kind != "integer"]


def settings_of(seed: int) -> dict[str, object]:
    """Some settings that are not as they are by default."""
    random = Random(seed)
    found: dict[str, object] = {}
    for option in OPTIONS:
        if random.random() < 0.5:
            others = [False, True] if option.kind == "boolean" else [w for w, _ in option.choices]
            found[option.key] = random.choice(others)
    return SYSTEM.settings(found)


def others(option: Option) -> list[Value]:
    """Values that an option does not have by default; of a number some."""
    if option.kind == "boolean":
        return [not option.default]
    if option.kind == "choice":
        return [word for word, _ in option.choices if word != option.default]
    some = {max(option.least, 2), min(option.most, 5), min(option.most, 10)}
    return sorted(some - {option.default})


SWITCHED = [
    (option.key, value)
    for option in SYSTEM.options
    if not option.stored
    for value in others(option)
]
"""Every option with each value that it does not have by default; of a number some."""

ONE_ROUND = len(SWITCHED) * len(SHARES)
"""Games in which every one of these is met at every rate of oddness."""


def odd_game(number: int) -> Record:
    """Of the thousand games the one with this number: a rate of oddness, an option switched from
    its default, and of the others some (``python -m tests.engine.deep_drive.thousand``)."""
    key, value = SWITCHED[number // len(SHARES) % len(SWITCHED)]
    options = SYSTEM.settings({**settings_of(1000 + number), key: value})
    return game(number, options)


def game(seed: int, settings: dict[str, object] | None = None) -> Record:
    """A game between two wild managers; benches and bullpens of every size."""
    options = settings_of(seed) if settings is None else settings
    designated = bool(options["designated_hitter"])
    random = Random(seed)
    clubs = (
        club(seed % 40, designated=designated, bench=random.choice((1, 3, 6)), relievers=2),
        club(40 + seed % 40, designated=designated, relievers=random.choice((1, 6))),
    )
    share = SHARES[seed % len(SHARES)]
    managers = (Wild(seed, share), Wild(seed + 1, share))
    return simulate(SYSTEM, options, f"deep/{seed}", managers=managers, clubs=clubs)


@pytest.mark.parametrize("seed", range(24))
def test_a_wild_game_ends_replays_and_proves_itself(seed: int) -> None:
    record = game(seed)
    assert record.ending is not None
    again = replay(SYSTEM, record.settings, record.transcript, clubs=record.clubs)
    assert (again.events, again.ending, again.transcript) == (
        record.events,
        record.ending,
        record.transcript,
    )
    assert problems(record) == ()
    assert play_by_play(record)
    assert box_score(record)


def verify_odd_game(number: int) -> Record:
    """Play one of the thousand: it ends, proves itself, is the same on replay and can be told."""
    record = odd_game(number)
    assert record.ending is not None
    again = replay(SYSTEM, record.settings, record.transcript, clubs=record.clubs)
    assert (again.events, again.ending, again.transcript) == (
        record.events,
        record.ending,
        record.transcript,
    )
    assert problems(record) == ()
    assert play_by_play(record)
    assert box_score(record)
    return record


@pytest.mark.long
def test_every_option_switched_from_its_default_at_every_rate_of_oddness() -> None:
    for number in range(ONE_ROUND):
        verify_odd_game(number)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_switched_from_its_default(option) -> None:
    values = [not option.default] if option.kind == "boolean" else [w for w, _ in option.choices]
    for number, value in enumerate(values):
        record = game(100 + number, SYSTEM.settings({option.key: value}))
        assert record.ending is not None
        again = replay(SYSTEM, record.settings, record.transcript, clubs=record.clubs)
        assert again.events == record.events


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_suspensions_and_rewinds_change_nothing(seed: int) -> None:
    record = game(seed)
    entries: list[str] = []
    for number, entry in enumerate(record.transcript):
        if number % 10 == 9:
            entries.append("suspend")
        entries.append(entry)
    again = replay(SYSTEM, record.settings, entries, clubs=record.clubs)
    assert again.ending == record.ending
    assert [event & (1 << 32) - 1 for event in again.events] == [
        event & (1 << 32) - 1 for event in record.events
    ]
    for cut in range(1, len(record.transcript), 17):
        stands, voided = rewind(record.transcript, cut)
        part = replay(SYSTEM, record.settings, stands, clubs=record.clubs)
        assert part.ending is None
        assert part.events == record.events[: len(part.events)]
        whole = replay(SYSTEM, record.settings, (*stands, *voided), clubs=record.clubs)
        assert whole.events == record.events


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_a_game_goes_on_from_any_state_that_was_put_away(seed: int) -> None:
    record = game(seed)
    for cut in range(5, len(record.transcript), 23):
        state, used = state_at(record, cut)
        told = parsed_state(SYSTEM, state_as_json(SYSTEM, state), record.clubs)
        assert told == state
        rest = replay(
            SYSTEM, record.settings, record.transcript[used:], clubs=record.clubs, state=told
        )
        assert rest.ending == record.ending


def test_a_managed_game_replays_without_its_managers_and_is_an_event_file() -> None:
    clubs = (club(1), club(2))
    managers = (DeepDriveManager(), DeepDriveManager())
    record = simulate(SYSTEM, SYSTEM.settings(), "sound", managers=managers, clubs=clubs)
    again = replay(SYSTEM, record.settings, record.transcript, clubs=clubs)
    assert again.events == record.events
    facts = Facts(("AWY", "HOM"), ("Away", "Home"), "2026/04/01")
    assert event_file(record, facts).count("\nplay,") > 50
    throws = [entry for entry in record.transcript if "=" not in entry]
    assert len(throws) < 260


@pytest.mark.parametrize("seed", [1])
def test_a_sound_manager_wins_from_one_who_takes_every_default(seed: int) -> None:
    """Measured over 20,000 games; here that he does not lose them."""
    won = 0
    games = 60
    for number in range(games):
        clubs = (club(number % 7), club(number % 7 + 7))
        sides = (DeepDriveManager(), Manager()) if number % 2 else (Manager(), DeepDriveManager())
        record = simulate(
            SYSTEM, SYSTEM.settings(), f"{seed}/{number}", managers=sides, clubs=clubs
        )
        assert record.ending is not None
        won += record.ending.winner == (0 if number % 2 else 1)
    assert won >= games * 0.4


class Afresh(DeepDriveManager):
    """Weighs every turn anew."""

    def choose(self, game, decision, mask):  # type: ignore[no-untyped-def]
        """What a manager says who has never been asked before."""
        return DeepDriveManager().choose(game, decision, mask)


def test_a_manager_who_has_weighed_many_turns_answers_as_one_who_has_weighed_none() -> None:
    remembers, afresh = DeepDriveManager(), Afresh()
    settings = SYSTEM.settings({})
    for seed in range(12):
        clubs = (club(seed), club(40 + seed))
        both = [
            simulate(SYSTEM, settings, f"deep/{seed}", managers=(one, one), clubs=clubs)
            for one in (remembers, afresh)
        ]
        assert both[0].transcript == both[1].transcript
