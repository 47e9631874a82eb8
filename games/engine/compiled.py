"""One source, two builds: the engine as plain Python, or the same files compiled by mypyc.

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
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

ENGINE: Final = Path(__file__).resolve().parent
BUILDS: Final = ENGINE.parents[1] / "build" / "engine"

GROUP: Final = "horsehide_engine"
LIBRARY: Final = f"{GROUP}__mypyc"
"""The module that holds the code of all others; they are doors into it."""

PLAIN: Final = frozenset(
    {
        # What finds the build.
        "compiled",
        # Words, lines and solutions: read on demand, not while a game is played.
        "chain",
        "first_turn",
        "systems/purestrat/house_cards",
        "systems/purestrat/notation",
        "systems/purestrat/press",
    }
)
"""Modules that stay as they are, besides packages and ``folds``."""

SUFFIX: Final = EXTENSION_SUFFIXES[0]


def sources() -> list[Path]:
    """The files that are compiled together, in a fixed order."""
    return [
        path
        for path in sorted(ENGINE.rglob("*.py"))
        if path.name != "__init__.py"
        and path.parent.name != "folds"
        and path.relative_to(ENGINE).with_suffix("").as_posix() not in PLAIN
    ]


def build_folder() -> Path:
    """Where the build of these very sources for this very Python lies, or would lie."""
    found = sha256(SUFFIX.encode())
    for path in sources():
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return BUILDS / found.hexdigest()[:16]


def module_name(path: Path) -> str:
    """What a source file is imported as."""
    return ".".join(("games", "engine", *path.relative_to(ENGINE).with_suffix("").parts))


def is_built(folder: Path) -> bool:
    """Whether a build is there; its folder appears when it is whole."""
    return (folder / f"{LIBRARY}{SUFFIX}").exists()


class Finder(MetaPathFinder):
    """Finds the modules of one build."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = frozenset({LIBRARY, *map(module_name, sources())})

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
        return spec_from_file_location(fullname, self.folder / f"{fullname}{SUFFIX}")


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
