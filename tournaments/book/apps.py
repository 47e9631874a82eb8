from django.apps import AppConfig


class BookConfig(AppConfig):
    name = "tournaments.book"
    label = "book"
    verbose_name = "The book"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import season
        from games.hooks import LinesReplaced, StatusChanged, on
        from rosters import done_here
        from tournaments.book import careers, keeping
        from tournaments.book.season import season_lines

        on(StatusChanged, keeping.game_changed)
        on(LinesReplaced, lambda event: keeping.take_off(event.game_ids))
        done_here.done_here.register(careers.careers)
        season.KEEPERS.register("tournament", season_lines)
