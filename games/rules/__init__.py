"""The law of a series day: results, concessions, remedies, suspended games. Pure functions."""
