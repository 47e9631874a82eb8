from django.apps import AppConfig


class UiConfig(AppConfig):
    """Template tags, charts and the styleguide. Holds no model."""

    name = "config.ui"
    label = "ui"
    verbose_name = "Pages"
