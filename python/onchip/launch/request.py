"""The request for a run, and checks that its options can be combined."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from onchip.base import outputs
from onchip.build import compiler
from onchip.launch.world import Program
from onchip.options import declared
from onchip.options.run import Options
from onchip.report import page
from onchip.trace import files


@dataclass(frozen=True)
class Request(Options):
    """A request to run programs: which ones, and how."""

    programs: Sequence[Program] = ()

    @property
    def words(self) -> str:
        """The programs and their arguments, as text for titles."""
        return " : ".join(" ".join((*one.files, *one.arguments)) for one in self.programs)

    @property
    def linked(self) -> list[str]:
        """The names of the programs that are already linked."""
        return [program.name for program in self.programs if not program.is_source]

    def has_linked(self, what: Callable[[bytes], bool]) -> bool:
        """Whether `what`, such as `compiler.calls_kernel`, is true of a program that is already
        linked.
        """
        return any(_has(what, name) for name in self.linked)


def check(request: Request) -> None:
    """Raises an exception for options that exclude each other, and for output files that cannot be
    written.
    """
    compiler.check_end(request.cflags)
    _check_combinations(request)
    if request.hosts and not request.host:
        raise click.UsageError("--hosts is for --host: only Linux processes run on other machines")
    _check_links(request)
    _check_files(request)
    if request.power_window and not request.power:
        raise click.UsageError("--power-window is for --power FILE")
    if request.target != compiler.Target(request.host) and request.linked:
        words = [one.words[0] for one in declared.entries(Options).values() if one.links]
        raise click.UsageError(
            f"{', '.join(words[:-1])} and {words[-1]} take effect when a program is linked, and "
            "this one is already; give them to `onchip cc`"
        )


def _check_combinations(request: Request) -> None:
    """Raises an exception for two options whose declarations exclude each other."""
    known = declared.entries(Options)
    given = {
        name: entry
        for name, entry in known.items()
        if getattr(request, name) not in (entry.default, [])
    }
    if request.recorded:
        given["trace"] = known["trace"]
    for entry in given.values():
        word = entry.words[0]
        if request.host and entry.chip_only is not None:
            why = entry.chip_only and f"; {entry.chip_only}"
            raise click.UsageError(f"{word} is for the chip{why}")
        if other := next((name for name in entry.without if name in given), None):
            why = entry.why and f": {entry.why}"
            raise click.UsageError(f"{word} and {known[other].words[0]} do not go together{why}")


def _check_links(request: Request) -> None:
    """Fails if a program that is already linked lacks code that an option would link."""
    linked = request.linked
    if linked and request.annotate:
        raise click.UsageError(
            f"--annotate links code into a program, so it takes sources; {linked[0]} is linked "
            "already"
        )
    host = "--host " if request.host else ""
    for asked, option, of_cc, has in (
        (request.check_mpi, "--check-mpi", "--check-mpi", compiler.watches_mpi),
        (request.self_trace, "--self-trace", "--trace", compiler.keeps_trace),
    ):
        without = [name for name in linked if not _has(has, name)] if asked else []
        if without:
            raise click.UsageError(
                f"{without[0]} is linked already, without what {option} needs; link it with "
                f"`onchip cc {host}{of_cc}`"
            )


def _check_files(request: Request) -> None:
    for path in request.trace:
        files.check(path, "--trace")
    for path in request.self_trace:
        files.check(path, "--self-trace")
    if request.report:
        page.check(request.report)
    for path in filter(None, (request.traffic, request.callgrind, request.record_packets)):
        outputs.check_file(path)


def _has(what: Callable[[bytes], bool], name: str) -> bool:
    try:
        return what(Path(name).read_bytes())
    except OSError:  # the error is reported when the program is loaded
        return False
