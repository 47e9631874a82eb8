from django.apps import AppConfig
from django.urls import register_converter
from django.urls.converters import IntConverter

from config.secret_parts import SecretConverter


class NumberConverter(IntConverter):
    """The number of a row in an address: never too long for the database to look for."""

    regex = "[0-9]{1,18}"


class HouseConfig(AppConfig):
    """The house itself: base templates, static files, and the commands that start it."""

    name = "config"
    verbose_name = "Horsehide"

    def ready(self) -> None:
        """Make the Celery application the current one, so that tasks are sent where it says; let
        addresses speak of ``<number:...>`` and ``<secret:...>``."""
        from config import celery, checks  # noqa: F401
        from config.seeing import slow  # noqa: F401 - times the queries of each connection

        register_converter(NumberConverter, "number")
        register_converter(SecretConverter, "secret")
