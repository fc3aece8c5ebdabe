"""The metrics that a study can measure: their names, and their values in a result. A user can
define further metrics. The value of such a metric comes from the text that the program prints: a
regular expression finds the number, or a function in a Python file computes it. Both are called the
metric's pattern; for a metric that is defined here, the pattern is empty.
"""

import dataclasses
import difflib
import functools
import re
import runpy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from onchip.api.result import Rank
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import NETWORKS

_FUNCTION = re.compile(r"[^()]*\.py:[A-Za-z_]\w*")

# The fields of a rank that no metric sums up.
_NO_COUNTS = (
    *("rank", "exit_code", "program", "core", "instructions", "started", "ended"),
    *("stack_bytes", "threads"),
)
OF_RANKS = tuple(field.name for field in dataclasses.fields(Rank) if field.name not in _NO_COUNTS)
# Maps each rate to the fields that it is calculated from, summed over all cores.
RATES = {
    "data_miss_rate": ("cache_fetches", "cache_hits"),
    "instruction_miss_rate": ("instruction_misses", "instruction_lines"),
}
OF_NETWORKS = ("injected", "ejected", "in_flight", "stall_cycles")
OF_ENERGY = (
    *("total", "cores", "network", "memory", "leakage", "instructions", "clock", "routers"),
    *("links", "interfaces", "dma", "banks", "core_leakage", "memory_leakage", "router_leakage"),
    *("seconds", "watts"),
)
CODE_BYTES, AREA, WALL = "code_bytes", "area", "wall_seconds"
# Metrics that follow from the program or the chip file, without a run.
WITHOUT_RUN = (CODE_BYTES, AREA)
ENERGY = "energy."
RUN = (
    *("cycles", "instructions", CODE_BYTES, AREA, WALL),
    *OF_RANKS,
    *RATES,
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
    """Names the right metrics if a name is wrong; empty if it is a metric."""
    if name in KNOWN[kind]:
        return ""
    near = difflib.get_close_matches(str(name), KNOWN[kind], 3)
    return f"right: {', '.join(near or KNOWN[kind])}"


def wrong_pattern(pattern: Any, folder: Path = Path()) -> str:
    """Returns what would be right in place of the pattern of a user's metric, or an empty text if
    the pattern is right. `folder` is the study's folder.
    """
    right = (
        "a regular expression with one group for the number, such as 'took ([0-9.]+)', or "
        "'FILE.py:FUNCTION', which gets what the program prints"
    )
    try:
        if _FUNCTION.fullmatch(pattern):
            _function(pattern, folder)
            return ""
    except Failure as failure:
        return failure.message
    except TypeError:
        return f"right: {right}"
    try:
        return "" if re.compile(pattern).groups == 1 else f"right: {right}"
    except re.error as error:
        return f"it is no regular expression, {error}; right: {right}"
    except (TypeError, OverflowError, RecursionError):
        return f"right: {right}"


def of_run(metrics: Mapping[str, str]) -> dict[str, str]:
    """The metrics that need a run."""
    return {name: pattern for name, pattern in metrics.items() if name not in WITHOUT_RUN}


def of_result(result: Any, metrics: Mapping[str, str]) -> dict[str, Any]:
    """The metrics of a run. A metric is None if the run has no such number, such as cycles on this
    machine, or a number that the program has not printed.
    """
    return {
        name: _printed(result.stdout, pattern) if pattern else _of_result(result, name)
        for name, pattern in metrics.items()
    }


def placed(pattern: Any, folder: Path) -> Any:
    """The pattern. If it names a function, the result has the whole path of the function's file."""
    if isinstance(pattern, str) and _FUNCTION.fullmatch(pattern):
        return str(folder / pattern)
    return pattern


@functools.cache
def _function(pattern: str, folder: Path = Path()) -> Callable[[str], float]:
    """The function `FILE.py:FUNCTION`."""
    file, _, name = pattern.partition(":")
    try:
        found = runpy.run_path(str(folder / file))
    except Exception as error:
        raise Failure(Exit.USAGE, f"{file}: {type(error).__name__}: {error}") from error
    if name not in found:
        raise Failure(Exit.USAGE, f"{file} has no function {name}")
    return found[name]


def _returned(text: str, pattern: str) -> float | None:
    """The number that the function of a metric returns."""
    function = _function(pattern)
    try:
        found = function(text)
        return None if found is None else float(found)
    except Exception as error:
        raise Failure(Exit.USAGE, f"{pattern}: {type(error).__name__}: {error}") from error


def _printed(text: str, pattern: str) -> float | None:
    """The last number that the pattern's group finds, or the function's result."""
    if _FUNCTION.fullmatch(pattern):
        return _returned(text, pattern)
    found = None
    for match in re.finditer(pattern, text, re.MULTILINE):
        found = match[1]
    try:
        return None if found is None else float(found)
    except ValueError:
        return None


def _of_result(result: Any, name: str) -> Any:
    if name in OF_RANKS:
        values = [getattr(rank, name) for rank in result.ranks]
        return None if None in values else sum(values)
    if name in RATES:
        cores = [core for rank in result.ranks for core in (vars(rank), *rank.threads)]
        misses, uses = (sum(core[key] or 0 for core in cores) for key in RATES[name])
        return misses / uses if uses else None
    found: Any = vars(result)
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found
