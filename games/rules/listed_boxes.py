"""The players' lines of a reported game whose batting order is a list that is used up, and whether
a game can have produced them (``BoxShape.listed``).

Lines are in the order in which their players came up. A card is used up by its turn, so that
everybody has one (CB-123); the player who was hit for was discarded and has no line (CB-029). In
which order the deck lay no report tells, which may come when its manager has put it into another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from config.refusals import Refusal
from games.engine.law import CommonLaw
from games.engine.situation import AWAY, HOME
from games.rules.box_shapes import BoxShape
from games.rules.boxes import (
    BATTED,
    PITCHED,
    BatterLine,
    Box,
    Players,
    SideBox,
    everybody_is_accounted_for,
    faults_of_counts,
    faults_of_decisions,
    faults_of_pitchers,
    given_up_is_gained,
    name_of,
)
from pitching.rules.breaches import Appearance
from pitching.rules.columns import Line
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Outing, Pitcher, Sheet
from pitching.rules.wording import would_break

ONCE: Final = "CB-123"
"""The rule that a card is used up by its turn, and of who bats when all are."""

COLUMN: Final = 1
"""The law of pitching is asked about a single game."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one side, by keys: those who bat and those who pitch, each in their order;
    ``passed_over`` are those whom somebody else may hit for."""

    batters: Sequence[int]
    pitchers: Sequence[int]
    passed_over: Collection[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Asked:
    """One side of a box that is proved, with what is asked of both."""

    law: CommonLaw
    shape: BoxShape
    box: Box
    at: int
    players: Players
    decks: tuple[Deck, Deck]
    place: str

    @property
    def side(self) -> SideBox:
        return self.box.sides[self.at]

    @property
    def other(self) -> SideBox:
        return self.box.sides[1 - self.at]

    @property
    def deck(self) -> Deck:
        return self.decks[self.at]

    @property
    def opponents(self) -> Deck:
        return self.decks[1 - self.at]

    @property
    def all_batters(self) -> frozenset[int]:
        return frozenset((*self.deck.batters, *self.opponents.batters))


def box_problems(
    law: CommonLaw,
    shape: BoxShape,
    box: Box,
    players: tuple[Players, Players],
    decks: tuple[Deck, Deck],
    names: tuple[str, str],
) -> list[Refusal]:
    """Everything about the players' lines that cannot be. ``players`` are all whom they name;
    ``names`` are the places of the two sides."""
    found: list[Refusal] = []
    for at in (AWAY, HOME):
        asked = _Asked(law, shape, box, at, players[at], decks, names[at])
        found += _lines(asked)
        found += _lent(asked)
        found += _arms(asked)
        found += faults_of_pitchers(asked.side, asked.players, asked.place)
        found += everybody_is_accounted_for(law, box, at, asked.place)
        found += given_up_is_gained(law, box, at, names)
    for each in faults_of_decisions(law, box, names):
        # Of a side that lends its own, who pitched on has his line where he first came in.
        if not (shape.lends_own and each.code == "save-impossible"):
            found.append(each)
    return found


def _lines(asked: _Asked) -> Iterator[Refusal]:
    """What is wrong with each line by itself, and with a player who has two."""
    seen: set[int] = set()
    borrowed = _borrowed(asked)
    for at, line in enumerate(asked.side.batting, start=1):
        where, name = f"{asked.place}, batter {at}", name_of(asked.players, line.player)
        if line.slot != at:
            sentence = f"{name} came up as no. {at}, not as no. {line.slot}: one after another."
            yield Refusal("slot-impossible", sentence, where, {"slot": line.slot, "due": at})
        if line.positions:
            sentence = f"Nobody plays a position in this game, {name} neither."
            yield Refusal("positions-told", sentence, where, {"told": list(line.positions)})
        yield from _who_bats(asked, line, name, where)
        if line.player in seen and at not in borrowed:
            sentence = f"{name} has two lines; a card bats once and has one."
            yield Refusal("batter-twice", sentence, where, {"rule": ONCE, "man": line.player})
        seen.add(line.player)
        yield from _never(asked.shape, line, BATTED, where, line.player)
        yield from faults_of_counts(line, name, where)
        yield from _turns(asked, line, name, where, lent=at in borrowed)


def _who_bats(asked: _Asked, line: BatterLine, name: str, where: str) -> Iterator[Refusal]:
    """A batter of the deck, or one whom the opponent lends."""
    facts = {"man": line.player}
    able = {*asked.deck.batters} if asked.shape.lends_own else asked.all_batters
    if line.player in able:
        return
    if line.player in asked.deck.pitchers or line.player in asked.opponents.pitchers:
        yield Refusal("not-a-batter", f"{name} pitches, and does not bat.", where, facts)
    else:
        yield Refusal("not-in-squad", f"{name} cannot have played.", where, facts)


def _turns(
    asked: _Asked, line: BatterLine, name: str, where: str, *, lent: bool
) -> Iterator[Refusal]:
    """A card bats once. Where the law places runners, one of them may score who has not come up."""
    turns, placed = line.turns, bool(asked.law.extra_runner_from)
    facts = {"rule": ONCE, "man": line.player, "turns": turns}
    if not turns and not placed:
        yield Refusal("did-not-bat", f"{name} did not come to bat, and has no line.", where, facts)
    elif turns > 1 and not lent:
        sentence = f"{name} came to bat {turns} times; a card bats once."
        yield Refusal("bats-once", sentence, where, facts)
    elif line.runs > turns and not placed:
        sentence = f"{name} scored {line.runs} runs and came to bat {turns} times."
        yield Refusal("runs-over-turns", sentence, where, {**facts, "runs": line.runs})


def _borrowed(asked: _Asked) -> list[int]:
    """The lines, from 1, of players who were lent: of those who are not the side's own, and the
    last one if his card lies in both decks and came up more often than his own side's can have; of
    a side that lends its own, of the player who came up more than once."""
    batting, own = asked.side.batting, asked.deck.batters
    if asked.shape.lends_own:
        return [at for at, line in enumerate(batting, start=1) if line.turns > 1][:1]
    found = [
        at
        for at, line in enumerate(batting, start=1)
        if line.player not in own and line.player in asked.opponents.batters
    ]
    if not batting:
        return found
    *before, last = batting
    in_both = last.player in own and last.player in asked.opponents.batters
    if in_both and (last.turns > 1 or any(each.player == last.player for each in before)):
        found.append(len(batting))
    return found


def _lent(asked: _Asked) -> Iterator[Refusal]:
    """CB-123: who is lent comes when the list is used up, bats to the end, and has not scored for
    the side that lends him."""
    batting, own = asked.side.batting, asked.deck.batters
    came = {line.player for line in batting if line.player in own}
    missing = [card for card in own if card not in came]
    # The player who was hit for has no line, and everybody who batted may have hit for one.
    used_up = len(missing) <= len(came) and set(missing) <= set(asked.deck.passed_over)
    theirs = {line.player: line.runs for line in asked.other.batting}
    for at in _borrowed(asked):
        line = batting[at - 1]
        where, name = f"{asked.place}, batter {at}", name_of(asked.players, line.player)
        facts = {"rule": ONCE, "man": line.player}
        if not used_up:
            sentence = f"{name} is lent once the list is used up; {len(missing)} have not come up."
            yield Refusal("list-not-used-up", sentence, where, {**facts, "left": len(missing)})
        if asked.shape.lends_own:
            continue
        if at != len(batting):
            sentence = f"{name} is lent for the rest of the game: nobody comes up after him."
            yield Refusal("lent-not-last", sentence, where, facts)
        if theirs.get(line.player) and not all(theirs.values()):
            sentence = f"{name} scored for his own side, which may not lend him."
            yield Refusal("lent-had-scored", sentence, where, facts)


def _arms(asked: _Asked) -> Iterator[Refusal]:
    """Who pitched has a pitcher's card; how many innings are the law's of pitching."""
    for at, line in enumerate(asked.side.pitchers, start=1):
        where, name = f"{asked.place}, pitcher {at}", name_of(asked.players, line.pitcher)
        if line.pitcher in asked.all_batters:
            sentence = f"{name} bats, and does not pitch."
            yield Refusal("not-a-pitcher", sentence, where, {"man": line.pitcher})
        if at <= len(asked.side.pitching):
            counts = asked.side.pitching[at - 1]
            yield from _never(asked.shape, counts, PITCHED, where, line.pitcher)


def _never(
    shape: BoxShape, counts: object, names: Collection[str], where: str, player: int
) -> Iterator[Refusal]:
    """Counts that were told although these games do not have them."""
    for each in names:
        if each in shape.never and getattr(counts, each):
            words = each.replace("_", " ")
            facts = {"man": player, "of": each}
            yield Refusal("never-counted", f"There are no {words} in this game.", where, facts)


def faults_of_innings(
    law: LawOfPitching,
    shape: BoxShape,
    lines: Sequence[Line],
    staff: Mapping[int, Pitcher],
    place: str,
) -> list[Refusal]:
    """What the law of pitching finds against it that a side's pitchers came so, in a game that is
    on no sheet; ``staff`` are its own. From when on a pitcher of a side that lends its own pitched
    as lent cannot be told: his outs beyond an inning are not held against him."""
    most = law.lends_after
    pardoned = next((line.pitcher for line in lines if shape.lends_own and line.outs > most), None)
    appearances = [
        Appearance(
            Outing(
                line.pitcher,
                COLUMN,
                most if line.pitcher == pardoned else line.outs,
                line.started,
            )
        )
        for line in lines
    ]
    wheres = {line.pitcher: f"{place}, pitcher {at}" for at, line in enumerate(lines, start=1)}
    return [
        replace(would_break(staff[each.pitcher].name, each), place=wheres[each.pitcher])
        for each in law.breaches(Sheet(), staff, COLUMN, appearances)
    ]
