"""What the API gives and takes of events, by subject."""
