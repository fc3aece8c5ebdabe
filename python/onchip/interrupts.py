"""Ctrl-C, noted and answered at a moment that suits."""

import signal
import threading
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def interrupts():
    """Gives a function that says whether one of `SIGNALS` came; a second one ends at once. Only
    the main thread hears of signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    seen = []

    def note(number, frame):
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    before = {number: signal.signal(number, note) for number in SIGNALS}
    try:
        yield lambda: bool(seen)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
