"""The area of a chip's network: six-input look-up tables of all its routers, by Yosys."""

import functools
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile
from onchip.rtl import cost, hardware

INPUTS = 6  # inputs of a look-up table
ENTRY = 16  # bits for an entry of PEERS


def check() -> None:
    """Fails if nothing can be synthesised on this machine."""
    if shutil.which("yosys") is None:
        raise Failure(Exit.MACHINE, "area needs yosys. Type: apt-get install -y yosys")
    if not hardware.modules():
        raise Failure(Exit.MACHINE, f"area needs the modules of {project.root() / 'rtl'}")


def measure(chips: Iterable[ChipFile]) -> None:
    """Synthesises the routers of these chips on all cores of this machine, so that `look_up_tables`
    has them ready.
    """
    tops = dict.fromkeys(top for chip in chips for top in _routers(chip))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_synthesised, tops))


def look_up_tables(chip: ChipFile) -> int:
    """The look-up tables of all routers of all networks. Among routers with equally many links, one
    is synthesised, with its own routing table. Flits have 32 bits of data, as in `onchip rtl cost`.
    """
    # requests and responses have networks of their own
    networks = 2 * chip.config["network"]["networks"]
    return networks * sum(count * _synthesised(top) for top, count in _routers(chip).items())


@functools.lru_cache(None)
def _synthesised(top: str) -> int:
    return cost._synthesised(top, INPUTS, ()).luts


def _routers(chip: ChipFile) -> Counter:
    """Counts the routers of a network by their modules. Routers with equal numbers of links count
    as one module.
    """
    return Counter(_modules(hardware.netlist(chip, cost.DATA)["text"]))


@functools.lru_cache(None)
def _modules(text: str) -> tuple[str, ...]:
    """Returns the module of each router of a network with these parameters (see `rtl/noc.svh`).
    Among routers with equal numbers of links, all get the module of the first one.
    """
    sizes = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+);", text)}
    tables = {name: int(value, 16) for name, value in re.findall(r"(\w+) = \d+'h(\w+);", text)}
    ports, channels = sizes["PORTS"], sizes["CHANNELS"]
    bits = sizes["ENDPOINTS"] * ((ports - 1).bit_length() + channels - 1)
    of_links: dict[int, str] = {}
    found = []
    for router in range(sizes["ROUTERS"]):
        peers = tables["PEERS"] >> router * ports * ENTRY
        linked = [port for port in range(ports) if peers >> port * ENTRY & (1 << ENTRY) - 1]
        routes = tables["ROUTES"] >> router * bits & (1 << bits) - 1
        module = of_links.get(len(linked)) or _module(sizes, linked, f"{bits}'h{routes:x}")
        found.append(of_links.setdefault(len(linked), module))
    return tuple(found)


def _module(sizes: dict[str, int], linked: list[int], routes: str) -> str:
    """Makes a router of which only some ports are linked; nothing comes in at the other ports."""
    ports = {"in": "FORWARD", "in_back": "BACK", "out": "FORWARD", "out_back": "BACK"}
    declared, wires, assigned = [], [], []
    for name, size in ports.items():
        way = "input" if name in ("in", "out_back") else "output"
        declared.append(f"{way} [{len(linked)}*noc::{size}-1:0] {name}")
        wires.append(f"wire [{sizes['PORTS']}*noc::{size}-1:0] all_{name};\n")
        for port in range(sizes["PORTS"]):
            whole = f"all_{name}[{port}*noc::{size}+:noc::{size}]"
            if port in linked:
                part = f"{name}[{linked.index(port)}*noc::{size}+:noc::{size}]"
                pair = (whole, part) if way == "input" else (part, whole)
                assigned.append(f"assign {pair[0]} = {pair[1]};\n")
            elif way == "input":
                assigned.append(f"assign {whole} = 0;\n")
    joined = ", ".join(f".{name}(all_{name})" for name in ports)
    return (
        f"{cost.package(sizes)}module top(input clock, input reset, {', '.join(declared)});\n"
        f"{''.join(wires)}{''.join(assigned)}"
        f"router router (.clock(clock), .reset(reset), .routes({routes}), {joined});\nendmodule\n"
    )
