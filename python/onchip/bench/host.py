"""`onchip bench host`: MPI and OpenMP on this machine, compared with common libraries: MPICH and
Open MPI if they are installed, and the compiler's libgomp.

Each round runs each program with each library in turn. A program prints the fastest of many short
batches, and the best round counts, because other work on the machine only makes a run slower.
"""

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.base import project, scratch
from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.build import build
from onchip.build.compiler import Target
from onchip.host import launch
from onchip.launch import measured
from onchip.options.run import Options
from onchip.outcome.console import STDOUT, Silent

SOURCES = project.root() / "benchmarks" / "host"
MESSAGES, CONSTRUCTS = SOURCES / "messages.c", SOURCES / "constructs.c"
ONCHIP = "onchip"
SECONDS = 120  # the longest time of a run, after which a library is left out
# Numbers whose names begin with these words are rates, for which more is better. The others are
# times.
RATES = ("bandwidth", "rate")


@dataclass(frozen=True)
class Other:
    """Another library: its compiler, how it starts ranks, and the Debian packages that have it."""

    compiler: tuple[str, ...]
    start: tuple[str, ...]
    packages: str


MPI = {
    "mpich": Other(("mpicc.mpich",), ("mpiexec.mpich",), "mpich libmpich-dev"),
    "openmpi": Other(
        ("mpicc.openmpi",),
        ("mpirun.openmpi", "--oversubscribe", "--allow-run-as-root"),
        "openmpi-bin libopenmpi-dev",
    ),
}
OPENMP = {"libgomp": Other(("gcc", "-fopenmp"), (), "gcc")}


class TooSlow(Exception):
    """A run of another library has not ended within SECONDS."""


def measure(rounds: int, ranks: int, batches: int, tick: Callable[[str], None]) -> dict:
    """The best numbers of each library; times are in microseconds. `ratios` divides our numbers by
    those of the better other library. `too_slow` names libraries that are left out because a run
    took too long.
    """
    arguments = [str(batches)]
    with scratch.folder() as folder:
        messages = _runs(MPI, MESSAGES, ranks, 1, arguments, folder)
        threads = len(os.sched_getaffinity(0))
        constructs = _runs(OPENMP, CONSTRUCTS, 1, threads, arguments, folder)
        started = os.getloadavg()[0]
        missing = {name: one.packages for name, one in MPI.items() if name not in messages}
        tables: dict = {"mpi": {}, "openmp": {}}
        too_slow = []
        for table, runs in zip(tables.values(), (messages, constructs), strict=True):
            for number in range(rounds):
                for library, run in list(runs.items()):
                    tick(f"round {number + 1} of {rounds}: {library}")
                    try:
                        _keep_best(table.setdefault(library, {}), run())
                    except TooSlow:
                        too_slow.append(library)
                        del runs[library], table[library]
    return {
        "processors": threads,
        "load": [started, os.getloadavg()[0]],
        "ranks": ranks,
        "threads": threads,
        "missing": missing,
        "too_slow": too_slow,
        **tables,
        "ratios": {name: _ratios(table) for name, table in tables.items()},
    }


def is_rate(name: str) -> bool:
    """Whether a number is a rate, for which more is better."""
    return name.startswith(RATES)


def _keep_best(best: dict, numbers: dict) -> None:
    for name, value in numbers.items():
        choose = max if is_rate(name) else min
        best[name] = choose(best.get(name, value), value)


def _ratios(table: dict) -> dict:
    """Our numbers divided by the better ones of the other libraries; empty if there is no other
    library.
    """
    others = [numbers for library, numbers in table.items() if library != ONCHIP]
    return {
        name: ours / (max if is_rate(name) else min)(numbers[name] for numbers in others)
        for name, ours in table[ONCHIP].items()
        if others
    }


def _runs(
    others: dict, source: Path, ranks: int, threads: int, arguments: Sequence[str], folder: Path
) -> dict:
    """For each library that is installed, a function that runs the program."""
    flags = ["-fopenmp"] if threads > 1 or source == CONSTRUCTS else []
    program = build.build([str(source)], Target(host=True), flags, folder)
    load = Load(program, b"", source.name, ranks, arguments, threads)
    runs = {ONCHIP: lambda: _ours(load, source)}
    for name, other in others.items():
        if not shutil.which(other.compiler[0]):
            continue
        linked = folder / f"{source.stem}.{name}"
        subprocess.run([*other.compiler, "-O2", str(source), "-o", str(linked)], check=True,
                       capture_output=True)  # fmt: skip
        start = [*other.start, "-n", str(ranks)] if other.start else []
        words = [*start, str(linked), *arguments]
        runs[name] = lambda words=words, name=name: _theirs(words, source, name, threads)
    return runs


def _ours(load: Load, source: Path) -> dict:
    output = Silent()
    options = Options(host=True, standard_input=False, timeout=SECONDS)
    outcome = launch.run([load], options, output)
    if (outcome.kind, outcome.exit_code) != ("exit", 0):
        raise Failure(Exit.INTERNAL, f"{source.name} failed: {outcome.message}")
    return measured.numbers_in(output.kept("stdout", STDOUT)["stdout"], source)


def _theirs(words: Sequence[str], source: Path, name: str, threads: int) -> dict:
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=environment, stdout=pipe, stderr=pipe, text=True,
                          start_new_session=True) as running:  # fmt: skip
        try:
            out, err = running.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            # The launcher ends its ranks when it is asked to, but not when it is killed.
            running.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.communicate(timeout=5)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            raise TooSlow from error
    if running.returncode:
        raise Failure(Exit.INTERNAL, f"{source.name} with {name} failed: {err.strip()}")
    return measured.numbers_in(out, source)
