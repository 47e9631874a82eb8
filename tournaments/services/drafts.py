"""Set up the draft of a tournament's clubs, and refuse what may not be done during it."""

from collections import Counter
from dataclasses import replace

from django.db import transaction

from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from rosters.drafts.models import Draft
from rosters.drafts.services.preparing import set_up_draft
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.selectors.drafts import draft_of, draft_settings


@for_directors
def set_up(*, tournament: Tournament, acting_user: User) -> Draft:
    """A draft for the clubs of a tournament that has not begun, in its divisions, sanctioned where
    each of them is of the size for it; ``already-started``, ``no-cards``, and as
    ``set_up_draft``."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(Refusal("already-started", "Squads are drafted before play begins."))
        if tournament.card_set is None:
            raise Refused(
                Refusal("no-cards", f"{tournament.system.name} is played without cards.", "draft")
            )
        entrants = list(tournament.entrants.select_related("team"))
        teams = [each.team for each in entrants]
        sizes = Counter(each.division for each in entrants)
        divisions = [sizes[number] for number in sorted(sizes)]
        law = tournament.edition.divisions
        fits = all(law.least_teams <= size <= law.most_teams for size in divisions)
        draft = set_up_draft(
            scope=tournament.scope,
            name=f"{tournament.name}: draft",
            card_set=tournament.card_set,
            teams=teams,
            settings=replace(draft_settings(tournament), sanctioned=fits),
            acting_user=acting_user,
            divisions=divisions,
        )
        publish(tournament.scope)
    return draft


def require_drafted(tournament: Tournament) -> None:
    """``draft-not-complete`` while a draft is set up or under way: squads come from it."""
    draft = draft_of(tournament)
    if draft is not None and draft.state != Draft.State.COMPLETE:
        raise Refused(
            Refusal(
                "draft-not-complete",
                "The clubs are being drafted; end the draft, or take it back, before play begins.",
                "draft",
            )
        )


def require_no_draft(tournament: Tournament) -> None:
    """``draft-set-up``: clubs neither come nor go once their draft is set up."""
    if draft_of(tournament) is not None:
        raise Refused(
            Refusal(
                "draft-set-up",
                "The draft of these clubs is set up; take it back first.",
                "clubs",
            )
        )
