from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "config.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.journal.services import LISTENERS
        from config.live.topics import register
        from config.notices import hearing, operators
        from config.notices.leaving import LeavingNotices
        from config.notices.topics import KIND, may_watch
        from config.people import closing

        register(KIND, may_watch)
        LISTENERS.append(hearing.hear)
        operators.register_all()
        closing.register(LeavingNotices)
