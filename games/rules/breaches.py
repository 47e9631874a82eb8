"""What a box score shows to be against the law of line-ups and substitutions (T31.3 to T31.6).

It happened all the same, and is stored as it happened: each breach is for a ruling. Only what is
certain is found; no box tells of injuries, for which the law makes its exceptions (T25.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from games.engine.situation import AWAY, HOME, SLOTS
from games.rules.boxes import (
    OFF_THE_FIELD,
    PINCH_HITTER,
    PITCHER,
    BatterLine,
    Players,
    SideBox,
    name_of,
)
from games.rules.reports import SIDES, GameClaim
from pitching.rules.columns import STANDS
from rosters.rules.coverage import covers, mask
from rosters.rules.lineups import PITCHER as WHO_PITCHES
from rosters.rules.lineups import Spot, line_up_problems

RE_ENTRY: Final = "re-entry"
ILLEGAL_LINE_UP: Final = "illegal-lineup"
LOCKED: Final = "locked-player-removed"
DEFENCE: Final = "defence-not-announced"
STRANGER: Final = "not-in-squad"
OTHER: Final = "other"

CASES: Final = (RE_ENTRY, ILLEGAL_LINE_UP, LOCKED, DEFENCE, STRANGER, OTHER)
"""The cases that a box can show, by their keys among the remedies."""

QUIET_INNING: Final = 3
"""Runs in an inning with which no player can have batted twice in it: nine come up then at most, of
whom three score, three are left and three are out."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Something against the law: its case among the remedies, the paragraph, the side that did it,
    the player it is about (0: the side), where he stood, and the facts in a sentence."""

    case: str
    rule: str
    side: int
    player: int
    facts: str
    place: str
    position: str = ""

    @property
    def refusal(self) -> Refusal:
        """What somebody is told who has not said that it happened all the same."""
        return Refusal(self.case, self.facts, self.place, {"rule": self.rule, "man": self.player})


def breaches(
    claim: GameClaim,
    squads: tuple[Collection[int], Collection[int]],
    players: tuple[Players, Players],
    *,
    designated: bool = False,
) -> list[Breach]:
    """Everything in a box score that the law forbids, the visitors' first. ``players`` are all whom
    it names; ``designated``: a player may bat for the pitcher."""
    found: list[Breach] = []
    if not claim.has_players:
        return found
    box = claim.box
    for side in (AWAY, HOME):
        mine = box.sides[side]
        found += _strangers(mine, box.sides[1 - side], side, squads[side], players[side])
        found += _re_entries(mine, side, players[side])
        found += _line_up(mine, side, players[side], designated=designated)
        found += _defence(mine, side, players[side])
        found += _stayed_without_a_position(mine, side, players[side])
        found += _locked(mine, side, squads[side], players[side])
        found += _pitchers_who_pinch_hit(mine, side, players[side])
    return found


def _strangers(
    box: SideBox, other: SideBox, side: int, squad: Collection[int], players: Players
) -> Iterator[Breach]:
    """T0.06a: a player played who is not in the squad, perhaps for both sides."""
    theirs = {line.player for line in other.batting}
    for at, line in enumerate(box.batting, start=1):
        if line.player != STANDS and line.player not in squad:
            both = " He played for both sides." if line.player in theirs else ""
            facts = f"{name_of(players, line.player)} played, who is not in the squad.{both}"
            yield Breach(STRANGER, "T0.06a", side, line.player, facts, _place(side, at))


def _re_entries(box: SideBox, side: int, players: Players) -> Iterator[Breach]:
    """T31.3: who has been taken out does not come back."""
    seen: set[int] = set()
    for at, line in enumerate(box.batting, start=1):
        if line.player in seen and line.player != STANDS:
            facts = f"{name_of(players, line.player)} came back after he had been taken out."
            yield Breach(RE_ENTRY, "T31.3", side, line.player, facts, _place(side, at))
        seen.add(line.player)


def _line_up(box: SideBox, side: int, players: Players, *, designated: bool) -> Iterator[Breach]:
    """T31.4, T0.01g: the nine who began cover the field, each at a position of his card."""
    spots = [
        Spot(WHO_PITCHES if position == PITCHER else line.player, position)
        for line in starters(box.batting)
        if (position := line.positions[0] if line.positions else "")
    ]
    found = line_up_problems(spots, players, designated=designated)
    if found:
        facts = "The club began with an illegal line-up: " + " ".join(
            each.message for each in found
        )
        yield Breach(ILLEGAL_LINE_UP, "T31.4", side, 0, facts, SIDES[side])


def _defence(box: SideBox, side: int, players: Players) -> Iterator[Breach]:
    """T31.6, T0.01g: the player who comes in or moves plays a position of his card."""
    first = {id(line) for line in starters(box.batting)}
    for at, line in enumerate(box.batting, start=1):
        for position in line.positions[1 if id(line) in first else 0 :]:
            if position in (*OFF_THE_FIELD, PITCHER) or line.player == STANDS:
                continue
            if line.player in players and position not in players[line.player].positions:
                facts = (
                    f"{name_of(players, line.player)} played {position}, which is not on his card, "
                    "unless an injury forced it (T25.2)."
                )
                where = _place(side, at)
                yield Breach(DEFENCE, "T31.6", side, line.player, facts, where, position)
                break


def _stayed_without_a_position(box: SideBox, side: int, players: Players) -> Iterator[Breach]:
    """T31.6: a pinch hitter batted again, in a later inning, and it was not said where he plays."""
    quiet = bool(box.innings) and all((runs or 0) <= QUIET_INNING for runs in box.innings)
    last = {line.slot: line for line in box.batting}
    for at, line in enumerate(box.batting, start=1):
        stays = last[line.slot] is line and line.positions == (PINCH_HITTER,)
        if stays and line.turns > (1 if quiet else 2):
            facts = (
                f"{name_of(players, line.player)} pinch-hit and batted again in a later inning, "
                "and no "
                "position of his is told."
            )
            yield Breach(DEFENCE, "T31.6", side, line.player, facts, _place(side, at))


def _locked(box: SideBox, side: int, squad: Collection[int], players: Players) -> Iterator[Breach]:
    """T31.5, T10.11m: a player whom no other could replace in the field was taken out."""
    able = {key: mask(players[key].positions) for key in squad if key in players}
    # Who came back against the law is there.
    there = {line.player for line in {line.slot: line for line in box.batting}.values()}
    gone = [one.player for one, _ in replaced(box.batting) if one.player not in there]
    rest = [positions for key, positions in able.items() if key not in gone]
    if gone and covers(able.values()) and not covers(rest):
        names = ", ".join(name_of(players, player) for player in gone if able.get(player))
        facts = (
            f"With {names} taken out the others could not cover the field, unless an injury forced "
            "it (T25.2)."
        )
        yield Breach(LOCKED, "T31.5", side, 0, facts, SIDES[side])


def _pitchers_who_pinch_hit(box: SideBox, side: int, players: Players) -> Iterator[Breach]:
    """T10.11j: a pitcher does not pinch-hit for a position player."""
    for before, line in replaced(box.batting):
        is_pitcher = line.player in players and players[line.player].positions == {PITCHER}
        if is_pitcher and line.positions[:1] == (PINCH_HITTER,) and PITCHER not in before.positions:
            facts = (
                f"{name_of(players, line.player)}, a pitcher, pinch-hit for "
                f"{name_of(players, before.player)}."
            )
            place = _place(side, box.batting.index(line) + 1)
            yield Breach(OTHER, "T10.11j", side, line.player, facts, place)


def still_out_of_position(
    claim: GameClaim,
    ruled: Mapping[tuple[int, int], int],
    squads: tuple[Collection[int], Collection[int]],
    players: tuple[Players, Players],
) -> list[Refusal]:
    """T31.6c, T31.6e: ``defence-not-made-legal`` where a game went on after a ruling and a player
    it was about ended it out of position, although the players who were left could cover the field;
    where they could not he stays there. ``ruled`` are outs that were made by then, by side and
    player."""
    found = []
    made = sum(claim.stop.made)
    for (side, player), before in ruled.items():
        if made <= before or not claim.has_players:
            continue
        box = claim.box.sides[side]
        last = {line.slot: line for line in box.batting}
        there = next(
            (line for line in last.values() if line.player == player and line.positions), None
        )
        if there is None or there.positions[-1] in (*OFF_THE_FIELD, PITCHER):
            continue
        if there.positions[-1] in players[side][player].positions:
            continue
        gone = {one.player for one, _ in replaced(box.batting)}
        left = [key for key in squads[side] if key in players[side] and key not in gone]
        if covers(mask(players[side][key].positions) for key in left):
            found.append(
                Refusal(
                    "defence-not-made-legal",
                    f"{name_of(players[side], player)} still plays {there.positions[-1]}: after "
                    "the "
                    "ruling the defence is made legal, which these players could do.",
                    SIDES[side],
                    {"rule": "T31.6e", "man": player},
                )
            )
    return found


def line_up_not_made_legal(
    claim: GameClaim,
    before: GameClaim,
    ruled: Mapping[int, int],
    squads: tuple[Collection[int], Collection[int]],
    players: tuple[Players, Players],
    *,
    designated: bool = False,
) -> list[Refusal]:
    """T31.4b, c: a game went on after an illegal line-up had been accepted: who stays keeps his
    place in the order (``batting-spot-changed``), who leaves does not return (``man-returned``),
    and the nine who end it play positions of their cards (``line-up-not-made-legal``), unless the
    players who are left cannot cover the field. ``before`` is the game as it was told at the
    ruling, ``ruled`` the outs that were made by then, by side."""
    found: list[Refusal] = []
    for side, made in ruled.items():
        if sum(claim.stop.made) <= made or not claim.has_players:
            continue
        box = claim.box.sides[side]
        spots = (
            {line.player: line.slot for line in before.box.sides[side].batting}
            if before.has_players
            else {}
        )
        found += _spots_changed(box, side, spots, players[side])
        found += [
            Refusal("man-returned", each.facts, each.place, {"rule": "T31.4b", "man": each.player})
            for each in _re_entries(box, side, players[side])
        ]
        gone = {one.player for one, _ in replaced(box.batting)}
        left = [key for key in squads[side] if key in players[side] and key not in gone]
        wrong = _wrong_at_the_end(box, players[side], designated=designated)
        if wrong and covers(mask(players[side][key].positions) for key in left):
            found.append(
                Refusal(
                    "line-up-not-made-legal",
                    "After the ruling the line-up is made legal by substitutions, which these "
                    "players "
                    f"could do: {wrong}",
                    SIDES[side],
                    {"rule": "T31.4b"},
                )
            )
    return found


def _spots_changed(
    box: SideBox, side: int, spots: Mapping[int, int], players: Players
) -> Iterator[Refusal]:
    for at, line in enumerate(box.batting, start=1):
        spot = spots.get(line.player, line.slot)
        if line.player != STANDS and spot != line.slot:
            yield Refusal(
                "batting-spot-changed",
                f"{name_of(players, line.player)} stays at No. {spot} of the order, where he "
                "batted when "
                "the line-up was ruled on.",
                _place(side, at),
                {"rule": "T31.4b", "man": line.player},
            )


def _wrong_at_the_end(box: SideBox, players: Players, *, designated: bool) -> str:
    """What is wrong with the nine who ended a game, as far as their positions are told."""
    last = {line.slot: line for line in box.batting}
    there = [last[slot] for slot in sorted(last) if last[slot].positions]
    if len(there) == SLOTS and not any(line.positions[-1] in OFF_THE_FIELD for line in there):
        nine = [
            Spot(WHO_PITCHES if line.positions[-1] == PITCHER else line.player, line.positions[-1])
            for line in there
        ]
        return " ".join(
            each.message for each in line_up_problems(nine, players, designated=designated)
        )
    return " ".join(
        f"{name_of(players, line.player)} plays {line.positions[-1]}, which is not on his card."
        for line in there
        if line.positions[-1] not in (*OFF_THE_FIELD, PITCHER)
        and line.player in players
        and line.positions[-1] not in players[line.player].positions
    )


def starters(batting: Collection[BatterLine]) -> list[BatterLine]:
    """Who began the game, in the order they bat."""
    first: dict[int, BatterLine] = {}
    for line in batting:
        first.setdefault(line.slot, line)
    return [first[slot] for slot in range(1, SLOTS + 1) if slot in first]


def replaced(batting: Collection[BatterLine]) -> list[tuple[BatterLine, BatterLine]]:
    """Everybody who was taken out, with who came in for him."""
    now: dict[int, BatterLine] = {}
    found = []
    for line in batting:
        if line.slot in now:
            found.append((now[line.slot], line))
        now[line.slot] = line
    return found


def _place(side: int, at: int) -> str:
    return f"{SIDES[side]}, batter {at}"
