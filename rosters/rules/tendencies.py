"""What the manager of a club can say of how it plays: every game system has its own list. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from games.systems.registry import GAME_SYSTEMS


@dataclass(frozen=True)
class Tendency:
    """Something that a manager likes to do: ``least`` to ``most``, by the book where nothing is
    said; ``label`` and ``sentence`` ask for it."""

    key: str
    label: str
    sentence: str
    least: int = 0
    most: int = 10
    usual: int = 5


def tendencies_of(system_key: str, *, others: bool = True) -> tuple[Tendency, ...]:
    """What can be said in a game system; of a club that plays none of those in which something can
    be said, whatever can be said in any (``others``): it may come to play one."""
    face = GAME_SYSTEMS.get(system_key)
    if face is not None and face.tendencies:
        return face.tendencies
    if not others:
        return ()
    found: dict[str, Tendency] = {}
    for each in GAME_SYSTEMS.values():
        for tendency in each.tendencies:
            found.setdefault(tendency.key, tendency)
    return tuple(found.values())


def tendency_problems(values: Mapping[str, int], known: Sequence[Tendency]) -> list[Refusal]:
    """``unknown-tendency`` and ``tendency-range``, each at its key."""
    by_key = {tendency.key: tendency for tendency in known}
    found = []
    for key, value in values.items():
        tendency = by_key.get(key)
        if tendency is None:
            sentence = f"{key!r} is none of {', '.join(by_key)}."
            found.append(Refusal("unknown-tendency", sentence, key))
        elif not tendency.least <= value <= tendency.most:
            found.append(
                Refusal(
                    "tendency-range",
                    f"{key.replace('_', ' ').capitalize()} is {tendency.least} to "
                    f"{tendency.most}, not {value}.",
                    key,
                )
            )
    return found
