"""Changes modules in SystemVerilog, to plant faults."""

from collections.abc import Iterable
from pathlib import Path


def altered(folder: Path, files: Iterable[Path], *changes: tuple[str, str, str]) -> list[Path]:
    """Applies changes to SystemVerilog modules and returns all files. Changed files are written to
    `folder`. A change has the module's name, a text in the module, and its replacement.
    """
    found = {file.stem: file for file in files}
    for module, before, after in changes:
        text = found[module].read_text()
        assert before in text
        found[module] = folder / f"{module}.sv"
        found[module].write_text(text.replace(before, after))
    return list(found.values())
