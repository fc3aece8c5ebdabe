"""Changes modules in SystemVerilog, to plant faults."""

from collections.abc import Iterable
from pathlib import Path


def altered(folder: Path, files: Iterable[Path], *changes: tuple[str, str, str]) -> list[Path]:
    """The files of modules; those that are changed are written to `folder`. A change is a module, a
    text in it, and the text's replacement.
    """
    found = {file.stem: file for file in files}
    for module, before, after in changes:
        text = found[module].read_text()
        assert before in text
        found[module] = folder / f"{module}.sv"
        found[module].write_text(text.replace(before, after))
    return list(found.values())
