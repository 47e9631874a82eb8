"""The standings with supposed results of series still to be played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils import timezone

from config.refusals import Refusal
from games.models import Game, Series
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, Played, RoundOfPlay

RUNS: Final = (5, 4)
"""The score of a supposed game; one run is the smallest margin."""

MOST: Final = 200
"""Maximum number of supposed series."""

WORDS: Final = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class Supposed:
    """Supposed results by series: the remaining games that the schedule's home club wins, and those
    that the other wins."""

    results: Mapping[int, tuple[int, int]]

    def word_of(self, series_id: int | None) -> str:
        """Return the supposed result of a series, ``2-1``; empty without one."""
        result = self.results.get(series_id or 0)
        return f"{result[0]}-{result[1]}" if result else ""


def rounds_ahead(league: League) -> list[RoundOfPlay]:
    """Return the rounds with a game left that counts in the table."""
    return [round_ for round_ in league.rounds if any(map(_is_ahead, round_.meetings))]


def series_ahead(round_: RoundOfPlay) -> list[Meeting]:
    """Return the series of a round that can be supposed."""
    return [meeting for meeting in round_.meetings if _is_ahead(meeting)]


def read_supposed(league: League, given: Mapping[str, str]) -> tuple[Supposed, list[Refusal]]:
    """Read supposed results such as ``2-1`` by series, with refusals for the rest: ``not-ahead``,
    ``not-a-result``, ``too-many-series``."""
    ahead = {
        str(meeting.series_id): meeting
        for round_ in rounds_ahead(league)
        for meeting in series_ahead(round_)
    }
    result_of: dict[int, tuple[int, int]] = {}
    refusals: list[Refusal] = []
    if len(given) > MOST:
        return Supposed({}), [
            Refusal("too-many-series", f"At most {MOST} series are supposed at once.", "results")
        ]
    for key, words in given.items():
        if not words:
            continue
        meeting = ahead.get(key)
        if meeting is None:
            refusals.append(
                Refusal("not-ahead", "This series is not to be played in the season.", key[:20])
            )
            continue
        left = meeting.length - len(meeting.finals)
        match = WORDS.fullmatch(words)
        result = (int(match[1]), int(match[2])) if match else (0, 0)
        if match is None or sum(result) != left:
            refusals.append(
                Refusal(
                    "not-a-result",
                    f"“{words[:10]}” is not how {left} games of a series can be shared.",
                    key[:20],
                    {"games": left},
                )
            )
            continue
        result_of[int(key)] = result
    return Supposed(result_of), refusals


def supposing(league: League, supposed: Supposed) -> League:
    """Return the league with the supposed results. Every supposed game is won 5-4; the club's home
    games come before away games and its wins before its losses, because the supposition does not
    say."""
    patterns = {
        pk: (length, pattern)
        for pk, length, pattern in Series.objects.filter(pk__in=supposed.results).values_list(
            "pk", "length", "home_pattern"
        )
    }

    def played(meeting: Meeting) -> Meeting:
        result = supposed.results.get(meeting.series_id or 0)
        if result is None or meeting.away is None:
            return meeting
        length, pattern = patterns[meeting.series_id or 0]
        finals = {game.number: game for game in meeting.finals}
        left = [number for number in range(1, length + 1) if number not in finals]
        won, _ = result
        # The schedule's home club wins the games that it hosts first.
        hosted = [n for n in left if pattern[(n - 1) % len(pattern)] == "H"]
        wins = [*hosted, *(n for n in left if n not in hosted)][:won]
        games = [
            finals.get(number) or _game(meeting, number, number in hosted, number in wins)
            for number in range(1, length + 1)
        ]
        return replace(meeting, games=tuple(games), completed_at=timezone.now())

    rounds = tuple(
        replace(round_, drawn=tuple(map(played, round_.drawn))) for round_ in league.rounds
    )
    return replace(league, rounds=rounds)


def _is_ahead(meeting: Meeting) -> bool:
    return meeting.is_open and meeting.counts and not meeting.is_void and not meeting.called_off


def _game(meeting: Meeting, number: int, hosted: bool, home_wins: bool) -> Played:
    """Return a supposed game. ``hosted`` and ``home_wins`` refer to the schedule's home club."""
    assert meeting.away is not None  # noqa: S101 - a bye is no series
    first, other = meeting.home.team_id, meeting.away.team_id
    away, home = (other, first) if hosted else (first, other)
    winner_runs, loser_runs = RUNS
    winner = first if home_wins else other
    return Played(
        pk=0,
        series_id=meeting.series_id or 0,
        number=number,
        away=away,
        home=home,
        away_runs=winner_runs if winner == away else loser_runs,
        home_runs=winner_runs if winner == home else loser_runs,
        inning=9,
        half=None,
        outs=None,
        status=Game.Status.FINAL,
    )
