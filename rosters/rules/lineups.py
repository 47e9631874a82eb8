"""A line-up as its manager writes it: nine players in the order they bat, each at a position of his
card (T0.01g, T0.01h, T10.11d), and what an injury to one of them would leave open (T31.10).

Where pitchers bat, a place in the order is kept for the player who starts. Where the event has a
designated hitter, one of the nine may bat for him, and the pitcher is then in no place (OBR 5.11).
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
"""The position of who bats for the pitcher."""
NINE: Final = 9
HANDS: Final = ("L", "R")
"""The hands of opposing starters that line-ups are kept for."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the order: the key of a player's card, or ``PITCHER``, and where he plays."""

    player: int
    position: str


LineUp = tuple[Spot, ...]
"""A line-up in the order in which they bat."""


def line_up_problems(
    spots: Sequence[Spot],
    squad: Mapping[int, Fielder],
    place: str = "lineup",
    *,
    designated: bool = False,
) -> list[Refusal]:
    """Everything that is wrong with a line-up of these position players, of whom one may be
    ``designated`` to bat for the pitcher: ``lineup-not-nine``, ``pitcher-bats`` and
    ``no-designated-hitter`` (T0.01h), ``pitcher-has-no-place``, ``no-such-man``, ``man-twice``,
    ``no-such-position``, ``position-twice``, ``position-missing``, ``position-not-on-card``
    (T0.01g)."""
    if len(spots) != NINE:
        return [
            Refusal(
                "lineup-not-nine",
                f"A line-up has nine players, the pitcher among them; there are {len(spots)}.",
                place,
                {"rule": "T0.01h", "men": len(spots)},
            )
        ]
    found = []
    bats_for_him = designated and any(spot.position == DESIGNATED for spot in spots)
    for at, spot in enumerate(spots, start=1):
        where = f"{place}:{at}"
        if spot.position == DESIGNATED and not designated:
            found.append(
                Refusal(
                    "no-designated-hitter",
                    "Nobody bats for the pitcher in this event: its designated hitter is off.",
                    where,
                    {"rule": "T0.01h"},
                )
            )
            continue
        if bats_for_him and spot.position == P:
            found.append(
                Refusal(
                    "pitcher-has-no-place",
                    "Somebody bats for the pitcher: he has no place in the order himself.",
                    where,
                )
            )
            continue
        if (spot.player == PITCHER) != (spot.position == P):
            found.append(
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
            found.append(Refusal("no-such-position", sentence, where))
            continue
        if spot.player == PITCHER:
            continue
        player = squad.get(spot.player)
        if player is None:
            sentence = f"No. {at} in the order is no position player of the squad."
            found.append(Refusal("no-such-man", sentence, where, {"card": spot.player}))
            continue
        if any(spot.player == earlier.player for earlier in spots[: at - 1]):
            found.append(Refusal("man-twice", f"{player.name} is in the order twice.", where))
        if spot.position not in (*player.positions, DESIGNATED):
            found.append(
                Refusal(
                    "position-not-on-card",
                    f"{player.name} has no {spot.position} on his card: he plays "
                    f"{', '.join(sorted(player.positions, key=POSITIONS.index))}.",
                    where,
                    {"rule": "T0.01g", "position": spot.position},
                )
            )
    whole = (*POSITIONS[1:], DESIGNATED) if bats_for_him else POSITIONS
    for position in whole:
        count = sum(spot.position == position for spot in spots)
        if count > 1:
            found.append(Refusal("position-twice", f"{count} players play {position}.", place))
        elif not count:
            found.append(Refusal("position-missing", f"Nobody plays {position}.", place))
    return found


@dataclass(frozen=True, slots=True)
class Cover:
    """Who comes in when a player is hurt, and who moves: ``moves`` are players and where they play
    then, the player of the bench first; or a designated hitter, for whom the pitcher bats from then
    on."""

    hurt: int
    moves: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Hole:
    """An injury that no player covers. The others who can play one of ``positions`` are needed at
    another of them, and no player of the bench plays any."""

    hurt: int
    positions: tuple[str, ...]
    needed: tuple[int, ...]


def covers_of(
    spots: Sequence[Spot], squad: Mapping[int, Fielder]
) -> tuple[tuple[Cover, ...], tuple[Hole, ...]]:
    """T31.10b, c: for every player of a legal line-up whom his card can injure the player of the
    bench who takes over with the fewest moves, or the hole he would leave.

    From the open position one walks to the players who can fill it, from them to what they would
    leave open, and so on: a player of the bench for one of those positions covers the injury, and
    where the bench has none for any of them it stays open (a matching that cannot be made larger),
    but for the designated hitter, who may go into the field. For him himself any player comes in.
    """
    playing = {spot.player for spot in spots}
    fielders = [spot for spot in spots if spot.player != PITCHER and spot.position != DESIGNATED]
    at_bat = [(spot.player, squad[spot.player]) for spot in spots if spot.position == DESIGNATED]
    bench = [(key, player) for key, player in squad.items() if key not in playing]
    covers, holes = [], []
    for key, player in at_bat:
        if player.injurable and bench:
            covers.append(Cover(key, (Spot(bench[0][0], DESIGNATED),)))
        elif player.injurable:
            holes.append(Hole(key, (DESIGNATED,), ()))
    for hurt in fielders:
        if not squad[hurt.player].injurable:
            continue
        # By position reached, who moves there: the player and where he comes from.
        came: dict[str, Spot | None] = {hurt.position: None}
        queue = [hurt.position]
        found: Cover | None = None
        for position in queue:
            entering = next((key for key, player in bench if position in player.positions), None)
            if entering is not None:
                found = Cover(hurt.player, _moves(entering, position, came, hurt.position))
                break
            for other in fielders:
                if (
                    other.player != hurt.player
                    and other.position not in came
                    and position in squad[other.player].positions
                ):
                    came[other.position] = Spot(other.player, position)
                    queue.append(other.position)
        if found is None:
            found = next(
                (
                    Cover(hurt.player, _moves(key, position, came, hurt.position))
                    for position in queue
                    for key, player in at_bat
                    if position in player.positions
                ),
                None,
            )
        if found is not None:
            covers.append(found)
        else:
            holes.append(
                Hole(
                    hurt.player,
                    tuple(sorted(came, key=POSITIONS.index)),
                    tuple(move.player for move in came.values() if move is not None),
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
    """A hole in a sentence."""
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
