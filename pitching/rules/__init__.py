"""The pitching law as pure functions over frozen values: no clock, no query, no Django.

Compiled with the engine by mypyc (``games.engine.compiled``).
"""

import games.engine  # noqa: F401
