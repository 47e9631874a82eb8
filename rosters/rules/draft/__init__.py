"""The law of a draft: who picks when, what may be picked, and what is on the board. Pure."""
