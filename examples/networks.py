"""Which network should 64 tiles have? Compares five topologies with several ways to route and
numbers of virtual channels, and writes docs/noc-study.md with its picture:

    python examples/networks.py [FOLDER]
"""

import itertools
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import onchip
from onchip.base.plot import pyplot, save

TILES = 64
PACKET = 4  # flits
SLOTS = 16  # slots for flits at each input of a router, divided equally among its channels
ROUTER, LINK, INTERFACE = 2040, 4320, 2040  # fJ for each flit; the link joins adjacent tiles
PATTERNS = ("uniform", "tornado", "transpose", "bit-complement")
CHANNELS = (1, 2, 4)

ALL_TO_ALL = """
#include <mpi.h>
int main(int argc, char **argv) {
    static int out[64 * 16], in[64 * 16];
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 4; i++)
        MPI_Alltoall(out, 16, MPI_INT, in, 16, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
}
"""


PAGE = """# Which network for 64 tiles?

`python examples/networks.py` wrote this page: a study as an architect might begin it, in one file \
of Python over [`import onchip`](python.md). All networks have links of 32 bits, and at each input \
of a router 16 flits of buffers, which its virtual channels share equally; packets have 4 flits. \
Routers take one cycle, links one for every two tiles of their length. The four chiplets of 4 × 4 \
tiles are joined by links of 8 cycles that are half as wide. The torus is folded, so its links are \
two tiles long; in the concentrated mesh and the flattened butterfly 2 × 2 tiles share a router.

## What each topology is

{topologies}
*Bisection*: flits that can cross the middle of the chip in a cycle, in one direction. *Latency*: \
uniform traffic in an empty network. *Energy*: [of a router, an interface, and a link for each \
tile of its length](energy.md); a link between chiplets counts as five tiles. *Look-up tables*: \
[all routers of requests and answers](rtl.md#what-qos-costs) with dimension-order routes, by \
Yosys; the hardware has links that are all alike, so it says nothing of chiplets' borders.

## What each network sustains

The first columns have the highest load that does not saturate, in flits for each tile and cycle, \
in steps of 0.01. The last two say how much later than on the first network the \
[recorded packets](noc.md#recorded-traffic) of two programs on 64 ranks have all arrived: `heat2d` \
with 66 × 66 points, and four `MPI_Alltoall` of 16 words for each rank.

{loads}
Networks that are missing would need more channels, so as not to deadlock. Programs [run only on \
networks that keep the order of a core's stores](chip-file.md), so the replays of adaptive routes \
are estimates, as all replays.

## Latency against load

For each pattern and topology the routes and channels that sustain the highest load.

![latency against load](images/noc-study.png)

## Beside the bound

Half of all flits of uniform traffic cross the middle of the chip, which bounds the load.

{bounds}"""


@dataclass(frozen=True)
class Topology:
    """A way to link 64 tiles."""

    name: str
    chip: str  # the chip file
    ports: int  # ports of a router in the middle
    bisection: float  # flits that can cross the middle of the chip in a cycle, in one direction
    tiles: Callable[[int, int], int]  # the length of a link between two routers, in tiles
    routes: tuple[str, ...] = ("",)  # values of network.routing; "": the topology's own route


def grid(topology: str, more: str = "") -> str:
    """A chip of 8 × 8 tiles, each with a router."""
    return f"[mesh]\ncolumns = 8\nrows = 8\n{tables(topology)}{more}"


def square(topology: str, more: str = "") -> str:
    """A chip of 4 × 4 routers, each with 2 × 2 tiles."""
    return f"[shape]\nsizes = [4, 4]\nconcentration = 4\n{tables(topology)}{more}"


def tables(topology: str) -> str:
    """The tables that all chips have in common."""
    return f'[tile]\ncores = 1\nmemory_kb = 128\n[network]\ntopology = "{topology}"\nlevels = 1\n'


def long_links() -> str:
    """The links of a flattened butterfly that are 4 and 6 tiles long. A flit takes a cycle for two
    tiles.
    """
    text = ""
    for further in (2, 3):
        places = list(itertools.product(range(4), range(4 - further)))
        rows = [[4 * line + at, 4 * line + at + further] for line, at in places]
        columns = [[line + 4 * at, line + 4 * (at + further)] for line, at in places]
        text += f"[[link]]\nbetween = {rows + columns}\ndelay = {further}\n"
    return text


def border(key: str) -> str:
    """The links between chiplets of 4 × 4 tiles: half as wide as the others, 8 cycles long."""
    return f"[[link]]\n{key} = 4\ndelay = 8\nflit_cycles = 2\n"


def between_chiplets(one: int, other: int) -> int:
    """The length of a link between two routers, in tiles. A link between chiplets counts as 5, for
    its energy.
    """
    chiplets = [(router % 8 // 4, router // 32) for router in (one, other)]
    return 1 if chiplets[0] == chiplets[1] else 5


ON_MESH = ("xy", "odd_even", "minimal")
TOPOLOGIES = (
    Topology("mesh", grid("mesh"), 5, 8, lambda *_: 1, ON_MESH),
    # A folded torus: rings go up by every second tile, and come back by the others.
    Topology("torus", grid("torus"), 5, 16, lambda *_: 2, ("xy", "minimal")),
    Topology("concentrated mesh", square("mesh"), 8, 4, lambda *_: 2),
    Topology(
        "four chiplets",
        grid("mesh", border("chiplet_columns") + border("chiplet_rows")),
        5,
        4,
        between_chiplets,
        ON_MESH,
    ),
    Topology(
        "flattened butterfly",
        square("flattened_butterfly", long_links()),
        10,
        16,
        lambda one, other: 2 * (abs(one % 4 - other % 4) + abs(one // 4 - other // 4)),
    ),
)


@dataclass(frozen=True)
class Network:
    """A topology with a way to route and a number of virtual channels."""

    topology: Topology
    routing: str
    channels: int
    chip: onchip.Chip

    @property
    def routes(self) -> str:
        """The routing in words."""
        return {"odd_even": "odd-even", "minimal": "minimal adaptive"}.get(
            self.routing, "dimension order"
        )

    def traffic(self, rate: float | list[float], pattern: str = "uniform") -> list[dict]:
        """The figures of traffic at these rates, in flits for each tile and cycle."""
        return list(onchip.noc(self.chip, rate=rate, pattern=pattern, packet=PACKET).points)

    def sustained(self, pattern: str) -> float:
        """The highest load that does not saturate, in hundredths of a flit for each tile and
        cycle.
        """
        low, high = 0, 100
        while high - low > 1:
            rate = (low + high) // 2
            saturated = self.traffic(rate / 100, pattern)[0]["saturated"]
            low, high = (low, rate) if saturated else (rate, high)
        return low / 100

    def energy(self) -> float:
        """Picojoules of a flit of uniform traffic, from tile to tile."""
        point = self.traffic(0.05)[0]
        tiles = sum(load * self.topology.tiles(*pair) for *pair, load in point["links"])
        crossed = sum(load for *_, load in point["links"])
        flits = TILES * point["accepted"]
        router = ROUTER * (1 + crossed / flits)
        return (2 * INTERFACE + router + LINK * tiles / flits) / 1000


def networks(folder: Path) -> Iterator[Network]:
    """All networks that cannot deadlock. Chip files are written into `folder`."""
    for topology in TOPOLOGIES:
        path = folder / f"{topology.name.replace(' ', '_')}.toml"
        path.write_text(topology.chip)
        for routing, channels in itertools.product(topology.routes, CHANNELS):
            keys = {"network.channels": channels, "network.buffer_flits": SLOTS // channels}
            try:
                chip = onchip.Chip(path, keys | ({"network.routing": routing} if routing else {}))
            except onchip.Failure as failure:
                if "are too few" not in str(failure):
                    raise
                continue
            yield Network(topology, routing, channels, chip)


def area(topology: Topology, folder: Path) -> int:
    """Look-up tables of all routers with dimension-order routes and as few channels as these routes
    need. All links are equal, because the hardware has only such links.
    """
    path = folder / "equal_links.toml"
    path.write_text(topology.chip.split("[[link]]")[0])
    classes = 2 if topology.name == "torus" else 1
    return onchip.Chip(path, {"network.buffer_flits": SLOTS // classes}).look_up_tables()


def recorded(folder: Path) -> dict[str, Path]:
    """The packets of two programs on 64 ranks, recorded on the mesh."""
    chip = folder / "recorded.toml"
    chip.write_text(grid("mesh", f"buffer_flits = {SLOTS}\n"))
    (folder / "all_to_all.c").write_text(ALL_TO_ALL)
    side, steps = "66", "20"
    programs = {
        "heat2d": ("examples/heat2d.c", side, steps),
        "all-to-all": (folder / "all_to_all.c",),
    }
    for name, program in programs.items():
        onchip.run(*program, ranks=TILES, chip=chip, record_packets=folder / name)
    return {name: folder / name for name in programs}


def topologies_table(first: dict[str, Network], folder: Path) -> str:
    """The table of what each topology is. `first` has a network of each."""
    text = (
        "|topology|routers|ports|bisection, flits a cycle|hops|latency alone, cycles"
        "|energy of a flit, pJ|look-up tables|\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
    )
    for topology in TOPOLOGIES:
        network = first[topology.name]
        point = network.traffic(0.01)[0]
        routers = TILES if "[mesh]" in topology.chip else TILES // 4
        text += (
            f"|{topology.name}|{routers}|{topology.ports}|{topology.bisection}"
            f"|{point['hops']:.2f}|{point['latency_zero_load']:.1f}|{network.energy():.1f}"
            f"|{area(topology, folder):,}|\n"
        )
    return text


def loads_table(rows: list[tuple[Network, list[float], list[dict]]]) -> str:
    """The table of what each network sustains, and when recorded packets have arrived."""
    heads = [*PATTERNS, "heat2d", "all-to-all"]
    text = f"|topology|routes|channels|{'|'.join(heads)}|\n|---|---|--:|{'--:|' * len(heads)}\n"
    for network, loads, replays in rows:
        cells = [f"{load:.2f}" for load in loads]
        cells += [f"{replay['end'] / replay['recorded_end'] - 1:+.1%}" for replay in replays]
        text += f"|{network.topology.name}|{network.routes}|{network.channels}|{'|'.join(cells)}|\n"
    return text.replace("%|", " %|")


def bounds_table(rows: list[tuple[Network, list[float], list[dict]]]) -> str:
    """The table of the highest loads of uniform traffic, as shares of what bisections allow."""
    text = "|topology|bound by bisection, uniform|reached|\n|---|--:|--:|\n"
    for topology in TOPOLOGIES:
        bound = min(1.0, topology.bisection * 4 / TILES)
        reached = max(loads[0] for network, loads, _ in rows if network.topology == topology)
        text += f"|{topology.name}|{bound:.2f}|{reached / bound:.0%}|\n"
    return text.replace("%|", " %|")


def plot(best: dict[str, dict[str, Network]], path: Path) -> None:
    """Draws latency against load: for each pattern the best network of each topology."""
    figure, axes = pyplot().subplots(2, 2, figsize=(9, 6.4), sharey=True)
    for one, pattern in zip(axes.flat, PATTERNS, strict=True):
        for topology, network in best[pattern].items():
            rates = [step / 100 for step in range(1, round(network.sustained(pattern) * 100) + 1)]
            points = network.traffic(rates, pattern)
            label = f"{topology}, {network.routes}, {network.channels}"
            one.plot(rates, [point["latency_mean"] for point in points], label=label)
        one.set_title(pattern, fontsize=9)
        one.set_ylim(0, 120)
        one.legend(frameon=False, fontsize=6)
    figure.supxlabel("load, flits a tile and cycle")
    figure.supylabel("mean latency, cycles")
    figure.tight_layout()
    save(figure, path)


def main(folder: Path) -> None:
    """Writes the page and its picture into `folder`."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        packets = recorded(work)
        rows = []
        for network in networks(work):
            print(network.topology.name, network.routes, network.channels, flush=True)
            loads = [network.sustained(pattern) for pattern in PATTERNS]
            replays = [onchip.replay(network.chip, file) for file in packets.values()]
            rows.append((network, loads, replays))
        first = {row[0].topology.name: row[0] for row in reversed(rows)}
        best = {
            pattern: {
                name: max(
                    (row for row in rows if row[0].topology.name == name),
                    key=lambda row: row[1][at],
                )[0]
                for name in first
            }
            for at, pattern in enumerate(PATTERNS)
        }
        text = PAGE.format(
            topologies=topologies_table(first, work),
            loads=loads_table(rows),
            bounds=bounds_table(rows),
        )
        (folder / "noc-study.md").write_text(text)
        plot(best, folder / "images/noc-study.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
