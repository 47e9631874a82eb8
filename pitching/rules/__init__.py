"""The law of pitching as pure functions over frozen values: no clock, no query, no Django."""
