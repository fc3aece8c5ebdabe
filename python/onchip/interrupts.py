"""Ctrl-C, noted and answered at a moment that suits."""

import signal
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def interrupts():
    """Gives a function that says whether one of `SIGNALS` came; a second one ends at once."""
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
