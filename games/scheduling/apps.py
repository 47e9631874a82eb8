from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    name = "games.scheduling"
    label = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.scheduling.notices import register_all

        register_all()
