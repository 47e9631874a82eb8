"""Awards from statistics and results, and ballots as a reader may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count

from config.people.scopes import Visitor
from rosters.models import Card, RosterSpot, TeamMember
from tournaments.awards.models import Awarded, Ballot, Candidate, Named
from tournaments.book.selectors import Book, TableLine, open_book, table_of
from tournaments.models import Entrant, Tournament
from tournaments.permissions import visible_to
from tournaments.rules import measures
from tournaments.rules.asking import Asked
from tournaments.rules.awards import (
    AWARDS,
    CLUB_AWARDS,
    GLOVE_WORDS,
    SHOWN,
    Award,
    Counted,
    candidates,
    count_votes,
    placed,
)
from tournaments.rules.measures import COLUMNS, TABLES, Column
from tournaments.selectors.league import League, load_league

MOST_LINES = 6
"""Lines of an award that are shown; its winners are always among them."""

CLUBS, SQUAD = "clubs", "squad"
"""Sources of candidates other than statistics: all clubs, and the players of one."""


@dataclass(frozen=True)
class Holder:
    """A place of an award: a player of a club, or a club, with the printed value."""

    rank: str
    place: int
    club: Entrant
    value: str
    card: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Given:
    """An award with its first three places; ``more`` share the last place shown."""

    key: str
    title: str
    words: str
    holders: Sequence[Holder]
    more: int = 0

    @property
    def winners(self) -> list[Holder]:
        return [holder for holder in self.holders if holder.place == 1]


@dataclass(frozen=True)
class FromBook:
    """The awards of an event; ``covered`` of the ``over`` games are in the statistics."""

    players: Sequence[Given]
    gloves: Sequence[Given]
    clubs: Sequence[Given]
    covered: int
    over: int


class Ranks:
    """The players of an event by any statistic of its season. A player with two clubs appears once:
    counts are added, and statistics relative to a park are computed club by club. A card in several
    squads, such as in different divisions, is another player in each."""

    def __init__(self, book: Book) -> None:
        self.book = book
        spots = RosterSpot.objects.filter(squad__event__key=book.tournament.scope).order_by()
        shared_cards = spots.values("card").annotate(squads=Count("squad")).filter(squads__gt=1)
        self.shared = set(shared_cards.values_list("card", flat=True))
        self._lines: dict[str, list[list[TableLine]]] = {}

    def lines(self, table: str) -> list[list[TableLine]]:
        """Return the lines of a table, grouped by player (and position); the club with the most
        games comes first."""
        if table not in self._lines:
            players: dict[tuple[int, int, str], list[TableLine]] = {}
            for line in table_of(self.book, Asked(table=table)).lines:
                position = line.player.positions if table == "fielding" else ""
                club = line.club.number if line.player.card in self.shared else 0
                players.setdefault((line.player.card, club, position), []).append(line)
            self._lines[table] = [
                sorted(
                    lines, key=lambda one_line: (-one_line.counts["games"], one_line.club.number)
                )
                for _, lines in sorted(players.items())
            ]
        return self._lines[table]

    def worth(self, table: str, column: Column) -> dict[int, tuple[float, ...]]:
        """Return the value of each group of ``lines`` by its index, larger being better. For a rate
        only qualified players are ranked, and for a count only values above 0."""
        worths: dict[int, tuple[float, ...]] = {}
        for index, lines in enumerate(self.lines(table)):
            value = self.value(table, column, lines)
            if value is None or (not column.rate and value <= 0):
                continue
            if column.rate and not self.enough(table, lines):
                continue
            worths[index] = (-value if column.least else value,)
        return worths

    def value(self, table: str, column: Column, lines: Sequence[TableLine]) -> float | None:
        """Return a player's value: counts and additive columns are summed over the clubs, a rate is
        computed from the summed counts."""
        index = COLUMNS[table].index(column)
        if len(lines) == 1 or not column.rate:
            values = [line.values[index] for line in lines if line.values[index] is not None]
            return sum(values) if values else None  # type: ignore[arg-type]
        counts = measures.added(line.counts for line in lines)
        return column.value(counts, self.book.league, lines[0].club.team_id)

    def enough(self, table: str, lines: Sequence[TableLine]) -> bool:
        """Whether the player qualifies by the games of the club with the most of them."""
        if len(lines) == 1:
            return lines[0].qualified
        counts = measures.added(line.counts for line in lines)
        position = POSITIONS.get(lines[0].player.positions, 0) if table == "fielding" else 0
        return self.book.enough(Asked(table=table), counts, lines[0].club, position)


POSITIONS = {"P": 1, "C": 2}
"""Positions with their own qualification."""


def from_book(tournament: Tournament) -> FromBook:
    """Return the current awards: of players where these are known, of clubs in every event."""
    league = load_league(tournament)
    has_players = tournament.card_set_id is not None
    players = of_players(tournament, league) if has_players else NOBODY
    return replace(players, clubs=_of_clubs(league))


NOBODY = FromBook((), (), (), 0, 0)


def of_players(tournament: Tournament, league: League | None = None) -> FromBook:
    book = open_book(tournament, Asked(), league)
    ranks = Ranks(book)
    players = [
        award_given for award in AWARDS if (award_given := _of_players(ranks, award)).holders
    ]
    return FromBook(players, _gloves(ranks), (), book.booked, book.over)


def column_of(table: str, key: str) -> Column:
    return next(column for column in COLUMNS[table] if column.key == key)


def _of_players(ranks: Ranks, award: Award) -> Given:
    column = column_of(award.table, award.column)
    return _given(
        award.key,
        award.title,
        award.words,
        [
            _player(ranks, award.table, column, index, rank, place)
            for place, rank, index in placed(ranks.worth(award.table, column))
            if place <= SHOWN
        ],
    )


def _gloves(ranks: Ranks) -> list[Given]:
    """Return the gold glove of every position, in scoring order."""
    column, chances = column_of("fielding", "fielding"), column_of("fielding", "chances")
    lines = ranks.lines("fielding")
    by_position: dict[str, dict[int, tuple[float, ...]]] = {}
    for index, worth in ranks.worth("fielding", column).items():
        chance_count = ranks.value("fielding", chances, lines[index]) or 0
        worths = by_position.setdefault(lines[index][0].player.positions, {})
        worths[index] = (*worth, chance_count)
    return [
        _given(
            f"gold-glove-{position.lower()}",
            f"Gold glove, {position}",
            GLOVE_WORDS,
            [
                _glove(ranks, index, rank, place)
                for place, rank, index in placed(by_position[position])
                if place <= SHOWN
            ],
        )
        for position in GLOVES
        if position in by_position
    ]


GLOVES = ("P", "C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


def _glove(ranks: Ranks, at: int, rank: str, place: int) -> Holder:
    """Return the winner of a gold glove, with the chances, which break ties between equal
    averages."""
    column, chances = column_of("fielding", "fielding"), column_of("fielding", "chances")
    player = _player(ranks, "fielding", column, at, rank, place)
    chance_count = ranks.value("fielding", chances, ranks.lines("fielding")[at])
    return replace(player, value=f"{player.value} of {chances.shown(chance_count)}")


def _player(ranks: Ranks, table: str, column: Column, at: int, rank: str, place: int) -> Holder:
    lines = ranks.lines(table)[at]
    shown = column.shown(ranks.value(table, column, lines))
    return Holder(rank, place, lines[0].club, shown, lines[0].player.card, lines[0].player.name)


def _given(key: str, title: str, words: str, holders: Sequence[Holder]) -> Given:
    winners = sum(holder.place == 1 for holder in holders)
    shown = holders[: max(winners, MOST_LINES)]
    return Given(key, title, words, shown, len(holders) - len(shown))


def _of_clubs(league: League) -> list[Given]:
    """Return the awards of clubs, from the games that count in the standings."""
    games: dict[int, list[tuple[int, int]]] = {}
    for game in league.season.finals:
        for ours, theirs in ((game.home, game.away), (game.away, game.home)):
            games.setdefault(ours, []).append((game.runs_of(ours), game.runs_of(theirs)))
    clubs = {item.team_id: item for item in league.entrants if not item.is_out}
    awards = []
    for award in CLUB_AWARDS:
        values = {team: VALUES_OF_CLUBS[award.key](games[team]) for team in clubs if team in games}
        worth = {team: (-item if award.least else item,) for team, item in values.items()}
        holders = [
            Holder(rank, place, clubs[team], SHOWN_OF_CLUBS[award.key](values[team]))
            for place, rank, team in placed(worth)
            if place <= SHOWN
        ]
        if holders:
            awards.append(_given(award.key, award.title, award.words, holders))
    return awards


def _share(games: Sequence[tuple[int, int]]) -> float:
    return sum(1 if ours > theirs else 0.5 * (ours == theirs) for ours, theirs in games) / len(
        games
    )


VALUES_OF_CLUBS = {
    "best-record": _share,
    "best-attack": lambda games: sum(ours for ours, _ in games) / len(games),
    "best-defence": lambda games: sum(theirs for _, theirs in games) / len(games),
    "best-difference": lambda games: sum(ours - theirs for ours, theirs in games) / len(games),
}

SHOWN_OF_CLUBS = {
    "best-record": lambda value: f"{value:.3f}".removeprefix("0"),
    "best-attack": lambda value: f"{value:.2f}",
    "best-defence": lambda value: f"{value:.2f}",
    "best-difference": lambda value: f"{value:+.2f}",
}


def sources(tournament: Tournament) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the possible sources of candidates as grouped choices."""
    all_clubs = ("Clubs", [(CLUBS, "All clubs")])
    if tournament.card_set_id is None:
        return [all_clubs]
    by_column = [
        (
            f"The first ten, {table}",
            [(f"{table}.{column.key}", column.title) for column in COLUMNS[table]],
        )
        for table in TABLES
        if table != "fielding"
    ]
    entrants = tournament.entrants.select_related("team").order_by("number")
    squads = [
        (f"{SQUAD}.{entrant.number}", f"All players of {entrant.team.name}") for entrant in entrants
    ]
    return [*by_column, ("The players of a club", squads), all_clubs]


@dataclass(frozen=True)
class Nominee:
    team: int
    card: int | None = None
    told: str = ""


def nominees(tournament: Tournament, source: str) -> list[Nominee]:
    """Return the candidates of a source of ``sources``, in order."""
    kind, _, key = source.partition(".")
    entrants = list(tournament.entrants.order_by("number"))
    if source == CLUBS:
        return [Nominee(entrant.team_id) for entrant in entrants if not entrant.is_out]
    if kind == SQUAD:
        team = next(entrant.team_id for entrant in entrants if str(entrant.number) == key)
        spots = RosterSpot.objects.filter(squad__event__key=tournament.scope, squad__team=team)
        return [Nominee(team, card) for card in spots.order_by("pk").values_list("card", flat=True)]
    ranks = Ranks(open_book(tournament, Asked()))
    column = column_of(kind, key)
    return [
        Nominee(
            (lines := ranks.lines(kind)[index])[0].club.team_id,
            lines[0].player.card,
            f"{column.shown(ranks.value(kind, column, lines))} {column.head}",
        )
        for index in candidates(ranks.worth(kind, column))
    ]


@dataclass(frozen=True)
class Own:
    """A club that a user votes for, and its vote so far, first place first."""

    club: Entrant
    named: Sequence[Candidate]


@dataclass(frozen=True)
class Seen:
    """A ballot as a reader may see it: the candidates, and how many clubs have voted of how many;
    once it is closed also the count and every vote. ``own`` are the reader's clubs with their
    votes."""

    ballot: Ballot
    state: str
    candidates: Sequence[Candidate]
    clubs: Mapping[int, Entrant]
    voters: int
    voted: int
    count: Sequence[Counted[Candidate]]
    votes: Sequence[Own]
    own: Sequence[Own]

    @property
    def is_open(self) -> bool:
        return self.state == Ballot.State.OPEN

    @property
    def places(self) -> int:
        return min(3, len(self.candidates))

    @property
    def winners(self) -> list[Counted[Candidate]]:
        """The winners; empty before the ballot is closed."""
        return [result for result in self.count if result.place == 1]

    @property
    def closed_at(self) -> datetime | None:
        return self.ballot.closed_at or self.ballot.closes_at


def ballots_of(
    tournament: Tournament, user: Visitor, now: datetime, *, ballot: int | None = None
) -> list[Seen]:
    """Return the ballots of an event, the latest first, or one of them; a fixed number of
    queries."""
    rows = tournament.ballots.all()
    if ballot is not None:
        rows = rows.filter(pk=ballot)
    ballots = list(rows.prefetch_related("candidates__card", "candidates__team"))
    if not ballots:
        return []
    entrants = list(tournament.entrants.select_related("team").order_by("number"))
    clubs = {row.team_id: row for row in entrants}
    managed = managed_teams(user, list(clubs))
    named: dict[int, dict[int, list[int]]] = {}
    for row in Named.objects.filter(ballot__in=ballots).order_by("ballot", "team", "place"):
        named.setdefault(row.ballot_id, {}).setdefault(row.team_id, []).append(row.candidate_id)
    return [_seen(row, named.get(row.pk, {}), clubs, managed, now) for row in ballots]


def _seen(
    ballot: Ballot,
    named: Mapping[int, Sequence[int]],
    clubs: Mapping[int, Entrant],
    managed: frozenset[int],
    now: datetime,
) -> Seen:
    candidates = {item.pk: item for item in ballot.candidates.all()}
    votes = [
        Own(clubs[team], [candidates[pk] for pk in named.get(team, ())])
        for team in sorted(clubs, key=lambda team: clubs[team].number)
    ]
    state = ballot.state_at(now)
    cast = [item for item in votes if item.named]
    is_closed = state == Ballot.State.CLOSED
    return Seen(
        ballot,
        state,
        list(candidates.values()),
        clubs,
        sum(not item.is_out for item in clubs.values()),
        len(cast),
        count_votes([item.named for item in cast], list(candidates.values())) if is_closed else (),
        cast if is_closed else (),
        [item for item in votes if item.club.team_id in managed and not item.club.is_out],
    )


def managed_teams(user: Visitor, teams: Sequence[int]) -> frozenset[int]:
    """Return the clubs, of these, that a user manages; substitutes do not vote."""
    if not user.is_authenticated:
        return frozenset()
    rows = TeamMember.objects.filter(user=user.pk, role=TeamMember.Role.MANAGER, team__in=teams)
    return frozenset(rows.values_list("team", flat=True))


def awards_of_cards(user: Visitor, cards: Sequence[int]) -> list[Awarded]:
    """Return the awards for these cards in completed events that ``user`` may see, the latest
    first."""
    return list(
        Awarded.objects.filter(card__in=cards, record__tournament__in=visible_to(user))
        .select_related("record__tournament", "ballot__tournament", "team")
        .order_by("-record__closed_at", "-record", "number")
    )


def awards_of_player(
    tournament: Tournament, card: Card, now: datetime, *, nominated: bool = True
) -> list[tuple[str, str, str]]:
    """Return a player's awards: title, value or points, and the address of a ballot. Awards from
    statistics are given once the event is complete and they are computed, those of ballots once
    these are closed. Pass ``nominated=False`` if no ballot names the player."""
    if tournament.state == Tournament.State.COMPLETE:
        awarded = Awarded.objects.filter(record__tournament=tournament, card=card)
        return [
            (award.title, award.value, award.get_absolute_url() if award.ballot_id else "")
            for award in awarded.select_related("ballot__tournament").order_by("number")
        ]
    awards: list[tuple[str, str, str]] = []
    if nominated and tournament.ballots.filter(candidates__card=card).exists():
        for seen_ballot in ballots_of(tournament, AnonymousUser(), now):
            awards += [
                (
                    seen_ballot.ballot.title,
                    f"{award.points} points",
                    seen_ballot.ballot.get_absolute_url(),
                )
                for award in seen_ballot.winners
                if award.who.card_id == card.pk
            ]
    return awards
