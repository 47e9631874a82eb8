from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "tournaments.practice"
    label = "practice"
    verbose_name = "Practice"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.people import scopes
        from tournaments.practice.access import PracticeAccess
        from tournaments.practice.models import PRACTICE

        scopes.POLICIES.register(PRACTICE, PracticeAccess())
