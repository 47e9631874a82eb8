from django.apps import AppConfig


class BookConfig(AppConfig):
    name = "tournaments.book"
    label = "book"
    verbose_name = "The book"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import completion, season
        from games.services import players_lines
        from rosters import done_here
        from tournaments.book import careers, keeping
        from tournaments.book.season import season_lines

        completion.AT_ONCE.register("tournament", keeping.game_changed)
        done_here.register(careers.careers)
        players_lines.LISTENERS.register("tournament", keeping.lines_counted)
        season.KEEPERS.register("tournament", season_lines)
