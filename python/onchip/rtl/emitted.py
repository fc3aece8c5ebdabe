"""Writes the output of `onchip rtl emit`: modules, a chip's network with ports, and test
benches.
"""

from collections.abc import Callable
from pathlib import Path

from onchip.base import outputs as folders
from onchip.base import project
from onchip.chip.chips import ChipFile
from onchip.rtl import hardware

DATA = 32  # bits of a flit's data, a word

# Ports of a wrapper by kind: direction as seen from the network, bits, name.
STREAM = [
    ("input", 1, "send_valid"),
    ("output", 1, "send_ready"),
    ("input", "TARGET", "send_target"),
    ("input", 32, "send_data"),
    ("input", 1, "send_last"),
    ("output", 1, "receive_valid"),
    ("input", 1, "receive_ready"),
    ("output", 32, "receive_data"),
    ("output", 1, "receive_last"),
    ("input", 1, "register_write"),
    ("input", 17, "register_address"),
    ("input", 32, "register_written"),
    ("output", 32, "register_value"),
    ("output", 1, "register_fault"),
]
AXI = [
    ("input", 4, "aw_id"),
    ("input", 32, "aw_addr"),
    ("input", 1, "aw_valid"),
    ("output", 1, "aw_ready"),
    ("input", 32, "w_data"),
    ("input", 1, "w_last"),
    ("input", 1, "w_valid"),
    ("output", 1, "w_ready"),
    ("output", 4, "b_id"),
    ("output", 2, "b_resp"),
    ("output", 1, "b_valid"),
    ("input", 1, "b_ready"),
    ("input", 4, "ar_id"),
    ("input", 32, "ar_addr"),
    ("input", 8, "ar_len"),
    ("input", 1, "ar_valid"),
    ("output", 1, "ar_ready"),
    ("output", 4, "r_id"),
    ("output", 32, "r_data"),
    ("output", 2, "r_resp"),
    ("output", 1, "r_last"),
    ("output", 1, "r_valid"),
    ("input", 1, "r_ready"),
]
# Ports of a network interface that answer circuits (see `rtl/network_interface.sv`).
CIRCUIT = [("output", 1, "asked"), ("output", "TARGET", "asked_by"), ("input", 1, "answered")]
ENDPOINT = [
    ("output", 1, "inject"),
    ("output", "WIDTH", "inject_flit"),
    ("input", "CLASSES", "inject_ready"),
    ("input", 1, "eject_valid"),
    ("input", "WIDTH", "eject_flit"),
    ("output", 1, "eject"),
    ("input", 1, "refused"),
]


def write(chip: ChipFile, name: str, folder: Path) -> list[Path]:
    """Writes the network called `name`, its wrappers `name`_stream and `name`_axi, and a test bench
    for each. Returns the files of the hardware.
    """
    rtl = project.root() / "rtl"
    made = hardware.netlist(chip, name, DATA)
    wrappers = {
        "stream": (STREAM, "stream_agent", _STREAM_ENDS),
        "axi": (AXI, "axi_agent", _AXI_ENDS),
    }
    hardware_of = {path.name: path.read_text() for path in sorted(rtl.glob("*.sv"))}
    hardware_of[f"{name}.sv"] = made["text"]
    other = {"README.md": _readme(chip, made, name)}
    for kind, (ports, agent, ends) in wrappers.items():
        hardware_of[f"{name}_{kind}.sv"] = _wrapper(chip, made, name, kind, ports)
        other[f"bench/{name}_{kind}_bench.sv"] = _bench(made, name, kind, ports, agent, ends)
    for path in sorted((rtl / "bench").glob("*.sv")):
        other[f"bench/{path.name}"] = path.read_text()
    if not folder.parent.exists():
        folders.made(folder.parent)
    if folder.exists():
        _write(hardware_of | other, folder, folders.write)
    else:
        with folders.whole(folder) as new:
            _write(hardware_of | other, new, Path.write_bytes)
    return [folder / file for file in hardware_of]


def _write(texts: dict[str, str], folder: Path, write: Callable[[Path, bytes], object]) -> None:
    (folder / "bench").mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        write(folder / file, (text if text.endswith("\n") else text + "\n").encode())


def _readme(chip, made, name) -> str:
    """The README of the folder: what is in it, and how to use it."""
    controllers = made["ENDPOINTS"] - chip.tiles
    others = f", then {controllers} of memory controllers" if controllers else ""
    return f"""# {name}

The network of the chip `{chip.name}`, as `onchip rtl emit` has written it: {made["ROUTERS"]}
routers, {made["ENDPOINTS"]} endpoints ({chip.tiles} of tiles{others}), {DATA} bits of data in a
flit. A chip has such networks for requests and for responses.

|top module|at each endpoint|
|---|---|
|`{name}_axi`|an AXI4 subordinate (`axi_port.sv` has its addresses): a write burst is a packet|
|`{name}_stream`|streams with ready and valid, and a port for registers (`network_interface.sv`)|
|`{name}`|flits (`endpoint.sv`); a flit's bits are described in `input_channel.sv`|

A port has its part for each endpoint, that of endpoint 0 in the lowest bits. `reset` is
synchronous. Where circuits are not used, tie `answered` to 0.

Check: `verilator --lint-only -Wall --top-module {name}_axi *.sv`

Test: the first line of each `bench/{name}_*_bench.sv` is the command for Verilator 5.
"""


def _bits(made, size) -> int:
    return made[size] if isinstance(size, str) else size


def _slices(made, ports) -> str:
    """The connections of one endpoint to its slices of the vectors for all endpoints."""
    parts = []
    for _, size, name in ports:
        bits = _bits(made, size)
        part = f"{name}[e]" if bits == 1 else f"{name}[{bits}*e+:{bits}]"
        parts.append(f"          .{name}({part})")
    return ",\n".join(parts)


def _plain(ports) -> str:
    return ",\n".join(f"          .{name}({name})" for _, _, name in ports)


def _vectors(made, ports) -> str:
    lines = [
        f"  logic [{made['ENDPOINTS'] * _bits(made, size) - 1}:0] {name};"
        for _, size, name in ports
    ]
    return "\n".join(lines)


def _wrapper(chip, made, name, kind, ports) -> str:
    """A network with an interface at each endpoint, and optionally an AXI4 port."""
    network = chip.config["network"]
    outer = [*ports, *CIRCUIT]
    declared = ",\n".join(
        f"    {way:6} logic [{made['ENDPOINTS'] * _bits(made, size) - 1}:0] {port}"
        for way, size, port in outer
    )
    interface = {
        "DATA": DATA,
        "ENDPOINTS": made["ENDPOINTS"],
        "LEVELS": network["levels"],
        "PER_LEVEL": int(network["buffers"] == "per_level"),
        "CIRCUITS": ("none", "exclusive", "shared").index(network["circuits"]),
    }
    values = ", ".join(f".{key}({value})" for key, value in interface.items())
    inner = [port for port in STREAM if kind == "stream"]
    connection = f"{_slices(made, inner)},\n" if inner else ""
    axi = locals_ = ""
    if kind == "axi":
        through = [port for port in STREAM if port[2] != "receive_last"]
        locals_ = "".join(
            f"      logic [{_bits(made, size) - 1}:0] {port};\n" for _, size, port in STREAM
        )
        locals_ += "      logic unused;\n      assign unused = &{1'b0, receive_last};\n"
        connection = f"{_plain(STREAM)},\n"
        axi = (
            f"      axi_port #(.ENDPOINTS({made['ENDPOINTS']})) axi_port (\n"
            "          .clock(clock),\n          .reset(reset),\n"
            f"{_slices(made, ports)},\n{_plain(through)}\n      );\n"
        )
    return (
        f"// The network {name} with {'an AXI4 port' if kind == 'axi' else 'streams'} and QoS "
        "registers at each endpoint; vectors are by\n// endpoint, the first one lowest. "
        f"See {'axi_port.sv' if kind == 'axi' else 'network_interface.sv'}.\n"
        f"module {name}_{kind} (\n    input  logic clock,\n    input  logic reset,\n"
        f"{declared}\n);\n"
        f"{_vectors(made, ENDPOINT)}\n"
        f"  logic [{made['PORTS'] * made['CHANNELS'] - 1}:0] link_channel;\n"
        f"  logic [{made['PORTS'] * made['WIDTH'] - 1}:0] link_flit;\n"
        "  logic unused_links;\n  assign unused_links = &{1'b0, link_channel, link_flit};\n"
        f"  {name} network (\n"
        "          .clock(clock),\n          .reset(reset),\n"
        "          .link_channel(link_channel),\n          .link_flit(link_flit),\n"
        f"{_plain(ENDPOINT)}\n  );\n"
        f"  generate\n    for (genvar e = 0; e < {made['ENDPOINTS']}; e++) begin : gen_endpoint\n"
        f"{locals_}      logic [3:0] field;\n      logic unused_field;\n"
        "      assign unused_field = &{1'b0, field};\n"
        f"      network_interface #({values}) network_interface (\n"
        "          .clock(clock),\n          .reset(reset),\n"
        f"          .number({made['TARGET']}'(e)),\n          .receive_field(field),\n"
        f"{connection}{_slices(made, CIRCUIT)},\n{_slices(made, ENDPOINT)}\n      );\n"
        f"{axi}    end\n  endgenerate\nendmodule\n"
    )


_STREAM_ENDS = (
    [("output", 32, "arrived"), ("output", 1, "failed")],
    "total == {endpoints} * 200",
    "%0d packets in %0d cycles",
    "total = total + arrived[32*e+:32];",
)
_AXI_ENDS = (
    [("output", 1, "done"), ("output", 1, "failed")],
    "total == {endpoints}",
    "%0d endpoints in %0d cycles",
    "total = total + 32'(done[e]);",
)


def _bench(made, name, kind, ports, agent, ends) -> str:
    """A test bench with an agent at each endpoint of a wrapper."""
    more, condition, words, sum_ = ends
    count = made["ENDPOINTS"]
    condition = condition.format(endpoints=count)
    inner = [port for port in ports if port[2] != "register_value"]
    return (
        f"// Type: verilator --binary --top-module {name}_{kind}_bench -Wno-fatal *.sv bench/*.sv\n"
        f"// Then obj_dir/V{name}_{kind}_bench prints a line that begins with passed or failed.\n"
        f"module {name}_{kind}_bench;\n  logic clock, reset;\n"
        f"  int cycle, total;\n{_vectors(made, [*ports, *CIRCUIT, *more])}\n"
        "  assign answered = '0;\n"
        "  initial begin\n    clock = 0;\n    forever #1 clock = !clock;\n  end\n"
        "  initial cycle = 0;\n  assign reset = cycle < 4;\n"
        f"  {name}_{kind} hardware (\n          .clock(clock),\n          .reset(reset),\n"
        f"{_plain([*ports, *CIRCUIT])}\n  );\n"
        f"  generate\n    for (genvar e = 0; e < {count}; e++) begin : gen_agent\n"
        f"      {agent} #(.NUMBER(e), .ENDPOINTS({count})) agent (\n"
        "          .clock(clock),\n          .reset(reset),\n"
        f"{_slices(made, [*inner, *more])}\n      );\n    end\n  endgenerate\n"
        "  always_comb begin\n    total = 0;\n"
        f"    for (int e = 0; e < {count}; e++) {sum_}\n  end\n"
        "  always @(posedge clock) begin\n    cycle <= cycle + 1;\n    if (!reset) begin\n"
        "      if (failed != 0) $finish;\n"
        f'      else if ({condition}) begin\n        $display("passed: {words}", total, cycle);\n'
        '        $finish;\n      end else if (cycle == 200000) begin\n        $display("failed: '
        f'only {words}", total, cycle);\n        $finish;\n      end\n    end\n  end\nendmodule\n'
    )
