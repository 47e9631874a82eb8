"""Random games of every system under random settings, for properties that hold of all."""

from hashlib import sha256

from hypothesis import strategies as st

from games.engine.decisions import Decision, Manager
from games.engine.game import Game
from games.engine.options import Option, Value
from games.engine.record import Record, simulate
from games.engine.system import System
from tests.played import PLAYED


class Fickle(Manager):
    """Tries everything the rules allow, whenever the fancy takes him: a function of the game as it
    stands and of his whim, as every manager must be."""

    def __init__(self, whim: int) -> None:
        self.whim = whim

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        key = f"{self.whim}/{decision.code}/{game.events}".encode()
        fancy = int.from_bytes(sha256(key).digest()[:4], "big")
        legal = [at for at in range(len(decision.choices)) if mask >> at & 1]
        return legal[fancy % len(legal)]


def _values(option: Option) -> st.SearchStrategy[Value]:
    if option.kind == "boolean":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from([word for word, _ in option.choices])
    # Games of at most twelve innings, with margins and limits that come up in them.
    return st.integers(option.least, min(option.most, 12))


@st.composite
def settled(draw: st.DrawFn, system: System) -> dict[str, Value]:
    """Some options drawn, the others at their defaults; few innings more often than many."""
    drawn = {option.key: draw(_values(option)) for option in system.options if draw(st.booleans())}
    return system.settings(drawn)


@st.composite
def finished_games(draw: st.DrawFn) -> Record:
    """A whole simulated game."""
    return draw(played_out())[0]


@st.composite
def played_out(draw: st.DrawFn) -> tuple[Record, str, tuple[Manager, Manager]]:
    """A whole simulated game, its seed and its managers."""
    system = draw(st.sampled_from(list(PLAYED.values())))
    options = draw(settled(system))
    seed = str(draw(st.integers(0, 10**9)))
    managers = tuple(
        Fickle(draw(st.integers(0, 99))) if draw(st.booleans()) else system.manager(options)
        for _ in range(2)
    )
    away, home = managers
    return simulate(system, options, seed, managers=(away, home)), seed, (away, home)
