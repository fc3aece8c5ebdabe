"""The hardware description of a chip's network, and its simulation by Verilator."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from onchip import project
from onchip.chips import ChipFile
from onchip.failures import Exit, Failure

TOP = "network_top"
# Modules between an endpoint of the network and a tile.
INTERFACES = ("axi_port", "network_interface", "qos_registers")
# Of the compiled simulation: -O1 compiles quickly and is fast enough; one unit for each module of
# Verilator, whose header alone takes a second.
OPTIMISE = "OPT_FAST=-O1 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0"


def sources() -> list[Path]:
    """The files that every network is made of."""
    return [path for path in modules() if path.stem not in INTERFACES]


def modules() -> list[Path]:
    """All modules of `rtl/`."""
    return sorted((project.root() / "rtl").glob("*.sv"))


def netlist(chip: ChipFile, name: str, data: int | None = None) -> dict:
    """The top module of a chip's network, called `name`: `text`, and the sizes of its ports; with
    `data` bits in a flit (None: as the model's records have).
    """
    return project.simulator().rtl_netlist(chip.checked, name, data)


@dataclass(frozen=True)
class Simulation:
    """A network that Verilator has compiled, with the test bench that replays a record."""

    program: Path

    def compare(self, record: str, folder: Path) -> str | None:
        """Replays a record of the model; None if all is the same, or a line on what differs first.
        Then `folder` has the waveforms `model.vcd` and `hardware.vcd`.
        """
        path = folder / "record.txt"
        path.write_text(record)
        done = subprocess.run([self.program, path, folder], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise Failure(Exit.INTERNAL, f"{self.program}: {done.stdout}{done.stderr}")
        return done.stdout.strip() if done.returncode else None


def compile_network(chip: ChipFile, folder: Path, modules: list[Path] | None = None) -> Simulation:
    """Compiles the network of a chip in a folder, of the modules of `rtl/` or of others; fails if
    there is no Verilator.
    """
    verilator = shutil.which("verilator")
    if verilator is None:
        raise Failure(Exit.MACHINE, "verilator is missing. Type: apt-get install -y verilator")
    top = netlist(chip, TOP)
    (folder / f"{TOP}.sv").write_text(top["text"])
    sizes = " ".join(f"-D{key}={value}" for key, value in top.items() if key != "text")
    words = [verilator, "--hierarchical", "--cc", "--exe", "--build", "-Wno-fatal", "-O3"]
    words += ["-j", str(os.cpu_count()), "-MAKEFLAGS", OPTIMISE, "-CFLAGS", f"-std=c++17 {sizes}"]
    words += ["--top-module", TOP, "--Mdir", str(folder / "objects"), "-o", "compare"]
    words += [str(path) for path in modules or sources()]
    words += [str(folder / f"{TOP}.sv"), str(project.root() / "rtl" / "compare.cpp")]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise Failure(Exit.INTERNAL, f"verilator: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return Simulation(folder / "objects" / "compare")
