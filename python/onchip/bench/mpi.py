"""`onchip bench mpi`: cycles of MPI calls, which the programs of benchmarks/mpi count
themselves.
"""

from collections.abc import Callable

from onchip.base import project
from onchip.build import compiler
from onchip.chip import chips
from onchip.launch import measured

CHIP = "mesh4x4"
# Programs of benchmarks/mpi, each with its number of ranks.
RUNS = (
    ("latency", 2),
    ("init", 16),
    ("barrier", 4),
    ("barrier", 9),
    ("barrier", 16),
    ("bandwidth", 2),
    ("bcast", 16),
    ("few_words", 4),
    ("few_words", 9),
    ("few_words", 16),
    ("heap", 2),
)
# Bandwidths are measured as cycles for a number of bytes, and reported as a share of the bytes that
# a link can carry in these cycles.
SHARES = {"bandwidth_4kB": 4096, "bandwidth_64kB": 65536, "bcast_64kB_16": 65536}
WORD = 4


def measure(tick: Callable[[str], None], target: compiler.Target = compiler.CHIP) -> dict:
    """Returns the programs' numbers: cycles, or, for the names in SHARES, the share of the link
    bandwidth.
    """
    chip = chips.load(CHIP, ["tile.cores=2"] * target.needs_kernels)
    result = {}
    for name, ranks in RUNS:
        tick(f"{name}, {ranks} ranks")
        source = project.root() / "benchmarks" / "mpi" / f"{name}.c"
        numbers = measured.numbers(chip, measured.Program([source], ranks, target=target))
        result |= {key: int(value) for key, value in numbers.items()}
    for name, data in SHARES.items():
        result[name] = link_cycles(chip, data) / result[name]
    return result


def link_cycles(chip: chips.ChipFile, data: int) -> float:
    """The smallest number of cycles in which a link carries `data` bytes.

    A link carries a flit per cycle. The packets are full, with one header flit each.
    """
    payload = chip.config["network"]["payload_flits"]
    return data / WORD * (payload + 1) / payload
