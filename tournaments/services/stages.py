"""The stages of an event: its format chosen before play, their rounds drawn as play goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.engine.options import Value
from games.models import Game, Series
from games.services.playing import SeriesPlan, create_series
from pitching.services.sheets import shorten_series
from tournaments.models import Entrant, Fixture, Round, Stage, StageEntrant, Tournament
from tournaments.rules.advancing import Advancement, AdvanceRule, OpenTie, advance
from tournaments.rules.formats import FORMATS, StageSpec, problems, spec_to_json
from tournaments.rules.home_patterns import default_pattern, read_pattern
from tournaments.rules.knockout import Match, next_double, next_round, power_matchups
from tournaments.rules.schedule import division_rounds, round_robin
from tournaments.rules.ties import ORDERS, TieOrder, order_from_json, order_to_json
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.league import League, Meeting, load_league

_HOSTS = {1: "H", 3: "HAH", 5: "HHAAH", 7: "HHAAAHH", 9: "HHAAAAAHH"}
"""Who hosts which game of a best-of, the better seed first."""


@dataclass(frozen=True)
class _Draw:
    """A series to be stored, the host first; ``away`` is None for a bye."""

    home: Entrant
    away: Entrant | None


def choose_format(
    *,
    tournament: Tournament,
    stages: Sequence[StageSpec],
    divisions: int = 1,
    tie_order: TieOrder | None = None,
    acting_user: User,
) -> Tournament:
    """Give an event that has not begun these stages; its clubs are divided by number, as many in
    each division as can be.

    Refused: ``already-started``, ``number-of-divisions``, and everything that is wrong with the
    stages at once.
    """
    with transaction.atomic():
        tournament = _in_setup(tournament)
        refuse_all(problems(stages))
        clubs = list(tournament.entrants.order_by("number"))
        if not 1 <= divisions <= 10 or (divisions > 1 and len(clubs) < 3 * divisions):
            raise Refused(
                Refusal(
                    "number-of-divisions",
                    f"{len(clubs)} clubs do not make {divisions} divisions of three or more.",
                    "divisions",
                )
            )
        before = [stage.spec.told for stage in tournament.stages.order_by("number")]
        tournament.stages.all().delete()
        Stage.objects.bulk_create(
            _stage(tournament, number, spec) for number, spec in enumerate(stages, start=1)
        )
        for at, club in enumerate(clubs):
            club.division = at * divisions // len(clubs) + 1
        Entrant.objects.bulk_update(clubs, ["division"])
        if tie_order is not None:
            tournament.tie_order = order_to_json(tie_order)
            tournament.save(update_fields=["tie_order"])
        log_action(
            code="tournament-format-chosen",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"stages": before},
            new={"stages": [spec.told for spec in stages], "divisions": divisions},
        )
        publish(tournament.scope)
    return tournament


def choose_preset(*, tournament: Tournament, key: str, acting_user: User) -> Tournament:
    """The format of a preset. Refused: ``unknown-format``, ``clubs-for-format``, and as
    ``choose_format``."""
    preset = FORMATS.get(key)
    if preset is None:
        raise Refused(
            Refusal(
                "unknown-format",
                f"There is no format {key[:40]!r}; there are {', '.join(FORMATS)}.",
                "format",
                {"known": list(FORMATS)},
            )
        )
    count = tournament.entrants.count()
    if not preset.least <= count <= preset.most:
        raise Refused(
            Refusal(
                "clubs-for-format",
                f"{preset.name} is for {preset.least} to {preset.most} clubs; {count} are entered.",
                "format",
                {"least": preset.least, "most": preset.most, "given": count},
            )
        )
    return choose_format(
        tournament=tournament,
        stages=preset.stages,
        divisions=preset.divisions,
        tie_order=ORDERS[preset.tie_order][1],
        acting_user=acting_user,
    )


def divide(
    *, tournament: Tournament, divisions: Mapping[int, int], acting_user: User
) -> Tournament:
    """Put clubs, by number, into divisions. Refused: ``already-started``, ``no-such-club``,
    ``number-of-divisions`` where a division would have fewer than three."""
    with transaction.atomic():
        tournament = _in_setup(tournament)
        clubs = {club.number: club for club in tournament.entrants.select_related("team")}
        refuse_all(
            Refusal("no-such-club", f"There is no club No. {number}.", "divisions")
            for number in divisions
            if number not in clubs
        )
        before = {str(number): club.division for number, club in clubs.items()}
        for number, division in divisions.items():
            clubs[number].division = division
        sizes: dict[int, int] = defaultdict(int)
        for club in clubs.values():
            sizes[club.division] += 1
        if sorted(sizes) != list(range(1, len(sizes) + 1)) or (
            len(sizes) > 1 and min(sizes.values()) < 3
        ):
            raise Refused(
                Refusal(
                    "number-of-divisions",
                    "Divisions are numbered from 1 and have three clubs or more.",
                    "divisions",
                )
            )
        Entrant.objects.bulk_update(clubs.values(), ["division"])
        log_action(
            code="clubs-divided",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old=before,
            new={str(number): club.division for number, club in clubs.items()},
        )
        publish(tournament.scope)
    return tournament


def change_tie_order(
    *, tournament: Tournament, steps: Sequence[Mapping[str, object]], acting_user: User
) -> Tournament:
    """Break ties by these steps from now on. Refused: ``already-started``, and everything that is
    wrong with the steps at once."""
    with transaction.atomic():
        tournament = _in_setup(tournament)
        order = order_from_json(steps)
        before = [step.name for step in tournament.ties.steps]
        tournament.tie_order = order_to_json(order)
        tournament.save(update_fields=["tie_order"])
        log_action(
            code="tie-order-changed",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"steps": before},
            new={"steps": [step.name for step in order.steps]},
        )
        publish(tournament.scope)
    return tournament


def begin_first_stage(tournament: Tournament) -> None:
    """Play begins, in the caller's transaction: the first stage is drawn, a round robin whole, a
    knockout round by round. Divisions of a draft are those of the event."""
    _take_over_draft_divisions(tournament)
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


def advance_event(*, tournament: Tournament, acting_user: User | None) -> str:
    """Draw what follows once everything that is drawn has been played: the next round of a stage,
    or the first of the next one, whose clubs get in by its declared rule. What was done, in words.

    Refused: ``not-running``, ``round-open`` while a series is left, ``series-level`` where nobody
    won a best-of, ``tie-open`` for ties that decide who gets in or as which seed and that people
    have to break first, ``too-few-get-in``, ``nothing-to-draw`` after the last round.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
        if tournament.state != Tournament.State.RUNNING:
            raise Refused(
                Refusal("not-running", f"{tournament} is {tournament.get_state_display().lower()}.")
            )
        league = load_league(tournament)
        if league.unplayed:
            raise Refused(
                Refusal(
                    "round-open",
                    f"{len(league.unplayed)} series are left to play first.",
                    "round",
                    {"series": [meeting.series_id for meeting in league.unplayed]},
                )
            )
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
            if not following:
                raise Refused(Refusal("nothing-to-draw", "The last round has been played."))
            stage = following[0]
            _let_in(league, stage)
            drawn = _draw_next(league, stage)
        log_action(
            code="round-drawn",
            actor=acting_user,
            scope=tournament.scope,
            subject=stage,
            new={"round": drawn, "stage": str(stage)},
        )
        publish(tournament.scope)
    return f"{stage}: round {drawn} is drawn."


def current_stage(league: League) -> Stage:
    """The last stage of which something is drawn, tie-break games apart; at first the first."""
    drawn = [
        stage
        for stage in league.stages
        if stage.kind != Stage.Kind.TIE_BREAK and league.of_stage(stage)
    ]
    return drawn[-1] if drawn else league.stage


def is_over(league: League) -> bool:
    """Whether nothing is left to play and nothing to draw."""
    if league.unplayed or not all(
        league.of_stage(stage) for stage in league.stages if stage.kind != Stage.Kind.TIE_BREAK
    ):
        return False
    try:
        return not _next_matches(league, current_stage(league))
    except Refused:
        # Nobody has won a best-of: something has to be played again.
        return False


def standing_of(league: League, rule: AdvanceRule, stage: Stage) -> Advancement:
    """Who gets into a stage from what was played before it."""
    field = league.field
    before = [each for each in league.stages if each.number < stage.number and each.counts]
    feeding = before[-1] if before else None
    if feeding is not None and feeding.kind == Stage.Kind.MATCHUPS:
        # Whoever was cut before the matchups is out, though games against them count.
        there = {member.entrant.number for member in _members(feeding)}
        field = type(field)(
            [each for each in field.entrants if each in there],
            field.results,
            field.divisions,
            field.scheduled,
            field.rulings,
        )
    return advance(rule, field, league.tournament.ties)


def matches_of(league: League, stage: Stage) -> list[list[Match]]:
    """The rounds of a knockout so far by seed. Refused: ``series-level``."""
    seeds = {member.entrant_id: member.seed for member in _members(stage)}
    rounds = []
    for round_ in league.of_stage(stage):
        # As they were drawn: byes stand where the winner goes on from.
        ordered = sorted(round_.meetings, key=_drawn_at(stage, round_.number))
        rounds.append([_match(meeting, seeds) for meeting in ordered])
    return rounds


def draw_tie_game(league: League, kind: str, members: Sequence[int], name: str) -> Stage:
    """A stage of one game between two, in the caller's transaction: the better number hosts; a
    shoot-out where the game knows them."""
    tournament = league.tournament
    clubs = {club.number: club for club in league.entrants}
    home, away = sorted(members)
    stage = Stage.objects.create(
        tournament=tournament,
        number=max(each.number for each in league.stages) + 1,
        kind=Stage.Kind.TIE_BREAK,
        name=name,
        legs=1,
        series_length=1,
        home_pattern="H",
    )
    known = {option.key for option in tournament.system.options}
    settings = dict(tournament.settings)
    if kind == "shoot-out" and "shootout" in known:
        settings["shootout"] = True
    _store(
        tournament,
        stage,
        [[_Draw(clubs[home], clubs[away])]],
        first=max((round_.number for round_ in league.rounds), default=0) + 1,
        settings=settings,
        columns=_columns_used(tournament),
    )
    return stage


def tie_refusals(league: League, ties: Sequence[OpenTie]) -> list[Refusal]:
    """What has to happen before anybody gets in, tie by tie."""
    names = {club.number: club.team.name for club in league.entrants}
    found = []
    for tie in ties:
        who = ", ".join(names[member] for member in tie.members)
        what = "; ".join(dict.fromkeys(f"{one.step.name}: {one.why}" for one in tie.waiting))
        found.append(
            Refusal(
                "tie-open",
                f"{who} are level, and it matters who is ahead. {what or 'Nothing parts them'}.",
                "tie",
                {
                    "members": list(tie.members),
                    "waiting": [one.step.criterion for one in tie.waiting],
                },
            )
        )
    return found


def _stage(tournament: Tournament, number: int, spec: StageSpec) -> Stage:
    stored = spec_to_json(spec)
    return Stage(
        tournament=tournament,
        number=number,
        kind=spec.kind,
        name=spec.name.strip(),
        legs=spec.legs,
        series_length=spec.series_length,
        home_pattern=_pattern(spec, spec.series_length),
        plan={
            key: value
            for key, value in stored.items()
            if key not in ("kind", "name", "legs", "series_length", "pattern")
        },
    )


def _pattern(spec: StageSpec, length: int) -> str:
    if spec.kind == Stage.Kind.KNOCKOUT:
        return _HOSTS.get(length) or default_pattern(length, 1)
    return read_pattern(spec.pattern or default_pattern(length, spec.legs), length)


def _in_setup(tournament: Tournament) -> Tournament:
    found = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    if found.state != Tournament.State.SETUP:
        raise Refused(
            Refusal(
                "already-started",
                f"{found} is {found.get_state_display().lower()}: its format stands.",
            )
        )
    return found


def _take_over_draft_divisions(tournament: Tournament) -> None:
    draft = draft_of(tournament) if tournament.card_set_id is not None else None
    if draft is None:
        return
    rows = draft.seats.exclude(division=None).exclude(team=None)
    placed = {
        team_id: division
        for team_id, division in rows.values_list("team_id", "division")
        if team_id is not None and division is not None
    }
    clubs = list(tournament.entrants.all())
    if len(set(placed.values())) < 2 or any(club.team_id not in placed for club in clubs):
        return
    first = min(placed.values())
    for club in clubs:
        club.division = placed[club.team_id] - first + 1
    Entrant.objects.bulk_update(clubs, ["division"])


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
    matches = _next_matches(league, stage)
    if not matches:
        return 0
    by_seed = {member.seed: member.entrant for member in _members(stage)}
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
        settings=league.tournament.settings,
        columns=_columns_used(league.tournament),
        length=stage.spec.length(len(league.of_stage(stage)) + 1),
    )
    return number


def _next_matches(league: League, stage: Stage) -> list[Match]:
    if stage.kind == Stage.Kind.KNOCKOUT:
        members = len(_members(stage))
        played = matches_of(league, stage)
        if stage.spec.losses == 2:
            return next_double(members, played) if members else []
        return next_round(members, played, reseed=stage.spec.reseed) if members else []
    if stage.kind == Stage.Kind.MATCHUPS:
        return _next_matchups(league, stage)
    return []


def _next_matchups(league: League, stage: Stage) -> list[Match]:
    """1v4 and 2v3 of each division as it stands now, unless that repeats the last matchups. Ties in
    the ranking stay in the order of the seeds."""
    done = league.of_stage(stage)
    if len(done) >= stage.spec.rounds:
        return []
    members = _members(stage)
    seeds = {member.entrant.number: member.seed for member in members}
    met = {
        frozenset((seeds[meeting.home.number], seeds[meeting.away.number]))
        for round_ in done
        for meeting in round_.meetings
        if meeting.away is not None
    }
    field = league.field
    found: list[Match] = []
    for division in sorted({member.entrant.division for member in members}):
        inside = [member for member in members if member.entrant.division == division]
        numbers = [member.entrant.number for member in inside]
        if not done:
            ranked = [member.seed for member in inside]
        else:
            places = league.tournament.ties.rank(field, numbers).places
            ranked = [seeds[place.entrant] for place in places]
        found += power_matchups(ranked, met)
    return found


def _let_in(league: League, stage: Stage) -> None:
    rule = stage.spec.entry
    if rule is None:
        raise Refused(Refusal("stage-not-possible", f"{stage} does not say who gets in.", "stage"))
    found = standing_of(league, rule, stage)
    refuse_all(tie_refusals(league, found.open))
    if len(found.qualifiers) < 2:
        raise Refused(Refusal("too-few-get-in", f"Fewer than two clubs get into {stage}.", "stage"))
    clubs = {club.number: club for club in league.entrants}
    StageEntrant.objects.bulk_create(
        StageEntrant(
            stage=stage, entrant=clubs[each.entrant], seed=each.seed, reason=each.reason[:200]
        )
        for each in found.qualifiers
    )


def _members(stage: Stage) -> list[StageEntrant]:
    found = StageEntrant.objects.filter(stage=stage).select_related("entrant__team")
    return list(found.order_by("seed"))


def _drawn_at(stage: Stage, number: int) -> Callable[[Meeting], int]:
    order = {
        home: at
        for at, home in enumerate(
            Fixture.objects.filter(round__stage=stage, round__number=number)
            .order_by("pk")
            .values_list("home", flat=True)
        )
    }
    return lambda meeting: order[meeting.home.pk]


def _match(meeting: Meeting, seeds: Mapping[int, int]) -> Match:
    if meeting.away is None:
        seed = seeds[meeting.home.pk]
        return Match(seed, 0, seed)
    home, away = seeds[meeting.home.pk], seeds[meeting.away.pk]
    if not meeting.is_complete:
        return Match(min(home, away), max(home, away))
    if not meeting.winner:
        raise Refused(
            Refusal(
                "series-level",
                f"{meeting.away.team} and {meeting.home.team} are level after their series; "
                "take a game back and play it out.",
                f"series {meeting.series_id}",
            )
        )
    winner = home if meeting.winner == "home" else away
    return Match(min(home, away), max(home, away), winner)


def _columns_used(tournament: Tournament) -> dict[int, int]:
    """The last column of each club's pitching sheet, by the club's id: games that were played."""
    used: dict[int, int] = defaultdict(int)
    rows = Game.objects.filter(series__scope=tournament.scope).exclude(status=Game.Status.VOID)
    for home, away, home_column, away_column, number in rows.values_list(
        "series__home", "series__away", "series__home_column", "series__away_column", "number"
    ):
        used[home] = max(used[home], home_column + number - 1)
        used[away] = max(used[away], away_column + number - 1)
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
) -> list[Series]:
    """Rounds, series and fixtures, byes among them, in a fixed number of queries. ``columns`` are
    the last ones of each club so far."""
    length = length or stage.series_length
    decided = stage.kind in (Stage.Kind.KNOCKOUT, Stage.Kind.TIE_BREAK)
    pattern = stage.home_pattern if length == stage.series_length else _pattern(stage.spec, length)
    stored = Round.objects.bulk_create(
        Round(stage=stage, number=number) for number, _ in enumerate(rounds, start=first)
    )
    used = defaultdict(int, columns)
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
