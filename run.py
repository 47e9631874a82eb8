"""Start Horsehide on a machine that has only Python: python3 run.py [test | manage] [...]

    python3 run.py                the site, with a demo league on the first start
    python3 run.py test [...]     the tests; what follows goes to pytest
    python3 run.py manage [...]   any management command

Makes .venv, installs the locked requirements by their hashes (again only when the lock or the
Python changes), compiles the game engine where there is a C compiler (again only when it changes),
and hands over. Standard library only; safe to run twice.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from games.engine.compiled import build_folder, is_built

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)


def main(arguments: list[str]) -> int:
    if sys.version_info < OLDEST:
        return stop(f"Horsehide needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    verb, rest = (arguments[0], arguments[1:]) if arguments else ("up", [])
    if verb == "test":
        # All of them on up to four cores; a choice of them as it is asked for.
        chosen = rest or ["-n", str(min(4, os.cpu_count() or 1))]
        command, lock = ["-m", "pytest", *chosen], "requirements-dev.lock"
    elif verb == "manage":
        command, lock = ["manage.py", *rest], "requirements.lock"
    elif verb == "up" or verb.startswith("-"):
        options = rest if verb == "up" else arguments
        command, lock = ["manage.py", "up", *options], "requirements.lock"
    else:
        return stop(f"Unknown word {verb!r}: use nothing, 'test' or 'manage'.")
    problem = prepare(ROOT / lock)
    if problem:
        return stop(problem)
    if "up" in command:
        compile_engine()
    return hand_over(command)


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
    print(f"Installing {lock.name} (about a minute, only this once) ...", flush=True)
    if subprocess.run(installer(lock), cwd=ROOT).returncode != 0:
        return "The installation failed; the lines above say why. Running again is safe."
    stamp.write_text(wanted)
    return None


def compile_engine() -> None:
    """Have the engine compiled; where that cannot be, one line says that it runs as it is."""
    folder = build_folder()
    why_not = Path(f"{folder}.failed")
    if os.environ.get("HORSEHIDE_ENGINE") == "plain" or is_built(folder):
        return
    if not has_compiler():
        print("No C compiler found: the game engine runs as plain Python, which is slower.")
        return
    if not why_not.exists():
        print("Compiling the game engine (about a minute, only this once) ...", flush=True)
        problem = prepare(ROOT / "requirements-build.lock")
        if not problem:
            made = subprocess.run(
                [str(PYTHON), "-m", "games.compiling"], cwd=ROOT, capture_output=True, text=True
            )
            if made.returncode == 0:
                return
            problem = made.stdout + made.stderr
        why_not.parent.mkdir(parents=True, exist_ok=True)
        why_not.write_text(problem)
    print(f"The game engine runs as plain Python; {why_not.relative_to(ROOT)} says why.")


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
    strict = ["--require-hashes", "--only-binary", ":all:", "--quiet", "-r", str(lock)]
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", str(PYTHON), *strict]
    return [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", *strict]


def hand_over(command: list[str]) -> int:
    try:
        return subprocess.run([str(PYTHON), *command], cwd=ROOT).returncode
    except KeyboardInterrupt:
        # Ctrl-C reached the child as well; it has said its own goodbye.
        return 130


def stop(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
