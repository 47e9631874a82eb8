"""The lines of a game's players as they are kept, to be added up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from games.engine.event_files.box import duels_of_events, fielding_of_events
from games.engine.events import INJURY, injured, kind_of, value_of
from games.engine.folds.box_score import BoxScore, box_score
from games.engine.folds.duels import Duels, duels
from games.engine.folds.fielding import fielding
from games.engine.folds.moments import moments_of
from games.models import Game
from games.records import record_of
from games.reported_boxes import box_of_report, card_of, plays_of_report
from games.rules.reports import GameClaim
from pitching.rules.columns import STANDS

BATTED: Final = (
    *("plate_appearances", "at_bats", "runs", "hits", "doubles", "triples", "home_runs"),
    *("runs_batted_in", "walks", "strikeouts", "hit_by_pitch", "sacrifice_hits"),
    *("sacrifice_flies", "double_plays", "stolen_bases", "caught_stealing"),
)
PITCHED: Final = (
    *("started", "outs", "batters_faced", "hits", "runs", "earned_runs", "walks"),
    *("strikeouts", "home_runs", "hit_batters", "wild_pitches", "balks"),
)
"""What is kept of a line behind its side and card, in this order; a pitcher's decision last."""

FIELDED: Final = ("outs", "putouts", "assists", "errors", "double_plays")
"""The same of a player in the field, behind side, card and position."""

FACED: Final = (
    *("plate_appearances", "at_bats", "hits", "doubles", "triples", "home_runs"),
    *("runs_batted_in", "walks", "strikeouts", "hit_by_pitch", "sacrifice_hits"),
    *("sacrifice_flies", "double_plays"),
)
"""The same of a batter off a pitcher, behind the batter's side, both cards, the side of the plate
that he stood on and the pitcher's hand (``L``, ``R``, or nothing where their cards do not say)."""

LEFT, RIGHT, BOTH = "L", "R", "B"

HURT, LENT = "hurt", "lent"
"""Kinds of incident."""

Hands = Mapping[int, tuple[str, str]]
"""By card, how its player bats and throws."""

Lines = tuple[list[list[Any]], list[list[Any]]]
"""The batters' lines and the pitchers' as plain data."""


def lines_of_plays(game: Game) -> Lines | None:
    """The lines of a game that was recorded play by play; ``None`` where it knows no players. Who
    was lent by the opponent did it for the side that he was lent to."""
    if game.clubs is None:
        return None
    away, home = ([STANDS, *stored["cards"], *stored.get("guests", ())] for stored in game.clubs)
    return _lines(box_score(record_of(game)), (away, home))


def fielding_of_plays(game: Game) -> list[list[Any]]:
    """What its players did in the field; nothing for a game without fielders, or for a report."""
    if game.clubs is None or not game.has_plays:
        return []
    record = record_of(game)
    if record.system.listed or record.lineups is None:
        return []
    found = []
    for line in fielding(tuple(moments_of(record)), record.lineups):
        cards = [STANDS, *game.clubs[line.side]["cards"]]
        card = cards[line.player] if line.player < len(cards) else STANDS
        if card:
            counts = (getattr(line, name) for name in FIELDED)
            found.append([line.side, card, line.position, *counts])
    return found


def duels_of_plays(game: Game, hands: Hands) -> dict[str, list[list[Any]]]:
    """Who faced whom, where batters' balls went, and how long pitchers allowed nothing, as
    ``PlayersLines`` keeps it; nothing of a game that knows no players, or of a report."""
    if game.clubs is None or not game.has_plays:
        return {"duels": [], "balls": [], "stretches": []}
    record = record_of(game)
    if record.lineups is None:
        return {"duels": [], "balls": [], "stretches": []}
    moments, clubs = tuple(moments_of(record)), record.lineups
    cards = [[STANDS, *stored["cards"], *stored.get("guests", ())] for stored in game.clubs]

    def card(side: int, player: int) -> int:
        return int(cards[side][player]) if player < len(cards[side]) else STANDS

    return _duels_stored(duels(moments, clubs, record.state), card, hands)


def _duels_stored(
    found: Duels, card: Callable[[int, int], int], hands: Hands
) -> dict[str, list[list[Any]]]:
    faced = []
    for (side, player, other), counts in found.faced.items():
        batter, pitcher = card(side, player), card(1 - side, other)
        meeting = [side, batter, pitcher, *sides_of(hands.get(batter), hands.get(pitcher))]
        faced.append([*meeting, *(counts[name] for name in FACED)])
    return {
        "duels": faced,
        "balls": [
            [side, card(side, player), position, *counts]
            for (side, player, position), counts in found.balls.items()
            if card(side, player)
        ],
        "stretches": [
            [side, card(side, player), each.runs, each.first, each.longest, each.last]
            for (side, player), each in found.stretches.items()
            if card(side, player)
        ],
    }


def sides_of(batter: tuple[str, str] | None, pitcher: tuple[str, str] | None) -> tuple[str, str]:
    """The side of the plate that a batter takes against a pitcher, and the pitcher's hand: who bats
    both ways stands on the other side; who throws with both hands has an unknown one."""
    bats, throws = batter[0] if batter else "", pitcher[1] if pitcher else ""
    hand = throws if throws in (LEFT, RIGHT) else ""
    if bats == BOTH:
        return {LEFT: RIGHT, RIGHT: LEFT}.get(hand, ""), hand
    return bats if bats in (LEFT, RIGHT) else "", hand


def lines_of_report(claim: GameClaim) -> Lines | None:
    """The lines of a game that was reported with them."""
    return _lines(box_of_report(claim), None) if claim.has_players else None


def fielding_of_report(claim: GameClaim) -> list[list[Any]]:
    """What the players of a game did in the field that was read off an event file."""
    game = plays_of_report(claim)
    if game is None:
        return []
    return [
        [line.side, line.player, line.position, *(getattr(line, name) for name in FIELDED)]
        for line in fielding_of_events(game, card_of)
    ]


def duels_of_report(claim: GameClaim, hands: Hands) -> dict[str, list[list[Any]]]:
    """The same as ``duels_of_plays`` of such a game."""
    game = plays_of_report(claim)
    if game is None:
        return {"duels": [], "balls": [], "stretches": []}
    return _duels_stored(duels_of_events(game, card_of), lambda _, card: card, hands)


def incidents_of_plays(game: Game) -> list[list[Any]]:
    """Who was hurt in a game that was recorded play by play, and who was lent by the opponent and
    did something, as ``PlayersLines`` keeps it."""
    if game.clubs is None or not game.has_plays:
        return []
    record = record_of(game)
    cards = [[STANDS, *stored["cards"]] for stored in game.clubs]
    found: list[list[Any]] = []
    for event in record.events:
        if kind_of(event) == INJURY:
            side, player, games = injured(value_of(event))
            if 0 < player < len(cards[side]):
                found.append([HURT, side, cards[side][player], games])
    for side, stored in enumerate(game.clubs):
        own, guests = len(stored["cards"]), stored.get("guests", ())
        if guests:
            lines = box_score(record).sides[side]
            players = {line.player for line in lines.batting} | {
                line.player for line in lines.pitchers
            }
            found += [
                [LENT, side, guests[player - own - 1], 0]
                for player in sorted(players)
                if own < player <= own + len(guests)
            ]
    return found


def incidents_of_report(lines: Lines | None, squads: Sequence[Collection[int]]) -> list[list[Any]]:
    """Who was lent in a game that was told by its box: he has a line of a side and is in the squad
    of the other alone. ``squads``: by side, the cards of its club."""
    players = {(side, card) for half in lines or () for side, card, *_ in half}
    return [
        [LENT, side, card, 0]
        for side, card in sorted(players)
        if card not in squads[side] and card in squads[1 - side]
    ]


def _lines(box: BoxScore, cards: tuple[Sequence[int], Sequence[int]] | None) -> Lines:
    """``cards`` by number in the squad; left out where players go by their cards already. Players
    from the stands have no lines."""

    def card_of(side: int, player: int) -> int:
        if cards is None:
            return player
        return cards[side][player] if player < len(cards[side]) else STANDS

    batting, pitching = [], []
    for at, side in enumerate(box.sides):
        for line in side.batting:
            if card := card_of(at, line.player):
                batting.append([at, card, *(getattr(line, name) for name in BATTED)])
        for each in side.pitchers:
            if card := card_of(at, each.player):
                counts = (int(getattr(each, name)) for name in PITCHED)
                pitching.append([at, card, *counts, each.decision])
    return batting, pitching
