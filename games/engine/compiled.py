"""One source, two builds: the engine and the play of every system as plain Python, or the same
files compiled by mypyc. The pitching law, which a play-out asks a hundred times a game, is compiled
along with them.

``python -m games.compiling`` builds; this module finds what was built. A build belongs to exactly
these sources, this Python and this machine's kind, by its name: where none fits, the plain files
are used, so a build can be missing or old, never wrong.

``HORSEHIDE_ENGINE`` chooses: ``auto`` (the default: compiled where a build fits), ``plain``, or
``compiled`` (a build must fit).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from types import ModuleType
from typing import Final

# Paths are plain text here: every start of every process goes through this module.
ENGINE: Final = os.path.dirname(os.path.abspath(__file__))
ROOT: Final = os.path.dirname(os.path.dirname(ENGINE))
SYSTEMS: Final = os.path.join(ROOT, "games", "systems")
PITCHING_LAW: Final = os.path.join(ROOT, "pitching", "rules")
EDITIONS: Final = os.path.join(ROOT, "rosters", "rules", "editions")
BUILDS: Final = os.path.join(ROOT, "build", "engine")

GROUP: Final = "horsehide_engine"
LIBRARY: Final = f"{GROUP}__mypyc"
"""The module that holds the code of all others; they only lead into it."""

PLAIN: Final = frozenset(
    {
        # What finds the build.
        "compiled",
        # Words, lines and solutions: read on demand, not while a game is played.
        "chain",
        "fields",
        "first_turn",
        "state_files",
    }
)
"""Modules of the engine that stay as they are, besides packages."""

FOLDS_OF_EVERY_GAME: Final = frozenset({"line_score", "outings"})
"""What is read off every game as it is stored; the other folds are for pages and stay plain."""

SUFFIX: Final = EXTENSION_SUFFIXES[0]


def sources() -> dict[str, str]:
    """Name and path of every module that is compiled, in a fixed order."""
    found = {
        name: path
        for name, path in _modules(ENGINE, "games.engine").items()
        if not _stays_plain(name.removeprefix("games.engine."))
    }
    found |= _modules(PITCHING_LAW, "pitching.rules")
    for system in os.listdir(SYSTEMS):
        found |= _modules(os.path.join(SYSTEMS, system, "play"), f"games.systems.{system}.play")
    return dict(sorted(found.items()))


def _stays_plain(module: str) -> bool:
    room, _, fold = module.rpartition(".")
    return module in PLAIN or (room == "folds" and fold not in FOLDS_OF_EVERY_GAME)


def _modules(room: str, package: str) -> dict[str, str]:
    """Every module of a folder, packages themselves apart."""
    found = {}
    for folder, _, files in os.walk(room):
        inside = os.path.relpath(folder, room)
        for file in files:
            stem = file.removesuffix(".py")
            if stem not in (file, "__init__"):
                module = stem if inside == "." else f"{inside.replace(os.sep, '.')}.{stem}"
                found[f"{package}.{module}"] = os.path.join(folder, file)
    return found


def build_folder() -> str:
    """Where the build of these very sources for this very Python lies, or would lie."""
    digest = sha256(SUFFIX.encode())
    for name, path in (*sources().items(), *_read_along()):
        digest.update(name.encode())
        with open(path, "rb") as file:
            digest.update(file.read())
    return os.path.join(BUILDS, digest.hexdigest()[:16])


def _read_along() -> list[tuple[str, str]]:
    """Modules outside both rooms whose types and constants go into the build."""
    editions = sorted(file for file in os.listdir(EDITIONS) if file.endswith(".py"))
    return [
        ("config.refusals", os.path.join(ROOT, "config", "refusals.py")),
        *((f"rosters.rules.editions/{file}", os.path.join(EDITIONS, file)) for file in editions),
    ]


def is_built(folder: str) -> bool:
    """Whether a build is there; its folder appears when it is whole."""
    return os.path.exists(os.path.join(folder, f"{LIBRARY}{SUFFIX}"))


class Finder:
    """Finds the modules of one build."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.names = frozenset({LIBRARY, *sources()})

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module of that name."""
        if fullname not in self.names:
            return None
        if not is_built(self.folder):
            raise ImportError(
                "HORSEHIDE_ENGINE is compiled, but no build fits: python -m games.compiling."
            )
        where = os.path.join(self.folder, f"{fullname}{SUFFIX}")
        return ModuleSpec(fullname, ExtensionFileLoader(fullname, where), origin=where)


def use_build() -> bool:
    """Let a build that fits answer imports from now on; whether it does."""
    wanted = os.environ.get("HORSEHIDE_ENGINE", "auto")
    if wanted not in ("auto", "plain", "compiled"):
        raise ImportError(f"HORSEHIDE_ENGINE is auto, plain or compiled, not {wanted!r}.")
    if wanted == "plain":
        return False
    folder = build_folder()
    if wanted == "auto" and not is_built(folder):
        return False
    sys.meta_path.insert(0, Finder(folder))
    return True
