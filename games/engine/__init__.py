"""The game engine: pure Python, no Django, no database, no clock, no global randomness."""
