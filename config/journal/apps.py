from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "config.journal"
    label = "journal"
    default_auto_field = "django.db.models.BigAutoField"
