from django.apps import AppConfig


class PlanningConfig(AppConfig):
    name = "games.planning"
    label = "planning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from games.planning import access

        topics.register("squad", access.may_watch)
