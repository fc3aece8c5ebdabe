"""Descriptions of an emitted network for designers' tools: a file list, a FuseSoC core and a Bender
package.
"""

import json
import re
from importlib import metadata

# Top modules, and the test bench of each that has one.
TOPS = {"network_axi": "axi_bench", "network_stream": "stream_bench", "network": None}
TOP = next(iter(TOPS))


def texts(chip: str, hardware: list[str], benches: list[str]) -> dict[str, str]:
    """The descriptions by file name. `hardware` are the files of the network in the order in which
    tools must read them, `benches` those of the test benches.
    """
    name = re.sub(r"[^A-Za-z0-9_]+", "_", chip)
    return {
        f"{name}.f": "".join(f"{file}\n" for file in hardware),
        f"{name}.core": _core(name, hardware, benches),
        "Bender.yml": _bender(name, hardware, benches),
    }


def _version() -> str:
    """The version of onchip as three numbers, the form that FuseSoC demands."""
    return re.match(r"\d+\.\d+\.\d+", metadata.version("onchip"))[0]


def _files(files: list[str], indent: int) -> str:
    return "".join(f"{' ' * indent}- {file}\n" for file in files)


def _core(name: str, hardware: list[str], benches: list[str]) -> str:
    """A FuseSoC core (CAPI 2). Its targets lint with Verilator, synthesise with Yosys, and run the
    test benches.
    """
    lint = "".join(
        f"""  lint_{top}:
    description: Verilator finds no fault in {top}
    filesets: [rtl]
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
"""
        for top in TOPS
    )
    benched = "".join(
        f"""  test_{top}:
    description: Run the test bench of {top}
    filesets: [rtl, bench]
    toplevel: {bench}
    flow: sim
    flow_options:
      tool: verilator
      mode: binary
      verilator_options: [--timing, -Wno-fatal]
"""
        for top, bench in TOPS.items()
        if bench
    )
    return f"""CAPI=2:
name: {json.dumps(f"onchip:noc:{name}:{_version()}")}
description: The network of the chip {name}

filesets:
  rtl:
    file_type: systemVerilogSource
    files:
{_files(hardware, 6)}  bench:
    file_type: systemVerilogSource
    files:
{_files(benches, 6)}
targets:
  default:
    filesets: [rtl]
    toplevel: {TOP}
{lint}  synth:
    description: Synthesise {TOP} by Yosys
    filesets: [rtl]
    toplevel: {TOP}
    default_tool: yosys
    tools:
      yosys:
        arch: ice40
{benched}"""


def _bender(name: str, hardware: list[str], benches: list[str]) -> str:
    return f"""package:
  name: onchip_noc_{name}

sources:
{_files(hardware, 2)}  - target: simulation
    files:
{_files(benches, 6)}"""
