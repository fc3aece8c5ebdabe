"""Shows the progress of a study on stderr: a changing line on a terminal, an occasional line
elsewhere.
"""

import sys
import time

from onchip.base import terminal

EVERY = 30.0  # seconds between two lines if stderr is not a terminal


class Progress:
    """The progress of a study with `total` points; `before` of them ended in earlier commands."""

    def __init__(self, total: int, before: int):
        self.total, self.ended, self.failed = total, before, 0
        # The estimated time counts from the first point that ends, because processes take time to
        # start.
        self.begun, self.first = 0.0, 0
        self.changes = sys.stderr.isatty()
        self.shown = time.monotonic()
        self.waited = -EVERY
        if before:
            self._line(f"{before} of {total} points are in the table already")

    def point(self, failed: bool) -> None:
        """Counts a point that has ended."""
        self.ended += 1
        self.failed += failed
        now = time.monotonic()
        if not self.first:
            self.begun, self.first = now, self.ended
        if now - self.shown >= (0.2 if self.changes else EVERY):
            self.shown = now
            self._show(self._text(now))

    def wait(self, what: str) -> None:
        """Shows a sentence, and repeats it as long as nothing else happens."""
        now = time.monotonic()
        if now - self.waited >= EVERY:
            self.waited = now
            self._show(what)

    def end(self) -> None:
        """Removes the line."""
        if self.changes:
            terminal.show("")

    def _text(self, now: float) -> str:
        text = f"{self.ended:,} of {self.total:,} points"
        if self.failed:
            text += f", {self.failed:,} failed"
        if self.ended == self.first:
            return text
        left = (now - self.begun) / (self.ended - self.first) * (self.total - self.ended)
        at = time.strftime("%H:%M:%S", time.localtime(time.time() + left))
        return f"{text}; about {_duration(left)} left, until {at}"

    def _show(self, text: str) -> None:
        if self.changes:
            terminal.show(text)
        else:
            self._line(text)

    def _line(self, text: str) -> None:
        print(f"onchip: {text}", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60} min"
