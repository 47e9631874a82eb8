"""The thousand games of managers who take any offered choice, whole:
``python -m tests.engine.deep_drive.thousand [games]``. A run of tests plays the first of them."""

from __future__ import annotations

import sys

from tests.engine.deep_drive.test_random_games import SWITCHED, verify_odd_game
from tests.engine.wild_games import SHARES

GAMES = 1000


def main() -> None:
    """Play them all; whatever does not hold stops it with the number of the game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    entries = longest = 0
    for number in range(games):
        try:
            record = verify_odd_game(number)
        except BaseException:
            sys.stdout.write(f"game {number}\n")
            raise
        entries += len(record.transcript)
        longest = max(longest, len(record.transcript))
    sys.stdout.write(
        f"{games} games, {len(SWITCHED)} options switched, {len(SHARES)} rates: all ended, "
        f"replayed and proved; {entries} entries, {longest} in the longest.\n"
    )


if __name__ == "__main__":
    main()
