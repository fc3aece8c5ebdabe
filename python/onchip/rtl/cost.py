"""What a router costs in look-up tables of an FPGA, by Yosys: with priority levels and circuits
against one without. The clock is estimated by the longest path, counted in look-up tables.
"""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from onchip.failures import Exit, Failure
from onchip.rtl import hardware

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


def _top(variant: Variant) -> str:
    flits = PORTS * (DATA + 4 + 6)
    channels = PORTS * variant.classes
    ports = [
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
    values = {
        "WIDTH": flits // PORTS,
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


def router(variant: Variant, inputs: int = 6) -> Cost:
    """Synthesises one router for look-up tables of so many inputs; fails without Yosys."""
    if shutil.which("yosys") is None:
        raise Failure(Exit.MACHINE, "yosys is missing. Type: apt-get install -y yosys")
    with tempfile.TemporaryDirectory() as name:
        top = Path(name) / "top.sv"
        top.write_text(_top(variant))
        needed = [path for path in hardware.sources() if path.stem not in ("network", "endpoint")]
        script = (
            f"read_verilog -sv {' '.join(map(str, [*needed, top]))}; "
            f"synth -flatten -top top -lut {inputs}; ltp -noff; stat"
        )
        done = subprocess.run(["yosys", "-p", script], capture_output=True, text=True)
    if done.returncode:
        raise Failure(Exit.INTERNAL, f"yosys: {done.stderr[-2000:]}")
    cells = {
        name: int(count) for name, count in re.findall(r"^ +(\$\S+) +(\d+)$", done.stdout, re.M)
    }
    [depth] = re.findall(r"Longest topological path in top \(length=(\d+)\)", done.stdout)
    flip_flops = sum(count for name, count in cells.items() if "DFF" in name)
    return Cost(luts=cells["$lut"], flip_flops=flip_flops, depth=int(depth))


def variants() -> list[Variant]:
    """Those of CL, fig. 2, then those that the paper does not have."""
    published = [
        Variant(levels=levels, fixed=fixed) for fixed in (True, False) for levels in (1, 2, 4, 8)
    ]
    circuits = [Variant(levels=levels, circuits=1) for levels in (1, 8)]
    return [*published, *circuits, Variant(levels=2, per_level=True)]
