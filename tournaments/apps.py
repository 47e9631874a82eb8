from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from config.people import closing, scopes, second_factor
        from config.people.own_data import register_address
        from games import hooks
        from games.seriesday.consequences import CONSEQUENCES, Consequences
        from games.turns import TURNS
        from rosters import access as rosters
        from rosters import done_here
        from tournaments.endings import register_endings
        from tournaments.notices import register_all
        from tournaments.permissions import (
            EntrantAccess,
            TournamentAccess,
            concern_of_event,
            directs,
            is_over,
            may_watch,
        )
        from tournaments.selectors.consequences import standing, warnings
        from tournaments.selectors.holders import events_with
        from tournaments.selectors.simulated import take_back_page
        from tournaments.selectors.suspended import turns_in
        from tournaments.services.events import close_events
        from tournaments.services.leaving import LeavingEvents
        from tournaments.services.substitutions import settle_substitutions

        scopes.POLICIES.register("tournament", TournamentAccess())
        topics.register("tournament", may_watch, concerns=concern_of_event)
        hooks.on(hooks.ResultsChanged, close_events)
        hooks.on(hooks.ResultsChanged, settle_substitutions)
        hooks.on(hooks.SeriesCalledOff, settle_substitutions)
        hooks.on(hooks.SeriesTakenUp, settle_substitutions)
        hooks.on(hooks.SeriesUndrawn, settle_substitutions)
        register_endings()
        CONSEQUENCES.register("tournament", Consequences(standing, warnings))
        TURNS.register("tournament", turns_in)
        hooks.is_event_over.register(is_over)
        hooks.take_back_page.register(take_back_page)
        rosters.register(EntrantAccess())
        done_here.squads_here.register(events_with)
        second_factor.directs.register(directs)
        closing.register(LeavingEvents)
        register_address("tournaments.invite", "email")
        register_all()
