"""Compares a program's packets in the model and in the hardware: each network replays what its
interfaces handed over and accepted while the program ran.
"""

from dataclasses import dataclass
from pathlib import Path

from onchip.base.load import Load
from onchip.build import build, compiler
from onchip.chip.chips import ChipFile
from onchip.launch import launch
from onchip.options.run import Options
from onchip.rtl import hardware
from onchip.rtl.comparison import Case
from onchip.rtl.hardware import Compared, Simulation
from onchip.simulation import simulation

CLOSES = 9  # the QoS field of a packet that closes a circuit


@dataclass(frozen=True)
class Records:
    """The records of each network of the chip, those for requests first, and of the interfaces;
    `ending` has the reason if the program has failed.
    """

    networks: list[str]
    interfaces: str
    ending: str

    @property
    def cycles(self) -> int:
        """The cycles of the run."""
        return int(self.networks[0].rsplit("\nz ", 1)[1], 16)

    @property
    def flits(self) -> int:
        """The number of flits that left outputs of routers."""
        return sum(text.count("\nl ") for text in self.networks)


def records(chip: ChipFile, file: Path, ranks: int | None, folder: Path) -> Records:
    """Compiles and runs a C program, and records its packets."""
    elf = build.build([str(file)], compiler.Target(), [], folder).read_bytes()
    ranks = ranks or launch.most(chip, 1, False)
    load = Load(file=file, elf=elf, name=file.name, ranks=ranks, threads=1, arguments=[])
    run = simulation.load(chip, [load], Options())
    recorded = run.record_networks()
    report = run.report()
    failed = report["exit_code"] != 0 or report["kind"] != "exit"
    return Records(*recorded, report["message"] or report["kind"] if failed else "")


def differing(of: Records, simulation: Simulation, folder: Path) -> tuple[int, Compared] | None:
    """The first network in which something differs; None if there is none."""
    for number, text in enumerate(of.networks):
        found = simulation.compare(text, folder)
        if found.difference is not None:
            return number, found
    return None


def small_case(
    chip: ChipFile, record: str, cycle: int, simulation: Simulation, folder: Path
) -> Case | None:
    """Makes a case with few packets that shows a difference, from a record in which the hardware
    differs from the model in `cycle`. The case runs only packets, without the program's answers and
    interfaces. None if no such case differs.
    """
    packets = _packets(chip, record, cycle)
    count = 32
    while True:
        last = packets[-count:]
        early = last[0][0] - 1
        moved = tuple((due - early, *rest) for due, *rest in last)
        for seed in (None, 1, 2, 3):
            case = Case(chip, moved, seed)
            if case.differs(simulation, folder):
                return case.smallest(simulation, folder)
        if count >= len(packets):
            return None
        count *= 8


def _packets(chip: ChipFile, record: str, end: int) -> list[tuple]:
    """The packets whose heads were handed over before the cycle `end`, in the form of `Case`. A
    packet on a circuit opens and closes a circuit of its own.
    """
    target_bits = hardware.netlist(chip)["TARGET"]
    many = 1 << 16  # set in a target that is a rectangle of tiles
    heads, lengths, latest = [], [], {}
    cycle = 0
    for line in record.splitlines():
        kind, *words = line.split(" ")
        if kind == "c":
            cycle = int(words[0], 16)
        if kind != "i" or cycle > end:
            continue
        source, flit = int(words[0], 16), int(words[1], 16)
        field, on_circuit = flit >> 1 & 15, bool(flit >> 5 & 1)
        target = flit >> 6 & (1 << target_bits) - 1
        if flit >> (6 + target_bits) & 255 == 0:  # the flit's position in its packet
            if on_circuit and field == CLOSES:
                continue
            latest[source, field, on_circuit] = len(heads)
            heads.append((cycle, source, target, field & 7, on_circuit))
            lengths.append(0)
        number = latest.get((source, field, on_circuit))
        if number is not None:
            lengths[number] += 1
    return [
        (due, source, target & many - 1, flits, level, on_circuit, target >= many)
        for (due, source, target, level, on_circuit), flits in zip(heads, lengths, strict=True)
    ]
