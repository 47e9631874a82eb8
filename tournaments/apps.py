from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from config.people.models import User


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from config.people import closing, scopes
        from config.people.second_factor import register_directors
        from games import completion
        from games.seriesday.consequences import CONSEQUENCES, Consequences
        from games.seriesday.turns import TURNS
        from rosters import access as rosters
        from rosters import done_here
        from tournaments.notices import register_all
        from tournaments.permissions import EntrantAccess, TournamentAccess, directs
        from tournaments.selectors.consequences import standing, warnings
        from tournaments.selectors.holders import events_with
        from tournaments.selectors.suspended import turns_in
        from tournaments.services.leaving import LeavingEvents

        scopes.POLICIES.register("tournament", TournamentAccess())
        topics.register("tournament", lambda user, key: scopes.may_view(user, f"tournament:{key}"))
        completion.LISTENERS.register("tournament", _settle)
        CONSEQUENCES.register("tournament", Consequences(standing, warnings))
        TURNS.register("tournament", turns_in)
        rosters.register(EntrantAccess())
        done_here.register_holder(events_with)
        register_directors(directs)
        closing.register(LeavingEvents)
        register_all()


def _settle(key: str, acting_user: "User | None") -> None:
    from tournaments.services.events import close_tournament

    close_tournament(tournament_id=int(key), acting_user=acting_user)
