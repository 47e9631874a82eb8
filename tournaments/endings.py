"""What becomes of everything that is open when what it hangs on ends.

A row for each kind of thing that hangs on a series or a game, a column for each act that ends one:
either the function that closes (or reopens) it, with its log line, or the reason why nothing is to
be done. ``tests/tournaments/test_endings.py`` fails for a pair that is missing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db.models import Model

from games.hooks import (
    GameVoided,
    SeriesCalledOff,
    SeriesTakenUp,
    SeriesUndrawn,
    SimulationTakenBack,
    on,
)
from games.models import Game, GameClock, GameWait
from games.planning.models import GameCard, LineUp
from games.scheduling import services as times
from games.scheduling.models import MeetingTime
from games.seriesday.models import (
    Absence,
    GameReport,
    HomeRoll,
    LeftGame,
    Ruling,
    SeriesClock,
    SuspendedRoll,
)
from games.seriesday.services import lapsing
from games.services import clocks, waits
from pitching.models import SheetColumn, Signature
from tournaments.models import Replacement
from tournaments.services import drops

ACTS: Final = (
    SeriesCalledOff,
    SeriesTakenUp,
    SeriesUndrawn,
    GameVoided,
    SimulationTakenBack,
)
"""The acts that end series and games, and those that undo an end."""

Effect = Callable[[Any], object] | str

_NO_GAME: Final = "Nothing was played: there is no game. Where there is one, it is voided first."
_OF_SERIES: Final = "It belongs to the series, which goes on."
_NOT_PLAYED: Final = "Nobody plays in a series that is over; it stands for when it goes on."
_VOID_FIRST: Final = "Its games were voided one by one, and GameVoided has followed."
_SAME_GAME: Final = "It is of this game alone, and a void game takes nothing more."

ENDINGS: Final[Mapping[type[Model], Mapping[type, Effect]]] = {
    GameReport: {
        SeriesCalledOff: lapsing.close_reports,
        SeriesTakenUp: lapsing.reopen_reports,
        SeriesUndrawn: _NO_GAME,
        GameVoided: lapsing.close_reports_of_game,
        SimulationTakenBack: _VOID_FIRST,
    },
    Ruling: {
        SeriesCalledOff: lapsing.close_rulings,
        SeriesTakenUp: lapsing.reopen_rulings,
        SeriesUndrawn: lapsing.close_rulings,
        GameVoided: lapsing.close_rulings_of_game,
        SimulationTakenBack: _VOID_FIRST,
    },
    Absence: {
        SeriesCalledOff: lapsing.close_absences,
        SeriesTakenUp: lapsing.reopen_absences,
        SeriesUndrawn: lapsing.close_absences,
        GameVoided: _OF_SERIES,
        SimulationTakenBack: lapsing.wait_again_for_the_absent,
    },
    HomeRoll: {
        SeriesCalledOff: lapsing.close_home_rolls,
        SeriesTakenUp: lapsing.reopen_home_rolls,
        SeriesUndrawn: lapsing.close_home_rolls,
        GameVoided: _OF_SERIES,
        SimulationTakenBack: "It says who hosts the series, which people play now.",
    },
    SeriesClock: {
        SeriesCalledOff: "It runs only while its series is open.",
        SeriesTakenUp: lapsing.set_clocks_on,
        SeriesUndrawn: "It is deleted with the series.",
        GameVoided: _OF_SERIES,
        SimulationTakenBack: lapsing.give_time_to_play,
    },
    MeetingTime: {
        SeriesCalledOff: times.end_times,
        SeriesTakenUp: times.restore_times,
        SeriesUndrawn: times.end_times,
        GameVoided: _OF_SERIES,
        SimulationTakenBack: "What was agreed or proposed stands, and is to be kept.",
    },
    Replacement: {
        SeriesCalledOff: drops.end_replacements,
        SeriesTakenUp: "The director names one anew.",
        SeriesUndrawn: drops.end_replacements,
        GameVoided: _OF_SERIES,
        SimulationTakenBack: "It stands: who was named plays now.",
    },
    GameClock: {
        SeriesCalledOff: clocks.stop_clocks,
        SeriesTakenUp: clocks.start_clocks_again,
        SeriesUndrawn: _NO_GAME,
        GameVoided: clocks.stop_clock,
        SimulationTakenBack: _VOID_FIRST,
    },
    GameWait: {
        SeriesCalledOff: waits.end_waits,
        SeriesTakenUp: "The next look for long waits begins it anew.",
        SeriesUndrawn: _NO_GAME,
        GameVoided: waits.end_wait,
        SimulationTakenBack: _VOID_FIRST,
    },
    Game: {
        SeriesCalledOff: "It stands as it is (T0.08l); nothing is added to it.",
        SeriesTakenUp: "It goes on where it stood.",
        SeriesUndrawn: "It is voided next.",
        GameVoided: "It is void.",
        SimulationTakenBack: "It is void.",
    },
    LeftGame: {
        SeriesCalledOff: "It tells how a game stands, and stays true.",
        SeriesTakenUp: "It still tells how the game stands.",
        SeriesUndrawn: _NO_GAME,
        GameVoided: _SAME_GAME,
        SimulationTakenBack: _SAME_GAME,
    },
    SuspendedRoll: {
        SeriesCalledOff: "It orders games that are to be finished; this one is not.",
        SeriesTakenUp: "It counts while the game stands where it stood.",
        SeriesUndrawn: _NO_GAME,
        GameVoided: _SAME_GAME,
        SimulationTakenBack: _SAME_GAME,
    },
    LineUp: {
        SeriesCalledOff: _NOT_PLAYED,
        SeriesTakenUp: _NOT_PLAYED,
        SeriesUndrawn: "It is deleted with the series.",
        GameVoided: "The game is played anew with it.",
        SimulationTakenBack: "The games are played anew with it.",
    },
    GameCard: {
        SeriesCalledOff: _NOT_PLAYED,
        SeriesTakenUp: _NOT_PLAYED,
        SeriesUndrawn: "It is deleted with the series.",
        GameVoided: "The game is played anew with it.",
        SimulationTakenBack: "The games are played anew with it.",
    },
    Signature: {
        SeriesCalledOff: "It holds for what was played, and no other is asked for.",
        SeriesTakenUp: "It holds until a director opens the sheet again.",
        SeriesUndrawn: "A signed sheet refuses the act: sheet-signed.",
        GameVoided: "A signed sheet refuses the act: sheet-signed.",
        SimulationTakenBack: "A signed sheet refuses the act: sheet-signed.",
    },
    SheetColumn: {
        SeriesCalledOff: "The sheet marks the series (pitching.services.sheets.set_called_off).",
        SeriesTakenUp: "The sheet marks the series.",
        SeriesUndrawn: "games.services.undrawing takes it off the sheets.",
        GameVoided: "games.services.changes.keep_sheets takes it off the sheets.",
        SimulationTakenBack: _VOID_FIRST,
    },
}

RECORDS: Final[frozenset[str]] = frozenset(
    {
        "book.BookedGame",
        "games.DiceSegment",
        "games.PlayersLines",
        "games.VoidedTail",
        "pitching.PitchingSheet",
        "practice.PracticeGame",
        "seriesday.Photograph",
        "seriesday.RulingStep",
        "tournaments.Fixture",
    }
)
"""What hangs on series and games as well and is never open: nobody is waited for."""


def register_endings() -> None:
    """Have every effect of the table follow from its act, in the order of the table."""
    for effects in ENDINGS.values():
        for act, effect in effects.items():
            if not isinstance(effect, str):
                on(act, effect)
