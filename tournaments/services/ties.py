"""Settle ties: record dice, draw or enter a tie-break game or a shoot-out, and withdraw such a
ruling.

Where first place of an event waits for it, the event is over once it is done.
"""

from collections.abc import Collection, Mapping, Sequence
from secrets import randbelow
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import verify_directs
from config.refusals import Refusal, Refused, refuse_all
from tournaments.models import TieRuling, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.shootouts import last_at_bat, winner_of
from tournaments.selectors.drawings import withdrawal_refusals
from tournaments.selectors.league import League, load_league
from tournaments.selectors.progress import seeds_of, waiting_ties
from tournaments.services.drawing import draw_tie_game
from tournaments.services.events import close_tournament
from tournaments.services.redrawing import take_back_rounds


@for_directors
def rule_on_tie(
    *, tournament: Tournament, kind: str, values: Mapping[int, int], acting_user: User
) -> TieRuling:
    """Record a ruling on a tied group: what was rolled for each club, or who won a game that was
    played at the table (1, and 0 for the loser).

    Refused: ``not-running``, ``no-such-tie`` where no such question waits for just these clubs,
    ``not-a-roll``, ``not-a-winner``.
    """
    with transaction.atomic():
        tournament = _running(tournament)
        league = load_league(tournament)
        _waiting(league, kind, values)
        names = {entrant.number: entrant.team.name for entrant in league.entrants}
        if kind == TieRuling.Kind.D20:
            refuse_all(
                Refusal(
                    "not-a-roll",
                    f"A d20 shows 1 to 20, not the {value} of {names[number]}.",
                    f"values.{number}",
                )
                for number, value in values.items()
                if not 1 <= value <= 20
            )
        elif sorted(values.values()) != [0, 1]:
            raise Refused(Refusal("not-a-winner", "One of the two has won: 1, and 0.", "values"))
        ruling = TieRuling.objects.create(
            tournament=tournament,
            kind=kind,
            values={str(number): value for number, value in values.items()},
            made_by=acting_user,
        )
        _log(ruling, "tie-ruled", acting_user)
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
    return ruling


@for_directors
def open_tie_game(
    *,
    tournament: Tournament,
    kind: str,
    members: Sequence[int],
    rolls: Mapping[int, int] | None = None,
    acting_user: User,
) -> TieRuling:
    """Draw the one game, or the shoot-out, that decides between two. Of a game the better number
    hosts; in a shoot-out the better seed bats last, or, without a seeding, the club with the higher
    d20 of ``rolls``, which the house throws where they are not given (T32.0c).

    Refused: as ``rule_on_tie`` and ``last_at_bat``, ``tie-game-open`` where there is one already,
    and ``no-game`` for dice.
    """
    with transaction.atomic():
        tournament = _running(tournament)
        if kind not in (TieRuling.Kind.PLAYOFF, TieRuling.Kind.SHOOT_OUT):
            raise Refused(Refusal("no-game", "Dice are rolled, not played.", "kind"))
        league = load_league(tournament)
        _waiting(league, kind, members)
        group = {str(member): 0 for member in members}
        _nothing_drawn(tournament, kind, members)
        details: dict[str, Any] = {}
        home, away = sorted(members)
        if kind == TieRuling.Kind.SHOOT_OUT:
            home, details = _last_at_bat(league, members, rolls)
            (away,) = set(members) - {home}
        label = TieRuling.Kind(kind).label
        names = {club.number: club.team.abbreviation for club in league.entrants}
        stage = draw_tie_game(
            league, kind, home=home, away=away, name=f"{label} {names[away]} at {names[home]}"
        )
        ruling = TieRuling.objects.create(
            tournament=tournament,
            kind=kind,
            values=group,
            stage=stage,
            details=details,
            made_by=acting_user,
        )
        _log(ruling, "tie-game-drawn", acting_user)
    return ruling


MOST_RUNS = 99
"""The most runs of a side in a game that is entered by its score."""


@for_directors
def enter_playoff(
    *, tournament: Tournament, runs: Mapping[int, int], acting_user: User
) -> TieRuling:
    """Record a one-game playoff that was played at the table, by the runs of both. It counts for
    the tie and for nothing else; a playoff that is to go onto pitching sheets is drawn here and
    reported instead.

    Refused: as ``rule_on_tie``, ``not-runs``, ``tied`` where neither has won, and ``tie-game-open``
    where a game is drawn here.
    """
    with transaction.atomic():
        tournament = _running(tournament)
        league = load_league(tournament)
        _waiting(league, TieRuling.Kind.PLAYOFF, runs)
        _nothing_drawn(tournament, TieRuling.Kind.PLAYOFF, runs)
        refuse_all(
            Refusal("not-runs", f"A club has 0 to {MOST_RUNS} runs, not {made}.", f"runs-{number}")
            for number, made in runs.items()
            if not 0 <= made <= MOST_RUNS
        )
        best = max(runs.values())
        if list(runs.values()).count(best) != 1:
            raise Refused(Refusal("tied", "Say which of the two has won it.", "runs"))
        ruling = TieRuling.objects.create(
            tournament=tournament,
            kind=TieRuling.Kind.PLAYOFF,
            values={str(number): int(made == best) for number, made in runs.items()},
            details={"runs": {str(number): made for number, made in runs.items()}},
            made_by=acting_user,
        )
        _log(ruling, "tie-ruled", acting_user)
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
    return ruling


@for_directors
def enter_shoot_out(
    *,
    tournament: Tournament,
    home: int,
    away: int,
    home_runs: Sequence[int],
    away_runs: Sequence[int],
    rolls: Mapping[int, int] | None = None,
    acting_user: User,
) -> TieRuling:
    """Record a shoot-out that was played at the table, by the runs of each inning. ``home`` batted
    last: the better seed, or the higher d20 of ``rolls`` (T32.0c, d).

    Refused: as ``rule_on_tie``, ``last_at_bat`` and ``winner_of``, ``batted-first`` where the
    visitors should have batted last, and ``tie-game-open`` where a game is drawn here.
    """
    with transaction.atomic():
        tournament = _running(tournament)
        league = load_league(tournament)
        members = (home, away)
        _waiting(league, TieRuling.Kind.SHOOT_OUT, members)
        _nothing_drawn(tournament, TieRuling.Kind.SHOOT_OUT, members)
        seeds = seeds_of(league, members)
        last = last_at_bat(members, seeds, rolls or {})
        won = winner_of(away_runs, home_runs, tournament.edition.shootouts.decided_from)
        refuse_all(each for wrong in (last, won) if isinstance(wrong, list) for each in wrong)
        if last != home:
            raise Refused(
                Refusal(
                    "batted-first",
                    "The better seed, or the higher roll, bats last.",
                    "home",
                    {"rule": "T32.0c", "home": last},
                )
            )
        ruling = TieRuling.objects.create(
            tournament=tournament,
            kind=TieRuling.Kind.SHOOT_OUT,
            values={str(home): int(won is True), str(away): int(won is False)},
            details={
                "home": home,
                "rolls": {str(member): roll for member, roll in (rolls or {}).items()},
                "runs": {str(home): list(home_runs), str(away): list(away_runs)},
            },
            made_by=acting_user,
        )
        _log(ruling, "tie-ruled", acting_user)
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
    return ruling


def _last_at_bat(
    league: League, members: Sequence[int], rolls: Mapping[int, int] | None
) -> tuple[int, dict[str, Any]]:
    seeds = seeds_of(league, members)
    thrown = dict(rolls or {})
    by_house = not thrown and len(seeds) < 2
    while by_house and len(set(thrown.values())) < 2:
        thrown = {member: randbelow(20) + 1 for member in members}
    last = last_at_bat(members, seeds, thrown)
    if isinstance(last, list):
        raise Refused(*last)
    return last, {
        "home": last,
        "rolls": {str(member): roll for member, roll in thrown.items()},
        "by_house": by_house,
    }


def withdraw_ruling(*, ruling: TieRuling, acting_user: User) -> TieRuling:
    """Take a ruling back: the tie is open again, and a game that was drawn for it goes with it.
    Refused: ``director-only``, ``withdrawn``, ``round-drawn`` once a later stage was drawn upon it,
    and ``round-played`` where its game has been played or begun: who takes that back takes the
    round back (``take_back_drawing``)."""
    with transaction.atomic():
        verify_directs(acting_user, ruling.tournament.scope)
        tournament = _running(ruling.tournament)
        ruling = TieRuling.objects.select_for_update(of=("self",)).get(pk=ruling.pk)
        league = load_league(tournament)
        refuse_all(withdrawal_refusals(league, ruling))
        if ruling.stage is not None:
            rounds = league.of_stage(ruling.stage)
            words = "The ruling that asked for it was withdrawn."
            take_back_rounds(league, rounds, words, acting_user)
            ruling.refresh_from_db()
        if ruling.withdrawn_at is None:
            ruling.withdrawn_at = timezone.now()
            ruling.save(update_fields=["withdrawn_at"])
        _log(ruling, "tie-ruling-withdrawn", acting_user)
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
    return ruling


def _waiting(league: League, kind: str, members: Mapping[int, int] | Sequence[int]) -> None:
    group = frozenset(members)
    for answer in waiting_ties(league):
        if answer.step.criterion == kind and frozenset(answer.group) == group:
            return
    raise Refused(
        Refusal(
            "no-such-tie",
            "No tie of just these clubs waits for that.",
            "members",
            {"kind": kind, "members": sorted(group)},
        )
    )


def _nothing_drawn(tournament: Tournament, kind: str, members: Collection[int]) -> None:
    drawn = TieRuling.objects.filter(
        tournament=tournament, kind=kind, withdrawn_at=None, stage__isnull=False
    )
    group = {str(member) for member in members}
    if any(set(each.values) == group for each in drawn):
        raise Refused(Refusal("tie-game-open", "That game is drawn already.", "members"))


def _running(tournament: Tournament) -> Tournament:
    found = Tournament.objects.locked().get(pk=tournament.pk)
    if found.state == Tournament.State.SETUP:
        raise Refused(Refusal("not-running", "No game has been played yet."))
    return found


def _log(ruling: TieRuling, code: str, acting_user: User) -> None:
    tournament = ruling.tournament
    clubs = tournament.entrants.filter(number__in=ruling.values)
    names = dict(clubs.values_list("number", "team__name"))
    log_action(
        code=code,
        actor=acting_user,
        scope=tournament.scope,
        subject=ruling,
        new={"kind": ruling.kind, "values": ruling.values, "told": ruling.told(names.__getitem__)},
    )
    publish(tournament.scope)
