"""A lineup as its manager writes it: nine players in batting order, each at a position of his card
(T0.01g, T0.01h, T10.11d), and what an injury to one of them would leave open (T31.10).

Where pitchers bat, a place in the order is kept for the starting pitcher. Where the event has a
designated hitter, one of the nine may bat for the pitcher, who then has no place (OBR 5.11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from rosters.rules.coverage import Fielder
from rosters.stats.lines import POSITIONS

PITCHER: Final = 0
"""Stands in the place of a player for the pitcher of the day."""

P: Final = POSITIONS[0]
DESIGNATED: Final = "dh"
"""The position of the player who bats for the pitcher."""
NINE: Final = 9
HANDS: Final = ("L", "R")
"""The throwing arms of opposing starters that lineups are kept for."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the order: the key of a player's card, or ``PITCHER``, and the position played."""

    player: int
    position: str


LineUp = tuple[Spot, ...]
"""A lineup in batting order."""


def line_up_problems(
    spots: Sequence[Spot],
    squad: Mapping[int, Fielder],
    place: str = "lineup",
    *,
    designated: bool = False,
) -> list[Refusal]:
    """Everything wrong with a lineup of these position players, of whom one may be ``designated``
    to bat for the pitcher: ``lineup-not-nine``, ``pitcher-bats`` and ``no-designated-hitter``
    (T0.01h), ``pitcher-has-no-place``, ``no-such-man``, ``man-twice``, ``no-such-position``,
    ``position-twice``, ``position-missing``, ``position-not-on-card`` (T0.01g)."""
    if len(spots) != NINE:
        return [
            Refusal(
                "lineup-not-nine",
                f"A line-up has nine players, the pitcher among them; there are {len(spots)}.",
                place,
                {"rule": "T0.01h", "men": len(spots)},
            )
        ]
    refusals = []
    has_designated_hitter = designated and any(spot.position == DESIGNATED for spot in spots)
    for number, spot in enumerate(spots, start=1):
        where = f"{place}:{number}"
        if spot.position == DESIGNATED and not designated:
            refusals.append(
                Refusal(
                    "no-designated-hitter",
                    "Nobody bats for the pitcher in this event: its designated hitter is off.",
                    where,
                    {"rule": "T0.01h"},
                )
            )
            continue
        if has_designated_hitter and spot.position == P:
            refusals.append(
                Refusal(
                    "pitcher-has-no-place",
                    "Somebody bats for the pitcher: he has no place in the order himself.",
                    where,
                )
            )
            continue
        if (spot.player == PITCHER) != (spot.position == P):
            refusals.append(
                Refusal(
                    "pitcher-bats",
                    "The pitcher bats for himself, and nobody else pitches.",
                    where,
                    {"rule": "T0.01h"},
                )
            )
            continue
        if spot.position not in (*POSITIONS, DESIGNATED):
            sentence = f"{spot.position[:8]!r} is no position in the field."
            refusals.append(Refusal("no-such-position", sentence, where))
            continue
        if spot.player == PITCHER:
            continue
        player = squad.get(spot.player)
        if player is None:
            sentence = f"No. {number} in the order is no position player of the squad."
            refusals.append(Refusal("no-such-man", sentence, where, {"card": spot.player}))
            continue
        if any(spot.player == earlier.player for earlier in spots[: number - 1]):
            refusals.append(Refusal("man-twice", f"{player.name} is in the order twice.", where))
        if spot.position not in (*player.positions, DESIGNATED):
            refusals.append(
                Refusal(
                    "position-not-on-card",
                    f"{player.name} has no {spot.position} on his card: he plays "
                    f"{', '.join(sorted(player.positions, key=POSITIONS.index))}.",
                    where,
                    {"rule": "T0.01g", "position": spot.position},
                )
            )
    needed_positions = (*POSITIONS[1:], DESIGNATED) if has_designated_hitter else POSITIONS
    for position in needed_positions:
        count = sum(spot.position == position for spot in spots)
        if count > 1:
            refusals.append(Refusal("position-twice", f"{count} players play {position}.", place))
        elif not count:
            refusals.append(Refusal("position-missing", f"Nobody plays {position}.", place))
    return refusals


@dataclass(frozen=True, slots=True)
class Cover:
    """Who replaces a hurt player, and who moves: ``moves`` are players and their new positions, the
    bench player first; or a designated hitter who goes into the field, so that the pitcher bats
    from then on."""

    hurt: int
    moves: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Hole:
    """An injury that no player covers: one of ``positions`` stays open, because the lineup players
    who can play them (``needed``) are needed at another of them, and no bench player plays any."""

    hurt: int
    positions: tuple[str, ...]
    needed: tuple[int, ...]


def covers_of(
    spots: Sequence[Spot], squad: Mapping[int, Fielder]
) -> tuple[tuple[Cover, ...], tuple[Hole, ...]]:
    """T31.10b, c: for every player of a legal lineup whose card can injure him, the bench player
    who takes over with the fewest moves, or the hole.

    A breadth-first walk from the open position to the players who can fill it, from them to what
    they would leave open, and so on: a bench player for one of those positions covers the injury.
    If the bench has none it stays open (a matching that cannot be made larger), unless the
    designated hitter can go into the field. Any bench player replaces a designated hitter.
    """
    playing = {spot.player for spot in spots}
    fielders = [spot for spot in spots if spot.player != PITCHER and spot.position != DESIGNATED]
    designated_hitters = [
        (spot.player, squad[spot.player]) for spot in spots if spot.position == DESIGNATED
    ]
    bench = [(key, player) for key, player in squad.items() if key not in playing]
    covers, holes = [], []
    for key, player in designated_hitters:
        if player.injurable and bench:
            covers.append(Cover(key, (Spot(bench[0][0], DESIGNATED),)))
        elif player.injurable:
            holes.append(Hole(key, (DESIGNATED,), ()))
    for hurt in fielders:
        if not squad[hurt.player].injurable:
            continue
        # By position reached, who moves there: the player and the position he leaves.
        arrivals: dict[str, Spot | None] = {hurt.position: None}
        queue = [hurt.position]
        cover: Cover | None = None
        for position in queue:
            entering = next((key for key, player in bench if position in player.positions), None)
            if entering is not None:
                cover = Cover(hurt.player, _moves(entering, position, arrivals, hurt.position))
                break
            for other in fielders:
                if (
                    other.player != hurt.player
                    and other.position not in arrivals
                    and position in squad[other.player].positions
                ):
                    arrivals[other.position] = Spot(other.player, position)
                    queue.append(other.position)
        if cover is None:
            cover = next(
                (
                    Cover(hurt.player, _moves(key, position, arrivals, hurt.position))
                    for position in queue
                    for key, player in designated_hitters
                    if position in player.positions
                ),
                None,
            )
        if cover is not None:
            covers.append(cover)
        else:
            holes.append(
                Hole(
                    hurt.player,
                    tuple(sorted(arrivals, key=POSITIONS.index)),
                    tuple(move.player for move in arrivals.values() if move is not None),
                )
            )
    return tuple(covers), tuple(holes)


def _moves(
    entering: int, position: str, came: Mapping[str, Spot | None], opened: str
) -> tuple[Spot, ...]:
    moves = [Spot(entering, position)]
    while position != opened:
        move = came[position]
        if move is None:
            break
        moves.append(move)
        position = move.position
    return tuple(moves)


def hole_in_words(hole: Hole, squad: Mapping[int, Fielder]) -> str:
    hurt = squad[hole.hurt].name
    places = _or(hole.positions)
    if not hole.needed:
        return f"If {hurt} is hurt, nobody plays {places}."
    others = _and([squad[player].name for player in hole.needed])
    return (
        f"If {hurt} is hurt, one of {_and(hole.positions)} stays open: only {others} can play "
        f"there, and nobody on the bench plays {places}."
    )


def hole_refusals(
    holes: Sequence[Hole], squad: Mapping[int, Fielder], place: str = "lineup"
) -> list[Refusal]:
    """``injury-not-covered`` for every hole (T31.10b)."""
    return [
        Refusal(
            "injury-not-covered",
            hole_in_words(hole, squad),
            place,
            {"rule": "T31.10b", "card": hole.hurt, "positions": list(hole.positions)},
        )
        for hole in holes
    ]


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
