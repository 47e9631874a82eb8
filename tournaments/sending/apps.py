from django.apps import AppConfig


class SendingConfig(AppConfig):
    name = "tournaments.sending"
    label = "sending"
    verbose_name = "Reports to send"
    default_auto_field = "django.db.models.BigAutoField"
