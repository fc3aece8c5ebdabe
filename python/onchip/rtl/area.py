"""The area of a chip's network by Yosys: six-input look-up tables of all its routers, and the cost
of each kind of part.
"""

import functools
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from onchip.base import project
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile
from onchip.rtl import cost, hardware

ENTRY = 16  # bits of an entry of the table PEERS (rtl/noc.svh)


@dataclass(frozen=True)
class Part:
    """A kind of part of a chip's networks."""

    name: str
    count: int  # number of such parts on the chip, in all networks
    cost: cost.Cost  # cost of one part


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
    """The number of look-up tables of all routers of all networks. Routers with equally many links
    count as equal, so only one of them is synthesised, with its own routing table. Flits have 32
    bits of data, as in `onchip rtl cost`.
    """
    # requests and responses have networks of their own
    networks = 2 * chip.config["network"]["networks"]
    return networks * sum(count * _synthesised(top) for top, count in _routers(chip).items())


def parts(chip: ChipFile, inputs: int) -> list[Part]:
    """The parts of all networks of a chip. Each kind is synthesised once.

    The kinds are routers with equally many links, network interfaces (each with an endpoint of the
    network), and links that take equally many cycles. Interfaces for requests have the registers of
    QoS, those for responses have not. If `inputs` is 0, the parts are synthesised for gates. Fails
    without Yosys.
    """
    # number of request networks; there are as many response networks
    networks = chip.config["network"]["networks"]
    sizes = _numbers(hardware.netlist(chip, cost.DATA)["text"])
    tops = [
        (f"router, {_links(top)} links", 2 * networks * count, top)
        for top, count in sorted(_routers(chip).items(), key=lambda each: -_links(each[0]))
    ]
    for name, qos in (("requests", 1), ("responses", 0)):
        count = networks * sizes["ENDPOINTS"]
        tops.append((f"interface, {name}", count, _interface(sizes, qos)))
    for cycles, count in sorted(_link_cycles(chip).items()):
        name = f"link, {cycles} cycle{'s' * (cycles != 1)}"
        tops.append((name, 2 * networks * count, _link(sizes, cycles)))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        costs = pool.map(lambda each: cost.synthesised(each[2], inputs, ()), tops)
        return [Part(name, count, of) for (name, count, _), of in zip(tops, costs, strict=True)]


@functools.lru_cache(None)
def _synthesised(top: str) -> int:
    return cost.synthesised(top, cost.INPUTS, ()).luts


def _routers(chip: ChipFile) -> Counter:
    """Counts the routers of a network by their modules. Routers with equal numbers of links count
    as one module.
    """
    return Counter(_modules(hardware.netlist(chip, cost.DATA)["text"]))


@functools.lru_cache(None)
def _modules(text: str) -> tuple[str, ...]:
    """Returns the module of each router of a network with these parameters (see `rtl/noc.svh`).
    Routers with equal numbers of links all get the module of the first of them.
    """
    sizes, tables = _numbers(text), _tables(text)
    ports, channels = sizes["PORTS"], sizes["CHANNELS"]
    bits = sizes["ENDPOINTS"] * ((ports - 1).bit_length() + channels - 1)
    bits += 8 if sizes["MULTICAST"] else 0  # the router's position
    of_links: dict[int, str] = {}
    found = []
    for router in range(sizes["ROUTERS"]):
        peers = tables["PEERS"] >> router * ports * ENTRY
        linked = [port for port in range(ports) if peers >> port * ENTRY & (1 << ENTRY) - 1]
        routes = tables["ROUTES"] >> router * bits & (1 << bits) - 1
        module = of_links.get(len(linked)) or _module(sizes, linked, f"{bits}'h{routes:x}")
        found.append(of_links.setdefault(len(linked), module))
    return tuple(found)


def _numbers(text: str) -> dict[str, int]:
    """The integer parameters of a package, by name, from lines that begin with two blanks."""
    found = re.findall(r"^  localparam int (\w+) = (\d+);", text, re.M)
    return {name: int(value) for name, value in found}


def _tables(text: str) -> dict[str, int]:
    return {name: int(value, 16) for name, value in re.findall(r"(\w+) = \d+'h(\w+);", text)}


def _links(top: str) -> int:
    """How many links the router in this module has."""
    return int(re.search(r"input \[(\d+)\*noc::FORWARD", top)[1])


def _link_cycles(chip: ChipFile) -> Counter:
    """Counts the unidirectional links of a network by their number of registers (see
    `rtl/network.sv`).
    """
    text = hardware.netlist(chip, cost.DATA)["text"]
    sizes, peers = _numbers(text), _tables(text)["PEERS"]
    ports = sizes["ROUTERS"] * sizes["PORTS"]
    register = int(sizes["DELAY"] != 0)
    found: Counter = Counter()
    for end in range(ports + sizes["ENDPOINTS"]):
        far = (peers >> end * ENTRY & (1 << ENTRY) - 1) - 1
        if far >= 0:
            found[
                sizes["DELAY"] - register
                if end >= ports
                else sizes["ROUTER"] + sizes["DELAY"] - 1
                if far >= ports
                else sizes["ROUTER"] + sizes["LINK"] - register
            ] += 1
    return found


def _link(sizes: dict[str, int], cycles: int) -> str:
    """The Verilog of a link with `cycles` registers, one after the other."""
    return f"""{cost.package(sizes)}
module top (
    input clock, input reset,
    input noc::forward_t from, output noc::back_t from_back,
    output noc::forward_t to, input noc::back_t to_back
);
  link #(.FLITS({cycles})) link (.*);
endmodule
"""


def _interface(sizes: dict[str, int], qos: int) -> str:
    """The Verilog of a network interface with streams, and its endpoint of the network."""
    return f"""{cost.package(sizes)}
module top (
    input clock, input reset, input [noc::TARGET-1:0] number,
    input send_valid, output send_ready, input [noc::DEST-1:0] send_target,
    input [noc::DATA-1:0] send_data, input send_last,
    output receive_valid, input receive_ready, output [noc::DATA-1:0] receive_data,
    output receive_last, output [3:0] receive_field,
    input register_write, input [16:0] register_address, input [31:0] register_written,
    output [31:0] register_value, output register_fault, output [3:0] send_way,
    output asked, output [noc::TARGET-1:0] asked_by, input answered,
    output noc::forward_t out, input noc::back_t out_back,
    input noc::forward_t in, output noc::back_t in_back
);
  wire inject, eject_valid, eject, refused, needed;
  wire [noc::CLASSES-1:0] inject_ready;
  wire [noc::FLIT-1:0] inject_flit, eject_flit;
  network_interface #(.QOS({qos})) network_interface (.*);
  endpoint endpoint (.*);
endmodule
"""


def _module(sizes: dict[str, int], linked: list[int], routes: str) -> str:
    """The Verilog of a router in which only some ports have links. Nothing arrives at its other
    ports.
    """
    ports = {"in": "FORWARD", "in_back": "BACK", "out": "FORWARD", "out_back": "BACK"}
    declared, wires, assigned = [], [], []
    for name, size in ports.items():
        direction = "input" if name in ("in", "out_back") else "output"
        declared.append(f"{direction} [{len(linked)}*noc::{size}-1:0] {name}")
        wires.append(f"wire [{sizes['PORTS']}*noc::{size}-1:0] all_{name};\n")
        for port in range(sizes["PORTS"]):
            whole = f"all_{name}[{port}*noc::{size}+:noc::{size}]"
            if port in linked:
                part = f"{name}[{linked.index(port)}*noc::{size}+:noc::{size}]"
                pair = (whole, part) if direction == "input" else (part, whole)
                assigned.append(f"assign {pair[0]} = {pair[1]};\n")
            elif direction == "input":
                assigned.append(f"assign {whole} = 0;\n")
    joined = ", ".join(f".{name}(all_{name})" for name in ports)
    return (
        f"{cost.package(sizes)}module top(input clock, input reset, {', '.join(declared)});\n"
        f"{''.join(wires)}{''.join(assigned)}"
        f"{cost.router_of(bool(sizes['MULTICAST']))} router "
        f"(.clock(clock), .reset(reset), .routes({routes}), {joined});\nendmodule\n"
    )
