"""The grammar of a play in an event file ("Event descriptions" of Retrosheet).

A play is an event, then its modifiers after slashes, then the advances of runners after a period:
``64(1)3/GDP.3-H(NR)``. ``99`` is an out by unknown fielders; marks of doubt (``!``, ``?``, ``#``)
and of how hard a ball was hit (``+``, ``-``) are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from config.refusals import Refusal, Refused

HOME: Final = 4
"""The base that a run reaches; 0 is the batter's box."""

BATTER_OUT, HIT, WALK, INTENTIONAL_WALK = "out", "hit", "walk", "intentional walk"
HIT_BY_PITCH, INTERFERENCE, ERROR = "hit by pitch", "interference", "error"
FIELDERS_CHOICE, STRIKEOUT = "fielder's choice", "strikeout"
STOLEN, CAUGHT, PICKED_OFF = "stolen base", "caught stealing", "picked off"
WILD_PITCH, PASSED_BALL, BALK = "wild pitch", "passed ball", "balk"
INDIFFERENCE, OTHER_ADVANCE, FOUL_ERROR = "indifference", "other advance", "foul error"
NO_PLAY = "no play"
"""Kinds of plays."""

TURNS: Final = frozenset(
    {
        *(BATTER_OUT, HIT, WALK, INTENTIONAL_WALK, HIT_BY_PITCH, INTERFERENCE, ERROR),
        *(FIELDERS_CHOICE, STRIKEOUT),
    }
)
"""Kinds that end a turn at bat."""

PUTOUT, ASSIST, ERRED = "putouts", "assists", "errors"
"""Credits of fielders, by the names of their counts."""

UNKNOWN: Final = "99"
LONGEST: Final = 200
"""Most characters of a play."""

_BASES: Final = {"B": 0, "1": 1, "2": 2, "3": 3, "H": HOME}
_HITS: Final = {"S": 1, "D": 2, "T": 3, "H": HOME, "HR": HOME, "DGR": 2}
_DOUBT: Final = str.maketrans("", "", "!?#")
_HIT = re.compile(r"(DGR|HR|[SDTH])[0-9]*")
_HANDS = re.compile(r"([0-9]*E[0-9]|[0-9]+)(?:\(([B123])\))?")
_OUT = re.compile(r"(?:[0-9]*+E[0-9]|[0-9]++(?:\([B123]\))?)+")
_STEAL = re.compile(r"SB([23H])((?:\([^()]*\))*)")
_CAUGHT = re.compile(r"(POCS|CS|PO)([123H])((?:\([^()]*\))*)")
_MOVE = re.compile(r"([B123])([-X])([123H])((?:\([^()]*\))*)")
_PARAMETER = re.compile(r"\(([^()]*)\)")
_CREDIT = re.compile(r"[0-9]+|[0-9]*E[0-9]")
_BALL = re.compile(r"B?([GFLP])(?![A-Z])|B?([GFLP])(?:DP|TP)|(BG|BP|BF|BL)")

_WORDS: Final = {
    "W": WALK,
    "IW": INTENTIONAL_WALK,
    "I": INTENTIONAL_WALK,
    "HP": HIT_BY_PITCH,
    "C": INTERFERENCE,
    "WP": WILD_PITCH,
    "PB": PASSED_BALL,
    "BK": BALK,
    "DI": INDIFFERENCE,
    "OA": OTHER_ADVANCE,
    "NP": NO_PLAY,
}
_WITH_A_PITCH: Final = frozenset(
    {
        *(STOLEN, CAUGHT, PICKED_OFF, WILD_PITCH, PASSED_BALL, INDIFFERENCE, OTHER_ADVANCE),
        ERRED,
    }
)
"""Kinds that may accompany a strikeout or a walk."""

_NO_RUN_BATTED_IN: Final = frozenset(
    {
        *(ERROR, STRIKEOUT, WILD_PITCH, PASSED_BALL, BALK, STOLEN, CAUGHT, PICKED_OFF),
        *(INDIFFERENCE, OTHER_ADVANCE, FOUL_ERROR),
    }
)
"""Kinds on which a run is batted in only where the play says so."""


@dataclass(slots=True)
class Move:
    """The move of one player. ``base`` 0 is the batter; ``to`` is the base he reached or was put
    out at. ``batted_in`` is None where the play does not say."""

    base: int
    to: int
    out: bool = False
    erred: bool = False
    batted_in: bool | None = None
    unearned: bool = False
    team_unearned: bool = False


@dataclass(slots=True)
class Play:
    """One play. ``moves`` by the base where a player began it, without those who stayed;
    ``credits`` are positions with their credit, in order; ``stolen`` and ``caught`` are the
    runners' bases; ``fielder`` got the ball first (0: not stated); ``ball`` is G, F, L, P or
    empty."""

    text: str
    kind: str
    bases: int = 0
    moves: dict[int, Move] = field(default_factory=dict)
    credits: list[tuple[int, str]] = field(default_factory=list)
    stolen: list[int] = field(default_factory=list)
    caught: list[int] = field(default_factory=list)
    picked_off: list[int] = field(default_factory=list)
    forced: list[int] = field(default_factory=list)
    fielder: int = 0
    ball: str = ""
    bunt: bool = False
    foul: bool = False
    sacrifice_hit: bool = False
    sacrifice_fly: bool = False
    grounded_into_double_play: bool = False
    double_play: bool = False
    triple_play: bool = False
    wild_pitch: bool = False
    passed_ball: bool = False
    balk: bool = False

    @property
    def ends_turn(self) -> bool:
        return self.kind in TURNS

    @property
    def is_at_bat(self) -> bool:
        """Whether the turn is an at-bat (OBR 9.02(a)(1))."""
        free = (WALK, INTENTIONAL_WALK, HIT_BY_PITCH, INTERFERENCE)
        sacrifices = self.sacrifice_hit or self.sacrifice_fly
        return self.ends_turn and self.kind not in free and not sacrifices

    @property
    def outs(self) -> int:
        return sum(move.out for move in self.moves.values())

    def bats_in(self, move: Move, outs: int) -> bool:
        """Tell whether a run is batted in (OBR 9.04): as the play states, else by its kind. On an
        error with fewer than two ``outs`` a runner from third would have scored (9.04(a)(3))."""
        if move.batted_in is not None:
            return move.batted_in
        if self.kind in _NO_RUN_BATTED_IN or move.erred or self.grounded_into_double_play:
            return self.kind == ERROR and move.base == 3 and outs < 2 and not move.erred
        return self.ends_turn


def read_play(written: str) -> Play:
    """Parse the description of a play. Refused: ``unknown-play``, ``unknown-advance``."""
    text = written.strip().translate(_DOUBT)
    if len(text) > LONGEST:
        raise unknown(written)
    basic, _, advances = text.partition(".")
    what, *modifiers = _parted(basic, "/")
    play = _basic(what, written)
    play.text = text
    for modifier in modifiers:
        _modify(play, modifier.rstrip("+-"))
    moved = set()
    for word in filter(None, (part.strip() for part in advances.split(";"))):
        match = _MOVE.fullmatch(word)
        if match is None or _BASES[match[1]] in moved:
            raise unknown(word, "unknown-advance", "an advance")
        start, how, goal, parameters = match.groups()
        moved.add(_BASES[start])
        _advance(play, Move(_BASES[start], _BASES[goal], out=how == "X"), _inside(parameters))
    if play.kind == STRIKEOUT and 0 not in play.moves:
        play.moves[0] = Move(0, 1, out=True)
        if not any(credit == PUTOUT for _, credit in _strikeout_hands(what)):
            play.credits.append((2, PUTOUT))
    return play


def unknown(text: str, code: str = "unknown-play", what: str = "a play") -> Refused:
    """The refusal of a text that no rule of the grammar fits."""
    return Refused(Refusal(code, f"{text[:40]!r} is not {what}.", "", {"text": text[:40]}))


def _parted(text: str, mark: str) -> list[str]:
    """The parts between marks outside parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == mark and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _inside(parameters: str) -> list[str]:
    return _PARAMETER.findall(parameters)


def _basic(what: str, written: str) -> Play:
    """Parse the event, without modifiers and advances."""
    first, *others = what.split("+")
    others = [part for part in others if part]
    play = _one(first.rstrip("-"))
    if play is None or (others and play.kind not in (STRIKEOUT, WALK, INTENTIONAL_WALK)):
        raise unknown(written)
    for other in others:
        second = _one(other)
        if second is None:
            raise unknown(written)
        if second.kind == ERROR:
            second.kind = ERRED
            second.moves.clear()
        if second.kind not in _WITH_A_PITCH:
            raise unknown(written)
        _join(play, second)
    return play


def _join(play: Play, second: Play) -> None:
    """Add an event that accompanies a strikeout or a walk."""
    play.moves.update(second.moves)
    for name in ("credits", "stolen", "caught", "picked_off"):
        getattr(play, name).extend(getattr(second, name))
    play.wild_pitch |= second.wild_pitch
    play.passed_ball |= second.passed_ball


def _one(what: str) -> Play | None:
    if what in _WORDS:
        return _of_word(_WORDS[what])
    if _HIT.fullmatch(what):
        letters = what.rstrip("0123456789")
        bases = _HITS[letters]
        play = Play("", HIT, bases, {0: Move(0, bases)})
        play.fielder = int(what[len(letters) :][:1] or 0)
        return play
    for begin, read in (("K", _strikeout), ("FC", _choice), ("FLE", _foul), ("SB", _steals)):
        if what.startswith(begin):
            return read(what)
    if what.startswith(("CS", "PO")):
        return _runners_out(what)
    if _OUT.fullmatch(what):
        return _fielded(what)
    if re.fullmatch("E[0-9]?", what):
        return _reached(what)
    return None


def _of_word(kind: str) -> Play:
    play = Play("", kind)
    play.wild_pitch = kind == WILD_PITCH
    play.passed_ball = kind == PASSED_BALL
    play.balk = kind == BALK
    if kind in TURNS:
        play.moves[0] = Move(0, 1)
    return play


def _strikeout_hands(what: str) -> list[tuple[int, str]]:
    hands = what.partition("+")[0][1:].rstrip("-")
    return _credits(hands) if hands else []


def _strikeout(what: str) -> Play | None:
    if not re.fullmatch("K(?:[0-9]*E[0-9]|[0-9]*)", what):
        return None
    play = Play("", STRIKEOUT)
    play.credits += _strikeout_hands(what)
    if "E" in what:
        play.moves[0] = Move(0, 1)
    return play


def _choice(what: str) -> Play | None:
    if not re.fullmatch("FC[0-9]?", what):
        return None
    return Play("", FIELDERS_CHOICE, 0, {0: Move(0, 1)}, fielder=int(what[2:] or 0))


def _foul(what: str) -> Play | None:
    """A dropped foul fly: the turn continues."""
    if not re.fullmatch("FLE[0-9]", what):
        return None
    return Play("", FOUL_ERROR, credits=_credits(what[2:]))


def _reached(what: str) -> Play:
    play = Play("", ERROR, 0, {0: Move(0, 1)}, credits=_credits(what) if what[1:] else [])
    play.fielder = int(what[1:] or 0)
    return play


def _steals(what: str) -> Play | None:
    play = Play("", STOLEN)
    for part in what.split(";"):
        match = _STEAL.fullmatch(part)
        if match is None:
            more = _runners_out(part)
            if more is None:
                return None
            _join(play, more)
            continue
        base = _BASES[match[1]] - 1
        if base in play.moves:
            return None
        play.stolen.append(base)
        move = play.moves[base] = Move(base, base + 1)
        for inside in _inside(match[2]):
            _parameter(play, move, inside)
    return play


def _runners_out(what: str) -> Play | None:
    """Caught stealing or picked off; safe where a fielder erred."""
    play: Play | None = None
    for part in what.split(";"):
        match = _CAUGHT.fullmatch(part)
        if match is None or (match[1] == "PO" and match[2] == "H"):
            return None
        how, goal, parameters = match.groups()
        if how != "PO" and goal == "1":
            return None
        base = _BASES[goal] - (how != "PO")
        play = play or Play("", PICKED_OFF if how == "PO" else CAUGHT)
        if base in play.moves:
            return None
        if how != "PO":
            play.caught.append(base)
        if how != "CS":
            play.picked_off.append(base)
        move = Move(base, base + (how != "PO"), out=True)
        _put_out(play, move, _inside(parameters))
        if move.out or how != "PO":
            play.moves[base] = move
    return play


def _fielded(what: str) -> Play | None:
    """Outs on a ball in play, ``64(1)3``; or an error after a throw, ``6E3``."""
    if what.startswith(UNKNOWN) and (rest := what[2:]) in ("", "(1)", "(2)", "(3)", "(B)"):
        hands = [("", rest.strip("()"))]
    else:
        hands = _HANDS.findall(what)
    play = Play("", BATTER_OUT, 0)
    play.fielder = int(hands[0][0][:1]) if hands[0][0][:1].isdigit() else 0
    before = ""
    for index, (thrown, base) in enumerate(hands):
        # A fielder who has the ball and makes the next out makes it unassisted.
        hand = thrown if thrown[:1] == before else before + thrown
        play.credits += _credits(hand)
        before = thrown[-1:]
        if "E" in thrown:
            if index != len(hands) - 1:
                return None
            play.kind = ERROR if len(hands) == 1 else play.kind
            play.moves[0] = Move(0, 1, erred=True)
            continue
        runner = _BASES[base] if base else 0
        if runner in play.moves or (not base and index != len(hands) - 1):
            return None
        play.moves[runner] = Move(runner, runner + 1, out=True)
        if runner:
            play.forced.append(runner)
    play.moves.setdefault(0, Move(0, 1))
    return play


def _credits(hands: str) -> list[tuple[int, str]]:
    """``643``: an assist for every fielder before the last, who has the putout, or the error of
    ``64E3``. Fielder 0 is unknown."""
    last = ERRED if "E" in hands else PUTOUT
    if hands == UNKNOWN:
        return []
    hands = hands.replace("E", "")
    assists = [(int(digit), ASSIST) for digit in dict.fromkeys(hands[:-1])]
    return [pair for pair in (*assists, (int(hands[-1]), last)) if pair[0]] if hands else []


def _modify(play: Play, modifier: str) -> None:
    if modifier.startswith("SH"):
        play.sacrifice_hit = True
    elif modifier.startswith("SF"):
        play.sacrifice_fly = True
    elif modifier.startswith("NDP"):
        return
    elif "TP" in modifier:
        play.triple_play = True
    elif "DP" in modifier:
        play.double_play = True
        play.grounded_into_double_play |= modifier.startswith(("GDP", "BGDP"))
    elif modifier.startswith("FL"):
        play.foul = True
    elif re.fullmatch("E[0-9]", modifier):
        play.credits.append((int(modifier[1]), ERRED))
    if ball := _BALL.match(modifier):
        play.ball = play.ball or (ball[1] or ball[2] or ball[3][1])
        play.bunt |= modifier.startswith("B")
        play.foul |= "F" in modifier[2:]


def _advance(play: Play, move: Move, parameters: Sequence[str]) -> None:
    """Apply an advance, which overrides the move of the event for the same player."""
    _put_out(play, move, parameters)
    play.moves[move.base] = move


def _put_out(play: Play, move: Move, parameters: Sequence[str]) -> None:
    """Read the parameters of an out: an error makes the runner safe, unless he was put out after
    it."""
    hands = False
    for inside in parameters:
        hands |= _parameter(play, move, inside)
    if move.out and move.erred and not hands:
        move.out = False


def _parameter(play: Play, move: Move, inside: str) -> bool:
    """Apply one parameter; return whether it names fielders who put a player out."""
    what = inside.partition("/")[0]
    if _CREDIT.fullmatch(what):
        play.credits += _credits(what)
        move.erred |= "E" in what
        return "E" not in what
    if what in ("RBI", "NR", "NORBI"):
        move.batted_in = what == "RBI"
    elif what == "UR":
        move.unearned = True
    elif what == "TUR":
        move.team_unearned = True
    elif what == "WP":
        play.wild_pitch = True
    elif what == "PB":
        play.passed_ball = True
    return False
