"""Forms of the rosters' pages: they parse, the services and selectors judge."""
