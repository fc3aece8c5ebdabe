"""The chip with a slider for the time: the activity of its cores, and the load of its links."""

import math

from onchip.chip import links, mesh
from onchip.report.summary import link_name
from onchip.report.view import View, canvas, legend, words
from onchip.trace.recorder import Picture, Trace
from onchip.trace.utilisation import NETWORKS

MOST_WORDS = 400_000  # the most numbers in a page; windows are joined if there would be more
MOST_MARKS = 100  # the most circuits and priorities that are drawn for one window
_OTHERS = (("none", "dashed: a link that differs"),)
_MARKED = (("mark", "curve: a circuit that is open; dashed: a priority, the thicker the higher"),)


def view(trace: Trace) -> View | None:
    """The chip over the time of the run; None if nothing was recorded."""
    if not trace.pictures:
        return None
    tiles = len(trace.tiles)
    columns = trace.chip.config.get("mesh", {}).get("columns")
    drawn = _Drawn(trace.chip.config) if "drawn" in trace.chip.config else None
    arrows = drawn.arrows(trace) if drawn else _arrows(trace)
    others = links.by_ends(trace.chip.config)
    ends = drawn.ends if drawn else _ends(trace.chip.config)
    of_arrow = [others.get(ends(arrow), {}) for arrow in arrows]
    # A link that takes n cycles for a flit is fully loaded by a flit every n cycles.
    cycles = [link.get("flit_cycles", 1) for link in of_arrow]
    pace = {index: n for of, n in zip(arrows.values(), cycles, strict=True) for index in of}
    step = math.ceil(len(trace.pictures) * (3 * tiles + len(arrows)) / MOST_WORDS)
    pictures = trace.pictures[step - 1 :: step]
    if pictures[-1:] != trace.pictures[-1:]:
        pictures = [*pictures, trace.pictures[-1]]
    between = [index for of in arrows.values() for index in of]
    states, loads, busiest = [], [], []
    flits, cores, begin = [0] * len(trace.links), [(0, 0, 0)] * sum(map(len, trace.tiles)), 0
    for picture in pictures:
        length = max(picture.cycle - begin, 1)
        states += _states(trace, cores, picture.cores, length)
        moved = [now - then for now, then in zip(picture.flits, flits, strict=True)]
        moved = [count * pace.get(index, 1) for index, count in enumerate(moved)]
        loads += [
            min(1000 * max(moved[index] for index in of) // length, 1000) for of in arrows.values()
        ]
        most = max(between or range(len(moved)), key=moved.__getitem__)
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
        "arrows": list(arrows),
        "others": [place for place, link in enumerate(of_arrow) if link],
        "busiest": busiest,
        "marks": [_marks(trace, picture, drawn) for picture in pictures],
        "descriptions": [_description(picture) for picture in pictures],
    }
    if drawn:
        data |= {"routers": drawn.routers, "router": drawn.router, "order": drawn.order}
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
                *(_OTHERS if others else ()),
                *(_MARKED if any(map(_description, pictures)) else ()),
            )
        )
        + canvas("chip", "The tiles of the chip and the load of the links between them")
    )
    return View("The chip over time", body, data)


def _arrows(trace: Trace) -> dict[tuple[int, int], list[int]]:
    """Maps the router and direction of a mesh's link to the indices of the link, one for each
    network.
    """
    found = {}
    for index, (_, router, port) in enumerate(trace.links):
        if port in mesh.DIRECTIONS:
            found.setdefault((router, port - mesh.EAST), []).append(index)
    return found


def _ends(config: dict):
    """Returns a function that takes a link of a mesh, as router and direction, and returns its two
    routers.
    """
    columns, rows = config["mesh"]["columns"], config["mesh"]["rows"]

    def of(arrow: tuple[int, int]) -> tuple[int, int]:
        router, direction = arrow
        across, down = mesh.DIRECTIONS[direction + mesh.EAST]
        column, row = (router % columns + across) % columns, (router // columns + down) % rows
        return router, row * columns + column

    return of


class _Drawn:
    """A chip whose file lists its routers and links (`[drawn]`): the `router` of each tile and
    controller, and the `order` of tiles at a router.
    """

    def __init__(self, config: dict):
        drawn = config["drawn"]
        self.routers = drawn["routers"]
        controllers = [*config["dram"]["routers"], *(one["router"] for one in config["memory"])]
        self.router = [*drawn["tiles"], *controllers]
        self.order = [drawn["tiles"][:tile].count(at) for tile, at in enumerate(drawn["tiles"])]
        self._links = drawn["links"]

    @staticmethod
    def ends(arrow: tuple[int, int]) -> tuple[int, int]:
        """The two routers of a link."""
        return arrow

    def arrows(self, trace: Trace) -> dict[tuple[int, int], list[int]]:
        """Maps the two routers of a link to the indices of the link, one for each network."""
        tiles = self.router[: len(self.order)]
        # Ports of a router (simulator/src/noc/topology/drawn.rs): first its tiles, then its links.
        ports = [tiles.count(router) for router in range(self.routers)]
        ends = {}
        for one, other in self._links:
            for router, to in ((one, other), (other, one)):
                ends[router, ports[router]] = router, to
                ports[router] += 1
        found = {}
        for index, (_, router, port) in enumerate(trace.links):
            if (router, port) in ends:
                found.setdefault(ends[router, port], []).append(index)
        return found


def _marks(trace: Trace, picture: Picture, drawn: _Drawn | None) -> list[tuple[int, int, int]]:
    """The circuits, marked 0, and the priorities, marked with their level. Each leads from a tile
    to another tile or to a controller. In a mesh a controller is drawn at the tile of its router.
    """
    tiles, config = len(trace.tiles), trace.chip.config
    behind = [*config["dram"]["routers"], *(one["router"] for one in config["memory"])]

    def place(endpoint):
        return endpoint if drawn or endpoint < tiles else behind[endpoint - tiles]

    all_marks = [(*ends, 0) for ends in picture.circuits] + list(picture.priorities)
    return [(one, place(other), level) for one, other, level in all_marks[:MOST_MARKS]]


def _description(picture: Picture) -> str:
    """The open circuits and the priorities, in words."""
    text = ""
    if picture.circuits:
        text += f" Circuits that are open: {len(picture.circuits)}."
    if picture.priorities:
        highest = max(level for _, _, level in picture.priorities)
        text += (
            f" Tiles and memories between which packets have a priority: {len(picture.priorities)}"
            f", the highest {highest}."
        )
    return text


def _used(trace: Trace) -> float:
    """The number of tiles with programs. A tile that runs programs on only some of its cores counts
    as the fraction of these cores.
    """
    at, used = 0, 0.0
    for tile in trace.tiles:
        own = trace.pictures[-1].cores[at : at + len(tile)]
        used += sum(present > 0 for present, _, _ in own) / len(tile)
        at += len(tile)
    return used


def _states(trace: Trace, before, now, length: int) -> list[int]:
    """For each tile, the cycles of work, stalls and sleep, in thousandths of its cores' cycles."""
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
