"""Options of `onchip run` for quality of service and for checks of MPI."""

import re

import click

from onchip.base.run_options import GUARANTEED, Annotation, Priority
from onchip.commands import settings


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
