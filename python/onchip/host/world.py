"""The processes of a job on this machine, and messages about how they ended."""

import contextlib
import errno
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.base.failures import Exit, Failure
from onchip.base.interrupts import default_in_children
from onchip.base.load import Load
from onchip.host.queues import near_miss
from onchip.host.shared import Abort, SharedFile
from onchip.host.stacks import Call, caller_line, user_line, waiting_calls
from onchip.outcome import constructs, deadlock
from onchip.outcome.console import STDERR, STDOUT
from onchip.outcome.outcome import CLASSES, Outcome

READ_BYTES = 1 << 16
POLL_SECONDS = 0.05
LISTED = 32  # a message names at most this many waiting ranks
# Signals that correspond to a fault on the chip.
FAULTS = (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP)
# Maps an error at the start of a process to what this machine lacks, with the setting of its limit.
SCARCE = {
    errno.EMFILE: "open files (ulimit -n)",
    errno.ENFILE: "open files (fs.file-max)",
    errno.EAGAIN: "processes (ulimit -u)",
    errno.ENOMEM: "memory (ulimit -v)",
}
GRACE_SECONDS = 1.0  # time for processes to end after a signal, as with Open MPI's mpiexec

# The kind of a job's end, the exit code (None: the ranks' own), and the message.
End = tuple[str, int | None, str]


def _apart(stdin: int | None) -> dict:
    """Arguments of Popen that let Ctrl-C reach onchip alone, which then ends all processes.

    Linux first divides processor time between sessions, and a rank can yield a processor only to a
    rank of its own session. So ranks stay in onchip's session if possible. A process that reads
    onchip's terminal needs a session of its own, as does any process with Python 3.10, which cannot
    start process groups."""
    reads_terminal = stdin is None and os.isatty(0)
    if reads_terminal or sys.version_info < (3, 11):
        return {"start_new_session": True}
    return {"process_group": 0}


class _Stream:
    """Splits one output stream of one process into whole lines."""

    def __init__(self, place: int, number: int):
        self.place = place
        self.number = number
        self._rest = b""

    def take(self, data: bytes) -> bytes:
        """The text to print after `data` has arrived. If `data` is empty, the stream has ended."""
        text = self._rest + data
        end = text.rfind(b"\n") + 1 if data else len(text)
        self._rest = text[end:]
        return text[:end]


@dataclass(frozen=True)
class Part:
    """The part of a job on several machines that runs on this one (runtime/hal/linux/far.h)."""

    machines: Sequence[int]  # the number of each rank's machine
    machine: int  # the number of this machine
    address: str | None  # where this machine accepts messages; None: at any address
    key: str  # the key of the job, in hexadecimal digits
    fabric: Path  # the library that sends messages between machines
    bridge: Path  # the program of the bridge to other machines
    # Takes this bridge's address and returns the addresses of all bridges.
    meet: Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Start:
    """How the processes of a job are started."""

    folder: str
    environment: Sequence[str] = ()  # NAME=VALUE
    stdin: int | None = subprocess.DEVNULL  # the standard input of rank 0


class World:
    """The processes of a run on this machine, their pipes, and the file that they share."""

    def __init__(
        self, loads: Sequence[Load], start: Start, keeps_records: bool, part: Part | None = None
    ):
        places = [(number, load) for number, load in enumerate(loads) for _ in range(load.ranks)]
        self.ranks = len(places)
        kernels = [(number, load) for number, load in enumerate(loads) if load.kernel]
        for number, load in kernels:
            places += [(number, load)] * (max(load.clusters) + 1)
        _allow_open_files(3 * len(places) + 64)
        self.bridge = len(places) if part else None  # the place (process number) of the bridge
        threads = max(load.threads for load in loads)
        self.shared = SharedFile(len(places) + bool(part), self.ranks, threads)
        self.processes: dict[int, subprocess.Popen] = {}  # by place
        self.programs = [load.file for _, load in places]
        self.interrupted = 0  # the signal that ends the run
        self._selector = selectors.DefaultSelector()
        self._record_files = {}  # the files of records, by place
        machines = part.machines if part else [None] * len(places)
        self.own = [p for p, one in enumerate(machines) if not part or one == part.machine]
        common = os.environ | dict(pair.split("=", 1) for pair in start.environment)
        common |= {
            "ONCHIP_PLACES": str(len(places) + bool(part)),
            "ONCHIP_KERNELS": str(len(places) - self.ranks),
            "ONCHIP_CLUSTERS": ",".join(str(c) for _, load in kernels for c in load.clusters),
            "ONCHIP_PROGRAMS": ",".join(str(number) for number, _ in places),
            "ONCHIP_SHM": self.shared.path,
            "ONCHIP_THREADS": str(threads),
        }
        try:
            if part:
                common |= self._start_bridge(part, common)
            with default_in_children():
                for place in self.own:
                    stdin = subprocess.DEVNULL if place else start.stdin
                    environment = common | {"ONCHIP_PLACE": str(place)}
                    if keeps_records and place < self.ranks:
                        self._record_files[place] = os.memfd_create("onchip records")
                        records = f"/proc/{os.getpid()}/fd/{self._record_files[place]}"
                        environment["ONCHIP_RECORDS"] = records
                    self._start(place, places[place][1], environment, start.folder, stdin)
        except BaseException:
            self.end()
            raise

    def _start_bridge(self, part: Part, common: Mapping[str, str]) -> dict[str, str]:
        """Starts the bridge to other machines. Returns additional environment variables for the
        ranks.
        """
        further = {
            "ONCHIP_BRIDGE": "1",
            "ONCHIP_HOSTS": ",".join(map(str, part.machines)),
            "ONCHIP_HOST": str(part.machine),
            "ONCHIP_KEY": part.key,
            "ONCHIP_FABRIC": str(part.fabric),
        }
        # Libraries of libfabric's providers would catch signals and end a rank with another code.
        further |= {"IPATH_NO_BACKTRACE": "1", "HFI_NO_BACKTRACE": "1"}
        if part.address:
            further["ONCHIP_ADDRESS"] = part.address
        process = subprocess.Popen(
            [part.bridge],
            env={**common, **further, "ONCHIP_PLACE": str(self.bridge)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.processes[self.bridge] = process
        address = process.stdout.readline().decode().strip()
        if not address:
            why = process.stderr.read().decode().strip() or "the bridge does not start"
            raise Failure(Exit.SYSTEM, why.removeprefix("onchip: "))
        further["ONCHIP_BRIDGES"] = ",".join(part.meet(address))
        process.stdin.write(f"{further['ONCHIP_BRIDGES']}\n".encode())
        process.stdin.flush()
        process.stdout.close()
        self._selector.register(process.stderr, selectors.EVENT_READ, _Stream(self.bridge, STDERR))
        return further

    def _start(
        self, place: int, load: Load, environment: dict, folder: str, stdin: int | None
    ) -> None:
        try:
            process = subprocess.Popen(
                [load.name, *load.arguments],
                executable=str(load.file.absolute()),
                env=environment,
                cwd=folder,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **_apart(stdin),
            )
        except PermissionError as error:
            raise Failure(
                Exit.ELF,
                f"{load.name} does not start: {error.strerror} to execute {load.file}; TMPDIR can "
                "name a folder in which programs may be executed",
            ) from error
        except OSError as error:
            if error.errno not in SCARCE:
                raise Failure(Exit.ELF, f"{load.name} does not start: {error.strerror}") from error
            raise Failure(
                Exit.SYSTEM,
                f"this machine refuses process {len(self.processes) + 1} of {len(self.programs)} "
                f"({load.name}): {error.strerror}; right: a higher limit of {SCARCE[error.errno]}, "
                "or fewer ranks (-n)",
            ) from error
        self.processes[place] = process
        for pipe, number in ((process.stdout, STDOUT), (process.stderr, STDERR)):
            self._selector.register(pipe, selectors.EVENT_READ, _Stream(place, number))

    def output(self, seconds: float) -> list:
        """The lines that have arrived, after a wait of at most `seconds` for the first."""
        return [piece for key, _ in self._selector.select(seconds) for piece in self._read(key)]

    def _read(self, key) -> list:
        data = os.read(key.fd, READ_BYTES)
        text = key.data.take(data)
        if not data:
            self._selector.unregister(key.fileobj)
            key.fileobj.close()
        return [(self.shared.rank(key.data.place), key.data.number, text)] if text else []

    def alive(self) -> list[int]:
        """The places whose processes have not ended, except the bridge's."""
        return [
            place
            for place, process in self.processes.items()
            if process.poll() is None and place != self.bridge
        ]

    def name(self, place: int) -> str:
        """The name of the process at `place` in reports."""
        if place == self.bridge:
            return "the bridge to other machines"
        if place >= self.ranks:
            return f"the kernel of cluster {place - self.ranks}"
        return f"rank {self.shared.rank(place)}"

    def killed(self) -> tuple[int, int] | None:
        """The place and signal of a process that a signal has ended."""
        for place, process in self.processes.items():
            if (process.returncode or 0) < 0:
                return place, -process.returncode
        return None

    def cut_off(self) -> bool:
        """Whether the bridge to other machines has given up."""
        return self.bridge is not None and self.processes[self.bridge].returncode is not None

    def records(self) -> list[tuple[int, bytes]]:
        """The records that processes have kept for tools, by rank. The call removes them."""
        result = []
        for place, file in self._record_files.items():
            with os.fdopen(file, "rb") as records:
                records.seek(0)
                result.append((self.shared.rank(place), records.read()))
        self._record_files = {}
        return result

    def codes(self) -> list[tuple[int, int]]:
        """The exit codes of the ranks on this machine, by rank."""
        return sorted(
            (self.shared.rank(place), self.processes[place].returncode)
            for place in self.own
            if place < self.ranks
        )

    def send(self, number: int) -> None:
        """Sends a signal to the remaining processes, and to those that they have started."""
        for process in self.processes.values():
            if process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)

    def stop(self) -> None:
        """Stops the remaining processes, so that their memory can be read."""
        self.send(signal.SIGSTOP)

    def memory(self, rank: int, address: int, count: int) -> bytes:
        """Memory of a rank that has not ended: `count` bytes, or as many as there are."""
        for place in self.alive():
            if self.shared.rank(place) == rank:
                with (
                    contextlib.suppress(OSError),
                    Path(f"/proc/{self.processes[place].pid}/mem").open("rb", buffering=0) as file,
                ):
                    file.seek(address)
                    return file.read(count)
        return b""

    def end(self) -> list:
        """Ends the remaining processes, and returns the lines still in the pipes. If a signal has
        interrupted the run, the processes first get this signal, and some time to react.
        """
        pieces = []
        try:
            if self.interrupted:
                self.send(self.interrupted)
                self.send(signal.SIGCONT)
                end = time.monotonic() + GRACE_SECONDS
                while self.alive() and time.monotonic() < end:
                    pieces += self.output(POLL_SECONDS)
        finally:
            self.send(signal.SIGKILL)
        for process in self.processes.values():
            process.wait()
        while ready := self._selector.select(0):
            for key, _ in ready:
                pieces += self._read(key)
        self._selector.close()
        return pieces


def failed(world: World) -> End | None:
    """Returns how a process has ended the job: the kind of the end, the exit code (None: the ranks'
    own), and the message. None if no process has ended it.
    """
    abort, killed = world.shared.aborted(), world.killed()
    if abort:
        return "abort", abort.code, _aborted(world, abort)
    if killed:
        kind, code = ("signal", None) if killed[1] in FAULTS else ("abort", 128 + killed[1])
        return kind, code, _faulted(world, *killed)
    return None


def _aborted(world: World, abort: Abort) -> str:
    who = _who(world.name(abort.place), abort.thread)
    return f"{who} ended the job with exit code {abort.code}{_at(world, abort)}"


def _faulted(world: World, place: int, number: int) -> str:
    what = f"was ended by the signal {_signal_name(number)}"
    fault = world.shared.faulted()
    if not fault or fault.place != place:
        return f"{world.name(place)} {what}"
    return f"{_who(world.name(place), fault.thread)} {what}{_at(world, fault)}"


def _at(world: World, abort: Abort) -> str:
    at = user_line(world.programs[abort.place], abort.callers)
    return at and f", at {at}"


def _who(name: str, thread: int) -> str:
    return f"thread {thread} of {name}" if thread else name


def outcome(end: End, codes: Sequence[tuple[int, int]], ranks: int, wall_seconds: float) -> Outcome:
    """How a job has ended; `codes` has pairs of a rank and its exit code."""
    kind, code, message = end
    if code is None:
        code = next((code for _, code in codes if code), 0)
    return Outcome(
        kind=kind,
        exit_code=int(CLASSES.get(kind, code)),
        message=message,
        wall_seconds=wall_seconds,
        ranks=ranks,
        chip=None,
        per_rank=[{"rank": rank, "exit_code": code} for rank, code in codes],
    )


def deadlock_message(waiting: int, ranks: int, lines: Sequence[str]) -> str:
    """The report of a deadlock: the number of ranks that wait, and the lines about them."""
    ended = ranks - waiting
    have = f", {ended} {'has' if ended == 1 else 'have'} ended" if ended else ""
    head = f"deadlock: {waiting} of {ranks} processes wait for ever{have}"
    return deadlock.explained("\n".join([head, *lines]))


def waits(world: World) -> tuple[int, list[str]]:
    """The number of ranks on this machine that have not ended, and lines about their waits."""
    # Kernels wait as long as nobody calls them, so they do not count.
    alive = [place for place in world.alive() if place < world.ranks]
    ended = {world.shared.rank(place) for place in world.own if place < world.ranks}
    ended -= {world.shared.rank(place) for place in alive}
    lines = []
    for place in sorted(alive, key=world.shared.rank)[:LISTED]:
        who, what = world.name(place), world.shared.waits_for(place, ended)
        calls = waiting_calls(world.processes[place].pid) or [None]
        recorded, idle = world.shared.recorded(place), []
        for thread, call in enumerate(calls):
            if call and constructs.is_idle(call.function):
                idle.append(thread)
            else:
                wait = _in_call(call, what if thread == recorded else "")
                if call and constructs.is_lock(call.function):
                    wait += _held_by(world, place, thread)
                lines.append(f"  {_who(who, thread)} waits{wait}")
                if not thread and (miss := near_miss(world.processes[place].pid)):
                    lines.append(f"    {miss}")
        if idle:
            lines.append(f"  {constructs.idle(idle, who)}")
    if len(alive) > LISTED:
        lines.append(f"  and {len(alive) - LISTED} more")
    return len(alive), lines


def _in_call(call: Call | None, record: str) -> str:
    """The call in which a thread waits, from its wait record, or else from its stack."""
    what = record or (constructs.named(call.function) if call else "")
    where = f", at {call.at}" if call and call.at else ""
    return f" in {what}{where}" if what else where


def _held_by(world: World, place: int, thread: int) -> str:
    holder = world.shared.holder(place, thread)
    if not holder:
        return ""
    who = _who(world.name(holder.place), holder.thread)
    at = caller_line(world.processes[holder.place].pid, holder.caller)
    return f"; held by {who}{at and f', at {at}'}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal, which has no name
        return str(number)


def _allow_open_files(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        limit = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
