from django.apps import AppConfig


class SendingConfig(AppConfig):
    name = "tournaments.sending"
    label = "sending"
    verbose_name = "Reports to send"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from config.people.closing import register_renaming
        from tournaments.sending.services import rename_in_reports

        register_renaming(rename_in_reports)
