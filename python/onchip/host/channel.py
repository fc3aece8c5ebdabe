"""Messages between the launcher of a job and the job's parts on other machines."""

import json
import os
from multiprocessing.connection import Connection

SILENCE_SECONDS = 5.0  # A side that has been silent for this long counts as gone.
BEAT_SECONDS = 0.5  # Each side sends a message at least this often.


class Closed(Exception):
    """The other side has gone, or sends something other than messages."""


class Channel:
    """Two pipes, which carry lists that JSON can express. The first item of a list names the
    message. Bytes are sent as text with a character for each byte (`text` and `raw`).
    """

    def __init__(self, incoming: int, outgoing: int):
        """Duplicates the two file descriptors; the originals stay the caller's."""
        self._incoming = Connection(os.dup(incoming), writable=False)
        self._outgoing = Connection(os.dup(outgoing), readable=False)

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
        """Waits for the next message, and returns it."""
        try:
            return json.loads(self._incoming.recv_bytes())
        except (OSError, EOFError, ValueError) as error:
            raise Closed from error

    def close(self) -> None:
        """Closes both pipes."""
        self._incoming.close()
        self._outgoing.close()


def text(data: bytes) -> str:
    """Bytes as they are sent."""
    return data.decode("latin-1")


def raw(sent: str) -> bytes:
    """Restores bytes that were sent as text."""
    return sent.encode("latin-1")
