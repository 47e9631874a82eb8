"""What the report page shows: who may pitch, who probably started, and what has been told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from config.literal import Literal
from games.card_games.nine.starts import ROTATION
from games.card_games.registry import card_game, law_of_pitching
from games.models import Game, Series
from games.planning.disclosure import STRANGER, Reader, starters_seen
from games.reported_boxes import cards_in
from games.rules.endings import law_of
from games.rules.reports import GameClaim
from games.seriesday.models import GameReport
from games.seriesday.services.ledger import squads_of
from games.sheets import Sheets, keeps_sheets, tells_players
from pitching.rules.eligibility import Role
from pitching.rules.innings import innings_of
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Pitcher, Sheet
from pitching.selectors.staff import pitchers_of
from rosters.models import Card, Team


@dataclass(frozen=True)
class PitcherChoice:
    """A pitcher that may be named, with what he may do in this game."""

    key: int
    name: str
    note: str


@dataclass(frozen=True)
class Staff:
    """A side's pitchers, and who probably started: the player who was named before the game, or
    whom the rotation says, as far as the reader may know it; or of those who may start the one who
    has rested longest."""

    team: Team
    starter: int | None
    choices: tuple[PitcherChoice, ...]


@dataclass(frozen=True)
class Version:
    """A version of a report with its pitchers' names, and the ``names`` of all its players by
    card."""

    report: GameReport
    claim: GameClaim
    result: tuple[int, int]
    pitchers: tuple[str, str]
    names: Mapping[int, str]


def staffs(series: Series, number: int, reader: Reader = STRANGER) -> tuple[Staff, Staff] | None:
    """Both sides' pitchers, visitors first; ``None`` in games whose reports name none. Of the
    clubs' plans it shows what ``reader`` may know. Where no sheets are kept the five best take
    turns."""
    if not tells_players(series):
        return None
    squads, sheets = squads_of(series), Sheets([series])
    cards = Card.objects.select_related("season").in_bulk(
        [card for squad in squads.values() for card in squad]
    )
    teams = {series.home_id: series.home, series.away_id: series.away}
    named = starters_seen(reader, series, number)
    game = card_game(series.system)
    builder = game.builder(cards) if game is not None and not keeps_sheets(series) else None
    away, home = (
        _staff(
            teams[team_id],
            pitchers_of((cards[card] for card in squads[team_id]), series.system_key),
            sheets.before(series, team_id),
            column,
            named.get(team_id),
            {} if builder is None else builder.worth_of_starts(squads[team_id]),
        )
        for team_id, column in zip(series.sides(number), series.columns(number), strict=True)
    )
    law = law_of_pitching(series.system_key, series.scope)
    if law is None or not law.lends_after:
        return away, home
    return with_lent(away, home), with_lent(home, away)


def with_lent(staff: Staff, opponents: Staff) -> Staff:
    """CB-121: behind a club's own, those whom the opponent may lend it, by their names."""
    note = f"lent by {opponents.team.abbreviation}"
    lent = tuple(replace(choice, note=note) for choice in opponents.choices)
    return replace(staff, choices=staff.choices + lent)


def _staff(
    team: Team,
    players: Iterable[Pitcher],
    before: tuple[Sheet, LawOfPitching] | None,
    column: int,
    named: int | None,
    worth: Mapping[int, float],
) -> Staff:
    """One side's; ``worth`` is that of starts by card, for clubs without a sheet ``before``."""
    if before is None:
        found = [
            PitcherChoice(player.key, player.name, "may start" if player.starts else "")
            for player in players
        ]
        able = sorted(worth, key=lambda key: -worth[key])[:ROTATION]
        likely = able[(column - 1) % len(able)] if able else None
        return Staff(team, named or likely, tuple(found))
    sheet, law = before
    started: dict[int, int] = {}
    for outing in sheet.outings:
        if outing.started and outing.column < column:
            started[outing.pitcher] = max(outing.column, started.get(outing.pitcher, 0))
    choices, ready = [], []
    for player in players:
        start = law.eligibility(sheet, player, column, Role.START)
        relief = law.eligibility(sheet, player, column, Role.RELIEF)
        notes = []
        if start.eligible:
            ready.append(player)
            notes.append("may start")
        if relief.eligible:
            notes.append(f"relief {innings_of(relief.outs)}")
        choices.append(PitcherChoice(player.key, player.name, ", ".join(notes) or "rests"))
    ready.sort(key=lambda player: started.get(player.key, 0))
    return Staff(team, named or (ready[0].key if ready else None), tuple(choices))


def reports_that_wait() -> QuerySet[GameReport]:
    """The reports that wait for an answer or are disputed, found by their partial index on either
    database."""
    states = (GameReport.State.OPEN, GameReport.State.DISPUTED)
    return GameReport.objects.filter(state__in=[Literal(state.value) for state in states])


def waiting_reports(series_ids: Collection[int]) -> set[tuple[int, int]]:
    """Series, by key, with those of their games whose reports wait for an answer or are
    disputed."""
    rows = reports_that_wait().filter(game__series__in=series_ids)
    return set(rows.values_list("game__series", "game"))


def versions_of(game: Game) -> list[Version]:
    """All versions of a game's report, the latest first."""
    law = law_of(game.series.settings)
    reports = list(
        game.reports.select_related("team", "told_by", "answered_by").order_by("-version")
    )
    claims = {report.pk: report.told for report in reports}
    keys = {key for claim in claims.values() for key in cards_in(claim)}
    names = dict(Card.objects.filter(pk__in=keys).values_list("pk", "name"))
    return [
        Version(
            report,
            claims[report.pk],
            claims[report.pk].result(law),
            tuple(  # type: ignore[arg-type]
                ", ".join(
                    f"{names.get(line.pitcher, 'A player from the stands')} {innings_of(line.outs)}"
                    for line in side.pitchers
                )
                for side in claims[report.pk].sides
            ),
            names,
        )
        for report in reports
    ]


def told_box(game: Game) -> tuple[GameClaim, Mapping[int, str]] | None:
    """The players' lines of a game that was reported with them, and the names of its players;
    ``None`` of others. Of two versions that wait it is the first."""
    if game.known != Game.Known.BOX:
        return None
    states = (GameReport.State.CONFIRMED, GameReport.State.OPEN, GameReport.State.DISPUTED)
    told = game.reports.filter(state__in=states).order_by("version").first()
    if told is None or not (claim := told.told).has_players:
        return None
    names = Card.objects.filter(pk__in=cards_in(claim)).values_list("pk", "name")
    return claim, dict(names)
