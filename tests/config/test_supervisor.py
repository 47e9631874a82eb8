"""Child processes that end when they should not, and that are replaced by better ones."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from config import server, supervisor
from config.supervisor import Child, Supervisor, WebChild
from tests.config.processes import eventually

# Says that it is there, works until it is told to end, and says that it has finished.
WORKER = """
import os, pathlib, signal, sys
mine = pathlib.Path(sys.argv[1]) / str(os.getpid())
def finish(*_):
    mine.write_text("finished")
    sys.exit()
signal.signal(signal.SIGTERM, finish)
mine.write_text("working")
os.read(0, 1)
"""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_PAUSE", "LONGEST_PAUSE", "LOOK_SECONDS", "HANDOVER_SECONDS"):
        monkeypatch.setattr(supervisor, name, 0.05)


def child_of(folder: Path, script: str = WORKER, **options: object) -> Child:
    child = Child("worker", folder=folder, **options)
    child.command = [sys.executable, "-c", script, str(folder)]
    return child


@pytest.fixture
def folder(tmp_path: Path, at_once: None) -> Path:
    return tmp_path


@pytest.fixture
def child(folder: Path) -> Iterator[Child]:
    child = child_of(folder, plays=True)
    yield child
    child.let_go()
    child.wait()


def says(folder: Path, words: str) -> set[int]:
    return {int(file.name) for file in folder.iterdir() if file.read_text() == words}


def test_a_child_that_is_killed_is_started_again(child, folder):
    child.look()
    eventually(lambda: len(says(folder, "working")) == 1, "the first")
    child.process.kill()

    def another() -> bool:
        child.look()
        return len(says(folder, "working")) == 2

    eventually(another, "the second")
    assert child.process.poll() is None


# Says that it serves, and leaves the door to whoever else is there.
SERVER = """
import os, sys
os.write(int(sys.argv[-1].partition("=")[2]), b"1")
os.read(0, 1)
"""


@pytest.mark.skipif(os.name == "nt", reason="A socket cannot be inherited there.")
def test_visitors_are_answered_while_the_web_server_is_started_again(folder, monkeypatch):
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 60)
    monkeypatch.setattr(supervisor, "LONGEST_AFTER_WORK", 60)
    monkeypatch.setattr(supervisor, "AT_ONCE_SECONDS", 0)
    with server.listen("127.0.0.1", 0) as door:
        child = WebChild(door, folder=folder)
        child.always = [sys.executable, "-c", SERVER]

        def looked_until(condition: Callable[[], bool], what: str) -> None:
            def looked() -> bool:
                child.look()
                return condition()

            eventually(looked, what)

        visitor = socket.create_connection(door.getsockname())
        visitor.sendall(b"GET / HTTP/1.1\r\n\r\n")
        looked_until(lambda: child.is_serving, "the server")
        child.look()
        # Neither at the first start nor while it serves.
        visitor.setblocking(False)
        with pytest.raises(BlockingIOError):
            visitor.recv(1)
        child.process.kill()
        looked_until(lambda: not child.is_serving, "its end")
        visitor.settimeout(5)
        answer = visitor.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 2" in answer
        assert b"Refresh: 2" in answer
        visitor.close()
        child.next_start = 0
        looked_until(lambda: child.is_serving, "the server again")
        child.let_go()
        child.wait()


def test_a_child_that_ends_at_once_is_started_less_and_less_often(folder, monkeypatch):
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 1e9)
    child, starts = child_of(folder, "raise SystemExit(1)"), []
    child.before = lambda: starts.append(child.pause)

    def five() -> bool:
        child.look()
        return len(starts) == 5

    eventually(five, "five starts")
    assert starts == [0.05, 0.05 * 2, 0.05 * 4, 0.05 * 8, 0.05 * 16]
    child.wait()


def test_a_child_that_had_come_to_work_is_never_waited_for_long(folder, monkeypatch):
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.5)
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 30.0)
    now = [1000.0]
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: now[0])
    child, pauses = child_of(folder), []
    worked, settled = supervisor.AT_ONCE_SECONDS, supervisor.SETTLED_SECONDS + 1
    for lived in [worked + 1] * 8 + [0.1] * 8 + [worked, settled, worked]:
        child.look()
        now[0] += lived
        child.process.kill()
        child.process.wait()
        child.look()
        pauses.append(child.next_start - now[0])
        now[0] = child.next_start
    assert max(pauses[:8]) < 5
    assert pauses[15] == 30
    assert pauses[16] < 5
    assert pauses[17:] == [0, 0.5]


def test_the_old_one_of_two_finishes_its_work_when_the_new_one_has_had_time_to_start(child, folder):
    child.look()
    eventually(lambda: len(says(folder, "working")) == 1, "the first")
    first = child.process
    child.replace()
    child.replace()
    eventually(lambda: len(says(folder, "working")) == 2, "the second, once")

    def handed_over() -> bool:
        child.look()
        return child.old is None

    eventually(handed_over, "the first to end")
    assert says(folder, "finished") == {first.pid}
    assert child.process.poll() is None


def test_what_was_interrupted_is_not_looked_for_while_an_old_one_is_at_work(child, folder):
    looked = []
    child.before = lambda: looked.append(1)
    child.look()
    eventually(lambda: len(says(folder, "working")) == 1, "the first")
    child.replace()
    child.process.kill()
    child.process.wait()

    def another() -> bool:
        child.look()
        return child.process is not None and child.process.poll() is None

    eventually(another, "another new one")
    assert looked == [1]


def test_who_plays_games_takes_a_build_up_as_soon_as_it_is_there(folder, monkeypatch):
    monkeypatch.delenv("HORSEHIDE_ENGINE", raising=False)
    built, over, told = Event(), Event(), []
    monkeypatch.setattr(supervisor, "is_built", lambda folder: built.is_set())
    player, clock = child_of(folder, plays=True), child_of(folder)
    house = Supervisor([player, clock], say=told.append)
    for child in house.children:
        child.look()
    eventually(lambda: len(says(folder, "working")) == 2, "both")
    first = player.process
    same = clock.process
    built.set()

    def say(sentence: str) -> None:
        told.append(sentence)
        over.set()

    house.say = say
    house.watch(over)
    assert (player.old, clock.process) == (first, same)
    assert player.process is not first
    assert len(told) == 1
    house.end()
    assert all(process.poll() is not None for process in (first, same, player.process))


@pytest.mark.parametrize("wanted", ["plain", "compiled"])
def test_an_engine_that_was_chosen_is_kept(monkeypatch, wanted):
    monkeypatch.setenv("HORSEHIDE_ENGINE", wanted)
    monkeypatch.setattr(supervisor, "is_built", lambda folder: False)
    assert not Supervisor([], say=print).plain
