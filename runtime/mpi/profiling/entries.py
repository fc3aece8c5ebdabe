"""The layer of the standard's profiling interface (MPI 4.1, section 15.2): what MPI_X means.

    python3 entries.py MPI.H FOLDER KINDS OBSERVERS.o... -- CC FLAGS... >profiling.ld
    python3 entries.py --shared KINDS MPI_X... >entries.s

A program calls MPI_X, but the library defines only PMPI_X. The linker script defines MPI_X, unless
the program, or a profiling tool in it, defines MPI_X itself. MPI_X is then PMPI_X or, if calls are
checked or observed, an entry that runs before PMPI_X. FOLDER gets an object for each entry, so that
a program links only the entries of the functions that it calls:

oc_funnel_MPI_X  in programs with OpenMP: refuses all threads but thread 0 (funnel.h)
oc_turn_MPI_X    with threads that take turns (hal/linux/turn.h): takes the turn, and runs before
                 the other entries
oc_noted_MPI_X   with --check-mpi: notes the caller (mpi/watch/watch.h), and goes on to the
                 observer oc_watch_MPI_X if OBSERVERS define one. The observer calls oc_below_MPI_X,
                 which goes on by oc_funnel_MPI_X to PMPI_X.

The second form prints the entries MPI_X and PMPI_X of a shared library, in which each PMPI_X has
the name oc_PMPI_X. These entries take turns.

KINDS lists the kinds of entries: `funnel+noted`; `noted` without checks; on Linux also `turn`;
`none` on machines for which there is no hal/*/interpose.inc.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

# Functions that any thread may call at any time (MPI 4.1, sections 11.4.1 and 11.6.1), and
# functions that only convert their arguments. None of them has an observer.
ANY_THREAD = re.compile(
    r"""MPI_(
    Abort | Add_error_(class|code|string) | Aint_(add|diff) | Errhandler_free
    | Error_(class|string) | Finalized | Get_(address|library_version|version)
    | Info_(create|create_env|delete|dup|free|get|get_nkeys|get_nthkey|get_string|get_valuelen|set)
    | Initialized | Is_thread_main | Query_thread | Remove_error_(class|code|string)
    | Session_create_errhandler | Status_[gs]et_(error|source|tag) | Wtick | Wtime
    | (?!Status_)\w+_(c2f|f2c|fromint|toint)
    )""",
    re.VERBOSE,
)

# Functions of ANY_THREAD that need no turn, because they neither read nor change the library's
# state.
PURE = re.compile(
    r"""MPI_(
    Abort | Aint_(add|diff) | Finalized | Get_(address|library_version|version) | Initialized
    | Is_thread_main | Query_thread | Status_[gs]et_(error|source|tag) | Wtick | Wtime
    | (?!Status_)\w+_(c2f|f2c|fromint|toint)
    )""",
    re.VERBOSE,
)
# Functions after which another thread may be able to continue, although no event wakes it.
TELLING = re.compile(r"MPI_(Cancel|Grequest_complete|Pready\w*|Request_free|Start(all)?)")

ENTRY = """\
    .include "interpose.inc"
    .section .text.{entry}, "ax", @progbits
    .globl {entry}
    .type {entry}, @function
{entry}:
    {body}
    .size {entry}, . - {entry}
    .section .rodata.{entry}, "aMS", @progbits, 1
2:  .asciz "{name}"
"""
CHECK = "to_thread_0 P{name}, oc_funnel_refuse, 2f"
NOTE = "note_caller oc_noted, 2f, oc_noted_in_turn_{name}\n    go_on {after}"
IN_TURN = "\n    .globl oc_noted_in_turn_{name}"
TURN = "take_turn oc_next_{name}, oc_in_turn_{name}, {gate}"
BELOW = "\n    .globl oc_below_{name}\noc_below_{name}:\n    go_on {below}"


def observed(objects: Iterable[str]) -> set[str]:
    """The functions that have an observer."""
    words = ["nm", "--defined-only", *objects]
    listing = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return set(re.findall(r" oc_watch_(MPI_\w+)$", listing, re.MULTILINE))


def entries(name: str, kinds: Iterable[str], is_observed: bool) -> Iterator[tuple[str, str, str]]:
    """The entries of a function, outermost first: a symbol that chooses it, its name, its text."""
    funnel, noted = f"oc_funnel_{name}", f"oc_noted_{name}"
    below = funnel if "funnel" in kinds else f"P{name}"
    if "noted" in kinds:
        after = f"oc_watch_{name}" if is_observed else below
        body = NOTE.format(after=after, name=name)
        if "turn" in kinds:
            body += IN_TURN.format(name=name)
        if is_observed:
            body += BELOW.format(name=name, below=below)
        yield "oc_watching", noted, ENTRY.format(entry=noted, body=body, name=name)
    if "funnel" in kinds:
        text = ENTRY.format(entry=funnel, body=CHECK.format(name=name), name=name)
        yield "oc_funnel", funnel, text


def gate(name: str) -> str:
    """The code that takes the turn and calls the function."""
    return "hal_in_turn_telling" if TELLING.fullmatch(name) else "hal_in_turn"


def turn(name: str) -> tuple[str, str]:
    """The entry that takes the thread's turn."""
    entry = f"oc_turn_{name}"
    body = TURN.format(name=name, gate=gate(name))
    return entry, ENTRY.format(entry=entry, body=body, name=name)


def shared(kinds: str, *names: str) -> None:
    """Prints the entries of a shared library."""
    print('    .include "interpose.inc"\n    .text')
    turns = "turn" in kinds.split("+")
    for name in names:
        body = f"{'jmp' if turns else 'b'} oc_P{name}"
        if turns and not PURE.fullmatch(name):
            body = f"take_turn oc_P{name}, oc_P{name}, {gate(name)}"
        for one in (name, f"P{name}"):
            print(f"    .globl {one}\n    .type {one}, @function\n{one}:")
        print(f"    {body}")


def main(header: str, target: str, kinds: str, *rest: str) -> None:
    """Makes the entries, and prints the linker script."""
    objects, compiler = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
    watched = observed(objects)
    chosen = kinds.split("+")
    folder = Path(target)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = re.findall(r"OC_PMPI\((\w+)\);", Path(header).read_text())
    for name in sorted(f"MPI_{name}" for name in names):
        meaning = f"P{name}"
        if not ANY_THREAD.fullmatch(name):
            for chooses, entry, text in reversed([*entries(name, chosen, name in watched)]):
                (folder / f"{entry}.s").write_text(text)
                meaning = f"DEFINED({chooses}) ? {entry} : {meaning}"
        if "turn" in chosen and not PURE.fullmatch(name):
            entry, text = turn(name)
            (folder / f"{entry}.s").write_text(text)
            print(f"PROVIDE(oc_next_{name} = {meaning});")
            noted = f"DEFINED(oc_watching) ? oc_noted_in_turn_{name} : " * (
                not ANY_THREAD.fullmatch(name)
            )
            print(f"PROVIDE(oc_in_turn_{name} = {noted}oc_next_{name});")
            meaning = f"DEFINED(hal_turns_begin) ? {entry} : {meaning}"
        print(f"PROVIDE({name} = {meaning});")
    if sources := sorted(source.name for source in folder.iterdir()):
        done = subprocess.run([*compiler, "-c", *sources], cwd=folder)
        if done.returncode:
            sys.exit(done.returncode)
        for source in sources:
            (folder / source).unlink()


if __name__ == "__main__":
    if sys.argv[1] == "--shared":
        shared(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
