from django.apps import AppConfig


class SeriesDayConfig(AppConfig):
    name = "games.seriesday"
    label = "seriesday"
    default_auto_field = "django.db.models.BigAutoField"
