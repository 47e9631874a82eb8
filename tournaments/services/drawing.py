"""Draw and store what comes next in an event: rounds of its stages, and tie-break games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import card_game
from games.engine.options import Value
from games.hooks import ResultsChanged, tell
from games.models import Game, Series
from games.planning.board import event_rules
from games.services.calling_off import call_off
from games.services.playing import SeriesPlan, create_series
from games.sheets import begin_phase, byes_on_sheets
from pitching.models import PitchingSheet, SheetSeries
from pitching.services.sheets import shorten_series
from tournaments.models import Drop, Entrant, Fixture, Round, Stage, StageEntrant, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.knockout import DECIDER, GRAND_FINAL, Match, brackets, round_name
from tournaments.rules.schedule import division_rounds, round_robin
from tournaments.selectors.advancing import why_not_advance
from tournaments.selectors.league import League, load_league
from tournaments.selectors.progress import (
    current_stage,
    matches_of,
    members_of,
    next_matches,
    standing_of,
)


@dataclass(frozen=True)
class _Draw:
    """A series to be stored, the host first; ``away`` is None for a bye."""

    home: Entrant
    away: Entrant | None


def begin_first_stage(tournament: Tournament) -> None:
    """Play begins, in the caller's transaction: the first stage is drawn, a round robin whole, a
    knockout round by round."""
    stage = tournament.stages.order_by("number").first()
    if stage is None:
        raise Refused(Refusal("no-stages", "The event has no stage to begin with.", "stages"))
    clubs = {club.number: club for club in tournament.entrants.select_related("team")}
    if stage.kind == Stage.Kind.KNOCKOUT:
        StageEntrant.objects.bulk_create(
            StageEntrant(stage=stage, entrant=club, seed=number, reason=f"entered as No. {number}")
            for number, club in sorted(clubs.items())
        )
        _draw_next(load_league(tournament), stage)
    else:
        _draw_round_robin(tournament, stage, clubs)


@for_directors
def advance_event(*, tournament: Tournament, acting_user: User | None) -> str:
    """Draw what follows once everything that is drawn has been played: the next round of a stage,
    or the first of the next one, whose clubs get in by its declared rule. What was done, in words.

    Refused: ``not-running``, ``round-open`` while a series is left (a suspended game that matters
    is one, T33.0d), ``ruling-open`` (T31.0b), ``series-level`` where a best-of has no winner,
    ``tie-open`` for ties that decide who gets in or as which seed, or who has won the event, and
    that people have to break first, ``take-over-open`` while a dropped club that qualifies may
    still be taken over (T0.08e), ``too-few-get-in``, ``nobody-to-meet`` where all who get in are of
    divisions of their own, ``nothing-to-draw`` after the last round.
    """
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        league = load_league(tournament)
        refuse_all(why_not_advance(league))
        shorten_series(
            scope=tournament.scope,
            lengths={
                f"series:{meeting.series_id}": meeting.length
                for meeting in league.meetings
                if not meeting.counts and meeting.is_complete
            },
        )
        stage = current_stage(league)
        drawn = _draw_next(league, stage)
        if not drawn:
            following = [each for each in league.stages if not league.of_stage(each)]
            before, stage = stage, following[0]
            _let_in(league, stage)
            _begin_phase(tournament, stage, before, acting_user)
            drawn = _draw_next(league, stage)
            if not drawn:
                raise Refused(
                    Refusal(
                        "nobody-to-meet",
                        f"Of the clubs that get into {stage} none can meet another.",
                        "stage",
                    )
                )
        call_off_idle(tournament, acting_user)
        log_action(
            code="round-drawn",
            actor=acting_user,
            scope=tournament.scope,
            subject=stage,
            new={"round": drawn, "stage": str(stage)},
        )
        publish(tournament.scope)
    round_ = Round.objects.get(stage=stage, number=drawn)
    return f"{stage}: {round_.name or f'round {drawn}'} is drawn."


def draw_tie_game(league: League, kind: str, *, home: int, away: int, name: str) -> Stage:
    """A stage of one game between two, in the caller's transaction; a shoot-out where the game
    knows them."""
    tournament = league.tournament
    clubs = {club.number: club for club in league.entrants}
    stage = Stage.objects.create(
        tournament=tournament,
        number=max(each.number for each in league.stages) + 1,
        kind=Stage.Kind.TIE_BREAK,
        name=name,
        legs=1,
        series_length=1,
        home_pattern="H",
    )
    settings = tournament.settings
    if kind == "shoot-out":
        settings = _of_shoot_outs(tournament)
    _store(
        tournament,
        stage,
        [[_Draw(clubs[home], clubs[away])]],
        first=max((round_.number for round_ in league.rounds), default=0) + 1,
        settings=settings,
        columns=_columns_used(tournament),
        name=stage.name,
    )
    return stage


def _of_shoot_outs(tournament: Tournament) -> Mapping[str, Value]:
    """The event's settings for a shoot-out, where its game knows them."""
    known = {option.key for option in tournament.system.options}
    return {**tournament.settings, **({"shootout": True} if "shootout" in known else {})}


def _draw_round_robin(tournament: Tournament, stage: Stage, clubs: Mapping[int, Entrant]) -> None:
    numbers = sorted({club.division for club in clubs.values()})
    divisions = [
        [number for number, club in sorted(clubs.items()) if club.division == division]
        for division in numbers
    ]
    if len(divisions) == 1:
        whole = [
            ([*each.pairings], [each.bye] if each.bye else [])
            for each in round_robin(len(clubs), legs=stage.legs).rounds
        ]
        # Numbers of the schedule are places in the list of clubs.
        place = divisions[0]
        rounds = [
            (
                [(place[pair.home - 1], place[pair.away - 1]) for pair in pairings],
                [place[bye - 1] for bye in byes],
            )
            for pairings, byes in whole
        ]
    else:
        drawn = division_rounds(divisions, stage.legs, crossover=stage.spec.crossover)
        rounds = [
            ([(pair.home, pair.away) for pair in each.pairings], [*each.byes]) for each in drawn
        ]
    _store(
        tournament,
        stage,
        [
            [
                *(_Draw(clubs[home], clubs[away]) for home, away in pairings),
                *(_Draw(clubs[bye], None) for bye in byes),
            ]
            for pairings, byes in rounds
        ],
        first=1,
        settings=tournament.settings,
        columns={},
    )


def _draw_next(league: League, stage: Stage) -> int:
    """Draw the next round of a stage; its number, 0 where the stage is over."""
    matches = next_matches(league, stage)
    if not matches:
        return 0
    by_seed = {member.seed: member.entrant for member in members_of(stage)}
    number = max((round_.number for round_ in league.rounds), default=0) + 1
    _store(
        league.tournament,
        stage,
        [
            [
                _Draw(by_seed[match.better], None if match.is_bye else by_seed[match.worse])
                for match in matches
            ]
        ],
        first=number,
        settings=_of_shoot_outs(league.tournament)
        if stage.spec.shoot_outs
        else league.tournament.settings,
        columns=_columns_used(league.tournament),
        length=stage.spec.length(len(league.of_stage(stage)) + 1),
        name=_name(league, stage, matches),
    )
    return number


def call_off_idle(tournament: Tournament, acting_user: User | None) -> None:
    """T0.08l: who is drawn against a club that has dropped out since has a bye, and goes on; so has
    who would have to play on against it after a ruling, or in place of a void game."""
    out = Entrant.objects.filter(
        tournament=tournament, dropped__in=(Entrant.Dropped.VOID, Entrant.Dropped.KEPT)
    )
    drawn = Fixture.objects.filter(
        Q(home__in=out) | Q(away__in=out),
        round__stage__tournament=tournament,
        series__completed_at=None,
        series__isnull=False,
    )
    fixtures = {each.series_id or 0: each for each in drawn.select_related("round")}
    called_off = call_off(series_ids=list(fixtures), acting_user=acting_user)
    if called_off:
        struck = byes_on_sheets(
            series_ids=called_off,
            out=[],
            reason="It was drawn against a club that is out.",
            acting_user=acting_user,
        )
        for pk in called_off:
            _taken_back_with_its_drop(fixtures[pk], out, struck)
        tell(ResultsChanged([tournament.scope], acting_user))


def _taken_back_with_its_drop(
    fixture: Fixture, out: QuerySet[Entrant], struck: Sequence[int]
) -> None:
    """A series that was drawn before a drop, and reopened since, goes on if the drop is undone."""
    drops = Drop.objects.filter(
        entrant__in=out.filter(pk__in=(fixture.home_id, fixture.away_id)),
        undone_at=None,
        rounds_drawn__gte=fixture.round.number,
    )
    drop = drops.order_by("pk").first()
    if drop is not None and fixture.series_id not in drop.called_off:
        mine = SheetSeries.objects.filter(pk__in=struck, key=f"series:{fixture.series_id}")
        drop.called_off = [*drop.called_off, fixture.series_id]
        drop.struck = [*drop.struck, *mine.values_list("pk", flat=True)]
        drop.save(update_fields=["called_off", "struck"])


def _name(league: League, stage: Stage, matches: Sequence[Match]) -> str:
    """What the next round of a stage is called; empty: by its number."""
    if stage.kind == Stage.Kind.MATCHUPS:
        return f"Power matchup {len(league.of_stage(stage)) + 1}"
    if stage.kind != Stage.Kind.KNOCKOUT:
        return ""
    if stage.spec.losses == 1:
        return round_name(matches)
    names = set(brackets(len(members_of(stage)), [*matches_of(league, stage), matches])[-1])
    return names.pop() if names <= {GRAND_FINAL, DECIDER} else ""


def _let_in(league: League, stage: Stage) -> None:
    rule = stage.spec.entry
    if rule is None:
        raise Refused(Refusal("stage-not-possible", f"{stage} does not say who gets in.", "stage"))
    found = standing_of(league, rule, stage)
    clubs = {club.number: club for club in league.entrants}
    StageEntrant.objects.bulk_create(
        StageEntrant(
            stage=stage, entrant=clubs[each.entrant], seed=each.seed, reason=each.reason[:200]
        )
        for each in found.qualifiers
    )


def _begin_phase(
    tournament: Tournament, stage: Stage, before: Stage, acting_user: User | None
) -> None:
    """A stage into which not all of the pitching carries over, or which ends the fresh bullpens of
    round-robin play (T10.2t), has a phase and sheets of its own; and one that follows on the last
    series of clubs that a drop has bound, whose rotations go on from the series before (T0.08r)."""
    spec = stage.spec
    carries = spec.rotation_carries and spec.bullpen_carries
    round_robin = stage.kind == Stage.Kind.ROUND_ROBIN
    fresh_until_now = (
        before.kind == Stage.Kind.ROUND_ROBIN and event_rules(tournament.scope).bullpen_resets
    )
    bound = PitchingSheet.objects.filter(
        event__key=tournament.scope, phase=_phase_of(tournament), bound_to__isnull=False
    )
    if carries and (round_robin or not fresh_until_now) and not bound.exists():
        return
    game = card_game(tournament.system)
    if game is None or not game.keeps_sheets(tournament.settings):
        return
    used = _columns_used(tournament)
    begin_phase(
        scope=tournament.scope,
        system_key=tournament.system_key,
        columns={
            team_id: used[team_id]
            for team_id in stage.members.values_list("entrant__team", flat=True)
        },
        starts=spec.rotation_carries,
        relief=spec.bullpen_carries,
        round_robin=round_robin,
        acting_user=acting_user,
    )


def _phase_of(tournament: Tournament) -> int:
    """The phase of pitching that games drawn now belong to."""
    sheets = PitchingSheet.objects.filter(event__key=tournament.scope)
    return sheets.aggregate(last=Max("phase"))["last"] or 1


def _columns_used(tournament: Tournament) -> dict[int, int]:
    """The last column of each club's pitching sheet, by the club's id: games that were played, and
    series that were called off, whose columns stay struck."""
    used: dict[int, int] = defaultdict(int)
    rows = Game.objects.filter(series__event__key=tournament.scope).exclude(status=Game.Status.VOID)
    for home, away, home_column, away_column, number in rows.values_list(
        "series__home", "series__away", "series__home_column", "series__away_column", "number"
    ):
        used[home] = max(used[home], home_column + number - 1)
        used[away] = max(used[away], away_column + number - 1)
    off = Series.objects.filter(event__key=tournament.scope, called_off_at__isnull=False)
    for home, away, home_column, away_column, length in off.values_list(
        "home", "away", "home_column", "away_column", "length"
    ):
        used[home] = max(used[home], home_column + length - 1)
        used[away] = max(used[away], away_column + length - 1)
    return used


def _store(
    tournament: Tournament,
    stage: Stage,
    rounds: Sequence[Sequence[_Draw]],
    *,
    first: int,
    settings: Mapping[str, Value],
    columns: dict[int, int],
    length: int | None = None,
    name: str = "",
) -> list[Series]:
    """Rounds, series and fixtures, byes among them, in a fixed number of queries. ``columns`` are
    the last ones of each club so far."""
    length = length or stage.series_length
    decided = stage.kind in (Stage.Kind.KNOCKOUT, Stage.Kind.TIE_BREAK)
    pattern = stage.home_pattern if length == stage.series_length else stage.spec.hosts(length)
    stored = Round.objects.bulk_create(
        Round(stage=stage, number=number, name=name) for number, _ in enumerate(rounds, start=first)
    )
    used = defaultdict(int, columns)
    phase = _phase_of(tournament)
    plans: list[SeriesPlan] = []
    fixtures: list[Fixture] = []
    for round_, draws in zip(stored, rounds, strict=True):
        for draw in draws:
            fixtures.append(Fixture(round=round_, home=draw.home, away=draw.away))
            if draw.away is None:
                continue
            home, away = draw.home.team, draw.away.team
            plans.append(
                SeriesPlan(
                    home=home,
                    away=away,
                    system_key=tournament.system_key,
                    settings=settings,
                    length=length,
                    home_pattern=pattern,
                    seed=f"{tournament.seed}/{stage.number}.{round_.number}.{draw.home.number}",
                    scope=tournament.scope,
                    home_column=used[home.pk] + 1,
                    away_column=used[away.pk] + 1,
                    phase=phase,
                    ends_when_decided=decided,
                )
            )
            used[home.pk] += length
            used[away.pk] += length
    series = create_series(plans=plans)
    waiting = iter(series)
    for fixture in fixtures:
        if fixture.away_id is not None:
            fixture.series = next(waiting)
    Fixture.objects.bulk_create(fixtures)
    return series
