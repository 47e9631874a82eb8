"""The daily page of an event: what a newspaper would print of it the next morning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from games.engine.folds.recap import recap
from games.models import Game, PlayersLines
from games.planning.disclosure import Reader
from games.presenters.story import names_of
from games.records import record_of
from rosters.models import Card, Team
from tournaments.book.reading import batting_of
from tournaments.models import Entrant, Stage, Tournament
from tournaments.rules.leaders import Table
from tournaments.rules.measures import on_base_plus_slugging
from tournaments.selectors.days import (
    MOST_RESULTS,
    Result,
    ToCome,
    bounds,
    results_on,
    series_to_come,
    to_come_data,
)
from tournaments.selectors.leaders import Leaders, leaders_of
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.odds import (
    ClubOdds,
    last_whole_round,
    next_stage_of,
    odds_by_round,
)
from tournaments.selectors.tables import DivisionTable, division_tables

TOLD: Final = 24
"""Games of a day that are told in sentences; the others have their score."""

SENTENCES: Final = 2

LATELY: Final = timedelta(days=7)
"""The time over which players are called hot or cold."""

TURNS: Final = 12
"""Plate appearances in those days without which nothing is said of a batter."""

SHOWN: Final = 5

MOVED: Final = 0.01
"""A chance that has moved by less has not moved."""

KEPT_RECAPS: Final = 512


@dataclass(frozen=True)
class Told:
    """A game of the day with what is to be said of it."""

    result: Result
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """A batter of the last days: his card, his club, and his figures."""

    card: int
    name: str
    team: Team
    words: str
    ops: float


@dataclass(frozen=True)
class Moved:
    """A club's chance before the last round and after it, as shares."""

    club: Entrant
    before: float
    after: float

    @property
    def points(self) -> int:
        """How far it has moved, in points of a hundred."""
        return round(100 * self.after) - round(100 * self.before)


@dataclass(frozen=True)
class Edition:
    """The page of a day. ``chance`` says which chance has moved."""

    tournament: Tournament
    league: League
    day: date
    told: Sequence[Told]
    divisions: Sequence[DivisionTable]
    leaders: Sequence[tuple[str, Sequence[tuple[str, int, str, Team, str]]]]
    hot: Sequence[Form]
    cold: Sequence[Form]
    to_come: Sequence[ToCome]
    chance: str
    moved: Sequence[Moved]


def edition(league: League, day: date, reader: Reader) -> Edition:
    """The page of a day on which something was played."""
    then = as_of(league, day)
    results = results_on(league, day)[:MOST_RESULTS]
    chance, moved = _moved(then)
    knows_players = league.tournament.card_set_id is not None
    hot, cold = _form(then, day) if knows_players else ((), ())
    return Edition(
        league.tournament,
        then,
        day,
        [
            Told(result, recap_of(result.game.pk, result.finished_at) if at < TOLD else ())
            for at, result in enumerate(results)
        ],
        division_tables(then) if then.has_table else [],
        _leaders(leaders_of(league.tournament)) if knows_players else [],
        hot,
        cold,
        series_to_come(league, reader, most=8),
        chance,
        moved,
    )


def as_of(league: League, day: date) -> League:
    """The league as it stood when that day was over; games that ended later have not been played.
    A query."""
    _, ends = bounds(day)
    later = set(
        Game.objects.filter(
            series__event__key=league.tournament.scope,
            status=Game.Status.FINAL,
            finished_at__gte=ends,
        ).values_list("pk", flat=True)
    )
    if not later:
        return league

    def then(meeting: Meeting) -> Meeting:
        games = tuple(game for game in meeting.games if game.pk not in later)
        if len(games) == len(meeting.games):
            return meeting
        return replace(meeting, games=games, completed_at=None)

    rounds: list[RoundOfPlay] = [
        replace(round_, drawn=tuple(map(then, round_.drawn))) for round_ in league.rounds
    ]
    return replace(league, rounds=tuple(rounds))


@lru_cache(maxsize=KEPT_RECAPS)
def recap_of(pk: int, finished_at: datetime) -> tuple[str, ...]:
    """A finished game in a sentence or two, after the score, which stands beside it; nothing of a
    game whose plays are not known."""
    game = Game.objects.select_related("series", "away", "home").filter(pk=pk).first()
    if game is None or not game.has_plays or game.finished_at != finished_at:
        return ()
    whole = recap(record_of(game), names_of((game.away, game.home)))
    return whole.sentences[1 : 1 + SENTENCES] if whole else ()


def _leaders(
    found: Leaders,
) -> list[tuple[str, list[tuple[str, int, str, Team, str]]]]:
    """The first three of each table, with rank, card, name, club and figure."""

    def lines(table: Table) -> list[tuple[str, int, str, Team, str]]:
        return [
            (
                line.rank,
                line.who[1],
                found.names.get(line.who[1], ""),
                found.teams[line.who[0]],
                line.value,
            )
            for line in table.leaders[:3]
        ]

    tables = (*found.batting[:4], *found.pitching[:4])
    return [(table.category.label, lines(table)) for table in tables if table.leaders]


def _form(league: League, day: date) -> tuple[list[Form], list[Form]]:
    """The batters of the last seven days, the best and the worst of them; two queries."""
    _, ends = bounds(day)
    rows = PlayersLines.objects.filter(
        game__series__event__key=league.tournament.scope,
        game__status=Game.Status.FINAL,
        game__finished_at__gte=ends - LATELY,
        game__finished_at__lt=ends,
    ).values_list("game__away", "game__home", "batting")
    sums: dict[tuple[int, int], Counter[str]] = {}
    for away, home, lines in rows.order_by():
        for (side, card), counts in batting_of(lines).items():
            sums.setdefault(((away, home)[side], card), Counter()).update(counts)
    enough = {
        who: counts
        for who, counts in sums.items()
        if counts["plate_appearances"] >= TURNS and who[0] in league.by_team
    }
    names = dict(Card.objects.filter(pk__in={card for _, card in enough}).values_list("pk", "name"))
    found = [
        Form(
            card,
            names[card],
            league.by_team[team].team,
            f"{counts['hits']} for {counts['at_bats']}, {counts['home_runs']} HR, "
            f"{counts['runs_batted_in']} RBI",
            on_base_plus_slugging(counts) or 0.0,
        )
        for (team, card), counts in enough.items()
        if card in names
    ]
    found.sort(key=lambda each: (-each.ops, each.name))
    half = min(SHOWN, len(found) // 2)
    return found[:half], found[::-1][:half]


def _moved(league: League) -> tuple[str, list[Moved]]:
    """Which chance is told of, and how it has moved with the last round of which odds are known,
    most first."""
    stage = next_stage_of(league)
    knockout = any(each.kind == Stage.Kind.KNOCKOUT for each in league.stages)
    last = last_whole_round(league)
    known = [
        each
        for each in odds_by_round(league.tournament, stage.number if stage else None)
        if each.round <= last
    ]
    if len(known) < 2:
        return "", []

    def share(odds: ClubOdds) -> float:
        if odds.advance is not None:
            return odds.advance.share
        return (odds.event if knockout else odds.division).share

    words = f"to get into {stage}" if stage else "of first place"
    before, after = known[-2].clubs, known[-1].clubs
    moved = [
        Moved(club, share(before[club.number]), share(after[club.number]))
        for club in league.entrants
        if club.number in before and club.number in after
    ]
    far = [each for each in moved if abs(each.after - each.before) >= MOVED]
    return words, sorted(far, key=lambda each: -abs(each.after - each.before))[: 2 * SHOWN]


def text_of(edition: Edition, shares: Mapping[int, str]) -> str:
    """The page as plain text; ``shares``: by number of a club how its record is written."""
    parts = [f"{edition.tournament}, {edition.day:%A} {edition.day.day} {edition.day:%B %Y}"]
    games = []
    for each in edition.told:
        game, result = each.result.game, each.result
        more = f" ({result.innings} innings)" if result.innings else ""
        score = f"{result.away} {game.away_runs}, {result.home} {game.home_runs}{more}"
        games.append("\n".join([score, *(f"  {words}" for words in each.sentences)]))
    parts.append("\n".join(games))
    for division in edition.divisions:
        lines = [f"DIVISION {division.number}" if len(edition.divisions) > 1 else "STANDINGS"]
        lines += [
            f"{line.row.place.label:>3} {line.entrant.team.name:<28} {shares[line.entrant.number]}"
            for line in division.lines
        ]
        parts.append("\n".join(lines))
    for title, leaders in edition.leaders:
        named = "; ".join(
            f"{name} ({team.abbreviation}) {value}" for _, _, name, team, value in leaders
        )
        parts.append(f"{title}: {named}")
    if edition.hot:
        parts.append("Hot: " + "; ".join(f"{each.name}, {each.words}" for each in edition.hot))
        parts.append("Cold: " + "; ".join(f"{each.name}, {each.words}" for each in edition.cold))
    if edition.moved:
        moved = "; ".join(
            f"{each.club.team} {100 * each.before:.0f} to {100 * each.after:.0f}"
            for each in edition.moved
        )
        parts.append(f"Chances {edition.chance}, in a hundred: {moved}")
    if edition.to_come:
        lines = ["TO COME"]
        for coming in edition.to_come:
            away, home = (name or "not named" for name in coming.starters)
            starters = f" ({away} against {home})" if any(coming.starters) else ""
            when = f", {coming.begins:%d %b %H:%M}" if coming.begins else ""
            lines.append(f"{coming.away} at {coming.home}{starters}{when}")
        parts.append("\n".join(lines))
    return "\n\n".join(part for part in parts if part) + "\n"


def edition_data(edition: Edition) -> dict[str, Any]:
    """The page as plain data; tables are had by themselves."""

    def form(found: Sequence[Form]) -> list[dict[str, Any]]:
        return [
            {
                "card": each.card,
                "player": each.name,
                "team": each.team.pk,
                "words": each.words,
                "ops": each.ops,
            }
            for each in found
        ]

    return {
        "day": edition.day,
        "results": [
            {
                "game": each.result.game.pk,
                "away": each.result.away.pk,
                "home": each.result.home.pk,
                "away_runs": each.result.game.away_runs,
                "home_runs": each.result.game.home_runs,
                "innings": each.result.innings,
                "told": list(each.sentences),
            }
            for each in edition.told
        ],
        "hot": form(edition.hot),
        "cold": form(edition.cold),
        "to_come": [to_come_data(each) for each in edition.to_come],
        "chance": edition.chance,
        "moved": [
            {"entrant": each.club.number, "before": each.before, "after": each.after}
            for each in edition.moved
        ],
    }
