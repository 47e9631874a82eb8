"""The card makers there are: what the game systems bring along."""

from __future__ import annotations

from config.refusals import Refusal, Refused
from games.systems.registry import GAME_SYSTEMS
from rosters.makers.base import Maker


def makers() -> dict[str, Maker]:
    """By the key of the game system."""
    return {key: face.maker for key, face in GAME_SYSTEMS.items() if face.maker is not None}


def maker(system_key: str) -> Maker:
    """The card maker of a game system; ``no-card-maker`` where there is none."""
    known = makers()
    found = known.get(system_key)
    if found is None:
        raise Refused(
            Refusal(
                "no-card-maker",
                f"There are no cards for {system_key!r}; there are for {', '.join(known)}.",
                "system",
                {"known": list(known)},
            )
        )
    return found


PLAIN = Maker()


def maker_or_plain(system_key: str) -> Maker:
    """The same for what is asked of cards that are there: those of a system without a maker print
    no ratings."""
    face = GAME_SYSTEMS.get(system_key)
    return PLAIN if face is None or face.maker is None else face.maker
