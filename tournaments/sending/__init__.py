"""The reports that directors mail after a draft and after an event."""
