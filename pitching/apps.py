from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from pitching.access import concern_of_sheet, may_watch

        topics.register("sheet", may_watch, concerns=concern_of_sheet)
