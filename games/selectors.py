"""Reads of the games floor, and the loaders that also authorise: to strangers nothing exists."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import Http404

from config.inputs import whole_number
from config.live.topics import Concern
from games.access import Visitor, may_view
from games.engine.situation import START
from games.models import Game, Series, VoidedTail
from rosters.models import Team, TeamMember


@dataclass(frozen=True)
class Slot:
    """A place in a series: who visits whom, and the game if there is one."""

    number: int
    away: Team
    home: Team
    game: Game | None
    called_off: bool = False

    @property
    def state(self) -> str:
        """scheduled, in-progress, suspended, reported or final."""
        return self.game.status if self.game else "scheduled"

    @property
    def is_open(self) -> bool:
        """Whether there is something left to play."""
        return not self.called_off and (self.game is None or not self.game.is_final)


@dataclass(frozen=True)
class SeriesGames:
    """A series with its places in order and the games that were taken off the books."""

    series: Series
    slots: tuple[Slot, ...]
    voided: tuple[Game, ...]

    @property
    def unplayed(self) -> tuple[Slot, ...]:
        """The places without a game."""
        return tuple(slot for slot in self.slots if slot.game is None)

    @property
    def under_way(self) -> tuple[Slot, ...]:
        """The places with a game that is not over."""
        return tuple(slot for slot in self.slots if slot.game and not slot.game.is_final)

    def wins(self, team: Team) -> int:
        """The final games that a club has won."""
        return sum(_winner(slot) == team.pk for slot in self.slots)


def visible_series(user: Visitor, pk: int) -> Series:
    """The series, for those who may look at it."""
    series = find_series(pk)
    if series is None or not may_view(user, series):
        raise Http404("No such series.")
    return series


def find_series(pk: int) -> Series | None:
    """The series with its clubs, without a check of rights."""
    return Series.objects.select_related("home", "away").filter(pk=pk).first()


def visible_game(user: Visitor, pk: int) -> Game:
    """The game, for those who may look at its series."""
    game = find_game(pk)
    if game is None or not may_view(user, game.series):
        raise Http404("No such game.")
    return game


def find_game(pk: int) -> Game | None:
    """The game with its series and clubs, without a check of rights."""
    game = Game.objects.select_related("series__home", "series__away").filter(pk=pk).first()
    if game is not None:
        game.stands_in(game.series)
    return game


def has_event_file(game: Game) -> bool:
    """Whether a Retrosheet event file can be made of the game: a whole one, over, with its
    players."""
    return (
        game.is_final
        and game.has_plays
        and game.clubs is not None
        and not game.series.system.listed
        and game.beginning is None
        and game.situation == str(START)
    )


def games_with_event_files(series: Series) -> list[Game]:
    """The games of a series that event files can be made of, in order."""
    found = series.games.select_related("away", "home").exclude(clubs=None).order_by("number")
    games = list(found)
    for game in games:
        game.series = series
    return [game for game in games if has_event_file(game)]


def may_watch_series(user: Visitor, key: str) -> bool:
    """Whether the user may be told when the series changes."""
    return _found(visible_series, user, key)


def may_watch_game(user: Visitor, key: str) -> bool:
    """Whether the user may be told when the game changes."""
    return _found(visible_game, user, key)


def concern_of_series(user: Visitor, key: str) -> Concern | None:
    """The event and the clubs of a series."""
    series = find_series(int(key))
    return None if series is None else _concern(series)


def concern_of_game(user: Visitor, key: str) -> Concern | None:
    """The same of a game."""
    game = find_game(int(key))
    return None if game is None else _concern(game.series)


def _concern(series: Series) -> Concern:
    return Concern(series.scope, (series.home_id, series.away_id))


def _found(look: Callable[[Visitor, int], object], user: Visitor, key: str) -> bool:
    number = whole_number(key)
    if number is None:
        return False
    try:
        look(user, number)
    except Http404:
        return False
    return True


def series_games(series: Series) -> SeriesGames:
    """The games of a series that has been authorised, without their events, in one query."""
    clubs = {series.home_id: series.home, series.away_id: series.away}
    games: dict[int, Game] = {}
    voided = []
    for game in series.games.defer("transcript", "events", "clubs").order_by("number", "id"):
        game.away, game.home = clubs[game.away_id], clubs[game.home_id]
        if game.status == Game.Status.VOID:
            voided.append(game)
        else:
            games[game.number] = game
    slots = []
    called_off = series.called_off_at is not None
    for number in range(1, series.length + 1):
        if called_off and number not in games:
            continue
        away_id, home_id = series.sides(number)
        slots.append(Slot(number, clubs[away_id], clubs[home_id], games.get(number), called_off))
    return SeriesGames(series, tuple(slots), tuple(voided))


def clubs_with_people(series: Series) -> list[str]:
    """The names of the clubs of a series for which a user acts, visitors first."""
    sides = (series.away, series.home)
    found = set(TeamMember.objects.filter(team__in=sides).values_list("team_id", flat=True))
    return [team.name for team in sides if team.pk in found]


def voided_tails(game: Game) -> Sequence[VoidedTail]:
    """What rewinds took off a game, newest first."""
    return list(game.voided_tails.select_related("voided_by"))


def _winner(slot: Slot) -> int | None:
    """The id of the club that won a final game; None for a tie, too."""
    game = slot.game
    if game is None or not game.is_final or game.away_runs == game.home_runs:
        return None
    return game.home_id if game.home_runs > game.away_runs else game.away_id


def winner_of(game: Game) -> int:
    """The id of the club that won a finished game; 0 where neither did."""
    return _ahead(game.away_id, game.home_id, game.away_runs, game.home_runs)


def winners(series: Series) -> list[int]:
    """Who won the games of a series that count, in their order."""
    return winners_of([series])[series.pk]


def winners_of(several: Sequence[Series]) -> dict[int, list[int]]:
    """The same of several series, by their keys; one query."""
    found: dict[int, list[int]] = {series.pk: [] for series in several}
    finals = Game.objects.filter(series__in=found, status=Game.Status.FINAL).order_by("number")
    for series_id, *row in finals.values_list(
        "series_id", "away_id", "home_id", "away_runs", "home_runs"
    ):
        found[series_id].append(_ahead(*row))
    return found


def played_out(several: Sequence[Series]) -> set[int]:
    """The keys of those of these series whose every game counts, or that a club has won for good;
    one query."""
    won = winners_of(several) if several else {}
    return {
        series.pk
        for series in several
        if len(won[series.pk]) >= series.length or series.is_decided(won[series.pk])
    }


def _ahead(away: int, home: int, away_runs: int, home_runs: int) -> int:
    if away_runs == home_runs:
        return 0
    return away if away_runs > home_runs else home
