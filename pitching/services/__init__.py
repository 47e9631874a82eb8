"""The only place that writes pitching sheets."""
