"""Awards: what each one is given for, who wins it, and how ballots are counted. Tied candidates
share an award; there is no tie-break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")

SHOWN: Final = 3
"""Places of an award that are shown."""

PLACES: Final = (5, 3, 1)
"""Points for first, second and third place on a ballot."""

TOP: Final = 10
"""Number of candidates for an award; candidates tied with the last one are included."""

MOST_LEVEL: Final = 20
"""If ties make the list longer than this, all candidates tied with the last one are left out."""


@dataclass(frozen=True)
class Award:
    """A statistical award: the player who leads a column of a table, and the formula in words."""

    key: str
    title: str
    table: str
    column: str
    words: str


@dataclass(frozen=True)
class ClubAward:
    """An award for clubs, from results. With ``least`` the smallest value wins."""

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
"""What a position's gold glove is given for; 9.22(c) says which players have fielded enough."""

CLUB_AWARDS: Final = (
    ClubAward(
        "best-record", "Best record", "Games won by games played; a tied game is half a win."
    ),
    ClubAward("best-attack", "Best attack", "Most runs a game."),
    ClubAward("best-defence", "Best defence", "Fewest runs allowed a game.", least=True),
    ClubAward("best-difference", "Run difference", "Runs scored less runs allowed, a game."),
)


def placed(worth: Mapping[T, tuple[float, ...]]) -> list[tuple[int, str, T]]:
    """Rank everybody by value, largest first: the place, its label (``2=`` where several are tied),
    and the candidate. Tied candidates keep the order in which they were passed."""
    order = sorted(worth, key=lambda candidate: worth[candidate], reverse=True)
    count_by_value = Counter(worth.values())
    ranking: list[tuple[int, str, T]] = []
    for number, candidate in enumerate(order, start=1):
        is_tied = bool(ranking) and worth[ranking[-1][2]] == worth[candidate]
        place = ranking[-1][0] if is_tied else number
        ranking.append(
            (place, f"{place}=" if count_by_value[worth[candidate]] > 1 else str(place), candidate)
        )
    return ranking


def candidates(worth: Mapping[T, tuple[float, ...]]) -> list[T]:
    """Return the first ten, with those tied with the tenth; if that makes more than twenty, all who
    are tied with the tenth are left out."""
    ranking = placed(worth)
    first = [(place, candidate) for place, _, candidate in ranking if place <= TOP]
    if len(first) > MOST_LEVEL:
        last = max(place for place, _ in first)
        first = [entry for entry in first if entry[0] < last]
    return [candidate for _, candidate in first]


@dataclass(frozen=True)
class Counted(Generic[T]):
    """A candidate's result in a vote: points, and the number of first, second and third places;
    ``rank`` is the printed label."""

    rank: str
    place: int
    who: T
    points: int
    named: tuple[int, int, int]


def count_votes(votes: Iterable[Sequence[T]], whom: Sequence[T]) -> list[Counted[T]]:
    """Count votes, each of which names candidates from first place on: 5, 3 and 1 points.
    Candidates whom no vote names are left out. Only points rank them: more first places do not
    break a tie."""
    named = {who: [0, 0, 0] for who in whom}
    for vote in votes:
        for index, who in enumerate(vote):
            named[who][index] += 1
    points = {
        who: (float(sum(worth * times for worth, times in zip(PLACES, counts, strict=True))),)
        for who, counts in named.items()
        if any(counts)
    }
    return [
        Counted(
            rank, place, who, int(points[who][0]), (named[who][0], named[who][1], named[who][2])
        )
        for place, rank, who in placed(points)
    ]
