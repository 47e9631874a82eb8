"""Clocks of games that two people play online: what each may take to decide, and when it is up.

A clock is derived from stored moments; nothing runs, and what is left is the same whenever it is
asked for. It runs for the side that is asked first; while neither is asked, for none, since
either may have the dice thrown then.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from config.refusals import Refusal

GRACE: Final = timedelta(seconds=2)
"""So long after zero an answer still counts that was on its way."""


LEAST_SECONDS: Final = 10
LONGEST_DECISION: Final = 7 * 24 * 3600
LONGEST_GAME: Final = 30 * 24 * 3600
"""Seconds; games are played by mail, too."""


@dataclass(frozen=True)
class Allowance:
    """Seconds that a side may take: before each throw (``decision``), and in the ``game``; 0: no
    end."""

    decision: int
    game: int

    def __bool__(self) -> bool:
        return bool(self.decision or self.game)

    def problems(self) -> list[Refusal]:
        """What cannot be allowed: less than it takes to read a question, more than a month."""
        return [
            Refusal(
                "clock-impossible",
                f"{LEAST_SECONDS} to {longest} seconds can be given, or 0 for no end.",
                place,
            )
            for place, seconds, longest in (
                ("decision_seconds", self.decision, LONGEST_DECISION),
                ("game_seconds", self.game, LONGEST_GAME),
            )
            if seconds and not LEAST_SECONDS <= seconds <= longest
        ]

    def left(self, used_now: float, used: float) -> float:
        """What is left, in seconds, to who has used so much since the last throw and in the game;
        never less than 0."""
        ends = [
            allowed - taken
            for allowed, taken in ((self.decision, used_now), (self.game, used))
            if allowed
        ]
        return max(0.0, min(ends))

    def as_json(self) -> dict[str, int]:
        """The clocks as programs read and write them, and as the log keeps them."""
        return {"decision_seconds": self.decision, "game_seconds": self.game}

    @property
    def words(self) -> str:
        """The clocks in words."""
        told = []
        if self.decision:
            told.append(f"{span(self.decision)} to decide before each throw")
        if self.game:
            told.append(f"{span(self.game)} in the whole game")
        return ", ".join(told)


NO_CLOCK: Final = Allowance(0, 0)


def span(seconds: float) -> str:
    """A stretch of time in words: ``45 seconds``, ``2 minutes``, ``1:30 minutes``."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02} hours"
    if not minutes:
        return f"{rest} second{'' if rest == 1 else 's'}"
    if rest:
        return f"{minutes}:{rest:02} minutes"
    return f"{minutes} minute{'' if minutes == 1 else 's'}"
