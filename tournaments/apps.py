from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from config.people.models import User


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from games import bells
        from games import doors as games
        from rosters import doors as rosters
        from tournaments.permissions import EntrantKeeper, TournamentKeeper

        keeper = TournamentKeeper()
        games.register("tournament", keeper)
        topics.register("tournament", keeper.may_view)
        bells.register("tournament", _settle)
        rosters.register(EntrantKeeper())


def _settle(key: str, acting_user: "User | None") -> None:
    from tournaments.services.events import settle

    settle(tournament_id=int(key), acting_user=acting_user)
