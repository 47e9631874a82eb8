"""Games of every system under random settings by managers who take whatever is offered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

from hypothesis import strategies as st

from games.engine import table
from games.engine.club import Clubs
from games.engine.decisions import Decision, Manager
from games.engine.game import Game
from games.engine.options import Option, Value
from games.engine.record import Record, replay, simulate
from games.engine.system import System
from games.systems.purestrat.play.squad import PurestratClub
from games.systems.registry import SYSTEMS
from tests.engine.commons.samples import decks
from tests.engine.deep_drive.clubs import club as deep_drive_club
from tests.engine.purestrat.samples import club

EVERY_SYSTEM: dict[str, System] = dict(SYSTEMS)
"""Those of the registry, and where the engine is not compiled one of the tests' own: a class of
ours cannot inherit from a compiled one."""

if str(table.__file__).endswith(".py"):
    from tests.engine.small_card_game import SMALL, small_club

    EVERY_SYSTEM[SMALL.key] = SMALL

SHARES = (0.05, 0.3, 1.0)
"""How often such a manager does anything but the usual."""


class Wild(Manager):
    """Takes any legal choice, each as likely as another, in a share of the questions."""

    def __init__(self, seed: int, share: float) -> None:
        self.random = Random(seed)
        self.share = share

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        if self.random.random() >= self.share:
            return 0
        return self.random.choice([at for at in range(len(decision.choices)) if mask >> at & 1])


@cache
def purestrat_club(seed: int, starter: int, designated: bool = False) -> PurestratClub:
    return club(seed, starter, designated=designated)


def clubs_for(
    system: System, one: int, other: int, designated: tuple[bool, bool] = (False, False)
) -> Clubs | None:
    """Two clubs where the system needs them; ``designated``: which of them have a player bat for
    the pitcher."""
    if system.key == "small":
        return small_club(one), small_club(100 + other)
    if system.key == "commons":
        return decks(one % 9, 100 + other % 9)
    if system.key == "deep-drive":
        bats = any(designated)
        return (
            deep_drive_club(one % 9, designated=bats),
            deep_drive_club(9 + other % 9, designated=bats),
        )
    if system.key != "purestrat":
        return None
    return (
        purestrat_club(one % 9, one % 5, designated[0]),
        purestrat_club(9 + other % 9, other % 5, designated[1]),
    )


def _values(option: Option) -> st.SearchStrategy[Value]:
    if option.kind == "boolean":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from([word for word, _ in option.choices])
    return st.integers(option.least, min(option.most, 12))


@st.composite
def set_up(draw: st.DrawFn) -> tuple[System, dict[str, Value], Clubs | None]:
    """A system, its settings and clubs for it."""
    system = draw(st.sampled_from(list(EVERY_SYSTEM.values())))
    drawn = {
        option.key: draw(_values(option))
        for option in system.options
        if draw(st.booleans()) and not option.stored
    }
    settings = system.settings(drawn)
    designated = (False, False)
    if settings.get("designated_hitter"):
        designated = draw(st.sampled_from([(True, True), (True, False), (False, True)]))
    clubs = clubs_for(system, draw(st.integers(0, 44)), draw(st.integers(0, 44)), designated)
    return system, settings, clubs


@st.composite
def wild_games(draw: st.DrawFn) -> Record:
    """A whole game between two wild managers."""
    system, settings, clubs = draw(set_up())
    seed = draw(st.integers(0, 10**6))
    share = draw(st.sampled_from(SHARES))
    managers = (Wild(seed, share), Wild(seed + 1, share))
    return simulate(system, settings, f"wild/{seed}", managers=managers, clubs=clubs)


def one_by_one(
    system: System,
    settings: Mapping[str, Value],
    clubs: Clubs | None,
    managers: tuple[Manager | None, Manager | None],
    random: Random,
    most: int,
) -> Record:
    """A game entered live: at most ``most`` times somebody throws what is to be thrown, or answers
    any of the questions that are open before it, however he likes; a player who has to be named is
    named first."""
    record = replay(system, settings, (), managers=managers, clubs=clubs)
    for _ in range(most):
        if not record.open:
            break
        named = (
            at
            for at, each in enumerate(record.open, start=1)
            if each.decision and each.choices[0].key != each.decision.choices[0].key
        )
        awaiting = random.choice(record.open[: next(named, None)])
        if awaiting.dice is not None:
            words: tuple[str, ...] = (awaiting.dice.show(random.randrange(awaiting.dice.size)),)
        else:
            words = awaiting.answer(random.choice(awaiting.choices))
        record = replay(
            system, settings, record.transcript, managers=managers, clubs=clubs, fresh=words
        )
    return record
