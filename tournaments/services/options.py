"""Change the options under which an event is played, as long as nothing has been drawn."""

from collections.abc import Mapping

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.services.plans import Format, TournamentPlan


@for_directors
def change_options(
    *,
    tournament: Tournament,
    settings: Mapping[str, object],
    format: Format,
    card_set: str = "",
    acting_user: User,
) -> Tournament:
    """Give a tournament that has not started these options of its game system, this format and
    these cards (their slug, in games that need some).

    Refused: ``already-started``, and all that is wrong with options, format and cards at once.
    """
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(
                Refusal(
                    "already-started",
                    f"{tournament} is {tournament.get_state_display()}: its options stand.",
                )
            )
        plan = TournamentPlan(
            name=tournament.name,
            system_key=tournament.system_key,
            clubs=(),
            settings=settings,
            format=format,
            card_set=card_set,
            edition_preset=tournament.edition_preset,
            edition_fields=tournament.edition_fields,
        )
        refuse_all(plan.game_problems())
        stage = tournament.stages.get(number=1)
        before = {
            "settings": tournament.settings,
            "cards": str(tournament.card_set or ""),
            "format": [stage.legs, stage.series_length, stage.home_pattern],
        }
        tournament.settings = plan.settled()
        tournament.card_set = plan.cards()
        tournament.save(update_fields=["settings", "card_set"])
        stage.legs, stage.series_length = format.legs, format.series_length
        stage.home_pattern = format.letters
        stage.save(update_fields=["legs", "series_length", "home_pattern"])
        after = {
            "settings": tournament.settings,
            "cards": str(tournament.card_set or ""),
            "format": [stage.legs, stage.series_length, stage.home_pattern],
        }
        changed = [key for key in after if after[key] != before[key]]
        if changed:
            log_action(
                code="tournament-options-changed",
                actor=acting_user,
                scope=tournament.scope,
                subject=tournament,
                old={key: before[key] for key in changed},
                new={key: after[key] for key in changed},
            )
            publish(tournament.scope)
    return tournament
