"""Maps the values of MPI's predefined handles to their names in mpi.h."""

import functools
import re

from onchip.base import project

# Prefixes of the names of the kernel's functions.
KERNEL = ("kmailbox_", "kportal_", "ksync_", "name_link", "name_lookup", "name_unlink")

_DEFINED = re.compile(r"^#define (MPI_\w+) \(\((MPI_\w+)\)0x([0-9a-f]+)\)$", re.MULTILINE)
# Maps the word before a handle in the library's messages (runtime/mpi/error/) to its type.
_TYPES = {
    "operation": "MPI_Op",
    "datatype": "MPI_Datatype",
    "communicator": "MPI_Comm",
    "error handler": "MPI_Errhandler",
    "request": "MPI_Request",
    "window": "MPI_Win",
    "group": "MPI_Group",
    "info": "MPI_Info",
    "session": "MPI_Session",
    "message": "MPI_Message",
}
_HANDLE = re.compile(rb"\b(%s) 0x([0-9a-f]{1,3})\b" % "|".join(_TYPES).encode())
_SENTENCE = re.compile(rb"^(?:rank|process) \d+: MPI_\w+: .* 0x[0-9a-f]{1,3}\b.*$", re.MULTILINE)


@functools.cache
def _names() -> dict[tuple[str, int], str]:
    text = (project.root() / "runtime/include/mpi.h").read_text()
    names: dict[tuple[str, int], str] = {}
    for name, kind, value in _DEFINED.findall(text):
        names.setdefault((kind, int(value, 16)), name)
    return names


def name(kind: str, value: int) -> str:
    """The name of a predefined handle of a type, such as `MPI_Op`; empty if there is none."""
    return _names().get((kind, value), "")


def in_sentences(data: bytes) -> bytes:
    """Returns a program's output in which the library's error messages name predefined handles.

    On the chip the library prints only the values of handles, because their names would take memory
    in every program.
    """
    if b": MPI_" not in data:
        return data
    return _SENTENCE.sub(lambda line: _HANDLE.sub(_named, line[0]), data)


def _named(found: re.Match) -> bytes:
    word = found[1].decode()
    known = name(_TYPES[word], int(found[2], 16))
    return f"{word} {known}".encode() if known else found[0]
