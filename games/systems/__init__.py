"""The game systems, a folder each; ``registry`` finds them by their folders.

Each folder has a ``game_system`` module that registers its one face (``face.GameSystem``), and
nothing outside a folder imports what is in it. ``play`` holds a system's rules as pure Python that
is compiled with the engine, ``text`` what people write and read of it (cards and charts as text,
words), pure as well and never compiled; the rest is Django's, with ``templates`` and ``static``,
since every folder is an app.
"""

# Lets the compiled modules of a build answer the imports below.
import games.engine  # noqa: F401
