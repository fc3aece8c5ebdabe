"""Runs programs on this machine, with a process for each rank, as runtime/hal/linux requires."""

import contextlib
import errno
import os
import resource
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from onchip.base import timeouts
from onchip.base.failures import Exit, Failure
from onchip.base.interrupts import default_in_children, interrupts, passed_on
from onchip.base.load import Load
from onchip.host.queues import near_miss
from onchip.host.shared import Abort, SharedFile
from onchip.host.stacks import Call, caller_line, user_line, waiting_calls
from onchip.options.run import Options
from onchip.outcome import constructs, deadlock
from onchip.outcome.console import STDERR, STDOUT, Console
from onchip.outcome.outcome import CLASSES, Outcome

READ_BYTES = 1 << 16
POLL_SECONDS = 0.05
LISTED = 32  # a message names at most so many waiting ranks
# Signals that correspond to a fault on the chip.
FAULTS = (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP)
# Error when a process starts → what this machine lacks, and what sets its limit.
SCARCE = {
    errno.EMFILE: "open files (ulimit -n)",
    errno.ENFILE: "open files (fs.file-max)",
    errno.EAGAIN: "processes (ulimit -u)",
    errno.ENOMEM: "memory (ulimit -v)",
}
DEADLOCK_SECONDS = 1.0  # Processes that all sleep for so long without a wake-up are a deadlock.
GRACE_SECONDS = 1.0  # what processes have to end after a signal, as with Open MPI's mpiexec


class _Stream:
    """Splits one output stream of one process into whole lines."""

    def __init__(self, place: int, number: int):
        self.place = place
        self.number = number
        self._rest = b""

    def take(self, data: bytes) -> bytes:
        """The text to print after `data` has arrived. Empty data mean the end of the stream."""
        text = self._rest + data
        end = text.rfind(b"\n") + 1 if data else len(text)
        self._rest = text[end:]
        return text[:end]


class _World:
    """The processes of a run, their pipes, and the file that they share."""

    def __init__(self, loads: Sequence[Load], options: Options, told: bool):
        places = [(number, load) for number, load in enumerate(loads) for _ in range(load.ranks)]
        self.ranks = len(places)
        kernels = [(number, load) for number, load in enumerate(loads) if load.kernel]
        for number, load in kernels:
            places += [(number, load)] * (max(load.clusters) + 1)
        _allow_open_files(3 * len(places) + 64)
        self.shared = SharedFile(len(places), self.ranks, max(load.threads for load in loads))
        self.processes: list[subprocess.Popen] = []
        self.programs = [load.file for _, load in places]
        self.interrupted = 0  # the signal that ends the run
        self._selector = selectors.DefaultSelector()
        self._told = [os.memfd_create("onchip records") for _ in range(self.ranks) if told]
        common = os.environ | dict(pair.split("=", 1) for pair in options.environment)
        common |= {
            "ONCHIP_PLACES": str(len(places)),
            "ONCHIP_KERNELS": str(len(places) - self.ranks),
            "ONCHIP_CLUSTERS": ",".join(str(c) for _, load in kernels for c in load.clusters),
            "ONCHIP_PROGRAMS": ",".join(str(number) for number, _ in places),
            "ONCHIP_SHM": self.shared.path,
            "ONCHIP_THREADS": str(max(load.threads for load in loads)),
        }
        try:
            with default_in_children():
                for place, (_, load) in enumerate(places):
                    stdin = None if place == 0 and options.standard_input else subprocess.DEVNULL
                    environment = common | {"ONCHIP_PLACE": str(place)}
                    if told and place < self.ranks:
                        records = f"/proc/{os.getpid()}/fd/{self._told[place]}"
                        environment["ONCHIP_RECORDS"] = records
                    self._start(load, environment, options.root, stdin)
        except BaseException:
            self.end()
            raise

    def _start(self, load: Load, environment: dict, folder: str, stdin: int | None) -> None:
        try:
            process = subprocess.Popen(
                [load.name, *load.arguments],
                executable=str(load.file.absolute()),
                env=environment,
                cwd=folder,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Ctrl-C must reach onchip alone, which then ends all processes.
                start_new_session=True,
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
        place = len(self.processes)
        self.processes.append(process)
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
        """The places whose processes have not ended."""
        return [place for place, process in enumerate(self.processes) if process.poll() is None]

    def name(self, place: int) -> str:
        """The name of the process at `place` in reports."""
        if place >= self.ranks:
            return f"the kernel of cluster {place - self.ranks}"
        return f"rank {self.shared.rank(place)}"

    def killed(self) -> tuple[int, int] | None:
        """The place and signal of a process that a signal has ended."""
        for place, process in enumerate(self.processes):
            if (process.returncode or 0) < 0:
                return place, -process.returncode
        return None

    def records(self) -> list[tuple[int, bytes]]:
        """The records that processes have kept for tools, by rank; the call discards them."""
        result = []
        for place, file in enumerate(self._told):
            with os.fdopen(file, "rb") as told:
                told.seek(0)
                result.append((self.shared.rank(place), told.read()))
        self._told = []
        return result

    def send(self, number: int) -> None:
        """Sends a signal to the remaining processes, and to those that they have started."""
        for place in self.alive():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.processes[place].pid, number)

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
        """Ends the remaining processes, and returns the lines still in the pipes. After an
        interrupt they get its signal first, and a while to answer it.
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
        for process in self.processes:
            process.wait()
        while ready := self._selector.select(0):
            for key, _ in ready:
                pieces += self._read(key)
        self._selector.close()
        return pieces


class _DeadlockWatch:
    """Notices that every process has slept for a while without being woken."""

    def __init__(self):
        self._asleep: list | None = None
        self._since = 0.0

    def stuck(self, world: _World, alive: list[int]) -> bool:
        """Whether no process remains that could wake the processes in `alive`."""
        asleep = []
        for place in alive:
            events = world.shared.waits(place)
            if events is None:
                self._asleep = None
                return False
            asleep.append((place, events))
        if asleep != self._asleep:
            self._asleep, self._since = asleep, time.monotonic()
        return bool(asleep) and time.monotonic() - self._since > DEADLOCK_SECONDS


def run(
    loads: Sequence[Load], options: Options, console: Console, records=None, rest=None
) -> Outcome:
    """Runs the programs until every process has ended, or something ends the job.

    `records` is called with the rank and data of each record for tools. `rest`, as in
    `simulation.run`, gets a reader of the memory of processes that were still alive at the end.
    """
    started = time.monotonic()
    world = _World(loads, options, records is not None)
    try:
        kind, code, message = _watch(world, options, console)
    finally:
        world.stop()
        for rank, data in world.records():
            records(rank, data)
        if rest:
            rest(world.memory)
        console.write(world.end())
    codes = sorted(
        (world.shared.rank(place), process.returncode)
        for place, process in enumerate(world.processes[: world.ranks])
    )
    world.shared.close()
    if code is None:
        code = next((code for _, code in codes if code), 0)
    return Outcome(
        kind=kind,
        exit_code=int(CLASSES.get(kind, code)),
        message=message,
        wall_seconds=time.monotonic() - started,
        ranks=len(codes),
        chip=None,
        per_rank=[{"rank": rank, "exit_code": code} for rank, code in codes],
    )


def _watch(world: _World, options: Options, console: Console) -> tuple[str, int | None, str]:
    """Prints the output until the end. Returns the kind of the end, the exit code (None: the ranks'
    own), and the message.
    """
    timeouts.lift()
    sleepers = _DeadlockWatch()
    end = None
    with interrupts() as interrupted, passed_on(world.send):
        while end is None:
            alive = world.alive()
            abort, killed = world.shared.aborted(), world.killed()
            if abort:
                end = "abort", abort.code, _aborted(world, abort)
            elif killed:
                kind, code = ("signal", None) if killed[1] in FAULTS else ("abort", 128 + killed[1])
                end = kind, code, _faulted(world, *killed)
            elif interrupted():
                world.interrupted = interrupted()
                end = "interrupted", None, "interrupted"
            elif not any(place < world.ranks for place in alive):
                end = "exit", None, ""
            elif options.is_late:
                end = "timeout", None, timeouts.message(options.timeout)
            elif sleepers.stuck(world, alive):
                end = "deadlock", None, _deadlock(world, alive)
            else:
                console.write(world.output(POLL_SECONDS))
    return end


def _aborted(world: _World, abort: Abort) -> str:
    who = _who(world.name(abort.place), abort.thread)
    return f"{who} ended the job with exit code {abort.code}{_at(world, abort)}"


def _faulted(world: _World, place: int, number: int) -> str:
    what = f"was ended by the signal {_signal_name(number)}"
    fault = world.shared.faulted()
    if not fault or fault.place != place:
        return f"{world.name(place)} {what}"
    return f"{_who(world.name(place), fault.thread)} {what}{_at(world, fault)}"


def _at(world: _World, abort: Abort) -> str:
    at = user_line(world.programs[abort.place], abort.callers)
    return at and f", at {at}"


def _who(name: str, thread: int) -> str:
    return f"thread {thread} of {name}" if thread else name


def _deadlock(world: _World, alive: list[int]) -> str:
    # Kernels wait as long as nobody calls them, so they do not count.
    alive = [place for place in alive if place < world.ranks]
    ended = {world.shared.rank(place) for place in range(world.ranks)}
    ended -= {world.shared.rank(place) for place in alive}
    have = f", {len(ended)} {'has' if len(ended) == 1 else 'have'} ended" if ended else ""
    lines = [f"deadlock: {len(alive)} of {world.ranks} processes wait for ever{have}"]
    for place in sorted(alive, key=world.shared.rank)[:LISTED]:
        who, what = world.name(place), world.shared.waits_for(place, ended)
        calls = waiting_calls(world.processes[place].pid) or [None]
        idle = []
        for thread, call in enumerate(calls):
            if call and constructs.is_idle(call.function):
                idle.append(thread)
            else:
                wait = _in_call(call, "" if thread else what)
                if call and constructs.is_lock(call.function):
                    wait += _held_by(world, place, thread)
                lines.append(f"  {_who(who, thread)} waits{wait}")
                if not thread and (miss := near_miss(world.processes[place].pid)):
                    lines.append(f"    {miss}")
        if idle:
            lines.append(f"  {constructs.idle(idle, who)}")
    if len(alive) > LISTED:
        lines.append(f"  and {len(alive) - LISTED} more")
    return deadlock.explained("\n".join(lines))


def _in_call(call: Call | None, record: str) -> str:
    """The call in which a thread waits, from its wait record, or else from its stack."""
    what = record or (constructs.named(call.function) if call else "")
    where = f", at {call.at}" if call and call.at else ""
    return f" in {what}{where}" if what else where


def _held_by(world: _World, place: int, thread: int) -> str:
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
