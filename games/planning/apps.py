from django.apps import AppConfig


class PlanningConfig(AppConfig):
    name = "games.planning"
    label = "planning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from games import hooks
        from games.planning import access
        from games.planning.board import event_rules
        from games.planning.plans import plans_of
        from games.planning.services.before_games import orders_said

        topics.register("squad", access.may_watch, concerns=access.concern_of_squad)
        hooks.plans_of.register(plans_of)
        hooks.orders_said.register(orders_said)
        hooks.bullpens_reset.register(lambda scope: event_rules(scope).bullpen_resets)
