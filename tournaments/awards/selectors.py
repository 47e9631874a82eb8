"""Awards as the book and the results give them, and ballots as a reader may see them."""

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
from tournaments.selectors.league import load_league

MOST_LINES = 6
"""Lines of an award that are shown; those who have it are always among them."""

CLUBS, SQUAD = "clubs", "squad"
"""Sources of candidates that are no measure: all clubs, and the players of one."""


@dataclass(frozen=True)
class Holder:
    """Who stands at a place of an award: a player of a club, or a club; his value as it is
    printed."""

    rank: str
    place: int
    club: Entrant
    value: str
    card: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Given:
    """An award with who is first, second and third; ``more`` share the last place that is shown."""

    key: str
    title: str
    words: str
    holders: Sequence[Holder]
    more: int = 0

    @property
    def winners(self) -> list[Holder]:
        """Who has it."""
        return [each for each in self.holders if each.place == 1]


@dataclass(frozen=True)
class FromBook:
    """The awards of an event, and how many of the games that are over its book knows."""

    players: Sequence[Given]
    gloves: Sequence[Given]
    clubs: Sequence[Given]
    covered: int
    over: int


class Ranks:
    """The players of an event by any measure of its season, a player of two clubs once: his counts
    are added, what is held against a park club by club. A card that several clubs have, as those of
    different divisions do, is a player of its own in each."""

    def __init__(self, book: Book) -> None:
        self.book = book
        spots = RosterSpot.objects.filter(squad__event__key=book.tournament.scope).order_by()
        held = spots.values("card").annotate(squads=Count("squad")).filter(squads__gt=1)
        self.shared = set(held.values_list("card", flat=True))
        self._lines: dict[str, list[list[TableLine]]] = {}

    def lines(self, table: str) -> list[list[TableLine]]:
        """The lines of a table, those of one player (at one position) together; the club for which
        he played most games first."""
        if table not in self._lines:
            players: dict[tuple[int, int, str], list[TableLine]] = {}
            for line in table_of(self.book, Asked(table=table)).lines:
                at = line.player.positions if table == "fielding" else ""
                club = line.club.number if line.player.card in self.shared else 0
                players.setdefault((line.player.card, club, at), []).append(line)
            self._lines[table] = [
                sorted(lines, key=lambda each: (-each.counts["games"], each.club.number))
                for _, lines in sorted(players.items())
            ]
        return self._lines[table]

    def worth(self, table: str, column: Column) -> dict[int, tuple[float, ...]]:
        """What each line is worth, larger being better, by its place in ``lines``. By a rate only
        those are ranked who have played enough, and none by a count of nought."""
        found: dict[int, tuple[float, ...]] = {}
        for at, lines in enumerate(self.lines(table)):
            value = self.value(table, column, lines)
            if value is None or (not column.rate and value <= 0):
                continue
            if column.rate and not self.enough(table, lines):
                continue
            found[at] = (-value if column.least else value,)
        return found

    def value(self, table: str, column: Column, lines: Sequence[TableLine]) -> float | None:
        """His value: a count or what adds up is the sum over his clubs, a rate that of his sums."""
        at = COLUMNS[table].index(column)
        if len(lines) == 1 or not column.rate:
            values = [line.values[at] for line in lines if line.values[at] is not None]
            return sum(values) if values else None  # type: ignore[arg-type]
        counts = measures.added(line.counts for line in lines)
        return column.value(counts, self.book.league, lines[0].club.team_id)

    def enough(self, table: str, lines: Sequence[TableLine]) -> bool:
        """Whether he has played enough of the games of the club for which he played most."""
        if len(lines) == 1:
            return lines[0].qualified
        counts = measures.added(line.counts for line in lines)
        position = POSITIONS.get(lines[0].player.positions, 0) if table == "fielding" else 0
        return self.book.enough(Asked(table=table), counts, lines[0].club, position)


POSITIONS = {"P": 1, "C": 2}
"""Positions at which another number of games is enough."""


def from_book(tournament: Tournament) -> FromBook:
    """The awards as they stand: of players where they are known, of clubs in every event."""
    players = of_players(tournament) if tournament.card_set_id is not None else NOBODY
    return replace(players, clubs=_of_clubs(tournament))


NOBODY = FromBook((), (), (), 0, 0)


def of_players(tournament: Tournament) -> FromBook:
    """The awards of players alone."""
    book = open_book(tournament, Asked())
    ranks = Ranks(book)
    players = [given for award in AWARDS if (given := _of_players(ranks, award)).holders]
    return FromBook(players, _gloves(ranks), (), book.booked, book.over)


def column_of(table: str, key: str) -> Column:
    """A column of a table by its key."""
    return next(each for each in COLUMNS[table] if each.key == key)


def _of_players(ranks: Ranks, award: Award) -> Given:
    column = column_of(award.table, award.column)
    return _given(
        award.key,
        award.title,
        award.words,
        [
            _player(ranks, award.table, column, at, rank, place)
            for place, rank, at in placed(ranks.worth(award.table, column))
            if place <= SHOWN
        ],
    )


def _gloves(ranks: Ranks) -> list[Given]:
    """The gold glove of every position, in the order of the scorer's numbers."""
    column, chances = column_of("fielding", "fielding"), column_of("fielding", "chances")
    lines = ranks.lines("fielding")
    by_position: dict[str, dict[int, tuple[float, ...]]] = {}
    for at, worth in ranks.worth("fielding", column).items():
        handled = ranks.value("fielding", chances, lines[at]) or 0
        of_his = by_position.setdefault(lines[at][0].player.positions, {})
        of_his[at] = (*worth, handled)
    return [
        _given(
            f"gold-glove-{position.lower()}",
            f"Gold glove, {position}",
            GLOVE_WORDS,
            [
                _glove(ranks, at, rank, place)
                for place, rank, at in placed(by_position[position])
                if place <= SHOWN
            ],
        )
        for position in GLOVES
        if position in by_position
    ]


GLOVES = ("P", "C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


def _glove(ranks: Ranks, at: int, rank: str, place: int) -> Holder:
    """The winner of a gold glove with his chances, which part those whose averages are level."""
    column, chances = column_of("fielding", "fielding"), column_of("fielding", "chances")
    player = _player(ranks, "fielding", column, at, rank, place)
    handled = ranks.value("fielding", chances, ranks.lines("fielding")[at])
    return replace(player, value=f"{player.value} of {chances.shown(handled)}")


def _player(ranks: Ranks, table: str, column: Column, at: int, rank: str, place: int) -> Holder:
    lines = ranks.lines(table)[at]
    shown = column.shown(ranks.value(table, column, lines))
    return Holder(rank, place, lines[0].club, shown, lines[0].player.card, lines[0].player.name)


def _given(key: str, title: str, words: str, holders: Sequence[Holder]) -> Given:
    winners = sum(each.place == 1 for each in holders)
    shown = holders[: max(winners, MOST_LINES)]
    return Given(key, title, words, shown, len(holders) - len(shown))


def _of_clubs(tournament: Tournament) -> list[Given]:
    """The awards of clubs, from the games that the standings are made of."""
    league = load_league(tournament)
    games: dict[int, list[tuple[int, int]]] = {}
    for game in league.season.finals:
        for ours, theirs in ((game.home, game.away), (game.away, game.home)):
            games.setdefault(ours, []).append((game.runs_of(ours), game.runs_of(theirs)))
    clubs = {each.team_id: each for each in league.entrants if not each.is_out}
    found = []
    for award in CLUB_AWARDS:
        values = {team: VALUES_OF_CLUBS[award.key](games[team]) for team in clubs if team in games}
        worth = {team: (-each if award.least else each,) for team, each in values.items()}
        holders = [
            Holder(rank, place, clubs[team], SHOWN_OF_CLUBS[award.key](values[team]))
            for place, rank, team in placed(worth)
            if place <= SHOWN
        ]
        if holders:
            found.append(_given(award.key, award.title, award.words, holders))
    return found


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
    """Where the candidates of a ballot may be from, in groups: value and words."""
    everybody = ("Clubs", [(CLUBS, "All clubs")])
    if tournament.card_set_id is None:
        return [everybody]
    measured = [
        (
            f"The first ten, {table}",
            [(f"{table}.{column.key}", column.title) for column in COLUMNS[table]],
        )
        for table in TABLES
        if table != "fielding"
    ]
    entrants = tournament.entrants.select_related("team").order_by("number")
    squads = [(f"{SQUAD}.{each.number}", f"All players of {each.team.name}") for each in entrants]
    return [*measured, ("The players of a club", squads), everybody]


@dataclass(frozen=True)
class Nominee:
    """A candidate whom a ballot is about to name."""

    team: int
    card: int | None = None
    told: str = ""


def nominees(tournament: Tournament, source: str) -> list[Nominee]:
    """The candidates that a source of ``sources`` names, in its order."""
    kind, _, key = source.partition(".")
    entrants = list(tournament.entrants.order_by("number"))
    if source == CLUBS:
        return [Nominee(each.team_id) for each in entrants if not each.is_out]
    if kind == SQUAD:
        team = next(each.team_id for each in entrants if str(each.number) == key)
        spots = RosterSpot.objects.filter(squad__event__key=tournament.scope, squad__team=team)
        return [Nominee(team, card) for card in spots.order_by("pk").values_list("card", flat=True)]
    ranks = Ranks(open_book(tournament, Asked()))
    column = column_of(kind, key)
    return [
        Nominee(
            (lines := ranks.lines(kind)[at])[0].club.team_id,
            lines[0].player.card,
            f"{column.shown(ranks.value(kind, column, lines))} {column.head}",
        )
        for at in candidates(ranks.worth(kind, column))
    ]


@dataclass(frozen=True)
class Own:
    """A club that a user votes for, and whom it has named so far, from the first place on."""

    club: Entrant
    named: Sequence[Candidate]


@dataclass(frozen=True)
class Seen:
    """A ballot as one may see it: who may be named, how many clubs have voted of how many; closed,
    the count and how every club voted. ``own`` are the reader's clubs, with their votes."""

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
        """Whether clubs may vote."""
        return self.state == Ballot.State.OPEN

    @property
    def places(self) -> int:
        """How many places a vote has."""
        return min(3, len(self.candidates))

    @property
    def winners(self) -> list[Counted[Candidate]]:
        """Who has the award; none before it is closed."""
        return [each for each in self.count if each.place == 1]

    @property
    def closed_at(self) -> datetime | None:
        """When it was closed."""
        return self.ballot.closed_at or self.ballot.closes_at


def ballots_of(
    tournament: Tournament, user: Visitor, now: datetime, *, ballot: int | None = None
) -> list[Seen]:
    """The ballots of an event, the latest first, or one of them; a fixed number of queries."""
    rows = tournament.ballots.all()
    if ballot is not None:
        rows = rows.filter(pk=ballot)
    found = list(rows.prefetch_related("candidates__card", "candidates__team"))
    if not found:
        return []
    entrants = list(tournament.entrants.select_related("team").order_by("number"))
    clubs = {each.team_id: each for each in entrants}
    managed = managed_teams(user, list(clubs))
    named: dict[int, dict[int, list[int]]] = {}
    for each in Named.objects.filter(ballot__in=found).order_by("ballot", "team", "place"):
        named.setdefault(each.ballot_id, {}).setdefault(each.team_id, []).append(each.candidate_id)
    return [_seen(each, named.get(each.pk, {}), clubs, managed, now) for each in found]


def _seen(
    ballot: Ballot,
    named: Mapping[int, Sequence[int]],
    clubs: Mapping[int, Entrant],
    managed: frozenset[int],
    now: datetime,
) -> Seen:
    known = {each.pk: each for each in ballot.candidates.all()}
    votes = [
        Own(clubs[team], [known[pk] for pk in named.get(team, ())])
        for team in sorted(clubs, key=lambda team: clubs[team].number)
    ]
    state = ballot.state_at(now)
    cast = [each for each in votes if each.named]
    told = state == Ballot.State.CLOSED
    return Seen(
        ballot,
        state,
        list(known.values()),
        clubs,
        sum(not each.is_out for each in clubs.values()),
        len(cast),
        count_votes([each.named for each in cast], list(known.values())) if told else (),
        cast if told else (),
        [each for each in votes if each.club.team_id in managed and not each.club.is_out],
    )


def managed_teams(user: Visitor, teams: Sequence[int]) -> frozenset[int]:
    """The clubs, of these, that a user manages; substitutes do not vote."""
    if not user.is_authenticated:
        return frozenset()
    rows = TeamMember.objects.filter(user=user.pk, role=TeamMember.Role.MANAGER, team__in=teams)
    return frozenset(rows.values_list("team", flat=True))


def awards_of_cards(user: Visitor, cards: Sequence[int]) -> list[Awarded]:
    """The awards that the players of these cards have of events that are over and that ``user`` may
    see, the latest first."""
    return list(
        Awarded.objects.filter(card__in=cards, record__tournament__in=visible_to(user))
        .select_related("record__tournament", "ballot__tournament", "team")
        .order_by("-record__closed_at", "-record", "number")
    )


def awards_of_player(
    tournament: Tournament, card: Card, now: datetime, *, nominated: bool = True
) -> list[tuple[str, str, str]]:
    """The awards that a player has: title, value or points, and the address of a ballot. Those of
    the book once the event is complete and they are counted, those of ballots once they are closed.
    Not ``nominated``: no ballot names him."""
    if tournament.state == Tournament.State.COMPLETE:
        kept = Awarded.objects.filter(record__tournament=tournament, card=card)
        return [
            (each.title, each.value, each.get_absolute_url() if each.ballot_id else "")
            for each in kept.select_related("ballot__tournament").order_by("number")
        ]
    found: list[tuple[str, str, str]] = []
    if nominated and tournament.ballots.filter(candidates__card=card).exists():
        for seen in ballots_of(tournament, AnonymousUser(), now):
            found += [
                (seen.ballot.title, f"{each.points} points", seen.ballot.get_absolute_url())
                for each in seen.winners
                if each.who.card_id == card.pk
            ]
    return found
