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
from onchip.rtl import hardware, kept

YOSYS, NEXTPNR = "yosys", "nextpnr-ice40"
FOR_PLACING = "synth_ice40 -top outer"

INPUTS = 6  # inputs of a look-up table
PORTS, SLOTS, DATA = 5, 4, 32
AXI_DATA = 40  # bits of a flit's data that AXI4 with words of 32 bits needs
# Parts of a chip's network that can be synthesised.
PARTS = (
    "router",
    "router of one class",  # circuits without buffers of their own
    "router without data",  # a router that passes only head flits
    "interface",  # with an AXI4 port, for eight levels
    "interface of one priority",  # one priority for all targets
    "interface without registers",
)
HEAD = 4 + 6  # bits of a flit's head: 4 for a target among 16, and 6 that each flit has
COLUMNS, ROUTER = 4, 5  # router 5 of a 4 × 4 mesh, which has all five links
ENDPOINTS = COLUMNS * COLUMNS
# The published numbers of the paper CL (docs/papers.md), figure 2: more area, and a lower clock,
# both in percent of the router without levels. With 8 levels the range is that over all FPGAs; with
# 2 and 4 levels it is that of Stratix, whose tables have up to six inputs.
PUBLISHED = {2: ((25, 61), (13, 19)), 4: ((25, 61), (23, 29)), 8: ((100, 110), (32, 39))}


@dataclass(frozen=True)
class Variant:
    """Keys of the chip file that change the router."""

    levels: int = 1
    per_level: bool = False
    fixed: bool = False
    circuits: int = 0  # 0: none; 1: exclusive; 2: shared
    queue: bool = False  # a packet that opens a circuit waits where another circuit has the output
    multicast: bool = False  # packets may go to rectangles of tiles
    # Whether circuits and packets share the buffers, as in CL. The simulator cannot simulate such
    # routers.
    one_class: bool = False
    data: int = DATA  # bits of a flit in addition to its head

    @property
    def classes(self) -> int:
        """The number of traffic classes."""
        own = self.circuits > 0 and not self.one_class
        return own + (self.levels if self.per_level else 1)


@dataclass(frozen=True)
class Cost:
    """The cost of one router."""

    luts: int  # look-up tables, or gates
    flip_flops: int
    depth: int  # look-up tables or gates on the longest path


def _routes(multicast: bool) -> str:
    """The port of a router for each target by XY routing, as a constant: 0 tile, 1 east, 2 west, 3
    south, 4 north. With multicasts the constant also has the row and the column of the router.
    """
    bits, size = 0, 3 * ENDPOINTS
    for target in range(ENDPOINTS):
        column, row = target % COLUMNS - ROUTER % COLUMNS, target // COLUMNS - ROUTER // COLUMNS
        port = 1 if column > 0 else 2 if column < 0 else 3 if row > 0 else 4 if row < 0 else 0
        bits |= port << 3 * target
    if multicast:
        bits |= (ROUTER // COLUMNS << 4 | ROUTER % COLUMNS) << size
        size += 8
    return f"{size}'h{bits:x}"


def router_of(multicasts: bool) -> str:
    """The name of the module of a router, with multicasts or without."""
    return "multicast_router" if multicasts else "router"


def package(values: dict[str, int]) -> str:
    """Makes the package `noc` with these parameters."""
    lines = "".join(f"localparam int {name} = {value};\n" for name, value in values.items())
    return hardware.package(f'package noc;\n{lines}`include "noc.svh"\nendpackage\n')


def _top(variant: Variant) -> str:
    values = {
        "PORTS": PORTS,
        "ENDPOINTS": ENDPOINTS,
        "DATA": variant.data,
        "CLASSES": variant.classes,
        "CHANNELS": 1,
        "SLOTS": SLOTS,
        "DELAY": 1,
        "LEVELS": variant.levels,
        "PER_LEVEL": int(variant.per_level),
        "FIXED": int(variant.fixed),
        "CIRCUITS": variant.circuits,
        "QUEUE": int(variant.queue),
        "MULTICAST": int(variant.multicast),
    }
    return f"""{package(values)}
module top (
    input clock, input reset,
    input  [noc::PORTS*noc::FORWARD-1:0] in,
    output [noc::PORTS*noc::BACK-1:0] in_back,
    output [noc::PORTS*noc::FORWARD-1:0] out,
    input  [noc::PORTS*noc::BACK-1:0] out_back
);
  {router_of(variant.multicast)} router (.*, .routes({_routes(variant.multicast)}));
endmodule
"""


# The router gets its inputs from a shift register and writes its outputs into another one, because
# a chip has too few pins for all of them.
_REGISTERED = """
module outer (input clock, input reset, input bits, output parity);
  reg [noc::PORTS*(noc::FORWARD+noc::BACK)-1:0] from, to;
  reg load;
  wire [noc::PORTS*noc::FORWARD-1:0] in, out;
  wire [noc::PORTS*noc::BACK-1:0] in_back, out_back;
  assign {in, out_back} = from;
  assign parity = to[0];
  always @(posedge clock) begin
    load <= bits;
    from <= {from, bits};
    to <= load ? {in_back, out} : to >> 1;
  end
  top top (.*);
endmodule
"""


def _interface_top(priorities: int) -> str:
    """Makes the top module with the path from AXI4 to the link for requests, and the path of the
    responses.
    """
    values = {"PORTS": PORTS, "ENDPOINTS": ENDPOINTS, "DATA": AXI_DATA, "CLASSES": 1, "CHANNELS": 1}
    values |= {
        "SLOTS": SLOTS,
        "LEVELS": 8 if priorities else 1,
        "PER_LEVEL": 0,
        "CIRCUITS": 0,
        "QUEUE": 0,
        "MULTICAST": 0,
    }
    # With one priority, the only address is that of the priority for all targets.
    address = "17'h0" if priorities == 1 else "register_address"
    return f"""{package(values)}
module top (
    input clock, input reset,
    input [noc::ID-1:0] aw_id, input noc::axi_address_t aw, input aw_valid, output aw_ready,
    input noc::axi_write_t w, input w_valid, output w_ready,
    output [noc::ID-1:0] b_id, output [1:0] b_resp, output b_valid, input b_ready,
    input [noc::ID-1:0] ar_id, input noc::axi_address_t ar, input ar_valid, output ar_ready,
    output [noc::ID-1:0] r_id, output noc::axi_read_t r, output r_valid, input r_ready,
    input receive_valid, output receive_ready, input [noc::DATA-1:0] receive_data,
    output noc::forward_t out, input out_credit, input noc::forward_t in, output noc::back_t in_back
);
  wire send_valid, send_ready, send_last;
  wire register_write, register_fault, inject, inject_ready, eject_valid, eject, refused, needed;
  wire [noc::TARGET-1:0] send_target, number;
  wire [noc::DATA-1:0] send_data;
  wire [3:0] send_way;
  wire [16:0] register_address;
  wire [31:0] register_written, register_value;
  wire [noc::FLIT-1:0] inject_flit, eject_flit;
  assign number = 4'd5;
  axi_port axi_port (.*);
  network_interface #(.QOS({int(priorities > 0)})) network_interface (
      .*, .register_address({address}), .receive_field(), .receive_valid(), .receive_last(),
      .receive_data(), .receive_ready(1'b1), .asked(), .asked_by(), .answered(1'b0)
  );
  endpoint endpoint (.*, .out_back({{out_credit, 2'b0}}));
endmodule
"""


def router(variant: Variant, inputs: int = INPUTS, instead: Sequence[Path] = ()) -> Cost:
    """Synthesises one router for look-up tables with `inputs` inputs, or for gates if `inputs` is
    0. Files in `instead` replace modules of `rtl/` with equal names. Fails without Yosys.
    """
    return synthesised(_top(variant), inputs, instead)


def interface(priorities: int, inputs: int = INPUTS) -> Cost:
    """Synthesises a network interface with an AXI4 port, for eight levels. The interface has a
    priority for each of 16 targets, one priority for all targets, or no registers (0).
    """
    return synthesised(_interface_top(priorities), inputs, ())


def clock(variant: Variant, seed: int = 1, instead: Sequence[Path] = ()) -> float:
    """The clock, in MHz, of a router between registers. nextpnr places the router at random and
    routes it for an iCE40 HX8K.
    """
    if not can_place_and_route():
        raise Failure(Exit.MACHINE, f"nextpnr is missing. Type: apt-get install -y {NEXTPNR}")
    place = [NEXTPNR, "--hx8k", "--package", "ct256", "--seed", str(seed), "--freq", "200"]
    place += ["--timing-allow-fail", "--pcf-allow-unconstrained", "--json"]
    sources = _sources(_top(variant) + _REGISTERED, instead)
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
    network: dict, part: str, instead: Sequence[Path], placement: int | None, inputs: int
) -> dict[str, float]:
    """Synthesises one of PARTS, for a chip with these keys, and returns its numbers. If the part is
    to be placed, they include the clock at this placement.
    """
    if part.startswith("interface"):
        priorities = {"interface of one priority": 1, "interface without registers": 0}
        return asdict(interface(priorities.get(part, ENDPOINTS), inputs))
    variant = Variant(
        levels=network["levels"],
        per_level=network["buffers"] == "per_level",
        fixed=network["arbiter"] == "fixed",
        circuits=("none", "exclusive", "shared").index(network["circuits"]),
        queue=network["circuits"] != "none" and network["circuit_conflict"] == "queue",
        multicast=network["multicast"] != "none",
        one_class=part == "router of one class",
        data=0 if part == "router without data" else DATA,
    )
    area = asdict(router(variant, inputs, instead))
    return area | ({} if placement is None else {"clock": clock(variant, placement, instead)})


def can_place_and_route() -> bool:
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
    """Returns the package, the top module and all modules inside it, by file name."""
    files = {path.stem: path for path in [*hardware.modules(), *instead]}
    sources = {"top.sv": top}
    wanted = [top]
    while wanted:
        for name in re.findall(r"^ *(\w+) (?:#|\w+ )\(", wanted.pop(), re.M):
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


def synthesised(top: str, inputs: int, instead: Sequence[Path]) -> Cost:
    """Synthesises the Verilog text `top`, whose top module is also called `top`. Files in `instead`
    are added to the modules of `rtl/`, and replace modules with equal names.
    """
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
    """The variants of figure 2 of CL (docs/papers.md), then those that the paper does not have."""
    published = [
        Variant(levels=levels, fixed=fixed) for fixed in (True, False) for levels in (1, 2, 4, 8)
    ]
    circuits = [
        Variant(circuits=1, one_class=True),
        Variant(circuits=1),
        Variant(circuits=2),
        Variant(levels=8, circuits=1),
        Variant(levels=8, circuits=1, queue=True),
    ]
    others = [Variant(levels=2, per_level=True), Variant(multicast=True)]
    return [*published, *circuits, *others]
