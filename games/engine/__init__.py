"""The game engine: pure Python, no Django, no database, no clock, no global randomness."""

from games.engine.compiled import use_build

COMPILED = use_build()
"""Whether modules imported from here on are the compiled ones."""
