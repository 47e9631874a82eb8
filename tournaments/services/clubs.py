"""Enter clubs and withdraw them before the schedule is drawn."""

from collections import Counter
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from rosters.rules.teams import TeamPlan
from rosters.services.teams import create_teams
from tournaments.models import Entrant, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.dividing import entering
from tournaments.rules.schedule import FEWEST_ENTRANTS
from tournaments.services.drafts import require_no_draft
from tournaments.services.formats import size_problems
from tournaments.services.plans import club_problems
from tournaments.services.quotas import verify_room_for_clubs

_ASIDE = 1000
"""Added to numbers while they change places, so that no two are ever the same."""


@for_directors
def enter_clubs(
    *, tournament: Tournament, plans: Sequence[TeamPlan], acting_user: User
) -> list[Entrant]:
    """Enter more clubs, behind those there are and into the smallest divisions.

    Refused with everything that is wrong at once: ``already-started``, ``no-clubs``, whatever is
    wrong with a club or alike in two, ``quota-reached``; places count the new clubs.
    """
    with transaction.atomic():
        tournament = _in_setup(tournament)
        there = list(tournament.entrants.select_related("team").order_by("number"))
        if not plans:
            raise Refused(Refusal("no-clubs", "Name at least one club, a line each.", "clubs"))
        known = [TeamPlan(entrant.team.name, entrant.team.abbreviation) for entrant in there]
        refuse_all(_counted(refusal, len(known)) for refusal in club_problems([*known, *plans]))
        verify_room_for_clubs(acting_user, len(plans))
        sizes = Counter(entrant.division for entrant in there)
        teams = create_teams(plans=plans)
        entrants = Entrant.objects.bulk_create(
            Entrant(tournament=tournament, team=team, number=number, division=division)
            for number, (team, division) in enumerate(
                zip(teams, entering(sizes, len(teams)), strict=True), start=len(there) + 1
            )
        )
        log_action(
            code="clubs-entered",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            new={"clubs": [entrant.team.name for entrant in entrants]},
        )
        publish(tournament.scope)
    return entrants


@for_directors
def withdraw_club(*, tournament: Tournament, number: int, acting_user: User) -> None:
    """Take a club out with its people and open invites; the clubs behind it move up one number, and
    all stay in their divisions.

    Refused: ``already-started``, ``no-such-club``, ``number-of-clubs`` where too few would stay,
    ``number-of-divisions`` where too few would stay in its division.
    """
    with transaction.atomic():
        tournament = _in_setup(tournament)
        entrant = tournament.entrants.select_related("team").filter(number=number).first()
        if entrant is None:
            raise Refused(Refusal("no-such-club", f"There is no club No. {number}.", "club"))
        if tournament.entrants.count() <= FEWEST_ENTRANTS:
            raise Refused(
                Refusal(
                    "number-of-clubs",
                    f"A round robin takes {FEWEST_ENTRANTS} clubs at least; enter another first.",
                    "club",
                    {"least": FEWEST_ENTRANTS},
                )
            )
        others = tournament.entrants.exclude(pk=entrant.pk)
        refuse_all(size_problems(others.values_list("division", flat=True)))
        team = entrant.team
        entrant.delete()
        team.delete()
        behind = tournament.entrants.filter(number__gt=number)
        behind.update(number=F("number") + _ASIDE)
        tournament.entrants.filter(number__gt=_ASIDE).update(number=F("number") - _ASIDE - 1)
        log_action(
            code="club-withdrawn",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"club": team.name},
        )
        publish(tournament.scope)


def _in_setup(tournament: Tournament) -> Tournament:
    """The tournament, its row taken."""
    found = Tournament.objects.locked().get(pk=tournament.pk)
    if found.state != Tournament.State.SETUP:
        raise Refused(
            Refusal(
                "already-started",
                "The schedule is drawn: clubs come and go only before play begins.",
                "clubs",
            )
        )
    require_no_draft(found)
    return found


def _counted(refusal: Refusal, known: int) -> Refusal:
    """A refusal of the clubs together, its place counted among the new ones."""
    word, _, number = refusal.place.partition(" ")
    if word != "club" or not number.isdigit() or int(number) <= known:
        return refusal
    return Refusal(refusal.code, refusal.message, f"club {int(number) - known}", refusal.facts)
