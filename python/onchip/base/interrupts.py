"""Notes Ctrl-C, so that a command can react when it is ready, and passes signals on."""

import os
import signal
import threading
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PASSED_ON = (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTSTP, signal.SIGCONT)


@contextmanager
def interrupts():
    """Yields a function that returns the first signal of `SIGNALS` that has arrived, or 0. Signals
    that our parent process has told us to ignore do not count. A second signal ends the command at
    once.
    """
    seen = []

    def note(number, frame):
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    with _handled(note, [number for number in SIGNALS if not ignored(number)]):
        yield lambda: seen[0] if seen else 0


@contextmanager
def passed_on(send):
    """Calls `send` with each signal of `PASSED_ON` that arrives. For SIGTSTP it calls `send` with
    SIGSTOP, and then stops this process, too.
    """

    def handle(number, frame):
        send(signal.SIGSTOP if number == signal.SIGTSTP else number)
        if number == signal.SIGTSTP:
            os.kill(os.getpid(), signal.SIGSTOP)

    with _handled(handle, [number for number in PASSED_ON if not ignored(number)]):
        yield


@contextmanager
def default_in_children():
    """Resets ignored `SIGNALS` to their default action for programs started in this context. A
    script that runs this process in the background, or `nohup`, makes it ignore them, but a program
    that sends itself such a signal expects the signal to take effect.
    """
    # exec resets a handler to the default action, but would keep SIG_IGN.
    with _handled(lambda number, frame: None, [number for number in SIGNALS if ignored(number)]):
        yield


def ignored(number: int) -> bool:
    """Whether a signal is ignored."""
    return signal.getsignal(number) == signal.SIG_IGN


@contextmanager
def _handled(handler, numbers):
    """Installs a handler for some signals. Python allows that in the main thread only, so in other
    threads this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
