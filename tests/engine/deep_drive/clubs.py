"""Clubs of made-up cards, good and bad, for whole games: the average card of the notes and players
around it."""

from __future__ import annotations

from random import Random

from games.engine.events import DESIGNATED
from games.systems.deep_drive.play.cards import (
    NO_EVENTS,
    PASSED_BALL,
    SYMBOLS,
    WILD_PITCH,
    Batter,
    Column,
    Fielding,
    Pitcher,
    Stealing,
    event_bits,
)
from games.systems.deep_drive.play.park import park_of
from games.systems.deep_drive.play.readings import OUT_CODES, parse_reading
from games.systems.deep_drive.play.squad import (
    DeepDriveClub,
    DeepDrivePlayer,
    Tendencies,
    batting_player,
    pitching_player,
)

AVERAGE = {"DD": 6, "SI+": 2, "SI": 5, "BB": 4, "HBP": 1, "SO": 10, "DEF": 4}
"""Numbers of an average card; OUT has the rest of fifty."""
RIGHT = {"Park": 10, "HR": 19, "TR": 4, "DO": 38, "F7d": 9, "F8d": 11}
PLAIN = (
    *("G6", "G4", "G5", "G3", "G1", "F8", "F7", "F9", "G6h", "G4h", "L6"),
    *("Pf", "Pm", "L3", "F9s", "G5s", "G2", "G3h", "F8d", "G1h", "L9", "P2"),
)
SPEEDS = (0, 1, 1, 2, 2, 2, 2, 3, 3, 4)
RATINGS = (0, 1, 2, 2, 3, 3, 3, 4, 4, 5)


def around(random: Random, numbers: dict[str, int], size: int, rest: str, spread: int) -> Column:
    """A column near the average."""
    rows: list[int] = []
    for word, many in numbers.items():
        rows += [parse_reading(word)] * max(0, many + random.randint(-spread, spread))
    rows = rows[: size - 1]
    return Column([*rows, *[parse_reading(rest)] * (size - len(rows))])


def outs(random: Random) -> Column:
    return Column([OUT_CODES[random.choice(PLAIN)] for _ in range(10)])


def events(random: Random, kinds: tuple[int, ...]) -> Column:
    rows = list(NO_EVENTS.rows)
    for kind in kinds:
        if random.random() < 0.6:
            rows[random.randrange(10)] |= event_bits(kind, random.randint(1, len(SYMBOLS) - 1))
    return Column(rows)


def batter(random: Random, name: str, positions: tuple[int, ...]) -> Batter:
    catches = 2 in positions
    return Batter(
        name,
        random.choice("LRRS"),
        around(random, AVERAGE, 50, "OUT", 2),
        outs(random),
        around(random, RIGHT, 100, "F9d", 3),
        random.choice(SPEEDS),
        Stealing(random.randint(0, 9), random.randint(7, 13)),
        random.choice((0, 0, 2, 3, 4)),
        tuple(Fielding(at, random.choice(RATINGS)) for at in positions),
        random.randint(-2, 2) if catches else 0,
        events(random, (PASSED_BALL,)) if catches else NO_EVENTS,
    )


def pitcher(random: Random, name: str, *, starts: bool) -> Pitcher:
    return Pitcher(
        name,
        random.choice("LRR"),
        around(random, AVERAGE, 50, "OUT", 2),
        outs(random),
        random.randint(-2, 2),
        events(random, (WILD_PITCH, 1, 2)),
        random.choice(RATINGS),
        random.randint(22, 30) if starts else 0,
        0 if starts else random.randint(4, 9),
        random.randint(0, 2),
    )


def club(
    seed: int,
    *,
    designated: bool = True,
    bench: int = 6,
    relievers: int = 6,
    tendencies: Tendencies | None = None,
) -> DeepDriveClub:
    """A club with a bench, one starter and a bullpen."""
    random = Random(seed)
    players: list[DeepDrivePlayer] = []
    for position in range(2, 10):
        number = len(players) + 1
        also = (position, 2 + random.randrange(8))
        places = tuple(dict.fromkeys(also))
        players.append(
            batting_player(number, f"Man {number}", batter(random, f"Man {number}", places))
        )
    if designated:
        players.append(batting_player(9, "Man 9", batter(random, "Man 9", (3,))))
    starter = len(players) + 1
    players.append(pitching_player(starter, "Starter", pitcher(random, "Starter", starts=True)))
    for at in range(bench):
        number = len(players) + 1
        places = (2,) if at == 0 else tuple(random.sample(range(2, 10), 3))
        players.append(
            batting_player(number, f"Man {number}", batter(random, f"Man {number}", places))
        )
    for _ in range(relievers):
        number = len(players) + 1
        players.append(
            pitching_player(number, f"Arm {number}", pitcher(random, "Arm", starts=False))
        )
    last = (DESIGNATED,) if designated else (1,)
    return DeepDriveClub(
        f"Club {seed}",
        tuple(players),
        tuple(range(1, 10)),
        (*range(2, 10), *last),
        tendencies or Tendencies(),
        park_of(random.randint(2, 8)),
        pitcher=starter if designated else 0,
    )
