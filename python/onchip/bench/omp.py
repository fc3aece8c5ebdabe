"""`onchip bench omp`: costs of OpenMP's constructs on 2 to 64 cores, in cycles."""

from collections.abc import Callable

from onchip.base import project
from onchip.build.compiler import CHIP, Target
from onchip.chip import chips
from onchip.launch import measured

# Threads, and the chip that they are measured on: four as in the paper, others on a mesh.
RUNS = {2: "mesh8x8", 4: "sarc4", 16: "mesh8x8", 64: "mesh8x8"}
# Tasks are measured apart: programs with tasks wait for threads otherwise.
SOURCES = tuple(
    f"benchmarks/omp/{name}.c" for name in ("overheads", "alone", "tasks", "waits", "copies")
)


def measure(tick: Callable[[str], None], target: Target = CHIP) -> dict:
    """For each number of threads, the overheads by construct: parallel minus sequential."""
    result = {}
    for threads, name in RUNS.items():
        tick(f"{threads} threads")
        numbers = {}
        for source in SOURCES:
            program = measured.Program(
                [project.root() / source], ranks=1, target=target, threads=threads
            )
            numbers |= measured.numbers(chips.load(name), program)
        result[str(threads)] = {key: float(value) for key, value in numbers.items()}
    return result
