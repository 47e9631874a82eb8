"""A game against the computer for visitors without an account: no club, nothing stored.

It is a game like any other, of rows that are never saved: what there is of it, a seed and a
transcript, its player's session keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from games.engine.situation import AWAY, START
from games.exhibition import exhibition_clubs
from games.models import Game, Series
from games.records import Kept, replay_with_managers, store_record
from games.rules.standing_orders import Level
from games.seeds import fresh_seed
from games.services.going_on import Until, goes_on_after, played_on
from games.services.scoring import verify_answer
from games.standing_orders import set_level, word_in
from games.systems.registry import system
from rosters.models import Team

VISITORS: Final = (AWAY,)
"""The sides that the visitor of the house speaks for: those who bat first."""

NOBODY: Final = 0
"""The key of rows that are never saved: none has it."""


@dataclass(frozen=True)
class Trial:
    """What a session keeps of a game."""

    system: str
    seed: str
    entries: tuple[str, ...] = ()
    level: Level = Level.IMPORTANT

    def as_json(self) -> dict[str, Any]:
        """Plain values of it, for JSON."""
        return {
            "system": self.system,
            "seed": self.seed,
            "entries": " ".join(self.entries),
            "level": str(self.level),
        }


def begun(system_key: str, kept: object) -> Trial:
    """A new game of a system, at the level of the game that a session keeps."""
    return Trial(system_key, fresh_seed(), level=_level_in(kept))


def _level_in(kept: object) -> Level:
    level = kept.get("level") if isinstance(kept, dict) else None
    return Level(level) if level in list(Level) else Level.IMPORTANT


def read_trial(kept: object, system_key: str) -> Trial | None:
    """The game that a session keeps; ``None`` where it keeps none of this system."""
    if not isinstance(kept, dict) or kept.get("system") != system_key:
        return None
    entries = tuple(str(kept["entries"]).split())
    return Trial(system_key, str(kept["seed"]), entries, _level_in(kept))


def game_of(trial: Trial, clubs: tuple[Team, Team]) -> Game:
    """The game in hand, between these clubs, the house managing the second."""
    rules = system(trial.system)
    away, home = clubs
    series = Series(
        pk=NOBODY,
        away=away,
        home=home,
        system_key=trial.system,
        settings=rules.settings(),
        length=1,
        home_pattern="H",
        event_id=f"trial:{NOBODY}",
    )
    game = Game(
        pk=NOBODY,
        series=series,
        number=1,
        away=away,
        home=home,
        source=Game.Source.ONLINE,
        seed=trial.seed,
        home_managed=True,
        situation=str(START),
    )
    game.kept = Kept(game.clubs, exhibition_clubs(rules), game.beginning, None)
    store_record(game, replay_with_managers(game, trial.entries), now=timezone.now())
    set_level(game, trial.level)
    return game


def gone_on(game: Game, answer: Sequence[str], until: Until) -> None:
    """One press of the visitor: the answer is taken, and it is played on, in the game in
    hand. Refused: as ``games.services.going_on.go_on``."""
    if answer:
        heard = word_in(game, VISITORS)
        verify_answer(game, answer, len(game.entries), VISITORS)
        record = replay_with_managers(game, game.entries, answer)
        store_record(game, record, now=timezone.now())
        if not goes_on_after(game, VISITORS, heard, answer):
            return
    store_record(game, played_on(game, VISITORS, until), now=timezone.now())
