"""Create series, and have the engine simulate the games that were not played.

Games are simulated before anything is locked, since that takes the most of the time; then the
series are locked, and what was played is stored where nothing has changed meanwhile. Where
something has, the few games concerned are played again under the lock.
"""

from collections.abc import Collection, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.inserting import insert_objects
from config.journal.services import Entry, log_actions
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.access import verify_directs
from games.clubs import Squads
from games.constraints import one_game_per_number
from games.engine.folds.outings import outings
from games.engine.options import Value
from games.engine.record import simulate
from games.hooks import ResultsChanged, SeriesBegan, kept_for_people, tell
from games.models import Game, Series
from games.records import store_record
from games.seeds import game_seed
from games.selectors import winner_of, winners, winners_of
from games.services.calling_off import ended
from games.services.changes import score_of
from games.sheets import Key, Pitched, Sheets, keeps_sheets
from games.topics import series_topic
from pitching.rules.sheet import Sheet
from pitching.selectors.sheets import SheetReader
from rosters.models import Team

TERMS = (
    "home_id",
    "away_id",
    "system_key",
    "settings",
    "length",
    "home_pattern",
    "home_column",
    "away_column",
    "seed",
)
"""What the games of a series follow from, besides its clubs' squads."""


CLAIM_LASTS = timedelta(seconds=15)
"""A worker that has claimed series with pitching sheets and not stored them by then is given up."""


@dataclass(frozen=True)
class SeriesPlan:
    """A series to be made. ``settings`` are settled options, ``home_pattern`` letters H and A."""

    home: Team
    away: Team
    system_key: str
    settings: Mapping[str, Value]
    length: int
    home_pattern: str
    seed: str
    scope: str
    home_column: int = 1
    away_column: int = 1
    phase: int = 1
    ends_when_decided: bool = False


def create_series(*, plans: Sequence[SeriesPlan]) -> list[Series]:
    """Make series in one go; the caller's transaction and log line cover them."""
    return Series.objects.bulk_create(
        Series(
            home=plan.home,
            away=plan.away,
            system_key=plan.system_key,
            settings=dict(plan.settings),
            length=plan.length,
            home_pattern=plan.home_pattern,
            seed=plan.seed,
            event_id=plan.scope,
            home_column=plan.home_column,
            away_column=plan.away_column,
            phase=plan.phase,
            ends_when_decided=plan.ends_when_decided,
        )
        for plan in plans
    )


@dataclass(frozen=True)
class Played:
    """The new games, and by series why it was left alone."""

    games: Sequence[Game]
    left: Mapping[int, Refusal]


@dataclass(frozen=True)
class _Prepared:
    """Games of a series, simulated before it was locked: ``series`` and which games ``there`` were
    by then, with the status of each."""

    series: Series
    there: Mapping[int, str]
    games: Sequence[tuple[Game, Pitched]]


def play_series(
    *,
    series_ids: Sequence[int],
    acting_user: User | None,
    squads: Squads | None = None,
    kept_too: bool = False,
) -> list[Game]:
    """Simulate every game of these series that has not been played; the new games.

    Idempotent: a finished game stays as it is, and a series played by two workers at once is stored
    once, for each takes the series' row before it stores, as everybody does who writes a game. All
    or nothing for one call, in a number of queries that does not depend on the games' length, and
    on their number only where the database takes no more values in one. Refused: ``director-only``,
    ``called-off``, and as ``left_alone`` says. ``squads`` are kept by callers who play more than
    once; with ``kept_too`` series are played that people have arranged to play.
    """
    games = _play(series_ids, acting_user, squads or Squads(), strict=True, kept_too=kept_too).games
    if not games:
        called_off = Series.objects.filter(pk__in=series_ids, called_off_at__isnull=False)
        refuse_all(refusal for series in called_off for refusal in ended(series))
    return list(games)


def play_what_nobody_plays(
    *,
    series_ids: Sequence[int],
    acting_user: User | None,
    squads: Squads | None = None,
    kept_too: bool = False,
) -> Played:
    """Like ``play_series``, but a series that is ``left_alone`` is left to those who play it, and
    one whose clubs cannot play is left as it is."""
    return _play(series_ids, acting_user, squads or Squads(), strict=False, kept_too=kept_too)


def claim_series(*, scope: str, most: int, besides: Collection[int] = ()) -> list[int]:
    """Take up to ``most`` unplayed series of a scope to play them, in the order of the schedule;
    none when nothing is left ``besides`` these.

    A claim keeps several workers from simulating the same games; it is no lock, and a worker that
    stores a series verifies it as ever. Series without a claim go first; after them those whose
    worker may be slow, or gone. A claim is a run of the schedule, and is played in its order, so
    that its worker plays each club's games in the order of their columns. Where games go onto
    pitching sheets it holds only series whose clubs have nothing else before them: there may be
    none for a while, and a worker that looks then holds up no other.
    """
    unplayed = Series.objects.filter(event__key=scope, completed_at=None).exclude(pk__in=besides)
    first = unplayed.order_by("pk").first()
    on_sheets = first is not None and keeps_sheets(first)
    if on_sheets and not _next_on_sheets(unplayed, most):
        return []
    with transaction.atomic():
        if on_sheets:
            ids = _next_on_sheets(unplayed.select_for_update(), most)
        else:
            ids = _next(unplayed, most)
        Series.objects.filter(pk__in=ids).update(claimed_at=timezone.now())
        return ids


def _next(unplayed: QuerySet[Series], most: int) -> list[int]:
    # Workers that look at the same moment pass over each other's rows; on SQLite they wait, as
    # only one transaction writes.
    fresh = unplayed.filter(claimed_at=None).order_by("pk").select_for_update(skip_locked=True)
    ids = list(fresh.values_list("pk", flat=True)[:most])
    if not ids:
        # Those that are being stored at this moment are waited for, in the order in which
        # everybody locks series.
        found = unplayed.order_by("pk").select_for_update().values_list("claimed_at", "pk")
        ids = sorted(pk for _, pk in sorted(found, key=_oldest_claim_first)[:most])
    return ids


def _oldest_claim_first(row: tuple[datetime | None, int]) -> tuple[bool, datetime | None, int]:
    claimed_at, pk = row
    return claimed_at is not None, claimed_at, pk


def _next_on_sheets(unplayed: QuerySet[Series], most: int) -> list[int]:
    """Series that can be played now: each outing changes who may pitch next, so a club's games are
    played in their order, by one worker at a time. Clubs that no unplayed series joins to the first
    of them, such as another division's, are left to other workers."""
    slow = timezone.now() - CLAIM_LASTS
    rows = list(unplayed.order_by("pk").values_list("pk", "home", "away", "claimed_at"))
    pairs = [{home_id, away_id} for _, home_id, away_id, _ in rows]
    mine: set[int] = set()
    waiting_clubs: set[int] = set()
    ids: list[int] = []
    for (pk, _, _, claimed_at), clubs in zip(rows, pairs, strict=True):
        if (claimed_at is not None and claimed_at > slow) or clubs & waiting_clubs:
            waiting_clubs |= clubs
        elif not mine or clubs <= mine:
            mine = mine or _joined(clubs, pairs)
            ids.append(pk)
            if len(ids) == most:
                break
    return ids


def _joined(clubs: Set[int], pairs: Sequence[Set[int]]) -> set[int]:
    """These clubs and all that pairs join to them, however far around."""
    joined = set(clubs)
    while more := {club for pair in pairs if joined & pair for club in pair - joined}:
        joined |= more
    return joined


def _play(
    series_ids: Sequence[int],
    acting_user: User | None,
    squads: Squads,
    *,
    strict: bool,
    kept_too: bool,
) -> Played:
    verify_directs(acting_user, series_ids)
    reader = SheetReader()
    prepared, stored = _prepare(series_ids, acting_user, squads, reader, kept_too=kept_too)
    with one_game_per_number(), transaction.atomic():
        waiting = list(_waiting(series_ids).select_for_update(of=("self",)))
        there = games_there(waiting)
        left = _left_alone(waiting, there, kept_too=kept_too)
        if strict:
            refuse_all(left.values())
        now = timezone.now()
        sheets = Sheets(waiting, lock=True, reader=reader)
        moved_on = squads.read(waiting) or any(
            sheets.stored[key] != stored.get(key) for key in sheets.stored
        )
        # Clubs some of whose games were played otherwise than before: what they play later in a
        # game with pitching sheets follows from that.
        played_anew: set[int] = set()
        played: list[Series] = []
        games: list[tuple[Game, Pitched]] = []
        for series in waiting:
            if series.pk in left:
                continue
            ready = prepared.get(series.pk)
            if (
                ready is None
                or moved_on
                or not _stands(ready, series, there[series.pk])
                or played_anew & {series.home_id, series.away_id}
            ):
                played_anew |= {series.home_id, series.away_id}
                try:
                    won = winners(series) if series.ends_when_decided else []
                    ready = _prepared(
                        series, there[series.pk], won, acting_user, squads, sheets, now
                    )
                except Refused as refused:
                    if strict:
                        raise
                    left[series.pk] = refused.refusals[0]
                    continue
            else:
                for game, pitched in ready.games:
                    sheets.add(game, pitched)
            played.append(series)
            games += ready.games
        if not played:
            return Played((), left)
        begun = [each for each in played if not there[each.pk]]
        tell(SeriesBegan(squads.seen_first(begun)))
        new = insert_objects(game for game, _ in games)
        sheets.write(games, squads=squads, acting_user=acting_user)
        Series.objects.filter(pk__in=[series.pk for series in played]).update(completed_at=now)
        log_actions(
            Entry(
                code="series-simulated",
                actor=acting_user,
                scope=series.scope,
                subject=series,
                new=_result_of(series, new),
            )
            for series in played
        )
        scopes = sorted({series.scope for series in played})
        publish(*scopes, *(series_topic(series) for series in played))
        tell(ResultsChanged(scopes, acting_user))
        return Played(new, left)


def _prepare(
    series_ids: Sequence[int],
    acting_user: User | None,
    squads: Squads,
    reader: SheetReader,
    *,
    kept_too: bool,
) -> tuple[dict[int, _Prepared], Mapping[Key, Sheet]]:
    """Simulate what is to be played as it looks now, by series, and the pitching sheets that the
    clubs had by then. What is refused is left out: it is looked at once more under the lock."""
    waiting = list(_waiting(series_ids))
    there = games_there(waiting)
    left = _left_alone(waiting, there, kept_too=kept_too)
    squads.have(waiting)
    sheets = Sheets(waiting, reader=reader)
    begun = [series for series in waiting if series.ends_when_decided and there[series.pk]]
    won = winners_of(begun) if begun else {}
    now = timezone.now()
    found = {}
    for series in waiting:
        if series.pk not in left:
            with suppress(Refused):
                found[series.pk] = _prepared(
                    series,
                    there[series.pk],
                    won.get(series.pk, []),
                    acting_user,
                    squads,
                    sheets,
                    now,
                )
    return found, sheets.stored


def left_alone(series: QuerySet[Series]) -> Mapping[int, Refusal]:
    """Which of these open series are not simulated, by key, and why: one of their games is being
    played, suspended or reported (``game-under-way``, ``game-unconfirmed``), or they are
    ``kept_for_people``. Three queries, and no row of a series that would be."""
    begun = Game.objects.filter(series__in=series).exclude(
        status__in=(Game.Status.FINAL, Game.Status.VOID)
    )
    rows = Series.objects.filter(pk__in=begun.order_by().values("series"))
    waiting = list(rows.select_related("home", "away"))
    under_way = _games_under_way(waiting, games_there(waiting)) if waiting else {}
    return {**kept_for_people(series), **under_way}


def _left_alone(
    waiting: Sequence[Series], there: Mapping[int, Mapping[int, str]], *, kept_too: bool
) -> dict[int, Refusal]:
    """The same of series whose games are known."""
    rows = Series.objects.filter(pk__in=[each.pk for each in waiting])
    kept = {} if kept_too else kept_for_people(rows)
    return {**kept, **_games_under_way(waiting, there)}


def _waiting(series_ids: Sequence[int]) -> QuerySet[Series]:
    return (
        Series.objects.filter(pk__in=series_ids, completed_at=None)
        .select_related("home", "away")
        .order_by("pk")
    )


def _stands(ready: _Prepared, series: Series, there: Mapping[int, str]) -> bool:
    """Whether the games are those that would be simulated now."""
    return ready.there == there and all(
        getattr(ready.series, field) == getattr(series, field) for field in TERMS
    )


def _prepared(
    series: Series,
    there: Mapping[int, str],
    won: Sequence[int],
    acting_user: User | None,
    squads: Squads,
    sheets: Sheets,
    now: datetime,
) -> _Prepared:
    """The missing games of a series, simulated in their order; ``won`` are the winners of those
    that are there, where a club may have won enough of them."""
    games: list[tuple[Game, Pitched]] = []
    wins = [*won]
    for number in range(1, series.length + 1):
        if number not in there and not series.is_decided(wins):
            game, pitched = _simulated(series, number, acting_user, now, squads, sheets)
            sheets.add(game, pitched)
            games.append((game, pitched))
            wins.append(winner_of(game))
    return _Prepared(series, there, games)


def _result_of(series: Series, games: Sequence[Game]) -> dict[str, Any]:
    """The scores of a series' games by number, visitors first, for the log."""
    clubs = {series.home_id: series.home, series.away_id: series.away}
    return {
        str(game.number): score_of(
            clubs[game.away_id], game.away_runs, clubs[game.home_id], game.home_runs
        )
        for game in games
        if game.series_id == series.pk
    }


def games_there(waiting: Sequence[Series]) -> dict[int, dict[int, str]]:
    """The status of each game that exists, by series and number, in one query."""
    there: dict[int, dict[int, str]] = {series.pk: {} for series in waiting}
    rows = (
        Game.objects.filter(series__in=waiting)
        .exclude(status=Game.Status.VOID)
        .values_list("series_id", "number", "status")
    )
    for series_id, number, status in rows:
        there[series_id][number] = status
    return there


def _games_under_way(
    waiting: Sequence[Series], there: Mapping[int, Mapping[int, str]]
) -> dict[int, Refusal]:
    """Why series are left alone, by series: the first of its games that somebody plays."""
    return {
        series.pk: _under_way(series, number, status)
        for series in waiting
        for number, status in sorted(there[series.pk].items(), reverse=True)
        if status != Game.Status.FINAL
    }


def _under_way(series: Series, number: int, status: str) -> Refusal:
    place = f"series {series.pk}, game {number}"
    if status == Game.Status.REPORTED:
        return Refusal(
            "game-unconfirmed",
            f"Game {number} of {series} is reported, and waits to be confirmed or settled.",
            place,
        )
    if status == Game.Status.SUSPENDED:
        said = f"Game {number} of {series} is suspended; it is resumed, or ruled on, first."
        return Refusal("game-under-way", said, place)
    said = f"Game {number} of {series} is being played; finish it first."
    return Refusal("game-under-way", said, place)


def _simulated(
    series: Series,
    number: int,
    acting_user: User | None,
    now: datetime,
    squads: Squads,
    sheets: Sheets,
) -> tuple[Game, Pitched]:
    clubs = {series.home_id: series.home, series.away_id: series.away}
    away_id, home_id = series.sides(number)
    game = Game(
        series=series,
        number=number,
        away=clubs[away_id],
        home=clubs[home_id],
        source=Game.Source.SIMULATED,
        seed=game_seed(series.seed, number),
        away_managed=True,
        home_managed=True,
        started_at=now,
        clubs=squads.draw_up(series, number, sheets),
        created_by=acting_user,
    )
    game.take_batting_orders()
    record = simulate(series.system, series.settings, game.seed, clubs=squads.clubs(game))
    store_record(game, record, now=now)
    return game, outings(record)
