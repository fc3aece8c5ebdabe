"""Ctrl-C, noted and answered at a moment that suits."""

import signal
import threading
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def interrupts():
    """Gives a function that says whether one of `SIGNALS` came that whoever has started us does not
    want ignored; a second one ends at once.
    """
    seen = []

    def note(number, frame):
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    with _handled(note, [number for number in SIGNALS if not ignored(number)]):
        yield lambda: bool(seen)


@contextmanager
def default_in_children():
    """Programs that are started meanwhile heed `SIGNALS` where we ignore them, as in the background
    of a script or under `nohup`: a program that sends one to itself expects that.
    """
    # A handler ends with exec; SIG_IGN would not.
    with _handled(lambda number, frame: None, [number for number in SIGNALS if ignored(number)]):
        yield


def ignored(number: int) -> bool:
    """Whether a signal is ignored."""
    return signal.getsignal(number) == signal.SIG_IGN


@contextmanager
def _handled(handler, numbers):
    """Only the main thread hears of signals."""
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
