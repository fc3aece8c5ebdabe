"""Finds the lines of a user's program from which MPI is called."""

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from onchip.base import scratch
from onchip.base.load import Load
from onchip.mpi_check.records import Record


class Lines:
    """Looks up lines in the programs of a run; every rank has one of these programs."""

    def __init__(self, loads: Sequence[Load]):
        self._loads = [load for load in loads for _ in range(load.ranks)]
        self._lines: dict[tuple[int, int], str] = {}

    def find(self, records: Iterable[Record]) -> None:
        """Looks up the calls of all these records at once."""
        wanted: dict[int, tuple[Load, set[int]]] = {}
        for record in records:
            if record.caller and record.rank < len(self._loads):
                load = self._loads[record.rank]
                wanted.setdefault(id(load), (load, set()))[1].add(record.caller - 1)
        for number, (load, addresses) in wanted.items():
            for address, line in _look_up(load, sorted(addresses)).items():
                self._lines[number, address] = line

    def at(self, record: Record) -> str:
        """Returns `, at file:line` of the call in which a record was made; empty if the line is
        unknown.
        """
        if not record.caller or record.rank >= len(self._loads):
            return ""
        line = self._lines.get((id(self._loads[record.rank]), record.caller - 1), "")
        return f", at {line}" if line else ""


def _look_up(load: Load, addresses: list[int]) -> dict[int, str]:
    """Returns the lines of addresses in a program, as far as they are known."""
    prefix = "riscv64-unknown-elf-" if load.elf else ""
    with scratch.folder() as folder:
        file = folder / "program"
        file.write_bytes(load.elf or load.file.read_bytes())
        words = [f"{prefix}addr2line", "-e", file, *map(hex, addresses)]
        try:
            text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return {}
    lines = {}
    for address, entry in zip(addresses, text.splitlines(), strict=True):
        line = entry.partition(" (")[0]
        if not line.startswith("?") and not line.endswith("?"):
            lines[address] = line.removeprefix(f"{Path.cwd()}/")
    return lines
