"""The page of a club: its next game and available pitchers, its players' season, its record against
each club, and past seasons."""

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
"""The statistics columns that a club's page shows."""


@dataclass(frozen=True)
class Starter:
    card: int
    name: str


@dataclass(frozen=True)
class NextGame:
    """The club's next game. A starter is ``None`` if not named or hidden from the reader."""

    meeting: Meeting
    number: int
    opponent: Entrant
    at_home: bool
    mine: Starter | None = None
    theirs: Starter | None = None


@dataclass(frozen=True)
class SeasonLine:
    """A player of the squad: the line of statistics in this event, or dashes, and for a pitcher the
    availability in the next game; ``values`` are the same by column, rates with all their
    digits."""

    card: int
    name: str
    positions: str
    cells: Sequence[str]
    values: Mapping[str, float | None]
    arm: Arm | None = None


@dataclass(frozen=True)
class SquadSeason:
    """The players of one kind with column headings; ``table`` is the statistics table they come
    from."""

    table: str
    title: str
    heads: Sequence[tuple[str, str]]
    lines: Sequence[SeasonLine]


@dataclass(frozen=True)
class Against:
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
    """Return the club's next game that has not begun, in schedule order; one query, and six more
    where players are known."""
    for meeting in league.meetings_of(entrant):
        if not meeting.is_open or meeting.called_off or meeting.series_id is None:
            continue
        begun = {game.number for game in meeting.games}
        number = next((n for n in range(1, meeting.length + 1) if n not in begun), None)
        opponent = meeting.away if meeting.home == entrant else meeting.home
        if number is None or opponent is None:
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
            opponent,
            sides[1] == entrant.team_id,
            starters.get(entrant.team_id),
            starters.get(opponent.team_id),
        )
    return None


def arms_of(squad: Squad | None, user: Visitor) -> tuple[Arm, ...]:
    """Return the availability of every pitcher in the club's next game, available ones first; empty
    where no pitching sheets are kept."""
    if squad is None:
        return ()
    return club_context(PlanBoard(squad), reader_of(user, squad.scope)).arms


def squad_season(
    tournament: Tournament, entrant: Entrant, squad: Squad | None, arms: Sequence[Arm]
) -> list[SquadSeason]:
    """Return the season lines of a club's players, most playing time first, players without a game
    last."""
    if tournament.card_set_id is None:
        return []
    book = open_book(tournament, Asked(stage=EVERYTHING))
    cards = (
        [spot.card for spot in squad.spots.select_related("card").order_by("number")]
        if squad
        else []
    )
    arm_of = {arm.card: arm for arm in arms}
    seasons = []
    for table, kind, title, most in (
        ("batting", Card.Kind.HITTER, "At bat", "plate_appearances"),
        ("pitching", Card.Kind.PITCHER, "On the mound", "outs"),
    ):
        query = Asked(table=table, stage=EVERYTHING, club=entrant.number, sort=most)
        shown = table_of(book, query)
        columns = [item for item in COLUMNS[table] if item.key in SEASON_COLUMNS[table]]
        places = [shown.columns.index(column) for column in columns]
        lines = [
            SeasonLine(
                line.player.card,
                line.player.name,
                line.player.positions,
                [
                    column.shown(line.values[index])
                    for column, index in zip(columns, places, strict=True)
                ],
                {
                    column.key: line.values[index]
                    for column, index in zip(columns, places, strict=True)
                },
                arm_of.get(line.player.card),
            )
            for line in shown.lines
            if _belongs(line, kind)
        ]
        cards_with_line = {line.card for line in lines}
        lines += [
            SeasonLine(
                card.pk,
                card.name,
                card.positions,
                ["–"] * len(columns),
                {column.key: None for column in columns},
                arm_of.get(card.pk),
            )
            for card in cards
            if card.kind == kind and card.pk not in cards_with_line
        ]
        if lines:
            heads = [(column.head, column.title) for column in columns]
            seasons.append(SquadSeason(table, title, heads, lines))
    return seasons


def _belongs(line: BookLine, kind: str) -> bool:
    """Pitchers who batted are left out among the batters; batters who pitched are shown."""
    return line.player.kind == kind or kind == Card.Kind.PITCHER


def against_everybody(league: League, entrant: Entrant) -> list[Against]:
    """Return games and runs against each opponent that count in the table, by club number."""
    met_by_club: dict[int, _Met] = {}
    for result in league.results:
        if entrant.number not in (result.home, result.away):
            continue
        other = result.away if result.home == entrant.number else result.home
        record = met_by_club.setdefault(other, _Met())
        record.marks.append(result.mark(entrant.number))
        ours, theirs = _runs(result, entrant.number)
        record.mine += ours
        record.theirs += theirs
    clubs = {club.number: club for club in league.entrants}
    return [
        Against(clubs[number], tally("".join(totals.marks)), totals.mine, totals.theirs)
        for number, totals in sorted(met_by_club.items())
    ]


def _runs(result: GameResult, number: int) -> tuple[int, int]:
    if result.home == number:
        return result.home_runs, result.away_runs
    return result.away_runs, result.home_runs


def in_extra_innings(league: League, entrant: Entrant) -> Tally:
    innings = law_of(league.tournament.settings).innings
    marks: Counter[str] = Counter()
    for meeting in league.season.meetings_of(entrant):
        for game in meeting.finals:
            if game.inning > innings:
                ours, theirs = (game.runs_of(entrant.team_id), game.away_runs + game.home_runs)
                theirs -= ours
                marks["W" if ours > theirs else "L" if ours < theirs else "T"] += 1
    return Tally(marks["W"], marks["L"], marks["T"])


def past_seasons(user: Visitor, entrant: Entrant) -> QuerySet[Finish]:
    """Return the finishes of clubs with this name in other completed events, the latest first."""
    return (
        Finish.objects.filter(
            entrant__team__name__iexact=entrant.team.name,
            record__tournament__in=visible_to(user),
        )
        .exclude(entrant=entrant)
        .select_related("record__tournament", "entrant")
        .order_by("-record__closed_at", "-pk")
    )
