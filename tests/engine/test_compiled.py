"""One source, two builds: which is used when, and that neither is taken for the other."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import compiled
from games.engine.compiled import BUILDS, Finder, build_folder, sources

ROOT = Path(__file__).parents[2]


def ask(program: str, engine: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a Python of its own under ``HORSEHIDE_ENGINE=engine``."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "HORSEHIDE_ENGINE": engine},
        capture_output=True,
        text=True,
    )


def test_the_plain_engine_is_its_source_files() -> None:
    told = ask("import games.engine.dice_stream as cup; print(cup.__file__)", "plain")
    assert told.stdout.strip().endswith("dice_stream.py")


def test_a_misspelt_choice_is_refused() -> None:
    told = ask("import games.engine", "fast")
    assert told.returncode != 0
    assert "HORSEHIDE_ENGINE is auto, plain or compiled, not 'fast'." in told.stderr


def test_the_compiled_engine_is_refused_where_no_build_fits(tmp_path: Path) -> None:
    finder = Finder(str(tmp_path))
    with pytest.raises(ImportError, match="no build fits"):
        finder.find_spec("games.engine.dice_stream", None)
    assert finder.find_spec("games.models", None) is None
    assert finder.find_spec("games.engine.chain", None) is None, "stays plain"


def test_a_build_is_named_after_every_source_it_was_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "engine"
    shutil.copytree(compiled.ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    here = build_folder()
    monkeypatch.setattr(compiled, "ENGINE", str(copy))
    assert build_folder() == here
    for path in map(Path, sources().values()):
        before = path.read_text()
        path.write_text(before + "\n")
        assert build_folder() != here, path
        path.write_text(before)
    (copy / "systems" / "new.py").write_text("")
    assert build_folder() != here


def test_modules_are_named_as_they_are_imported() -> None:
    names = sources()
    assert names["games.engine.dice_stream"].endswith("dice_stream.py")
    assert "games.engine.systems.purestrat.game" in names
    assert not names.keys() & {
        "games.engine.compiled",
        "games.engine.chain",
        "games.engine.folds.moments",
    }


@pytest.mark.skipif(
    not compiled.is_built(build_folder()), reason="the engine has not been compiled here"
)
def test_both_builds_play_the_same_games() -> None:
    program = """
from hashlib import sha256
from games.engine import COMPILED
from games.engine.record import simulate
from games.engine.systems import SYSTEMS
from tests.engine.purestrat.samples import club
told = sha256()
for key, system in SYSTEMS.items():
    plain = (club(1), club(2, 3)), {}
    ten = (club(1, designated=True), club(2, 3, designated=True)), {"designated_hitter": True}
    for number in range(40):
        clubs, settings = (plain, ten)[number % 2] if key == "purestrat" else (None, {})
        game = simulate(system, system.settings(settings), f"{key}/{number}", clubs=clubs)
        told.update(repr((game.transcript, game.events, game.ending)).encode())
print(COMPILED, told.hexdigest())
"""
    plain, built = ask(program, "plain").stdout.split(), ask(program, "compiled").stdout.split()
    assert (plain[0], built[0]) == ("False", "True")
    assert plain[1] == built[1]
    assert build_folder().startswith(BUILDS)
