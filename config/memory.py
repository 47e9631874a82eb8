"""What a process keeps for good."""

import gc


def keep_for_good() -> None:
    """Let the collector pass over everything that is loaded by now, from now on: in a process that
    works for a long time it looks through the framework and its models again and again, a fifth of
    the time in which a job stores games, and finds nothing to take away."""
    gc.collect()
    gc.freeze()
