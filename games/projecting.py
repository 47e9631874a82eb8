"""How the squads of a draft would do: the seasons behind a recap's projected standing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.card_games.base import Squad
from games.clubs import Cards, home_park
from games.seasons import SquadLeague, Tally, plays
from rosters.drafts.projecting import DraftedSquad, Projected

SEASONS = 8
MEETINGS = 4
"""Games of every pair in a season."""


def project(
    system_key: str,
    squads: Sequence[DraftedSquad],
    seed: str,
    advance: Callable[[int, int], None],
) -> list[Projected] | None:
    """Let the squads play some seasons; ``None`` for a system whose squads cannot be let play."""
    if not plays(system_key):
        return None
    cards = Cards()
    cards.load(card for squad in squads for card in squad.cards)
    league = SquadLeague(
        system_key,
        [
            Squad(
                tuple(squad.cards),
                home_park(squad.park),
                {},
            )
            for squad in squads
        ],
        cards,
    )
    tallies = [Tally() for _ in squads]
    firsts = [0.0] * len(squads)
    done = 0

    def advanced() -> None:
        nonlocal done
        done += 1
        advance(done, SEASONS * MEETINGS)

    for number in range(SEASONS):
        season = [Tally() for _ in squads]
        league.season(f"{seed}/{number}", MEETINGS, season, advanced)
        best = max(each.share for each in season)
        first = [at for at, each in enumerate(season) if each.share == best]
        for at, each in enumerate(season):
            tallies[at].won += each.won
            tallies[at].lost += each.lost
            tallies[at].tied += each.tied
            firsts[at] += (at in first) / len(first)
    return [
        Projected(squad.slot, tally.share, tally.error, tally.played, firsts[at] / SEASONS, SEASONS)
        for at, (squad, tally) in enumerate(zip(squads, tallies, strict=True))
    ]
