"""The standard input of programs. The first rank reads the command's standard input."""

import os
import select
import sys
from collections.abc import Callable

from onchip.outcome.console import Console

LOOK_SECONDS = 0.05  # time between two checks whether to go on waiting


class StandardInput:
    """Reads input for the first rank. Before it reads, it shows what ranks have printed."""

    def __init__(self, console: Console, is_stopping: Callable[[], bool]):
        """`is_stopping` tells whether the run is to end, so that no input is needed."""
        self._console = console
        self._is_stopping = is_stopping
        # Whether the run is stopped. Everything that the program does from then on is discarded.
        self.is_abandoned = False

    def read(self, limit: int, output) -> bytes:
        """The available bytes, at most `limit`; empty at the end of the input."""
        self._console.write(output)
        try:
            descriptor = sys.stdin.fileno()
            while not select.select([descriptor], [], [], LOOK_SECONDS)[0]:
                if self._is_stopping():
                    self.is_abandoned = True
                    return b""
            return os.read(descriptor, limit)
        except (AttributeError, OSError, ValueError):
            return b""  # The input is closed, or the terminal belongs to another process.
