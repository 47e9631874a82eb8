from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from pitching.access import may_watch, rights_in_sheet

        topics.register("sheet", may_watch, rights=rights_in_sheet)
