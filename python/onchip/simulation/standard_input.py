"""The standard input of a program: the first rank's is that of the command."""

import os
import select
import sys
from collections.abc import Callable

from onchip.outcome.console import Console

LOOK_SECONDS = 0.05  # between two checks whether to go on waiting


class StandardInput:
    """Reads for the first rank, and shows what was printed before it waits."""

    def __init__(self, console: Console, is_stopping: Callable[[], bool]):
        """`is_stopping`: whether the run is to end, so that no answer is needed."""
        self._console = console
        self._is_stopping = is_stopping
        self.is_abandoned = (
            False  # the caller has stopped the run: what the program does now is void
        )

    def read(self, limit: int, output) -> bytes:
        """The available bytes, at most `limit`; nothing at the end."""
        self._console.write(output)
        try:
            descriptor = sys.stdin.fileno()
            while not select.select([descriptor], [], [], LOOK_SECONDS)[0]:
                if self._is_stopping():
                    self.is_abandoned = True
                    return b""
            return os.read(descriptor, limit)
        except (AttributeError, OSError, ValueError):
            return b""  # closed, or the terminal belongs to another process
