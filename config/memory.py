"""What a process keeps for good, and what it gives back."""

import ctypes
import gc
from contextlib import suppress

M_ARENA_MAX = -8
"""Of glibc's ``mallopt``."""


def keep_for_good() -> None:
    """Let the collector pass over everything that is loaded by now, from now on: in a process that
    works for a long time it looks through the framework and its models again and again, a fifth of
    the time in which a job stores games, and finds nothing to take away."""
    gc.collect()
    gc.freeze()


def share_heaps() -> None:
    """Have all threads of this process share two heaps.

    Each open stream holds a thread, and glibc gives threads heaps of their own, eight a core,
    which keep what was freed below something that is still in use: of 413 MB after some minutes
    with 400 who watch, 72 were nobody's. Threads of Python take turns anyway. Other C libraries
    have no such heaps, and are left alone.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)
