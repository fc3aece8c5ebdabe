"""A program's packets in the model and in the hardware: each network replays what its interfaces
handed over and took while the program ran.
"""

from pathlib import Path

from onchip import build, compiler, launch, simulation
from onchip.chips import ChipFile
from onchip.rtl.hardware import Simulation
from onchip.run_options import Load, Options


def records(chip: ChipFile, file: Path, ranks: int | None, folder: Path) -> list[str]:
    """Compiles a C program, runs it, and gives a record of each network of the chip: first of those
    for requests, then of those for responses.
    """
    elf = build.build([str(file)], compiler.Target(), [], folder).read_bytes()
    ranks = ranks or launch.most(chip, 1, False)
    load = Load(file=file, elf=elf, name=file.name, ranks=ranks, threads=1, arguments=[])
    return simulation.load(chip, [load], Options()).record_networks()


def difference(texts: list[str], hardware: Simulation, folder: Path) -> str | None:
    """What differs first in one of the networks; None if nothing does."""
    for number, text in enumerate(texts):
        differs = hardware.compare(text, folder)
        if differs is not None:
            return f"network {number}, {differs}"
    return None


def size(text: str) -> tuple[int, int]:
    """Cycles, and flits that left outputs of routers."""
    last = text.rsplit("\nz ", 1)[1]
    return int(last, 16), text.count("\nl ")
