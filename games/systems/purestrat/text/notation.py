"""Cards as text that managers can type and compare line by line, and that parses back the same.

::

    hitter: Moses Tarrant
    bats: S
    power: N W
    steal: *8-10/11,12 (19-14)
    run: 15
    bunt: B
    hit and run: C
    field: ss-2e18 2b-3e14
    left:
     2 | SI*                | HR 1-7, DO** 8-20  | gb(ss)A
     3 | K                  | ...

A side has eleven rows, the sums 2 to 12, of three columns. Power, like everything with two sides,
is written against left and then right. A pitcher has ``throws``, ``starter``, ``relief``
(``2/4``: point of weakness and closer endurance, 0-6 or N), ``hold``, ``balk``, ``wild pitch``
and ``hitting`` instead. Catchers are written ``c-2(-1)e6 T1-9 pb4``, outfielders ``cf-2(-3)e4``.
A split is ``HR 1-7, DO** 8-20``; ``gb(ss)A ^ SI**`` is a reading with a triangle, of which
only the second part is used (S30.6).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from games.engine.fields import whole_number
from games.systems.purestrat.play.cards import (
    BUNT_GRADES,
    CELLS,
    CHANCES,
    CLOSER_N,
    CLOSER_NONE,
    COLUMNS,
    HIT_AND_RUN_GRADES,
    NO_STEALING,
    ROWS,
    TWENTY,
    USUAL_GLOVE,
    USUAL_GRADE,
    USUAL_HITTING,
    USUAL_RUNNING,
    WAYS,
    Fielding,
    Hitter,
    Pages,
    Pitcher,
    Side,
    Stealing,
    cell_name,
    verify_hitter,
    verify_pitcher,
)
from games.systems.purestrat.play.readings import (
    FLY,
    POSITION_SHIFT,
    POSITIONS,
    kind_of,
    parse_reading,
    position_of,
    write_reading,
)
from games.systems.purestrat.text.house_cards import hitting_code

_PART: Final = re.compile(r"(?P<reading>\S+)\s+(?P<from>[0-9]{1,6})(?:-(?P<to>[0-9]{1,6}))?")
_STEAL: Final = re.compile(
    r"(?P<asterisk>\*)?(?P<lead>[0-9,\s-]+)/(?P<caught>[0-9,\s-]+)"
    r"\((?P<first>[0-9]{1,6})-(?P<second>[0-9]{1,6})\)"
)
_FIELD: Final = re.compile(
    r"(?P<position>p|c|1b|2b|3b|ss|lf|cf|rf)-(?P<range>[0-9])(?:\((?P<arm>[+-]?[0-9])\))?"
    r"e(?P<error>[0-9]{1,6})(?:\s+T(?:1-)?(?P<t>[0-9]{1,6}))?(?:\s+pb(?P<pb>[0-9]{1,6}))?"
)
_RELIEF: Final = re.compile(r"([0-9]{1,6})(?:/([0-6N]))?")


class _Lines:
    """A card's text in lines, and its faults."""

    def __init__(self, text: str, card: str) -> None:
        self.faults: list[Refusal] = []
        self.values: dict[str, str] = {}
        self.sides: dict[str, list[tuple[int, str]]] = {}
        self.card = card
        side = ""
        for line_number, line in enumerate(text.splitlines(), start=1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if "|" in line:
                if side:
                    self.sides[side].append((line_number, line))
                else:
                    self.fault(
                        "row-outside-a-side", "A row stands before left: or right:", line_number
                    )
                continue
            key, colon, value = line.partition(":")
            key = key.strip().lower()
            if not colon:
                self.fault("unknown-line", f"“{line.strip()}” is no line of a card.", line_number)
                continue
            side = key if key in ("left", "right") else ""
            if side:
                self.sides[side] = []
            elif key in self.values:
                self.fault("line-twice", f"{key} stands twice.", line_number)
            self.values[key] = value.strip()
        self.card = self.values.get("hitter") or self.values.get("pitcher") or card

    def fault(self, code: str, message: str, where: int | str) -> None:
        place = f"line {where}" if isinstance(where, int) else where
        self.faults.append(Refusal(code, message, f"{self.card}:{place}"))

    def number(self, key: str, default: int) -> int:
        """A whole number, signed or not."""
        text = self.values.get(key, "")
        if text in ("", "-"):
            return default
        if re.fullmatch(r"[+-]?[0-9]{1,6}", text) is None:
            self.fault("not-a-number", f"“{text}” is no whole number.", key)
            return default
        return int(text)

    def grade(self, key: str, grades: str, default: int) -> int:
        """A letter as a number from 0."""
        text = self.values.get(key, grades[default])
        if len(text) != 1 or text not in grades:
            self.fault("no-such-grade", f"“{text}” is none of {', '.join(grades)}.", key)
            return default
        return grades.index(text)

    def side(self, name: str, *, pitchers: bool) -> Side:
        """Parse a side; every row and cell is read, so that all faults are found at once."""
        rows = self.sides.get(name, [])
        texts = [""] * CELLS
        for line_number, line in rows:
            total, *cells = (part.strip() for part in line.split("|"))
            row = whole_number(total)
            if row is None or not 2 <= row <= 12:
                self.fault("no-such-row", f"“{total}” is no sum of two dice.", line_number)
                continue
            if len(cells) != COLUMNS:
                self.fault(
                    "cells-missing", f"Row {total} has {len(cells)} columns, not 3.", line_number
                )
                continue
            for column, written in enumerate(cells):
                index = column * ROWS + row - 2
                if texts[index]:
                    self.fault("row-twice", f"Row {total} stands twice.", line_number)
                texts[index] = written
        filled = sum(WAYS[cell % ROWS + 2] for cell in range(CELLS) if texts[cell])
        if filled != CHANCES:
            empty = [cell_name(c, pitchers=pitchers) for c in range(CELLS) if not texts[c]]
            self.fault(
                "cells-missing",
                f"A side has {CHANCES} chances, this one {filled}: {', '.join(empty[:5])} "
                f"{'is' if len(empty) == 1 else 'are'} empty.",
                name,
            )
            return Side([0] * CELLS)
        pages = Pages()
        for cell, text in enumerate(texts):
            place = f"{name} {cell_name(cell, pitchers=pitchers)}"
            self._cell(pages, text, f"{self.card}:{place}")
        return pages.side()

    def _cell(self, pages: Pages, text: str, place: str) -> None:
        try:
            parts = parse_cell(text, place)
        except Refused as refused:
            self.faults += refused.refusals
            return
        if len(parts) == 1:
            pages.whole(parts[0][0])
        else:
            pages.split(parts)

    def stealing(self) -> Stealing:
        """The stealing line, ``-`` for a player without numbers."""
        text = self.values.get("steal", "-")
        if text in ("", "-", "*-"):
            return NO_STEALING
        match = _STEAL.fullmatch(text)
        if match is None:
            self.fault("bad-stealing-line", f"“{text}” is not like *8-10/11,12 (19-14).", "steal")
            return NO_STEALING
        return Stealing(
            asterisk=bool(match["asterisk"]),
            lead=self._sums(match["lead"]),
            caught=0 if match["caught"].strip() == "-" else self._sums(match["caught"]),
            first=int(match["first"]),
            second=int(match["second"]),
        )

    def _sums(self, text: str) -> int:
        mask = 0
        for part in text.split(","):
            low, _, high = part.strip().partition("-")
            first, last = whole_number(low), whole_number(high or low)
            if first is None or last is None:
                self.fault("bad-stealing-line", f"“{part}” is no range of sums.", "steal")
                continue
            for total in range(first, min(last, 12) + 1):
                mask |= 1 << total
        return mask

    def fielding(self) -> tuple[Fielding, ...]:
        """The ratings of the field line; an outfielder's arm may be given only at the first of his
        outfield positions (S13.1)."""
        text = self.values.get("field", "-")
        if text in ("", "-"):
            return ()
        ratings: list[Fielding] = []
        arm = end = 0
        for match in _FIELD.finditer(text):
            if text[end : match.start()].strip(" ,"):
                break
            end = match.end()
            position = POSITIONS.index(match["position"])
            if is_outfield := match["position"].endswith("f"):
                arm = int(match["arm"] or arm)
            ratings.append(
                Fielding(
                    position,
                    int(match["range"]),
                    int(match["error"]),
                    arm if is_outfield else int(match["arm"] or 0),
                    int(match["t"] or 0),
                    int(match["pb"] or 0),
                )
            )
        if text[end:].strip(" ,"):
            self.fault("bad-fielding-line", f"“{text[end:].strip()}” is no rating.", "field")
        return tuple(ratings)


_OPEN_HITS: Final = frozenset(map(parse_reading, ("SI", "DO", "$SI", "$DO", "SI!", "DO!")))


def parse_cell(text: str, place: str = "") -> tuple[tuple[int, int], ...]:
    """The readings of a cell with the number of d20 faces of each. Refused: ``unknown-reading``,
    ``split-gap``, ``split-overlap``."""
    try:
        return _parse_cell(text)
    except Refused as refused:
        raise Refused(*(replace(refusal, place=place) for refusal in refused.refusals)) from None


# The cards of a set repeat the same few hundred cells.
@lru_cache(maxsize=8192)
def _parse_cell(text: str) -> tuple[tuple[int, int], ...]:
    text = text.rpartition("^")[2].strip()
    if not re.search(r"\s", text):
        return ((parse_reading(text), TWENTY),)
    parts: list[tuple[int, int]] = []
    upto = 0
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise Refused(Refusal("unknown-reading", f"“{part.strip()}” is no range."))
        low, high = int(match["from"]), int(match["to"] or match["from"])
        if low <= upto or high < low:
            raise Refused(Refusal("split-overlap", f"{low} is already taken."))
        if low > upto + 1:
            raise Refused(Refusal("split-gap", f"Nothing stands for {upto + 1}."))
        parts.append((parse_reading(match["reading"]), high - low + 1))
        upto = high
    if upto != TWENTY:
        code = "split-gap" if upto < TWENTY else "split-overlap"
        raise Refused(Refusal(code, f"The ranges end at {upto}, not at 20."))
    return tuple(_with_the_fielder_of_the_fly(parts))


def _with_the_fielder_of_the_fly(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """An open hit that names no outfielder, split with a fly, is fielded by the fly's outfielder
    (S13.1)."""
    outfielders = [position_of(packed) for packed, _ in parts if kind_of(packed) == FLY]
    if not outfielders:
        return parts
    fielder = outfielders[0] << POSITION_SHIFT
    return [
        (packed | fielder if packed in _OPEN_HITS else packed, faces) for packed, faces in parts
    ]


def parse_hitter(text: str, name: str = "card") -> Hitter:
    """Parse a hitter's card; refused with all faults, each with card and place."""
    lines = _Lines(text, name)
    power = lines.values.get("power", "N N").split()
    if len(power) == 1:
        power *= 2
    if len(power) != 2 or any(letter not in ("N", "W") for letter in power):
        lines.fault("no-such-power", "Power is N or W, against left and right (S12.0).", "power")
        power = ["N", "N"]
    card = Hitter(
        name=lines.card,
        bats=lines.values.get("bats", ""),
        left=lines.side("left", pitchers=False),
        right=lines.side("right", pitchers=False),
        power_left=power[0] == "N",
        power_right=power[1] == "N",
        stealing=lines.stealing(),
        running=lines.number("run", USUAL_RUNNING),
        bunt=lines.grade("bunt", BUNT_GRADES, USUAL_GRADE),
        hit_and_run=lines.grade("hit and run", HIT_AND_RUN_GRADES, USUAL_GRADE),
        fielding=lines.fielding(),
    )
    refuse_all(lines.faults)
    refuse_all(verify_hitter(card))
    return card


def parse_pitcher(text: str, name: str = "card") -> Pitcher:
    """Parse a pitcher's card; refused like ``parse_hitter``."""
    lines = _Lines(text, name)
    relief, closer = 0, CLOSER_NONE
    written = lines.values.get("relief", "-")
    if written not in ("", "-"):
        match = _RELIEF.fullmatch(written)
        if match is None:
            lines.fault("bad-relief-rating", f"“{written}” is not like 2/4 or 1/N.", "relief")
        else:
            relief = int(match[1])
            last = match[2] or ""
            closer = CLOSER_N if last in ("N", "") else int(last)
    hitting = lines.values.get("hitting", USUAL_HITTING).removeprefix("#")
    try:
        hitting_code(hitting, f"{lines.card}:hitting")
    except Refused as refused:
        lines.faults += refused.refusals
    ratings = lines.fielding() or (USUAL_GLOVE,)
    card = Pitcher(
        name=lines.card,
        throws=lines.values.get("throws", ""),
        left=lines.side("left", pitchers=True),
        right=lines.side("right", pitchers=True),
        starter=lines.number("starter", 0),
        relief=relief,
        closer=closer,
        hold=lines.number("hold", 0),
        balk=lines.number("balk", 0),
        wild_pitch=lines.number("wild pitch", 0),
        fielding=ratings[0],
        hitting=hitting,
        stealing=lines.stealing(),
        running=lines.number("run", USUAL_RUNNING),
    )
    refuse_all(lines.faults)
    refuse_all(verify_pitcher(card))
    return card


def write_cell(side: Side, cell: int) -> str:
    parts = side.parts(cell)
    if len(parts) == 1:
        return write_reading(parts[0][0])
    words = []
    upto = 0
    for packed, faces in parts:
        low, upto = upto + 1, upto + faces
        words.append(
            f"{write_reading(packed)} {low}-{upto}"
            if faces > 1
            else f"{write_reading(packed)} {low}"
        )
    return ", ".join(words)


def write_side(side: Side) -> list[str]:
    """Eleven rows of three columns."""
    texts = [write_cell(side, cell) for cell in range(CELLS)]
    widths = [
        max(len(text) for text in texts[column * ROWS : (column + 1) * ROWS])
        for column in range(COLUMNS)
    ]
    return [
        f"{row + 2:>2} | "
        + " | ".join(
            texts[column * ROWS + row].ljust(widths[column]) for column in range(COLUMNS)
        ).rstrip()
        for row in range(ROWS)
    ]


def write_stealing(line: Stealing) -> str:
    """``*8-10/11,12 (19-14)``, ``-`` for a player without numbers."""
    if line == NO_STEALING:
        return "-"
    caught = _write_sums(line.caught) or "-"
    asterisk = "*" if line.asterisk else ""
    return f"{asterisk}{_write_sums(line.lead)}/{caught} ({line.first}-{line.second})"


def _write_sums(mask: int) -> str:
    sums = [total for total in range(2, 13) if mask >> total & 1]
    runs: list[list[int]] = []
    for total in sums:
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    words = []
    for run in runs:
        words += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else [str(total) for total in run]
    return ",".join(words)


def write_fielding(ratings: Sequence[Fielding]) -> str:
    """``ss-2e18 2b-3e14``, ``-`` for a player without a position."""
    words = []
    for rating in ratings:
        arm = f"({rating.arm:+d})" if rating.position == 2 or rating.position >= 7 else ""
        word = f"{POSITIONS[rating.position]}-{rating.range}{arm}e{rating.error}"
        if rating.position == 2:
            word += f" T1-{rating.t} pb{rating.pb}"
        words.append(word)
    return " ".join(words) or "-"


def write_hitter(card: Hitter) -> str:
    """A hitter's card as text, from which ``parse_hitter`` restores it."""
    power = " ".join("N" if normal else "W" for normal in (card.power_left, card.power_right))
    return _write(
        [
            ("hitter", card.name),
            ("bats", card.bats),
            ("power", power),
            ("steal", write_stealing(card.stealing)),
            ("run", str(card.running)),
            ("bunt", BUNT_GRADES[card.bunt]),
            ("hit and run", HIT_AND_RUN_GRADES[card.hit_and_run]),
            ("field", write_fielding(card.fielding)),
        ],
        card.left,
        card.right,
    )


def write_relief(card: Pitcher) -> str:
    """``2/4``, ``1/N``, or ``-`` for a pitcher who does not relieve."""
    if not card.relief:
        return "-"
    return f"{card.relief}/{'N' if card.closer in (CLOSER_N, CLOSER_NONE) else card.closer}"


def write_pitcher(card: Pitcher) -> str:
    """A pitcher's card as text, from which ``parse_pitcher`` restores it."""
    return _write(
        [
            ("pitcher", card.name),
            ("throws", card.throws),
            ("starter", str(card.starter) if card.starter else "-"),
            ("relief", write_relief(card)),
            ("hold", f"{card.hold:+d}"),
            ("balk", str(card.balk)),
            ("wild pitch", str(card.wild_pitch)),
            ("field", write_fielding((card.fielding,))),
            ("hitting", card.hitting),
            ("steal", write_stealing(card.stealing)),
            ("run", str(card.running)),
        ],
        card.left,
        card.right,
    )


def _write(values: Sequence[tuple[str, str]], left: Side, right: Side) -> str:
    lines = [f"{key}: {value}" for key, value in values]
    lines += ["left:", *write_side(left), "right:", *write_side(right)]
    return "\n".join(lines) + "\n"
