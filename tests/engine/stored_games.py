"""Games as they are stored: what was played under a version of a system stays that game.

``tests/examples/stored-games.json`` holds games of every system as its version of then played
them. A game of the house is its seed; one that people played is its transcript. With each stands
what came of it: digests of its events, its books and its event file, and the score.

A change that makes other games of these needs a new version of the system: what was stored under
the old one is then kept here as it is, and ``python -m tests.engine.stored_games`` adds games of
the new. Where books or event files were wrong and are mended, the games stay, and
``python -m tests.engine.stored_games books`` reads the figures of the latest anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from games.engine.club import Clubs
from games.engine.folds.box_score import box_score
from games.engine.folds.line_score import line_score
from games.engine.folds.outings import outings
from games.engine.folds.retrosheet import Facts, event_file
from games.engine.options import Option, Value
from games.engine.record import Record, replay, simulate
from games.engine.system import CARDS, System
from games.systems.registry import SYSTEMS
from tests.engine.commons.samples import decks
from tests.engine.deep_drive.clubs import club as deep_drive_club
from tests.engine.purestrat.samples import club
from tests.engine.wild_games import SHARES, Wild

FILE = Path(__file__).parents[1] / "examples/stored-games.json"
FACTS = Facts(codes=("AWA", "HOM"), names=("Away", "Home"), date="2026/11/24")
_SLOW = {"innings", "extra_runner_from"}
"""For each value of these a manager of a game with gods has an outlook of his own, which takes a
second to solve."""

OTHER_BY_OPTIONS = {("deep-drive", 1)}
"""Versions whose games are still the same, because what has changed since is an option that their
settings do not name."""

DRAWN = 20
"""Games of the house, and of people, by system; of card games three times as many."""


@dataclass(frozen=True)
class StoredGame:
    """A game as stored: by ``seed`` where the house played it, else by ``transcript``. ``clubs``
    are seed, starter and whether a player bats for the pitcher (``samples.club``)."""

    system: str
    version: int
    settings: dict[str, Value]
    clubs: list[list[int]]
    seed: str
    transcript: str
    came_of_it: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.system} {self.seed or self.transcript[:20]}"

    @property
    def is_of_today(self) -> bool:
        """Whether it was played by the rules as they are now, under settings frozen then."""
        of_today = (self.system, SYSTEMS[self.system].version)
        return (self.system, self.version) in (of_today, *OTHER_BY_OPTIONS)

    def play(self) -> Record:
        """Play it again."""
        system = SYSTEMS[self.system]
        settings, clubs = system.settings(self.settings), drawn_clubs(self.system, self.clubs)
        if self.version != system.version:
            for option in system.options:
                if option.before is not None and option.key not in self.settings:
                    # There was no such option when they were frozen.
                    del settings[option.key]
        if self.seed:
            return simulate(system, settings, self.seed, clubs=clubs)
        return replay(system, settings, self.transcript.split(), clubs=clubs)


def drawn_clubs(key: str, drawn: list[list[int]]) -> Clubs | None:
    """The invented clubs of a game of cards."""
    if not drawn:
        return None
    if key == "commons":
        return decks(drawn[0][0], drawn[1][0])
    if key == "deep-drive":
        one, other = (deep_drive_club(seed, designated=bool(has)) for seed, _, has in drawn)
        return one, other
    away, home = (club(seed, start, designated=bool(has)) for seed, start, has in drawn)
    return away, home


def what_came_of(record: Record) -> dict[str, Any]:
    """The score, and digests of a game and of what is read off it."""
    assert record.ending is not None
    return {
        "runs": list(record.ending.runs),
        "transcript": digest(record.transcript),
        "events": digest(record.events),
        **derived(record),
    }


def derived(record: Record) -> dict[str, Any]:
    """Digests of what is read off a game."""
    return {
        "books": digest([told(line_score(record)), told(box_score(record)), told(outings(record))]),
        "file": digest(event_file(record, FACTS).replace(*FROM_THE_STANDS))
        if record.clubs and not record.system.listed
        else "",
    }


FROM_THE_STANDS = ("a player from the stands", "a man from the stands")
"""How event files call somebody who is in no squad, and how they did then."""

NAMES_THEN = {"player": "man"}
"""Fields of lines that had another name when the digests were stored."""


def told(value: Any) -> Any:
    """A value as plain data, without what is as always: a figure that comes to be counted later
    and is nought makes no difference."""
    if is_dataclass(value):
        return {
            NAMES_THEN.get(each.name, each.name): told(getattr(value, each.name))
            for each in fields(value)
            if each.default is MISSING or getattr(value, each.name) != each.default
        }
    if isinstance(value, tuple | list):
        return [told(each) for each in value]
    return value


def digest(data: Any) -> str:
    """The beginning of the sha256 of plain data."""
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def stored_games() -> list[StoredGame]:
    """All of them, oldest version first."""
    return [StoredGame(**given) for given in json.loads(FILE.read_text())["games"]]


def _draw(system: System, random: Random) -> Iterator[StoredGame]:
    for number in range(DRAWN * (3 if system.need.kind == CARDS else 1)):
        for house in (True, False):
            settings = {
                option.key: _value(option, random)
                for option in system.options
                if random.random() < 0.25
                and not option.stored
                and not (system.listed and option.key in _SLOW)
            }
            full = system.settings(settings)
            drawn: list[list[int]] = []
            if system.need.kind == CARDS:
                has = bool(full.get("designated_hitter"))
                drawn = [
                    [random.randrange(30), random.randrange(5), int(has and random.random() < 0.7)]
                    for _ in range(2)
                ]
                if system.key == "deep-drive":
                    # Somebody bats for every pitcher, or for none (DD-104).
                    drawn = [[*each[:2], int(has)] for each in drawn]
            clubs, seed = drawn_clubs(system.key, drawn), f"{system.key}/{system.version}/{number}"
            share = random.choice(SHARES)
            managers = None if house else (Wild(number, share), Wild(number + 1, share))
            record = simulate(system, full, seed, managers=managers, clubs=clubs)
            yield StoredGame(
                system=system.key,
                version=system.version,
                settings=settings,
                clubs=drawn,
                seed=seed if house else "",
                transcript="" if house else " ".join(record.transcript),
                came_of_it=what_came_of(record),
            )


def _value(option: Option, random: Random) -> Value:
    if option.kind == "boolean":
        return random.random() < 0.5
    if option.kind == "choice":
        return random.choice([word for word, _ in option.choices])
    return random.randint(option.least, min(option.most, 12))


def _write(games: list[StoredGame]) -> None:
    lines = ",\n".join(json.dumps(vars(game)) for game in games)
    FILE.write_text(f'{{"games": [\n{lines}\n]}}\n')


def _add() -> None:
    kept = stored_games() if FILE.exists() else []
    known = {(game.system, game.version) for game in kept}
    for system in SYSTEMS.values():
        if (system.key, system.version) not in known:
            kept += _draw(system, Random(f"{system.key}/{system.version}"))
    _write(kept)


def _read_books_anew() -> None:
    _write(
        [
            replace(game, came_of_it=game.came_of_it | derived(game.play()))
            if game.is_of_today
            else game
            for game in stored_games()
        ]
    )


if __name__ == "__main__":
    import django

    # The house opens, and the systems register themselves.
    django.setup()
    _read_books_anew() if sys.argv[1:] == ["books"] else _add()
