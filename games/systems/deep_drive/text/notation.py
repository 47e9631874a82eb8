"""Cards as text that managers can type and compare line by line, and that parses back the same.

::

    batter: Moses Tarrant
    bats: S
    run: F
    steal: 6 (12)
    dp: 3
    field: c-4 1b-2
    throw: -1
    pb: 93 96◓
    left: DD 00-05, SI+ 06-07, SI 08-12, BB 13-16, HBP 17, SO 18-27, DEF 28-31, OUT 32-49
    outs: G6 G4 G5h G3 L6 F8 F7 F9s Pf Pm
    right: Park 00-09, HR 10-28, TR 29-32, DO 33-70, F7d 71-79, F8d 80-90, F9d 91-99

A pitcher has ``throws``, ``hold``, ``wp``, ``bk``, ``po``, ``field`` (his rating alone),
``starter`` and ``relief`` (batters he faces, ``-`` for none), ``hitting`` (``poor``, ``average``,
``good``), and ``card`` with his numbers from 50 to 99 instead of two sides. A reading is followed
by its ranges, several of them separated by blanks: ``OUT 35-40 44-49``. ``-`` is nothing: no DP
number, no range, average speed. ``◓ ◠ ◒ ◡`` behind a range may be typed ``A``, ``A2``, ``H``,
``H2``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from games.systems.deep_drive.play.cards import (
    AVERAGE,
    EVENTS,
    FACES,
    HITTING,
    LEFT_NUMBERS,
    NO_EVENTS,
    NO_STEALING,
    PASSED_BALL,
    PICK_OFF,
    PITCHERS_FIRST,
    POSITIONS,
    RIGHT_NUMBERS,
    SLOW_RUNNER,
    SPEEDS,
    SYMBOLS,
    USUAL,
    VERY_FAST,
    WILD_PITCH,
    Batter,
    Column,
    Fielding,
    Pitcher,
    Stealing,
    event_bits,
    symbol_of,
    verify_batter,
    verify_pitcher,
)
from games.systems.deep_drive.play.park import Park
from games.systems.deep_drive.play.readings import (
    LEFT_READINGS,
    LEFT_SIDE,
    OUT_READINGS,
    PARK_CARD,
    PARK_READINGS,
    RIGHT_READINGS,
    RIGHT_SIDE,
    parse_reading,
    write_reading,
)

MOST_FAULTS: Final = 30
"""Most refusals of one text; more would be noise."""
_QUOTED: Final = 40
"""Most characters of a text quoted in a refusal."""

_RANGE: Final = re.compile(r"([0-9]{1,2})(?:[-–]([0-9]{1,2}))?")
_EVENT: Final = re.compile(r"([0-9]{1,2})(?:[-–]([0-9]{1,2}))?(\D.{0,7})?")
_STEAL: Final = re.compile(r"([0-9]{1,2})\s{0,3}\(([0-9]{1,2})\)")
_FIELD: Final = re.compile(r"(p|c|1b|2b|3b|ss|lf|cf|rf)-([0-9])")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,3}")

_TYPED: Final = {"": 1, "A": 2, "A2": 3, "H": 4, "H2": 5} | {
    symbol: at for at, symbol in enumerate(SYMBOLS) if symbol
}
"""Marks that may follow a range of an on-base event."""

_BATTERS: Final = frozenset(
    ("batter", "bats", "run", "steal", "dp", "field", "throw", "pb", "left", "outs", "right")
)
_PITCHERS: Final = frozenset(
    (
        *("pitcher", "throws", "hold", "wp", "bk", "po", "field", "starter", "relief", "hitting"),
        *("run", "steal", "card", "outs"),
    )
)


class _Column:
    """A column while it is filled, and its faults."""

    def __init__(self, place: str, first: int, numbers: int, rule: str = "") -> None:
        self.place = place
        self.rule = rule
        self.first = first
        self.rows = [0] * numbers
        self.faults: list[Refusal] = []
        self._width = 1 if numbers == FACES else 2

    def fault(self, code: str, message: str, rule: str = "") -> None:
        if len(self.faults) < MOST_FAULTS:
            facts = {"rule": rule or self.rule} if rule or self.rule else {}
            self.faults.append(Refusal(code, message, self.place, facts))

    def fill(self, low: int, high: int, reading: int) -> None:
        """Put a reading under the numbers of a range."""
        last = self.first + len(self.rows) - 1
        if high < low:
            self.fault("not-a-range", f"{self.said(low)}-{self.said(high)} runs backwards.")
        elif low < self.first or high > last:
            self.fault(
                "range-outside",
                f"{self.span(low, high)} is not within {self.span(self.first, last)}.",
            )
        else:
            for index in range(low - self.first, high - self.first + 1):
                if self.rows[index]:
                    self.fault("range-overlap", f"{self.said(index + self.first)} stands twice.")
                    return
                self.rows[index] = reading

    def close(self) -> None:
        """Refuse the numbers that no range covers."""
        empty = [index + self.first for index, reading in enumerate(self.rows) if not reading]
        if empty and not self.faults:
            spans = [self.span(low, high) for low, high in _runs(empty)]
            more = ", …" if len(spans) > 5 else ""
            self.fault("range-gap", f"Nothing stands for {', '.join(spans[:5])}{more}.")

    def said(self, number: int) -> str:
        return f"{number:0{self._width}d}"

    def span(self, low: int, high: int) -> str:
        return self.said(low) if low == high else f"{self.said(low)}-{self.said(high)}"


def parse_column(
    text: str, place: str, allowed: frozenset[int], *, first: int = 0, numbers: int, rule: str = ""
) -> Column:
    """The column that ``DD 00-05, SI+ 06-07, …`` writes; ``rule`` is the paragraph cited in
    refusals.

    Refused, up to ``MOST_FAULTS`` at once: ``unknown-reading``, ``unknown-out-code``,
    ``reading-of-another-card``, ``not-a-range``, ``range-outside``, ``range-overlap``,
    ``range-gap``.
    """
    column = _Column(place, first, numbers, rule)
    for part in text.split(","):
        if len(column.faults) >= MOST_FAULTS:
            break
        word, *ranges = part.split() or [""]
        try:
            reading = parse_reading(word, place)
        except Refused as refused:
            column.faults += refused.refusals
            continue
        if reading not in allowed:
            column.fault("reading-of-another-card", f"{write_reading(reading)} stands not here.")
            continue
        for span in ranges or [""]:
            match = _RANGE.fullmatch(span)
            if match is None:
                column.fault("not-a-range", f"“{span[:_QUOTED]}” is no range such as 04-07.")
                continue
            column.fill(int(match[1]), int(match[2] or match[1]), reading)
    column.close()
    refuse_all(column.faults)
    return Column(column.rows)


def parse_outs(text: str, place: str) -> Column:
    """The ten out codes under OUT, for the modifier 0 to 9, separated by blanks (DD-019).

    Refused: ``ten-out-codes``, ``unknown-out-code``, ``unknown-reading``.
    """
    words = text.split()
    if len(words) != FACES:
        sentence = f"Ten out codes stand under OUT, and here {len(words)}."
        raise Refused(Refusal("ten-out-codes", sentence, place, {"rule": "DD-019"}))
    codes: list[int] = []
    faults: list[Refusal] = []
    for modifier, word in enumerate(words):
        try:
            code = parse_reading(word, f"{place} {modifier}")
        except Refused as refused:
            faults += refused.refusals
            continue
        if code not in OUT_READINGS:
            sentence = f"{word} is no out code."
            faults.append(
                Refusal("unknown-out-code", sentence, f"{place} {modifier}", {"rule": "DD-032"})
            )
        codes.append(code)
    refuse_all(faults)
    return Column(codes)


def parse_events(text: str, kind: int, place: str) -> Column:
    """The numbers of an on-base event, ``90-91 95◓`` (DD-071 to DD-076), ``-`` for none.

    Refused: ``not-a-range``, ``events-outside-the-nineties``, ``unknown-symbol``,
    ``range-overlap``.
    """
    if text in ("", "-"):
        return NO_EVENTS
    column = _Column(place, 90, FACES, "DD-071")
    for word in text.replace(",", " ").split():
        match = _EVENT.fullmatch(word)
        if match is None:
            column.fault("not-a-range", f"“{word[:_QUOTED]}” is no range such as 90-91◓.")
            continue
        low, high = int(match[1]), int(match[2] or match[1])
        symbol = _TYPED.get(match[3] or "", 0)
        if not symbol:
            column.fault("unknown-symbol", f"“{match[3]}” is none of ◓ ◠ ◒ ◡.", "DD-073")
        elif not 90 <= low <= high <= 99:
            column.fault("events-outside-the-nineties", f"{word} is not in 90-99.", "DD-072")
        else:
            column.fill(low, high, event_bits(kind, symbol))
    refuse_all(column.faults)
    return Column(column.rows)


def parse_park(text: str, place: str = "park") -> Park:
    """The park card that ``HR 0-4, F7d 5-6, F8d 7, F9d 8-9`` writes; refused like a column."""
    return Park(parse_column(text, place, PARK_READINGS, numbers=FACES, rule="DD-029"))


class _Lines:
    """A card's text in lines, and its faults."""

    def __init__(self, text: str, known: frozenset[str], card: str) -> None:
        self.faults: list[Refusal] = []
        self.values: dict[str, str] = {}
        self.card = card
        for line_number, line in enumerate(text.splitlines(), start=1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            key, colon, value = line.partition(":")
            key = key.strip().lower()
            if not colon or key not in known:
                quoted = line.strip()[:_QUOTED]
                self.fault(
                    "unknown-line", f"“{quoted}” is no line of such a card.", f"line {line_number}"
                )
            elif key in self.values:
                self.fault("line-twice", f"{key} stands twice.", f"line {line_number}")
            else:
                self.values[key] = value.strip()
                if key in ("batter", "pitcher"):
                    self.card = value.strip() or card

    def fault(self, code: str, message: str, where: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Refusal(code, message, f"{self.card}:{where}"))

    def number(self, key: str, usual: int) -> int:
        """A whole number, signed or not; the default for ``-`` and for no line."""
        text = self.values.get(key, "")
        if text in ("", "-"):
            return usual
        if _NUMBER.fullmatch(text) is None:
            self.fault("not-a-number", f"“{text[:_QUOTED]}” is no whole number.", key)
            return usual
        return int(text)

    def word(self, key: str, words: Sequence[str], usual: int) -> int:
        """A word as its index in a list."""
        text = self.values.get(key, "")
        if not text:
            return usual
        if text not in words:
            self.fault("no-such-grade", f"“{text[:_QUOTED]}” is none of {' '.join(words)}.", key)
            return usual
        return words.index(text)

    def stealing(self) -> Stealing:
        """The numbers of ``6 (12)``."""
        text = self.values.get("steal", "")
        if text in ("", "-"):
            return NO_STEALING
        match = _STEAL.fullmatch(text)
        if match is None:
            self.fault("bad-stealing-line", f"“{text[:_QUOTED]}” is not like 6 (12).", "steal")
            return NO_STEALING
        return Stealing(int(match[1]), int(match[2]))

    def fielding(self) -> tuple[Fielding, ...]:
        """The ratings of ``ss-4 2b-3``."""
        text = self.values.get("field", "-")
        if text in ("", "-"):
            return ()
        ratings = []
        for word in text.replace(",", " ").split():
            match = _FIELD.fullmatch(word)
            if match is None:
                self.fault("bad-fielding-line", f"“{word[:_QUOTED]}” is not like ss-4.", "field")
                break
            ratings.append(Fielding(POSITIONS.index(match[1]), int(match[2])))
        return tuple(ratings)

    def column(self, key: str, parse: Callable[[str, str], Column]) -> Column:
        """A column by its parser; empty where it is refused or missing."""
        if key not in self.values:
            self.fault("line-missing", f"There is no line {key}.", key)
            return Column(())
        return self._parsed(key, parse)

    def events(self, kinds: Iterable[int]) -> Column:
        """The on-base events of these kinds, all in one column."""
        packed = [0] * FACES
        for kind in kinds:
            for index, bits in enumerate(self._parsed(EVENTS[kind], _events_of(kind)).rows):
                packed[index] |= bits
        return Column(packed)

    def _parsed(self, key: str, parse: Callable[[str, str], Column]) -> Column:
        try:
            return parse(self.values.get(key, ""), f"{self.card}:{key}")
        except Refused as refused:
            self.faults += refused.refusals
            return Column(())


def _events_of(kind: int) -> Callable[[str, str], Column]:
    return lambda text, place: parse_events(text, kind, place)


def _left(text: str, place: str) -> Column:
    return parse_column(text, place, LEFT_READINGS, numbers=LEFT_NUMBERS, rule="DD-010")


def _right(text: str, place: str) -> Column:
    return parse_column(text, place, RIGHT_READINGS, numbers=RIGHT_NUMBERS, rule="DD-022")


def _pitchers(text: str, place: str) -> Column:
    return parse_column(
        text, place, LEFT_READINGS, first=PITCHERS_FIRST, numbers=LEFT_NUMBERS, rule="DD-011"
    )


def parse_batter(text: str, name: str = "card") -> Batter:
    """Parse a batter's card; refused with all faults, each with card and place."""
    lines = _Lines(text, _BATTERS, name)
    card = Batter(
        name=lines.card,
        bats=lines.values.get("bats", ""),
        left=lines.column("left", _left),
        outs=lines.column("outs", parse_outs),
        right=lines.column("right", _right),
        run=lines.word("run", SPEEDS[: VERY_FAST + 1], AVERAGE),
        stealing=lines.stealing(),
        double_play=lines.number("dp", 0),
        fielding=lines.fielding(),
        throw=lines.number("throw", 0),
        events=lines.events((PASSED_BALL,)),
    )
    refuse_all(lines.faults)
    refuse_all(verify_batter(card))
    return card


def parse_pitcher(text: str, name: str = "card") -> Pitcher:
    """Parse a pitcher's card; refused like ``parse_batter``."""
    lines = _Lines(text, _PITCHERS, name)
    card = Pitcher(
        name=lines.card,
        throws=lines.values.get("throws", ""),
        numbers=lines.column("card", _pitchers),
        outs=lines.column("outs", parse_outs),
        hold=lines.number("hold", 0),
        events=lines.events(range(WILD_PITCH, PICK_OFF + 1)),
        rating=lines.number("field", 3),
        starter=lines.number("starter", 0),
        relief=lines.number("relief", 0),
        hitting=lines.word("hitting", HITTING, USUAL),
        run=lines.word("run", SPEEDS[: VERY_FAST + 1], SLOW_RUNNER),
        stealing=lines.stealing(),
    )
    refuse_all(lines.faults)
    refuse_all(verify_pitcher(card))
    return card


def ranges(
    column: Column, words: Sequence[str], *, first: int = 0
) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The readings of a column in the order of ``words``, each with the first and last number of
    its ranges."""
    width = len(column.rows)
    for word in words:
        reading = parse_reading(word)
        numbers = [first + index for index in range(width) if column.rows[index] == reading]
        if numbers:
            yield word, list(_runs(numbers))


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Rising numbers as ranges, first and last."""
    begin = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[begin], numbers[index - 1]
            begin = index


def write_range(low: int, high: int, width: int = 2) -> str:
    """``04-07``, ``17``."""
    return f"{low:0{width}d}" if low == high else f"{low:0{width}d}-{high:0{width}d}"


def write_column(column: Column, words: Sequence[str], *, first: int = 0) -> str:
    """``DD 00-05, SI+ 06-07, …``, in the order of ``words``."""
    width = 1 if len(column.rows) == FACES else 2
    return ", ".join(
        f"{word} {' '.join(write_range(low, high, width) for low, high in spans)}"
        for word, spans in ranges(column, words, first=first)
    )


def write_outs(outs: Column) -> str:
    """The ten codes, ``G6 G4 …``."""
    return " ".join(write_reading(code) for code in outs.rows)


def write_events(events: Column, kind: int) -> str:
    """``90-91 95◓``, ``-`` for none."""
    symbols = [symbol_of(packed, kind) for packed in events.rows]
    words = []
    for symbol in sorted({symbol for symbol in symbols if symbol}):
        numbers = [90 + index for index in range(FACES) if symbols[index] == symbol]
        words += [(low, write_range(low, high) + SYMBOLS[symbol]) for low, high in _runs(numbers)]
    return " ".join(word for _, word in sorted(words)) or "-"


def write_stealing(stealing: Stealing) -> str:
    """``6 (12)``."""
    return f"{stealing.jump} ({stealing.safe})"


def write_fielding(ratings: Sequence[Fielding]) -> str:
    """``ss-4 2b-3``, ``-`` for a player without a position."""
    return " ".join(f"{POSITIONS[rating.position]}-{rating.rating}" for rating in ratings) or "-"


def write_shift(number: int) -> str:
    """A hold or throw rating, with its sign."""
    return f"{number:+d}" if number else "0"


def write_park(park: Park) -> str:
    """``HR 0-4, F7d 5-6, F8d 7, F9d 8-9``, from which ``parse_park`` restores the card."""
    return write_column(park.results, PARK_CARD)


def write_batter(card: Batter) -> str:
    """A batter's card as text, from which ``parse_batter`` restores it."""
    values = [
        ("batter", card.name),
        ("bats", card.bats),
        ("run", SPEEDS[card.run]),
        ("steal", write_stealing(card.stealing)),
        ("dp", str(card.double_play) if card.double_play else "-"),
        ("field", write_fielding(card.fielding)),
    ]
    if any(rating.position == 2 for rating in card.fielding):
        values += [
            ("throw", write_shift(card.throw)),
            ("pb", write_events(card.events, PASSED_BALL)),
        ]
    values += [
        ("left", write_column(card.left, LEFT_SIDE)),
        ("outs", write_outs(card.outs)),
        ("right", write_column(card.right, RIGHT_SIDE)),
    ]
    return _write(values)


def write_pitcher(card: Pitcher) -> str:
    """A pitcher's card as text, from which ``parse_pitcher`` restores it."""
    return _write(
        [
            ("pitcher", card.name),
            ("throws", card.throws),
            ("hold", write_shift(card.hold)),
            *((EVENTS[kind], write_events(card.events, kind)) for kind in range(PASSED_BALL)),
            ("field", str(card.rating)),
            ("starter", str(card.starter) if card.starter else "-"),
            ("relief", str(card.relief) if card.relief else "-"),
            ("hitting", HITTING[card.hitting]),
            ("run", SPEEDS[card.run]),
            ("steal", write_stealing(card.stealing)),
            ("card", write_column(card.numbers, LEFT_SIDE, first=PITCHERS_FIRST)),
            ("outs", write_outs(card.outs)),
        ]
    )


def _write(values: Sequence[tuple[str, str]]) -> str:
    return "".join(f"{key}: {value}\n" for key, value in values)
