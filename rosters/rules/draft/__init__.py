"""Draft rules: who picks when, what may be picked, and the state of the board. Pure."""
