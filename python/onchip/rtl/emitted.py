"""Writes the files of `onchip rtl emit`: the parameters of a chip's network, modules, and test
benches.
"""

from collections.abc import Callable
from pathlib import Path

from onchip.base import outputs as folders
from onchip.base import project
from onchip.chip.chips import ChipFile
from onchip.rtl import cost, hardware, packages, pins

DATA = cost.AXI_DATA


def write(chip: ChipFile, folder: Path) -> list[Path]:
    """Writes the package with the parameters, the modules of `rtl/`, their test benches, and the
    descriptions for other tools. Returns the files of the hardware, without the benches.
    """
    made = hardware.netlist(chip, DATA)
    modules = {f"rtl/{path.name}": path for path in hardware.modules()}
    hardware_of = {hardware.PACKAGE: made["text"]} | modules
    benches = sorted((project.root() / "rtl/bench").iterdir())
    other = {
        f"bench/{path.name}": path for path in benches if path.suffix in (".sv", ".py", ".vlt")
    }
    other["bench/axi_pins.sv"] = pins.text(made["ENDPOINTS"])
    other["bench/axi_cocotb.sv"] = pins.bench(other["bench/axi_pins.sv"])
    described = packages.texts(
        chip.name, list(hardware_of), sorted(name for name in other if name.endswith(".sv"))
    )
    other |= {"README.md": _readme(chip, made, described)} | described
    if not folder.parent.exists():
        folders.made(folder.parent)
    if folder.exists():
        _write(hardware_of | other, folder, folders.write)
    else:
        with folders.whole(folder) as new:
            _write(hardware_of | other, new, Path.write_bytes)
    return [folder / file for file in hardware_of]


def _write(
    texts: dict[str, str | Path], folder: Path, write: Callable[[Path, bytes], object]
) -> None:
    for part in ("rtl", "bench"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        write(folder / file, text.read_bytes() if isinstance(text, Path) else text.encode())


def _readme(chip, made, described) -> str:
    """The text that describes the contents of the folder, and how to use it."""
    controllers = made["ENDPOINTS"] - chip.tiles
    lists, core, _ = described
    others = f", then {controllers} of memory controllers" if controllers else ""
    return f"""# The network of the chip `{chip.name}`

As `onchip rtl emit` has written it: {made["ROUTERS"]} routers, {made["ENDPOINTS"]} endpoints
({chip.tiles} of tiles{others}), {DATA} bits of data in a flit. A chip has such networks for
requests and for responses. Parameters and types are in the package `noc`, in `noc.sv`.

|top module|at each endpoint|
|---|---|
|`network_axi`|AXI4 for a manager (`axi_port.sv` has the addresses) and for a memory|
|`network_stream`|streams with ready and valid, and a port for registers (`network_interface.sv`)|
|`network`|flits (`endpoint.sv`)|

A port has its part for each endpoint, that of endpoint 0 in the lowest bits. All registers take
`clock` at its rising edge; `reset` is synchronous and active high. Where circuits are not used, tie
`answered` to 0.

|file|for|
|---|---|
|`{lists}`|any tool that takes a file list (`-f`), from this folder|
|`{core}`|FuseSoC; its targets lint, synthesise and run the test benches|
|`Bender.yml`|Bender|

Check: `verilator --lint-only -Wall --top-module network_axi -f {lists}`

Synthesise: `yosys -p 'read_verilog -sv noc.sv rtl/*.sv; synth -top network_axi'`

Test: `python bench/run_axi.py 1000 1` runs 1,000 random bursts (seed 1) of cocotbext-axi, which
`pip install 'onchip[rtl]'` installs, against memories; `bench/axi_pins.sv` gives the ports ARM's
names. The first line of each `bench/*_bench.sv` is the command for Verilator 5.
"""
