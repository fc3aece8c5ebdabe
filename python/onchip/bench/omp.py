"""`onchip bench omp`: the costs of OpenMP's constructs on 2 to 64 cores, in cycles."""

from collections.abc import Callable, Sequence

from onchip.base import project
from onchip.build.compiler import CHIP, Target
from onchip.chip import chips
from onchip.launch import measured

# Threads → the chip. Four threads run on the chip of the OpenMP paper, others on a mesh.
RUNS = {2: "mesh8x8", 4: "sarc4", 16: "mesh8x8", 64: "mesh8x8"}
# Programs of benchmarks/omp. Tasks are in programs of their own (tasks.c, waits.c), because the
# threads of a program with tasks wait differently.
SOURCES = ("overheads", "alone", "tasks", "waits", "copies")


def measure(tick: Callable[[str], None], target: Target = CHIP) -> dict:
    """For each number of threads, the overhead by construct: parallel time minus sequential
    time.
    """
    result = {}
    for threads, name in RUNS.items():
        tick(f"{threads} threads")
        result[str(threads)] = numbers(name, SOURCES, threads, target)
    return result


def numbers(chip: str, sources: Sequence[str], threads: int, target: Target) -> dict[str, float]:
    """The numbers that programs of benchmarks/omp print with this many threads."""
    found = {}
    for name in sources:
        source = project.root() / f"benchmarks/omp/{name}.c"
        program = measured.Program([source], ranks=1, target=target, threads=threads)
        found |= measured.numbers(chips.load(chip), program)
    return found
