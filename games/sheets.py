"""Between games and pitching sheets: what the clubs' sheets allow in the next game, and what a game
writes onto them.

Which games keep sheets is for their system and settings to say (``CardGame.keeps_sheets``), and
under which law for the system and the event's rule edition (``law_of_pitching``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.db.models import Max, Q

from config.people.models import User
from games.card_games.registry import card_game, law_of_pitching
from games.clubs import Squads
from games.engine.folds.outings import Outing, outings_of
from games.engine.situation import Situation
from games.hooks import SheetsWritten, bullpens_reset, footnotes_of, tell
from games.models import Game, Series
from games.records import beginning_of
from pitching.models import ColumnEntry, PitchingSheet, Violation
from pitching.rules.columns import STANDS, Line
from pitching.rules.drops import Contact, Placed, SheetFacts
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Outing as SheetOuting
from pitching.rules.sheet import Sheet
from pitching.selectors.drops import sheet_states
from pitching.selectors.sheets import (
    SheetReader,
    latest_sheets,
    open_violations,
    sheets_of,
)
from pitching.services.closing import close_accepted
from pitching.services.drops import bind_anew, was_played
from pitching.services.recording import record_columns, take_back_columns
from pitching.services.reports import ColumnReport
from pitching.services.sheets import (
    SeriesPlace,
    add_bye,
    go_on_from,
    lock_sheets,
    open_sheets,
)

Key = tuple[str, int, int]
"""A scope, a phase of its pitching, and a club in it."""

Pitched = tuple[tuple[Outing, ...], tuple[Outing, ...]]
"""The outings of a game: the visitors' and the home side's."""


def game_key(game: Game) -> str:
    """The key of a game's column."""
    return f"game:{game.pk}"


def keeps_sheets(series: Series) -> bool:
    """Whether the games of a series go onto pitching sheets."""
    game = card_game(series.system)
    return game is not None and game.keeps_sheets(series.settings)


def tells_players(series: Series) -> bool:
    """Whether reports of a series may tell its players: those that go onto sheets, and others whose
    clubs put up line-ups of cards."""
    game = card_game(series.system)
    return keeps_sheets(series) or (game is not None and game.has_line_ups)


def opened_sheets(
    scope: str, team_ids: Collection[int], system_key: str, phase: int = 1
) -> dict[int, PitchingSheet]:
    """The sheets of these clubs in a phase; those that are missing are opened under the law that
    the system has in the event."""
    there = dict(sheets_of(scope, team_ids, phase))
    if set(team_ids) <= there.keys():
        return there
    return open_sheets(
        scope=scope,
        team_ids=team_ids,
        phase=phase,
        law=_law(system_key, scope),
        bullpen_resets=bullpens_reset(scope),
    )


def begin_phase(
    *,
    scope: str,
    system_key: str,
    columns: Mapping[int, int],
    starts: bool,
    relief: bool,
    round_robin: bool,
    acting_user: User | None,
) -> int:
    """A new phase of an event's pitching begins, in the caller's transaction: its number. Each club
    opens a sheet whose columns run on behind the last one it has used; starts, relief or both
    carry over from its sheet of before (A-P10). The bullpen starts fresh before series in
    ``round_robin`` play only, where the event has it so (T10.2t)."""
    phase = 1 + (Series.objects.filter(event__key=scope).aggregate(last=Max("phase"))["last"] or 1)
    before = latest_sheets(scope, columns)
    sheets = open_sheets(
        scope=scope,
        team_ids=columns,
        phase=phase,
        law=_law(system_key, scope),
        bullpen_resets=round_robin and bullpens_reset(scope),
        begins_at={team_id: column + 1 for team_id, column in columns.items()},
    )
    if starts or relief:
        for team_id, previous in before.items():
            go_on_from(
                sheet=sheets[team_id],
                previous=previous,
                starts=starts,
                relief=relief,
                acting_user=acting_user,
            )
    return phase


class Sheets:
    """The sheets of the clubs of some series as they stand, and what is simulated upon them.

    ``stored`` is what stood there when they were read: games simulated upon anything else have to
    be played again.
    """

    def __init__(
        self,
        series: Collection[Series],
        *,
        lock: bool = False,
        reader: SheetReader | None = None,
    ) -> None:
        """Read the sheets; with ``lock``, inside a transaction, no other request writes them until
        it ends, and those that are missing are opened. ``reader`` has read some of them before."""
        clubs: dict[tuple[str, str, int], set[int]] = defaultdict(set)
        for each in series:
            if keeps_sheets(each):
                clubs[each.scope, each.system_key, each.phase] |= {each.home_id, each.away_id}
        rows: dict[Key, PitchingSheet] = {}
        for (scope, system_key, phase), team_ids in sorted(clubs.items()):
            if lock:
                found: Mapping[int, PitchingSheet] = opened_sheets(
                    scope, team_ids, system_key, phase
                )
            else:
                found = sheets_of(scope, team_ids, phase)
            rows |= {(scope, phase, team_id): sheet for team_id, sheet in found.items()}
        if lock and rows:
            locked = {sheet.pk: sheet for sheet in lock_sheets(row.pk for row in rows.values())}
            rows = {key: locked[row.pk] for key, row in rows.items()}
        values = (reader or SheetReader()).values(rows.values())
        self._rows = rows
        self._laws: dict[Key, LawOfPitching] = {key: row.its_law for key, row in rows.items()}
        for (scope, system_key, phase), team_ids in clubs.items():
            missing = [key for team in team_ids if (key := (scope, phase, team)) not in rows]
            if missing:
                self._laws |= dict.fromkeys(missing, _law(system_key, scope))
        self.stored: Mapping[Key, Sheet] = {
            key: values[rows[key].pk] if key in rows else Sheet() for key in self._laws
        }
        self._now = dict(self.stored)

    @property
    def ids(self) -> list[int]:
        """The keys of those that there are."""
        return [row.pk for row in self._rows.values()]

    def before(self, series: Series, team_id: int) -> tuple[Sheet, LawOfPitching] | None:
        """A club's sheet before its next game, with its law; ``None`` where the series' games are
        on no sheets."""
        key = (series.scope, series.phase, team_id)
        if key not in self._now or not keeps_sheets(series):
            return None
        return self._now[key], self._laws[key]

    def add(self, game: Game, pitched: Pitched) -> None:
        """A game was simulated: the next ones are played upon what it brings."""
        series = game.series
        if not keeps_sheets(series):
            return
        for side, outings in enumerate(pitched):
            key = (series.scope, series.phase, series.sides(game.number)[side])
            column = series.columns(game.number)[side]
            cards = _cards(game, side)
            self._now[key] = self._now[key].with_outings(
                SheetOuting(_card(cards, each), column, each.outs, each.started) for each in outings
            )

    def write(
        self,
        games: Sequence[tuple[Game, Pitched]],
        *,
        squads: Squads,
        acting_user: User | None,
        noted: Mapping[int, str] | None = None,
    ) -> None:
        """Put games that are over, or suspended, with what was pitched in them onto both clubs'
        sheets, which were read with ``lock`` in this transaction. ``noted``: the footnotes to
        them, by card.

        Refused as ``record_columns`` refuses: a signed sheet is opened again first.
        """
        reports = [
            report
            for game, pitched in games
            if game.clubs and keeps_sheets(game.series)
            for report in _reports(game, pitched, self._rows, squads, noted or {})
        ]
        held = {row.pk: (row, self.stored[key]) for key, row in self._rows.items()}
        record_columns(reports=reports, held=held, acting_user=acting_user)


def write_sheets(game: Game, *, acting_user: User | None) -> None:
    """Put a game that is over, or suspended, onto both clubs' sheets, in the caller's transaction;
    what is against the law in it waits for a ruling."""
    if not game.clubs or not keeps_sheets(game.series):
        return
    squads = Squads()
    noted = footnotes_of(game)
    pitched = [(game, pitched_in(game, squads))]
    sheets = Sheets([game.series], lock=True)
    sheets.write(pitched, squads=squads, acting_user=acting_user, noted=noted)
    if noted:
        close_accepted(key=game_key(game), sheet_ids=sheets.ids)
    tell(SheetsWritten(game, violations_in(game, sheets.ids)))


def violations_in(game: Game, sheet_ids: Collection[int]) -> list[Violation]:
    """The open breaches of the pitching law that a game's columns show."""
    found = open_violations(sheet_ids).filter(entry__column__key=game_key(game))
    return list(found.select_related("entry__column__sheet"))


def take_off_sheets(game: Game, *, reason: str, acting_user: User | None) -> None:
    """A game was taken back: what it brought no longer counts."""
    if not keeps_sheets(game.series):
        return
    there = sheets_of(game.series.scope, (game.home_id, game.away_id), game.series.phase)
    take_back_columns(
        sheet_ids=[sheet.pk for sheet in there.values()],
        keys=[game_key(game)],
        reason=reason,
        acting_user=acting_user,
    )


def sheet_facts(*, scope: str, team_id: int, lock: bool = False) -> SheetFacts:
    """What a club's drop is planned upon, in up to seven queries; with ``lock``, inside a
    transaction, no other request writes the event's sheets until it ends."""
    rows = PitchingSheet.objects.filter(event__key=scope)
    sheets = lock_sheets(rows.values_list("pk", flat=True)) if lock else list(rows)
    phase = Series.objects.filter(event__key=scope).aggregate(last=Max("phase"))["last"] or 1
    if not sheets:
        return SheetFacts(phase, (), ())
    ids = {sheet.team_id: sheet.pk for sheet in sheets if sheet.phase == phase}
    schedules: dict[int, list[Placed]] = defaultdict(list)
    for series in Series.objects.filter(event__key=scope, phase=phase).order_by("pk"):
        if not keeps_sheets(series):
            continue
        for team, opponent, column in (
            (series.home_id, series.away_id, series.home_column),
            (series.away_id, series.home_id, series.away_column),
        ):
            if team in ids and team != team_id:
                last = column + series.length - 1
                placed = Placed(f"series:{series.pk}", opponent, column, last)
                schedules[ids[team]].append(placed)
    return SheetFacts(phase, sheet_states(sheets, schedules), _contacts(scope, phase, team_id))


def _contacts(scope: str, phase: int, team_id: int) -> tuple[Contact, ...]:
    """The games of a club in a phase that were begun, be they broken off now."""
    games = (
        Game.objects.filter(series__event__key=scope, series__phase=phase)
        .filter(Q(home=team_id) | Q(away=team_id))
        .exclude(status=Game.Status.VOID)
        .select_related("series")
        .defer("transcript", "events")
    )
    resumed = dict(
        ColumnEntry.objects.filter(
            column__sheet__team=team_id,
            column__sheet__event__key=scope,
            column__sheet__phase=phase,
            kind=ColumnEntry.Kind.COMPLETED,
        )
        .order_by("pk")
        .values_list("column__key", "entered_at")
    )
    found = []
    for game in games:
        away, home = game.series.columns(game.number)
        opponent, column = (game.away_id, home) if game.home_id == team_id else (game.home_id, away)
        at = resumed.get(game_key(game), game.started_at)
        found.append(Contact(at.timestamp(), column, opponent))
    return tuple(found)


def byes_on_sheets(
    *, series_ids: Collection[int], out: Sequence[int], reason: str, acting_user: User | None
) -> list[int]:
    """Series that were called off before anything of them was played are byes on both clubs'
    sheets (T0.08m); those struck, by key. Who was bound in one of them by the clubs thrown ``out``
    is bound in the last that is left. Refused: ``reason-missing``."""
    found = []
    rows = Series.objects.filter(pk__in=series_ids).order_by("pk")
    for series in filter(keeps_sheets, rows):
        sides = {
            series.home_id: (series.away_id, series.home_column),
            series.away_id: (series.home_id, series.away_column),
        }
        sheets = PitchingSheet.objects.filter(
            event__key=series.scope, phase=series.phase, team__in=sides
        )
        for sheet in lock_sheets(sheets.values_list("pk", flat=True)):
            opponent, column = sides[sheet.team_id]
            place = SeriesPlace(f"series:{series.pk}", opponent, column, series.length)
            if was_played(sheet, place):
                continue
            bye = add_bye(sheet=sheet, place=place, reason=reason, acting_user=acting_user)
            found.append(bye.pk)
            if sheet.bound_series_id == bye.pk:
                bind_anew(sheet=sheet, out=out, reason=reason, acting_user=acting_user)
    return found


def _law(system_key: str, scope: str) -> LawOfPitching:
    """The law of games that keep sheets."""
    law = law_of_pitching(system_key, scope)
    assert law is not None, system_key  # noqa: S101 - a system that keeps sheets names its law
    return law


def _reports(
    game: Game,
    pitched: Pitched,
    rows: Mapping[Key, PitchingSheet],
    squads: Squads,
    noted: Mapping[int, str],
) -> list[ColumnReport]:
    series = game.series
    sides, columns = series.sides(game.number), series.columns(game.number)
    found = []
    for side, outings in enumerate(pitched):
        cards = _cards(game, side)
        at_home = sides[side] == series.home_id
        found.append(
            ColumnReport(
                sheet=rows[series.scope, series.phase, sides[side]].pk,
                series=SeriesPlace(
                    f"series:{series.pk}",
                    sides[1 - side],
                    series.home_column if at_home else series.away_column,
                    series.length,
                    series.ends_when_decided,
                ),
                number=columns[side],
                key=game_key(game),
                outs=sum(each.outs for each in outings),
                lines=tuple(
                    Line(
                        _card(cards, each),
                        each.outs,
                        each.started,
                        noted.get(_card(cards, each), ""),
                        on_last_play=each.on_last_play,
                        stayed_on=each.stayed_on,
                    )
                    for each in outings
                ),
                squad=frozenset(cards),
                staff=squads.staff(series, cards),
                suspended=game.status == Game.Status.SUSPENDED,
                starter_pitched=any(each.started for each in outings),
            )
        )
    return found


def pitched_in(game: Game, squads: Squads) -> Pitched:
    """What was pitched in a stored game; nothing where it is not known by whom."""
    clubs = squads.clubs(game)
    if clubs is None:
        return (), ()
    half = Situation.read(game.situation).half
    return outings_of(game.events, clubs, half, beginning_of(game, clubs))


def _cards(game: Game, side: int) -> list[int]:
    """The cards of a side, by number in its squad."""
    found: list[int] = (game.clubs or ({"cards": []},) * 2)[side]["cards"]
    return found


def _card(cards: Sequence[int], outing: Outing) -> int:
    return cards[outing.player - 1] if 1 <= outing.player <= len(cards) else STANDS
