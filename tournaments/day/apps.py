from django.apps import AppConfig


class DayConfig(AppConfig):
    name = "tournaments.day"
    label = "day"
    verbose_name = "The day of an event"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config import retention
        from config.people import closing
        from config.people.own_data import register_address
        from games.scheduling.selectors import place_of, timetable_of
        from tournaments.day.leaving import LeavingTheDay
        from tournaments.day.notices import register_all
        from tournaments.day.selectors import place_of_series, times_of_series
        from tournaments.day.sign_ups import unconfirmed_too_long

        timetable_of.register(times_of_series)
        place_of.register(place_of_series)
        closing.register(LeavingTheDay)
        register_address("day.signup", "email", "name", "town", "partner", "club")
        register_address("day.question", "email", "name")
        retention.register(unconfirmed_too_long)
        register_all()
