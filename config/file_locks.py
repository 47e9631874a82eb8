"""Locks on files, which end with the process that has them, however it ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    _BYTE = 1 << 30
    """Behind the end of the file: what is locked there cannot be read."""

    def lock(descriptor: int) -> bool:
        """Take the lock of an open file; False where another process has it."""
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Take the lock of an open file; False where another process has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
