"""How a suspended game was left at the table, as values: who is on base and at bat, who is in the
game and who is gone, who has pitched how many outs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.refusals import Refusal, text_problem
from games.engine.situation import HOME, TOP
from games.rules.endings import Stop

BASES = ("first", "second", "third")
LONGEST_NAME = 60
LONGEST_WORDS = 300
MOST_PLAYERS = 40
MOST_PITCHERS = 20
MOST_OUTS = 120


@dataclass(frozen=True)
class SideLeft:
    """A side: the players in the game in the order at bat, those who are gone for good, and
    pitchers with the outs they have made, in their order."""

    playing: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    pitchers: tuple[tuple[str, int], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who is named."""
        return (*self.playing, *self.gone, *(name for name, _ in self.pitchers))


@dataclass(frozen=True)
class Left:
    """How a game was left: the ``runners`` on first, second and third, empty for none; ``up``: who
    is at bat; ``sides``: visitors, home."""

    runners: tuple[str, str, str] = ("", "", "")
    up: str = ""
    sides: tuple[SideLeft, SideLeft] = (SideLeft(), SideLeft())
    words: str = ""


def left_problems(left: Left, stop: Stop) -> list[Refusal]:
    """What cannot be: ``too-long``, ``too-many-men``, ``named-twice``, ``both-in-and-gone``,
    ``not-in-the-game`` for a runner or batter who is not among the players of the side at bat,
    where those are told, ``outs-not-made`` where pitchers have more outs than were made."""
    found = [*_texts(left)]
    for side, name in enumerate(("away", "home")):
        found += _of_side(left.sides[side], name, stop.made[HOME - side])
    batting = 0 if stop.half == TOP else HOME
    playing = {each.casefold() for each in left.sides[batting].playing}
    at = [
        (f"on {base}", runner) for base, runner in zip(BASES, left.runners, strict=True) if runner
    ]
    at += [("up", left.up)] if left.up else []
    seen: set[str] = set()
    for place, runner in at:
        if playing and runner.casefold() not in playing:
            sentence = f"{runner} is not among the players of the side at bat who are in the game."
            found.append(Refusal("not-in-the-game", sentence, place))
        if runner.casefold() in seen:
            found.append(Refusal("named-twice", f"{runner} is named twice.", place))
        seen.add(runner.casefold())
    return found


def _texts(left: Left) -> list[Refusal]:
    found = []
    said = [("words", left.words, LONGEST_WORDS), ("up", left.up, LONGEST_NAME)]
    said += [
        (f"on {base}", runner, LONGEST_NAME)
        for base, runner in zip(BASES, left.runners, strict=True)
    ]
    for name, side in zip(("away", "home"), left.sides, strict=True):
        said += [(name, player, LONGEST_NAME) for player in side.names]
    for place, text, most in said:
        if problem := text_problem(text, place):
            found.append(problem)
        if len(text) > most:
            found.append(Refusal("too-long", f"At most {most} characters.", place))
    return found


def _of_side(side: SideLeft, name: str, made: int) -> list[Refusal]:
    found = []
    if len(side.playing) + len(side.gone) > MOST_PLAYERS or len(side.pitchers) > MOST_PITCHERS:
        sentence = f"A side has {MOST_PLAYERS} players and {MOST_PITCHERS} pitchers at most."
        found.append(Refusal("too-many-men", sentence, name))
    for kind, names in (
        ("", side.playing),
        ("", side.gone),
        ("pitchers", [each for each, _ in side.pitchers]),
    ):
        folded = [each.casefold() for each in names]
        twice = next((each for each in names if folded.count(each.casefold()) > 1), None)
        if twice is not None:
            place = f"{name} {kind}".strip()
            found.append(Refusal("named-twice", f"{twice} is named twice.", place))
    gone = {each.casefold() for each in side.gone}
    both = next((each for each in side.playing if each.casefold() in gone), None)
    if both is not None:
        sentence = f"{both} is in the game and gone."
        found.append(Refusal("both-in-and-gone", sentence, name))
    outs = sum(each for _, each in side.pitchers)
    if side.pitchers and (outs > made or any(each < 0 for _, each in side.pitchers)):
        sentence = f"The pitchers have {outs} outs; {made} were made against them."
        found.append(Refusal("outs-not-made", sentence, f"{name} pitchers"))
    return found


def to_json(sides: Sequence[SideLeft]) -> list[dict[str, Any]]:
    """Both sides as plain values, as they are stored."""
    return [
        {
            "playing": list(side.playing),
            "gone": list(side.gone),
            "pitchers": [[name, outs] for name, outs in side.pitchers],
        }
        for side in sides
    ]


def from_json(stored: Sequence[Mapping[str, Any]]) -> tuple[SideLeft, SideLeft]:
    """Both sides from the plain values that were stored."""
    away, home = (
        SideLeft(
            tuple(each["playing"]),
            tuple(each["gone"]),
            tuple((name, outs) for name, outs in each["pitchers"]),
        )
        for each in stored
    )
    return away, home
