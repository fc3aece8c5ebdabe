"""Turns picolibc into a C library that leaves programs their names.

python3 reserve.py ISO_NAMES CHOICES.ld NM OBJCOPY AR RESULT.a OURS.a LIBC.a LIBM.a

ISO C leaves every external name to the program, except the names of its own library and those that
begin with an underscore. For each other name in picolibc, such as `strnlen`, this script renames
the definition and all calls to `__oc_strnlen`, and makes `strnlen` a weak name of the function. So
a program that has a function or variable of that name keeps it, and the library never calls it.
The sources of OURS.a do the same by weak.h. Objects of picolibc are left out if OURS.a or a linker
script defines one of their functions.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PREFIX = "__oc_"


class Symbol(NamedTuple):
    """An external name in an object. If `section` is empty, the object only uses the name."""

    name: str
    section: str
    value: str
    function: bool


def symbols(nm: str, files: Iterable[Path]) -> dict[str, list[Symbol]]:
    """The external names of each object."""
    words = [nm, "--extern-only", "--format=sysv", "--print-file-name", *map(str, files)]
    listing = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    found: dict[str, list[Symbol]] = {}
    for line in listing.splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7 and ":" in fields[0]:
            file, _, name = fields[0].rpartition(":")
            section = "" if fields[6] == "*UND*" else fields[6]
            symbol = Symbol(name, section, fields[1], fields[3] == "FUNC")
            found.setdefault(file, []).append(symbol)
    return found


def aliases(free: list[Symbol]) -> list[str]:
    """The options that add weak aliases with the original names to the definitions of an object."""
    return [
        f"--add-symbol={s.name}={s.section}:0x{s.value},global,weak,"
        + ("function" if s.function else "object")
        for s in free
    ]


def main() -> None:
    """Makes the archive."""
    names, choices, nm, objcopy, ar, result, ours, *archives = sys.argv[1:]
    iso = set(Path(names).read_text().split())
    replaced = {s.name for file in symbols(nm, [Path(ours)]).values() for s in file if s.section}
    provided = set(re.findall(r"PROVIDE\((\w+) =", Path(choices).read_text()))
    with tempfile.TemporaryDirectory() as folder:
        for archive in archives:
            subprocess.run([ar, "x", archive, f"--output={folder}"], check=True)
        objects = {
            file: symbols_of
            for file, symbols_of in symbols(nm, sorted(Path(folder).iterdir())).items()
            if not any(s.section and s.name in replaced | provided for s in symbols_of)
        }
        defined = {s.name for symbols_of in objects.values() for s in symbols_of if s.section}
        free = {s for s in defined | replaced if not s.startswith("_") and s not in iso}
        used = {s.name for symbols_of in objects.values() for s in symbols_of} & free
        missing = {name for name in used - defined if PREFIX + name not in replaced}
        if missing:
            sys.exit(f"reserve.py: picolibc calls {missing}: OURS.a must define them as {PREFIX}…")
        renamed = Path(folder) / "renamed"
        renamed.write_text("".join(f"{name} {PREFIX}{name}\n" for name in sorted(free)))
        for file, symbols_of in objects.items():
            here = [s for s in symbols_of if s.name in free]
            if here:
                subprocess.run([objcopy, f"--redefine-syms={renamed}", file], check=True)
            added = aliases([s for s in here if s.section])
            if added:
                subprocess.run([objcopy, *added, file], check=True)
        Path(result).unlink(missing_ok=True)
        subprocess.run([ar, "rcsD", result, *objects], check=True)


if __name__ == "__main__":
    main()
