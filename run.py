"""Start Horsehide on a machine that has only Python: python3 run.py [VERB] [...]

    python3 run.py                the site, with a demo league on the first start
    python3 run.py test           the tests that a change can break
    python3 run.py test --everything
                                  those that take long on purpose as well
    python3 run.py test [...]     a choice of them: what follows goes to pytest
    python3 run.py manage [...]   any management command
    python3 run.py tool [...]     a bench, load, proof or calibration; without a name, their list
    python3 run.py compile        only compile the game engine

Makes .venv, installs the locked requirements by their hashes (again only when the lock or the
Python changes), and hands over. Beside the site the game engine is compiled where there is a C
compiler (again only when it changes); the site takes it up when it is there. Standard library only;
safe to run twice.
"""

import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path

from games.engine.compiled import build_folder, is_built

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
# What compiling needs is installed beside the site, without a word.
BESIDE = "requirements-build"


def main(arguments: list[str]) -> int:
    if sys.version_info < OLDEST:
        return stop(f"Horsehide needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    verb, rest = (arguments[0], arguments[1:]) if arguments else ("up", [])
    if verb == "test":
        # All of them on up to four cores; a choice of them as it is asked for.
        whole = set(rest) <= {"--everything"}
        all_of_them = ["--stage=embedded", "-n", str(min(4, os.cpu_count() or 1))]
        chosen = [*rest, *all_of_them] if whole else rest
        command, lock = ["-m", "pytest", *chosen], "requirements-dev.lock"
    elif verb == "manage":
        command, lock = ["manage.py", *rest], "requirements.lock"
    elif verb == "tool":
        command, lock = ["-m", "tests.tools", *rest], "requirements-dev.lock"
    elif verb == "compile":
        return compile_engine()
    elif verb == "up" or verb.startswith("-"):
        options = rest if verb == "up" else arguments
        command, lock = ["manage.py", "up", *options], "requirements.lock"
    else:
        return stop(f"Unknown word {verb!r}: use nothing, 'test', 'manage', 'tool' or 'compile'.")
    problem = prepare(ROOT / lock)
    if problem:
        return stop(problem)
    if "up" not in command:
        return hand_over(command)
    compiling = start_compiling()
    try:
        return hand_over(command)
    finally:
        if compiling:
            stop_compiling(compiling)


def prepare(lock: Path) -> str | None:
    """Bring .venv up to the lock; a sentence says what is wrong, None that all is well."""
    wanted, stamp = fingerprint(lock), VENV / f"{lock.stem}.stamp"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return None
    if not made_by_this_python():
        # Made anew when the Python changes: one cannot use what was installed for another.
        shutil.rmtree(VENV, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True)
        if made.returncode != 0:
            # A half-made environment would be mistaken for a whole one next time.
            shutil.rmtree(VENV, ignore_errors=True)
            return (
                "Could not make a virtual environment: install your system's venv package "
                "(on Debian and Ubuntu: apt install python3-venv)."
            )
    if lock.stem != BESIDE:
        print(f"Installing {lock.name} (about a minute, only this once) ...", flush=True)
    if subprocess.run(installer(lock), cwd=ROOT).returncode != 0:
        return "The installation failed; the lines above say why. Running again is safe."
    stamp.write_text(wanted)
    return None


def start_compiling() -> subprocess.Popen[bytes] | None:
    """Have the engine compiled beside the site; where that cannot be, one line says so."""
    folder, wanted = build_folder(), os.environ.get("HORSEHIDE_ENGINE", "auto")
    if wanted == "plain" or is_built(folder):
        return None
    if not has_compiler():
        print("No C compiler found: the game engine runs as plain Python, which is slower.")
        return None
    if why_not(folder).exists():
        print(runs_plain(folder))
        return None
    if wanted == "compiled":
        # Nothing can start without it.
        compile_engine()
        return None
    print("The game engine is compiled beside the site, only this once.", flush=True)
    # Visitors go first. In a session of its own, for Ctrl-C is for the site.
    modestly = ["nice", "-n", "10"] if shutil.which("nice") else []
    return subprocess.Popen(
        [*modestly, sys.executable, str(ROOT / "run.py"), "compile"],
        cwd=ROOT,
        start_new_session=os.name != "nt",
    )


def stop_compiling(compiling: subprocess.Popen[bytes]) -> None:
    """End it with the site; the next start begins anew."""
    if compiling.poll() is not None:
        return
    if os.name == "nt":
        compiling.terminate()
    else:
        os.killpg(compiling.pid, signal.SIGTERM)
    compiling.wait()


def compile_engine() -> int:
    """Compile the engine; why it could not be is written down, and believed until it changes."""
    folder = build_folder()
    problem = prepare(ROOT / f"{BESIDE}.lock")
    if not problem:
        made = subprocess.run(
            [str(PYTHON), "-m", "games.compiling"], cwd=ROOT, capture_output=True, text=True
        )
        if made.returncode <= 0 or made.returncode > 128:
            # Done, or killed: that says nothing of the compiler.
            return abs(made.returncode)
        problem = made.stdout + made.stderr
    why_not(folder).parent.mkdir(parents=True, exist_ok=True)
    why_not(folder).write_text(problem)
    print(runs_plain(folder), flush=True)
    return 1


def why_not(folder: str) -> Path:
    return Path(f"{folder}.failed")


def runs_plain(folder: str) -> str:
    return f"The game engine runs as plain Python; {why_not(folder).relative_to(ROOT)} says why."


def has_compiler() -> bool:
    """Whether C can be compiled against this Python."""
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return header.exists() and any(map(shutil.which, ("cc", "gcc", "clang")))


def made_by_this_python() -> bool:
    if not PYTHON.exists():
        return False
    lines = (VENV / "pyvenv.cfg").read_text().splitlines()
    return any(
        line.startswith("version") and line.endswith(f" {platform.python_version()}")
        for line in lines
    )


def fingerprint(lock: Path) -> str:
    """What the environment was built from: the lock's hash and the Python that runs it."""
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {sys.version}"


def installer(lock: Path) -> list[str]:
    # A lock names everything, so nothing is looked for: pip before 23.3 would take a release newer
    # than the lock for what another package asks for with an extra, and refuse it without a hash.
    strict = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--quiet", "-r", str(lock)]
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", str(PYTHON), *strict]
    # What is imported is compiled when it is imported; the rest never needs to be.
    quick = ["--disable-pip-version-check", "--no-compile"]
    return [str(PYTHON), "-m", "pip", "install", *quick, *strict]


def hand_over(command: list[str]) -> int:
    with subprocess.Popen([str(PYTHON), *command], cwd=ROOT) as process:
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            # Ctrl-C reaches the child as well, which then ends in its own order.
            with suppress(KeyboardInterrupt):
                return process.wait()


def stop(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
