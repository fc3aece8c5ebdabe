"""`onchip bench cluster`: calls of the kernel, and MPI messages inside and between clusters."""

import statistics
from collections.abc import Callable, Sequence

from onchip.base import project, scratch
from onchip.bench import kernels, rate
from onchip.build import compiler
from onchip.chip import chips
from onchip.launch import measured

CHIP = "quad2x2"
FOLDER = "benchmarks/kernel"
CALL_RANKS = 9  # the number of ranks in three clusters
SIZES = {"4": "1word", "1024": "256words", "65536": "64kB"}
MAPPINGS = {"inside": "compact", "between": "scatter"}
# A chip whose file states the energy of one bank access, so that the number of accesses follows
# from the energy.
COUNTED = ("mesh4x4", ("tile.cores=4",))
MESSAGE_WORDS = 65536 // 4


def measure(tick: Callable[[str], None]) -> dict[str, float]:
    """Returns the measured cycles by name, and how often the data of a message are copied."""
    chip = chips.load(CHIP)
    result = {}
    for forward in (False, True):
        tick("calls" + ", look-ups forwarded" * forward)
        environment = [f"ONCHIP_KERNEL_FORWARD={int(forward)}"]
        numbers = _run(chip, "calls.c", CALL_RANKS, "compact", environment=environment)
        if forward:
            result["name_lookup_forwarded"] = numbers["name_lookup_cold"]
        else:
            result |= numbers
    for transport in compiler.TRANSPORTS:
        for where, mapping in MAPPINGS.items():
            tick(f"messages, {transport}, {where} a cluster")
            numbers = _run(chip, "messages.c", 2, mapping, transport)
            for size, cycles in numbers.items():
                result[f"{transport}_{SIZES[size]}_{where}"] = cycles
        tick(f"copies, {transport}")
        result[f"{transport}_copies_inside"] = _copies(transport)
    return result


def measure_speed(rounds: int, tick: Callable[[str], None]) -> float:
    """Instructions per second of 256 busy cores in 16 clusters ÷ those of one core of `mesh4x4`:
    the geometric mean over the kernels of `onchip bench sim`.
    """
    many, one = chips.load("mppa256"), chips.load("mesh4x4")
    ratios = []
    with scratch.folder() as folder:
        for name in kernels.KERNELS:
            elf = kernels.link_for_chip(kernels.compile_kernel(name, folder))
            busy = rate.busy(many, elf, 256), rate.busy(one, elf, 1)
            step = f"256 {name}"
            compared = rate.compare(*busy, rounds, lambda step=step: tick(step))
            ratios.append(compared["ratio"])
    return statistics.geometric_mean(ratios)


def _copies(transport: str) -> float:
    """How often the data of a message inside a cluster are copied. A copy reads and writes each
    word once.
    """
    chip = chips.load(*COUNTED)

    def words(messages: int) -> float:
        program = measured.Program(
            sources=[project.root() / FOLDER / "copies.c"],
            ranks=2,
            arguments=[str(messages)],
            target=compiler.Target(transport=transport),
            energy=True,
        )
        _, used = measured.with_chip(chip, program)
        return used["energy_memory"] / (chip.config["energy"]["bank"] * 1e-15)

    more = 2
    return round((words(1 + more) - words(1)) / more / (2 * MESSAGE_WORDS), 2)


def _run(
    chip: chips.ChipFile,
    name: str,
    ranks: int,
    mapping: str,
    transport: str = compiler.NATIVE,
    environment: Sequence[str] = (),
) -> dict[str, int]:
    """Runs a program and returns its output."""
    program = measured.Program(
        sources=[project.root() / FOLDER / name],
        ranks=ranks,
        target=compiler.Target(transport=transport),
        map=mapping,
        environment=environment,
    )
    return {name: int(value) for name, value in measured.numbers(chip, program).items()}
