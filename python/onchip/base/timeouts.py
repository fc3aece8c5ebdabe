"""`--timeout`: seconds of real time from the begin of a command."""

import signal
import threading
from contextlib import contextmanager

from onchip.base.failures import Exit, Failure

LONGEST = 1e8  # seconds, three years: more than the host's timers may take


def message(seconds: float) -> str:
    """What is said at the end of the time."""
    return f"stopped after {seconds:g} seconds (--timeout)"


@contextmanager
def limited(seconds: float | None):
    """For what comes before a run: compiling, placing. A Failure ends it, in the main thread, when
    the time is over. A run looks at the clock itself, after `lift`.
    """
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_, __):
        raise Failure(Exit.TIMEOUT, f"{message(seconds)}, before the run has begun")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, LONGEST))
    try:
        yield
    finally:
        lift()
        signal.signal(signal.SIGALRM, before)


def lift() -> None:
    """The run begins."""
    if threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, 0)
