"""The bootstrap's installation for real, from a folder of wheels instead of an index."""

import hashlib
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import run


def wheel(folder: Path, name: str, version: str, *requires: str) -> str:
    """A package of one module that says its version; returns the hash of its file."""
    path, info = folder / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    described = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    described += ["Provides-Extra: toml", *(f"Requires-Dist: {other}" for other in requires)]
    with ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.py", f"version = {version!r}\n")
        archive.writestr(f"{info}/METADATA", "\n".join(described) + "\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def wheels(tmp_path, monkeypatch) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    monkeypatch.setattr("shutil.which", lambda program: None)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "installed"))
    return folder


def installed(lock: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(run.installer(lock), capture_output=True, text=True)


@pytest.mark.long
def test_a_release_newer_than_the_lock_changes_nothing(wheels, tmp_path):
    """Another package asks for it with an extra: pip 23.2 took it, and then refused it."""
    hashes = {
        "scoreline==1.0": wheel(wheels, "scoreline", "1.0"),
        "scorebook==1.0": wheel(wheels, "scorebook", "1.0", "scoreline[toml]>=1.0"),
    }
    wheel(wheels, "scoreline", "2.0")
    lock = tmp_path / "requirements.lock"
    lock.write_text("".join(f"{what} --hash=sha256:{hash}\n" for what, hash in hashes.items()))

    done = installed(lock)

    assert done.returncode == 0, done.stderr
    assert "'1.0'" in (tmp_path / "installed/scoreline.py").read_text()
    assert (tmp_path / "installed/scorebook.py").exists()


def test_a_package_that_is_not_what_the_lock_says_is_refused(wheels, tmp_path):
    wheel(wheels, "scoreline", "1.0")
    lock = tmp_path / "requirements.lock"
    lock.write_text(f"scoreline==1.0 --hash=sha256:{'0' * 64}\n")

    done = installed(lock)

    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert not (tmp_path / "installed/scoreline.py").exists()
