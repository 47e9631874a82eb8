"""Awards: what each is given for, who has it, and how a ballot is counted. Candidates who are level
share an award; nothing else parts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")

SHOWN: Final = 3
"""Places of an award that are told."""

PLACES: Final = (5, 3, 1)
"""Points of the first, second and third place on a ballot."""

TOP: Final = 10
"""Candidates that a measure names; who is level with the last of them is one, too."""

MOST_LEVEL: Final = 20
"""Unless they would be more than these: then all who are level with the last stay out."""


@dataclass(frozen=True)
class Award:
    """An award from the book: whom a column of a table puts first, and the formula in words."""

    key: str
    title: str
    table: str
    column: str
    words: str


@dataclass(frozen=True)
class ClubAward:
    """An award of clubs, from results; ``least``: the smallest has it."""

    key: str
    title: str
    words: str
    least: bool = False


_ENOUGH_AT_BAT: Final = "Of players with 3.1 plate appearances for every game of their club."
_ENOUGH_ON_MOUND: Final = "Of players with an inning pitched for every game of their club."

AWARDS: Final = (
    Award(
        "most-valuable",
        "Most valuable player",
        "batting",
        "wins_above",
        "Wins above replacement at bat: runs above an average batter by wOBA, less what the park "
        "gave, and 20 runs for 600 plate appearances, in wins.",
    ),
    Award(
        "best-pitcher",
        "Pitcher of the event",
        "pitching",
        "wins_above",
        "Wins above replacement on the mound: runs fewer than one would allow in his innings and "
        "park who allows a fifth more than the league, in wins.",
    ),
    Award(
        "batting-title",
        "Batting title",
        "batting",
        "average",
        f"Hits an at-bat. {_ENOUGH_AT_BAT}",
    ),
    Award("home-run-title", "Home-run title", "batting", "home_runs", "Most home runs."),
    Award("batted-in-title", "Runs batted in", "batting", "runs_batted_in", "Most batted in."),
    Award("stolen-base-title", "Stolen bases", "batting", "stolen_bases", "Most bases stolen."),
    Award(
        "earned-run-title",
        "Earned-run title",
        "pitching",
        "era",
        f"Fewest earned runs nine innings. {_ENOUGH_ON_MOUND}",
    ),
    Award(
        "adjusted-earned-run-title",
        "Adjusted earned-run title",
        "pitching",
        "era_plus",
        "ERA+: 100 times the league’s ERA by his, times the factor of his park; who has allowed no "
        "earned run has no such number. "
        f"{_ENOUGH_ON_MOUND}",
    ),
    Award("wins-title", "Wins", "pitching", "wins", "Most games won by a pitcher."),
    Award("strikeout-title", "Strikeouts", "pitching", "strikeouts", "Most batters struck out."),
    Award("saves-title", "Saves", "pitching", "saves", "Most games saved."),
)

GLOVE_WORDS: Final = (
    "The share of chances (putouts, assists, errors) handled without an error, and of how many; of "
    "players who are level, who had more. Of players who stood there in two thirds of the games of "
    "their club, of catchers in half, of pitchers with an inning for every game."
)
"""What the gold glove of a position is given for; 9.22(c) says who has fielded enough."""

CLUB_AWARDS: Final = (
    ClubAward(
        "best-record", "Best record", "Games won by games played; a tied game is half a win."
    ),
    ClubAward("best-attack", "Best attack", "Most runs a game."),
    ClubAward("best-defence", "Best defence", "Fewest runs allowed a game.", least=True),
    ClubAward("best-difference", "Run difference", "Runs scored less runs allowed, a game."),
)


def placed(worth: Mapping[T, tuple[float, ...]]) -> list[tuple[int, str, T]]:
    """Everybody by what he is worth, the largest first: his place, how it is printed (``2=`` where
    several are level), and who. Who is level stands in the order in which he was given."""
    order = sorted(worth, key=lambda who: worth[who], reverse=True)
    level = Counter(worth.values())
    found: list[tuple[int, str, T]] = []
    for number, who in enumerate(order, start=1):
        same = bool(found) and worth[found[-1][2]] == worth[who]
        place = found[-1][0] if same else number
        found.append((place, f"{place}=" if level[worth[who]] > 1 else str(place), who))
    return found


def candidates(worth: Mapping[T, tuple[float, ...]]) -> list[T]:
    """The first ten, and who is level with the tenth; where those would be more than twenty, all
    who are level with him stay out."""
    order = placed(worth)
    first = [(place, who) for place, _, who in order if place <= TOP]
    if len(first) > MOST_LEVEL:
        last = max(place for place, _ in first)
        first = [each for each in first if each[0] < last]
    return [who for _, who in first]


@dataclass(frozen=True)
class Counted(Generic[T]):
    """What a ballot came to for a candidate: points, and how often he was named first, second and
    third; ``rank`` as it is printed."""

    rank: str
    place: int
    who: T
    points: int
    named: tuple[int, int, int]


def count_votes(votes: Iterable[Sequence[T]], whom: Sequence[T]) -> list[Counted[T]]:
    """Each vote names candidates from the first place on: 5, 3 and 1 points. Who was not named is
    not in the count. Points alone order them: ties stay ties, for more first places decide nothing
    that the points do not."""
    named = {who: [0, 0, 0] for who in whom}
    for vote in votes:
        for at, who in enumerate(vote):
            named[who][at] += 1
    points = {
        who: (float(sum(a * b for a, b in zip(PLACES, times, strict=True))),)
        for who, times in named.items()
        if any(times)
    }
    return [
        Counted(
            rank, place, who, int(points[who][0]), (named[who][0], named[who][1], named[who][2])
        )
        for place, rank, who in placed(points)
    ]
