"""A Deep Drive game as it lies on the table: both cards with the lines that the dice point at, and
the cards of the runners on base."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.card_games.last_play import LastPlay, last_play, told_upto
from games.card_games.nine.prompts import leaver_of, prompts_of_nine
from games.card_games.nine.spares import outs_left, spares_of
from games.card_games.table_view import CardGrid, FaceUp, GridCell, GridRow, TableView
from games.engine.dice import INDEX_MASK, WORD_SHIFT
from games.engine.folds.changes import FIELD
from games.engine.game_state import BASES
from games.engine.record import Record
from games.systems.deep_drive.play.cards import AVERAGE, POSITIONS, SPEEDS, Batter, Pitcher
from games.systems.deep_drive.play.game import PITCHERS_CARD, DeepDriveGame
from games.systems.deep_drive.play.squad import emergency_pitcher
from games.systems.deep_drive.play.throws import DEEP_DRIVE, FIELDER, PLATE
from games.systems.deep_drive.prompts import prompts_of
from games.systems.deep_drive.text.card_layout import Half, Layout, layout_of
from games.systems.deep_drive.text.notation import write_park
from games.systems.deep_drive.text.words import reading_in_words

OUT: Final = "OUT"
HANDS: Final = {"L": "left", "R": "right", "S": "both ways"}
NOT_HIT: Final = -1


class Thrown:
    """The dice of a play, among these entries: the percentile and the modifier of the throw at the
    plate, the percentile of a deep drive, and that of who gets a chance; -1 where none was
    thrown."""

    def __init__(self, entries: Sequence[int]) -> None:
        self.plate = self.modifier = self.deep = self.fielder = NOT_HIT
        for entry in entries:
            if entry < 0:
                continue
            dice, index = int(entry >> WORD_SHIFT), int(entry & INDEX_MASK)
            if dice == PLATE.code:
                self.plate, self.modifier = divmod(index, 10)
                self.deep = NOT_HIT
            elif dice == DEEP_DRIVE.code:
                self.deep = index // 10
            elif dice == FIELDER.code:
                self.fielder = index

    @property
    def on_pitchers(self) -> bool:
        """Whether the throw at the plate is read on the pitcher's card."""
        return self.plate >= PITCHERS_CARD


def table_view(record: Record, game: DeepDriveGame) -> TableView:
    """The table as it lies while the record waits for its next entry."""
    thrown = Thrown(game.table.entries[told_upto(record) :])
    last = last_play(record, game.table)
    mound, batter = game.defence.mound, game.batter()
    found = [
        _card(1 - game.half, "On the mound", mound, f"throws {HANDS[mound.throws]}", thrown),
        _card(game.half, "At bat", batter, f"bats {HANDS[batter.bats]}", thrown),
    ]
    fielder = _fielder(game, thrown, last)
    found += [fielder] if fielder else []
    for base in range(1, len(BASES) + 1):
        if game.runners.on[base]:
            runner = game.offence.batters[game.runners.on[base]]
            told = ", ".join(
                f"{label} {value}" for label, _, value in layout_of(runner).ratings[:2]
            )
            found.append(FaceUp(int(game.half), f"On {BASES[base - 1]}", runner.name, told))
    return TableView(
        found,
        fell=_fell(game, last),
        played=_played(game, last),
        mound=", ".join(filter(None, (_stamina(game), outs_left(game)))),
        spares=spares_of(game, partial(_reliever, game), partial(_pinch_hitter, game)),
        prompts=prompts_of_nine(batter.name, mound.name, leaver_of(game), prompts_of(game)),
        park=[
            (faces, f"{reading}, {reading_in_words(reading)}")
            for reading, _, faces in (
                part.partition(" ") for part in write_park(game.park).split(", ")
            )
        ],
    )


def _fielder(game: DeepDriveGame, thrown: Thrown, last: LastPlay | None) -> FaceUp | None:
    """Who gets the chance that is thrown now, or had that of the play just made."""
    side, thrown_at = int(1 - game.half), thrown.fielder
    if thrown_at < 0 and last is not None:
        side, thrown_at = last.field, Thrown(last.entries).fielder
    if thrown_at < 0:
        return None
    position = int(game.charts.defense_fielder[thrown_at])
    nine = game.nines[side]
    number = int(nine.lineup.at[position])
    if not number:
        return None
    rated = f"FIELD {nine.ratings[position]}"
    return FaceUp(side, f"The chance: {FIELD[position]}", nine.player(number).name, rated, lit=True)


def _fell(game: DeepDriveGame, last: LastPlay | None) -> str:
    """What the throws of the last play point at on the cards."""
    thrown = Thrown(last.entries) if last is not None else None
    if last is None or thrown is None or thrown.plate < 0:
        return ""
    mound, batter = _met(game, last)
    card = mound if thrown.on_pitchers else batter
    halves = [(card, layout_of(card).halves[0], thrown.plate)]
    if thrown.deep >= 0:
        halves.append((batter, layout_of(batter).halves[1], thrown.deep))
    told = []
    shown = None
    for whose, half, number in halves:
        # A card that is read twice is named once.
        where = "" if whose is shown else f" on {whose.name}’s card"
        shown = whose
        told += [
            f"{number:02}{where}: {line.reading} ({line.long.lower()})"
            for line in half.lines
            if line.holds(number)
        ]
    if told and _is_out(layout_of(card), thrown.plate):
        code = layout_of(card).outs[thrown.modifier]
        told.append(f"{thrown.modifier}: {code} ({reading_in_words(code)})")
    return ", ".join(told)


def _played(game: DeepDriveGame, last: LastPlay | None) -> list[FaceUp]:
    """The lines that the last throw at the plate hit, on the cards of then."""
    thrown = Thrown(last.entries) if last is not None else None
    if last is None or thrown is None or thrown.plate < 0:
        return []
    mound, batter = _met(game, last)
    found = (
        _card(last.field, "On the mound", mound, f"throws {HANDS[mound.throws]}", thrown),
        _card(last.side, "At bat", batter, f"bats {HANDS[batter.bats]}", thrown),
    )
    return [card.hit() for card in found if card.is_hit]


def _met(game: DeepDriveGame, last: LastPlay) -> tuple[Pitcher, Batter]:
    """The cards of a play; the player who has been replaced since still has his."""
    arm = game.nines[last.field].player(last.pitcher)
    card = arm.pitcher if arm.pitcher is not None else emergency_pitcher(arm)
    return card, game.nines[last.side].player(last.batter).batter


def _stamina(game: DeepDriveGame) -> str:
    """How many batters the current pitcher has faced of those he is good for."""
    nine = game.defence
    if not game.rules.endurance:
        return ""
    most = nine.mound.starter if nine.mound_started else nine.mound.relief
    words = "has faced" if nine.faced < most else "tired, has faced"
    return f"{words} {nine.faced} of {most}"


def _reliever(game: DeepDriveGame, side: int, number: int) -> str:
    card = game.nines[side].player(number).pitcher
    return f"{card.throws} {card.relief}" if card is not None and card.relief else ""


def _pinch_hitter(game: DeepDriveGame, side: int, number: int) -> str:
    """His hand, the positions on his card and his legs."""
    player = game.nines[side].player(number)
    played = " ".join(POSITIONS[at] for at in player.positions)
    run = "" if player.batter.run == AVERAGE else f"RUN {SPEEDS[player.batter.run]}"
    return ", ".join(filter(None, (f"{player.batter.bats} {played}".strip(), run)))


def _card(side: int, role: str, card: Batter | Pitcher, hand: str, thrown: Thrown) -> FaceUp:
    layout = layout_of(card)
    ratings = [f"{label} {value}" for label, _, value in layout.ratings if value != "–"]
    pitches = isinstance(card, Pitcher)
    plate = thrown.plate if thrown.plate >= 0 and thrown.on_pitchers == pitches else NOT_HIT
    numbers = (plate,) if pitches else (plate, thrown.deep)
    return FaceUp(
        int(side),
        role,
        card.name,
        ", ".join((hand, *ratings)),
        grids=[
            *(_half(half, number) for half, number in zip(layout.halves, numbers, strict=True)),
            _codes(layout, thrown.modifier if _is_out(layout, plate) else NOT_HIT),
        ],
    )


def _half(half: Half, number: int) -> CardGrid:
    """Readings with their ranges; the one that holds the number is lit."""
    return CardGrid(
        half.label,
        (),
        [
            GridRow(
                line.reading,
                [
                    GridCell(
                        [(", ".join(line.ranges), line.good)],
                        number >= 0 and line.holds(number),
                    )
                ],
                f"{line.long}: {line.numbers} in 100",
            )
            for line in half.lines
        ],
    )


def _is_out(layout: Layout, number: int) -> bool:
    return number >= 0 and any(
        line.reading == OUT and line.holds(number) for line in layout.halves[0].lines
    )


def _codes(layout: Layout, modifier: int) -> CardGrid:
    """The ten codes under OUT by the modifier die."""
    codes: Sequence[str] = layout.outs
    return CardGrid(
        "Out, by the modifier",
        [str(face) for face in range(len(codes))],
        [GridRow("", [GridCell([(code, False)], at == modifier) for at, code in enumerate(codes)])],
    )
