"""The bootstrap, with its processes replaced: nothing is installed here."""

import platform
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import run

COMPILING = {"games.compiling", "compile"}


class Process:
    """What runs beside: the site ends at once, the compiler when it is told to."""

    def __init__(self, command: list[str]) -> None:
        self.pid = 4711
        self.ends_by_itself = "compile" not in command
        self.told = False

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *exception: object) -> None:
        return

    def poll(self) -> int | None:
        return 0 if self.ends_by_itself or self.told else None

    def wait(self) -> int:
        assert self.poll() == 0, "it would run on for ever"
        return 0


class Machine:
    """Answers for subprocess.run: records the commands, and fails those it is told to."""

    def __init__(self, root: Path) -> None:
        self.commands: list[list[str]] = []
        self.failing: set[str] = set()
        self.started: list[Process] = []
        self.root = root
        self.code = 1

    def run(self, command: list[str], **options: Any) -> SimpleNamespace:
        self.commands.append(command)
        if "venv" in command and "venv" not in self.failing:
            run.PYTHON.parent.mkdir(parents=True)
            run.PYTHON.touch()
            (run.VENV / "pyvenv.cfg").write_text(f"version = {platform.python_version()}\n")
        failed = any(word in command for word in self.failing)
        said = "cc: it does not work\n" if failed else ""
        return SimpleNamespace(returncode=self.code if failed else 0, stdout="", stderr=said)

    def kill(self, pid: int) -> None:
        for process in self.started:
            process.told = process.told or process.pid == pid

    def popen(self, command: list[str], **options: Any) -> "Process":
        self.commands.append(command)
        process = Process(command)
        self.started.append(process)
        return process

    @property
    def installs(self) -> list[list[str]]:
        return [command for command in self.commands if "install" in command]


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Machine:
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-build.lock"):
        (tmp_path / name).write_text("django==5.2\n")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "PYTHON", tmp_path / ".venv/bin/python")
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    monkeypatch.setattr(run, "build_folder", lambda: str(tmp_path / "build/engine/of-today"))
    monkeypatch.delenv("HORSEHIDE_ENGINE", raising=False)
    machine = Machine(tmp_path)
    monkeypatch.setattr(run.subprocess, "run", machine.run)
    monkeypatch.setattr(run.subprocess, "Popen", machine.popen)
    monkeypatch.setattr(run.os, "killpg", lambda pid, number: machine.kill(pid), raising=False)
    monkeypatch.setattr(run.signal, "signal", lambda number, handler: None)
    return machine


@pytest.fixture
def compiler(machine, monkeypatch) -> None:
    monkeypatch.setattr(run, "has_compiler", lambda: True)


def test_the_first_start_makes_installs_and_hands_over(machine):
    assert run.main([]) == 0
    made, installed, started = machine.commands
    assert made[:3] == [sys.executable, "-m", "venv"]
    assert {"--require-hashes", "--only-binary", ":all:"} <= set(installed)
    assert installed[-1].endswith("requirements.lock")
    assert started[-2:] == ["manage.py", "up"]


def test_the_second_start_installs_nothing(machine):
    run.main([])
    run.main(["--port", "8001"])
    assert len(machine.installs) == 1
    assert machine.commands[-1][-4:] == ["manage.py", "up", "--port", "8001"]


def test_a_changed_lock_is_installed(machine):
    run.main([])
    (machine.root / "requirements.lock").write_text("django==5.2.1\n")
    run.main([])
    assert len(machine.installs) == 2


def test_a_changed_python_gets_a_new_environment(machine, monkeypatch):
    run.main([])
    monkeypatch.setattr(run.sys, "version", "3.99.0 (of the future)")
    monkeypatch.setattr(run.platform, "python_version", lambda: "3.99.0")
    run.main([])
    assert sum("venv" in command for command in machine.commands) == 2
    assert len(machine.installs) == 2


def test_the_tests_have_requirements_of_their_own(machine):
    run.main(["test", "-k", "jobs"])
    assert machine.installs[0][-1].endswith("requirements-dev.lock")
    assert machine.commands[-1][1:] == ["-m", "pytest", "-k", "jobs"]


def test_all_the_tests_run_side_by_side(machine):
    run.main(["test"])
    assert machine.commands[-1][1:5] == ["-m", "pytest", "--stage=embedded", "-n"]
    run.main(["test", "--everything"])
    assert machine.commands[-1][1:5] == ["-m", "pytest", "--everything", "--stage=embedded"]


def test_anything_else_for_django_goes_through_manage(machine):
    run.main(["manage", "createsuperuser", "--email", "a@example.org"])
    assert machine.commands[-1][1:] == ["manage.py", "createsuperuser", "--email", "a@example.org"]


def test_uv_does_the_installing_where_it_is(machine, monkeypatch):
    monkeypatch.setattr(run.shutil, "which", lambda name: "/usr/bin/uv")
    run.main([])
    assert machine.installs[0][:3] == ["/usr/bin/uv", "pip", "install"]
    assert "--require-hashes" in machine.installs[0]


def test_a_failed_installation_is_tried_again_next_time(machine, capsys):
    machine.failing.add("install")
    assert run.main([]) == 1
    assert "Running again is safe" in capsys.readouterr().err
    machine.failing.clear()
    assert run.main([]) == 0
    assert len(machine.installs) == 2


def test_a_python_without_venv_is_told_in_one_line(machine, capsys):
    machine.failing.add("venv")
    assert run.main([]) == 1
    said = capsys.readouterr().err
    assert "python3-venv" in said
    assert said.count("\n") == 1
    assert not run.VENV.exists()


def test_an_old_python_is_told_in_one_line(machine, capsys, monkeypatch):
    monkeypatch.setattr(run.sys, "version_info", (3, 9, 2))
    assert run.main([]) == 1
    assert "3.11" in capsys.readouterr().err
    assert machine.commands == []


def test_an_unknown_word_is_not_guessed_at(machine, capsys):
    assert run.main(["tset"]) == 1
    assert "'tset'" in capsys.readouterr().err
    assert machine.commands == []


def test_the_bootstrap_needs_nothing_but_python():
    check = "import sys, run; print(*sorted(m for m in sys.modules if m.split('.')[0] == 'django'))"
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {check}"],
        cwd=Path(run.__file__).parent,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.strip() == ""


def test_the_locks_name_no_host_and_no_path():
    for lock in Path(run.__file__).parent.glob("requirements*.lock"):
        lines = lock.read_text().splitlines()
        assert any(line.strip().startswith("--hash=sha256:") for line in lines)
        for line in lines:
            assert "://" not in line
            assert not line.startswith(("-i", "--index", "--extra", "--find", "/", "-e"))


@pytest.mark.usefixtures("compiler")
def test_the_site_starts_at_once_with_the_compiler_beside_it(machine):
    assert run.main([]) == 0
    assert len(machine.installs) == 1, "what the compiler needs is not waited for"
    assert machine.commands[-2][-2:] == [str(machine.root / "run.py"), "compile"]
    assert machine.commands[-1][-2:] == ["manage.py", "up"]
    assert machine.started[0].told, "the compiler ends with the site"


@pytest.mark.usefixtures("compiler")
def test_compiling_installs_what_it_needs_and_compiles(machine):
    run.main(["test"])
    assert run.main(["compile"]) == 0
    assert machine.installs[-1][-1] == str(machine.root / "requirements-build.lock")
    assert machine.commands[-1][1:] == ["-m", "games.compiling"]


@pytest.mark.usefixtures("compiler")
def test_who_asks_for_the_compiled_engine_waits_for_it(machine, monkeypatch):
    monkeypatch.setenv("HORSEHIDE_ENGINE", "compiled")
    assert run.main([]) == 0
    assert machine.commands[-2][1:] == ["-m", "games.compiling"]
    assert machine.commands[-1][-2:] == ["manage.py", "up"]


@pytest.mark.usefixtures("compiler")
def test_an_engine_that_is_compiled_is_not_compiled_again(machine, monkeypatch):
    monkeypatch.setattr(run, "is_built", lambda folder: True)
    run.main([])
    assert not any(COMPILING & set(command) for command in machine.commands)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("verb", ["test", "manage"])
def test_only_the_site_has_the_engine_compiled(machine, verb):
    run.main([verb])
    assert not any(COMPILING & set(command) for command in machine.commands)


@pytest.mark.usefixtures("compiler")
def test_who_asks_for_the_plain_engine_gets_it(machine, monkeypatch, capsys):
    monkeypatch.setenv("HORSEHIDE_ENGINE", "plain")
    run.main([])
    assert not any(COMPILING & set(command) for command in machine.commands)
    assert "engine" not in capsys.readouterr().out


def test_without_a_compiler_one_line_says_so_and_the_site_starts(machine, capsys):
    assert run.main([]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if "engine" in line] == [
        "No C compiler found: the game engine runs as plain Python, which is slower."
    ]
    assert machine.commands[-1][-2:] == ["manage.py", "up"]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("step", ["games.compiling", "install"])
def test_a_compiler_that_fails_is_believed_until_the_engine_changes(machine, step, capsys):
    run.prepare(machine.root / "requirements.lock")
    machine.failing.add(step)
    assert run.main(["compile"]) == 1
    tries = len(machine.commands)
    assert run.main([]) == 0
    assert len(machine.commands) == tries + 1, "nothing but the start itself"
    assert capsys.readouterr().out.count("build/engine/of-today.failed says why") == 2
    assert (machine.root / "build/engine/of-today.failed").read_text()
    assert machine.commands[-1][-2:] == ["manage.py", "up"]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("code", [-9, 143])
def test_a_compiler_that_was_killed_is_tried_again(machine, code):
    machine.failing.add("games.compiling")
    machine.code = code
    assert run.main(["compile"]) != 0
    assert not (machine.root / "build/engine/of-today.failed").exists()
    run.main([])
    assert machine.commands[-2][-1] == "compile"
