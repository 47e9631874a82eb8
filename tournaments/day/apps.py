from django.apps import AppConfig


class DayConfig(AppConfig):
    name = "tournaments.day"
    label = "day"
    verbose_name = "The day of an event"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.people import closing
        from games.scheduling.selectors import place_of, timetable_of
        from tournaments.day.leaving import LeavingQuestions
        from tournaments.day.notices import register_all
        from tournaments.day.selectors import place_of_series, times_of_series

        timetable_of.register(times_of_series)
        place_of.register(place_of_series)
        closing.register(LeavingQuestions)
        register_all()
