"""One source, two builds: the engine and the play of every system as plain Python, or the same
files compiled by mypyc. The pitching law, which a simulated game queries a hundred times, is
compiled along with them.

``python -m games.compiling`` builds; this module finds the build. A build is tied by its name to
exactly these sources, this Python and this kind of machine: where none matches, the plain files are
used, so a build can be missing or outdated, never wrong.

``HORSEHIDE_ENGINE`` chooses: ``auto`` (the default: compiled where a build matches), ``plain``, or
``compiled`` (a build must match).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from types import ModuleType
from typing import Final

# Paths are plain strings for speed: every process runs this module when it starts.
ENGINE: Final = os.path.dirname(os.path.abspath(__file__))
ROOT: Final = os.path.dirname(os.path.dirname(ENGINE))
SYSTEMS: Final = os.path.join(ROOT, "games", "systems")
PITCHING_LAW: Final = os.path.join(ROOT, "pitching", "rules")
EDITIONS: Final = os.path.join(ROOT, "rosters", "rules", "editions")
BUILDS: Final = os.path.join(ROOT, "build", "engine")

GROUP: Final = "horsehide_engine"
LIBRARY: Final = f"{GROUP}__mypyc"
"""The module with the code of all others, which only load it."""

PLAIN: Final = frozenset(
    {
        # Finds the build.
        "compiled",
        # Used on demand, not while a game is played.
        "chain",
        "fields",
        "first_turn",
        "state_files",
    }
)
"""Modules of the engine that are not compiled, besides packages."""

FOLDS_OF_EVERY_GAME: Final = frozenset({"line_score", "outings"})
"""Folds used whenever a game is stored; the others are for pages and are not compiled."""

SUFFIX: Final = EXTENSION_SUFFIXES[0]


def sources() -> dict[str, str]:
    """Name and path of every compiled module, in a fixed order."""
    modules = {
        name: path
        for name, path in _modules(ENGINE, "games.engine").items()
        if not _stays_plain(name.removeprefix("games.engine."))
    }
    modules |= _modules(PITCHING_LAW, "pitching.rules")
    for system in os.listdir(SYSTEMS):
        modules |= _modules(os.path.join(SYSTEMS, system, "play"), f"games.systems.{system}.play")
    return dict(sorted(modules.items()))


def _stays_plain(module: str) -> bool:
    room, _, fold = module.rpartition(".")
    return module in PLAIN or (room == "folds" and fold not in FOLDS_OF_EVERY_GAME)


def _modules(room: str, package: str) -> dict[str, str]:
    """The modules in a folder, except packages."""
    modules = {}
    for folder, _, files in os.walk(room):
        inside = os.path.relpath(folder, room)
        for file in files:
            stem = file.removesuffix(".py")
            if stem not in (file, "__init__"):
                module = stem if inside == "." else f"{inside.replace(os.sep, '.')}.{stem}"
                modules[f"{package}.{module}"] = os.path.join(folder, file)
    return modules


def build_folder() -> str:
    """The folder of the build for exactly these sources and this Python, whether it exists or
    not."""
    digest = sha256(SUFFIX.encode())
    for name, path in (*sources().items(), *_read_along()):
        digest.update(name.encode())
        with open(path, "rb") as file:
            digest.update(file.read())
    return os.path.join(BUILDS, digest.hexdigest()[:16])


def _read_along() -> list[tuple[str, str]]:
    """Other modules whose types and constants go into the build."""
    editions = sorted(file for file in os.listdir(EDITIONS) if file.endswith(".py"))
    return [
        ("config.refusals", os.path.join(ROOT, "config", "refusals.py")),
        *((f"rosters.rules.editions/{file}", os.path.join(EDITIONS, file)) for file in editions),
    ]


def is_built(folder: str) -> bool:
    """Tell whether a build is complete."""
    return os.path.exists(os.path.join(folder, f"{LIBRARY}{SUFFIX}"))


class Finder:
    """Import finder for the modules of one build."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.names = frozenset({LIBRARY, *sources()})

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.names:
            return None
        if not is_built(self.folder):
            raise ImportError(
                "HORSEHIDE_ENGINE is compiled, but no build fits: python -m games.compiling."
            )
        where = os.path.join(self.folder, f"{fullname}{SUFFIX}")
        return ModuleSpec(fullname, ExtensionFileLoader(fullname, where), origin=where)


def use_build() -> bool:
    """Import compiled modules from now on if a build matches; return whether one does."""
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
