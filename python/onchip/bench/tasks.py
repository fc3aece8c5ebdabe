"""`onchip bench tasks`: programs of tasks on one to four cores, in cycles."""

from collections.abc import Callable

from onchip.bench.omp import numbers
from onchip.build.compiler import CHIP, Target

THREADS = (1, 2, 3, 4)
SOURCES = ("trees", "sort")


def measure(tick: Callable[[str], None], target: Target = CHIP) -> dict:
    """For each number of threads, the cycles by program."""
    result = {}
    for threads in THREADS:
        tick(f"{threads} threads")
        result[str(threads)] = numbers("sarc4", SOURCES, threads, target)
    return result
