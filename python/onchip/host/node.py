"""Runs the part of a job that is on this machine, for the launcher on another machine. The module
reads the launcher's messages from standard input, and answers on standard output (`channel.py`).
"""

import contextlib
import os
import queue
import socket
import sys
import tempfile
import threading
import time
from multiprocessing.connection import wait
from pathlib import Path

from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.host.channel import BEAT_SECONDS, SILENCE_SECONDS, Channel, Closed, raw, text
from onchip.host.world import POLL_SECONDS, Part, Start, World, failed, waits


def main() -> None:
    """Serves the launcher until it ends the job, or has gone."""
    channel = Channel(0, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    with contextlib.suppress(Closed), tempfile.TemporaryDirectory(prefix="onchip-") as folder:
        try:
            _Node(channel, Path(folder)).serve()
        except Failure as failure:
            channel.send("failed", int(failure.exit_code), failure.message)
            _until_the_end(channel)


def _until_the_end(channel: Channel) -> None:
    while channel.take()[0] != "end":
        pass


class _Node:
    def __init__(self, channel: Channel, folder: Path):
        self.channel = channel
        name, job = channel.take()
        if name != "start":
            raise Closed
        loads = [
            Load(_file(folder, f"program{number}", one.pop("program")), b"", **one)
            for number, one in enumerate(job["loads"])
        ]
        part = Part(
            job["machines"],
            job["machine"],
            address(job["name"]),
            job["key"],
            _file(folder, "libonchip-fabric.so", job["fabric"]),
            _file(folder, "onchip-bridge", job["bridge"]),
            self._meet,
        )
        root = job["folder"]
        if not Path(root).is_dir():
            raise Failure(Exit.USAGE, f"there is no folder {root}; --root names one that is there")
        source, self.sink = os.pipe()
        self.input: queue.Queue[bytes] = queue.Queue()
        stdin = source if job["input"] else Start.stdin
        self.world = World(
            loads, Start(root, job["environment"], stdin), job["keeps_records"], part
        )
        os.close(source)
        threading.Thread(target=self._feed, daemon=True).start()

    def _meet(self, own: str) -> list[str]:
        self.channel.send("bridge", own)
        while (message := self.channel.take())[0] != "bridges":
            if message[0] == "end":
                raise Closed
        return message[1]

    def _feed(self) -> None:
        """Gives rank 0 its standard input. The launcher sends the next piece when rank 0 has taken
        the piece before it.
        """
        while data := self.input.get():
            try:
                os.write(self.sink, data)
            except OSError:
                break
            self.channel.send("taken")
        os.close(self.sink)

    def serve(self) -> None:
        """Reports events to the launcher, until the launcher says "end" or falls silent."""
        ended = None
        heard = beat = time.monotonic()
        while ended != "end":
            now = time.monotonic()
            if now - heard > SILENCE_SECONDS:
                break
            if ended is None and (ended := self._ended()):
                self.channel.send("ended", *ended)
            if now - beat > BEAT_SECONDS:
                beat = now
                self.channel.send("asleep", self._asleep())
            self._pass_on(self.world.output(POLL_SECONDS))
            for _ in wait([self.channel], 0):
                heard = now
                ended = self._carry_out(*self.channel.take()) or ended
        self._finish()

    def _ended(self) -> tuple | None:
        alive = self.world.alive()
        if end := failed(self.world):
            return end
        if self.world.cut_off():
            return "lost", None, ""
        return None if alive else ("exit", None, "")

    def _asleep(self) -> list | None:
        """The number of wake-up events of each process that has not ended; None if a process is
        awake.
        """
        events = [self.world.shared.waits(place) for place in self.world.alive()]
        return None if None in events else events

    def _carry_out(self, name: str, *words) -> str | None:
        """Carries out a message of the launcher; returns "end" if that is the last one."""
        if name == "end":
            self.world.interrupted = words[0]
            return "end"
        if name == "signal":
            self.world.send(words[0])
        elif name == "input":
            self.input.put(raw(words[0]))
        elif name == "explain":
            self.world.stop()
            self.channel.send("waits", *waits(self.world))
        return None

    def _pass_on(self, pieces: list) -> None:
        if pieces:
            self.channel.send("output", [(rank, to, text(data)) for rank, to, data in pieces])

    def _finish(self) -> None:
        self.world.stop()
        for rank, data in self.world.records():
            self.channel.send("records", rank, text(data))
        self._pass_on(self.world.end())
        self.channel.send("codes", self.world.codes())


def _file(folder: Path, name: str, data: str) -> Path:
    path = folder / name
    path.write_bytes(raw(data))
    path.chmod(0o700)
    return path


def address(name: str) -> str | None:
    """The address that `name`, this machine's name in `--hosts`, stands for. None if this machine
    does not know the name, or if the name stands for an address that only this machine can reach.
    """
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)[0]
        with socket.socket(found[0], socket.SOCK_STREAM) as trial:
            trial.bind(found[4])
    except (OSError, UnicodeError):
        return None
    numeric = found[4][0]
    return None if numeric.startswith(("127.", "::1")) and numeric != name else numeric


if __name__ == "__main__":
    sys.exit(main())
