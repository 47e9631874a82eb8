from django.apps import AppConfig


class SeriesDayConfig(AppConfig):
    name = "games.seriesday"
    label = "seriesday"
    verbose_name = "Series day"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.seriesday.notices import register_all

        register_all()
