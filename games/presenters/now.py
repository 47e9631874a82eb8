"""Where a game that goes on stands: who bats, who pitches, who is next, what they did today; and
the diamond with who is on which base, as SVG."""

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.folds.box_score import BoxScore, box_score
from games.engine.folds.lines_in_words import batted_in_words, pitched_in_words
from games.engine.folds.moments import current_situation, following
from games.engine.folds.names import BASE_NAMES, Names
from games.engine.folds.people import PITCHER, People
from games.engine.folds.play_by_play import half_name
from games.engine.record import Record
from games.engine.situation import Situation
from games.presenters.boards import Club
from games.presenters.story import ToldPlay, names_of

OUTS = 3


@dataclass(frozen=True)
class PlayerNow:
    """A player in the game now: his club, his name and what he did today; his side, and his number
    there (0 where none is known)."""

    club: Club
    name: str
    today: str = ""
    side: int = 0
    number: int = 0


@dataclass(frozen=True)
class Now:
    """The situation of a game that goes on. ``pips`` are the outs as lamps; no player is named in a
    game without batters, and no pitcher where none is known. ``last`` is the last play."""

    where: str
    outs: int
    score: tuple[tuple[Club, int], ...]
    diamond: SafeString
    batter: PlayerNow | None = None
    pitcher: PlayerNow | None = None
    on_deck: str = ""
    last: ToldPlay | None = None

    @property
    def pips(self) -> list[bool]:
        """Three lamps, lit for every out."""
        return [place < self.outs for place in range(OUTS)]


def now_of(
    record: Record,
    clubs: tuple[Club, Club],
    last: ToldPlay | None,
    score: BoxScore | None = None,
) -> Now:
    """The situation of a record that goes on; ``score``: its box, where somebody has it already."""
    stands = current_situation(record)
    people = People(record.lineups) if record.lineups is not None else None
    if people is not None:
        for event in record.events:
            people.see(event)
    runs = tuple(zip(clubs, stands.runs, strict=True))
    where, outs = half_name(stands.inning, stands.half), min(stands.outs, OUTS)
    if not record.system.batters:
        return Now(where, outs, runs, SafeString(""), last=last)
    names = names_of(clubs) if people is None else people.names(names_of(clubs))
    side, slot = stands.batting, stands.up[stands.batting]
    box = score or box_score(record)
    return Now(
        where,
        outs,
        runs,
        diamond(stands, names),
        batter=PlayerNow(
            clubs[side],
            names.player(side, slot),
            _at_bat(box, stands, people),
            side,
            people.player(side, slot) if people is not None else 0,
        ),
        pitcher=_pitcher(box, stands, people, clubs),
        # Who comes up in a list is known when he does.
        on_deck="" if record.system.listed else names.player(side, following(slot)),
        last=last,
    )


def _at_bat(box: BoxScore, now: Situation, people: People | None) -> str:
    side, slot = now.batting, now.up[now.batting]
    player = people.player(side, slot) if people is not None else 0
    return next(
        (
            batted_in_words(line)
            for line in box.sides[side].batting
            if line.player == player and (player or line.slot == slot)
        ),
        "",
    )


def _pitcher(
    box: BoxScore, now: Situation, people: People | None, clubs: tuple[Club, Club]
) -> PlayerNow | None:
    side = 1 - now.batting
    player = people.at(side, PITCHER) if people is not None else 0
    if people is None or not player:
        return None
    today = next(
        (pitched_in_words(line) for line in box.sides[side].pitchers if line.player == player), ""
    )
    return PlayerNow(clubs[side], people.name(side, player), today, side, player)


BASES = {1: (118, 66), 2: (70, 18), 3: (22, 66)}
LABELS = {1: (118, 94, "middle"), 2: (70, 50, "middle"), 3: (22, 94, "middle")}
HALF = 11


def diamond(now: Situation, names: Names) -> SafeString:
    """The bases, those with a runner on them lit and labelled; heard as a sentence."""
    runners = {base: slot for base, slot in enumerate(now.runners, start=1) if slot}
    labels = {
        base: names.player(now.batting, slot, base) if slot <= 9 else ""
        for base, slot in runners.items()
    }
    said = (
        "; ".join(f"{labels[base] or 'a runner'} on {BASE_NAMES[base]}" for base in sorted(runners))
        or "Nobody on base"
    )
    squares = "".join(
        f'<path class="gm-base{" gm-manned" if base in runners else ""}" '
        f'd="{_square(*BASES[base])}"/>'
        for base in BASES
    )
    words = "".join(
        f'<text x="{LABELS[base][0]}" y="{LABELS[base][1]}" text-anchor="{LABELS[base][2]}">'
        f"{escape(_short(labels[base]))}</text>"
        for base in runners
    )
    return mark_safe(  # numbers and escaped words
        '<svg class="gm-diamond" viewBox="-8 0 156 128" role="img" focusable="false"'
        f' aria-label="{escape(said)}">'
        '<path class="gm-grass" d="M70 118L-4 44A104 104 0 0 1 144 44Z"/>'
        '<path class="gm-lines" d="M70 114L22 66L70 18L118 66Z"/>'
        f'{squares}<path class="gm-plate" d="M62 108h16v7l-8 7l-8-7Z"/>{words}</svg>'
    )


def _square(x: int, y: int) -> str:
    return f"M{x} {y - HALF}L{x + HALF} {y}L{x} {y + HALF}L{x - HALF} {y}Z"


def _short(name: str) -> str:
    """A name that fits under a base: ``Batter 4`` is number 4 there."""
    if name.startswith("Batter "):
        return f"No. {name.removeprefix('Batter ')}"
    return name if len(name) <= 10 else f"{name[:9]}…"
