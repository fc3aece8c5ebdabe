"""Programs that measure themselves on the simulated chip, and print lines `name number`."""

from collections.abc import Sequence
from pathlib import Path

from onchip import build, compile
from onchip.bench import rate
from onchip.chips import ChipFile
from onchip.console import STDOUT
from onchip.failures import Exit, Failure

SLICE_MS = 1000


def numbers(
    chip: ChipFile,
    source: Path,
    ranks: int,
    target: compile.Target = compile.CHIP,
    threads: int | None = None,
) -> dict[str, float]:
    """The numbers that the program prints, by name; fails if it fails, or prints something else.

    With `threads` it is compiled with OpenMP, and each rank has so many.
    """
    return with_network(chip, source, ranks, target=target, threads=threads)[0]


def with_network(
    chip: ChipFile,
    source: Path,
    ranks: int,
    arguments: Sequence[str] = (),
    target: compile.Target = compile.CHIP,
    threads: int | None = None,
) -> tuple[dict[str, float], dict[str, float]]:
    """The same, and what the network did from the first cycle to the last (docs/papers.md)."""
    flags = ["-fopenmp"] if threads else []
    with build.folder() as folder:
        program = build.build([str(source)], target, flags, folder).read_bytes()
    simulation = rate.load(chip, program, ranks, arguments, threads or 1)
    while not simulation.run(SLICE_MS):
        pass
    report = simulation.report()
    if report["kind"] != "exit" or report["exit_code"]:
        raise Failure(
            Exit.INTERNAL, f"{source} has not ended well on {chip.name}: {report['message']}"
        )
    text = b"".join(data for _, stream, data in simulation.output() if stream == STDOUT).decode()
    try:
        printed = {name: float(value) for name, value in map(str.split, text.splitlines())}
    except ValueError as error:
        raise Failure(
            Exit.INTERNAL, f"{source} prints something else than lines of a name and a number"
        ) from error
    return printed, _network(report)


def _network(report: dict) -> dict[str, float]:
    numbers = {"network_stalls": 0.0}
    for direction in ("requests", "responses"):
        statistics = report["statistics"][direction]
        numbers["network_stalls"] += statistics["stall_cycles"]
        numbers[f"network_{direction}"] = max(flits for _, _, flits in statistics["links"])
    return numbers
