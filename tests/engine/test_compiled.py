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
    here = build_folder()
    # All of them are copies: a worker of another test may read the sources themselves just then.
    for room in ("ENGINE", "SYSTEMS", "PITCHING_LAW"):
        left_out = shutil.ignore_patterns("__pycache__", "templates", "static")
        shutil.copytree(getattr(compiled, room), tmp_path / room, ignore=left_out)
        monkeypatch.setattr(compiled, room, str(tmp_path / room))
    assert build_folder() == here
    for path in map(Path, sources().values()):
        assert path.is_relative_to(tmp_path)
        before = path.read_text()
        path.write_text(before + "\n")
        assert build_folder() != here, path
        path.write_text(before)
    (tmp_path / "ENGINE" / "new.py").write_text("")
    assert build_folder() != here


def test_a_build_is_named_after_what_its_types_come_from_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "editions"
    shutil.copytree(compiled.EDITIONS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    here = build_folder()
    monkeypatch.setattr(compiled, "EDITIONS", str(copy))
    assert build_folder() == here
    law = copy / "law.py"
    law.write_text(law.read_text().replace("window_outs: int", "window_outs: float"))
    assert build_folder() != here


def test_modules_are_named_as_they_are_imported() -> None:
    names = sources()
    assert names["games.engine.dice_stream"].endswith("dice_stream.py")
    assert "games.systems.purestrat.play.game" in names
    assert names["pitching.rules.eligibility"].endswith("eligibility.py")
    assert names["games.engine.folds.outings"].endswith("outings.py")
    assert not names.keys() & {
        "games.engine.compiled",
        "games.engine.chain",
        "games.engine.folds.moments",
        "pitching.rules",
    }


@pytest.mark.long
@pytest.mark.skipif(
    not compiled.is_built(build_folder()), reason="the engine has not been compiled here"
)
def test_both_builds_play_the_same_games() -> None:
    program = """
from hashlib import sha256
from games.engine import COMPILED
from games.engine.folds.line_score import line_score
from games.engine.folds.outings import outings
from games.engine.record import simulate
import django
django.setup()
from games.systems.registry import SYSTEMS
from tests.engine.commons.samples import decks
from tests.engine.deep_drive import clubs as nines
from tests.engine.purestrat.samples import club
told = sha256()
for key, system in SYSTEMS.items():
    plain = (club(1), club(2, 3)), {}
    ten = (club(1, designated=True), club(2, 3, designated=True)), {"designated_hitter": True}
    deep = (club(1, deep=True), club(2, 3, deep=True)), {}
    for number in range(60):
        clubs, settings = None, {}
        if key == "purestrat":
            clubs, settings = (plain, ten, deep)[number % 3]
        elif key == "commons":
            clubs = decks(number % 3, 9)
        elif key == "deep-drive":
            clubs = nines.club(number), nines.club(number + 100)
        game = simulate(system, system.settings(settings), f"{key}/{number}", clubs=clubs)
        told.update(repr((game.transcript, game.events, game.ending)).encode())
        told.update(repr((line_score(game), outings(game))).encode())
print(COMPILED, told.hexdigest())
"""
    plain, built = ask(program, "plain").stdout.split(), ask(program, "compiled").stdout.split()
    assert (plain[0], built[0]) == ("False", "True")
    assert plain[1] == built[1]
    assert build_folder().startswith(BUILDS)


@pytest.mark.parametrize("wanted", ["fast", "", "Compiled", "0"])
def test_an_engine_that_there_is_not_is_refused(
    wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HORSEHIDE_ENGINE", wanted)
    before = [*sys.meta_path]
    with pytest.raises(ImportError, match=f"auto, plain or compiled, not '{wanted}'"):
        compiled.use_build()
    assert sys.meta_path == before


def test_a_small_literal_is_not_shifted_by_a_number_of_sixty_four_bits(tmp_path: Path) -> None:
    # What mypyc makes of ``1 << number`` is wrong from 31 on: no player beyond No. 30 could be
    # taken out, once. The build is not made where the C code has it.
    from games.compiling import no_literal_is_shifted

    (tmp_path / "sound.c").write_text("cpy_r_r0 = 4611686018427387904LL >> cpy_r_n;")
    no_literal_is_shifted(tmp_path)
    (tmp_path / "unsound.c").write_text("int64_t cpy_r_r0;\n    cpy_r_r0 = 1 << cpy_r_n;\n")
    with pytest.raises(SystemExit, match=r"unsound\.c:2: cpy_r_r0 = 1 << cpy_r_n;"):
        no_literal_is_shifted(tmp_path)


@pytest.mark.long
@pytest.mark.skipif(
    not compiled.is_built(build_folder()), reason="the engine has not been compiled here"
)
def test_both_builds_judge_pitchers_alike() -> None:
    program = """
from random import Random
from pitching.rules import laws, rotation
from pitching.rules.law import STANDARD
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.sheet import Outing, Pitcher, Sheet
random, told = Random(1867), []
staff = [Pitcher(key, str(key), key < 7, key > 4) for key in range(1, 12)]
for _ in range(200):
    outings = [
        Outing(key, column, random.randrange(13), started=random.random() < 0.3 and key < 7)
        for key in range(1, 12) for column in random.sample(range(1, 9), 3)
    ]
    sheet = Sheet(tuple(outings), fresh=frozenset(random.sample(range(1, 10), 1)),
                  suspended=frozenset(random.sample(range(1, 9), 1)),
                  struck=frozenset(random.sample(range(1, 9), random.randrange(2))))
    told.append(laws.outlook(RestAndRelief(), sheet, staff, range(5, 10)))
    worth = {key: random.random() for key in range(1, 7)}
    told.append(rotation.best_rotation(sheet, STANDARD, staff, [9, 10, 11, 12], worth))
from hashlib import sha256
print(rotation.__file__.endswith(".py"), sha256(repr(told).encode()).hexdigest())
"""
    plain, built = ask(program, "plain").stdout.split(), ask(program, "compiled").stdout.split()
    assert (plain[0], built[0]) == ("True", "False")
    assert plain[1] == built[1]
