"""`onchip bench mpi`: cycles of MPI calls, counted by the programs of benchmarks/mpi themselves."""

from collections.abc import Callable

from onchip import build_cache, chips, project
from onchip.bench import rate
from onchip.console import STDOUT
from onchip.failures import Exit, Failure

CHIP = "mesh4x4"
# A program of benchmarks/mpi and its ranks.
RUNS = (
    ("latency", 2),
    ("init", 16),
    ("barrier", 4),
    ("barrier", 9),
    ("barrier", 16),
    ("bandwidth", 2),
    ("bcast", 16),
)
# Measured as the cycles that so many bytes took; given as a share of what one link can carry.
SHARES = {"bandwidth_4kB": 4096, "bandwidth_64kB": 65536, "bcast_64kB_16": 65536}
WORD = 4
SLICE_MS = 1000


def measure(tick: Callable[[str], None]) -> dict:
    """Every name of the programs' output, in cycles, or as a share for those in SHARES."""
    chip = chips.load(CHIP)
    result = {}
    for name, ranks in RUNS:
        tick(f"{name}, {ranks} ranks")
        result |= _run(chip, name, ranks)
    for name, data in SHARES.items():
        result[name] = link_cycles(chip, data) / result[name]
    return result


def link_cycles(chip: chips.ChipFile, data: int) -> float:
    """Cycles that a link needs for `data` bytes at least.

    A flit a cycle, in full packets, each with a header flit before its payload.
    """
    payload = chip.config["network"]["payload_flits"]
    return data / WORD * (payload + 1) / payload


def _run(chip: chips.ChipFile, name: str, ranks: int) -> dict[str, int]:
    source = project.root() / "benchmarks" / "mpi" / f"{name}.c"
    program = build_cache.build([str(source)], False)
    simulation = rate.load(chip, program.read_bytes(), ranks, [])
    while not simulation.run(SLICE_MS):
        pass
    report = simulation.report()
    if report["kind"] != "exit" or report["exit_code"]:
        raise Failure(Exit.INTERNAL, f"{source} has not ended well: {report['message']}")
    text = b"".join(data for _, stream, data in simulation.output() if stream == STDOUT).decode()
    return {key: int(cycles) for key, cycles in map(str.split, text.splitlines())}
