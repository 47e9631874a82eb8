from django.apps import AppConfig


class HouseConfig(AppConfig):
    """The house itself: base templates, static files, and the commands that start it."""

    name = "config"
    verbose_name = "Horsehide"
