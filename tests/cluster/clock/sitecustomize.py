"""A clock that lies: `time.time()` is wrong by as many seconds as the file says that `WRONG_BY` names.

Python imports this by itself where this folder is in PYTHONPATH. Whoever changes the file lets the clock jump. The
monotonic clock is left alone: no step of a system's time moves that.
"""

import mmap
import os
import struct
import time

true_time = time.time
with open(os.environ["WRONG_BY"], "rb") as file:  # noqa: PTH123 - imported before anything else
    seconds = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)


def wrong_time() -> float:
    """The time of day, as this process believes it to be."""
    return true_time() + struct.unpack_from("<d", seconds)[0]


time.time = wrong_time
time.time_ns = lambda: int(wrong_time() * 1_000_000_000)
