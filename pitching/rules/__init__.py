"""The law of pitching as pure functions over frozen values: no clock, no query, no Django.

It is compiled with the engine, which finds the build (``games.engine.compiled``).
"""

import games.engine  # noqa: F401
