"""The game systems, a folder each; ``registry`` knows them all.

``play`` holds a system's rules as pure Python that is compiled with the engine, ``text`` what
people write and read of it (cards and charts as text, words), pure as well and never compiled.
"""

# Lets the compiled modules of a build answer the imports below.
import games.engine  # noqa: F401
