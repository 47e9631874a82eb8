from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.conf import settings

        from config.jobs.uptime import when_put_back
        from config.live.parts import PARTS
        from config.live.topics import register
        from games import projecting as seasons
        from games.card_games.registry import use_charts
        from games.selectors import (
            concern_of_game,
            concern_of_series,
            may_watch_game,
            may_watch_series,
        )
        from games.services.put_back import move_games
        from games.systems.registry import discover
        from games.views.parts import offered_game_part, offered_series_part
        from rosters.drafts import projecting

        discover()
        when_put_back(move_games)
        projecting.played.register(seasons.project)
        register("series", may_watch_series, concerns=concern_of_series)
        register("game", may_watch_game, concerns=concern_of_game)
        PARTS.register("series", offered_series_part)
        PARTS.register("game", offered_game_part)
        for system_key, folder in settings.OWNED_CHARTS.items():
            use_charts(system_key, folder)
