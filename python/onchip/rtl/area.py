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

INPUTS = 6  # of a look-up table
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
    """The routers of a network as modules → how many there are of each."""
    text = hardware.netlist(chip, "network_of_chip", cost.DATA)["text"]
    return Counter(_modules(text))


@functools.lru_cache(None)
def _modules(text: str) -> tuple[str, ...]:
    """A module for each router of a netlist (see `rtl/network.sv`). Routers with equally many links
    share the module of the first one.
    """
    sizes = {name: int(value) for name, value in re.findall(r"\.([A-Z_]+)\((\d+)\)", text)}
    tables = {name: int(value, 16) for name, value in re.findall(r"\.(\w+)\(\d+'h(\w+)\)", text)}
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
    """A router of which only some ports are linked; the inputs of the others get nothing."""
    variant = cost.Variant(
        levels=sizes["LEVELS"],
        per_level=bool(sizes["PER_LEVEL"]),
        fixed=bool(sizes["FIXED"]),
        circuits=sizes["CIRCUITS"],
    )
    width = sizes["DATA"] + sizes["TARGET"] + 6
    all_channels = variant.classes * sizes["CHANNELS"]
    values = {
        "WIDTH": width,
        "PORTS": sizes["PORTS"],
        "CLASSES": variant.classes,
        "CHANNELS": sizes["CHANNELS"],
        "SLOTS": sizes["SLOTS"],
        "PASSES": int(sizes["DELAY"] == 0),
        "ENDPOINTS": sizes["ENDPOINTS"],
        "LEVELS": variant.levels,
        "BY_LEVEL": variant.compared,
        "FIXED": sizes["FIXED"],
        "CIRCUITS": variant.circuits,
    }
    inputs = {"in_channel": all_channels, "in_flit": width, "out_credit": all_channels}
    inputs["out_refused"] = 1
    outputs = {"in_credit": all_channels, "in_refused": 1, "out_channel": all_channels}
    outputs["out_flit"] = width
    declared, joined, assigned, wires = [], [], [], []
    for name, size in (inputs | outputs).items():
        way = "input" if name in inputs else "output"
        declared.append(f"{way} [{len(linked) * size - 1}:0] {name}")
        wires.append(f"wire [{sizes['PORTS'] * size - 1}:0] all_{name};\n")
        joined.append(f".{name}(all_{name})")
        for port in range(sizes["PORTS"]):
            whole = f"all_{name}[{size * port} +: {size}]"
            if port in linked:
                part = f"{name}[{size * linked.index(port)} +: {size}]"
                pair = (whole, part) if way == "input" else (part, whole)
                assigned.append(f"assign {pair[0]} = {pair[1]};\n")
            elif way == "input":
                assigned.append(f"assign {whole} = 0;\n")
    given = ", ".join(f".{key}({value})" for key, value in values.items())
    return (
        f"module top(input clock, input reset, {', '.join(declared)});\n"
        f"{''.join(wires)}{''.join(assigned)}"
        f"router #({given}) router (.clock(clock), .reset(reset), .routes({routes}), "
        f"{', '.join(joined)});\nendmodule\n"
    )
