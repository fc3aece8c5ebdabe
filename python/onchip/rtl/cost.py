"""The cost of routers and network interfaces in look-up tables of an FPGA, or in gates, by Yosys:
with priority levels and circuits, and without. The clock is estimated from the longest path,
counted in look-up tables, or measured by nextpnr, which places and routes for an iCE40 HX8K.
"""

import functools
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.rtl import emitted, hardware, kept

YOSYS, NEXTPNR = "yosys", "nextpnr-ice40"
FOR_PLACING = "synth_ice40 -top outer"

PORTS, SLOTS, DATA = 5, 4, 32
# Parts of a chip's network that can be synthesised.
PARTS = (
    "router",
    "router of one class",  # circuits without buffers of their own
    "router without data",  # only head flits
    "interface",  # with an AXI4 port, for eight levels
    "interface of one priority",  # one priority for all targets
    "interface without registers",
)
HEAD = 4 + 6  # bits of a flit's head: 4 for a target among 16, and 6 that each flit has
COLUMNS, ROUTER = 4, 5  # router 5 of a 4 × 4 mesh, which has all five links
ENDPOINTS = COLUMNS * COLUMNS
# CL, fig. 2: more area, and a lower clock, in percent of the router without levels; the range over
# four FPGAs.
PUBLISHED = {2: ((23, 61), (13, 19)), 4: ((23, 61), (23, 29)), 8: ((100, 110), (32, 39))}


@dataclass(frozen=True)
class Variant:
    """Keys of the chip file that change the router."""

    levels: int = 1
    per_level: bool = False
    fixed: bool = False
    circuits: int = 0  # 0: none; 1: exclusive; 2: shared
    # Circuits have no buffers of their own, as in CL. The model has no such routers.
    one_class: bool = False
    data: int = DATA  # bits of a flit besides its head

    @property
    def classes(self) -> int:
        """The number of traffic classes."""
        own = self.circuits > 0 and not self.one_class
        return own + (self.levels if self.per_level else 1)

    @property
    def compared(self) -> int:
        """The number of levels that arbiters compare (see `rtl/network.sv`)."""
        if self.levels == 1 or self.per_level:
            return 0
        return (9 >> 4 - self.levels.bit_length()) + 1 if self.circuits else self.levels


@dataclass(frozen=True)
class Cost:
    """The cost of one router."""

    luts: int  # look-up tables, or gates
    flip_flops: int
    depth: int  # look-up tables or gates on the longest path


def _routes() -> str:
    """A router's port for each target by XY routing, as a constant: 0 tile, 1 east, 2 west, 3
    south, 4 north.
    """
    bits = 0
    for target in range(ENDPOINTS):
        column, row = target % COLUMNS - ROUTER % COLUMNS, target // COLUMNS - ROUTER // COLUMNS
        port = 1 if column > 0 else 2 if column < 0 else 3 if row > 0 else 4 if row < 0 else 0
        bits |= port << 3 * target
    return f"{3 * ENDPOINTS}'h{bits:x}"


def _ports(variant: Variant) -> list[tuple[str, int, str]]:
    flits = PORTS * (variant.data + HEAD)
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
    """A top module that feeds the router from a shift register and reads its outputs into another,
    so that the FPGA's pins suffice.
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
        "WIDTH": variant.data + HEAD,
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
# The signals between the AXI4 port, the network interface, and the network's endpoint.
_INNER = {port[2]: port for port in [*emitted.STREAM, *emitted.ENDPOINT]}
_LINK = [
    ("output", 1, "out_channel"),
    ("output", "WIDTH", "out_flit"),
    ("input", 1, "out_credit"),
    ("input", 1, "in_channel"),
    ("input", "WIDTH", "in_flit"),
    ("output", 1, "in_credit"),
]


def _interface_top(priorities: int) -> str:
    sizes = {"TARGET": 4, "WIDTH": DATA + HEAD, "CLASSES": 1}
    qos = priorities > 0
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
    registers = joined(stream)
    if priorities == 1:  # only the priority without a target has an address
        registers = registers.replace("(register_address)", "(17'h0)")
    return (
        f"module top(input clock, input reset, {declared});\n{wires}"
        f"axi_port #(.ENDPOINTS({ENDPOINTS})) axi_port (.clock(clock), .reset(reset), "
        f"{joined([name for _, _, name in _AXI] + through)});\n"
        f"network_interface #(.ENDPOINTS({ENDPOINTS}), .LEVELS({levels}), .QOS({int(qos)})) ni ("
        ".clock(clock), .reset(reset), .number(4'd5), .answered(1'b0), "
        f"{registers}, {joined(end)});\n"
        f"endpoint #(.WIDTH({sizes['WIDTH']}), .SLOTS({SLOTS}), .LEVELS({levels})) endpoint ("
        f".clock(clock), .reset(reset), .out_refused(1'b0), {joined(end + link)});\nendmodule\n"
    )


def router(variant: Variant, inputs: int = 6, instead: Sequence[Path] = ()) -> Cost:
    """Synthesises one router for look-up tables with `inputs` inputs, or for gates if 0; fails
    without Yosys. Files in `instead` replace modules of `rtl/` with the same names.
    """
    return _synthesised(_top(variant), inputs, instead)


def interface(priorities: int, inputs: int = 6) -> Cost:
    """Synthesises a network interface with an AXI4 port, for eight levels: with a priority for each
    of 16 targets, with one for all, or without registers (0).
    """
    return _synthesised(_interface_top(priorities), inputs, ())


def clock(variant: Variant, seed: int = 1, instead: Sequence[Path] = ()) -> float:
    """The clock, in MHz, of a router between registers, which nextpnr places at random and routes
    for an iCE40 HX8K.
    """
    if not places():
        raise Failure(Exit.MACHINE, f"nextpnr is missing. Type: apt-get install -y {NEXTPNR}")
    place = [NEXTPNR, "--hx8k", "--package", "ct256", "--seed", str(seed), "--freq", "200"]
    place += ["--timing-allow-fail", "--pcf-allow-unconstrained", "--json"]
    sources = _sources(_registered_top(variant), instead)
    made_of = [*sources.values(), FOR_PLACING, *place]

    def measure() -> float:
        with scratch.folder() as name:
            netlist = name / "top.json"
            netlist.write_text(_netlist(tuple(sources.items())))
            done = subprocess.run([*place, netlist], capture_output=True, text=True)
        found = re.findall(r"Max frequency for clock '[^']*': ([0-9.]+) MHz", done.stderr)
        if done.returncode or not found:
            raise Failure(Exit.INTERNAL, f"nextpnr: {done.stderr[-2000:]}")
        return float(found[-1])  # the last frequency is the one after routing

    check_yosys()
    return kept.value(
        [*made_of, kept.version(YOSYS, "-V"), kept.version(NEXTPNR, "--version")], measure
    )


@functools.cache
def _netlist(sources: tuple[tuple[str, str], ...]) -> str:
    """The netlist for nextpnr, which all placements share."""
    with scratch.folder() as name:
        netlist = name / "top.json"
        _yosys(dict(sources), name, f"{FOR_PLACING} -json {netlist}")
        return netlist.read_text()


def numbers(
    network: dict, part: str, instead: Sequence[Path], placement: int | None
) -> dict[str, float]:
    """The numbers of one of PARTS, for a chip with these keys; with the clock at this placement, if
    it is to be placed.
    """
    if part.startswith("interface"):
        priorities = {"interface of one priority": 1, "interface without registers": 0}
        return asdict(interface(priorities.get(part, ENDPOINTS)))
    variant = Variant(
        levels=network["levels"],
        per_level=network["buffers"] == "per_level",
        fixed=network["arbiter"] == "fixed",
        circuits=("none", "exclusive", "shared").index(network["circuits"]),
        one_class=part == "router of one class",
        data=0 if part == "router without data" else DATA,
    )
    area = asdict(router(variant, instead=instead))
    return area | ({} if placement is None else {"clock": clock(variant, placement, instead)})


def places() -> bool:
    """Whether nextpnr is installed."""
    return shutil.which(NEXTPNR) is not None


def synthesises() -> bool:
    """Whether Yosys is installed."""
    return shutil.which(YOSYS) is not None


def check_yosys() -> None:
    """Fails if Yosys is missing."""
    if not synthesises():
        raise Failure(Exit.MACHINE, "yosys is missing. Type: apt-get install -y yosys")


def _sources(top: str, instead: Sequence[Path]) -> dict[str, str]:
    """File name → text, for the top module and the modules that it uses."""
    files = {path.stem: path for path in [*hardware.modules(), *instead]}
    sources = {"top.sv": top}
    wanted = [top]
    while wanted:
        for name in re.findall(r"^ *(\w+) #?\(", wanted.pop(), re.M):
            path = files.pop(name, None)
            if path is not None:
                sources[path.name] = path.read_text()
                wanted.append(sources[path.name])
    return sources


def _yosys(sources: dict[str, str], folder: Path, script: str) -> str:
    for name, text in sources.items():
        (folder / name).write_text(text)
    script = f"read_verilog -sv {' '.join(str(folder / name) for name in sources)}; {script}"
    done = subprocess.run([YOSYS, "-p", script], capture_output=True, text=True)
    if done.returncode:
        raise Failure(Exit.INTERNAL, f"yosys: {done.stderr[-2000:]}")
    return done.stdout


def _synthesised(top: str, inputs: int, instead: Sequence[Path]) -> Cost:
    check_yosys()
    mapping = f"-lut {inputs}" if inputs else "-g cmos2"
    script = f"synth -flatten -top top -noabc; abc {mapping}; opt_clean; ltp -noff; stat"
    sources = _sources(top, instead)

    def measure() -> dict:
        with scratch.folder() as name:
            printed = _yosys(sources, name, script)
        printed = printed[printed.rindex("Longest topological path") :]
        cells = {name: int(count) for name, count in re.findall(r"^ +(\S+) +(\d+)$", printed, re.M)}
        [depth] = re.findall(r"path in top \(length=(\d+)\)", printed)
        flip_flops = sum(count for name, count in cells.items() if "DFF" in name)
        luts = sum(count for name, count in cells.items() if name.startswith("$")) - flip_flops
        return {"luts": luts, "flip_flops": flip_flops, "depth": int(depth)}

    return Cost(**kept.value([*sources.values(), script, kept.version(YOSYS, "-V")], measure))


def variants() -> list[Variant]:
    """The variants of CL, fig. 2, then those that the paper does not have."""
    published = [
        Variant(levels=levels, fixed=fixed) for fixed in (True, False) for levels in (1, 2, 4, 8)
    ]
    circuits = [
        Variant(circuits=1, one_class=True),
        Variant(circuits=1),
        Variant(circuits=2),
        Variant(levels=8, circuits=1),
    ]
    return [*published, *circuits, Variant(levels=2, per_level=True)]
