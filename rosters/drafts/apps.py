from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "rosters.drafts"
    label = "drafts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from config.people import scopes
        from rosters.drafts import access

        scopes.register(access.MOCK, access.MockAccess())
        topics.register("draft", access.may_watch)
