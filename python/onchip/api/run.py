"""Compiles and runs programs."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import click

from onchip.api.chip import Chip, words
from onchip.api.result import Result, RunFailure
from onchip.base import scratch
from onchip.base.arguments import dictionary
from onchip.base.failures import Exit, Failure
from onchip.base.outputs import whole
from onchip.base.run_options import Annotation, Options, Priority
from onchip.build import build, compiler, mechanisms
from onchip.chip import chips
from onchip.launch import inputs, launch, request, world
from onchip.outcome.console import Silent

Name = str | PathLike


def run(
    program: Name | Sequence[Name],
    *arguments: str,
    ranks: int | None = None,
    chip: str | Path | Chip = "mesh4x4",
    set: Mapping[str, Any] | None = None,
    threads: int | None = None,
    map: str = "compact",
    kernel: bool = False,
    host: bool = False,
    checks: bool = True,
    transport: str = compiler.NATIVE,
    omp: Mapping[str, str] | None = None,
    heap: str = compiler.IN_TILE,
    cflags: str = "",
    environment: Mapping[str, str] | None = None,
    root: Name = ".",
    stack_kb: int | None = None,
    priority: Mapping[tuple[int, int], int] | None = None,
    annotate: Mapping[tuple[int, int], int | str] | None = None,
    advise: bool = False,
    check_mpi: bool = False,
    energy: bool = False,
    profile: bool = False,
    trace: bool | Name | Sequence[Name] = (),
    report: Name | None = None,
    reference: bool = False,
    timeout: float | None = None,
    livelock: int | None = None,
    jobs: int | None = None,
    check: bool = True,
) -> Result:
    """Compiles a program if need be, runs it, and gives what it cost.

    Args:
        program: a C file, several, or a program linked by `compile` or `onchip cc`.
        arguments: the program's.
        ranks: how many; without it one for each core, or for each `threads` cores.
        chip: a name of `onchip chip list`, a .toml file, or a `Chip`.
        set: keys of the chip file that have other values, such as {"network.levels": 4}.
        threads: cores of each rank, for OpenMP.
        map, kernel, host, checks, transport, heap, cflags, root, stack_kb, advise, check_mpi,
            energy, profile, report, reference, timeout (seconds), livelock (cycles), jobs: the
            options of `onchip run` of the same names.
        omp: mechanisms of OpenMP's constructs, such as {"barrier": "mutex"}.
        environment: variables of the program's environment.
        priority: {(rank, rank): level}: of all that the first does in the memory of the second.
        annotate: {(sender, receiver): level or "guaranteed"}: of all messages between these.
        trace: record the run for `result.trace`: True, or files that get it, .pftrace or .otf2.
        check: raise RunFailure if the run does not end by itself.

    Returns:
        The result, also of a program whose own exit code is not 0.

    Raises:
        Failure: the program does not compile, the chip file is wrong, or the like; `code` is the
            exit code of the command line (docs/exit-codes.md).
        RunFailure: the run has ended in a fault, a deadlock, by the timeout or by MPI_Abort.
        KeyboardInterrupt: it was interrupted.
    """
    ranks, threads, jobs = inputs.checked("run", ranks=ranks, threads=threads, jobs=jobs)
    stack_kb, timeout, livelock = inputs.checked(
        "run", stack_kb=stack_kb, timeout=timeout, livelock=livelock
    )
    transport, heap, cflags = inputs.checked("run", transport=transport, heap=heap, cflags=cflags)
    variables = dictionary("environment", environment, '{"NAME": "value"}, say')
    chip_name, settings = words(chip, set)
    target = compiler.Target(host, checks, transport, _mechanisms(omp), heap)
    annotations = [Annotation(*pair, str(what)) for pair, what in (annotate or {}).items()]
    console = Silent()
    told = launch.Run()
    with _usage():
        asked = request.Request(
            programs=[_program(_list(program), arguments, ranks)],
            target=target,
            chip=chip_name,
            settings=settings,
            threads=threads,
            mapping=map,
            kernel=kernel,
            cflags=request.flags(cflags),
            annotations=annotations,
            advise=advise,
            check_mpi=check_mpi,
            energy=energy,
            profile=profile,
            traces=[] if isinstance(trace, bool) else [Path(path) for path in _list(trace)],
            recorded=trace is True,
            report=report and Path(report),
            options=Options(
                root=str(root),
                environment=[f"{key}={value}" for key, value in variables.items()],
                stack_kb=stack_kb,
                reference=reference,
                livelock=livelock,
                jobs=jobs,
                timeout=timeout,
                priorities=[Priority(*pair, level) for pair, level in (priority or {}).items()],
                standard_input=False,
            ),
        )
        request.check(asked)
        launch.run(asked, console, told)
    if told.outcome.kind == "interrupted":
        raise KeyboardInterrupt
    config = told.chip.config if told.chip and not host else {}
    result = Result.of_json(told.as_json(console), config, told.trace)
    if check and result.kind != "exit":
        raise RunFailure(result)
    return result


def compile(
    sources: Name | Sequence[Name],
    output: Name,
    *,
    cflags: str = "",
    chip: str | Path | Chip | None = None,
    host: bool = False,
    checks: bool = True,
    transport: str = compiler.NATIVE,
    omp: Mapping[str, str] | None = None,
    heap: str = compiler.IN_TILE,
) -> Path:
    """Compiles and links sources like `onchip cc` with these options, and returns the program's
    path. Fails if gcc fails; the failure contains gcc's messages.
    """
    shares = chip is not None and chips.load(*words(chip)).shares_tiles
    target = compiler.Target(host, checks, transport, _mechanisms(omp), heap, shares)
    with _usage(), scratch.folder() as folder:
        files = [str(source) for source in _list(sources)]
        made = build.build(files, target, request.flags(cflags), folder)
        path = Path(output)
        with whole(path) as new:
            shutil.copy(made, new)
    return path


def _list(names: Name | Sequence[Name]) -> Sequence[Name]:
    if isinstance(names, str | PathLike):
        return [names]
    if not isinstance(names, Sequence):
        raise Failure(Exit.USAGE, f"{names!r} is no file; right: a path, or a list of them")
    return names


@contextlib.contextmanager
def _usage() -> Iterator[None]:
    """Turns the command's usage errors into Failures."""
    try:
        yield
    except click.ClickException as error:
        raise Failure(Exit.USAGE, error.format_message()) from error


def _program(files: Sequence[Name], arguments: Sequence[str], ranks: int | None) -> world.Program:
    names = [str(file) for file in files]
    found = world.parse(ranks, (*names, "--", *map(str, arguments)))[0]
    if len(found.files) != len(names):
        wrong = names[len(found.files)]
        raise Failure(Exit.USAGE, f"{wrong} is no C file; arguments of the program stand behind")
    return found


def _mechanisms(omp: Mapping[str, str] | None) -> tuple[mechanisms.Choice, ...]:
    given = dictionary("omp", omp, '{"barrier": "mutex"}, say')
    try:
        return mechanisms.chosen([mechanisms.read(f"{k}={v}") for k, v in given.items()])
    except ValueError as error:
        raise Failure(Exit.USAGE, f"omp: {error}") from error
