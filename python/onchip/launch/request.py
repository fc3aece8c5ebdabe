"""The request for a run, and checks that its options go together."""

import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from onchip.base import outputs
from onchip.base.run_options import Annotation, Options
from onchip.build import compiler
from onchip.launch.world import Program
from onchip.report import page
from onchip.simulation import debugger
from onchip.trace import files


@dataclass(frozen=True)
class Request:
    """What to run, where and how; `onchip run --help` explains each field."""

    programs: Sequence[Program]
    target: compiler.Target
    chip: str = "mesh4x4"
    settings: Sequence[str] = ()
    threads: int | None = None
    mapping: str = "compact"
    kernel: bool = False
    cflags: Sequence[str] = ()
    annotations: Sequence[Annotation] = ()
    advise: bool = False
    check_mpi: bool = False
    traffic: Path | None = None
    energy: bool = False
    power: Path | None = None
    power_window: int | None = None
    profile: bool = False
    callgrind: Path | None = None
    traces: Sequence[Path] = ()
    recorded: bool = False  # record a trace that is written to no file
    self_traces: Sequence[Path] = ()
    report: Path | None = None
    options: Options = field(default_factory=Options)  # options that have no field in this class

    @property
    def observed(self) -> bool:
        """Whether the simulator records the run."""
        return bool(
            self.traces or self.recorded or self.report or self.advise or self.traffic is not None
        )

    @property
    def words(self) -> str:
        """The programs and their arguments, as text for titles."""
        return " : ".join(" ".join((*one.files, *one.arguments)) for one in self.programs)

    @property
    def linked(self) -> list[str]:
        """The names of the programs that are already linked."""
        return [program.name for program in self.programs if not program.is_source]


def flags(cflags: str) -> list[str]:
    """Splits the value of --cflags into words."""
    try:
        words = shlex.split(cflags)
    except ValueError as error:
        raise click.UsageError(f"--cflags {cflags}: {str(error).lower()}") from error
    compiler.check_end(words)
    return words


def check(request: Request) -> None:
    """Fails for options that do not go together, and for output files that cannot be written."""
    options, host = request.options, request.target.host
    if host:
        _check_host(request)
    _check_links(request)
    _check_files(request)
    if options.livelock and (request.power or request.observed):
        raise click.UsageError("--livelock goes with none of --power, --trace and --report")
    debugger.check(options.gdb, host, request.power is not None or request.observed)
    if request.power_window and not request.power:
        raise click.UsageError("--power-window is for --power FILE")
    for variable in options.environment:
        if "=" not in variable:
            raise click.UsageError(f"--env {variable}: expected K=V, such as OMP_DYNAMIC=true")
    if options.jobs is not None and options.jobs < 1:
        raise click.UsageError(f"--jobs {options.jobs}: expected a number from 1 on")
    if options.timeout is not None and math.isnan(options.timeout):
        raise click.UsageError("--timeout takes a number of seconds")
    if request.target != compiler.Target(host) and request.linked:
        raise click.UsageError(
            "--no-checks, --transport, --omp and --heap take effect when a program is linked, and "
            "this one is already; give them to `onchip cc`"
        )


def _check_host(request: Request) -> None:
    chosen = {
        "--advise": request.advise,
        "--annotate": request.annotations,
        "--traffic": request.traffic,
        "--priority": request.options.priorities,
    }
    option = next((option for option, value in chosen.items() if value), None)
    if option:
        raise click.UsageError(
            f"{option} is for the chip: on this machine there is no network to wait for"
        )
    if request.energy or request.power:
        raise click.UsageError("--energy and --power are for the chip")
    if request.profile or request.callgrind:
        raise click.UsageError(
            "--profile and --callgrind are for the chip; on this machine use perf or valgrind"
        )
    if request.traces or request.recorded:
        raise click.UsageError("--trace is for the chip; right: --self-trace")
    if request.report:
        raise click.UsageError("--report is for the chip")
    if request.options.jobs:
        raise click.UsageError("--jobs is for the chip; on this machine each rank is a process")
    if request.options.livelock:
        raise click.UsageError("--livelock counts cycles of the chip; --host has --timeout")


def _check_links(request: Request) -> None:
    """Whether what options link into programs is, or can be linked, in these."""
    linked = request.linked
    if linked and request.annotations:
        raise click.UsageError(
            f"--annotate links code into a program, so it takes sources; {linked[0]} is linked "
            "already"
        )
    host = "--host " if request.target.host else ""
    for asked, option, of_cc, has in (
        (request.check_mpi, "--check-mpi", "--check-mpi", compiler.watches_mpi),
        (request.self_traces, "--self-trace", "--trace", compiler.keeps_trace),
    ):
        without = [name for name in linked if not _has(has, name)]
        if asked and without:
            raise click.UsageError(
                f"{without[0]} is linked already, without what {option} needs; link it with "
                f"`onchip cc {host}{of_cc}`"
            )


def _check_files(request: Request) -> None:
    # Most runs are short, so a module for a single option is imported only with that option.
    if request.traces or request.self_traces:
        for path in request.traces:
            files.check(path, "--trace")
        for path in request.self_traces:
            files.check(path, "--self-trace")
    if request.report:
        page.check(request.report)
    for path in filter(None, (request.traffic, request.callgrind)):
        outputs.check_file(path)


def watches_mpi(request: Request) -> bool:
    """Whether a program of the request was linked with --check-mpi."""
    return any(_has(compiler.watches_mpi, name) for name in request.linked)


def _has(what: Callable[[bytes], bool], name: str) -> bool:
    try:
        return what(Path(name).read_bytes())
    except OSError:  # loading the program reports this
        return False
