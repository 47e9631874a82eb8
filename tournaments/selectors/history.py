"""A league of a real year that is replayed, beside what it really was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from config.journal.models import Action
from rosters.models import Card, CardSet, ClubSeason, RosterSpot
from tournaments.book.selectors import open_book, table_of
from tournaments.models import Entrant, Tournament
from tournaments.rules.asking import Asked
from tournaments.selectors.league import League
from tournaments.selectors.tables import table

SHOWN: Final = 3

TURNS_OF_A_YEAR: Final = (31, 10)
OUTS_OF_A_GAME: Final = 3
"""What the rates of a year want of a man for each game of his club's (OBR 9.22)."""


@dataclass(frozen=True)
class Replayed:
    """Which league of which year an event replays, and its real clubs by name."""

    year: int
    league: str
    clubs: Mapping[str, ClubSeason]


@dataclass(frozen=True)
class Beside:
    """A club: what it has won and lost here, and what it really did; ``None`` where the source does
    not say."""

    entrant: Entrant
    won: int
    lost: int
    share: Fraction | None
    real_won: int | None
    real_lost: int | None
    runs_a_game: Fraction | None
    real_runs_a_game: Fraction | None

    @property
    def real_share(self) -> Fraction | None:
        """The part of its games that it really won."""
        if self.real_won is None or self.real_lost is None or not self.real_won + self.real_lost:
            return None
        return Fraction(self.real_won, self.real_won + self.real_lost)


@dataclass(frozen=True)
class Leading:
    """A category: who leads here, and who really did among the men of these squads, each with card,
    name and figure."""

    title: str
    here: Sequence[tuple[int, str, str]]
    real: Sequence[tuple[int, str, str]]


def replayed(tournament: Tournament) -> Replayed | None:
    """What the clubs of an event were made of; ``None`` where they are nobody's. Two queries at
    most."""
    if tournament.card_set_id is None:
        return None
    act = Action.objects.filter(scope=tournament.scope, code="league-replayed").order_by("-pk")
    told: Mapping[str, Any] | None = act.values_list("new", flat=True).first()
    if not told:
        return None
    rows = ClubSeason.objects.filter(
        source__in=CardSet.objects.filter(pk=tournament.card_set_id).values("source"),
        year=told["year"],
        league=told["league"],
    )
    return Replayed(told["year"], told["league"], {each.name: each for each in rows})


def clubs_beside(league: League, found: Replayed) -> list[Beside]:
    """The clubs in the order of the standings."""
    lines = []
    for line in table(league):
        record = line.row.record
        club = found.clubs.get(line.entrant.team.name)
        totals: Mapping[str, int | None] = club.totals if club else {}
        games, runs = totals.get("G"), totals.get("R")
        lines.append(
            Beside(
                line.entrant,
                record.overall.won,
                record.overall.lost,
                record.overall.pct,
                totals.get("W"),
                totals.get("L"),
                Fraction(record.runs_for, record.overall.played) if record.overall.played else None,
                Fraction(runs, games) if games and runs is not None else None,
            )
        )
    return lines


def leaders_beside(tournament: Tournament, found: Replayed) -> list[Leading]:
    """Who leads at bat and on the mound, here and in the real year."""
    cards = list(
        Card.objects.filter(
            pk__in=RosterSpot.objects.filter(squad__scope=tournament.scope).values("card")
        ).select_related("season")
    )
    book = open_book(tournament, Asked())
    games = max((club.totals.get("G") or 0 for club in found.clubs.values()), default=0)
    categories: list[tuple[str, str, str, Callable[[Card], float | None], bool, int]] = [
        ("Batting average", "batting", "average", lambda card: _average(card, games), False, 3),
        ("Home runs", "batting", "home_runs", _counted("batting", "home_runs"), False, 0),
        ("Runs batted in", "batting", "runs_batted_in", _batted_in, False, 0),
        ("Earned-run average", "pitching", "era", lambda card: _era(card, games), True, 2),
        ("Wins", "pitching", "wins", _counted("pitching", "wins"), False, 0),
        ("Strikeouts", "pitching", "strikeouts", _counted("pitching", "strikeouts"), False, 0),
    ]
    leading = []
    for title, kind, key, real, least, places in categories:
        told = table_of(book, Asked(table=kind, sort=key))
        at = [column.key for column in told.columns].index(key)
        here = [
            (line.man.card, line.man.name, told.columns[at].shown(line.values[at]))
            for line in told.lines
            if line.rank
        ][:SHOWN]
        values = [(value, card) for card in cards if (value := real(card)) is not None]
        values.sort(key=lambda pair: (pair[0] if least else -pair[0], pair[1].name))
        leading.append(
            Leading(
                title,
                here,
                [(card.pk, card.name, _shown(value, places)) for value, card in values[:SHOWN]],
            )
        )
    return leading


def _shown(value: float, places: int) -> str:
    words = f"{value:.{places}f}"
    return words.removeprefix("0") if places == 3 else words


def _line(card: Card, kind: str) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = getattr(card.season, kind) if card.season else None
    return found


def _counted(kind: str, key: str) -> Callable[[Card], float | None]:
    def count(card: Card) -> float | None:
        line = _line(card, kind)
        return None if line is None else line.get(key)

    return count


_batted_in = _counted("batting", "runs_batted_in")


def _average(card: Card, games: int) -> float | None:
    line = _line(card, "batting")
    if line is None or not line.get("at_bats"):
        return None
    turns = sum(
        line.get(name) or 0
        for name in ("at_bats", "walks", "hit_by_pitch", "sacrifice_hits", "sacrifice_flies")
    )
    wanted, a_game = TURNS_OF_A_YEAR
    return line["hits"] / line["at_bats"] if turns * a_game >= wanted * games else None


def _era(card: Card, games: int) -> float | None:
    line = _line(card, "pitching")
    if line is None or not line.get("outs") or line.get("earned_runs") is None:
        return None
    if line["outs"] < OUTS_OF_A_GAME * games:
        return None
    era: float = 27 * line["earned_runs"] / line["outs"]
    return era
