"""The lines of the user's that calls of MPI are at."""

import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from onchip.base import scratch
from onchip.base.run_options import Load
from onchip.mpi_check.records import Record


class Lines:
    """Looks up lines in the programs of a run, of which each rank has one."""

    def __init__(self, loads: Sequence[Load]):
        self._loads = [load for load in loads for _ in range(load.ranks)]
        self._locations: dict[tuple[int, int], tuple[str, str]] = {}

    def find(self, records: Iterable[Record]) -> None:
        """Looks up the calls of these records, all at once."""
        wanted: dict[int, tuple[Load, set[int]]] = {}
        for record in records:
            if record.caller and record.rank < len(self._loads):
                load = self._loads[record.rank]
                addresses = wanted.setdefault(id(load), (load, set()))[1]
                addresses |= {record.caller - 1, record.entry}
        for number, (load, addresses) in wanted.items():
            for address, location in _look_up(load, sorted(addresses)).items():
                self._locations[number, address] = location

    def at(self, record: Record) -> str:
        """`, at file:line` of the call in which a record was made; empty if it is not known.

        What was noted last may be another call, if the program calls PMPI_X itself.
        """
        if not record.caller or record.rank >= len(self._loads):
            return ""
        number = id(self._loads[record.rank])
        entered, _ = self._locations.get((number, record.entry), ("", ""))
        _, line = self._locations.get((number, record.caller - 1), ("", ""))
        return f", at {line}" if line and entered == record.call else ""


def _look_up(load: Load, addresses: list[int]) -> dict[int, tuple[str, str]]:
    """Function and line of addresses in a program; no line where there is none."""
    prefix = "riscv64-unknown-elf-" if load.elf else ""
    with scratch.folder() as folder:
        file = folder / "program"
        file.write_bytes(load.elf or load.file.read_bytes())
        words = [f"{prefix}addr2line", "-a", "-f", "-e", file, *map(hex, addresses)]
        try:
            text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return {}
    locations = {}
    for entry in re.split(r"^(?=0x)", text, flags=re.MULTILINE)[1:]:
        at, function, line = (each.partition(" (")[0] for each in entry.splitlines()[:3])
        known = not line.startswith("?") and not line.endswith("?")
        locations[int(at, 16)] = function, line.removeprefix(f"{Path.cwd()}/") if known else ""
    return locations
