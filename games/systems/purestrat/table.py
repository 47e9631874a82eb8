"""A Purestrat game as it lies on the table: the side of each card that counts, the cell thrown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from games.card_games.last_play import LastPlay, last_play, told_upto
from games.card_games.nine.prompts import leaver_of, prompts_of_nine, send_question
from games.card_games.nine.spares import outs_left, spares_of
from games.card_games.table_view import CardGrid, FaceUp, GridCell, GridRow, Prompts, TableView
from games.engine.dice import INDEX_MASK, WORD_SHIFT
from games.engine.events import error_of, fielder_of
from games.engine.folds.changes import FIELD
from games.engine.folds.wording import counted
from games.engine.game_state import BASES
from games.engine.lineup import CATCHER
from games.engine.record import Record
from games.systems.purestrat.play.cards import COLUMNS, ROWS, TWENTY, WAYS, Hitter, Pitcher, Side
from games.systems.purestrat.play.decisions import SEND, STEAL
from games.systems.purestrat.play.fatigue import STARTER
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.readings import (
    CATCH,
    DOUBLE,
    FLY,
    FOUL_OUT,
    GROUNDER,
    HIT_BY_PITCH,
    HOME_RUN,
    LINE_OUT,
    POP_OUT,
    POSITIONS,
    SINGLE,
    STRIKEOUT,
    TRIPLE,
    WALK,
    kind_of,
    position_of,
    write_reading,
)
from games.systems.purestrat.play.squad import emergency_pitcher
from games.systems.purestrat.play.steals import chance
from games.systems.purestrat.play.throws import (
    CELL,
    CHANCE,
    COLOURED,
    HIT_AND_RUN,
    PLATE,
    SPLIT,
    WHITE,
)
from games.systems.purestrat.text.notation import write_relief, write_stealing

GOOD: Final = frozenset((SINGLE, DOUBLE, TRIPLE, HOME_RUN, WALK, HIT_BY_PITCH))
"""For the batter."""
HANDS: Final = {"L": "left", "R": "right", "S": "both ways"}
FIRST_OUTFIELDER: Final = 7
BATTERS_COLUMNS: Final = 3
"""White dice that point at the batter's card; the others at the pitcher's."""


def table_view(record: Record, game: PurestratGame) -> TableView:
    """The table as it lies while the record waits for its next entry."""
    thrown = Thrown(game.table.entries[told_upto(record) :])
    last = last_play(record, game.table)
    found = [
        _pitcher(int(1 - game.half), game.defence.mound, left=game.bats_left(), thrown=thrown),
        _batter(
            int(game.half), game.batter(), left=game.defence.mound.throws == "L", thrown=thrown
        ),
    ]
    fielder = _fielder(record, game, thrown, last)
    found += [fielder] if fielder else []
    found += [_runner(game, base) for base in range(1, len(BASES) + 1) if game.runners.on[base]]
    return TableView(
        found,
        fell=_fell(game, last),
        played=_played(game, last),
        mound=_joined(_stamina(game), outs_left(game)),
        spares=spares_of(game, partial(_reliever, game), partial(_pinch_hitter, game)),
        prompts=prompts_of_nine(
            game.batter().name, game.defence.mound.name, leaver_of(game), _prompts(game, thrown)
        ),
        park=[
            (label, f"1–{number} of 20" if number else "never")
            for label, number in (
                ("Single, left-handed", game.park.singles_left),
                ("Single, right-handed", game.park.singles_right),
                ("Home run, left-handed", game.park.home_runs_left),
                ("Home run, right-handed", game.park.home_runs_right),
            )
        ],
    )


def _prompts(game: PurestratGame, thrown: Thrown) -> Prompts:
    """Who runs, who throws, and the chances of the runner."""
    questions, answers = {}, {}
    base, goal = int(game.lead_from), int(game.lead_goal)
    if base and goal:
        odds = 5 * min(20, max(0, int(game.safe_lead)))
        questions[SEND.name] = send_question(base, goal, odds, _thrower(game, thrown))
        runner = f"The runner on {BASES[base - 1]}"
        answers = {f"{SEND.name}=no": f"{runner} holds", f"{SEND.name}=yes": f"{runner} goes"}
    if game.runners.on[1]:
        for key, lead, words in (
            ("second", True, "{} tries for a lead, to steal second: {}% safe with it"),
            ("second-now", False, "{} steals second without a lead: {}% safe"),
        ):
            odds = 5 * min(20, max(0, int(chance(game, 1, lead))))
            answers[f"{STEAL.name}={key}"] = words.format("The runner on first", odds)
    return Prompts(questions, answers)


def _thrower(game: PurestratGame, thrown: Thrown) -> str:
    """The outfielder to whom the ball was hit, with the arm."""
    reading = None
    if thrown.plate >= 0:
        reading = thrown.reading(_side(game, pitchers=thrown.on_pitchers))
    position = position_of(reading) if reading is not None else 0
    number = int(game.defence.lineup.at[position]) if position >= FIRST_OUTFIELDER else 0
    if not number:
        return ""
    arm = game.defence.arms[position]
    return f"{game.defence.player(number).name} in {FIELD[position]} (arm {arm:+d})"


class Thrown:
    """The throws of a play, among these entries: that at the plate and its d20, as indices (-1:
    none), whether it is read on the pitcher's card, and whether a chance was thrown."""

    def __init__(self, entries: Sequence[int]) -> None:
        self.plate = self.split = -1
        self.chance = running = False
        for entry in entries:
            dice, index = int(entry >> WORD_SHIFT), int(entry & INDEX_MASK)
            if entry < 0:
                continue
            if dice == PLATE.code:
                self.plate, self.split = index, -1
            elif dice == SPLIT.code:
                self.split = index
            running = running or dice == HIT_AND_RUN.code
            self.chance = self.chance or dice == CHANCE.code
        self.on_pitchers = self.plate >= 0 and (running or WHITE[self.plate] > BATTERS_COLUMNS)

    def reading(self, side: Side) -> int | None:
        """The reading of that side of the card; ``None`` while its d20 is still to be thrown."""
        found = int(side.cells[CELL[self.plate]])
        if found >= 0:
            return found
        return int(side.splits[TWENTY * (-1 - found) + self.split]) if self.split >= 0 else None

    def place(self, side: Side, cell: int) -> int:
        """Which of the readings of a cell the d20 points at, from 0; -1 where none was thrown."""
        upto = 0
        for at, (_, faces) in enumerate(side.parts(cell)):
            upto += faces
            if 0 <= self.split < upto:
                return at
        return -1


NOTHING: Final = Thrown(())
"""Before the first throw of a play."""


def _fielder(
    record: Record, game: PurestratGame, thrown: Thrown, last: LastPlay | None
) -> FaceUp | None:
    """Whose chance is thrown now, or was in the play just made."""
    if record.open and record.open[-1].dice is CHANCE and thrown.plate >= 0:
        reading = thrown.reading(_side(game, pitchers=thrown.on_pitchers))
        if reading is not None:
            return _in_field(game, int(1 - game.half), position_of(reading))
    if last is not None and Thrown(last.entries).chance:
        return _in_field(game, last.field, error_of(last.event) or fielder_of(last.event))
    return None


def _in_field(game: PurestratGame, side: int, position: int) -> FaceUp | None:
    nine = game.nines[side]
    number = int(nine.lineup.at[position]) if position else 0
    if not number:
        return None
    arm = (
        f"arm {nine.arms[position]:+d}"
        if position == CATCHER or position >= FIRST_OUTFIELDER
        else ""
    )
    rated = _joined(f"range {nine.ranges[position]}", f"error {nine.errors[position]}", arm)
    name = nine.player(number).name
    return FaceUp(side, f"The chance: {FIELD[position]}", name, rated, lit=True)


def _side(game: PurestratGame, *, pitchers: bool) -> Side:
    """The side of a card that counts now."""
    if pitchers:
        return game.defence.mound.left if game.bats_left() else game.defence.mound.right
    card = game.batter()
    return card.left if game.defence.mound.throws == "L" else card.right


def _pitcher(side: int, card: Pitcher, *, left: bool, thrown: Thrown) -> FaceUp:
    """A card on the mound against a batter on the left side of the plate, or the right."""
    return FaceUp(
        side,
        "On the mound",
        card.name,
        _joined(f"throws {HANDS[card.throws]}", f"hold {card.hold}"),
        grids=[
            _grid(
                card.left if left else card.right,
                f"Against {'left' if left else 'right'}-handed batters",
                BATTERS_COLUMNS + 1,
                thrown if thrown.on_pitchers else NOTHING,
            )
        ],
    )


def _batter(side: int, card: Hitter, *, left: bool, thrown: Thrown) -> FaceUp:
    """A card at bat against a pitcher who throws with the left hand, or the right."""
    power = card.power_left if left else card.power_right
    return FaceUp(
        side,
        "At bat",
        card.name,
        _joined(
            f"bats {HANDS[card.bats]}",
            "normal power" if power else "weak power",
            f"runs 1-{card.running}",
        ),
        grids=[
            _grid(
                card.left if left else card.right,
                f"Against {'left' if left else 'right'}-handed pitchers",
                1,
                NOTHING if thrown.on_pitchers else thrown,
            )
        ],
    )


def _runner(game: PurestratGame, base: int) -> FaceUp:
    card = game.runner(base)
    steals = write_stealing(card.stealing)
    return FaceUp(
        int(game.half),
        f"On {BASES[base - 1]}",
        card.name,
        _joined(f"runs 1-{card.running}", f"steals {steals}" if steals else "does not steal"),
    )


def _fell(game: PurestratGame, last: LastPlay | None) -> str:
    """Where the dice of the last play pointed, and what stands there."""
    thrown = Thrown(last.entries) if last is not None else NOTHING
    if last is None or thrown.plate < 0:
        return ""
    mound, card = _met(game, last)
    whose, side = mound.name, mound.left if _bats_left(card, mound) else mound.right
    if not thrown.on_pitchers:
        whose, side = card.name, card.left if mound.throws == "L" else card.right
    reading = thrown.reading(side)
    if reading is None:
        return ""
    where = f"{WHITE[thrown.plate]}, {COLOURED[thrown.plate]}"
    return f"{where} on {whose}’s card: {write_reading(reading)} ({_in_words(reading)})"


_MEANINGS: Final = {
    SINGLE: "single",
    DOUBLE: "double",
    TRIPLE: "triple",
    HOME_RUN: "home run",
    WALK: "walk",
    HIT_BY_PITCH: "hit by pitch",
    STRIKEOUT: "strikeout",
    GROUNDER: "ground ball",
    FLY: "fly",
    LINE_OUT: "line drive",
    POP_OUT: "pop",
    FOUL_OUT: "foul pop",
    CATCH: "chance for the catcher",
}


def _in_words(reading: int) -> str:
    """What a reading means: a ground ball to shortstop."""
    kind, position = kind_of(reading), position_of(reading)
    if not position or kind == CATCH:
        return _MEANINGS[kind]
    at = {1: "the pitcher", 2: "the catcher"}.get(position) or FIELD[position]
    return f"{_MEANINGS[kind]} to {at}"


def _played(game: PurestratGame, last: LastPlay | None) -> list[FaceUp]:
    """The cell that the last throw at the plate hit, on the card of then."""
    thrown = Thrown(last.entries) if last is not None else NOTHING
    if last is None or thrown.plate < 0:
        return []
    mound, card = _met(game, last)
    if thrown.on_pitchers:
        left = _bats_left(card, mound)
        return [_pitcher(last.field, mound, left=left, thrown=thrown).hit()]
    return [_batter(last.side, card, left=mound.throws == "L", thrown=thrown).hit()]


def _met(game: PurestratGame, last: LastPlay) -> tuple[Pitcher, Hitter]:
    """The cards of a play; the player who has been replaced since still has his."""
    arm = game.nines[last.field].player(last.pitcher)
    card = arm.pitcher if arm.pitcher is not None else emergency_pitcher(arm)
    return card, game.nines[last.side].player(last.batter).hitter


def _bats_left(card: Hitter, mound: Pitcher) -> bool:
    return card.bats == "L" or (card.bats == "S" and mound.throws == "R")


def _stamina(game: PurestratGame) -> str:
    """How far the current pitcher is from being tired (S27, S28)."""
    endurance = game.defence.endurance
    if not game.tires:
        return ""
    if endurance.tired:
        return "tired"
    if endurance.closing:
        return f"closes, {counted(int(endurance.left), 'out')} to his weakness"
    if endurance.vulnerable():
        now, before = endurance.hits_and_walks
        return f"weak, hits and walks {now} in this inning and {before} in the last"
    if endurance.role == STARTER:
        return f"weak from inning {endurance.point}"
    return f"weak after {counted(int(endurance.point) - 1, 'inning')}"


def _reliever(game: PurestratGame, side: int, number: int) -> str:
    card = game.nines[side].player(number).pitcher
    return f"{card.throws} {write_relief(card)}" if card is not None and card.relief else ""


def _pinch_hitter(game: PurestratGame, side: int, number: int) -> str:
    """His hand, his legs and the positions on his card."""
    player = game.nines[side].player(number)
    played = " ".join(POSITIONS[at] for at in player.positions)
    return _joined(f"{player.hitter.bats} {played}".strip(), f"runs 1-{player.hitter.running}")


def _joined(*words: str) -> str:
    return ", ".join(word for word in words if word)


def _grid(side: Side, caption: str, first: int, thrown: Thrown) -> CardGrid:
    """A side of a card: columns by the white die, rows by the sum of the coloured ones."""
    lit = CELL[thrown.plate] if thrown.plate >= 0 else -1
    place = thrown.place(side, lit) if lit >= 0 else -1
    return CardGrid(
        caption,
        [str(first + column) for column in range(COLUMNS)],
        [
            GridRow(
                str(row + 2),
                [
                    GridCell(list(_parts(side, cell)), cell == lit, place if cell == lit else -1)
                    for cell in range(row, COLUMNS * ROWS, ROWS)
                ],
                f"{WAYS[row + 2]} in 36",
            )
            for row in range(ROWS)
        ],
    )


def _parts(side: Side, cell: int) -> Iterator[tuple[str, bool]]:
    """The readings of a cell with the d20's faces that bring them, and whether the batter likes
    them."""
    begin = 1
    for packed, faces in side.parts(cell):
        text = write_reading(packed)
        if faces < TWENTY:
            end = begin + faces - 1
            text += f" {begin}-{end}" if end > begin else f" {begin}"
            begin = end + 1
        yield text, kind_of(packed) in GOOD
