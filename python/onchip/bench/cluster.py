"""`onchip bench cluster`: calls of the kernel, MPI messages inside and between clusters."""

from collections.abc import Callable, Sequence
from pathlib import Path

from onchip import build, chips, clusters, compile, project, simulation
from onchip.console import STDOUT, Console
from onchip.failures import Exit, Failure
from onchip.run_options import Load, Options

CHIP = "quad2x2"
FOLDER = "benchmarks/kernel"
CALL_RANKS = 9  # of three clusters
SIZES = {"4": "1word", "1024": "256words", "65536": "64kB"}
PLACES = {"inside": "compact", "between": "scatter"}


def measure(tick: Callable[[str], None]) -> dict[str, int]:
    """Cycles, by name."""
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
    for transport in compile.TRANSPORTS:
        for place, mapping in PLACES.items():
            tick(f"messages, {transport}, {place} a cluster")
            numbers = _run(chip, "messages.c", 2, mapping, transport)
            for size, cycles in numbers.items():
                result[f"{transport}_{SIZES[size]}_{place}"] = cycles
    return result


def _run(
    chip: chips.ChipFile,
    name: str,
    ranks: int,
    mapping: str,
    transport: str = compile.NATIVE,
    environment: Sequence[str] = (),
) -> dict[str, int]:
    """What a program prints."""
    target = compile.Target(transport=transport)
    source = project.root() / FOLDER / name
    with build.folder() as folder:
        file = build.build([str(source)], target, [], folder)
        loads = [Load(file, Path(file).read_bytes(), name, ranks, ())]
        if compile.calls_kernel(loads[0].elf):
            loads.append(clusters.kernel(target, folder))
    console = Console(False, keep=False, progress=False)
    pieces = []
    console.write = pieces.extend
    options = Options(map=mapping, environment=environment, standard_input=False)
    outcome = simulation.run(chip, loads, options, console)
    text = b"".join(data for _, stream, data in pieces if stream == STDOUT).decode()
    lines = [line.split() for line in text.splitlines()]
    if (outcome.kind, outcome.exit_code) != ("exit", 0) or any(len(line) != 2 for line in lines):
        message = outcome.message or text
        raise Failure(Exit.INTERNAL, f"{source} has not ended well on {chip.name}: {message}")
    return {name: int(value) for name, value in lines}
