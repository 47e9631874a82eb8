"""Invented clubs and results for the styleguide and for tests of the components."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.paginator import Paginator

from config.paging import Page
from config.refusals import Refusal
from config.ui.boards import BoardSide, LineScore
from config.ui.charts import ChartLine, Side


@dataclass(frozen=True)
class Club:
    name: str
    abbreviation: str
    colour: str
    accent: str


@dataclass(frozen=True)
class Row:
    rank: str
    team: Club
    won: int
    lost: int
    pct: float
    games_behind: float
    runs_for: int
    runs_against: int
    home: tuple[int, int]
    away: tuple[int, int]
    last_ten: tuple[int, int]
    streak: str
    form: str
    highlight: bool = False
    url: str = "#club"

    @property
    def run_difference(self) -> int:
        return self.runs_for - self.runs_against


@dataclass(frozen=True)
class BoxRow:
    name: str
    note: str
    cells: tuple[Any, ...]
    indent: bool = False


@dataclass(frozen=True)
class Cell:
    text: str
    outcome: str
    url: str = ""


@dataclass(frozen=True)
class CrossRow:
    team: Club
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class Play:
    text: str
    outs: int = 0
    runs: int = 0
    score: str = ""


@dataclass(frozen=True)
class Half:
    label: str
    team: Club
    plays: tuple[Play, ...]
    summary: str = ""


@dataclass(frozen=True)
class SampleJob:
    pk: str
    label: str
    state: str
    done: int = 0
    total: int = 0
    error: str = ""
    cancel_requested: bool = False

    @property
    def is_live(self) -> bool:
        return self.state in ("queued", "running")


CLUBS = (
    Club("Harbour Gulls", "HAR", "#1f4e8c", "#f2c14e"),
    Club("Millbrook Mules", "MIL", "#7a1f2b", "#f4efe2"),
    Club("Quarry Hill Badgers", "QHB", "#20242b", "#d7d9dc"),
    Club("Saltmarsh Herons", "SAL", "#0d7a6f", "#ffffff"),
    Club("Copperline Trolleys", "COP", "#b3541e", "#1b231e"),
    Club("Lakeside Lamplighters", "LL", "#f4c430", "#2a1a5e"),
    Club("Old Mint Pennies", "OMP", "#5b3f8f", "#f2c14e"),
    Club("Northgate Nightjars", "NGTJ", "#2d6b33", "#f4efe2"),
)

ROUNDS = tuple(str(number) for number in range(1, 15))

# Series results by round, three games each: games won minus games lost.
SWINGS = (
    (3, 1, -1, 3, 1, 1, -1, 1, 3, 1, -1, 1, 1, 3),
    (1, 1, 3, -1, 1, -1, 3, 1, 1, -1, 1, 3, -1, 1),
    (-1, 3, 1, 1, -1, 1, 1, -3, 1, 1, 1, -1, 1, -1),
    (1, -1, 1, -1, 3, -1, 1, 1, -1, 1, -1, 1, 1, -1),
    (-1, 1, -1, 1, -3, 3, -1, -1, 1, -1, 3, -1, -1, 1),
    (-3, -1, 1, -1, 1, 1, -3, 1, -1, 1, -1, 1, -1, 1),
    (1, -3, -1, 1, -1, -3, 1, -1, -1, -1, -1, -1, 3, -1),
    (-1, -1, -3, -3, -1, -1, -1, 1, -3, -1, -1, -3, -3, -3),
)


class SampleForm(forms.Form):
    name = forms.CharField(label="Name of the tournament", max_length=60)
    system = forms.ChoiceField(
        label="Game system",
        choices=[("one", "One-Dice Baseball"), ("poker", "Poker Dice Baseball")],
    )
    length = forms.IntegerField(
        label="Games in a series", min_value=1, max_value=7, help_text="Three is usual."
    )
    note = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 3}))
    legs = forms.ChoiceField(
        label="How often each pair meets",
        choices=[("1", "Once"), ("2", "Twice, sides changed")],
        widget=forms.RadioSelect,
        initial="2",
    )
    public = forms.BooleanField(
        label="Anybody may look", required=False, help_text="Otherwise only who is invited."
    )


def lines() -> list[ChartLine]:
    chart_lines = []
    for club, swings in zip(CLUBS, SWINGS, strict=True):
        total, values = 0.0, []
        for swing in swings:
            total += swing
            values.append(total)
        chart_lines.append(ChartLine(club.name, club.abbreviation, club.colour, tuple(values)))
    return chart_lines


def standings() -> list[Row]:
    forms_ = ("WWWLWWLWWW", "WLWWLWWWLW", "LWLWWLWLWW", "WLWLWWLLWL", "LWLLWWLWLW")
    rows = []
    for index, (club, line) in enumerate(zip(CLUBS, lines(), strict=True)):
        above = int(line.last or 0)
        won = (42 + above) // 2
        form = forms_[index % 5]
        rows.append(
            Row(
                rank=("1", "2", "3", "4=", "4=", "6", "7", "8")[index],
                team=club,
                won=won,
                lost=42 - won,
                pct=won / 42,
                games_behind=(int(lines()[0].last or 0) - above) / 2,
                runs_for=231 - 11 * index,
                runs_against=180 + 9 * index,
                home=(won // 2 + 1, 21 - won // 2 - 1),
                away=(won - won // 2 - 1, 22 - won + won // 2),
                last_ten=(form.count("W"), form.count("L")),
                streak="W3" if index == 0 else ("L2" if index % 2 else "W1"),
                form=form,
                highlight=index == 2,
            )
        )
    return rows


def cross() -> list[CrossRow]:
    clubs = CLUBS
    table = []
    for i, club in enumerate(clubs):
        cells: list[Cell | None] = []
        for j in range(len(clubs)):
            if i == j:
                cells.append(None)
            elif (i + j) % 5 == 4:
                cells.append(Cell("·", "open"))
            else:
                won = 4 if i < j else 2
                cells.append(Cell(f"{won}–{6 - won}", "won" if won > 3 else "lost", "#series"))
        table.append(CrossRow(club, tuple(cells)))
    return table


AWAY = BoardSide(CLUBS[0], (0, 2, 0, 0, 1, 0, 0, 3, 0), 6, 11, 1, won=True)
HOME = BoardSide(CLUBS[2], (1, 0, 0, 2, 0, 0, 1, 0, 0), 4, 8, 0)
LATE_AWAY = BoardSide(CLUBS[3], (0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 1), 4, 12, 2)
LATE_HOME = BoardSide(CLUBS[6], (2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2), 5, 10, 0, won=True)
NOW_AWAY = BoardSide(CLUBS[5], (0, 1, 0, 0, 4), 5, 7, 0)
NOW_HOME = BoardSide(CLUBS[7], (0, 0, 0, 2), 2, 4, 1)

BATTING = (
    ("AB", "At bats"),
    ("R", "Runs"),
    ("H", "Hits"),
    ("2B", "Doubles"),
    ("HR", "Home runs"),
    ("BB", "Walks"),
    ("K", "Strikeouts"),
)
BATTERS = (
    BoxRow("Batter 1", "lf", (5, 1, 2, 1, 0, 0, 1)),
    BoxRow("Batter 2", "2b", (4, 1, 1, 0, 0, 1, 0)),
    BoxRow("Batter 3", "1b", (5, 2, 3, 0, 1, 0, 1)),
    BoxRow("Batter 4", "cf", (3, 0, 1, 0, 0, 1, 2)),
    BoxRow("Batter 10", "ph", (1, 1, 1, 0, 0, 0, 0), indent=True),
)

HALVES = (
    Half(
        "Top of the 8th",
        CLUBS[0],
        (
            Play("Batter 3 lines a single to left."),
            Play("Batter 4 strikes out.", outs=1),
            Play("Batter 10 homers to deep centre; two score.", runs=2, score="5–4"),
            Play("Batter 6 grounds out, short to first.", outs=2),
        ),
        "2 runs, 2 hits, no errors, none left on base.",
    ),
)


def runs_of(side: BoardSide) -> Side:
    club = side.team
    return Side(club.name, club.abbreviation, club.colour, tuple(side.innings))


def context() -> dict[str, Any]:
    refused = SampleForm({"name": "", "system": "one", "length": "12", "legs": "2"})
    refused.is_valid()
    return {
        "clubs": CLUBS,
        "crumbs": [("Home", "/"), ("Harbour League", "#league"), ("Standings", "")],
        "rows": standings(),
        "columns": CLUBS,
        "cross": cross(),
        "away": AWAY,
        "home": HOME,
        "board": LineScore(AWAY, HOME),
        "late_board": LineScore(LATE_AWAY, LATE_HOME, state="Final in 12"),
        "board_now": LineScore(
            NOW_AWAY, NOW_HOME, state="Bottom 5th", final=False, inning=5, half="bottom", outs=2
        ),
        "batting": BATTING,
        "batters": BATTERS,
        "totals": (18, 5, 8, 1, 1, 2, 4),
        "notes": [("2B", "Batter 1 (1)"), ("HR", "Batter 3 (1, 8th inning, one on)")],
        "halves": HALVES,
        "lines": lines(),
        "rounds": ROUNDS,
        "away_side": Side(
            AWAY.team.name, AWAY.team.abbreviation, AWAY.team.colour, tuple(AWAY.innings)
        ),
        "home_side": Side(
            HOME.team.name, HOME.team.abbreviation, HOME.team.colour, tuple(HOME.innings)
        ),
        "course": [1, 2, 1, 3, 4, 2, 1, -1, 0, 2, 3],
        "jobs": [
            SampleJob("s1", "Play every open series", "running", 63, 84),
            SampleJob("s2", "Play round 7", "queued"),
            SampleJob("s3", "Play round 6", "done", 4, 4),
            SampleJob("s4", "Play round 5", "failed", 2, 4, "The dice rolled off the table."),
        ],
        "refusals": [
            Refusal("impossible-roll", "A d6 cannot show 7.", place="entry 14"),
            Refusal(
                "trailing-entries", "The game was over; 3 entries follow the last out.", "entry 61"
            ),
        ],
        "form": SampleForm(),
        "refused_form": refused,
        "page": Paginator(range(95), 10).page(3),
        "neighbours": Page(previous="", next="after=61"),
        "tabs": [
            ("Overview", "#t1"),
            ("Standings", "#t2"),
            ("Schedule", "#t3"),
            ("Cross-table", "#t4"),
            ("Director's desk", "#t5"),
        ],
        "facts": [
            ("Game system", "Poker Dice Baseball 2.1"),
            ("Schedule", "Double round robin, series of three"),
            ("Director", "Pat Doyle"),
            ("Seed", "8f3a-11c9"),
        ],
    }
