"""Entries of MPI functions that note from where they are called.

They are linked with the program, below its own functions and above the library's: MPI_X notes its
caller in `oc_noted` and goes on to PMPI_X.
"""

import platform
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from onchip.build import compiler
from onchip.build.compiler import Target

_NAME = re.compile(r"\bMPI_[A-Z][a-z]\w+")
_FUNCTION = re.compile(r"^PROVIDE\((MPI_\w+) = (?:DEFINED\(oc_funnel\) \? (\w+) :)?", re.MULTILINE)

# A program's own function of this name comes first: a profiling tool's.
_ENTRY = """    .text
    .weak {name}
    .type {name}, {mark}function
{name}:
{body}
    .size {name}, . - {name}
"""
# Functions whose calls runtime/mpi/watch/ looks at, on their way to PMPI_X.
_BLOCKING = (
    *("Bcast", "Reduce", "Allreduce", "Scan", "Exscan", "Reduce_scatter_block", "Reduce_scatter"),
    *("Gather", "Gatherv", "Scatter", "Scatterv", "Allgather", "Allgatherv"),
    *("Alltoall", "Alltoallv", "Alltoallw"),
    *("Neighbor_allgather", "Neighbor_allgatherv"),
    *("Neighbor_alltoall", "Neighbor_alltoallv", "Neighbor_alltoallw"),
)
_SIZED = {
    *(f"MPI_{name}" for name in _BLOCKING),
    *(f"MPI_I{name.lower()}" for name in _BLOCKING),
    *(f"MPI_{name}_init" for name in _BLOCKING),
    *("MPI_Put", "MPI_Rput", "MPI_Get", "MPI_Rget", "MPI_Accumulate", "MPI_Raccumulate"),
}
_WATCHED = {*_SIZED, *(f"{name}_c" for name in _SIZED), "MPI_Psend_init", "MPI_Precv_init"}
_CHIP = """    lla t0, oc_noted
    sw ra, 0(t0)
    lla t1, {name}
    sw t1, 4(t0)
    tail {next}"""
_X86_64 = """    movq (%rsp), %r10
    movq %r10, oc_noted(%rip)
    leaq {name}(%rip), %r10
    movq %r10, 8+oc_noted(%rip)
    jmp {next}"""


def arguments(target: Target, sources: Iterable[str], openmp: bool, folder: Path) -> list[str]:
    """What the compiler is told, so that calls of functions which `sources` name are noted; nothing
    on a machine whose instructions these are not.

    They are in a file below `folder`.
    """
    if target.host and platform.machine() != "x86_64":
        return []
    body, jump, mark = (_X86_64, "jmp", "@") if target.host else (_CHIP, "tail", "@")
    functions = dict(_FUNCTION.findall((compiler.folder(target) / "profiling.ld").read_text()))
    text = "    .text\n"
    for name in sorted(_named(sources) & functions.keys()):
        below = functions[name] if openmp and functions[name] else f"P{name}"
        if name in _WATCHED:
            text += f"    .globl oc_below_{name}\noc_below_{name}:\n    {jump} {below}\n"
            below = f"oc_watch_{name}"
        entry = body.format(name=name, next=below)
        text += _ENTRY.format(name=name, mark=mark, body=entry)
    if target.host:
        text += '    .section .note.GNU-stack, "", @progbits\n'
    file = Path(tempfile.mkdtemp(dir=folder), "entries.s")
    file.write_text(text)
    return [f"@{compiler.folder(target) / 'check-mpi.flags'}", str(file)]


def _named(sources: Iterable[str]) -> set[str]:
    names: set[str] = set()
    for source in sources:
        path = Path(source)
        if path.is_file():
            names |= set(_NAME.findall(path.read_text(errors="replace")))
    return names
