from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "rosters.drafts"
    label = "drafts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.jobs.uptime import when_put_back
        from config.live import topics
        from config.live.parts import PARTS
        from config.people import scopes
        from rosters.drafts import access
        from rosters.drafts.notices import register_all
        from rosters.drafts.room import tell_rooms
        from rosters.drafts.services.put_back import move_drafts
        from rosters.drafts.views import parts
        from rosters.services.people import DISMISSED

        scopes.POLICIES.register(access.MOCK, access.MockAccess())
        topics.register("draft", access.may_watch, concerns=access.concern_of_draft)
        topics.register("board", access.may_watch_board, secret=True)
        PARTS.register("draft", parts.offered_room_part)
        PARTS.register("board", parts.offered_board_part)
        register_all()
        when_put_back(move_drafts)
        DISMISSED.append(tell_rooms)
