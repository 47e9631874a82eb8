from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import doors as games
        from rosters import doors as rosters
        from tournaments.permissions import EntrantKeeper, TournamentKeeper

        games.register("tournament", TournamentKeeper())
        rosters.register(EntrantKeeper())
