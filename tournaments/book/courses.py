"""Store notable games and streaks. A notable game is stored with its game; a player's course
through a season is updated game by game.

Games are processed in schedule order. While they are played in that order a course is updated at
once. When a game is added before others, or removed, the courses of its players become stale, and
are recomputed from all games of their clubs after every game has been counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet

from config.jobs.one_by_one import in_trouble
from games.models import Game, PlayersLines
from games.seriesday.services.players_lines import LOOP as COUNTING
from games.seriesday.services.players_lines import uncounted
from rosters.models import Card
from tournaments.book.models import BattingSum, BookedGame, Course, Feat, PitchingSum
from tournaments.book.reading import batting_of, parts, pitching_of
from tournaments.models import Tournament
from tournaments.rules import feats
from tournaments.rules.feats import Passed

Key = tuple[bool, int, int]
"""Whether it is the season, the division of the club, and a card, which is another player in each
division."""

Divisions = Mapping[int, int]
"""The division of each club of an event, by team."""

SIDES: Final = ("game__away", "game__home")


@dataclass(frozen=True)
class Told:
    """A counted game with the lines of its players and its place in the schedule."""

    game: int
    stage: int
    season: bool
    place: tuple[int, ...]
    teams: tuple[int, int]
    batted: Mapping[tuple[Any, ...], Counter[str]]
    pitched: Mapping[tuple[Any, ...], Counter[str]]
    stretches: Mapping[tuple[int, int], list[int]]
    incidents: list[list[Any]]

    def cards(self) -> set[int]:
        incident_cards = {card for _, _, card, _ in self.incidents}
        return incident_cards | {card for _, card, *_ in (*self.batted, *self.pitched)}

    def players(self, divisions: Divisions) -> dict[tuple[int, int], int]:
        """Return the club of every player, by division and card. A player who was lent and played
        for both clubs of a division belongs to the club whose line comes last."""
        lines = ((self.teams[side], card) for side, card, *_ in (*self.batted, *self.pitched))
        return {(divisions[team], card): team for team, card in lines}


def remember(tournament: Tournament, games: Collection[int]) -> None:
    """Store what is notable in games that enter the statistics, and update the courses of their
    players."""
    rows = sorted(told_games(tournament, games), key=lambda row: row.place)
    cards = _there({card for row in rows for card in row.cards()})
    Feat.objects.bulk_create(feat for row in rows for feat in feats_of(row, cards))
    _follow(tournament, rows, cards)


def forget(tournament_id: int, games: Collection[int]) -> None:
    """Remove games from the statistics: the courses of their players become stale, and marks they
    passed are deleted until they are recomputed. Feats in these games are deleted with them."""
    cards = {
        card
        for chunk in parts(list(games))
        for lines in PlayersLines.objects.filter(game__in=chunk).values_list("batting", "pitching")
        for table_lines in lines
        for _, card, *_ in table_lines
    }
    Course.objects.filter(tournament=tournament_id, card__in=cards).update(stale=True)
    _passed_by(tournament_id, cards).delete()


def find_stale(tournament: Tournament) -> int:
    """Recompute the stale courses once no game of the event waits to be counted; return the number
    of players."""
    stale = Course.objects.filter(tournament=tournament, stale=True).order_by()
    cards = set(stale.values_list("card", flat=True))
    if not cards:
        return 0
    failed_games = [int(name.rpartition(" ")[2]) for name in in_trouble(COUNTING)]
    waiting = Game.objects.filter(uncounted(), series__event__key=tournament.scope)
    if waiting.exclude(pk__in=failed_games).exists():
        return 0
    courses, marks_passed = courses_of(tournament, cards)
    Course.objects.filter(tournament=tournament, card__in=cards).delete()
    _passed_by(tournament.pk, cards).delete()
    Course.objects.bulk_create(courses)
    Feat.objects.bulk_create(marks_passed)
    return len(cards)


def courses_of(
    tournament: Tournament, cards: Collection[int] | None = None
) -> tuple[list[Course], list[Feat]]:
    """Compute the courses of these players, or of all, from all counted games, and the marks they
    passed. Stores nothing."""
    courses: dict[Key, Course] = {}
    marks_passed: list[Feat] = []
    exists: dict[int, bool] = {}
    divisions = _divisions(tournament)
    for chunk in _in_order(tournament, cards):
        new_cards = {
            card for counted_game in chunk for card in counted_game.cards()
        } - exists.keys()
        exists |= dict.fromkeys(new_cards, False) | dict.fromkeys(_there(new_cards), True)
        for counted_game in chunk:
            for (division, card), team in counted_game.players(divisions).items():
                if exists[card] and (cards is None or card in cards):
                    key = (counted_game.season, division, card)
                    course = courses.setdefault(key, _new(tournament, key, team))
                    marks_passed += _carry_on(course, counted_game, team, divisions)
    return list(courses.values()), marks_passed


def _in_order(tournament: Tournament, cards: Collection[int] | None) -> Iterator[list[Told]]:
    """Yield the counted games of the clubs of these players, or all, in schedule order, in
    chunks."""
    games = BookedGame.objects.filter(stage__tournament=tournament)
    if cards is not None:
        teams: set[int] = set()
        for model in (BattingSum, PitchingSum):
            sums = model._default_manager.filter(stage__tournament=tournament, card__in=cards)
            teams |= set(sums.order_by().values_list("team", flat=True).distinct())
        games = games.filter(Q(game__away__in=teams) | Q(game__home__in=teams))
    ordered = games.order_by(
        *("stage__number", "game__series__fixture__round__number"),
        *("game__series", "game__number"),
    )
    for chunk in parts(list(ordered.values_list("pk", flat=True))):
        yield sorted(told_games(tournament, chunk), key=lambda counted_game: counted_game.place)


def told_games(tournament: Tournament, games: Collection[int]) -> Iterator[Told]:
    """Yield games of the event with the lines of their players, in no particular order."""
    stage_facts = {stage.pk: (stage.number, stage.counts) for stage in tournament.stages.all()}
    rows = PlayersLines.objects.order_by()
    for chunk in parts(list(games)):
        for pk, stage, round_, series, number, away, home, *lines in rows.filter(
            game__in=chunk
        ).values_list(
            *("pk", "game__series__fixture__round__stage", "game__series__fixture__round__number"),
            *("game__series", "game__number", *SIDES),
            *("batting", "pitching", "stretches", "incidents"),
        ):
            order, season = stage_facts[stage]
            batting, pitching, stretches, incidents = lines
            yield Told(
                pk,
                stage,
                season,
                (order, round_, series, number),
                (away, home),
                batting_of(batting),
                pitching_of(pitching),
                {(side, card): outs for side, card, *outs in stretches},
                incidents or [],
            )


def all_feats(tournament: Tournament, games: Collection[int]) -> list[Feat]:
    """Return the feats of each of these games. Stores nothing."""
    counted_games = list(told_games(tournament, games))
    existing = _there({card for counted_game in counted_games for card in counted_game.cards()})
    return [feat for counted_game in counted_games for feat in feats_of(counted_game, existing)]


def feats_of(each: Told, there: Collection[int]) -> Iterator[Feat]:
    for feat in feats.feats_of(each.batted, each.pitched):
        if feat.card in there:
            yield Feat(
                game_id=each.game,
                stage_id=each.stage,
                team_id=each.teams[feat.side],
                card_id=feat.card,
                kind=feat.kind,
                value=feat.value,
                told=feat.is_told,
            )
    for kind, side, card, games in each.incidents:
        if card in there:
            yield Feat(
                game_id=each.game,
                stage_id=each.stage,
                team_id=each.teams[side],
                card_id=card,
                kind=kind,
                value=games,
                told=False,
            )


def _follow(tournament: Tournament, told: Iterable[Told], there: Collection[int]) -> None:
    """Update courses with games in order; a course that already has a later game becomes stale."""
    rows = Course.objects.filter(tournament=tournament, card__in=there)
    courses = {(row.season, row.division, row.card_id): row for row in rows}
    divisions = _divisions(tournament)
    marks_passed: list[Feat] = []
    for counted_game in told:
        for (division, card), team in counted_game.players(divisions).items():
            if card not in there:
                continue
            key = (counted_game.season, division, card)
            course = courses.setdefault(key, _new(tournament, key, team))
            if course.stale or tuple(course.upto) > counted_game.place:
                course.stale = True
                continue
            marks_passed += _carry_on(course, counted_game, team, divisions)
    Course.objects.bulk_create([row for row in courses.values() if row.pk is None])
    Course.objects.bulk_update(
        [row for row in courses.values() if row.pk is not None],
        ["team", "upto", "state", "best_hitting", "best_scoreless", "stale"],
        batch_size=500,
    )
    stale = {card for (*_, card), row in courses.items() if row.stale}
    _passed_by(tournament.pk, stale).delete()
    Feat.objects.bulk_create(feat for feat in marks_passed if feat.card_id not in stale)


def _carry_on(row: Course, each: Told, team: int, divisions: Divisions) -> list[Feat]:
    """Add one game to a player's course; return the marks passed with it."""
    course, card = feats.Course.read(row.state), row.card_id
    marks_passed: list[Passed] = []
    for side in (0, 1):
        if divisions[each.teams[side]] != row.division:
            continue
        if (side, card) in each.batted:
            marks_passed += course.bats(each.game, each.batted[side, card])
        if (side, card) in each.pitched:
            stretch = each.stretches.get((side, card))
            marks_passed += course.pitches(each.game, each.pitched[side, card], stretch)
    row.state, row.upto, row.team_id = course.as_json(), list(each.place), team
    row.best_hitting = course.best_hitting.length
    row.best_scoreless = course.best_scoreless.length
    return [
        Feat(
            game_id=mark.game,
            stage_id=each.stage,
            team_id=team,
            card_id=card,
            kind=mark.kind if mark.kind in feats.STREAKS else f"season_{mark.kind}",
            value=mark.value,
            told=each.season,
            passed=True,
        )
        for mark in marks_passed
    ]


def _passed_by(tournament_id: int, cards: Collection[int]) -> QuerySet[Feat]:
    return Feat.objects.filter(stage__tournament=tournament_id, card__in=cards, passed=True)


def _new(tournament: Tournament, key: Key, team: int) -> Course:
    season, division, card = key
    return Course(
        tournament=tournament, season=season, division=division, card_id=card, team_id=team
    )


def _divisions(tournament: Tournament) -> Divisions:
    return dict(tournament.entrants.order_by().values_list("team", "division"))


def _there(cards: Collection[int]) -> set[int]:
    """Return the cards that still exist: a set may be deleted before its games are counted."""
    return set(Card.objects.filter(pk__in=cards).order_by().values_list("pk", flat=True))
