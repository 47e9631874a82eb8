from django.apps import AppConfig


class BookConfig(AppConfig):
    name = "tournaments.book"
    label = "book"
    verbose_name = "The book"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import completion
        from games.services import players_lines
        from tournaments.book import keeping

        completion.register_at_once("tournament", keeping.game_changed)
        players_lines.register("tournament", keeping.lines_counted)
