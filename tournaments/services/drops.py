"""A club's manager cannot finish (T0.08): either others play for the club, and one of them may take
it over; or the club drops out, its results count as the event declares, and its series become
byes."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import verify_directs
from config.refusals import Refusal, Refused, refuse_all
from games.hooks import SeriesCalledOff, SeriesUndrawn
from games.models import Game, Series
from games.services.calling_off import call_off, lock_series, take_up_again
from games.sheets import byes_on_sheets
from pitching.services.drops import carry_out
from rosters.models import TeamMember
from rosters.services.people import appoint, dismiss
from tournaments.book.keeping import keep_book
from tournaments.models import Drop, Entrant, Replacement, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.dropping import UndoingPlan, plan_drop, plan_undoing
from tournaments.rules.drops import MEANINGS, roll_problems
from tournaments.selectors.drops import (
    club_to_drop,
    drop_facts,
    heirs,
    open_meetings,
    people_of,
    replacement_refusal,
    verify_begun,
    verify_clubs_left,
    verify_given,
)
from tournaments.selectors.league import League, load_league
from tournaments.services.events import close_tournament
from tournaments.services.invites import end_invites
from tournaments.services.substitutions import REPLACEMENT

Dropped = Entrant.Dropped


@for_directors
def choose_dropped_results(
    *, tournament: Tournament, meaning: str, acting_user: User
) -> Tournament:
    """Declare, before play begins, what the results of clubs that drop out are worth. Refused:
    ``already-started``, ``unknown-meaning``."""
    if meaning not in MEANINGS:
        raise Refused(
            Refusal(
                "unknown-meaning",
                f"Results of a club that is out {', or '.join(MEANINGS.values())}.",
                "dropped_results",
                {"known": list(MEANINGS)},
            )
        )
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(Refusal("already-started", "Play has begun: what was declared stands."))
        before = tournament.dropped_results
        tournament.dropped_results = meaning
        tournament.save(update_fields=["dropped_results"])
        log_action(
            code="dropped-results-declared",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"dropped_results": before},
            new={"dropped_results": meaning},
        )
        publish(tournament.scope)
    return tournament


@for_directors
def cover_club(*, tournament: Tournament, number: int, reason: str, acting_user: User) -> Drop:
    """T0.08a: the club's manager is gone and others play on for it; who, ``name_replacement`` says
    series by series. Refused: ``not-running``, ``no-such-club``, ``dropped-already``,
    ``nothing-left``, ``reason-missing``."""
    reason = reason_of(reason)
    with transaction.atomic():
        league, entrant = _running_with(tournament, number)
        if not open_meetings(league, entrant):
            raise Refused(Refusal("nothing-left", f"{entrant} has nothing left to play.", "club"))
        on = league.next_round or league.rounds[-1]
        return _drop(league, entrant, Dropped.COVERED, reason, acting_user, on.number)


@for_directors
def drop_club(
    *,
    tournament: Tournament,
    number: int,
    reason: str,
    nobody_found: bool,
    acting_user: User,
) -> Drop:
    """T0.08j to s: the club is out of the pool. Its results are what the event declares, what is
    left of its schedule are byes, and the pitching sheets of the others follow, as ``plan_drop``
    says.

    ``nobody_found``: the director has looked for replacements and found none (T0.08a). A club that
    replacements have played for may be taken out, too. Refused: ``look-for-replacements``,
    ``not-running``, ``no-such-club``, ``dropped-already``, ``too-few-clubs``, ``reason-missing``.
    """
    reason = verify_given(reason, nobody_found=nobody_found)
    with transaction.atomic():
        league, entrant = _running_with(tournament, number, covered_too=True)
        verify_clubs_left(league)
        plan = plan_drop(drop_facts(league, entrant, lock=True))
        if plan.undoing is not None:
            standing = Drop.objects.select_related("entrant__team").get(pk=plan.undoing.drop)
            _undo(standing, entrant, plan.undoing, acting_user)
        drop = _drop(league, entrant, plan.way, reason, acting_user, plan.round_number)
        drop.called_off = call_off(series_ids=plan.called_off, acting_user=acting_user)
        sheets = carry_out(plan=plan.sheets, reason=reason, acting_user=acting_user)
        drop.struck, drop.bound = list(sheets.struck), list(sheets.sheets)
        drop.save(update_fields=["called_off", "struck", "bound"])
        close_tournament(tournament_id=league.tournament.pk, acting_user=acting_user)
        keep_book(league.tournament.pk)
    return drop


def name_replacement(
    *, drop: Drop, series_id: int, user: User | str, acting_user: User
) -> Replacement:
    """T0.08b to d: name a replacement, who plays a series for the dropped club and acts for it
    until that is over, or until withdrawn. A replacement named earlier for the series is replaced.
    ``user``: the person or the address of their account, which is looked up last. Refused:
    ``not-covered``, ``no-such-series``, ``no-such-person``, ``plays-himself``, ``not-the-bye``,
    ``of-the-same-division``."""
    with transaction.atomic():
        drop, league = _covered(drop, acting_user)
        entrant = league.by_team[drop.entrant.team_id]
        meeting = next(
            (each for each in open_meetings(league, entrant) if each.series_id == series_id), None
        )
        if meeting is None:
            raise Refused(
                Refusal("no-such-series", "That is no series the club has left.", "series")
            )
        user = _account(user)
        problem = replacement_refusal(league, entrant, meeting, people_of(league), user)
        if problem is not None:
            raise Refused(problem)
        before = drop.replacements.filter(series=series_id).first()
        if before is not None:
            take_off(before, acting_user)
        acts = TeamMember.objects.filter(team=entrant.team, user=user).exists()
        named_before = drop.replacements.filter(user=user, appointed=True).exists()
        made = Replacement.objects.create(
            drop=drop, series_id=series_id, user=user, appointed=not acts or named_before
        )
        if not acts:
            appoint(
                team=entrant.team,
                user=user,
                role=TeamMember.Role.SUBSTITUTE,
                scope=league.tournament.scope,
                acting_user=acting_user,
                ends_with=f"{REPLACEMENT}{drop.pk}",
            )
        _log(drop, "replacement-named", acting_user, person=str(user), series=series_id)
    return made


def withdraw_replacement(*, replacement: Replacement, acting_user: User) -> None:
    """Withdraw a replacement from a series. Refused: ``not-covered``, ``series-played`` once a game
    of it is over."""
    with transaction.atomic():
        drop, _ = _covered(replacement.drop, acting_user)
        finals = Game.objects.filter(series=replacement.series_id, status=Game.Status.FINAL)
        if finals.filter(started_at__gte=drop.made_at).exists():
            raise Refused(
                Refusal(
                    "series-played",
                    "The replacement has played games of that series.",
                    "replacement",
                )
            )
        take_off(replacement, acting_user)
        _log(drop, "replacement-withdrawn", acting_user, person=str(replacement.user))


def leave_uncovered(*, drop: Drop, acting_user: User) -> Drop:
    """Call off those series of a club that cannot finish for which no replacement is named (A-Q6):
    they become byes. What was played, and the series that have a replacement, count.

    Refused: ``director-only``, ``not-covered``, ``all-covered``, and ``nobody-covers`` where no
    replacement is named for any series, because then the club is out.
    """
    with transaction.atomic():
        drop, league = _covered(drop, acting_user)
        entrant = league.by_team[drop.entrant.team_id]
        named = set(drop.replacements.values_list("series", flat=True))
        left = [
            meeting.series_id or 0
            for meeting in open_meetings(league, entrant)
            if meeting.series_id not in named
        ]
        if not named:
            raise Refused(
                Refusal(
                    "nobody-covers",
                    "No replacement is named for any of its series: then the club is out.",
                    "drop",
                    {"rule": "T0.08j"},
                )
            )
        if not left:
            raise Refused(
                Refusal(
                    "all-covered", "A replacement is named for every series it has left.", "drop"
                )
            )
        called_off = call_off(series_ids=left, acting_user=acting_user)
        reason = f"No replacement plays it for {entrant}."
        struck = byes_on_sheets(
            series_ids=called_off,
            out=_thrown_out(league, besides=drop),
            reason=reason,
            acting_user=acting_user,
        )
        drop.called_off = [*drop.called_off, *called_off]
        drop.struck = [*drop.struck, *struck]
        drop.save(update_fields=["called_off", "struck"])
        _log(drop, "series-left-uncovered", acting_user, series=called_off)
        close_tournament(tournament_id=league.tournament.pk, acting_user=acting_user)
        keep_book(league.tournament.pk)
    return drop


def take_over(*, drop: Drop, rolls: Mapping[int | str, int], acting_user: User) -> Drop:
    """T0.08e to g: after division play one of the replacements who played for the club takes it
    over: the only one who may, or the one with the highest d20 of ``rolls`` (by person or by their
    address). Refused: ``not-covered``, ``division-not-over``, ``nobody-may`` with the reason of
    each, and as ``roll_problems``. Its former managers and other replacements do not act for it any
    more."""
    with transaction.atomic():
        drop, league = _covered(drop, acting_user)
        if any(meeting.is_open and meeting.counts for meeting in league.meetings):
            raise Refused(
                Refusal(
                    "division-not-over",
                    "Who takes the club over is decided after division play.",
                    "take_over",
                    {"rule": "T0.08f"},
                )
            )
        known = heirs(league, drop, people_of(league))
        able = {heir.user.pk: heir.user for heir in known if heir.problem is None}
        if not able:
            nobody = Refusal(
                "nobody-may",
                "None of its replacements may take the club over: it is out (T0.08h).",
                "take_over",
                {"rule": "T0.08h"},
            )
            raise Refused(nobody, *(heir.problem for heir in known if heir.problem is not None))
        if len(able) > 1:
            # Only those who may are known by address: nothing is told of other accounts.
            addresses = {user.email: pk for pk, user in able.items()}
            by_person = {
                who if isinstance(who, int) else addresses.get(who.strip().lower(), 0): roll
                for who, roll in rolls.items()
            }
            refuse_all(roll_problems(by_person, able))
            winner = max(by_person, key=by_person.__getitem__)
        else:
            (winner,), by_person = able, {}
        drop.rolls = {str(pk): roll for pk, roll in by_person.items()}
        drop.taken_over_by = able[winner]
        drop.save(update_fields=["rolls", "taken_over_by"])
        drop.entrant.dropped = ""
        drop.entrant.save(update_fields=["dropped"])
        _end_rights(drop, acting_user)
        appoint(
            team=drop.entrant.team,
            user=able[winner],
            role=TeamMember.Role.MANAGER,
            scope=league.tournament.scope,
            acting_user=acting_user,
        )
        _log(drop, "club-taken-over", acting_user, person=str(able[winner]), rolls=drop.rolls)
    return drop


def undo_drop(*, drop: Drop, acting_user: User) -> Drop:
    """Take a drop back: everything stands again as it did before. Refused: ``undone-already``,
    ``taken-over``, ``round-begun`` once a later round has begun or was drawn."""
    with transaction.atomic():
        tournament = _locked(drop.entrant.tournament_id)
        verify_directs(acting_user, tournament.scope)
        drop = Drop.objects.select_related("entrant__team").get(pk=drop.pk)
        if drop.undone_at is not None:
            raise Refused(Refusal("undone-already", "It was taken back before."))
        if drop.taken_over_by_id is not None:
            raise Refused(Refusal("taken-over", "The club has been taken over since."))
        league = load_league(tournament)
        later = [
            meeting.series_id
            for meeting in league.meetings
            if meeting.round_number > drop.round and meeting.series_id is not None
        ]
        begun = Game.objects.filter(series__in=later, started_at__gt=drop.made_at)
        if (
            league.rounds[-1].number > drop.rounds_drawn
            or begun.exclude(status=Game.Status.VOID).exists()
        ):
            raise Refused(
                Refusal(
                    "round-begun",
                    f"Play has gone on beyond round {drop.round} since.",
                    facts={"round": drop.round},
                )
            )
        lock_series(Series.objects.filter(pk__in=drop.called_off))
        entrant = league.by_team[drop.entrant.team_id]
        facts = drop_facts(league, entrant, lock=True)
        standing = next(each for each in facts.drops if each.key == drop.pk)
        _undo(drop, entrant, plan_undoing(facts, standing), acting_user)
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
        keep_book(tournament.pk)
    return drop


def _drop(
    league: League,
    entrant: Entrant,
    way: str,
    reason: str,
    acting_user: User,
    round_number: int,
) -> Drop:
    drop = Drop.objects.create(
        entrant=entrant,
        way=way,
        reason=reason,
        round=round_number,
        rounds_drawn=league.rounds[-1].number,
        made_by=acting_user,
    )
    entrant.dropped = way
    entrant.save(update_fields=["dropped"])
    _log(drop, "club-dropped", acting_user, way=way, reason=reason)
    return drop


def _undo(drop: Drop, entrant: Entrant, plan: UndoingPlan, acting_user: User) -> None:
    for replacement in drop.replacements.select_related("user"):
        take_off(replacement, acting_user)
    for other in Drop.objects.filter(pk__in=plan.handed_over):
        other.called_off = [*other.called_off, *plan.handed_over[other.pk]]
        other.save(update_fields=["called_off"])
    take_up_again(series_ids=plan.on, acting_user=acting_user)
    carry_out(plan=plan.sheets, reason="The drop was taken back.", acting_user=acting_user)
    entrant.dropped = ""
    entrant.save(update_fields=["dropped"])
    drop.undone_at, drop.undone_by = timezone.now(), acting_user
    drop.save(update_fields=["undone_at", "undone_by"])
    _log(drop, "drop-undone", acting_user)


def _thrown_out(league: League, *, besides: Drop) -> list[int]:
    """The clubs, by id, whose results were thrown out, those out longest first."""
    drops = Drop.objects.filter(entrant__in=league.entrants, undone_at=None, way=Dropped.VOID)
    return list(drops.exclude(pk=besides.pk).order_by("pk").values_list("entrant__team", flat=True))


def take_off(replacement: Replacement, acting_user: User | None) -> None:
    """A replacement plays a series for a dropped club no longer, and acts for it only as far as
    they do otherwise. In the caller's transaction."""
    drop = replacement.drop
    others = drop.replacements.filter(user=replacement.user_id).exclude(pk=replacement.pk)
    if replacement.appointed and not others.exists():
        member = TeamMember.every.filter(
            team=drop.entrant.team_id, user=replacement.user_id, role=TeamMember.Role.SUBSTITUTE
        ).first()
        if member is not None:
            scope = drop.entrant.tournament.scope
            dismiss(member=member, scope=scope, acting_user=acting_user)
    replacement.delete()


def _end_rights(drop: Drop, acting_user: User) -> None:
    """Who managed the club until now, or played for it, acts for it no more; nor does who was
    invited to."""
    scope = drop.entrant.tournament.scope
    for member in TeamMember.every.filter(team=drop.entrant.team_id).select_related("team", "user"):
        dismiss(member=member, scope=scope, acting_user=acting_user)
    end_invites(entrant=drop.entrant, acting_user=acting_user)


def end_replacements(change: SeriesCalledOff | SeriesUndrawn) -> None:
    """Nobody plays for a club in a series that ends, unless games of it were played so."""
    left = Replacement.objects.filter(series__in=change.series_ids)
    if isinstance(change, SeriesCalledOff):
        finals = Game.objects.filter(series=OuterRef("series"), status=Game.Status.FINAL)
        left = left.exclude(Exists(finals.filter(started_at__gte=OuterRef("drop__made_at"))))
    for replacement in left.select_related(
        "drop__entrant__team", "drop__entrant__tournament", "user"
    ):
        take_off(replacement, change.acting_user)
        _log(
            replacement.drop,
            "replacement-withdrawn",
            change.acting_user,
            person=str(replacement.user),
            reason=change.reason,
        )


def _locked(tournament_id: int) -> Tournament:
    found = Tournament.objects.locked().get(pk=tournament_id)
    verify_begun(found)
    return found


def _running_with(
    tournament: Tournament, number: int, *, covered_too: bool = False
) -> tuple[League, Entrant]:
    """The event, locked, with the club's series, and the club."""
    tournament = _locked(tournament.pk)
    of_the_club = Q(fixture__home__number=number) | Q(fixture__away__number=number)
    lock_series(Series.objects.filter(of_the_club, event__key=tournament.scope))
    league = load_league(tournament)
    return league, club_to_drop(league, number, covered_too=covered_too)


def _covered(drop: Drop, acting_user: User) -> tuple[Drop, League]:
    """The drop and its event, locked, for a director: ``director-only``, ``not-covered``."""
    tournament = _locked(drop.entrant.tournament_id)
    verify_directs(acting_user, tournament.scope)
    drop = (
        Drop.objects.select_related("entrant__team")
        .prefetch_related("replacements__user", "replacements__series__games")
        .get(pk=drop.pk)
    )
    if drop.way != Dropped.COVERED or drop.undone_at or drop.taken_over_by_id:
        raise Refused(
            Refusal("not-covered", "Other managers do not play on for that club.", "drop")
        )
    return drop, load_league(tournament)


def _account(user: User | str) -> User:
    if isinstance(user, User):
        return user
    found = User.objects.filter(email=user.strip().lower(), is_active=True).first()
    if found is None:
        sentence = "Choose somebody, or give the address of an account."
        raise Refused(Refusal("no-such-person", sentence, "email"))
    return found


def _log(drop: Drop, code: str, acting_user: User | None, **more: object) -> None:
    scope = drop.entrant.tournament.scope
    log_action(
        code=code,
        actor=acting_user,
        scope=scope,
        subject=drop,
        new={"club": drop.entrant.team.name, **more},
    )
    publish(scope)
