from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    name = "games.scheduling"
    label = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.people.services import end_with_password
        from games import hooks
        from games.scheduling.notices import register_all
        from games.scheduling.selectors import kept_for_people
        from games.scheduling.services import end_calendar_link

        register_all()
        hooks.kept_for_people.register(kept_for_people)
        end_with_password(end_calendar_link)
