"""Boards and pools for tests of the draft's law."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from rosters.rules.draft import events
from rosters.rules.draft.board import Board
from rosters.rules.draft.legality import Pool
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import SquadLaw, law_of, rounds
from rosters.rules.imputed import Prospect
from rosters.rules.parks import Pick as Park

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LAW = law_of("purestrat")
POSITIONS = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


def after(seconds: float) -> datetime:
    """So long after the draft was opened."""
    return NOW + timedelta(seconds=seconds)


def a_pool(size: int = 40, parks: int = 40) -> Pool:
    """Players of one position each and pitchers of one role, the best first: hitters of the
    position number ``p`` from ``1000 * p``, starters from 10,000, relievers from 20,000."""
    players = {}
    for at in range(size):
        for number, position in enumerate(POSITIONS, start=1):
            key = 1000 * number + at
            players[key] = Prospect(
                key, frozenset({position}), float(size - at), name=f"{position}{at}"
            )
        for key, starts in ((10_000 + at, True), (20_000 + at, False)):
            players[key] = Prospect(
                key,
                frozenset(),
                float(size - at),
                starts=starts,
                relieves=not starts,
                name=f"p{key}",
            )
    listed = {f"list:{number}": Park(f"list:{number}", f"Park {number}") for number in range(parks)}
    return Pool(LAW, players, {}, listed)


def a_tight_pool(law: SquadLaw, settings: DraftSettings, seats: int, chance: Random) -> Pool:
    """Hardly more players than so many squads of nine take, and of each kind as many as they need
    or a few more."""
    players: dict[int, Prospect] = {}
    numbers = count(1)

    def add(*positions: str, starts: bool = False) -> None:
        key = next(numbers)
        players[key] = Prospect(
            key,
            frozenset(positions),
            chance.uniform(0, 40),
            starts=starts,
            relieves=not positions and not starts,
            name=f"player {key}",
        )

    for _ in range(law.starters(settings) * seats + chance.randint(0, 2)):
        add(starts=True)
    for _ in range(law.relievers(settings) * seats + chance.randint(0, 2)):
        add()
    for position in POSITIONS * (2 * seats):
        more = [other for other in POSITIONS if chance.random() < 0.06]
        add(position, *more)
    while len(players) < seats * law.players(settings) + 2:
        add(*chance.sample(POSITIONS, chance.randint(0, 1)))
    return Pool(
        law, players, {}, {f"list:{at}": Park(f"list:{at}", f"{at}") for at in range(seats)}
    )


def a_tight_pool_of_decks(seats: int, settings: DraftSettings, chance: Random) -> Pool:
    """Hardly more batters and pitchers than so many decks of Commons take who have played enough,
    some twice, with ranks that come close to what is allowed."""
    players = {}
    for pitches, each in ((False, 50), (True, 10)):
        least = 3 * settings.least_innings if pitches else settings.least_at_bats
        for number in range(each * seats + 3):
            key = len(players) + 1
            players[key] = Prospect(
                key,
                frozenset() if pitches else frozenset({"ss"}),
                chance.uniform(0, 40),
                starts=pitches and number % 3 > 0,
                relieves=pitches and number % 3 == 0,
                name=f"{pitches} {number - number % 20 // 19}",
                rank=chance.randint(2, 7),
                playing=least + chance.randint(0, 200) if number < each * seats + 2 else 0,
            )
    return Pool(law_of("commons"), players)


def a_board(
    seats: int = 10, settings: DraftSettings | None = None, picks: int = 0, card: int = 90_000
) -> Board:
    """An open board on which so many picks have been made, of cards that matter to nobody."""
    settings = settings or DraftSettings()
    board = Board.of([], settings, seats, rounds(LAW, settings))
    board.apply(events.Opened(NOW, dict.fromkeys(range(1, seats + 1), "manager")))
    for number in range(picks):
        pick(board, card + number)
    return board


def pick(
    board: Board, card: int | None = None, at: datetime = NOW, **more: object
) -> events.Picked:
    """The seat whose turn it is takes that card."""
    turn = board.turn
    assert turn is not None
    event = events.Picked(at, turn.picks[0], turn.seat, "manager", card)
    board.apply(event)
    return event
