"""A club's page to live on: who plays next and who may pitch, its players' season, against whom it
has won, and what it has done before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import QuerySet

from games.access import Visitor
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.disclosure import Reader, reader_of, starters_seen
from games.planning.presenters.club import Arm, club_context
from games.rules.endings import law_of
from rosters.models import Card, Squad
from tournaments.book.selectors import TableLine as BookLine
from tournaments.book.selectors import open_book, table_of
from tournaments.models import Entrant, Finish, Tournament
from tournaments.permissions import visible_to
from tournaments.rules.asking import EVERYTHING, Asked
from tournaments.rules.measures import COLUMNS
from tournaments.rules.results import GameResult, Tally, tally
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting

SEASON_COLUMNS: Final = {
    "batting": (
        *("games", "plate_appearances", "average", "on_base", "slugging", "home_runs"),
        *("runs_batted_in", "stolen_bases"),
    ),
    "pitching": ("games", "started", "wins", "losses", "saves", "outs", "era", "whip"),
}
"""The columns of the book that a club's page shows of its players."""


@dataclass(frozen=True)
class Starter:
    """Who starts a game for a club, by his card."""

    card: int
    name: str


@dataclass(frozen=True)
class NextGame:
    """The club's next game: against whom, where, in which round, and who starts for both sides, as
    far as the reader may know it; ``None`` for a starter who is not named, or whom the reader may
    not know."""

    meeting: Meeting
    number: int
    opponent: Entrant
    at_home: bool
    mine: Starter | None = None
    theirs: Starter | None = None


@dataclass(frozen=True)
class SeasonLine:
    """A player of the squad: his line of this event's book, or dashes, and of a pitcher what he may
    do in the next game; ``values``: the same by column, rates with all their digits, null of
    none."""

    card: int
    name: str
    positions: str
    cells: Sequence[str]
    values: Mapping[str, float | None]
    arm: Arm | None = None


@dataclass(frozen=True)
class SquadSeason:
    """The players of one kind with the heads of their columns; ``table``: of the book, whose they
    are."""

    table: str
    title: str
    heads: Sequence[tuple[str, str]]
    lines: Sequence[SeasonLine]


@dataclass(frozen=True)
class Against:
    """What a club has come to against another: games and runs."""

    opponent: Entrant
    games: Tally
    runs_for: int
    runs_against: int


@dataclass
class _Met:
    marks: list[str] = field(default_factory=list)
    mine: int = 0
    theirs: int = 0


def next_game(league: League, entrant: Entrant, reader: Reader) -> NextGame | None:
    """The next game of a club that has not begun, in the order of its schedule; a query,
    and six more where players are known."""
    for meeting in league.meetings_of(entrant):
        if not meeting.is_open or meeting.called_off or meeting.series_id is None:
            continue
        begun = {game.number for game in meeting.games}
        number = next((n for n in range(1, meeting.length + 1) if n not in begun), None)
        other = meeting.away if meeting.home == entrant else meeting.home
        if number is None or other is None:
            continue
        series = Series.objects.get(pk=meeting.series_id)
        sides = series.sides(number)
        starters: dict[int, Starter] = {}
        if league.tournament.card_set_id is not None:
            named = starters_seen(reader, series, number)
            cards = Card.objects.filter(pk__in=named.values())
            names = dict(cards.values_list("pk", "name"))
            starters = {team: Starter(card, names[card]) for team, card in named.items()}
        return NextGame(
            meeting,
            number,
            other,
            sides[1] == entrant.team_id,
            starters.get(entrant.team_id),
            starters.get(other.team_id),
        )
    return None


def arms_of(squad: Squad | None, user: Visitor) -> tuple[Arm, ...]:
    """What every pitcher of the club may do in its next game, who may pitch first; nothing where no
    sheets are kept."""
    if squad is None:
        return ()
    return club_context(PlanBoard(squad), reader_of(user, squad.scope)).arms


def squad_season(
    tournament: Tournament, entrant: Entrant, squad: Squad | None, arms: Sequence[Arm]
) -> list[SquadSeason]:
    """This event's lines of a club's players, most work first, those without a game behind."""
    if tournament.card_set_id is None:
        return []
    book = open_book(tournament, Asked(stage=EVERYTHING))
    cards = (
        [spot.card for spot in squad.spots.select_related("card").order_by("number")]
        if squad
        else []
    )
    able = {arm.card: arm for arm in arms}
    found = []
    for table, kind, title, most in (
        ("batting", Card.Kind.HITTER, "At bat", "plate_appearances"),
        ("pitching", Card.Kind.PITCHER, "On the mound", "outs"),
    ):
        asked = Asked(table=table, stage=EVERYTHING, club=entrant.number, sort=most)
        told = table_of(book, asked)
        columns = [each for each in COLUMNS[table] if each.key in SEASON_COLUMNS[table]]
        places = [told.columns.index(column) for column in columns]
        lines = [
            SeasonLine(
                line.player.card,
                line.player.name,
                line.player.positions,
                [column.shown(line.values[at]) for column, at in zip(columns, places, strict=True)],
                {column.key: line.values[at] for column, at in zip(columns, places, strict=True)},
                able.get(line.player.card),
            )
            for line in told.lines
            if _belongs(line, kind)
        ]
        there = {line.card for line in lines}
        lines += [
            SeasonLine(
                card.pk,
                card.name,
                card.positions,
                ["–"] * len(columns),
                {column.key: None for column in columns},
                able.get(card.pk),
            )
            for card in cards
            if card.kind == kind and card.pk not in there
        ]
        if lines:
            heads = [(column.head, column.title) for column in columns]
            found.append(SquadSeason(table, title, heads, lines))
    return found


def _belongs(line: BookLine, kind: str) -> bool:
    """Pitchers who came to bat are not told among the batters; a batter who pitched is told."""
    return line.player.kind == kind or kind == Card.Kind.PITCHER


def against_everybody(league: League, entrant: Entrant) -> list[Against]:
    """Games and runs against each opponent that the table counts, by the numbers of the clubs."""
    met: dict[int, _Met] = {}
    for result in league.results:
        if entrant.number not in (result.home, result.away):
            continue
        other = result.away if result.home == entrant.number else result.home
        here = met.setdefault(other, _Met())
        here.marks.append(result.mark(entrant.number))
        mine, theirs = _runs(result, entrant.number)
        here.mine += mine
        here.theirs += theirs
    clubs = {club.number: club for club in league.entrants}
    return [
        Against(clubs[number], tally("".join(each.marks)), each.mine, each.theirs)
        for number, each in sorted(met.items())
    ]


def _runs(result: GameResult, number: int) -> tuple[int, int]:
    if result.home == number:
        return result.home_runs, result.away_runs
    return result.away_runs, result.home_runs


def in_extra_innings(league: League, entrant: Entrant) -> Tally:
    """What a club came to in games that went on after their last inning."""
    innings = law_of(league.tournament.settings).innings
    marks: Counter[str] = Counter()
    for meeting in league.season.meetings_of(entrant):
        for game in meeting.finals:
            if game.inning > innings:
                mine, theirs = game.runs_of(entrant.team_id), game.away_runs + game.home_runs
                theirs -= mine
                marks["W" if mine > theirs else "L" if mine < theirs else "T"] += 1
    return Tally(marks["W"], marks["L"], marks["T"])


def past_seasons(user: Visitor, entrant: Entrant) -> QuerySet[Finish]:
    """What clubs of this name came to in other events that are over, the last first."""
    return (
        Finish.objects.filter(
            entrant__team__name__iexact=entrant.team.name,
            record__tournament__in=visible_to(user),
        )
        .exclude(entrant=entrant)
        .select_related("record__tournament", "entrant")
        .order_by("-record__closed_at", "-pk")
    )
