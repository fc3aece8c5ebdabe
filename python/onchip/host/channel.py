"""Messages between the launcher of a job on several machines and its parts there."""

import json
import os
from multiprocessing.connection import Connection, wait

SILENCE_SECONDS = 5.0  # A side that is silent for so long counts as gone.
BEAT_SECONDS = 0.5  # Each side says something at least so often.


class Closed(Exception):
    """The other side has gone, or says something else than messages."""


class Channel:
    """Two pipes, which carry lists that JSON can express, and of which the first item names the
    message. Bytes are sent as text of the same numbers (`text` and `raw`).
    """

    def __init__(self, incoming: int, outgoing: int):
        """Takes the two file descriptors over."""
        self._incoming = Connection(incoming, writable=False)
        self._outgoing = Connection(outgoing, readable=False)

    def fileno(self) -> int:
        """The descriptor to wait for."""
        return self._incoming.fileno()

    def send(self, *message) -> None:
        """Sends a message; drops it if the other side no longer reads."""
        try:
            self._outgoing.send_bytes(json.dumps(message).encode())
        except OSError:
            return

    def take(self) -> list:
        """The next message, for which it waits."""
        try:
            return json.loads(self._incoming.recv_bytes())
        except (OSError, EOFError, ValueError) as error:
            raise Closed from error

    def close(self) -> None:
        """Closes both pipes."""
        self._incoming.close()
        self._outgoing.close()


def ready(channels: list[Channel], seconds: float) -> list[Channel]:
    """The channels that have a message, after a wait for the first one."""
    return wait(channels, seconds)


def text(data: bytes) -> str:
    """Bytes as they are sent."""
    return data.decode("latin-1")


def raw(sent: str) -> bytes:
    """Bytes as they were before they were sent."""
    return sent.encode("latin-1")


def taken(incoming: int, outgoing: int) -> tuple[int, int]:
    """Descriptors of our own of two that are closed elsewhere."""
    return os.dup(incoming), os.dup(outgoing)
