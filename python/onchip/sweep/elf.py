"""Reads the parts of a linked program that are loaded (ELF, "Program Header")."""

import hashlib
import struct

BITS_32 = b"\x01"  # class of the chip's programs; this machine's have 64 bits
LOADED, WRITABLE = 1, 2  # PT_LOAD, PF_W


def _segments(elf: bytes) -> list[tuple[int, int, bytes]]:
    """The address, flags and contents of each loaded part."""
    first, size, count = (*struct.unpack_from("<I", elf, 28), *struct.unpack_from("<HH", elf, 42))
    headers = [struct.unpack_from("<8I", elf, first + size * index) for index in range(count)]
    return [
        (address, flags, elf[offset : offset + held])
        for kind, offset, address, _, held, _, flags, _ in headers
        if kind == LOADED
    ]


def code_bytes(elf: bytes) -> int | None:
    """The bytes of code and constants of a program for the chip; None for a program for this
    machine.
    """
    if elf[4:5] != BITS_32:
        return None
    return sum(len(held) for _, flags, held in _segments(elf) if not flags & WRITABLE)


def digest(elf: bytes) -> str:
    """A digest of a program that does not depend on the folder in which the program was compiled.
    For the chip it covers the loaded parts, for this machine the whole file.
    """
    hashed = hashlib.sha256()
    for segment in _segments(elf) if elf[4:5] == BITS_32 else [(0, 0, elf)]:
        hashed.update(repr(segment[:2]).encode() + segment[2])
    return hashed.hexdigest()
