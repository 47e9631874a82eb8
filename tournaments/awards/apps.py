from django.apps import AppConfig


class AwardsConfig(AppConfig):
    name = "tournaments.awards"
    label = "awards"
    verbose_name = "Awards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rosters import done_here
        from tournaments.awards.honours import honours
        from tournaments.awards.notices import register_all

        register_all()
        done_here.awards_here.register(honours)
