"""`onchip bench tasks`: programs of tasks on one to four cores, in cycles."""

from collections.abc import Callable

from onchip.base import project
from onchip.build.compiler import CHIP, Target
from onchip.chip import chips
from onchip.launch import measured

CHIP_NAME = "sarc4"
THREADS = (1, 2, 3, 4)
SOURCES = tuple(f"benchmarks/omp/{name}.c" for name in ("trees", "sort"))


def measure(tick: Callable[[str], None], target: Target = CHIP) -> dict:
    """For each number of threads, the cycles by program."""
    chip = chips.load(CHIP_NAME)
    result = {}
    for threads in THREADS:
        tick(f"{threads} threads")
        numbers = {}
        for source in SOURCES:
            program = measured.Program(
                [project.root() / source], ranks=1, target=target, threads=threads
            )
            numbers |= measured.numbers(chip, program)
        result[str(threads)] = numbers
    return result
