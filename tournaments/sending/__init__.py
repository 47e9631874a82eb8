"""The reports that directors send out after a draft and after an event."""
