from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class PeopleConfig(AppConfig):
    name = "config.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.people import second_step, services  # noqa: F401 - listen: who signs in, mails
        from config.secret_parts import mark_parameter

        # The parameter of mailed sign-in links.
        mark_parameter("sesame")
        # Permissions are declared in the apps' permissions modules, by rules.add_perm. The
        # package's own discovery would look for rules.py, which here is the law of the game.
        autodiscover_modules("permissions")
