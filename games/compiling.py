"""Compile the engine with mypyc: ``python -m games.compiling``.

Needs a C compiler and what ``requirements-build.lock`` holds; takes a minute. The build lies in
``build/engine/`` under the name that ``games.engine.compiled`` looks for; older ones are taken away
when a new one stands.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from games.engine.compiled import BUILDS, GROUP, ROOT, SUFFIX, build_folder, is_built, sources


def compile_engine() -> Path:
    """The folder of the build of the present sources, made if it is not there.

    Raises what mypyc or the C compiler stop with; nothing half-made is left behind.
    """
    folder = Path(build_folder())
    if is_built(str(folder)):
        return folder
    builds = Path(BUILDS)
    builds.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=builds, prefix="making-") as scratch:
        made = _compile(Path(scratch))
        try:
            made.rename(folder)
        except OSError:
            # Somebody else was quicker.
            if not is_built(str(folder)):
                raise
    for other in builds.iterdir():
        if other != folder and not other.name.startswith("making-"):
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _compile(scratch: Path) -> Path:
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import CompileError, LinkError

    class OnAllCores(build_ext):
        """Compiles the files of one extension side by side, and links them as one program where
        the compiler can do that (a fifth faster)."""

        def build_extension(self, ext: Extension) -> None:
            try:
                self.build_with(ext, ["-flto", "-fvisibility=hidden"], ["-flto=auto", "-O2"])
            except (CompileError, LinkError):
                self.build_with(ext, [], [])

        def build_with(self, ext: Extension, compiling: list[str], linking: list[str]) -> None:
            def built(source: str) -> str:
                [found] = self.compiler.compile(
                    [source],
                    output_dir=self.build_temp,
                    include_dirs=ext.include_dirs,
                    extra_postargs=[*ext.extra_compile_args, *compiling],
                )
                return found

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                parts = list(pool.map(built, ext.sources))
            self.compiler.link_shared_object(
                parts,
                self.get_ext_fullpath(ext.name),
                extra_postargs=[*(ext.extra_link_args or []), *linking],
                build_temp=self.build_temp,
            )

    os.chdir(ROOT)
    extensions = mypycify(
        [
            "--config-file=",
            "--strict",
            f"--cache-dir={scratch / 'cache'}",
            *(os.path.relpath(path, ROOT) for path in sources().values()),
        ],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name=GROUP,
        target_dir=str(scratch / "c"),
    )
    no_literal_is_shifted(scratch / "c")
    command = OnAllCores(Distribution({"name": GROUP, "ext_modules": extensions}))
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "temp")
    command.ensure_finalized()
    command.run()
    lib, made = scratch / "lib", scratch / "made"
    made.mkdir()
    for path in lib.rglob(f"*{SUFFIX}"):
        path.rename(made / ".".join(path.relative_to(lib).parts))
    return made


_SHIFTED_LITERAL: Final = re.compile(r"= -?\d+ << cpy_")


def no_literal_is_shifted(folder: Path) -> None:
    """Stop where the C code shifts a literal up by a variable: the literal has 32 bits there, and
    the result is wrong from 31 on without a word. ``games.engine.bitsets.bit`` does it soundly."""
    wrong = [
        f"{path.name}:{at}: {line.strip()}"
        for path in sorted(folder.rglob("*.c"))
        for at, line in enumerate(path.read_text().splitlines(), start=1)
        if _SHIFTED_LITERAL.search(line)
    ]
    if wrong:
        raise SystemExit("A literal of 32 bits is shifted:\n" + "\n".join(wrong))


def main() -> int:
    """Compile; one line says how it went."""
    # Told to end, it takes its unfinished work away.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    began = perf_counter()
    folder = compile_engine()
    sys.stdout.write(f"The engine is compiled ({folder.name}, {perf_counter() - began:.0f} s).\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
