"""Create a tournament, start it, close it, and change who sees it and its time zone."""

import secrets
from functools import partial

from django.db import IntegrityError, connection, transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from config.events.models import EventRole
from config.journal.services import log_action
from config.kinds import parted
from config.lines import clean_line
from config.live.services import publish
from config.people.models import User
from config.people.times import is_zone
from config.people.token_scopes import verify_unlimited
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import card_game
from games.hooks import ResultsChanged
from rosters.models import Team
from rosters.rules.imputed import squad_needs
from rosters.services.parks import deal_parks
from rosters.services.squads import impute_squads, without_a_park
from rosters.services.teams import create_teams
from tournaments.models import Entrant, Fixture, Round, Stage, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.ties import order_to_json
from tournaments.selectors.drafts import draft_divisions
from tournaments.selectors.drawings import overtaken
from tournaments.selectors.league import League, load_league
from tournaments.selectors.progress import is_over
from tournaments.services.drafts import require_drafted
from tournaments.services.drawing import begin_first_stage, call_off_idle
from tournaments.services.editions import freeze_edition
from tournaments.services.formats import division_of, place_clubs, store_stages
from tournaments.services.own_squads import require_legal_squads
from tournaments.services.plans import TournamentPlan, name_taken, unknown_zone
from tournaments.services.quotas import verify_room_for_league
from tournaments.services.records import keep_record, reckon_managers_of, take_back_record
from tournaments.services.substitutions import end_until_manager


def create_tournament(*, plan: TournamentPlan, acting_user: User) -> Tournament:
    """Set a tournament up; ``acting_user`` becomes its director.

    Refused with everything that is wrong at once: an unknown system or option, fewer than 3 or
    more than 30 clubs, two clubs of one name or abbreviation, an impossible format, a name taken;
    and with ``quota-reached`` where the account has as many leagues or clubs as it may. With
    ``token-scope`` when asked for by a token of a narrow scope.
    """
    verify_unlimited()
    refuse_all(plan.problems())
    try:
        with transaction.atomic():
            verify_room_for_league(acting_user, len(plan.clubs))
            tournament = Tournament.objects.create(
                name=clean_line(plan.name),
                slug=plan.slug,
                system_key=plan.system_key,
                settings=plan.settled(),
                card_set=plan.cards(),
                edition_preset=plan.preset_key,
                edition_fields=plan.stored_edition(),
                tie_order=order_to_json(plan.tie_order),
                seed=plan.seed or secrets.token_hex(16),
                visibility=plan.visibility,
                time_zone=plan.time_zone,
            )
            store_stages(tournament, plan.stages())
            teams = create_teams(plans=plan.clubs)
            Entrant.objects.bulk_create(
                Entrant(
                    tournament=tournament,
                    team=team,
                    number=number,
                    division=division_of(number - 1, len(teams), plan.divisions),
                )
                for number, team in enumerate(teams, start=1)
            )
            EventRole.objects.create(
                event=tournament, user=acting_user, role=EventRole.Role.DIRECTOR
            )
            log_action(
                code="tournament-created",
                actor=acting_user,
                scope=tournament.scope,
                subject=tournament,
                new={"system": plan.system_key, "clubs": [team.name for team in teams]},
            )
            return tournament
    except IntegrityError as error:
        if "slug" not in str(error):
            raise
        raise Refused(name_taken(clean_line(plan.name))) from error


@for_directors
def start_tournament(*, tournament: Tournament, acting_user: User) -> Tournament:
    """Start an event: squads and parks are given to clubs that have none, every squad is checked,
    the first stage is drawn, and play is open. System, settings and edition are frozen.

    Refused: ``director-only``, ``already-started``, and where the draft is not over or a squad is
    not legal."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(
                Refusal("already-started", f"{tournament} is {tournament.get_state_display()}.")
            )
        require_drafted(tournament)
        if tournament.card_set is not None:
            teams = [each.team for each in tournament.entrants.select_related("team")]
            impute_squads(
                card_set=tournament.card_set,
                teams=teams,
                scope=tournament.scope,
                needs=squad_needs(tournament.edition.imputed),
                settings=tournament.settings,
                acting_user=acting_user,
            )
            if wants_parks(tournament):
                deal_parks(
                    teams=without_a_park(teams, tournament.scope),
                    seed=tournament.seed,
                    scope=tournament.scope,
                    acting_user=acting_user,
                )
        require_legal_squads(tournament)
        if (game := card_game(tournament.system)) is not None:
            tournament.settings = dict(game.settings_at_start(tournament.settings))
            tournament.save(update_fields=["settings"])
        if drafted := draft_divisions(tournament):
            place_clubs(tournament, drafted, acting_user=acting_user, as_drafted=True)
        begin_first_stage(tournament)
        freeze_edition(tournament)
        tournament.state = Tournament.State.RUNNING
        tournament.save(update_fields=["state"])
        log_action(
            code="tournament-started",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"state": Tournament.State.SETUP},
            new={"state": Tournament.State.RUNNING},
        )
        publish(tournament.scope)
    return tournament


def wants_parks(tournament: Tournament) -> bool:
    """Whether every club has a park of its own (T0.02d): not where the settings name one for all,
    nor where the game knows no parks."""
    game = card_game(tournament.system)
    return game is not None and game.wants_parks(tournament.settings)


@for_directors
def change_visibility(*, tournament: Tournament, visibility: str, acting_user: User) -> Tournament:
    """Open a tournament to everybody or close it to its people."""
    if visibility not in Tournament.Visibility.values:
        raise Refused(Refusal("unknown-visibility", "It is public or private.", "visibility"))
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        before = tournament.visibility
        tournament.visibility = visibility
        tournament.save(update_fields=["visibility"])
        reckon_managers_of(tournament)
        log_action(
            code="tournament-visibility-changed",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"visibility": before},
            new={"visibility": visibility},
        )
        publish(tournament.scope)
    return tournament


@for_directors
def change_time_zone(*, tournament: Tournament, time_zone: str, acting_user: User) -> Tournament:
    """Say in which zone a tournament is held: its days begin and end there (T33.0n). Refused:
    ``unknown-zone``."""
    if not is_zone(time_zone):
        raise Refused(unknown_zone(time_zone))
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        before = tournament.time_zone
        tournament.time_zone = time_zone
        tournament.save(update_fields=["time_zone"])
        log_action(
            code="tournament-zone-changed",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"time_zone": before},
            new={"time_zone": time_zone},
        )
        publish(tournament.scope)
    return tournament


def close_events(told: ResultsChanged) -> None:
    """``close_tournament`` for each of these events that is one, once the transaction is through;
    once for all that it changes.

    Not inside it: of two that complete the last two series at once neither sees the other's, so
    neither would find everything played.
    """
    for kind, key in map(parted, sorted(set(told.scopes))):
        if kind == "tournament":
            close = partial(close_tournament, tournament_id=int(key), acting_user=told.acting_user)
            waiting = (each[1] for each in connection.run_on_commit)
            same = (close.func, close.keywords)
            if all((do.func, do.keywords) != same for do in waiting if isinstance(do, partial)):
                transaction.on_commit(close)


def close_tournament(*, tournament_id: int, acting_user: User | None) -> Tournament:
    """Bring the state of a started tournament up to date after a result has changed: close it when
    every series is complete and nothing is left to draw, open it again when a game was taken back.

    A series that was opened again and cannot be played, as a club of it is out, is called off.
    While it is closed its record is written anew each time; when it opens again the record goes.
    Rounds that were drawn upon results which have changed since are noted on it, too."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament_id)
        before = tournament.state
        if before == Tournament.State.SETUP:
            return tournament
        call_off_idle(tournament, acting_user)
        unplayed = Fixture.objects.filter(
            round__stage__tournament=tournament, series__isnull=False, series__completed_at=None
        ).exists()
        league = None
        if not unplayed:
            league = load_league(tournament)
            unplayed = not is_over(league)
        _note_overtaken(tournament, league, acting_user)
        after = Tournament.State.RUNNING if unplayed else Tournament.State.COMPLETE
        tournament.state = after
        if league is not None and not unplayed:
            keep_record(league)
        if after == before:
            return tournament
        if unplayed:
            take_back_record(tournament)
        if not unplayed and tournament.ended_at is None:
            tournament.ended_at = timezone.now()
            order = Team.objects.filter(pk=OuterRef("team")).values("batting_order")
            tournament.entrants.update(batting_order=Subquery(order))
        tournament.save(update_fields=["state", "ended_at"])
        if not unplayed:
            end_until_manager(scope=tournament.scope, acting_user=acting_user)
        log_action(
            code="tournament-reopened" if unplayed else "tournament-completed",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"state": before},
            new={"state": after},
        )
        publish(tournament.scope)
    return tournament


def _note_overtaken(
    tournament: Tournament, league: League | None, acting_user: User | None
) -> None:
    """Keep and log what was drawn upon other results than stand now, where that has changed."""
    later = Q(stage__number__gt=1) | Q(stage__kind=Stage.Kind.KNOCKOUT)
    found: list[str] = []
    if Round.objects.filter(later, stage__tournament=tournament).exists():
        found = [each.told for each in overtaken(league or load_league(tournament))]
    if found == tournament.overtaken:
        return
    new = [each for each in found if each not in tournament.overtaken]
    tournament.overtaken = found
    tournament.save(update_fields=["overtaken"])
    if new:
        log_action(
            code="drawing-overtaken",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            new={"told": " ".join(new)},
        )
    publish(tournament.scope)
