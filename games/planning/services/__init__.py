"""The only place that writes a club's plans."""
