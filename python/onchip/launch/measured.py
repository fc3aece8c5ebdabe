"""Runs programs that measure themselves on the simulated chip and print lines `name number`."""

import dataclasses
import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.build import build, compiler
from onchip.chip import energy as energies
from onchip.chip import mapping
from onchip.chip.chips import ChipFile
from onchip.launch import clusters
from onchip.options.run import Options
from onchip.outcome.console import STDOUT, Silent
from onchip.outcome.outcome import Outcome
from onchip.simulation import simulation


@dataclass(frozen=True)
class Program:
    """A program, and everything that its run depends on except the chip."""

    sources: Sequence[Path]
    ranks: int
    arguments: Sequence[str] = ()
    target: compiler.Target = compiler.CHIP
    threads: int | None = None  # threads of each rank, with OpenMP
    map: str = "compact"  # a value of `--map`
    stack_kb: int | None = None  # the stack of each core
    environment: Sequence[str] = field(default_factory=tuple)
    energy: bool = False  # count the energy that the chip uses
    profile: bool = False  # count the cycles of each line
    moved: int = 0  # code and data are moved in memory by this many steps, into other banks


@functools.cache
def linked(
    sources: tuple[Path, ...], target: compiler.Target = compiler.CHIP, flags: tuple[str, ...] = ()
) -> bytes:
    """The linked program. It is cached, because a program is run many times and linking takes
    longer than many a run.
    """
    with scratch.folder() as folder:
        return build.build(
            [str(source) for source in sources], target, list(flags), folder
        ).read_bytes()


def numbers_in(text: str, source: Path) -> dict[str, float]:
    """The names and numbers that a program has printed; fails if a line is something else."""
    try:
        return {name: float(value) for name, value in map(str.split, text.splitlines())}
    except ValueError as error:
        raise Failure(
            Exit.INTERNAL, f"{source} prints lines that are not a name and a number"
        ) from error


def numbers(chip: ChipFile, program: Program) -> dict[str, float]:
    """Runs the program and returns the numbers that it prints, by name; fails if the program
    fails.
    """
    return with_chip(chip, program)[0]


def with_chip(chip: ChipFile, program: Program) -> tuple[dict[str, float], dict[str, float]]:
    """Returns what `numbers` returns, and a second dictionary: what the network did over the whole
    run, and the energy if it was counted (docs/papers.md).
    """
    if program.energy:
        energies.check(chip)
    outcome, text = _run(chip, program)
    source = program.sources[0]
    printed = numbers_in(text, source)
    energy = _energy(outcome.energy) if program.energy else {}
    return printed, _network(outcome.statistics) | energy


def profile(chip: ChipFile, program: Program) -> list[dict]:
    """Runs the program and returns its profile: an object for each rank and line."""
    return _run(chip, dataclasses.replace(program, profile=True))[0].profile


def _run(chip: ChipFile, program: Program) -> tuple[Outcome, str]:
    """Runs a program, and kernels if the program calls them; fails if the program fails."""
    flags = ("-fopenmp",) if program.threads else ()
    if program.moved:
        # The data after the code begin at a multiple of 16 bytes, a variable at a multiple of 4 or
        # more.
        steps = {"__code_moved": 16 * program.moved, "__data_moved": 4 * program.moved}
        flags += tuple(f"-Wl,--defsym={name}={bytes}" for name, bytes in steps.items())
    target = program.target.of(chip)
    with scratch.folder() as folder:
        file = folder / program.sources[0].stem
        file.write_bytes(linked(tuple(program.sources), target, flags))
        load = Load(
            file,
            file.read_bytes(),
            program.sources[0].name,
            program.ranks,
            program.arguments,
            program.threads or 1,
        )
        loads = [load]
        if compiler.calls_kernel(load.elf):
            loads.append(clusters.kernel(target, folder))
    options = Options(
        map=mapping.choose(program.map, chip, load.ranks, load.threads, len(loads) > 1).given,
        stack_kb=program.stack_kb,
        environment=program.environment,
        standard_input=False,
        energy=program.energy,
        profile=program.profile,
        power_window=0 if program.energy else None,
    )
    output = Silent()
    outcome = simulation.run(chip, loads, options, output)
    if (outcome.kind, outcome.exit_code) != ("exit", 0):
        source = program.sources[0]
        raise Failure(Exit.INTERNAL, f"{source} failed on {chip.name}: {outcome.message}")
    return outcome, output.kept("stdout", STDOUT)["stdout"]


def _network(statistics: dict) -> dict[str, float]:
    """The links' stall cycles, and the flits of the busiest link, over all networks of the chip."""
    numbers = {"network_stalls": 0.0}
    for direction in ("requests", "responses"):
        networks = [statistics[n] for n in (direction, f"data_{direction}") if n in statistics]
        numbers["network_stalls"] += sum(packets["stall_cycles"] for packets in networks)
        links = (flits for packets in networks for _, _, flits in packets["links"])
        numbers[f"network_{direction}"] = max(links)
    return numbers


def _energy(used: dict) -> dict[str, float]:
    """Energy in joules, and power in watts."""
    peak = max((window["watts"] for window in used["power"]["windows"]), default=0.0)
    parts = {f"energy_{part}": used[part] * 1e-15 for part in energies.PARTS}
    return parts | {
        "energy": used["total"] * 1e-15,
        "power": used["watts"],
        "power_peak": peak,
    }
