"""The module `axi_pins`: a chip's `network_axi` with ports named as ARM IHI 0022 names them, for
tools and test benches that find AXI4 by names; and the top module of the cocotb test bench.
"""

import re

# Fields of a channel in the order of `rtl/noc.svh`: their name, and their bits.
_ADDRESS = {"addr": 32, "len": 8, "size": 3, "burst": 2, "lock": 1, "cache": 4, "prot": 3, "qos": 4}
_WRITE = {"data": 32, "strb": 4, "last": 1}
_READ = {"data": 32, "resp": 2, "last": 1}
# For each channel: whether the manager drives the channel, whether the channel has an ID, and its
# fields.
_CHANNELS = {
    "aw": (True, True, _ADDRESS),
    "w": (True, False, _WRITE),
    "b": (False, True, {"resp": 2}),
    "ar": (True, True, _ADDRESS),
    "r": (False, True, _READ),
}


def text(endpoints: int) -> str:
    """The module for a network with this many endpoints. The managers at endpoint *e* are at the
    ports `m<e>_`, the memories at the ports `s<e>_`.
    """
    ports, wires, connections, assigned = [], [], [], []
    for side, bits in (("m", "noc::ID"), ("s", "noc::OWNER")):
        for channel, (of_manager, has_id, fields) in _CHANNELS.items():
            driven = of_manager == (side == "m")  # whether the ports are driven from outside
            names = list(fields)
            name = f"{side}_{channel}"
            vectors = {f"{name}_valid": (["valid"], "1", driven)}
            vectors[f"{name}_ready"] = (["ready"], "1", not driven)
            vectors["m_b_resp" if channel == "b" and side == "m" else
                    "s_b_resp" if channel == "b" else name] = (
                        names, str(sum(fields.values())), driven)  # fmt: skip
            if has_id:
                vectors[f"{name}_id"] = (["id"], bits, driven)
            for vector, (parts, width, comes_in) in vectors.items():
                wires.append(f"  logic [{endpoints}*({width})-1:0] {vector};")
                connections.append(f".{vector}")
                for endpoint in range(endpoints):
                    whole = ", ".join(f"{side}{endpoint}_{channel}{part}" for part in parts)
                    slice_ = f"{vector}[{endpoint}*({width})+:({width})]"
                    left, right = (slice_, f"{{{whole}}}") if comes_in else (f"{{{whole}}}", slice_)
                    assigned.append(f"  assign {left} = {right};")
                    for part in parts:
                        size = fields.get(part, bits if part == "id" else 1)
                        direction = "input " if comes_in else "output"
                        range_ = "" if size == 1 else f"[{size}-1:0] "
                        ports.append(
                            f"    {direction} logic {range_}{side}{endpoint}_{channel}{part}"
                        )
    return (
        "// `network_axi` with ports named as ARM IHI 0022 names them: a manager at endpoint 0\n"
        "// has the ports m0_, a memory there s0_.\n"
        "module axi_pins (\n    input  logic clock,\n    input  logic reset,\n"
        + ",\n".join(ports)
        + "\n);\n"
        + "\n".join(wires)
        + f"\n  logic [{endpoints}-1:0] asked, answered;\n"
        f"  logic [{endpoints}*noc::TARGET-1:0] asked_by;\n"
        "  logic unused;\n  assign unused = &{1'b0, asked, asked_by};\n"
        "  assign answered = '0;\n"
        + "\n".join(assigned)
        + f"\n  network_axi network ({', '.join(['.clock', '.reset', *connections])},\n"
        "      .asked, .asked_by, .answered);\nendmodule\n"
    )


def bench(module: str) -> str:
    """The module that cocotb drives. It has signals for the ports of `axi_pins`, as Verilator 5.006
    loses what cocotb writes to ports of the top module.
    """
    head = module.split("\n);")[0]
    ports = re.findall(r"^ +(?:input|output) +logic (\[.*?\] )?(\w+),?$", head, re.M)
    signals = "".join(f"  logic {range_}{name};\n" for range_, name in ports)
    return (
        "// The top module of axi_traffic.py, which drives the signals by their names.\n"
        f"module axi_cocotb;\n{signals}  axi_pins pins (.*);\nendmodule\n"
    )
