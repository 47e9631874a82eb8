"""Box scores against Chadwick's: every cell that both count, game by game, off our event files.

``cwbox`` is a program of its own that reads Retrosheet's event files. It is given the file of a
game and nothing of ours, so that what it counts differently is a fault of the file or of the box.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree

from games.engine.event_files.box import box_of_events, fielding_of_events
from games.engine.event_files.game import EventGame
from games.engine.folds.box_score import BattingLine, BoxScore, SideBox, box_score
from games.engine.folds.fielding import FieldingLine, fielding
from games.engine.folds.moments import moments_of
from games.engine.folds.people import People
from games.engine.folds.pitchers import PitcherLine
from games.engine.folds.retrosheet import Facts, event_file, roster_file, team_file
from games.engine.options import Value
from games.engine.record import Record

CODES: Final = ("AWY", "HOM")
YEAR: Final = "2026"
FILE: Final = f"{YEAR}{CODES[1]}.EVN"
COMPLAINT: Final = re.compile("ERROR|WARNING|.*[Ee]rror|Advancement")

BATTING: Final = {
    "ab": "at_bats",
    "r": "runs",
    "h": "hits",
    "d": "doubles",
    "t": "triples",
    "hr": "home_runs",
    "bi": "runs_batted_in",
    "bb": "walks",
    "so": "strikeouts",
    "hp": "hit_by_pitch",
    "sh": "sacrifice_hits",
    "sf": "sacrifice_flies",
    "gdp": "double_plays",
    "sb": "stolen_bases",
    "cs": "caught_stealing",
}
PITCHING: Final = {
    "outs": "outs",
    "bf": "batters_faced",
    "h": "hits",
    "r": "runs",
    "er": "earned_runs",
    "hr": "home_runs",
    "bb": "walks",
    "ibb": "intentional_walks",
    "so": "strikeouts",
    "wp": "wild_pitches",
    "bk": "balks",
    "hb": "hit_batters",
    "dec": "decision",
}
FIELDING: Final = {
    "outs": "outs",
    "po": "putouts",
    "a": "assists",
    "e": "errors",
    "dp": "double_plays",
}

Cells = dict[tuple[str, ...], int | str]
"""What a box says, by its place: the part, the player or side, and the column."""


@dataclass(frozen=True)
class Difference:
    """A cell that is not the same; ``None`` is a line that is not there."""

    game: str
    place: tuple[str, ...]
    ours: int | str | None
    theirs: int | str | None

    def __str__(self) -> str:
        return f"{self.game} {' '.join(self.place)}: {self.ours}, Chadwick {self.theirs}"


def variants() -> list[dict[str, Value]]:
    """With and without the extra runner of the tenth, with and without a designated hitter."""
    return [
        {"extra_runner_from": runner, "designated_hitter": designated}
        for runner in (0, 10)
        for designated in (False, True)
    ]


@dataclass
class Compared:
    """Games that were read both ways."""

    games: int = 0
    cells: int = 0
    differences: list[Difference] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @property
    def by_column(self) -> Counter[str]:
        """How many cells differ by part and column."""
        return Counter(f"{each.place[0]} {each.place[-1]}" for each in self.differences)


def facts_of(number: int) -> Facts:
    """The facts of the game of that number: ten games a day."""
    day, of_day = divmod(number, 10)
    month, day = divmod(day, 28)
    return Facts(CODES, ("Away", "Home"), f"{YEAR}/{1 + month:02d}/{1 + day:02d}", of_day)


def compare_boxes(games: Iterable[Record], program: Path | str = "cwbox") -> Compared:
    """Every cell of the boxes of these games, ours and Chadwick's."""
    told = [(facts_of(number), game) for number, game in enumerate(games)]
    found = Compared()
    if not told:
        return found
    with TemporaryDirectory() as folder:
        write_files(Path(folder), told)
        boxes, found.complaints = read_boxes(Path(folder), program)
    by_game = {box.get("game_id", ""): box for box in boxes}
    for facts, game in told:
        found.games += 1
        box = by_game.get(facts.game_id)
        ours = own_cells(game, facts)
        theirs = {} if box is None else chadwicks_cells(box)
        found.cells += len(ours.keys() | theirs.keys())
        found.differences += differences(facts.game_id, ours, theirs)
    return found


def differences(game: str, ours: Cells, theirs: Cells) -> Iterator[Difference]:
    """Cells of a game that are not the same."""
    for place in sorted(ours.keys() | theirs.keys()):
        mine, his = ours.get(place), theirs.get(place)
        if mine != his:
            yield Difference(game, place, mine, his)


def write_files(folder: Path, told: Sequence[tuple[Facts, Record]]) -> None:
    """The event file, the clubs and the rosters as readers want them."""
    (folder / FILE).write_text("".join(event_file(game, facts) for facts, game in told))
    (folder / f"TEAM{YEAR}").write_text(team_file(told[0][0]))
    for side, code in enumerate(CODES):
        # The same player of another game need not be the same: identities are by number in a club.
        everybody = {
            line: None
            for facts, game in told
            for line in roster_file(game, facts, side).splitlines(keepends=True)
        }
        (folder / f"{code}{YEAR}.ROS").write_text("".join(everybody))


def knows_extra_runners(program: Path | str) -> bool:
    """Whether Chadwick is recent enough to read of a runner put on second (``radj``)."""
    return b"radj" in Path(program).read_bytes()


def read_boxes(
    folder: Path, program: Path | str, file: str = FILE
) -> tuple[list[ElementTree.Element], list[str]]:
    """Chadwick's boxes of a file, which lies in a folder with its rosters and is named after its
    year, and what it complained of."""
    done = subprocess.run(
        [str(program), "-X", "-y", file[:4], file],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    # What that program writes is not a stranger's.
    boxes = list(ElementTree.fromstring(f"<all>{done.stdout}</all>"))
    return boxes, [line for line in done.stderr.splitlines() if COMPLAINT.match(line)]


def own_cells(game: Record, facts: Facts) -> Cells:
    """What our box says of a game."""
    assert game.clubs is not None
    people, box = People(game.clubs), box_score(game)
    cells = _of_lines(box)

    def identity(side: int, player: int) -> str:
        return facts.identity(side, player, people.name(side, player))

    for side, ours in enumerate(box.sides):
        cells |= _of_side(identity, side, ours)
    for each in fielding(tuple(moments_of(game)), game.clubs):
        cells |= _of_fielder(identity(each.side, each.player), each)
    return cells


def cells_read(game: EventGame) -> Cells:
    """What our reader of event files says of a game."""
    everybody = list(game.names)
    box = box_of_events(game, lambda _, player: everybody.index(player))
    cells = _of_lines(box)
    for side, ours in enumerate(box.sides):
        cells |= _of_side(lambda _, player: everybody[player], side, ours)
    for each in fielding_of_events(game, lambda _, player: everybody.index(player)):
        cells |= _of_fielder(everybody[each.player], each)
    return cells


def _of_lines(box: BoxScore) -> Cells:
    cells: Cells = {}
    for code, ours in zip(CODES, box.sides, strict=True):
        cells["line", code, "runs"] = ours.total.runs
        cells["line", code, "hits"] = ours.total.hits
        cells["line", code, "errors"] = ours.errors
        cells["line", code, "lob"] = ours.left_on_base
    return cells


def _of_side(identity: Callable[[int, int], str], side: int, ours: SideBox) -> Cells:
    cells: Cells = {}
    for line in ours.batting:
        _add(cells, "batting", identity(side, line.player), _of_batter(line))
    for pitcher in ours.pitchers:
        _add(cells, "pitching", identity(side, pitcher.player), _of_pitcher(pitcher))
    return cells


def _of_batter(line: BattingLine) -> Mapping[str, int]:
    return {letter: getattr(line, name) for letter, name in BATTING.items()}


def _of_pitcher(line: PitcherLine) -> Mapping[str, int | str]:
    return {letter: getattr(line, name) for letter, name in PITCHING.items()}


def _of_fielder(who: str, line: FieldingLine) -> Cells:
    counts = {letter: getattr(line, name) for letter, name in FIELDING.items()}
    if not any(counts.values()):
        return {}
    return {("fielding", who, str(line.position), letter): n for letter, n in counts.items()}


def _add(cells: Cells, part: str, who: str, counts: Mapping[str, int | str]) -> None:
    """A player's counts, added to those of a line that he has already."""
    for letter, count in counts.items():
        before = cells.get((part, who, letter))
        if isinstance(before, int) and isinstance(count, int):
            count += before
        elif isinstance(before, str) and not count:
            count = before
        cells[part, who, letter] = count


def chadwicks_cells(box: ElementTree.Element) -> Cells:
    """What Chadwick's box says."""
    cells: Cells = {}
    line = box.find("linescore")
    assert line is not None
    for number, (code, side) in enumerate(zip(CODES, ("away", "home"), strict=True)):
        for count in ("runs", "hits", "errors"):
            cells["line", code, count] = int(line.get(f"{side}_{count}", ""))
        players = box.findall("players")[number]
        cells["line", code, "lob"] = int(players.get("lob", ""))
        for player in players.findall("player"):
            _of_player(cells, player)
        for pitcher in box.findall("pitching")[number].findall("pitcher"):
            counts: dict[str, int | str] = {
                letter: pitcher.get(letter, "")
                if letter == "dec"
                else int(pitcher.get(letter, "0"))
                for letter in PITCHING
            }
            _add(cells, "pitching", pitcher.get("id", ""), counts)
    return cells


def _of_player(cells: Cells, player: ElementTree.Element) -> None:
    who = player.get("id", "")
    batting = player.find("batting")
    if batting is not None:
        _add(cells, "batting", who, {letter: int(batting.get(letter, "")) for letter in BATTING})
    for stats in player.findall("fielding"):
        counts = {letter: int(stats.get(letter, "0")) for letter in FIELDING}
        if any(counts.values()):
            place = ("fielding", who, stats.get("pos", ""))
            cells |= {(*place, letter): count for letter, count in counts.items()}
