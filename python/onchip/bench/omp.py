"""`onchip bench omp`: the costs of OpenMP's constructs on 2 to 64 cores, in cycles; and `onchip
bench tasks`: programs of tasks on one to four cores.
"""

from collections.abc import Callable, Mapping, Sequence

from onchip.base import project
from onchip.build.compiler import Target
from onchip.chip import chips
from onchip.launch import measured

# Each tuple maps a number of threads to a chip, and names the programs of benchmarks/omp that run
# there. Four threads run on the chip of the OpenMP paper, others on a mesh. Tasks are in programs
# of their own (tasks.c, waits.c), because the threads of a program with tasks wait differently.
CONSTRUCTS = (
    {2: "mesh8x8", 4: "sarc4", 16: "mesh8x8", 64: "mesh8x8"},
    ("overheads", "alone", "tasks", "waits", "copies"),
)
TASKS = dict.fromkeys((1, 2, 3, 4), "sarc4"), ("trees", "sort")


def measure(
    runs: Mapping[int, str], sources: Sequence[str], tick: Callable[[str], None], target: Target
) -> dict[str, dict[str, float]]:
    """For each number of threads, the numbers that the programs print."""
    result = {}
    for threads, chip in runs.items():
        tick(f"{threads} threads")
        found = result[str(threads)] = {}
        for name in sources:
            source = project.root() / f"benchmarks/omp/{name}.c"
            program = measured.Program([source], ranks=1, target=target, threads=threads)
            found |= measured.numbers(chips.load(chip), program)
    return result
