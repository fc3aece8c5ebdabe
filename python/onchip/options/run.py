"""The options of `onchip run`, each declared once.

Everything else follows from this list: the option of the command with its help and its page, the
keyword of `onchip.run`, the key of a study, and the field in which a run finds the value. Other
commands that have some of these options take them from here.
"""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any

import click

from onchip.base import outputs
from onchip.base.arguments import dictionary
from onchip.base.failures import Exit, Failure
from onchip.build import compiler, mechanisms
from onchip.chip.settings import SUCH_AS, settings
from onchip.options import completion
from onchip.options.declared import MOST, Form, entries, option
from onchip.options.kinds import Choice, File, Number, Whole

MOST_RANKS = 1 << 16
LONGEST = 2**63 - 1  # the most cycles that an option takes
HIGHEST_PORT = 65535
MOST_SEED = 2**32 - 1
PERTURB = "perturb.seed"  # the key of the chip file that --perturb sets
GDB_PIPE = "-"
# Not a file: --json prints on standard output, --stats prints tables on standard error.
PLAIN = Path("-")
GUARANTEED = "guaranteed"

# The groups of options in the help.
WHERE = "Where it runs"
BUILD = "How it is compiled and linked"
QUALITY = "Quality of service"
MEASURE = "What is measured and recorded"
FAULTS = "How faults are found and runs end"
OUTPUT = "What is printed"
SPEED = "How it is simulated"


@dataclass(frozen=True)
class Priority:
    """The priority level of all reads and writes of a process in another process's memory."""

    process: int
    memory: int
    level: int

    def __str__(self) -> str:
        """The form that `--priority` takes."""
        return f"{self.process}:{self.memory}={self.level}"


@dataclass(frozen=True)
class Annotation:
    """A priority level, or GUARANTEED, for the messages of one rank to another."""

    sender: int
    receiver: int
    what: str

    def __str__(self) -> str:
        """The form that `--annotate` takes."""
        return f"{self.sender}:{self.receiver}={self.what}"


def _priority(word: str) -> Priority:
    match = re.fullmatch(r"(\d+):(\d+)=(\d+)", word)
    if not match:
        raise click.UsageError(f"--priority {word}: expected S:T=LEVEL, such as 0:3=7")
    return Priority(*map(int, match.groups()))


def _annotation(word: str) -> Annotation:
    match = re.fullmatch(rf"(\d+):(\d+)=([0-7]|{GUARANTEED})", word)
    if not match:
        raise click.UsageError(
            f"--annotate {word}: expected S:T=LEVEL, such as 0:3=7, or 0:3={GUARANTEED}"
        )
    return Annotation(int(match[1]), int(match[2]), match[3])


def _hosts(text: str) -> list[tuple[str, int | None]]:
    hosts = []
    for word in text.split(","):
        match = re.fullmatch(r"([^\s:,-][^\s:,]*)(?::(\d{1,5}))?", word)
        if not match or (match[2] and not int(match[2])):
            raise ValueError(f"{text:.80}; right: names with commas between, such as a:4,b:4")
        hosts.append((match[1], int(match[2]) if match[2] else None))
    return hosts


def _host_names(given: Sequence[str] | None) -> list[tuple[str, int | None]] | None:
    if given is None:
        return None
    try:
        return _hosts(",".join(names(given)))
    except (ValueError, TypeError) as error:
        raise Failure(Exit.USAGE, f"hosts: {error}") from error


def _port(word: str) -> int | str:
    if word == GDB_PIPE:
        return word
    if word.isascii() and word.isdigit() and len(word) <= 5 and int(word) <= HIGHEST_PORT:
        return int(word)
    raise ValueError(f"{word:.40}; right: a port from 0 to {HIGHEST_PORT}, or -")


def _flags(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise click.UsageError(f"--cflags {text}: {str(error).lower()}") from error


def _join(lists: Iterable[list[str]]) -> list[str]:
    return [*chain.from_iterable(lists)]


def _output(name: str) -> Path:
    """The file of `--json=NAME` or `--stats=NAME`; PLAIN if no name is given."""
    if name.endswith(compiler.SOURCES):
        raise ValueError(f"{name} is a source file, which this would overwrite")
    if Path(name) != PLAIN:
        outputs.check_file(Path(name))
    return Path(name)


def _mechanisms(given: Mapping[str, str] | None) -> tuple[mechanisms.Choice, ...]:
    table = dictionary("omp", given, '{"barrier": "mutex"}, say')
    try:
        return mechanisms.chosen([mechanisms.read(f"{k}={v}") for k, v in table.items()])
    except ValueError as error:
        raise Failure(Exit.USAGE, f"omp: {error}") from error


def _variable(word: str) -> str | None:
    """The environment variable with its value. If the word has no value, the value is that in
    onchip's own environment, or None if it has none either.
    """
    name, equals, _ = word.partition("=")
    if not name:
        raise click.UsageError(
            f"--env {word}: expected K=V, such as OMP_DYNAMIC=true, or the name of a variable"
        )
    if equals:
        return word
    return f"{name}={os.environ[name]}" if name in os.environ else None


def _set_variables(variables: Iterable[str | None]) -> list[str]:
    return [variable for variable in variables if variable is not None]


def _variables(given: Mapping[str, str] | None) -> list[str]:
    table = dictionary("environment", given, '{"NAME": "value"}, say')
    return [f"{name}={value}" for name, value in table.items()]


def _pairs(name: str, make: Callable[[int, int, Any], Any], help: str) -> Form:
    such_as = "{(0, 3): 7}, say"
    return Form(
        "Mapping[tuple[int, int], int | str]",
        lambda given: [make(*pair, v) for pair, v in dictionary(name, given, such_as).items()],
        help=help,
    )


def names(given: str | PathLike | Sequence[str | PathLike]) -> list[str | PathLike]:
    """A file, or several, as a list."""
    if isinstance(given, str | PathLike):
        return [given]
    if not isinstance(given, Sequence):
        raise Failure(Exit.USAGE, f"{given!r} is no file; right: a path, or a list of them")
    return list(given)


def _paths(given: bool | str | Path | Sequence[str | Path]) -> list[Path]:
    return [] if isinstance(given, bool) else [Path(one) for one in names(given)]


_FILE = {"type": File(dir_okay=False, path_type=Path), "metavar": "FILE"}
_PLACE = {
    "group": BUILD,
    "type": Choice(compiler.MEMORIES),
    "default": compiler.IN_TILE,
    "study": True,
    "links": True,
}
_NO_NETWORK = "on this machine there is no network to wait for"


@dataclass(frozen=True)
class Options:
    """The options of a run. Some, such as `threads`, are None if the run itself chooses the
    value.
    """

    ranks: int | None = option(
        "-n",
        "-np",
        group=WHERE,
        type=Whole(1, MOST_RANKS),
        metavar="N",
        help="Number of ranks. [default: one for each core]",
        study=True,
    )
    threads: int | None = option(
        "--threads",
        group=WHERE,
        type=Whole(1, MOST_RANKS),
        metavar="T",
        help="Cores of each rank, for OpenMP; compiles with -fopenmp. [default: 1, without OpenMP]",
        study=True,
    )
    chip: str = option(
        "--chip",
        group=WHERE,
        default="mesh4x4",
        metavar="CHIP",
        shell_complete=completion.chip,
        help="The chip: a name that `onchip chip list` shows, or a .toml file.",
        study=True,
    )
    set: Sequence[str] = option(
        "--set",
        group=WHERE,
        multiple=True,
        metavar="KEY=VALUE",
        shell_complete=completion.key,
        help="Change a key of the chip file, such as network.levels=8. Repeatable.",
        python=Form("Mapping[str, Any]", settings, help=f"Chip {SUCH_AS}."),
    )
    perturb: int | None = option(
        "--perturb",
        group=WHERE,
        type=Whole(1, MOST_SEED),
        metavar="SEED",
        help="Add small random delays to the start of cores, to wakeups and to DRAM: `--set "
        "perturb.seed=SEED`. Each seed gives one of the times that a real chip might take. "
        "[default: none]",
        study=True,
        chip_only="on this machine every run differs anyway",
    )
    map: str | Sequence[Sequence[int]] = option(  # a sequence has the cores of each rank
        "--map",
        group=WHERE,
        default="compact",
        metavar="MAP",
        help="The cores of the ranks: `compact` fills one tile after the other, `scatter` goes "
        "round the tiles, FILE names each rank's core, `traffic:FILE` minimises bytes × hops.",
        study=True,
    )
    traffic: Path | None = option(
        "--traffic",
        group=QUALITY,
        **_FILE,
        help="Count the bytes between ranks, and write them to FILE for --map traffic:FILE.",
        chip_only=_NO_NETWORK,
    )
    kernel: bool = option(
        "--kernel",
        group=WHERE,
        is_flag=True,
        help="Run a kernel on the last core of each tile used. "
        "[default: for programs that call it]",
        study=True,
    )
    host: bool = option(
        "--host",
        group=WHERE,
        is_flag=True,
        help="Run on this machine instead, a process for each rank.",
        study=True,
    )
    hosts: Sequence[tuple[str, int | None]] | None = option(
        "--hosts",
        group=WHERE,
        parse=_hosts,
        metavar="NAME[:N],...",
        help="With --host, run on these machines; each gets N ranks, or without N about equally "
        "many. [default: this one]",
        python=Form("Sequence[str]", _host_names),
        without=("self_trace",),
        why="its processes keep it in the memory of one machine",
    )
    launcher: str = option(
        "--launcher",
        group=WHERE,
        default="ssh -o BatchMode=yes -o ConnectTimeout=10",
        metavar="COMMAND",
        help="The command that starts a part of the job on a machine of --hosts. The machine's "
        "name and the words to run there follow it.",
    )
    checks: bool = option(
        "--no-checks",
        group=BUILD,
        flag_value=False,
        default=True,
        help="Link the MPI library that does not check arguments.",
        python=Form("bool", bool, True, "Link the MPI library that checks arguments."),
        study=True,
        links=True,
    )
    transport: str = option(
        "--transport",
        group=BUILD,
        type=Choice(compiler.TRANSPORTS),
        default=compiler.NATIVE,
        help="Which protocol carries MPI messages.",
        study=True,
        links=True,
    )
    omp: tuple[mechanisms.Choice, ...] = option(
        "--omp",
        group=BUILD,
        multiple=True,
        metavar="KEY=VALUE",
        parse=mechanisms.read,
        collect=mechanisms.chosen,
        help="Choose the mechanism of an OpenMP construct, such as barrier=mutex. Repeatable.",
        python=Form(
            "Mapping[str, str]", _mechanisms, help='Mechanisms, such as {"barrier": "mutex"}.'
        ),
        links=True,
    )
    heap: str = option(
        "--heap",
        **_PLACE,
        help="Where malloc gets memory on the chip; no effect with --host.",
    )
    data: str = option(
        "--data",
        **_PLACE,
        help="Where the program's variables lie on the chip; in DRAM with malloc's memory. "
        "No effect with --host.",
    )
    code: str = option(
        "--code",
        **_PLACE,
        help="Where the program's instructions lie on the chip; in DRAM, cores get them through "
        "their instruction caches. No effect with --host.",
    )
    root: str | None = option(
        "--root",
        group=WHERE,
        type=File(exists=True, file_okay=False),
        help="The folder whose files the program may open. The program starts in the current "
        "folder if that lies below this one, else in this one. [default: the current one]",
        study=True,
    )
    directory: str | None = option(
        "--wdir",
        "-wdir",
        group=WHERE,
        type=File(exists=True, file_okay=False),
        help="The folder in which the program starts, below that of --root. Without --root, a "
        "folder that does not lie below the current one is the --root as well.",
        study=True,
    )
    prefix: bool = option(
        "--prefix",
        group=OUTPUT,
        is_flag=True,
        help="Print the rank in front of each line of output.",
        python=False,
    )
    environment: Sequence[str] = option(
        "--env",
        "-x",
        group=WHERE,
        multiple=True,
        metavar="K[=V]",
        parse=_variable,
        collect=_set_variables,
        help="Set a variable of the program's environment, to onchip's own value if none is given; "
        "one that onchip does not have is left out. Repeatable.",
        python=Form("Mapping[str, str]", _variables, help="Variables of the environment."),
    )
    cflags: Sequence[str] = option(
        "--cflags",
        group=BUILD,
        default="",
        metavar="FLAGS",
        parse=_flags,
        collect=_join,
        joined=True,
        right="a text of words, quoted as in a shell",
        help="Options for gcc. Repeatable.",
        study=True,
    )
    stack_kb: int | None = option(
        "--stack",
        group=WHERE,
        type=Whole(1, 1 << 20),
        metavar="KB",
        help="Size of the stack of each core. [default: 1/8 of the free memory, at least 32]",
        study=True,
    )
    priority: Sequence[Priority] = option(
        "--priority",
        group=QUALITY,
        multiple=True,
        parse=_priority,
        metavar="S:T=LEVEL",
        help="Give all accesses of rank S to the memory of rank T a priority, 0 to 7. Repeatable.",
        python=_pairs(
            "priority", Priority, "{(S, T): LEVEL}: for all accesses of S to the memory of T."
        ),
        chip_only=_NO_NETWORK,
    )
    annotate: Sequence[Annotation] = option(
        "--annotate",
        group=QUALITY,
        multiple=True,
        parse=_annotation,
        metavar="S:T=LEVEL",
        help="Mark all messages from rank S to rank T with a priority, 0 to 7, or 'guaranteed'. "
        "Repeatable.",
        python=_pairs(
            "annotate",
            lambda one, other, what: Annotation(one, other, str(what)),
            '{(S, T): LEVEL or "guaranteed"}: for all messages from S to T.',
        ),
        chip_only=_NO_NETWORK,
    )
    advise: bool = option(
        "--advise",
        group=QUALITY,
        is_flag=True,
        help="Report where the program waits, try each quality of service that may help, and "
        "report its gain.",
        chip_only=_NO_NETWORK,
    )
    check_mpi: bool = option(
        "--check-mpi",
        group=FAULTS,
        is_flag=True,
        help="Report messages and requests that are never completed, and MPI calls that do not "
        "match.",
    )
    check_cache: bool = option(
        "--check-cache",
        group=FAULTS,
        is_flag=True,
        help="Report reads of bytes in a data cache that other cores have changed, and lines "
        "written back over bytes of other cores.",
        chip_only="on this machine caches are coherent",
    )
    check_program: bool = option(
        "--check",
        group=FAULTS,
        is_flag=True,
        help="Report wrong accesses to memory, races, leaks, and divisions by zero; with data "
        "caches also what --check-cache reports.",
        chip_only="ASan and TSan check programs for this machine",
    )
    check_nan: bool = option(
        "--check-nan",
        group=FAULTS,
        is_flag=True,
        help="As --check, and report where a NaN first appears.",
        chip_only="",
    )
    suppress: Path | None = option(
        "--suppress",
        group=FAULTS,
        **_FILE,
        help="Leave out the findings of --check that the lines of FILE name: KIND PATTERN.",
        chip_only="",
    )
    reference: bool = option(
        "--reference",
        group=SPEED,
        is_flag=True,
        help="Simulate in the slow reference mode; cycles and statistics are the same.",
    )
    energy: bool = option(
        "--energy",
        group=MEASURE,
        is_flag=True,
        help="Count energy, for --stats and --json.",
        study=True,
        chip_only="",
    )
    power: Path | None = option(
        "--power",
        group=MEASURE,
        **_FILE,
        help="Write power over time to FILE: a table (.csv) or a picture (.png, .svg, .pdf).",
        chip_only="",
    )
    # The length of a window in cycles. 0: the simulator chooses it; None: it does not record power.
    power_window: int | None = option(
        "--power-window",
        group=MEASURE,
        type=Whole(1, LONGEST),
        metavar="CYCLES",
        help="Length of a window of --power, in cycles. [default: for fewer than 512 windows]",
    )
    record_packets: Path | None = option(
        "--record-packets",
        group=MEASURE,
        **_FILE,
        help="Write all packets of the networks, and what each waited for, to FILE for `onchip noc "
        "--replay`. Simulates as slowly as --reference.",
        chip_only=_NO_NETWORK,
        without=("gdb",),
        why="gdb may go back in time",
    )
    profile: bool = option(
        "--profile",
        group=MEASURE,
        is_flag=True,
        help="Print the cycles of each function, on stderr.",
        chip_only="on this machine use perf or valgrind",
    )
    callgrind: Path | None = option(
        "--callgrind",
        group=MEASURE,
        **_FILE,
        help="Write the profile by line, with calls, to FILE for callgrind_annotate and "
        "kcachegrind, or to FILE.json for speedscope; with `%r` in its name, one file for each "
        "rank.",
        chip_only="on this machine use perf or valgrind",
    )
    trace: Sequence[Path] = option(
        "--trace",
        group=MEASURE,
        multiple=True,
        type=File(path_type=Path),
        metavar="FILE",
        help="Record calls, messages and waiting over time, and write them to FILE: for "
        "ui.perfetto.dev (.pftrace), or in OTF2 (a folder, .otf2) for ViTE, Vampir and Scalasca. "
        "Repeatable.",
        python=Form(
            "bool | str | Path | Sequence[str | Path]",
            _paths,
            (),
            "Record the run, for the result (True) or also for these files.",
        ),
        chip_only="right: --self-trace",
    )
    self_trace: Sequence[Path] = option(
        "--self-trace",
        group=MEASURE,
        multiple=True,
        type=File(path_type=Path),
        metavar="FILE",
        help="Write the trace that the program keeps in its own memory, like --trace; a source is "
        "compiled with `onchip cc --trace`. Also with --host. Repeatable.",
        python=Form("str | Path | Sequence[str | Path]", _paths, ()),
    )
    gdb: int | str | None = option(
        "--gdb",
        group=FAULTS,
        parse=_port,
        metavar="PORT",
        help="Wait for gdb on this port of this machine (0: any), and let it debug the run; - is "
        "for gdb's `target remote | onchip run --gdb - …`.",
        python=False,
        chip_only="on this machine use gdb itself",
        without=("power", "trace", "report", "traffic", "advise"),
        why="gdb may go back in time, and what has happened then would be recorded twice",
    )
    report: Path | None = option(
        "--report",
        group=MEASURE,
        **_FILE,
        help="Write a page for a browser, FILE.html: the chip and the ranks over time, messages, "
        "waits; with --profile and --advise, also their results.",
        chip_only="",
    )
    stats: Path | None = option(
        "--stats",
        group=OUTPUT,
        parse=_output,
        metavar="[=FILE]",
        help="Print statistics at the end, on stderr; or write the object of --json to FILE.",
        python=False,
    )
    summary: bool | None = option(
        "--summary/--quiet",
        group=OUTPUT,
        default=None,
        help="Print a summary of the run on stderr, or none. [default: on a terminal]",
        python=False,
    )
    json: Path | None = option(
        "--json",
        group=OUTPUT,
        parse=_output,
        metavar="[=FILE]",
        help="Print one JSON object instead of the program's output, or write it to FILE.",
        python=False,
    )
    livelock: int | None = option(
        "--livelock",
        group=FAULTS,
        type=Whole(1, MOST),
        metavar="CYCLES",
        help="Stop after so many cycles in which no rank sends, prints, or writes to another "
        "memory.",
        study=True,
        chip_only="it counts the chip's cycles, and --host has --timeout",
    )
    jobs: int | None = option(
        "--jobs",
        group=SPEED,
        type=Whole(1, 4096),
        metavar="N",
        help="Simulate with at most N threads; cycles and statistics are the same. [default: one "
        "for each core of this machine, or 1 while it is busy]",
        study=True,
        chip_only="on this machine each rank is a process",
    )
    timeout: float | None = option(
        "--timeout",
        group=FAULTS,
        type=Number(0, min_open=True),
        metavar="S",
        right="seconds above 0",
        help="Stop after S seconds of real time, including compilation.",
        study=True,
    )

    # Callers set these fields; they are not options.
    recorded: bool = False  # whether the run is recorded as for a trace
    # Whether rank 0 reads the command's standard input; otherwise no rank has input.
    standard_input: bool = True
    begun: float = field(default_factory=time.monotonic, compare=False)

    @property
    def target(self) -> compiler.Target:
        """The target for which programs are linked."""
        places = {} if self.host else {"heap": self.heap, "data": self.data, "code": self.code}
        return compiler.Target(self.host, self.checks, self.transport, self.omp, **places)

    @property
    def settings(self) -> list[str]:
        """All changes of the chip file."""
        seed = [f"{PERTURB}={self.perturb}"] if self.perturb else []
        return [*self.set, *seed]

    @property
    def folders(self) -> tuple[Path, Path]:
        """The folder whose files the program may open, and the folder in which the
        program starts.
        """
        named = self.root or "."
        root, start = Path(named).resolve(), Path(self.directory or ".").resolve()
        if start.is_relative_to(root):
            return Path(named), start
        if self.root and self.directory:
            raise Failure(
                Exit.USAGE,
                f"--wdir {self.directory}: not below --root {self.root}; right: a folder below it",
            )
        return (start, start) if self.directory else (Path(named), root)

    @property
    def observed(self) -> bool:
        """Whether the simulator records the run."""
        return bool(self.trace or self.recorded or self.report or self.advise or self.traffic)

    @property
    def is_late(self) -> bool:
        """Whether the timeout has passed."""
        return bool(self.timeout) and time.monotonic() - self.begun > self.timeout


# The options that `onchip.compile` takes.
LINKING = ("cflags", "host", *(name for name, one in entries(Options).items() if one.links))
