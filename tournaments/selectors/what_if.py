"""What would change if: the standings as they would be with these results of series to come."""

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
"""The runs of a game that is only supposed; one run is the least that a club wins by."""

MOST: Final = 200
"""Series that can be supposed at once."""

WORDS: Final = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class Supposed:
    """Results that are supposed, by key of the series: the games left that the club that is at home
    in the schedule wins, and those that the other wins."""

    results: Mapping[int, tuple[int, int]]

    def word_of(self, series_id: int | None) -> str:
        """What is supposed of a series, ``2-1``; empty for nothing."""
        result = self.results.get(series_id or 0)
        return f"{result[0]}-{result[1]}" if result else ""


def rounds_ahead(league: League) -> list[RoundOfPlay]:
    """The rounds of which something that counts for the table is still to be played."""
    return [round_ for round_ in league.rounds if any(map(_is_ahead, round_.meetings))]


def series_ahead(round_: RoundOfPlay) -> list[Meeting]:
    """The series of a round that can be supposed."""
    return [meeting for meeting in round_.meetings if _is_ahead(meeting)]


def read_supposed(league: League, given: Mapping[str, str]) -> tuple[Supposed, list[Refusal]]:
    """What is supposed, by key of the series ``2-1``, and what of that cannot be:
    ``not-ahead``, ``not-a-result``, ``too-many-series``."""
    ahead = {
        str(meeting.series_id): meeting
        for round_ in rounds_ahead(league)
        for meeting in series_ahead(round_)
    }
    found: dict[int, tuple[int, int]] = {}
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
        found[int(key)] = result
    return Supposed(found), refusals


def supposing(league: League, supposed: Supposed) -> League:
    """The league as it would be. Every game supposed is won 5-4, a club's at home before those away
    and its wins before its defeats, because the supposition does not say."""
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
        done = {game.number: game for game in meeting.finals}
        left = [number for number in range(1, length + 1) if number not in done]
        won, _ = result
        # The home side of the schedule wins where it hosts first.
        hosting = [each for each in left if pattern[(each - 1) % len(pattern)] == "H"]
        first = [*hosting, *(each for each in left if each not in hosting)][:won]
        games = [
            done.get(number) or _game(meeting, number, number in hosting, number in first)
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
    """``hosted`` by the side that is at home in the schedule, which ``home_wins`` is about, too."""
    assert meeting.away is not None  # noqa: S101 - a bye is no series
    one, other = meeting.home.team_id, meeting.away.team_id
    away, home = (other, one) if hosted else (one, other)
    most, least = RUNS
    winner = one if home_wins else other
    return Played(
        pk=0,
        series_id=meeting.series_id or 0,
        number=number,
        away=away,
        home=home,
        away_runs=most if winner == away else least,
        home_runs=most if winner == home else least,
        inning=9,
        half=None,
        outs=None,
        status=Game.Status.FINAL,
    )
