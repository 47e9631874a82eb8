"""The summary that is stored with a game, so that lists need not walk through it."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.folds.line_score import LineScore, SideLine, line_score
from games.engine.record import Record


@dataclass(frozen=True)
class Summary:
    """The line score in a form that can be stored."""

    score: LineScore

    @property
    def inning(self) -> int:
        """The inning reached."""
        return self.score.last_inning

    @property
    def runs(self) -> tuple[int, int]:
        """Runs of visitors and home side."""
        return self.score.away.runs, self.score.home.runs

    def as_json(self) -> dict[str, object]:
        """Plain values, as they are stored and as the API gives them."""
        return {
            "first_inning": self.score.first_inning,
            "away": _plain(self.score.away),
            "home": _plain(self.score.home),
        }


def summarise(record: Record) -> Summary:
    """The summary of a game as far as it has been played."""
    return Summary(line_score(record))


def _plain(line: SideLine) -> dict[str, object]:
    return {
        "innings": list(line.innings),
        "runs": line.runs,
        "hits": line.hits,
        "errors": line.errors,
        "left_on_base": line.left_on_base,
        "awarded": line.awarded,
    }
