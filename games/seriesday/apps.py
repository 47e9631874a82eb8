from django.apps import AppConfig


class SeriesDayConfig(AppConfig):
    name = "games.seriesday"
    label = "seriesday"
    verbose_name = "Series day"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.jobs.uptime import when_put_back
        from games import hooks
        from games.hooks import on
        from games.seriesday.notices import register_all
        from games.seriesday.services import deadlines, finding, reporting, turns
        from games.seriesday.services.put_back import move_series

        register_all()
        when_put_back(move_series)
        hooks.footnotes_of.register(finding.footnotes_of)
        on(hooks.SeriesBegan, lambda told: finding.found_illegal_squads(told.series))
        hooks.is_confirmed_by_others.register(reporting.is_confirmed_by_others)
        on(hooks.StatusChanged, lambda told: reporting.withdraw_scored_game(told.game))
        on(hooks.StatusChanged, lambda told: finding.look_at_concession(told.game))
        on(
            hooks.EndScored,
            lambda told: reporting.report_scored_game(told.game, told.acting_user),
        )
        on(
            hooks.SheetsWritten,
            lambda told: finding.found_violations(told.game, told.violations),
        )
        on(
            hooks.WentOn,
            lambda told: turns.found_out_of_turn(
                told.game, told.passed, acting_user=told.acting_user
            ),
        )
        on(hooks.WaitsAgain, lambda told: turns.waits_again(told.game))
        on(
            hooks.SeriesEnded,
            lambda told: deadlines.settle_over_time(told.series, "The series is over."),
        )
