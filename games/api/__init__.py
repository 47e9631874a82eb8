"""Game systems, series and games for API clients: to read, to record, to play."""
