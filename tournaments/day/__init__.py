"""The day of an event: when its rounds begin, where they are played, and what the hall sees."""
