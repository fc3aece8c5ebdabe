"""Options of quality of service, for all of a run."""

import re
from pathlib import Path

import click

from onchip import compile
from onchip.commands import settings
from onchip.run_options import GUARANTEED, Annotation, Priority


def _priority(words):
    match = re.fullmatch(r"(\d+):(\d+)=(\d+)", words)
    if not match:
        raise click.UsageError(f"--priority {words}: expected S:T=LEVEL, such as 0:3=7")
    return Priority(*map(int, match.groups()))


def _annotation(words):
    match = re.fullmatch(rf"(\d+):(\d+)=([0-7]|{GUARANTEED})", words)
    if not match:
        raise click.UsageError(
            f"--annotate {words}: expected S:T=LEVEL, such as 0:3=7, or 0:3={GUARANTEED}"
        )
    return Annotation(int(match[1]), int(match[2]), match[3])


priority = click.option(
    "--priority",
    "priorities",
    multiple=True,
    callback=settings.read(_priority),
    metavar="S:T=LEVEL",
    help="Give all accesses of rank S to the memory of rank T a priority, 0 to 7. Repeatable.",
)

annotate = click.option(
    "--annotate",
    "annotations",
    multiple=True,
    callback=settings.read(_annotation),
    metavar="S:T=LEVEL",
    help="Mark all messages from rank S to rank T with a priority, 0 to 7, or 'guaranteed'. "
    "Repeatable.",
)

advise = click.option(
    "--advise",
    is_flag=True,
    help="Report where the program waits, try each quality of service that may help, and report "
    "its gain.",
)


check_mpi = click.option(
    "--check-mpi",
    is_flag=True,
    help="Report messages and requests that are never completed, and MPI calls that do not match.",
)


def check(programs, host, priorities, annotations, advise, traffic, check_mpi):
    """Whether these options go with each other and with the rest."""
    chosen = {"--advise": advise, "--annotate": annotations, "--traffic": traffic}
    links = next((option for option, value in chosen.items() if value), None)
    if host and (links or priorities):
        raise click.UsageError(
            f"{links or '--priority'} is for the chip: on this machine there is no network to wait "
            "for"
        )
    if advise and annotations:
        raise click.UsageError("--advise tries annotations itself; it does not go with --annotate")
    if advise and traffic:
        raise click.UsageError("--advise and --traffic do not go together")
    if check_mpi and links in ("--advise", "--traffic"):
        raise click.UsageError(
            f"{links} and --check-mpi link different libraries; right: one of them"
        )
    linked = [program.name for program in programs if not program.is_source]
    if linked and links:
        raise click.UsageError(
            f"{links} links code into a program, so it takes sources; {linked[0]} is linked already"
        )
    without = [name for name in linked if not watches_mpi(name)]
    if check_mpi and without:
        raise click.UsageError(
            f"{without[0]} is linked already, without what --check-mpi needs; link it with "
            "`onchip cc --check-mpi`"
        )


def check_self_trace(programs, host, others):
    """Whether programs can keep a trace; `others`: options that take what a program tells."""
    other = next((option for option, value in others.items() if value), None)
    if other:
        raise click.UsageError(f"--self-trace and {other} do not go together; right: one of them")
    without = [one.name for one in programs if not one.is_source and not keeps_trace(one.name)]
    if without:
        host = " --host" if host else ""
        raise click.UsageError(
            f"{without[0]} is linked already, and keeps no trace; link it with "
            f"`onchip cc{host} --trace`"
        )


def keeps_trace(name):
    """Whether a linked program keeps a trace."""
    return _has(compile.keeps_trace, name)


def watches_mpi(name):
    """Whether a linked program was linked with --check-mpi."""
    return _has(compile.watches_mpi, name)


def _has(what, name):
    try:
        return what(Path(name).read_bytes())
    except OSError:  # which is told later
        return False
