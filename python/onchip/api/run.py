"""Running and compiling programs."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import click

from onchip.api.chip import Chip, merged, words
from onchip.api.result import Result, RunFailure
from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.base.outputs import whole
from onchip.build import build, compiler
from onchip.chip import chips
from onchip.launch import launch, request, world
from onchip.options import declared
from onchip.options.run import LINKING, Options, names
from onchip.outcome.console import Silent

Name = str | PathLike


@declared.in_python(Options, chip="str | Path | Chip")
def run(
    program: Name | Sequence[Name], *arguments: str, check: bool = True, **options: Any
) -> Result:
    """Compiles a program if need be, runs it, and returns its result and its cost.

    Args:
        program: a C file, several, or a program linked by `compile` or `onchip cc`.
        arguments: the program's.
        check: raise RunFailure if the run does not end by itself.
        options: those of `onchip run`, below.

    Returns:
        The result, also of a program whose own exit code is not 0. With `trace=True` it has a
        trace, too.

    Raises:
        Failure: the program does not compile, the chip file is wrong, or the like; `exit_code`
            is that of the command line (docs/exit-codes.md).
        RunFailure: the run has ended in a fault, a deadlock, by the timeout or by MPI_Abort.
        KeyboardInterrupt: it was interrupted.
    """
    name, changes = merged(options.get("chip", Options.chip), options.get("set"))
    console = Silent()
    results = launch.Run()
    with _usage():
        given = declared.of_python(Options, options | {"chip": name, "set": changes})
        asked = request.Request(
            **given,
            programs=[_program(names(program), arguments, given.get("ranks"))],
            recorded=options.get("trace") is True,
            standard_input=False,
        )
        request.check(asked)
        launch.run(asked, console, results)
    if results.outcome.kind == "interrupted":
        raise KeyboardInterrupt
    config = results.chip.config if results.chip and not asked.host else {}
    result = Result.of_json(results.as_json(console), config, results.trace)
    if check and result.kind != "exit":
        raise RunFailure(result)
    return result


@declared.in_python(Options, *LINKING)
def compile(
    sources: Name | Sequence[Name],
    output: Name,
    *,
    chip: str | Path | Chip | None = None,
    **options: Any,
) -> Path:
    """Compiles and links sources, as `onchip cc` does with these options, and returns the path of
    the program. Fails if gcc fails; the Failure then holds gcc's messages.
    """
    with _usage(), scratch.folder() as folder:
        asked = Options(**declared.of_python(Options, options))
        compiler.check_end(asked.cflags)
        target = asked.target if chip is None else asked.target.of(chips.load(*words(chip)))
        made = build.build([str(one) for one in names(sources)], target, asked.cflags, folder)
        path = Path(output)
        with whole(path) as new:
            shutil.copy(made, new)
    return path


@contextlib.contextmanager
def _usage() -> Iterator[None]:
    """Turns the command's usage errors into Failures."""
    try:
        yield
    except click.ClickException as error:
        raise Failure(Exit.USAGE, error.format_message()) from error


def _program(files: Sequence[Name], arguments: Sequence[str], ranks: int | None) -> world.Program:
    given = [str(file) for file in files]
    found = world.program(ranks, [*given, "--", *map(str, arguments)])
    if len(found.files) != len(given):
        wrong = given[len(found.files)]
        raise Failure(Exit.USAGE, f"{wrong} is no C file; arguments of the program stand behind")
    return found
