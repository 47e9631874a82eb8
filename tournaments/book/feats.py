"""Notable games, streaks and news (feats as they happened) of one event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Min, Q, QuerySet

from games.models import Game
from rosters.models import Card
from tournaments.book.models import Course, Feat
from tournaments.book.selectors import stages_with_games
from tournaments.models import Entrant, Stage, Tournament
from tournaments.rules.feats import OF_A_GAME, STREAKS, Kind, told_in_words

SHOWN: Final = 10
"""Lines of a list; players tied with the last one are only counted."""

FIRST: Final = (
    *("batting_game", "game_score", "home_runs", "hits"),
    "pitcher_strikeouts",
)
"""Kinds that are shown by default."""

TOLD: Final = 20


@dataclass(frozen=True)
class FeatLine:
    """A line of a list: its printed rank, player, club, value and games. ``goes_on``: the streak
    has not ended."""

    rank: str
    card: int
    name: str
    club: Entrant
    value: int
    shown: str
    games: tuple[int, ...]
    against: Entrant | None = None
    goes_on: bool = False


@dataclass(frozen=True)
class FeatList:
    """The best of a kind, and how many more are tied with the last of them."""

    key: str
    title: str
    lines: Sequence[FeatLine]
    more: int = 0


@dataclass(frozen=True)
class News:
    """A feat that was announced when it happened; ``first``: no player had done it here before."""

    card: int
    name: str
    club: Entrant
    words: str
    kind: str
    value: int
    game: Game
    first: bool


@dataclass(frozen=True)
class Remembered:
    """The page of notable games of an event; ``waiting`` is the number of players whose streaks are
    being recomputed."""

    lists: Sequence[FeatList]
    streaks: Sequence[FeatList]
    news: Sequence[News]
    waiting: int


def shown_value(kind: str, value: int) -> str:
    if kind in ("scoreless", "outs"):
        return f"{value // 3}.{value % 3}"
    if kind == "batting_game":
        return f"{value / 100:.2f}"
    return str(value)


def remembered(tournament: Tournament, kinds: Sequence[str], most: int = SHOWN) -> Remembered:
    """Return the best of these kinds, the longest streaks and the latest news. The number of
    queries is that of kinds times stages, plus a few."""
    stages = stages_with_games(tournament)
    clubs = {
        entrant.team_id: entrant
        for entrant in tournament.entrants.select_related("team", "tournament").order_by("number")
    }
    best_feats = {kind: _best(stages, OF_A_GAME[kind], most) for kind in kinds}
    more_tied = _levels(stages, best_feats, most)
    best = {kind: (feats, more_tied.get(kind, 0)) for kind, feats in best_feats.items()}
    courses = {name: _streaks(tournament, name, most) for name in STREAKS}
    latest = _latest_feats(stages)
    cards = _names(
        [feat for best_feats, _ in best.values() for feat in best_feats],
        [row for best_feats, _ in courses.values() for row in best_feats],
        latest,
    )
    first_feats = _firsts(stages, latest)
    return Remembered(
        [
            FeatList(
                kind,
                OF_A_GAME[kind].title,
                [_line(feat, best_feats, more, cards, clubs) for feat in best_feats],
                more,
            )
            for kind, (best_feats, more) in best.items()
        ],
        [
            FeatList(
                name,
                STREAKS[name],
                [_streak(name, row, best_feats, more, cards, clubs) for row in best_feats],
                more,
            )
            for name, (best_feats, more) in courses.items()
        ],
        [
            News(
                feat.card_id,
                cards[feat.card_id],
                clubs[feat.team_id],
                told_in_words(feat.kind, feat.value),
                feat.kind,
                feat.value,
                feat.game.game,
                feat.pk in first_feats,
            )
            for feat in latest
            if feat.team_id in clubs
        ],
        Course.objects.filter(tournament=tournament, stale=True).count(),
    )


def _best(stages: Sequence[Stage], kind: Kind, most: int) -> list[Feat]:
    """Return the best of a kind, read stage by stage to use the index."""
    best_feats: list[Feat] = []
    rows = Feat.objects.filter(kind=kind.key, passed=False).select_related("game__game")
    rows = _light(rows)
    for stage in stages:
        best_feats += rows.filter(stage=stage).order_by("-value", "game")[:most]
    best_feats.sort(key=lambda feat: (-feat.value, feat.game_id))
    return best_feats[:most]


def _levels(
    stages: Sequence[Stage], found: Mapping[str, Sequence[Feat]], most: int
) -> dict[str, int]:
    """Count, by kind, how many more are tied with the last one shown."""
    is_last_value = Q(pk__in=[])
    for kind, shown_feats in found.items():
        if len(shown_feats) == most:
            is_last_value |= Q(kind=kind, value=shown_feats[-1].value)
    rows = Feat.objects.filter(is_last_value, passed=False, stage__in=stages).order_by()
    counted = dict(rows.values_list("kind").annotate(count=Count("pk")))
    return {
        kind: count - sum(feat.value == found[kind][-1].value for feat in found[kind])
        for kind, count in counted.items()
    }


def _light(rows: QuerySet[Feat]) -> QuerySet[Feat]:
    """Defer the columns of games that are not read here."""
    wide = ("events", "transcript", "clubs", "summary", "beginning", "situation")
    return rows.defer(*(f"game__game__{name}" for name in wide))


def _streaks(tournament: Tournament, name: str, most: int) -> tuple[list[Course], int]:
    column = f"best_{name}"
    rows = Course.objects.filter(
        tournament=tournament, season=True, stale=False, **{f"{column}__gte": 2}
    )
    shown = list(rows.order_by(f"-{column}", "card", "division")[:most])
    if len(shown) < most:
        return shown, 0
    last = getattr(shown[-1], column)
    tied_count = rows.filter(**{column: last}).count()
    return shown, tied_count - sum(getattr(row, column) == last for row in shown)


def _latest_feats(stages: Sequence[Stage]) -> list[Feat]:
    rows = _light(Feat.objects.filter(told=True).select_related("game__game"))
    latest = [feat for stage in stages for feat in rows.filter(stage=stage).order_by("-id")[:TOLD]]
    latest.sort(key=lambda feat: (feat.game.finished_at, feat.pk), reverse=True)
    return latest[:TOLD]


def _firsts(stages: Sequence[Stage], told: Sequence[Feat]) -> set[int]:
    """Return the feats among ``told`` that no player had done before: the first of their kind."""
    rows = Feat.objects.filter(
        stage__in=stages, kind__in={feat.kind for feat in told}, told=True
    ).order_by()
    first = dict(rows.values_list("kind").annotate(first=Min("game__finished_at")))
    return {feat.pk for feat in told if feat.game.finished_at == first[feat.kind]}


def _names(*found: Iterable[Feat | Course]) -> Mapping[int, str]:
    cards = {row.card_id for rows in found for row in rows}
    return dict(Card.objects.filter(pk__in=cards).order_by().values_list("pk", "name"))


def _rank(value: int, values: Sequence[int], more: int) -> str:
    """Format a rank, as ``2=`` where others are tied, including players not shown."""
    place = 1 + sum(other > value for other in values)
    tied = values.count(value) > 1 or (more > 0 and value == values[-1])
    return f"{place}=" if tied else str(place)


def _line(
    feat: Feat,
    among: Sequence[Feat],
    more: int,
    cards: Mapping[int, str],
    clubs: Mapping[int, Entrant],
) -> FeatLine:
    game = feat.game.game
    other = game.home_id if feat.team_id == game.away_id else game.away_id
    return FeatLine(
        _rank(feat.value, [other_feat.value for other_feat in among], more),
        feat.card_id,
        cards[feat.card_id],
        clubs[feat.team_id],
        feat.value,
        shown_value(feat.kind, feat.value),
        (feat.game_id,),
        clubs.get(other),
    )


def _streak(
    name: str,
    row: Course,
    among: Sequence[Course],
    more: int,
    cards: Mapping[int, str],
    clubs: Mapping[int, Entrant],
) -> FeatLine:
    longest: Callable[[Course], int] = lambda course: getattr(course, f"best_{name}")  # noqa: E731
    _, first, last = row.state[f"best_{name}"]
    return FeatLine(
        _rank(longest(row), [longest(course) for course in among], more),
        row.card_id,
        cards[row.card_id],
        clubs[row.team_id],
        longest(row),
        shown_value(name, longest(row)),
        (first, last),
        goes_on=row.state[name] == row.state[f"best_{name}"],
    )


def remembered_data(found: Remembered) -> dict[str, Any]:
    def listed(lists: Sequence[FeatList]) -> list[dict[str, Any]]:
        return [
            {
                "key": item.key,
                "title": item.title,
                "more": item.more,
                "lines": [
                    {
                        "rank": line.rank,
                        "card": line.card,
                        "player": line.name,
                        "club": line.club.number,
                        "value": line.value,
                        "shown": line.shown,
                        "games": list(line.games),
                        "goes_on": line.goes_on,
                    }
                    for line in item.lines
                ],
            }
            for item in lists
        ]

    return {
        "lists": listed(found.lists),
        "streaks": listed(found.streaks),
        "told": [
            {
                "card": item.card,
                "player": item.name,
                "club": item.club.number,
                "kind": item.kind,
                "value": item.value,
                "words": item.words,
                "game": item.game.pk,
                "finished_at": item.game.finished_at,
                "first": item.first,
            }
            for item in found.news
        ],
        "waiting": found.waiting,
    }
