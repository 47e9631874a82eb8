"""The tendencies that a club's manager can set for its play; every game system has its own list.
Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from games.systems.registry import GAME_SYSTEMS


@dataclass(frozen=True)
class Tendency:
    """A tendency of a manager: ``least`` to ``most``, with ``usual`` as the default; ``label`` and
    ``sentence`` ask for it."""

    key: str
    label: str
    sentence: str
    least: int = 0
    most: int = 10
    usual: int = 5


def tendencies_of(system_key: str, *, others: bool = True) -> tuple[Tendency, ...]:
    """The tendencies of a game system. If it has none (or is none), those of all systems
    (``others``), since the club may play another later."""
    game_system = GAME_SYSTEMS.get(system_key)
    if game_system is not None and game_system.tendencies:
        return game_system.tendencies
    if not others:
        return ()
    tendencies: dict[str, Tendency] = {}
    for system in GAME_SYSTEMS.values():
        for tendency in system.tendencies:
            tendencies.setdefault(tendency.key, tendency)
    return tuple(tendencies.values())


def tendency_problems(values: Mapping[str, int], known: Sequence[Tendency]) -> list[Refusal]:
    """``unknown-tendency`` and ``tendency-range``, each at its key."""
    by_key = {tendency.key: tendency for tendency in known}
    refusals = []
    for key, value in values.items():
        tendency = by_key.get(key)
        if tendency is None:
            sentence = f"{key!r} is none of {', '.join(by_key)}."
            refusals.append(Refusal("unknown-tendency", sentence, key))
        elif not tendency.least <= value <= tendency.most:
            refusals.append(
                Refusal(
                    "tendency-range",
                    f"{key.replace('_', ' ').capitalize()} is {tendency.least} to "
                    f"{tendency.most}, not {value}.",
                    key,
                )
            )
    return refusals
