"""`onchip bench noc`: how fast the network is simulated, endpoints included."""

from collections.abc import Callable

from onchip.base import project
from onchip.chip import chips
from onchip.traffic import run

# Packets have four flits, so that a packet fills a buffer; buffers have four slots by default.
UNIFORM = {"pattern": "uniform", "packet": 4, "warmup": 0, "drain": 0}
LOAD = 0.2
OTHER_LOADS = (0.05, 0.1, 0.3)
CYCLES = 20_000
# The busiest link of k × k tiles carries k / 4 times the load of a node, so with this load it is as
# busy on 32 × 32 tiles as on 8 × 8.
LARGE_LOAD = LOAD * 8 / 32
LARGE_CYCLES = CYCLES // 10
IDLE_CYCLES = 10_000_000
ADAPTIVE = ("west_first", "odd_even", "minimal")
# Networks whose speed is compared with that of dimension-order routing with one virtual channel.
NETWORKS = {
    **{name: [f"network.routing={name}"] for name in (*ADAPTIVE, "o1turn", "valiant", "romm")},
    "torus": ["network.topology=torus"],
    "2_channels": ["network.channels=2"],
    "4_channels": ["network.channels=4"],
}


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Returns the fastest of `rounds` measurements of each kind, since other work of the machine
    only slows measurements down.
    """
    small, large = chips.load("mesh8x8"), chips.load("mesh32x32")
    small_runs, large_runs, idle = [], [], []
    others = {load: [] for load in OTHER_LOADS}
    networks = {name: chips.load("mesh8x8", settings) for name, settings in NETWORKS.items()}
    network_runs = {name: [] for name in NETWORKS}
    for number in range(rounds):
        tick(f"round {number + 1} of {rounds}")
        small_runs.append(run.traffic(small, rate=LOAD, measure=CYCLES, **UNIFORM))
        for load, runs in others.items():
            runs.append(run.traffic(small, rate=load, measure=CYCLES, **UNIFORM))
        for name, runs in network_runs.items():
            runs.append(run.traffic(networks[name], rate=LOAD, measure=CYCLES, **UNIFORM))
        large_runs.append(run.traffic(large, rate=LARGE_LOAD, measure=LARGE_CYCLES, **UNIFORM))
        _core = project.simulator()
        seconds = _core.idle_network(large.checked, IDLE_CYCLES)
        idle.append(seconds / IDLE_CYCLES)
    speeds = {
        key(load): small.tiles / min(map(_seconds_per_cycle, runs))
        for load, runs in {**others, LOAD: small_runs}.items()
    }
    small_hop = min(map(_seconds_per_hop, small_runs))
    large_hop = min(map(_seconds_per_hop, large_runs))
    fastest = min(map(_seconds_per_cycle, small_runs))
    return {
        **speeds,
        **{
            f"mesh8x8_{name}_vs_xy": fastest / min(map(_seconds_per_cycle, runs))
            for name, runs in network_runs.items()
        },
        "mesh8x8_uniform_0p2_accepted": small_runs[0]["accepted"],
        "mesh8x8_flit_hop_ns": small_hop * 1e9,
        "mesh32x32_flit_hop_ns": large_hop * 1e9,
        "flit_hop_32x32_vs_8x8": large_hop / small_hop,
        "idle_cycle_ns": min(idle) * 1e9,
        "rounds": rounds,
    }


def key(load: float) -> str:
    """The key of the speed at this load in the result of `measure`."""
    return f"mesh8x8_uniform_{load}_router_cycles_per_second".replace(".", "p")


def _seconds_per_cycle(result: dict) -> float:
    return result["wall_seconds"] / result["cycles"]


def _seconds_per_hop(result: dict) -> float:
    return result["wall_seconds"] / result["flit_hops"]
