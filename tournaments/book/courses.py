"""Great games and streaks are kept: what is worth remembering of a game goes with the game, and a
player's course through a season is carried on game by game.

Games are taken in the order of the schedule. While they are played in that order a course is
carried on at once; where a game comes in before others, or is taken out, the courses of its players
are stale until they are found anew from all games of their clubs, which waits until every game has
been counted.
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
"""Whether of the season, the division of his club, and a card, which is another player in each."""

Divisions = Mapping[int, int]
"""The divisions of the clubs of an event, by team."""

SIDES: Final = ("game__away", "game__home")


@dataclass(frozen=True)
class Told:
    """A game of a book with the lines of its players: where it stands in the schedule."""

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
        """The cards of all its players."""
        met = {card for _, _, card, _ in self.incidents}
        return met | {card for _, card, *_ in (*self.batted, *self.pitched)}

    def players(self, divisions: Divisions) -> dict[tuple[int, int], int]:
        """The club of every player, by its division and his card; who played for both of one, which
        happens to players who were lent, is of the one in whose line he stands last."""
        lines = ((self.teams[side], card) for side, card, *_ in (*self.batted, *self.pitched))
        return {(divisions[team], card): team for team, card in lines}


def remember(tournament: Tournament, games: Collection[int]) -> None:
    """Keep what is worth remembering of games that come into the book, and carry the courses of
    their runners on."""
    told = sorted(told_games(tournament, games), key=lambda each: each.place)
    there = _there({card for each in told for card in each.cards()})
    Feat.objects.bulk_create(feat for each in told for feat in feats_of(each, there))
    _follow(tournament, told, there)


def forget(tournament_id: int, games: Collection[int]) -> None:
    """Games leave the book: the courses of their players are stale, and what they passed is not
    told until it is found anew. What they did in these games goes with them."""
    cards = {
        card
        for part in parts(list(games))
        for lines in PlayersLines.objects.filter(game__in=part).values_list("batting", "pitching")
        for half in lines
        for _, card, *_ in half
    }
    Course.objects.filter(tournament=tournament_id, card__in=cards).update(stale=True)
    _passed_by(tournament_id, cards).delete()


def find_stale(tournament: Tournament) -> int:
    """Find the courses of players of whom one is stale anew, once no game of the event waits to be
    counted; how many players."""
    stale = Course.objects.filter(tournament=tournament, stale=True).order_by()
    cards = set(stale.values_list("card", flat=True))
    if not cards:
        return 0
    failed = [int(name.rpartition(" ")[2]) for name in in_trouble(COUNTING)]
    waiting = Game.objects.filter(uncounted(), series__event__key=tournament.scope)
    if waiting.exclude(pk__in=failed).exists():
        return 0
    found, passed = courses_of(tournament, cards)
    Course.objects.filter(tournament=tournament, card__in=cards).delete()
    _passed_by(tournament.pk, cards).delete()
    Course.objects.bulk_create(found)
    Feat.objects.bulk_create(passed)
    return len(cards)


def courses_of(
    tournament: Tournament, cards: Collection[int] | None = None
) -> tuple[list[Course], list[Feat]]:
    """The courses of these players, or of all, from all games that are booked, and what they
    passed. Nothing is stored."""
    found: dict[Key, Course] = {}
    passed: list[Feat] = []
    there: dict[int, bool] = {}
    divisions = _divisions(tournament)
    for part in _in_order(tournament, cards):
        new = {card for each in part for card in each.cards()} - there.keys()
        there |= dict.fromkeys(new, False) | dict.fromkeys(_there(new), True)
        for each in part:
            for (division, card), team in each.players(divisions).items():
                if there[card] and (cards is None or card in cards):
                    key = (each.season, division, card)
                    course = found.setdefault(key, _new(tournament, key, team))
                    passed += _carry_on(course, each, team, divisions)
    return list(found.values()), passed


def _in_order(tournament: Tournament, cards: Collection[int] | None) -> Iterator[list[Told]]:
    """The booked games of the clubs of these players, or all, in the order of the schedule, some at
    once."""
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
    for part in parts(list(ordered.values_list("pk", flat=True))):
        yield sorted(told_games(tournament, part), key=lambda each: each.place)


def told_games(tournament: Tournament, games: Collection[int]) -> Iterator[Told]:
    """Games of the event with the lines of their players, in no order."""
    counting = {stage.pk: (stage.number, stage.counts) for stage in tournament.stages.all()}
    rows = PlayersLines.objects.order_by()
    for part in parts(list(games)):
        for pk, stage, round_, series, number, away, home, *lines in rows.filter(
            game__in=part
        ).values_list(
            *("pk", "game__series__fixture__round__stage", "game__series__fixture__round__number"),
            *("game__series", "game__number", *SIDES),
            *("batting", "pitching", "stretches", "incidents"),
        ):
            order, season = counting[stage]
            batting, pitching, stretches, incidents = lines
            yield Told(
                pk,
                stage,
                season,
                (order, round_, series, number),
                (away, home),
                batting_of(batting),
                pitching_of(pitching),
                {(side, card): told for side, card, *told in stretches},
                incidents or [],
            )


def all_feats(tournament: Tournament, games: Collection[int]) -> list[Feat]:
    """What is worth remembering of each of these games. Nothing is stored."""
    told = list(told_games(tournament, games))
    there = _there({card for each in told for card in each.cards()})
    return [feat for each in told for feat in feats_of(each, there)]


def feats_of(each: Told, there: Collection[int]) -> Iterator[Feat]:
    """What is worth remembering of one game."""
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
    """Carry courses on by games in their order; who has had a later one is stale."""
    rows = Course.objects.filter(tournament=tournament, card__in=there)
    courses = {(row.season, row.division, row.card_id): row for row in rows}
    divisions = _divisions(tournament)
    passed: list[Feat] = []
    for each in told:
        for (division, card), team in each.players(divisions).items():
            if card not in there:
                continue
            key = (each.season, division, card)
            course = courses.setdefault(key, _new(tournament, key, team))
            if course.stale or tuple(course.upto) > each.place:
                course.stale = True
                continue
            passed += _carry_on(course, each, team, divisions)
    Course.objects.bulk_create([row for row in courses.values() if row.pk is None])
    Course.objects.bulk_update(
        [row for row in courses.values() if row.pk is not None],
        ["team", "upto", "state", "best_hitting", "best_scoreless", "stale"],
        batch_size=500,
    )
    stale = {card for (*_, card), row in courses.items() if row.stale}
    _passed_by(tournament.pk, stale).delete()
    Feat.objects.bulk_create(feat for feat in passed if feat.card_id not in stale)


def _carry_on(row: Course, each: Told, team: int, divisions: Divisions) -> list[Feat]:
    """One more game of a player; what he passed with it."""
    course, card = feats.Course.read(row.state), row.card_id
    passed: list[Passed] = []
    for side in (0, 1):
        if divisions[each.teams[side]] != row.division:
            continue
        if (side, card) in each.batted:
            passed += course.bats(each.game, each.batted[side, card])
        if (side, card) in each.pitched:
            stretch = each.stretches.get((side, card))
            passed += course.pitches(each.game, each.pitched[side, card], stretch)
    row.state, row.upto, row.team_id = course.as_json(), list(each.place), team
    row.best_hitting = course.best_hitting.length
    row.best_scoreless = course.best_scoreless.length
    return [
        Feat(
            game_id=found.game,
            stage_id=each.stage,
            team_id=team,
            card_id=card,
            kind=found.kind if found.kind in feats.STREAKS else f"season_{found.kind}",
            value=found.value,
            told=each.season,
            passed=True,
        )
        for found in passed
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
    """The cards, of these, that still exist: now and then a set is deleted before its games are
    booked."""
    return set(Card.objects.filter(pk__in=cards).order_by().values_list("pk", flat=True))
