"""What routers and network interfaces cost in look-up tables of an FPGA, by Yosys: with priority
levels and circuits against those without. The clock is estimated by the longest path, counted in
look-up tables, or by nextpnr, which places and routes for an iCE40 HX8K.
"""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from onchip.failures import Exit, Failure
from onchip.rtl import emitted, hardware

PORTS, SLOTS, DATA = 5, 4, 32
COLUMNS, ROUTER = 4, 5  # of a mesh of 4 × 4, one that has all five links
ENDPOINTS = COLUMNS * COLUMNS
# CL, fig. 2: more area than without, and a lower clock, in percent: the range over four FPGAs.
PUBLISHED = {2: ((23, 61), (13, 19)), 4: ((23, 61), (23, 29)), 8: ((100, 110), (32, 39))}


@dataclass(frozen=True)
class Variant:
    """Keys of the chip file that change the router."""

    levels: int = 1
    per_level: bool = False
    fixed: bool = False
    circuits: int = 0  # 0: none; 1: exclusive; 2: shared

    @property
    def classes(self) -> int:
        """Traffic classes."""
        return (self.circuits > 0) + (self.levels if self.per_level else 1)

    @property
    def compared(self) -> int:
        """Levels that arbiters compare: see `rtl/network.sv`."""
        if self.levels == 1 or self.per_level:
            return 0
        return (9 >> 4 - self.levels.bit_length()) + 1 if self.circuits else self.levels


@dataclass(frozen=True)
class Cost:
    """Of one router."""

    luts: int
    flip_flops: int
    depth: int  # look-up tables on the longest path


def _routes() -> str:
    """The ports by target of one router, XY, as a constant: tile 0, east 1, west 2, south 3, north
    4.
    """
    bits = 0
    for target in range(ENDPOINTS):
        column, row = target % COLUMNS - ROUTER % COLUMNS, target // COLUMNS - ROUTER // COLUMNS
        port = 1 if column > 0 else 2 if column < 0 else 3 if row > 0 else 4 if row < 0 else 0
        bits |= port << 3 * target
    return f"{3 * ENDPOINTS}'h{bits:x}"


def _ports(variant: Variant) -> list[tuple[str, int, str]]:
    flits = PORTS * (DATA + 4 + 6)
    channels = PORTS * variant.classes
    return [
        ("input", 1, "clock"),
        ("input", 1, "reset"),
        ("input", channels, "in_channel"),
        ("input", flits, "in_flit"),
        ("output", channels, "in_credit"),
        ("output", PORTS, "in_refused"),
        ("output", channels, "out_channel"),
        ("output", flits, "out_flit"),
        ("input", channels, "out_credit"),
        ("input", PORTS, "out_refused"),
    ]


def _registered_top(variant: Variant) -> str:
    """The router with its inputs from a shift register and its outputs into one, so that a chip has
    enough pins.
    """
    ports = _ports(variant)[2:]
    inputs = [(size, name) for kind, size, name in ports if kind == "input"]
    outputs = [(size, name) for kind, size, name in ports if kind == "output"]
    wires = "".join(f"wire [{size - 1}:0] {name};\n" for size, name in inputs + outputs)
    joined = ", ".join(f".{name}({name})" for _, name in inputs + outputs)
    into, out = (sum(size for size, _ in some) for some in (inputs, outputs))
    return _top(variant) + (
        "module outer(input clock, input reset, input bits, output parity);\n"
        f"{wires}reg [{into - 1}:0] from; reg [{out - 1}:0] to; reg load;\n"
        f"assign {{{', '.join(name for _, name in inputs)}}} = from;\n"
        "assign parity = to[0];\nalways @(posedge clock) begin\n"
        f"load <= bits; from <= {{from[{into - 2}:0], bits}};\n"
        f"if (load) to <= {{{', '.join(name for _, name in outputs)}}};\n"
        "else to <= to >> 1;\nend\n"
        f"top top(.clock(clock), .reset(reset), {joined});\n"
        "endmodule\n"
    )


def _top(variant: Variant) -> str:
    ports = _ports(variant)
    values = {
        "WIDTH": DATA + 4 + 6,
        "PORTS": PORTS,
        "CLASSES": variant.classes,
        "SLOTS": SLOTS,
        "ENDPOINTS": ENDPOINTS,
        "LEVELS": variant.levels,
        "BY_LEVEL": variant.compared,
        "FIXED": int(variant.fixed),
        "CIRCUITS": variant.circuits,
    }
    declared = ", ".join(f"{kind} [{size - 1}:0] {name}" for kind, size, name in ports)
    given = ", ".join(f".{key}({value})" for key, value in values.items())
    joined = ", ".join(f".{name}({name})" for _, _, name in ports)
    return (
        f"module top({declared});\n"
        f"router #({given}) router (.routes({_routes()}), {joined});\nendmodule\n"
    )


_AXI = emitted.AXI
# Between the AXI4 port and the network interface, and between that and the end of the network.
_INNER = {port[2]: port for port in [*emitted.STREAM, *emitted.ENDPOINT]}
_LINK = [
    ("output", 1, "out_channel"),
    ("output", "WIDTH", "out_flit"),
    ("input", 1, "out_credit"),
    ("input", 1, "in_channel"),
    ("input", "WIDTH", "in_flit"),
    ("output", 1, "in_credit"),
]


def _interface_top(qos: bool) -> str:
    sizes = {"TARGET": 4, "WIDTH": DATA + 4 + 6, "CLASSES": 1}
    levels = 8 if qos else 1

    def bits(size):
        return sizes[size] if isinstance(size, str) else size

    def joined(names):
        return ", ".join(f".{name}({name})" for name in names)

    outer = [*_AXI, *_LINK]
    declared = ", ".join(f"{kind} [{bits(size) - 1}:0] {name}" for kind, size, name in outer)
    wires = "".join(f"wire [{bits(size) - 1}:0] {name};\n" for _, size, name in _INNER.values())
    stream = [name for _, _, name in emitted.STREAM]
    through = [name for name in stream if name != "receive_last"]
    end = [name for _, _, name in emitted.ENDPOINT]
    link = [name for _, _, name in _LINK]
    return (
        f"module top(input clock, input reset, {declared});\n{wires}"
        f"axi_port #(.ENDPOINTS({ENDPOINTS})) axi_port (.clock(clock), .reset(reset), "
        f"{joined([name for _, _, name in _AXI] + through)});\n"
        f"network_interface #(.ENDPOINTS({ENDPOINTS}), .LEVELS({levels}), .QOS({int(qos)})) ni ("
        ".clock(clock), .reset(reset), .number(4'd5), .answered(1'b0), "
        f"{joined(stream + end)});\n"
        f"endpoint #(.WIDTH({sizes['WIDTH']}), .SLOTS({SLOTS}), .LEVELS({levels})) endpoint ("
        f".clock(clock), .reset(reset), .out_refused(1'b0), {joined(end + link)});\nendmodule\n"
    )


def router(variant: Variant, inputs: int = 6) -> Cost:
    """Synthesises one router for look-up tables of so many inputs; fails without Yosys."""
    return _synthesised(_top(variant), inputs)


def interface(qos: bool, inputs: int = 6) -> Cost:
    """The same of a network interface with an AXI4 port, without priorities or for eight levels."""
    return _synthesised(_interface_top(qos), inputs)


def clock(variant: Variant) -> float:
    """In MHz, of a router between registers, placed and routed by nextpnr for an iCE40 HX8K."""
    if shutil.which("nextpnr-ice40") is None:
        raise Failure(Exit.MACHINE, "nextpnr is missing. Type: apt-get install -y nextpnr-ice40")
    with tempfile.TemporaryDirectory() as name:
        json = Path(name) / "top.json"
        _yosys(_registered_top(variant), Path(name), f"synth_ice40 -top outer -json {json}")
        words = ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--seed", "1", "--json", json]
        words += ["--freq", "200", "--timing-allow-fail", "--pcf-allow-unconstrained"]
        done = subprocess.run(words, capture_output=True, text=True)
    found = re.findall(r"Max frequency for clock '[^']*': ([0-9.]+) MHz", done.stderr)
    if done.returncode or not found:
        raise Failure(Exit.INTERNAL, f"nextpnr: {done.stderr[-2000:]}")
    return float(found[-1])  # after routing


def _yosys(top_text: str, folder: Path, script: str) -> str:
    if shutil.which("yosys") is None:
        raise Failure(Exit.MACHINE, "yosys is missing. Type: apt-get install -y yosys")
    top = folder / "top.sv"
    top.write_text(top_text)
    needed = [path for path in hardware.modules() if path.stem != "network"]
    script = f"read_verilog -sv {' '.join(map(str, [*needed, top]))}; {script}"
    done = subprocess.run(["yosys", "-p", script], capture_output=True, text=True)
    if done.returncode:
        raise Failure(Exit.INTERNAL, f"yosys: {done.stderr[-2000:]}")
    return done.stdout


def _synthesised(top: str, inputs: int) -> Cost:
    with tempfile.TemporaryDirectory() as name:
        script = f"synth -flatten -top top -lut {inputs}; ltp -noff; stat"
        printed = _yosys(top, Path(name), script)
    cells = {name: int(count) for name, count in re.findall(r"^ +(\$\S+) +(\d+)$", printed, re.M)}
    [depth] = re.findall(r"Longest topological path in top \(length=(\d+)\)", printed)
    flip_flops = sum(count for name, count in cells.items() if "DFF" in name)
    return Cost(luts=cells["$lut"], flip_flops=flip_flops, depth=int(depth))


def variants() -> list[Variant]:
    """Those of CL, fig. 2, then those that the paper does not have."""
    published = [
        Variant(levels=levels, fixed=fixed) for fixed in (True, False) for levels in (1, 2, 4, 8)
    ]
    circuits = [Variant(levels=levels, circuits=1) for levels in (1, 8)]
    return [*published, *circuits, Variant(levels=2, per_level=True)]
