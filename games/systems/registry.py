"""The registry of game systems.

It is filled when the house opens: every folder beside this file that has a ``game_system`` module
is an app, and that module registers its face, as ``admin`` modules do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django.utils.module_loading import autodiscover_modules

from config.refusals import Refusal, Refused
from games.engine.system import System
from games.systems.face import GameSystem

if TYPE_CHECKING:
    from rosters.rules.parks import ParkCards

FACE = "game_system"
"""The module of a system's folder that registers it."""

GAME_SYSTEMS: dict[str, GameSystem] = {}
"""Every game system by key, in the order in which people are shown them."""


def discover() -> None:
    """Let every system of an installed app register itself."""
    autodiscover_modules(FACE)


def register(face: GameSystem) -> None:
    """Take a game system up. ``ValueError``: another has its key, or one of its parts has another.

    Parts are kept with what people have stored, by key; a face that put another's cards under its
    own key would lose them.
    """
    if face.key in GAME_SYSTEMS:
        raise ValueError(f"There are two game systems {face.key!r}.")
    named = {
        part: found
        for part, found in (
            ("rules", face.rules and face.rules.key),
            ("maker", face.maker and face.maker.system),
            ("presenter", face.presenter and face.presenter.system),
            ("squad_law", face.squad_law and face.squad_law.system),
            ("card_game", face.card_game and face.card_game.system_key),
        )
        if found not in (None, face.key)
    }
    if named:
        raise ValueError(f"The parts of {face.key!r} belong to others: {named}.")
    everybody = sorted((*GAME_SYSTEMS.values(), face), key=lambda one: (one.place, one.key))
    GAME_SYSTEMS.clear()
    GAME_SYSTEMS.update((one.key, one) for one in everybody)


class _Playable(Mapping[str, System]):
    """The rules of those that can be played here, by key."""

    def __getitem__(self, key: str) -> System:
        rules = GAME_SYSTEMS[key].rules
        if rules is None:
            raise KeyError(key)
        return rules

    def __iter__(self) -> Iterator[str]:
        return (key for key, face in GAME_SYSTEMS.items() if face.rules is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


SYSTEMS: Mapping[str, System] = _Playable()
"""The rules of every game system that can be played, in the order people are shown them."""


def park_cards() -> ParkCards | None:
    """The park cards that ballparks carry: those of the first system that prints any."""
    return next((face.park_cards for face in GAME_SYSTEMS.values() if face.park_cards), None)


def usual_system() -> str:
    """The key of the system that is offered to those who have not chosen."""
    return next((key for key in SYSTEMS if GAME_SYSTEMS[key].usual), next(iter(SYSTEMS)))


def system(key: str) -> System:
    """The rules of the system of that key; ``unknown-system`` when there are none."""
    found = SYSTEMS.get(key)
    if found is None:
        raise Refused(
            Refusal(
                "unknown-system",
                f"There is no game system {key!r}; there are {', '.join(SYSTEMS)}.",
                "system",
                {"known": list(SYSTEMS)},
            )
        )
    return found
