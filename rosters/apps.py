from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RostersConfig(AppConfig):
    name = "rosters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.live import topics
        from rosters.live_rights import rights_of

        topics.rights_of.register(rights_of)
        from rosters.services.importing import store_house_parks

        post_migrate.connect(store_house_parks, sender=self)
