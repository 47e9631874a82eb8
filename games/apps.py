from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.conf import settings

        from config.live.topics import register
        from games.charts import use_charts
        from games.selectors import may_watch_game, may_watch_series

        register("series", may_watch_series)
        register("game", may_watch_game)
        use_charts(settings.PURESTRAT_CHARTS)
