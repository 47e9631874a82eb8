from django.apps import AppConfig


class AwardsConfig(AppConfig):
    name = "tournaments.awards"
    label = "awards"
    verbose_name = "Awards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.awards.notices import register_all

        register_all()
