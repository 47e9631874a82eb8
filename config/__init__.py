"""Settings, people, jobs, live updates, the log, the API's frame; and how the product says no."""
