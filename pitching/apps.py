from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"
    default_auto_field = "django.db.models.BigAutoField"
