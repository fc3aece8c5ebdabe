"""`onchip bench footprint`: the bytes of our archives in linked programs, from their link maps."""

import re
from pathlib import Path

from onchip.base import project, scratch
from onchip.base.failures import Exit, Failure
from onchip.build import compiler

# Programs of benchmarks/footprint, each of which uses more of the library than the one before.
# EVERYTHING uses all functions that mpi.h declares.
CONFIGURATIONS = ("minimal", "collectives", "nonblocking")
EVERYTHING = "everything"
FLAGS = ("-O2", "-Wl,--gc-sections")

# An object's section in the map: name, address, size, file (with the member of an archive).
_SECTION = re.compile(r"^ (\.[\w.$]+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S+)$", re.MULTILINE)
# Sections that are not loaded. A program in C does not load the tables for unwinding its functions
# (link/onchip.ld).
_UNLOADED = (".debug", ".eh_frame", ".riscv", ".comment")
_OURS = re.compile(r"/libonchip(?!-picolibc)[-+\w]*\.a\(")
_DATA_WINDOW = 0x1000_0000  # address of the data of a rank (docs/memory-map.md)


def measure(checks: bool = True, transport: str = compiler.NATIVE) -> dict:
    """For each configuration: `code`, the bytes of text and read-only data; `data`, the static
    bytes of each rank.
    """
    folder = project.root() / "benchmarks" / "footprint"
    target = compiler.Target(checks=checks, transport=transport)
    result = {}
    with scratch.folder() as work:
        for name in CONFIGURATIONS:
            result[name] = _footprint(folder / f"{name}.c", work, target)
        everything = work / f"{EVERYTHING}.c"
        everything.write_text(_calls_everything())
        result[EVERYTHING] = _footprint(everything, work, target)
    return {name: sizes["code"] for name, sizes in result.items()} | {
        f"{name}_data": sizes["data"] for name, sizes in result.items()
    }


def sizes(map_text: str) -> dict[str, int]:
    """The bytes that our archives contribute to a program, by its link map, without discarded
    sections.
    """
    _, _, placed = map_text.partition("Linker script and memory map")
    result = {"code": 0, "data": 0}
    for section, address, size, file in _SECTION.findall(placed):
        kept = int(address, 16) and not section.startswith(_UNLOADED)
        if kept and _OURS.search(file):
            result["data" if int(address, 16) >= _DATA_WINDOW else "code"] += int(size, 16)
    return result


def _footprint(source: Path, work: Path, target: compiler.Target) -> dict[str, int]:
    link_map = work / f"{source.stem}.map"
    output = work / source.stem
    arguments = [*FLAGS, f"-Wl,-Map={link_map}", str(source), "-o", str(output)]
    if compiler.run(target, arguments).returncode:
        raise Failure(Exit.COMPILE, f"{source} does not link")
    return sizes(link_map.read_text())


def _calls_everything() -> str:
    header = (project.root() / "runtime" / "include" / "mpi.h").read_text()
    names = sorted(set(re.findall(r"\b(MPI_[A-Z]\w*)\(", header.partition("- Functions -")[2])))
    table = ",\n".join(f"(function *){name}" for name in names)
    return (
        "#include <mpi.h>\ntypedef void function(void);\n"
        f"function *volatile functions[] = {{{table}}};\n"
        "int main(void) { return functions[0] == 0; }\n"
    )
