"""The day of an event: when rounds begin, where they are played, and what the hall screen shows."""
