"""What a study can measure: the names of metrics, and their values in a result."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from onchip.report.summary import NETWORKS

# Sums over the ranks of the fields that docs/json.md explains.
OF_RANKS = (
    *("waiting", "stalled", "remote_loads", "remote_stores", "remote_atomics"),
    *("cache_hits", "cache_fetches", "cache_write_backs"),
    *("transfers", "transfer_bytes", "register_accesses", "host_calls"),
)
OF_NETWORKS = ("injected", "ejected", "in_flight", "stall_cycles")
OF_ENERGY = (
    *("total", "cores", "network", "memory", "leakage", "instructions", "clock", "routers"),
    *("links", "interfaces", "dma", "banks", "core_leakage", "memory_leakage", "router_leakage"),
    *("seconds", "watts"),
)
CODE_BYTES, AREA, WALL = "code_bytes", "area", "wall_seconds"
WITHOUT_RUN = (CODE_BYTES, AREA)  # known from a program or a chip
ENERGY = "energy."
RUN = (
    *("cycles", "instructions", CODE_BYTES, AREA, WALL),
    *OF_RANKS,
    *(f"statistics.{network}.{name}" for network in NETWORKS for name in OF_NETWORKS),
    *(ENERGY + name for name in OF_ENERGY),
)
NOC = (
    *("latency_mean", "latency_p50", "latency_p99", "latency_max", "latency_zero_load", "hops"),
    *("offered", "accepted", "saturated", "bound", "generated", "arrived", "flit_hops", "cycles"),
    *(AREA, WALL),
)
KNOWN = {"run": RUN, "noc": NOC}
DEFAULT = {
    "run": ("cycles", "instructions"),
    "noc": ("accepted", "latency_mean", "latency_p99", "saturated"),
}


def wrong(kind: str, name: Any) -> str:
    """Names the metrics that are right instead of the name; empty if it is a metric."""
    if name in KNOWN[kind]:
        return ""
    near = difflib.get_close_matches(str(name), KNOWN[kind], 3)
    return f"right: {', '.join(near or KNOWN[kind])}"


def of_run(names: Sequence[str]) -> list[str]:
    """The metrics that need a run."""
    return [name for name in names if name not in WITHOUT_RUN]


def of_result(result: Any, names: Sequence[str]) -> dict[str, Any]:
    """The metrics of a run; None where it has none, such as cycles on this machine."""
    return {name: _of_result(result, name) for name in names}


def _of_result(result: Any, name: str) -> Any:
    if name in OF_RANKS:
        values = [getattr(rank, name) for rank in result.ranks]
        return None if None in values else sum(values)
    found: Any = vars(result)
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found
