"""The chip with a slider for the time: what its cores do, what its links carry."""

import math

from onchip.report.view import View, canvas, legend, words
from onchip.summary import link_name
from onchip.trace.perfetto_file import NETWORKS
from onchip.trace.recorder import Trace

MOST_WORDS = 400_000  # of a page; more windows than these allow are joined
_EAST, _NORTH = 1, 4  # ports of a mesh's routers (simulator/src/noc/topology/mesh.rs)


def view(trace: Trace) -> View | None:
    """None if nothing was recorded."""
    if not trace.pictures:
        return None
    tiles = len(trace.tiles)
    columns = trace.chip.config.get("mesh", {}).get("columns")
    arrows = _arrows(trace) if columns else {}
    step = math.ceil(len(trace.pictures) * (3 * tiles + len(arrows)) / MOST_WORDS)
    pictures = trace.pictures[step - 1 :: step]
    if pictures[-1:] != trace.pictures[-1:]:
        pictures = [*pictures, trace.pictures[-1]]
    between = [index for index, link in enumerate(trace.links) if _is_between(link, columns)]
    states, loads, busiest = [], [], []
    flits, cores, begin = [0] * len(trace.links), [(0, 0, 0)] * _cores(trace), 0
    for picture in pictures:
        length = max(picture.cycle - begin, 1)
        states += _states(trace, cores, picture.cores, length)
        moved = [now - then for now, then in zip(picture.flits, flits, strict=True)]
        loads += [
            min(1000 * max(moved[index] for index in of) // length, 1000) for of in arrows.values()
        ]
        most = max(between or range(len(moved)), key=lambda index: moved[index])
        network, router, port = trace.links[most]
        name = link_name(router, port, NETWORKS[network], trace.chip)
        busiest.append((name, moved[most] / length, sum(picture.queued)))
        flits, cores, begin = picture.flits, picture.cores, picture.cycle
    data = {
        "columns": columns or math.ceil(math.sqrt(tiles)),
        "tiles": tiles,
        "used": _used(trace),
        "ends": [picture.cycle for picture in pictures],
        "states": words(states),
        "links": words(loads),
        "arrows": [(router, port - _EAST) for router, port in arrows],
        "busiest": busiest,
    }
    last = len(pictures) - 1
    body = (
        '<div class="controls"><label for="chip-time">Time</label>'
        f'<input id="chip-time" type="range" min="0" max="{last}" value="{last // 2}">'
        '<button id="chip-play" type="button">Play</button></div>'
        '<p id="chip-said" aria-live="off"></p>'
        + legend(
            (
                ("work", "cores work"),
                ("network", "stalled: an answer, an acknowledgement, a queue"),
                ("waiting", "asleep"),
                ("none", "no program"),
                ("hot", "link that is always busy"),
            )
        )
        + canvas("chip", "The tiles of the chip and the load of the links between them")
    )
    return View("The chip over time", body, data)


def _is_between(link, columns) -> bool:
    return not columns or _EAST <= link[2] <= _NORTH


def _arrows(trace: Trace) -> dict[tuple[int, int], list[int]]:
    """Indices of the links that leave a router by a port, one of each network."""
    found = {}
    for index, (_, router, port) in enumerate(trace.links):
        if _EAST <= port <= _NORTH:
            found.setdefault((router, port), []).append(index)
    return found


def _cores(trace: Trace) -> int:
    return sum(len(tile) for tile in trace.tiles)


def _used(trace: Trace) -> float:
    """Tiles with programs; of one that has them on some cores only, that share."""
    at, used = 0, 0.0
    for tile in trace.tiles:
        own = trace.pictures[-1].cores[at : at + len(tile)]
        used += sum(present > 0 for present, _, _ in own) / len(tile)
        at += len(tile)
    return used


def _states(trace: Trace, before, now, length: int) -> list[int]:
    """Of each tile the cycles of work, stalls and sleep, in thousandths of those of its cores."""
    found, at = [], 0
    for tile in trace.tiles:
        sums = [0, 0, 0]
        for index in range(at, at + len(tile)):
            for part in range(3):
                sums[part] += now[index][part] - before[index][part]
        at += len(tile)
        present, asleep, stalled = sums
        whole = length * len(tile)
        parts = (present - asleep - stalled, stalled, asleep)
        found += [min(max(1000 * part // whole, 0), 1000) for part in parts]
    return found
