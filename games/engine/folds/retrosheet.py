"""A game as a Retrosheet event file, for games that know their men and fielders.

The format is Retrosheet's own ("The event file", "Event descriptions"). What the events do not say
is written as it usually is: who covers a base, and at which base a man on his way was put out. The
error of a play stands at the advance it allowed; of every run is said whether it was batted in and
earned, and ``data,er`` repeats the latter, so that a reader need not work either out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from config.refusals import Refusal, Refused
from games.engine.club import Clubs
from games.engine.events import (
    BALK,
    BATTER_OUT,
    BUNT,
    CAUGHT_STEALING,
    CHANGE,
    DESIGNATED,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FLY,
    FORCE_OUT,
    FOUL,
    GROUND,
    HALF,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    LINE,
    NO_BAT,
    NOBODY,
    OUT,
    PASSED_BALL,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PICKOFF_ERROR,
    PINCH_HITTER,
    PINCH_RUNNER,
    PLACED,
    POP,
    POP_UP,
    REACHED_ON_ERROR,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    STRIKEOUT,
    THIRD,
    TRIPLE,
    TRIPLE_PLAY,
    WALK,
    WILD_PITCH,
    ball_of,
    changed,
    error_of,
    fielder_of,
    kind_of,
    value_of,
)
from games.engine.folds.box_score import box_of
from games.engine.folds.earned_runs import stealers
from games.engine.folds.moments import Moment, forced_from, moments_of
from games.engine.folds.people import PITCHER, People
from games.engine.folds.pitchers import Run, pitchers
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS, START

UNEARNED = "(UR)"
TEAM_UNEARNED = "(TUR)"
"""Marks of a run that is unearned, and of one that is unearned only against the team."""

CATCHER = 2
FIRST_BASEMAN = 3
BEYOND_THE_FIELD = {PINCH_HITTER: 11, PINCH_RUNNER: 12, DESIGNATED: 10}
"""Retrosheet's numbers of men who have no position in the field."""

BASE = {1: "1", 2: "2", 3: "3", SCORED: "H"}
COVERS = {1: 3, 2: 6, 3: 5, SCORED: 2}
"""Who takes the throw at a base; a ball of the shortstop's goes to the second baseman there."""

HOW = {GROUND: "G", FLY: "F", LINE: "L", POP: "P", FOUL: "P", BUNT: "BG"}
_HIT_BASES = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOME_RUN: SCORED}
_LETTERS = {SINGLE: "S", DOUBLE: "D", TRIPLE: "T"}
_TO_FIRST = {
    WALK: "W",
    INTENTIONAL_WALK: "IW",
    HIT_BY_PITCH: "HP",
}
_ON_THE_BASES = {BALK: "BK", WILD_PITCH: "WP", PASSED_BALL: "PB"}


@dataclass(frozen=True)
class Facts:
    """What the file has to say of the game beside what happened: three letters for each club,
    visitors first, the ``date`` as yyyy/mm/dd, the ``number`` of the game that day (0: the only
    one), and the park's ``site``."""

    codes: tuple[str, str]
    names: tuple[str, str]
    date: str
    number: int = 0
    site: str = ""
    counts_from: tuple[int, int] = (0, 500)

    @property
    def game_id(self) -> str:
        """The home club, the day and the game of the day."""
        return f"{self.codes[HOME]}{self.date.replace('/', '')}{self.number}"

    def identity(self, side: int, man: int, name: str) -> str:
        """The identity of a man of a side."""
        return person_id(name, self.counts_from[side] + man)

    @property
    def year(self) -> str:
        """The year, by which files are named."""
        return self.date[:4]


def codes_of(away: str, home: str) -> tuple[str, str]:
    """Three letters for each of two clubs by their abbreviations, never the same."""
    found = [re.sub("[^A-Z0-9]", "X", name.upper())[:3].ljust(3, "X") for name in (away, home)]
    if found[0] == found[1]:
        found = [f"{code[:2]}{mark}" for code, mark in zip(found, "VH", strict=True)]
    return found[0], found[1]


def person_id(name: str, number: int) -> str:
    """An identity of eight characters as Retrosheet's are; ``number`` keeps namesakes apart."""
    *firsts, last = re.sub("[^a-z ]", "", name.lower()).split() or ["x"]
    first = firsts[0][0] if firsts else "x"
    return f"{last[:4].ljust(4, '-')}{first}{number:03d}"


def event_file(record: Record, facts: Facts) -> str:
    """The game as its lines, each ended by a newline.

    Refused: ``no-fielders`` where the order is a list (``System.listed``), ``not-exportable`` where
    the game is not over, or does not know men and fielders, or does not begin at the beginning.
    """
    clubs = record.clubs
    if record.system.listed:
        raise Refused(
            Refusal(
                "no-fielders",
                f"{record.system.name} has an order of more than nine and nobody in the field. An "
                "event file wants nine men a side, each at a position, and none is made up here.",
            )
        )
    if clubs is None or record.ending is None or record.situation != START or record.state:
        raise Refused(
            Refusal(
                "not-exportable",
                "An event file needs a whole game that is over and knows its men and fielders.",
            )
        )
    return "\n".join(_Writer(record, clubs, facts).lines()) + "\n"


def team_file(facts: Facts) -> str:
    """The file of the clubs, which readers of event files ask for."""
    return "".join(
        f"{code},{league},{_quoted(name, '')},{_quoted(name, '')}\n"
        for code, name, league in zip(facts.codes, facts.names, "AN", strict=True)
    )


def roster_file(record: Record, facts: Facts, side: int) -> str:
    """A club's men: identity, last name, first name, how they bat and throw, club, position."""
    assert record.clubs is not None  # noqa: S101 - only of games that have event files
    people = People(record.clubs)
    men = {man for man in people.slots[side] if man}
    for event in record.events:
        if kind_of(event) == CHANGE:
            of, _, _, man = changed(value_of(event))
            if of == side:
                men.add(man)
    lines = []
    for man in sorted(men):
        name = people.name(side, man)
        first, _, last = name.rpartition(" ")
        cells = (facts.identity(side, man, name), _quoted(last, ""), _quoted(first, ""))
        bats, throws = record.clubs[side].hands_of(man)
        lines.append(f"{','.join(cells)},{bats},{throws},{facts.codes[side]},X\n")
    return "".join(lines)


def _quoted(text: str, mark: str = '"') -> str:
    clean = text.replace('"', "'").replace(",", " ")
    return f"{mark}{clean}{mark}"


class _Writer:
    """The lines of one game, in order."""

    def __init__(self, record: Record, clubs: Clubs, facts: Facts) -> None:
        self.moments: Sequence[Moment] = tuple(moments_of(record))
        self.facts = facts
        self.people = People(clubs)
        self.box = box_of(self.moments, batters=True, clubs=clubs, ending=record.ending)
        self.earned = [mark_of_run(run) for run in pitchers(self.moments, clubs).runs]
        self.scored = 0
        self.told: dict[tuple[int, int], tuple[int, int]] = {}
        """By side and slot, the man and position that the file knows of."""
        self.waiting: dict[tuple[int, int], None] = {}
        self.begun = False
        self.mid_half = False

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for moment in self.moments:
            if moment.kind == CHANGE:
                side, slot, _, _ = changed(moment.value)
                self.waiting.pop((side, slot), None)
                self.waiting[side, slot] = None
            self.people.see(moment.event)
            if moment.kind == HALF:
                self.mid_half = False
            elif moment.kind == PLACED:
                yield f"radj,{self._id(moment.side, self._on_second(moment))},2"
            elif moment.is_play:
                written = event_text(moment, self.earned[self.scored :])
                self.scored += moment.runs
                if written:
                    yield from self._changes(moment)
                    batter = self._id(moment.side, self.people.man(moment.side, moment.batter))
                    inning = moment.before.inning
                    yield f"play,{inning},{moment.side},{batter},??,,{written}"
                    self.begun = self.mid_half = True
        yield from self._earned()

    def _head(self) -> Iterator[str]:
        facts = self.facts
        yield f"id,{facts.game_id}"
        yield "version,2"
        for key, value in (
            ("visteam", facts.codes[AWAY]),
            ("hometeam", facts.codes[HOME]),
            ("site", facts.site),
            ("date", facts.date),
            ("number", str(facts.number)),
            ("usedh", "true" if self._designates(AWAY) or self._designates(HOME) else "false"),
            ("pitches", "none"),
            *self._decisions(),
        ):
            yield f"info,{key},{_quoted(value, '')}"
        for side in (AWAY, HOME):
            for slot in range(1, SLOTS + 1):
                yield self._standing("start", side, slot)
            if self._designates(side):
                yield self._standing("start", side, NO_BAT)

    def _designates(self, side: int) -> bool:
        """Whether a side begins with a pitcher who does not bat."""
        return bool(self.people.slots[side][NO_BAT])

    def _decisions(self) -> Iterator[tuple[str, str]]:
        by_letter = {
            line.decision: self._id(side, line.man)
            for side, box in enumerate(self.box.sides)
            for line in box.pitchers
            if line.decision
        }
        for key, letter in (("wp", "W"), ("lp", "L"), ("save", "S")):
            yield key, by_letter.get(letter, "")

    def _changes(self, moment: Moment) -> Iterator[str]:
        """Everybody who came in or moved since the last play, as he stands now."""
        changes = [
            (side, slot)
            for side, slot in self.waiting
            # Where nobody is designated any more nobody pitches without batting, and that is no
            # substitution.
            if self.told[side, slot] != self._now(side, slot) and self._now(side, slot)[0]
        ]
        self.waiting.clear()
        if changes and (self.mid_half or not self.begun):
            # Readers hang a substitution on the play before it, and so want one.
            batter = self.told[moment.side, moment.batter][0]
            inning, who = moment.before.inning, self._id(moment.side, batter)
            yield f"play,{inning},{moment.side},{who},??,,NP"
        for side, slot in changes:
            yield self._standing("sub", side, slot)

    def _standing(self, word: str, side: int, slot: int) -> str:
        man, position = self.told[side, slot] = self._now(side, slot)
        name = self.people.name(side, man)
        who = self._id(side, man)
        at = BEYOND_THE_FIELD.get(position, position)
        return f"{word},{who},{_quoted(name)},{side},{slot},{at}"

    def _now(self, side: int, slot: int) -> tuple[int, int]:
        return self.people.slots[side][slot], self.people.positions[side][slot]

    def _on_second(self, moment: Moment) -> int:
        slot = moment.after.men[1]
        return self.people.man(moment.side, slot)

    def _id(self, side: int, man: int) -> str:
        return self.facts.identity(side, man, self.people.name(side, man))

    def _earned(self) -> Iterator[str]:
        for side, box in enumerate(self.box.sides):
            for line in box.pitchers:
                yield f"data,er,{self._id(side, line.man)},{line.earned_runs}"


def mark_of_run(run: Run) -> str:
    """What an event file says of a run that is not earned against everybody."""
    if not run.earned:
        return UNEARNED
    return "" if run.team_earned else TEAM_UNEARNED


def event_text(moment: Moment, earned: Sequence[str] = ()) -> str:
    """A play as Retrosheet describes it; "" for what leaves everybody where he was. ``earned`` are
    the marks of the runs that score, the man nearest home first (see ``mark_of_run``)."""
    kind = moment.kind
    if kind in HITS:
        basic = _hit(moment)
    elif kind in _TO_FIRST:
        basic = _TO_FIRST[kind]
    elif kind in _ON_THE_BASES:
        basic = _ON_THE_BASES[kind]
    elif kind == STRIKEOUT:
        basic = "K"
    elif kind == INTERFERENCE:
        basic = "C/E2"
    elif kind in (STEAL, STEAL_ERROR):
        basic = _steal(moment)
    elif kind in (CAUGHT_STEALING, PICKED_OFF, PICKED_OFF_STEALING, PICKOFF_ERROR):
        basic = _caught(moment)
    elif kind in (REACHED_ON_ERROR, SACRIFICE_ERROR):
        sacrifice = "/SH" if kind == SACRIFICE_ERROR else ""
        basic = f"E{error_of(moment.event) or _fielder(moment)}{sacrifice}/{_how(moment)}"
    elif kind in (FORCE_OUT, FIELDERS_CHOICE):
        basic = _choice(moment)
    elif kind in (BATTER_OUT, SACRIFICE, SACRIFICE_FLY, POP_UP):
        basic = _out(moment)
    elif kind in (DOUBLE_PLAY, TRIPLE_PLAY):
        basic = _several_out(moment)
    else:
        return ""
    if not basic:
        return ""
    moves = ";".join(_advances(moment, basic, earned))
    return f"{basic}.{moves}" if moves else basic


def _fielder(moment: Moment) -> int:
    return fielder_of(moment.event) or 6


def _how(moment: Moment) -> str:
    return HOW.get(ball_of(moment.event), "G")


def _cover(base: int, fielder: int) -> int:
    """Who takes a throw to a base, not the thrower himself where somebody else can."""
    at = COVERS[base]
    if base == 2 and fielder == at:
        return 4
    return at


def _throw(fielder: int, base: int) -> str:
    """The fielders of an out at a base; whose base it is makes it alone."""
    at = _cover(base, fielder)
    return str(fielder) if at == fielder else f"{fielder}{at}"


def _hit(moment: Moment) -> str:
    kind, fielder = moment.kind, fielder_of(moment.event)
    if kind == HOME_RUN:
        return f"HR/{_how(moment)}{fielder or ''}"
    return f"{_LETTERS[kind]}{fielder or ''}/{_how(moment)}"


def _out(moment: Moment) -> str:
    fielder, ball = _fielder(moment), ball_of(moment.event)
    if moment.kind == SACRIFICE_FLY:
        return f"{fielder}/F/SF"
    if moment.kind == POP_UP:
        return f"{fielder}/P/BP"
    if ball in (GROUND, BUNT):
        to_first = _throw(fielder, 1)
        if moment.kind == SACRIFICE:
            return f"{'34' if fielder == FIRST_BASEMAN else to_first}/SH/BG"
        return f"{to_first}/{_how(moment)}"
    return f"{fielder}/{_how(moment)}" + ("/FL" if ball == FOUL else "")


def _outs(moment: Moment) -> list[int]:
    """Bases of the men who were put out, the one nearest home first."""
    return [base for base in (3, 2, 1) if moment.to[base] == OUT]


def _choice(moment: Moment) -> str:
    fielder = _fielder(moment)
    out = _outs(moment)
    if out and forced_from(moment, out[0]):
        base = out[0]
        return f"{_throw(fielder, base + 1)}({base})/FO/{_how(moment)}"
    return f"FC{fielder}/{_how(moment)}"


def _several_out(moment: Moment) -> str:
    fielder, ball = _fielder(moment), ball_of(moment.event)
    three = "TP" if moment.kind == TRIPLE_PLAY else "DP"
    if ball in (LINE, FLY, POP, FOUL):
        # Readers know a line drive's and a fly's, and of others how many were put out.
        mark = "L" if ball == LINE else "F" if three == "DP" else ""
        return f"{fielder}/{_how(moment)}/{mark}{three}"
    if not all(forced_from(moment, base) for base in _outs(moment)):
        if moment.to[0] != OUT:
            return f"FC{fielder}/{three}"
        return f"{_throw(fielder, 1)}/{_how(moment)}/{three}"
    written, hands = "", fielder
    for base in _outs(moment):
        at = _cover(base + 1, hands)
        step = _throw(hands, base + 1)
        written += (step if not written else step[1:] or step) + f"({base})"
        hands = at
    if moment.to[0] == OUT:
        written += "3" if hands != FIRST_BASEMAN else "4"
    mark = f"{'B' if ball == BUNT else ''}G{three}"
    return f"{written}/{mark}"


def _steal(moment: Moment) -> str:
    return ";".join(f"SB{BASE[base + 1]}" for base in stealers(moment))


def _caught(moment: Moment) -> str:
    kind, fielder = moment.kind, fielder_of(moment.event) or CATCHER
    if kind == PICKOFF_ERROR:
        base = next((base for base in (1, 2, 3) if moment.to[base] != NOBODY), 1)
        return f"PO{base}(E{error_of(moment.event) or PITCHER}/TH)"
    out = _outs(moment)
    if not out:
        return ""
    base = out[0]
    if kind == CAUGHT_STEALING:
        thrower = PITCHER if base == THIRD else fielder
        return f"CS{BASE[base + 1]}({_throw(thrower, base + 1)})"
    if kind == PICKED_OFF_STEALING:
        return f"POCS{BASE[base + 1]}({fielder}{_throw(COVERS[base], base + 1)})"
    return f"PO{base}({_throw(fielder, base)})"


def _advances(moment: Moment, basic: str, earned: Sequence[str]) -> Iterator[str]:
    """Where everybody else went, the man nearest home first, the batter last."""
    runs = 0
    erred = error_of(moment.event) if moment.kind not in (PICKOFF_ERROR, REACHED_ON_ERROR) else 0
    if moment.kind in (SACRIFICE_ERROR, INTERFERENCE):
        erred = 0
    noted = not erred
    order = [base for base in (3, 2, 1) if moment.to[base] != NOBODY]
    further = _beyond(moment)
    for base in (*order, 0):
        to = moment.to[base]
        here = "B" if base == 0 else str(base)
        mark = ""
        if erred and not noted and base == further:
            mark, noted = f"(E{erred})", True
        if to == OUT:
            where = _out_where(moment, base, basic)
            if where:
                yield where
            continue
        if to in (NOBODY, base):
            continue
        if to == SCORED:
            unearned = earned[runs] if runs < len(earned) else ""
            runs += 1
            if moment.kind != HOME_RUN:
                mark += "(RBI)" if runs <= moment.batted_in else "(NR)"
            mark += unearned
        if _implied(moment, base, to) and not mark:
            continue
        yield f"{here}-{BASE[to]}{mark}"


def _beyond(moment: Moment) -> int:
    """Whose advance the error of a play allowed: the batter's beyond his hit, else that of the man
    who went furthest."""
    natural = _HIT_BASES.get(moment.kind, 0)
    if natural and natural < moment.to[0] <= SCORED:
        return 0
    went = {base: moment.to[base] - base for base in (1, 2, 3) if base < moment.to[base] <= SCORED}
    return max(went, key=lambda base: (went[base], base)) if went else 0


def _implied(moment: Moment, base: int, to: int) -> bool:
    """Whether the description says so itself."""
    kind = moment.kind
    if base == 0:
        natural = _HIT_BASES.get(kind, FIRST)
        return to == natural and kind not in (FIELDERS_CHOICE, FORCE_OUT)
    if kind in (STEAL, STEAL_ERROR):
        return to == base + 1 and base in stealers(moment)
    return False


def _out_where(moment: Moment, base: int, basic: str) -> str:
    """The advance on which a man was put out, where the description does not say it."""
    kind, ball, fielder = moment.kind, ball_of(moment.event), _fielder(moment)
    if kind in HITS:
        goal = min(SCORED, _HIT_BASES[kind] + 1) if base == 0 else min(SCORED, base + 2)
        goal = max(goal, base + 1)
        return f"{'B' if base == 0 else base}X{BASE[goal]}({_throw(fielder, goal)})"
    if base == 0 or f"({base})" in basic:
        return ""
    if kind in (CAUGHT_STEALING, PICKED_OFF, PICKED_OFF_STEALING):
        return ""
    if kind in (DOUBLE_PLAY, TRIPLE_PLAY) and ball in (LINE, POP, FOUL):
        return f"{base}X{base}({_throw(fielder, base)})"
    return f"{base}X{BASE[base + 1]}({_throw(fielder, base + 1)})"
