"""Compares the network interfaces of a chip in hardware with the model's while a program runs."""

import re
from pathlib import Path

from onchip.chip.chips import ChipFile
from onchip.rtl import hardware
from onchip.rtl.hardware import Compared
from onchip.rtl.program import Records

TOP = "network_interface"
OPENS_DUPLEX = re.compile(r"^w \w+ 20 [89a-f]\w{7}$", re.M)
# The line of a record for a write to a register that sets the priority of one target.
SETS_PRIORITY = re.compile(r"^w \w+ 1\w{4} ", re.M)


def obstacle(chip: ChipFile, records: Records) -> str | None:
    """The reason why the hardware's interfaces cannot do what the model's interfaces have done;
    None if they can.
    """
    network = chip.config["network"]
    if set(chip.of_tiles("cores")) != {1} or set(chip.of_tiles("interfaces")) != {1}:
        return "tiles have several cores or interfaces"
    if network["networks"] > 1:
        return "the chip has two networks"
    if network["circuits"] != "none" and network["circuit_conflict"] == "wait":
        return 'circuits are tried again (network.circuit_conflict = "wait")'
    if OPENS_DUPLEX.search(records.interfaces):
        return "the program opens a full-duplex circuit"
    if chip.has_multicasts and SETS_PRIORITY.search(records.interfaces):
        return "the program sets priorities of targets, and multicasts have none of these"
    return None


def compile_interfaces(chip: ChipFile, folder: Path, modules: list[Path] | None = None) -> Path:
    """Compiles a test bench of the interfaces, from the modules of `rtl/` or from others."""
    network = chip.config["network"]
    cores_first = int(chip.config["tile"]["bank_priority"] == "core")
    sizes = hardware.netlist(chip) | {"TILES": chip.tiles, "CORES_FIRST": cores_first}
    sizes |= {"CIRCUITS": int(network["circuits"] != "none")}
    words = [f"-GREGISTER={chip.config['ni']['register'] + cores_first}", "--top-module", TOP]
    words += map(str, modules or hardware.modules())
    return hardware.compile_bench("interfaces", sizes, words, folder, hardware.OPTIMISE)


def compare(records: Records, program: Path, folder: Path) -> Compared:
    """Replays the requests of a program, and compares."""
    network, interfaces = folder / "requests.txt", folder / "interfaces.txt"
    network.write_text(records.networks[0])
    interfaces.write_text(records.interfaces)
    return hardware.compared([program, network, interfaces])
