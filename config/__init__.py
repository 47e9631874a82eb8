"""Settings, people, jobs, live updates, the log, the API's frame; and how the product says no."""

__version__ = "0.5.0"
