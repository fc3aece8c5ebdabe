"""`--timeout`: a limit in seconds of real time, from the start of the command."""

import signal
import threading
from contextlib import contextmanager

from onchip.base.failures import Exit, Failure

LONGEST = 1e8  # about three years, in seconds; the host's timers may not accept a longer time


def message(seconds: float) -> str:
    """The message when the time is over."""
    return f"stopped after {seconds:g} seconds (--timeout)"


@contextmanager
def limited(seconds: float | None):
    """Limits the time of the steps before a run, such as compiling. When the time is over, the main
    thread gets a Failure. `lift` ends this limit when the run begins, because the run checks the
    clock itself.
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
    """Ends the limit on the steps before a run; call it when the run begins."""
    if threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, 0)
