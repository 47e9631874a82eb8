"""The scorecard drawn: one SVG a side, with every square as people draw it by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.event_files.box import box_of_events
from games.engine.event_files.game import EventGame
from games.engine.event_files.scorecard import scorecard_of_events
from games.engine.folds.box_score import BoxScore, box_score
from games.engine.folds.play_by_play import PlayByPlay, play_by_play
from games.engine.folds.scorecard import HOME_PLATE, Inning, Row, SideCard, Square, scorecard
from games.engine.options import Settings
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.presenters.boards import Club
from games.presenters.box import (
    PITCHERS,
    Columns,
    Named,
    PlayerPages,
    batter_name,
    nowhere,
    pitcher_cells,
)
from games.presenters.box import Row as BoxRow
from games.presenters.story import names_of, reported_plays
from games.reported_boxes import card_of, names_in
from games.rules.reports import GameClaim

SIDE = 54
"""Units of a square."""
NAMES, TOTAL, HEAD, FOOT = 150, 26, 22, 26
TOTALS = (("AB", "at-bats"), ("R", "runs"), ("H", "hits"), ("RBI", "runs batted in"))
LINE = 12
"""Units of a line of a row's names."""
LONGEST = 21
LONGEST_IN_SQUARE = 10

# The diamond within a square, from its upper left corner.
BASES = {0: (27, 41), 1: (39, 29), 2: (27, 17), 3: (15, 29), HOME_PLATE: (27, 41)}
LEGS = {2: (46, 17), 3: (9, 25), HOME_PLATE: (9, 45)}
"""Where the mark of a leg to a base stands."""

KEY: tuple[tuple[str, str], ...] = (
    ("1B 2B 3B HR", "a hit; a number after it is the fielder who got the ball"),
    ("BB IBB HBP CI", "a walk, on purpose, hit by a pitch, catcher’s interference"),
    ("K", "a strikeout"),
    ("G F L P PF B", "out on a grounder, a fly, a line drive, a pop-up, a foul, a bunt"),
    (
        "FC E SH SF DP TP",
        "fielder’s choice, error, sacrifice, sacrifice fly, double and triple play",
    ),
    (
        "SB CS PO WP PB BK",
        "stolen base, caught stealing, picked off, wild pitch, passed ball, balk",
    ),
    (
        "1 to 9 at a base",
        "the place in the order of the player whose turn brought the runner there",
    ),
    ("① ② ③", "the out of the half-inning; a filled diamond is a run, dots are runs batted in"),
)


@dataclass(frozen=True)
class CardOfSide:
    """A side's half of the scorecard, drawn, with its opponents' pitchers under it."""

    club: Club
    drawing: SafeString
    pitchers: Sequence[BoxRow]


@dataclass(frozen=True)
class Scorecard:
    """The whole card. ``squares`` says whether it shows plate appearances."""

    sides: Sequence[CardOfSide]
    squares: bool
    pitcher_columns: Columns = PITCHERS
    key: Sequence[tuple[str, str]] = KEY


def drawn_scorecard(
    record: Record, clubs: tuple[Club, Club], pages: PlayerPages = nowhere
) -> Scorecard:
    """The scorecard of a game as far as it has been played; ``pages``: where their pages are."""
    return _drawn(
        scorecard(record),
        box_score(record),
        play_by_play(record, names_of(clubs)),
        clubs,
        record.lineups or (None, None),
        pages,
        squares=record.system.batters,
    )


def reported_scorecard(
    claim: GameClaim,
    game: EventGame,
    clubs: tuple[Club, Club],
    names: Mapping[int, str],
    settings: Settings,
    pages: PlayerPages = nowhere,
) -> Scorecard:
    """The same of a game that was reported by its event file; ``names`` by card."""
    box = box_of_events(game, card_of)
    return _drawn(
        scorecard_of_events(game, box, card_of, int(settings["innings"])),
        box,
        reported_plays(claim, game, clubs, names),
        clubs,
        names_in(claim, names),
        pages,
    )


def _drawn(
    cards: tuple[SideCard, SideCard],
    box: BoxScore,
    plays: PlayByPlay,
    clubs: tuple[Club, Club],
    squads: Sequence[Named | None],
    pages: PlayerPages,
    *,
    squares: bool = True,
) -> Scorecard:
    told = {play.number: play.text for half in plays.halves for play in half.plays}
    return Scorecard(
        [
            CardOfSide(
                clubs[side],
                _Drawing(cards[side], clubs[side], squads[side], told).svg(),
                _pitchers(box, squads[1 - side], 1 - side, pages),
            )
            for side in (AWAY, HOME)
        ],
        squares=squares,
    )


def _pitchers(box: BoxScore, squad: Named | None, side: int, pages: PlayerPages) -> list[BoxRow]:
    if squad is None:
        return []
    return [
        BoxRow(
            squad.name_of(line.player) + (f" ({line.decision})" if line.decision else ""),
            pitcher_cells(line),
            url=pages(side, line.player),
        )
        for line in box.sides[side].pitchers
    ]


class _Drawing:
    """Draws one side."""

    def __init__(
        self, card: SideCard, club: Club, squad: Named | None, told: dict[int, str]
    ) -> None:
        self.card, self.club, self.squad, self.told = card, club, squad, told
        self.left: dict[int, int] = {}
        at = NAMES
        for inning in card.innings:
            self.left[inning.number] = at
            at += SIDE * inning.columns
        self.right = at
        self.batters = card.rows[0].number > 0
        self.summed = any(row.totals is not None for row in card.rows)
        self.width = at + (TOTAL * len(TOTALS) if self.summed else 0)
        heights = [max(SIDE, LINE * len(row.batters) + 8) for row in card.rows]
        self.tops = [HEAD + sum(heights[:place]) for place in range(len(heights))]
        self.heights = heights
        self.foot = HEAD + sum(heights)
        self.height = self.foot + FOOT

    def svg(self) -> SafeString:
        """The drawing, with what it shows as its title."""
        parts = [
            f'<svg class="gm-card" viewBox="-1 -1 {self.width + 2} {self.height + 2}" role="img"'
            f' focusable="false" aria-label="Scorecard of {escape(self.club.name)}, inning by '
            'inning">',
            f'<rect class="gm-card-paper" width="{self.width}" height="{self.height}"/>',
            self._heads(),
        ]
        for row, top, height in zip(self.card.rows, self.tops, self.heights, strict=True):
            parts += [self._names(row, top), *(self._square(each, top) for each in row.squares)]
            parts += [self._totals(row.totals, top + height / 2)] if self.summed else []
        parts += [self._rules(), self._foot(), "</svg>"]
        return mark_safe("".join(parts))  # escaped or numeric throughout

    def _heads(self) -> str:
        words = [_text(8, 15, self.club.name[:LONGEST], "gm-card-head")]
        for inning in self.card.innings:
            middle = self.left[inning.number] + SIDE * inning.columns / 2
            words.append(_text(middle, 15, str(inning.number), "gm-card-head", "middle"))
        if self.summed:
            words += [
                _text(self.right + TOTAL * (at + 0.5), 15, short, "gm-card-head", "middle")
                for at, (short, _) in enumerate(TOTALS)
            ]
        return "".join(words)

    def _names(self, row: Row, top: float) -> str:
        if not self.batters:
            return _text(8, top + 31, self.club.name[:LONGEST], "gm-card-name")
        words = [_text(6, top + 14, str(row.number), "gm-card-order")]
        for place, one in enumerate(row.batters):
            squad = self.squad
            name = (
                batter_name(self.club, row.number) if squad is None else squad.name_of(one.player)
            )
            note = f"{one.positions}{f' {one.since}' if one.since else ''}"
            css = "gm-card-name" if not place else "gm-card-sub"
            words.append(_text(22, top + 14 + LINE * place, name[:LONGEST], css))
            words.append(_text(NAMES - 5, top + 14 + LINE * place, note, "gm-card-note", "end"))
        return "".join(words)

    def _square(self, square: Square, top: float) -> str:
        left = self.left[square.inning] + SIDE * square.column
        told = escape(self.told.get(square.number, ""))
        inside = self._of_batter(square) if self.batters else _of_throws(square)
        title = f"<title>{told}</title>" if told else ""
        return f'<g transform="translate({left} {top})">{title}{inside}</g>'

    def _of_batter(self, square: Square) -> str:
        css = "gm-card-diamond gm-card-run" if square.scored else "gm-card-diamond"
        parts = [f'<path class="{css}" d="M27 41L39 29L27 17L15 29Z"/>']
        if square.reached:
            way = "L".join(f"{x} {y}" for x, y in (BASES[at] for at in range(square.reached + 1)))
            parts.append(f'<path class="gm-card-way" d="M{way}"/>')
        if square.relieved:
            parts.append(f'<path class="gm-card-relief" d="M0 0H{SIDE}"/>')
        if not self.summed and self.squad is not None and square.player:
            name = self.squad.name_of(square.player)
            short = name if len(name) <= LONGEST_IN_SQUARE else name.rpartition(" ")[2]
            parts.append(_text(3, 52, short[:LONGEST_IN_SQUARE], "gm-card-man"))
        parts.append(_text(3, 11, square.symbol or f"on {square.at_first}", "gm-card-symbol"))
        parts += [_text(*LEGS[base], mark, "gm-card-leg", "middle") for base, mark in square.legs]
        if square.fate:
            at = LEGS.get(square.base, LEGS[2])
            parts.append(_text(*at, square.fate, "gm-card-leg gm-card-fate", "middle"))
        if square.out:
            parts.append(
                '<circle class="gm-card-out" cx="27" cy="29" r="7"/>'
                f"{_text(27, 32.5, str(square.out), 'gm-card-number', 'middle')}"
            )
        parts += [
            f'<circle class="gm-card-dot" cx="{50 - 5 * at}" cy="{6}" r="1.8"/>'
            for at in range(square.batted_in)
        ]
        if square.last:
            parts.append(f'<path class="gm-card-end" d="M{SIDE - 9} {SIDE}L{SIDE} {SIDE - 9}"/>')
        return "".join(parts)

    def _totals(self, totals: tuple[int, int, int, int] | None, middle: float) -> str:
        return "".join(
            _text(self.right + TOTAL * (at + 0.5), middle + 4, str(value), "gm-card-sum", "middle")
            for at, value in enumerate(totals or ())
        )

    def _rules(self) -> str:
        """The lines between rows, innings and sums."""
        across = "".join(f"M0 {top}H{self.width}" for top in (*self.tops, self.foot))
        down = "".join(
            f"M{self.left[inning.number] + SIDE * column} 0V{self.height}"
            for inning in self.card.innings
            for column in range(inning.columns)
        )
        sums = range(len(TOTALS) if self.summed else 0)
        down += "".join(f"M{self.right + TOTAL * at} 0V{self.height}" for at in sums)
        return (
            f'<path class="gm-card-rule" d="{across}{down}"/>'
            f'<rect class="gm-card-frame" width="{self.width}" height="{self.height}"/>'
        )

    def _foot(self) -> str:
        """Runs, hits and runners left of every inning."""
        y = self.foot + 17
        words = [_text(8, y, "Runs, hits, left" if self.batters else "Runs", "gm-card-note")]
        for inning in self.card.innings:
            if inning.played:
                middle = self.left[inning.number] + SIDE * inning.columns / 2
                words.append(
                    _text(middle, y, _sums(inning, batters=self.batters), "gm-card-sum", "middle")
                )
        if self.summed:
            words.append(self._totals(self.card.totals, self.foot + 13))
        return "".join(words)


def _sums(inning: Inning, *, batters: bool) -> str:
    return f"{inning.runs} · {inning.hits} · {inning.left}" if batters else str(inning.runs)


def _of_throws(square: Square) -> str:
    """What a side without batters made in an inning: its runs, and those of each throw."""
    runs = _text(27, 31, str(square.reached), "gm-card-runs", "middle")
    return runs + _text(27, 47, square.symbol, "gm-card-leg", "middle")


def _text(x: float, y: float, words: str, css: str, anchor: str = "start") -> str:
    at = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text class="{css}" x="{x:g}" y="{y:g}"{at}>{escape(words)}</text>'
