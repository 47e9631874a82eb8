"""The scoreboard of a game, and its runs by inning."""

from collections.abc import Sequence
from typing import Protocol, cast

from config.ui.boards import BoardSide, LineScore
from config.ui.charts import Side as ChartSide
from games.engine.folds.play_by_play import half_name
from games.engine.folds.summary import StoredSummary
from games.engine.situation import AWAY, HOME, TOP
from games.models import Game
from games.rules.suspensions import BOOKED_TIE


class Club(Protocol):
    """Whatever has a club's name, letters, colours and, perhaps, nine batters."""

    @property
    def name(self) -> str: ...
    @property
    def abbreviation(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def accent(self) -> str: ...
    @property
    def batting_order(self) -> Sequence[str]: ...


def board_of(game: Game) -> LineScore:
    """The board of a stored game; it needs neither its events nor its transcript."""
    return board(
        cast(StoredSummary, game.summary),
        game.away,
        game.home,
        suspended=game.status == Game.Status.SUSPENDED,
        confirmed=not game.waits_for_confirmation,
        booked=game.reason == BOOKED_TIE,
    )


def board(
    stored: StoredSummary,
    away: Club,
    home: Club,
    *,
    suspended: bool = False,
    confirmed: bool = True,
    booked: bool = False,
) -> LineScore:
    """The board that a summary describes; what was not told of a game is not shown."""
    final = stored["final"]
    sides = [
        BoardSide(
            team=team,
            innings=stored["innings"][side],
            runs=stored["runs"][side],
            hits=stored["hits"][side],
            errors=stored["errors"][side],
            won=final and confirmed and stored["runs"][side] > stored["runs"][1 - side],
        )
        for side, team in ((AWAY, away), (HOME, home))
    ]
    return LineScore(
        away=sides[AWAY],
        home=sides[HOME],
        state=_state(stored, suspended=suspended, booked=booked) if confirmed else "Not confirmed",
        final=final,
        inning=0 if final else stored["inning"],
        half="" if final else "top" if stored["half"] == TOP else "bottom",
        outs=None if final else stored["outs"] % 3,
        regulation=stored["regulation"] if any(stored["innings"]) or not final else 0,
    )


def chart_sides(shown: LineScore) -> tuple[ChartSide, ChartSide]:
    """Both sides for the chart of runs by inning."""
    away, home = (
        ChartSide(side.team.name, side.team.abbreviation, side.team.colour, tuple(side.innings))
        for side in shown.sides
    )
    return away, home


def _state(stored: StoredSummary, *, suspended: bool, booked: bool) -> str:
    if booked:
        return "Tie: not finished"
    if stored["final"]:
        usual = stored["inning"] == stored["regulation"]
        return "Final" if usual else f"Final in {stored['inning']}"
    if suspended:
        return "Suspended"
    return half_name(stored["inning"], stored["half"]).replace(" of the ", " ")
