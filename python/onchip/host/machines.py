"""Runs a job on several machines: it starts a part of the job on each (`node.py`), and exchanges
messages with these parts until the end.
"""

import contextlib
import dataclasses
import os
import secrets
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import wait

from onchip.base import timeouts
from onchip.base.failures import Exit, Failure
from onchip.base.interrupts import interrupts, passed_on
from onchip.base.load import Load
from onchip.build import fabric
from onchip.host.channel import BEAT_SECONDS, SILENCE_SECONDS, Channel, Closed, raw, text
from onchip.host.world import GRACE_SECONDS, End, deadlock_message, outcome
from onchip.options.run import Options
from onchip.outcome.console import Console
from onchip.outcome.outcome import Outcome

START_SECONDS = 60.0  # seconds within which a machine must send its first message
# Time without a wake-up after which a job is deadlocked. It is longer than on one machine, because
# a message may be on its way, and may be lost several times.
DEADLOCK_SECONDS = 10.0
INPUT_BYTES = 1 << 16


def shares(hosts: Sequence[tuple[str, int | None]], ranks: int) -> list[int]:
    """The machine number of each rank. Machines get ranks in order, as many as the user wants on
    each; if the user does not say how many, machines get about equally many.
    """
    if not any(count for _, count in hosts):
        return [rank * len(hosts) // max(ranks, len(hosts)) for rank in range(ranks)]
    places = [number for number, (_, count) in enumerate(hosts) for _ in range(count or 1)]
    if len(places) < ranks:
        raise Failure(
            Exit.RANKS,
            f"--hosts has room for {len(places)} ranks, and {ranks} are wanted; NAME:N gives a "
            "machine N ranks",
        )
    return places[:ranks]


def run(loads: Sequence[Load], options: Options, console: Console, records) -> Outcome:
    """Runs the programs, as `launch.run` does."""
    if any(load.kernel for load in loads):
        raise Failure(Exit.USAGE, "a kernel serves the ranks of one machine; leave out --hosts")
    started = time.monotonic()
    ranks = sum(load.ranks for load in loads)
    of_rank = shares(options.hosts, ranks)
    job = _job(loads, options, of_rank, records is not None)
    nodes = []
    try:
        for number in sorted(set(of_rank)):
            nodes.append(_Node(options.hosts[number][0], options.launcher))
            nodes[-1].channel.send("start", {**job, "machine": number, "name": nodes[-1].name})
        end = _Job(nodes, ranks, options, console, records).run()
    finally:
        for node in nodes:
            node.kill()
    codes = sorted(code for node in nodes for code in node.codes)
    return outcome(end, codes, ranks, time.monotonic() - started)


def _job(loads: Sequence[Load], options: Options, of_rank: list[int], keeps_records: bool) -> dict:
    library, bridge = fabric.files()
    programs = [
        {
            **{
                field.name: getattr(load, field.name)
                for field in dataclasses.fields(load)
                if field.name not in ("file", "elf")
            },
            "program": text(load.file.read_bytes()),
        }
        for load in loads
    ]
    return {
        "loads": programs,
        "machines": of_rank,
        "key": f"{secrets.randbits(62):x}",
        "fabric": text(library.read_bytes()),
        "bridge": text(bridge.read_bytes()),
        "folder": str(options.folders[1]),
        "environment": list(options.environment),
        "input": options.standard_input,
        "keeps_records": keeps_records,
    }


class _Node:
    """The part of the job on one machine."""

    def __init__(self, name: str, launcher: str):
        self.name = name
        words = [*shlex.split(launcher), name, sys.executable, "-m", "onchip.host.node"]
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Failure(
                Exit.SYSTEM, f"{words[0]} does not start: {error.strerror}; --launcher names it"
            ) from error
        pipes = self._process.stdout, self._process.stdin
        self.channel = Channel(*(pipe.fileno() for pipe in pipes))
        for pipe in pipes:
            pipe.close()
        self.heard = time.monotonic()
        self.bridge = ""  # the address of the machine's bridge
        self.has_ended = self.has_finished = False
        self.asleep: list | None = None
        self.codes: list = []
        self.waits: tuple[int, list[str]] | None = None

    def kill(self) -> None:
        """Ends the command that has started the job's part on the node, if it still runs."""
        self.channel.close()
        try:
            self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class _Job:
    def __init__(self, nodes: list[_Node], ranks: int, options: Options, console, records):
        self.nodes = nodes
        self.ranks = ranks
        self.options = options
        self.console = console
        self.records = records
        self.end: End | None = None
        self.has_begun = False
        self.asleep: list | None = None
        self.asleep_since = self.beat = time.monotonic()
        # The semaphore is free while the machine of rank 0 can take another piece of input.
        self.room = threading.Semaphore(1)

    def run(self) -> End:
        """Exchanges messages with the machines until the job ends. Returns how it has ended: the
        kind, the exit code (None: that of the ranks), and the message.
        """
        timeouts.lift()
        with interrupts() as interrupted, passed_on(lambda number: self._tell("signal", number)):
            while self.end is None:
                self._listen()
                self._look()
                if interrupted():
                    self.end = "interrupted", None, "interrupted"
                elif self.end is None and self.options.is_late:
                    self.end = "timeout", None, timeouts.message(self.options.timeout)
            self._tell("end", interrupted())
            deadline = time.monotonic() + GRACE_SECONDS + SILENCE_SECONDS / 2
            while not all(node.has_finished for node in self.nodes):
                if time.monotonic() > deadline:
                    break
                self._listen()
        return self.end

    def _tell(self, *message) -> None:
        for node in self.nodes:
            if not node.has_finished:
                node.channel.send(*message)

    def _listen(self) -> None:
        by_channel = {node.channel: node for node in self.nodes if not node.has_finished}
        for channel in wait([*by_channel], BEAT_SECONDS):
            node = by_channel[channel]
            try:
                name, *words = channel.take()
            except Closed:
                node.has_finished = True
                if not node.has_ended or not self.has_begun:
                    self._gone(node, "has ended its part of the job, or could not be reached")
                continue
            node.heard = time.monotonic()
            self._take(node, name, words)

    def _take(self, node: _Node, name: str, words: list) -> None:
        if name == "output":
            self.console.write([(rank, to, raw(data)) for rank, to, data in words[0]])
        elif name == "bridge":
            node.bridge = words[0]
            if all(one.bridge for one in self.nodes):
                self._begin()
        elif name == "asleep":
            node.asleep = words[0]
        elif name == "ended":
            node.has_ended = True
            self._ended(node, *words)
        elif name == "failed":
            raise Failure(Exit(words[0]), f"{node.name}: {words[1]}")
        elif name == "waits":
            node.waits = words[0], words[1]
        elif name == "taken":
            self.room.release()
        elif name == "records":
            self.records(words[0], raw(words[1]))
        elif name == "codes":
            node.codes = words[0]
            node.has_finished = True

    def _begin(self) -> None:
        self._tell("bridges", [one.bridge for one in self.nodes])
        self.has_begun = True
        if self.options.standard_input:
            threading.Thread(target=self._read_input, daemon=True).start()

    def _read_input(self) -> None:
        """Sends our standard input to the machine of rank 0."""
        data = b"begun"
        while data:
            self.room.acquire()
            with contextlib.suppress(OSError):
                data = os.read(0, INPUT_BYTES)
            self.nodes[0].channel.send("input", text(data))

    def _ended(self, node: _Node, kind: str, code: int | None, message: str) -> None:
        if kind == "lost":
            self._gone(node, "has lost the other machines")
        elif kind != "exit":
            self.end = self.end or (kind, code, message)
        elif all(one.has_ended for one in self.nodes):
            self.end = self.end or ("exit", None, "")

    def _gone(self, node: _Node, what: str) -> None:
        message = f"the machine {node.name} {what}; all ranks are ended"
        self.end = self.end or ("abort", int(Exit.SYSTEM), message)

    def _look(self) -> None:
        """Checks for machines that send nothing, and for ranks that all wait for ever."""
        now = time.monotonic()
        if now - self.beat > BEAT_SECONDS:
            self.beat = now
            self._tell("beat")
        patience = SILENCE_SECONDS if self.has_begun else START_SECONDS
        for node in self.nodes:
            if not node.has_finished and now - node.heard > patience:
                node.has_finished = True
                self._gone(node, f"has said nothing for {patience:.0f} seconds")
        asleep = [node.asleep for node in self.nodes]
        if None in asleep or not any(asleep) or asleep != self.asleep:
            self.asleep, self.asleep_since = asleep, now
        elif now - self.asleep_since > DEADLOCK_SECONDS and self.end is None:
            self._explain()

    def _explain(self) -> None:
        self._tell("explain")
        deadline = time.monotonic() + SILENCE_SECONDS
        while not all(node.waits for node in self.nodes) and time.monotonic() < deadline:
            self._listen()
        waits = [node.waits for node in self.nodes if node.waits]
        lines = [line for _, some in waits for line in some]
        waiting = sum(count for count, _ in waits)
        self.end = self.end or ("deadlock", None, deadlock_message(waiting, self.ranks, lines))
