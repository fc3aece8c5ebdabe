"""Compares model and hardware under random traffic: every flit on every link in every cycle."""

from dataclasses import dataclass
from pathlib import Path

from onchip.base import project, terminal
from onchip.chip.chips import ChipFile
from onchip.rtl.hardware import Compared, Simulation

# A run lasts at most this many cycles after the last packet was due.
DRAIN = 200_000


@dataclass(frozen=True)
class Case:
    """Packets, and the seed that chooses the cycles in which endpoints accept nothing. If the seed
    is None, endpoints always accept.
    """

    chip: ChipFile
    packets: tuple
    seed: int | None

    def record(self) -> str:
        """The model's record of the case."""
        end = max((packet[0] for packet in self.packets), default=0) + DRAIN
        with terminal.during("the model runs"):
            return project.simulator().rtl_record(self.chip.checked, self.packets, self.seed, end)

    def compare(self, simulation: Simulation, folder: Path) -> Compared:
        """Compares model and hardware."""
        return simulation.compare(self.record(), folder)

    def differs(self, simulation: Simulation, folder: Path) -> bool:
        """Whether model and hardware differ."""
        return self.compare(simulation, folder).difference is not None

    def smallest(self, simulation: Simulation, folder: Path) -> "Case":
        """The smallest case that was found to show a difference. The search leaves out smaller and
        smaller parts of the packets (Zeller and Hildebrandt: Simplifying and isolating
        failure-inducing input, 2002).
        """
        case, parts = self, 2
        while len(case.packets) > 1:
            size = -(-len(case.packets) // parts)
            for first in range(0, len(case.packets), size):
                packets = case.packets[:first] + case.packets[first + size :]
                fewer = Case(self.chip, packets, self.seed)
                if packets and fewer.differs(simulation, folder):
                    case, parts = fewer, max(parts - 1, 2)
                    break
            else:
                if size == 1:
                    break
                parts = min(2 * parts, len(case.packets))
        return case


def random_case(chip: ChipFile, seed: int, cycles: int, load: int) -> Case:
    """Random packets: each endpoint begins about `load` packets in 1,000 cycles."""
    packets = project.simulator().rtl_packets(chip.checked, seed, cycles, load)
    return Case(chip, tuple(packets), seed)
