"""What a series day waits for, and whom: results to confirm, rulings, sheets, suspended games."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from config.notices.kinds import Kind, Waiting, register
from config.people import scopes
from games.models import Game, GameWait, Series
from games.planning.models import GameCard
from games.planning.services.before_games import before_game
from games.rules.endings import law_of
from games.rules.remedies import CASES, OUT_OF_TURN
from games.rules.waits import HINT, Patience
from games.seriesday.models import GameReport, LeftGame, Ruling
from games.seriesday.selectors.reports import reports_that_wait
from games.seriesday.selectors.rulings import agreed_by, awaited_clubs, needs_director
from games.turns import orders_in, several_suspended
from games.waits import wait_in, waited_for
from pitching.models import SheetColumn, SheetSeries, Signature
from pitching.selectors.sheets import has_signer, with_beginning
from rosters.members import Members

Scopes = Collection[str] | None

_OF_RESULTS = (
    "game-reported",
    "report-confirmed",
    "report-disputed",
    "report-settled",
    "result-corrected",
    "game-voided",
)
_OF_RULINGS = (
    "ruling-opened",
    "ruling-agreed",
    "ruling-denied",
    "ruling-decided",
    "ruling-appealed",
    "ruling-dismissed",
)

CONFIRM = Kind("result-to-confirm", "A result to confirm", "When an opponent has reported a game.")
RULING = Kind(
    "ruling-to-choose",
    "A ruling to choose",
    "When a remedy is yours to choose, or a suspended game of yours went on before its turn; for "
    "directors, what is theirs to rule on and to settle.",
)
SIGN = Kind("sheet-to-sign", "A sheet to sign", "When a series is over and its sheet unsigned.")
RESUME = Kind("game-to-resume", "A suspended game", "When a game of yours is to be resumed.")
LEFT = Kind(
    "game-left",
    "How a game was left",
    "When the other side has told how a suspended game was left, or has agreed to how you told it; "
    "for directors, when the other club has no one who can agree.",
)
MOVE = Kind(
    "your-move",
    "A game waits for you",
    "When an opponent has waited for 10 minutes for your move in an online game, or for your "
    "starter or line-up before one, has you reminded, or offers to suspend it.",
)
CALLED = Kind(
    "game-stands-still",
    "A game stands still",
    "For directors, when a side that waits in an online game asks for you, or has waited for a "
    "day.",
)
NEWS_FOR = timedelta(days=3)
"""How long it is news that the other side has agreed."""


def results(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """T0.06d: what one side told and the other has still to confirm."""
    rows = _reports(GameReport.State.OPEN, asked).filter(team__isnull=False)
    found = list(rows.select_related("game__series__home", "game__series__away", "team"))
    members = Members(club for row in found for club in _clubs(row.game.series))
    for row in found:
        game, series = row.game, row.game.series
        other = next(club for club in _clubs(series) if club != row.team_id)
        away, home = row.told.result(law_of(series.settings))
        people = members.of(other) - {row.told_by_id}
        detail = "It counts once you confirm it; tell your version if it was otherwise."
        if not people:
            people = scopes.directors(series.scope)
            detail = f"No one else acts for {_name(series, other)}: it counts once you confirm it."
        yield Waiting(
            key=f"report:{row.pk}",
            people=people,
            title=f"{row.team} reported game {game.number}: {away}-{home}",
            detail=detail,
            url=_report_url(game),
            scope=series.scope,
        )


def rulings(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """T0.06a: remedies for the offended manager to choose, what is before the director, and what
    two sides tell differently."""
    rows = Ruling.objects.waiting()
    if asked is not None:
        rows = rows.filter(series__event__key__in=asked)
    found = list(rows.select_related("series__home", "series__away", "game", "offended"))
    agreed = agreed_by(found)
    members = Members(club for row in found for club in _clubs(row.series))
    for row in found:
        awaited = awaited_clubs(row, agreed[row.pk])
        people = frozenset().union(*(members.of(club) for club in awaited))
        if needs_director(row, agreed[row.pk], members.managed):
            people |= scopes.directors(row.series.scope)
        if row.case == OUT_OF_TURN:
            # It is about both clubs' order, too, and no fault of one of them against the other.
            people |= members.of(row.series.away_id) | members.of(row.series.home_id)
        yield Waiting(
            key=f"ruling:{row.pk}:{row.state}",
            people=people,
            title=f"{row.rule}: {CASES[row.case].title}",
            detail=row.facts,
            url=reverse("seriesday:ruling", args=[row.pk]),
            scope=row.series.scope,
        )
    yield from _disputes(asked)


def sheets(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """T0.06d: sheets of complete series that the opponent has not signed, until the club's next
    series has begun, which makes the results official without a signature."""
    later = with_beginning(SheetSeries.objects.filter(sheet=OuterRef("sheet"))).filter(
        begun__gt=OuterRef("begun")
    )
    rows = with_beginning(SheetSeries.objects.all()).filter(
        ~Exists(later),
        ~Exists(Signature.objects.filter(series=OuterRef("pk"), reopened_at=None)),
        Exists(SheetColumn.objects.filter(series=OuterRef("pk"), status=SheetColumn.Status.PLAYED)),
        has_signer(),
        struck="",
    )
    if asked is not None:
        rows = rows.filter(sheet__event__key__in=asked)
    found = list(rows.select_related("sheet__team", "opponent"))
    complete = _complete({row.key for row in found})
    members = Members(row.opponent_id for row in found)
    for row in found:
        if row.key in complete:
            yield Waiting(
                key=f"sheet:{row.pk}",
                people=members.of(row.opponent_id),
                title=f"Sign the sheet of {row.sheet.team}",
                detail="The series is over; what you sign is official.",
                url=reverse("pitching:sheet", args=[row.sheet_id]),
                scope=row.sheet.scope,
            )


def suspended(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """T33: games that are to be played on."""
    rows = Game.objects.filter(status=Game.Status.SUSPENDED, series__completed_at=None)
    if asked is not None:
        rows = rows.filter(series__event__key__in=asked)
    found = list(
        rows.select_related("series", "home", "away").defer("transcript", "events", "clubs")
    )
    members = Members(club for row in found for club in _clubs(row.series))
    turns = _turns(several_suspended(asked))
    for row in found:
        away, home = (members.of(club) for club in _clubs(row.series))
        yield Waiting(
            key=f"suspended:{row.pk}",
            people=away | home,
            title=f"Resume game {row.number}: {row.away} at {row.home}",
            detail=f"Suspended in inning {row.inning} at {row.away_runs}-{row.home_runs}. Your "
            "next three games count for its pitchers, too; the game's page says how."
            + "".join(f" {words}" for words in turns.get(row.pk, ())),
            url=row.get_absolute_url() if row.has_plays else _report_url(row),
            scope=row.series.scope,
        )


def left(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """What one side told of how a suspended game was left, for the other to agree to; and for a
    while, that it has."""
    rows = LeftGame.objects.filter(
        Q(agreed_at=None) | Q(agreed_at__gt=now - NEWS_FOR), game__status=Game.Status.SUSPENDED
    )
    if asked is not None:
        rows = rows.filter(game__series__event__key__in=asked)
    later = LeftGame.objects.filter(game=OuterRef("game"), version__gt=OuterRef("version"))
    kept = rows.filter(~Exists(later), team__isnull=False)
    found = list(kept.select_related("game__series__home", "game__series__away", "team"))
    members = Members(club for row in found for club in _clubs(row.game.series))
    for row in found:
        game, series = row.game, row.game.series
        other = next(club for club in _clubs(series) if club != row.team_id)
        if row.agreed_at is not None:
            key, people = "left-agreed", members.of(row.team_id or 0) - {row.agreed_by_id or 0}
            title = f"{_name(series, other)} agrees how game {game.number} was left"
        else:
            key, people = "left", members.of(other) - {row.told_by_id}
            title = f"{row.team} told how game {game.number} was left"
            people = people or scopes.directors(series.scope)
        yield Waiting(
            key=f"{key}:{row.pk}",
            people=people,
            title=title,
            detail="It goes on from there." if row.agreed_at else "It stands once you agree.",
            url=reverse("seriesday:left", args=[series.pk, game.number]),
            scope=series.scope,
        )


def moves(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """Online games whose next move is awaited for long, once in a wait, and once more where the
    other side presses for it; offers to suspend one; and line-ups for which the other side
    waits."""
    yield from _line_ups(now, asked)
    waits = [(row, wait_in(row, row.game, now)) for row in _waits(asked, now - HINT)]
    members = Members(club for row, _ in waits for club in _clubs(row.game.series))
    for row, wait in waits:
        game = row.game
        if wait is not None and wait.is_long:
            people = members.of(wait.club.pk)
            if members.of(wait.other.pk) - people:
                again = ":again" if row.reminded_at is not None else ""
                yield Waiting(
                    key=f"move:{game.pk}:{row.entries}{again}",
                    people=people,
                    title=f"{wait.other} waits for your move in game {game.number}",
                    detail=f"{game.away} at {game.home}, inning {game.inning}.",
                    url=_score_url(game),
                    scope=game.series.scope,
                )
        if row.offered_by is not None and game.status == Game.Status.IN_PROGRESS:
            club, other = (game.home, game.away) if row.offered_by else (game.away, game.home)
            yield Waiting(
                key=f"suspension-offered:{game.pk}:{row.entries}",
                people=members.of(other.pk) - members.of(club.pk),
                title=f"{club} offers to suspend game {game.number}",
                detail="It is suspended where it stands when you agree.",
                url=_score_url(game),
                scope=game.series.scope,
            )


def _line_ups(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    begun = Game.objects.filter(series=OuterRef("series"), number=OuterRef("number"))
    cards = GameCard.objects.filter(
        ~Exists(begun.exclude(status=Game.Status.VOID)),
        Q(named_at__range=(now - NEWS_FOR, now - HINT))
        | Q(confirmed_at__range=(now - NEWS_FOR, now - HINT)),
        series__completed_at=None,
    )
    if asked is not None:
        cards = cards.filter(series__event__key__in=asked)
    found = {(card.series_id, card.number): card.series for card in cards.select_related("series")}
    members = Members(club for series in found.values() for club in _clubs(series))
    for (_, number), series in found.items():
        before = before_game(series, number)
        awaited = before.awaited if before is not None else None
        if before is None or awaited is None or not NEWS_FOR > waited_for(awaited[1], now) >= HINT:
            continue
        side, since = awaited
        club = before.teams[side]
        yield Waiting(
            key=f"line-up:{series.pk}:{number}:{club}:{since:%Y%m%dT%H%M%S}",
            people=members.of(club) - members.of(before.teams[1 - side]),
            title=f"{_name(series, before.teams[1 - side])} waits for you before game {number}",
            detail="Confirm your line-up." if before.has_named(side) else "Name your starter.",
            url=reverse("games:score", args=[series.pk, number]),
            scope=series.scope,
        )


def standing_still(now: datetime, asked: Scopes) -> Iterator[Waiting]:
    """Online games that stand still, for the director: where a side asks, and after a day."""
    for row in _waits(asked, now - HINT):
        wait = wait_in(row, row.game, now)
        if wait is None or not (row.called_at or wait.patience >= Patience.LONG):
            continue
        game = row.game
        told = f"{wait.other} asks for you" if row.called_at else f"{wait.club} does not move"
        yield Waiting(
            key=f"stands-still:{game.pk}:{row.entries}{':called' if row.called_at else ''}",
            people=scopes.directors(game.series.scope),
            title=f"{told}: game {game.number}, {game.away} at {game.home}",
            detail=f"{wait.club} has not moved for {wait.words or 'a while'}.",
            url=_score_url(game),
            scope=game.series.scope,
        )


def _waits(asked: Scopes, before: datetime) -> list[GameWait]:
    rows = GameWait.objects.filter(
        Q(since__lte=before) | Q(offered_by__isnull=False),
        game__status=Game.Status.IN_PROGRESS,
        game__series__called_off_at=None,
    )
    if asked is not None:
        rows = rows.filter(game__series__event__key__in=asked)
    rows = rows.select_related("game__series", "game__home", "game__away")
    return list(rows.defer("game__transcript", "game__events", "game__clubs"))


def _score_url(game: Game) -> str:
    return reverse("games:score", args=[game.series_id, game.number])


def _turns(several: Collection[str]) -> dict[int, list[str]]:
    """T33.0l: by suspended game when its turn comes, in words, for each club that has several."""
    found: dict[int, list[str]] = {}
    for scope in several:
        for order in orders_in(scope):
            for turn in order.turns:
                level = "Level for" if turn.place != str(turn.rank) else "It is"
                found.setdefault(turn.game, []).append(
                    f"{level} number {turn.rank} of the {len(order.turns)} suspended games of "
                    f"{order.club}."
                )
    return found


def register_all() -> None:
    """Let people be told of series days."""
    register(CONFIRM, results, upon=_OF_RESULTS)
    register(RULING, rulings, upon=(*_OF_RESULTS, *_OF_RULINGS))
    register(SIGN, sheets, upon=(*_OF_RESULTS, "sheet-signed", "sheet-reopened"))
    register(RESUME, suspended, upon=(*_OF_RESULTS, "game-suspended", "game-resumed"))
    register(MOVE, moves, upon=("game-reminded", "suspension-offered", "game-suspended"))
    register(CALLED, standing_still, upon=("director-called", "game-suspended"))
    register(LEFT, left, upon=(*_OF_RESULTS, "left-told", "left-agreed", "game-resumed"))


def _disputes(asked: Scopes) -> Iterator[Waiting]:
    rows = _reports(GameReport.State.DISPUTED, asked)
    games = {row.game_id: row.game for row in rows}
    for game in games.values():
        yield Waiting(
            key=f"dispute:{game.pk}",
            people=scopes.directors(game.series.scope),
            title=f"Settle game {game.number}: {game.series.away} at {game.series.home}",
            detail="The two sides tell different results.",
            url=_report_url(game),
            scope=game.series.scope,
        )


def _reports(state: str, asked: Scopes) -> QuerySet[GameReport]:
    """The reports in a state in which they wait. Their keys are looked up first: of a statement
    about reports and games a database may read the games that were once reported."""
    keys = reports_that_wait().filter(state=state).order_by().values_list("pk", flat=True)
    rows = GameReport.objects.filter(pk__in=list(keys), game__status=Game.Status.REPORTED)
    if asked is not None:
        rows = rows.filter(game__series__event__key__in=asked)
    return rows.select_related("game__series__home", "game__series__away")


def _complete(keys: Collection[str]) -> set[str]:
    """The keys, of these series on sheets, whose series are complete."""
    ids = {int(key.removeprefix("series:")) for key in keys if key.startswith("series:")}
    done = Series.objects.filter(pk__in=ids, completed_at__isnull=False)
    return {f"series:{pk}" for pk in done.values_list("pk", flat=True)}


def _clubs(series: Series) -> tuple[int, int]:
    return series.away_id, series.home_id


def _name(series: Series, club: int) -> str:
    return str(series.home if club == series.home_id else series.away)


def _report_url(game: Game) -> str:
    return reverse("seriesday:report", args=[game.series_id, game.number])
