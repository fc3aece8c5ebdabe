"""Shows on a terminal what takes long, by rich."""

import contextlib
import sys
import threading
from collections.abc import Iterator

from onchip.base import terminal

PATIENCE = 1.0  # seconds before anything is shown


class _Terminal:
    """stderr, on which rich's control characters take effect."""

    def write(self, text: str) -> int:
        terminal.control(sys.stderr, text)
        return len(text)

    def __getattr__(self, name: str):
        return getattr(sys.stderr, name)


@contextlib.contextmanager
def during(what: str) -> Iterator[None]:
    """Shows what is being done, with the time that it has taken, until the end of the `with`
    statement. Nothing is shown in the first second, or if stderr is no terminal.
    """
    if not sys.stderr.isatty():
        yield
        return
    shown = []
    lock = threading.Lock()

    def show() -> None:
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

        text = escape(terminal.printable(what))
        columns = SpinnerColumn(), text.replace("{", "{{").replace("}", "}}"), TimeElapsedColumn()
        with lock:
            if shown is not None:
                progress = Progress(*columns, transient=True, console=Console(file=_Terminal()))
                progress.add_task(text)
                progress.start()
                shown.append(progress)

    timer = threading.Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            for progress in shown:
                progress.stop()
            shown = None
