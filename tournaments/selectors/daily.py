"""The daily page of an event, like a morning newspaper."""

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
"""Games of a day with a recap; the others have only a score."""

SENTENCES: Final = 2

LATELY: Final = timedelta(days=7)
"""Period for hot and cold players."""

TURNS: Final = 12
"""Minimum plate appearances in this period."""

SHOWN: Final = 5

MOVED: Final = 0.01
"""Smallest change of a chance that is shown."""

KEPT_RECAPS: Final = 512


@dataclass(frozen=True)
class Told:
    result: Result
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """A batter of the last days, with card, club and figures."""

    card: int
    name: str
    team: Team
    words: str
    ops: float


@dataclass(frozen=True)
class Moved:
    """A club's chance before and after the last round, as shares."""

    club: Entrant
    before: float
    after: float

    @property
    def points(self) -> int:
        """The change in percentage points."""
        return round(100 * self.after) - round(100 * self.before)


@dataclass(frozen=True)
class Edition:
    """The page of a day; ``chance`` names the chance that ``moved`` shows."""

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
    league_then = as_of(league, day)
    results = results_on(league, day)[:MOST_RESULTS]
    chance, moved = _moved(league_then)
    knows_players = league.tournament.card_set_id is not None
    hot_batters, cold_batters = _form(league_then, day) if knows_players else ((), ())
    return Edition(
        league.tournament,
        league_then,
        day,
        [
            Told(result, recap_of(result.game.pk, result.finished_at) if index < TOLD else ())
            for index, result in enumerate(results)
        ],
        division_tables(league_then) if league_then.has_table else [],
        _leaders(leaders_of(league.tournament)) if knows_players else [],
        hot_batters,
        cold_batters,
        series_to_come(league, reader, most=8),
        chance,
        moved,
    )


def as_of(league: League, day: date) -> League:
    """Return the league at the end of that day, without later games. One query."""
    _, ends = bounds(day)
    later_games = set(
        Game.objects.filter(
            series__event__key=league.tournament.scope,
            status=Game.Status.FINAL,
            finished_at__gte=ends,
        ).values_list("pk", flat=True)
    )
    if not later_games:
        return league

    def meeting_then(meeting: Meeting) -> Meeting:
        games = tuple(game for game in meeting.games if game.pk not in later_games)
        if len(games) == len(meeting.games):
            return meeting
        return replace(meeting, games=games, completed_at=None)

    rounds: list[RoundOfPlay] = [
        replace(round_, drawn=tuple(map(meeting_then, round_.drawn))) for round_ in league.rounds
    ]
    return replace(league, rounds=tuple(rounds))


@lru_cache(maxsize=KEPT_RECAPS)
def recap_of(pk: int, finished_at: datetime) -> tuple[str, ...]:
    """Return one or two sentences about a finished game, after the sentence with the score; empty
    where the plays are not known."""
    game = Game.objects.select_related("series", "away", "home").filter(pk=pk).first()
    if game is None or not game.has_plays or game.finished_at != finished_at:
        return ()
    full_recap = recap(record_of(game), names_of((game.away, game.home)))
    return full_recap.sentences[1 : 1 + SENTENCES] if full_recap else ()


def _leaders(
    found: Leaders,
) -> list[tuple[str, list[tuple[str, int, str, Team, str]]]]:
    """Return the first three of each table, with rank, card, name, club and value."""

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
    """Return the best and the worst batters of the last seven days; two queries."""
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
    qualified = {
        key: counts
        for key, counts in sums.items()
        if counts["plate_appearances"] >= TURNS and key[0] in league.by_team
    }
    names = dict(
        Card.objects.filter(pk__in={card for _, card in qualified}).values_list("pk", "name")
    )
    batters = [
        Form(
            card,
            names[card],
            league.by_team[team].team,
            f"{counts['hits']} for {counts['at_bats']}, {counts['home_runs']} HR, "
            f"{counts['runs_batted_in']} RBI",
            on_base_plus_slugging(counts) or 0.0,
        )
        for (team, card), counts in qualified.items()
        if card in names
    ]
    batters.sort(key=lambda batter: (-batter.ops, batter.name))
    half = min(SHOWN, len(batters) // 2)
    return batters[:half], batters[::-1][:half]


def _moved(league: League) -> tuple[str, list[Moved]]:
    """Return the name of a chance and how it changed with the last round with known odds, largest
    change first."""
    stage = next_stage_of(league)
    knockout = any(entry.kind == Stage.Kind.KNOCKOUT for entry in league.stages)
    last = last_whole_round(league)
    rounds_with_odds = [
        entry
        for entry in odds_by_round(league.tournament, stage.number if stage else None)
        if entry.round <= last
    ]
    if len(rounds_with_odds) < 2:
        return "", []

    def share(odds: ClubOdds) -> float:
        if odds.advance is not None:
            return odds.advance.share
        return (odds.event if knockout else odds.division).share

    words = f"to get into {stage}" if stage else "of first place"
    before, after = rounds_with_odds[-2].clubs, rounds_with_odds[-1].clubs
    moved = [
        Moved(club, share(before[club.number]), share(after[club.number]))
        for club in league.entrants
        if club.number in before and club.number in after
    ]
    changed = [entry for entry in moved if abs(entry.after - entry.before) >= MOVED]
    return words, sorted(changed, key=lambda entry: -abs(entry.after - entry.before))[: 2 * SHOWN]


def text_of(edition: Edition, shares: Mapping[int, str]) -> str:
    """Format the page as plain text; ``shares`` has each club's record by number."""
    parts = [f"{edition.tournament}, {edition.day:%A} {edition.day.day} {edition.day:%B %Y}"]
    games = []
    for item in edition.told:
        game, result = item.result.game, item.result
        innings = f" ({result.innings} innings)" if result.innings else ""
        score = f"{result.away} {game.away_runs}, {result.home} {game.home_runs}{innings}"
        games.append("\n".join([score, *(f"  {words}" for words in item.sentences)]))
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
        parts.append("Hot: " + "; ".join(f"{item.name}, {item.words}" for item in edition.hot))
        parts.append("Cold: " + "; ".join(f"{item.name}, {item.words}" for item in edition.cold))
    if edition.moved:
        chances = "; ".join(
            f"{item.club.team} {100 * item.before:.0f} to {100 * item.after:.0f}"
            for item in edition.moved
        )
        parts.append(f"Chances {edition.chance}, in a hundred: {chances}")
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
    """Convert to plain data, without the tables."""

    def form(found: Sequence[Form]) -> list[dict[str, Any]]:
        return [
            {
                "card": item.card,
                "player": item.name,
                "team": item.team.pk,
                "words": item.words,
                "ops": item.ops,
            }
            for item in found
        ]

    return {
        "day": edition.day,
        "results": [
            {
                "game": item.result.game.pk,
                "away": item.result.away.pk,
                "home": item.result.home.pk,
                "away_runs": item.result.game.away_runs,
                "home_runs": item.result.game.home_runs,
                "innings": item.result.innings,
                "told": list(item.sentences),
            }
            for item in edition.told
        ],
        "hot": form(edition.hot),
        "cold": form(edition.cold),
        "to_come": [to_come_data(item) for item in edition.to_come],
        "chance": edition.chance,
        "moved": [
            {"entrant": item.club.number, "before": item.before, "after": item.after}
            for item in edition.moved
        ],
    }
