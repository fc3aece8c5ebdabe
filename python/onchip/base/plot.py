"""Plots: latency against load, and how much each link carries."""

import io
import math
from pathlib import Path

from onchip.base import outputs
from onchip.base.failures import Exit, Failure
from onchip.base.packages import needed
from onchip.base.terminal import printable


def pyplot():
    """Matplotlib without a screen."""
    _part("matplotlib").use("Agg")
    plots = _part("matplotlib.pyplot")
    plots.rcParams["text.parse_math"] = False  # print a `$` in a name as it is
    return plots


def _part(name: str):
    """A module of Matplotlib, whose import takes a second."""
    return needed(name, "Type: make install")


FORMATS = (".png", ".svg", ".pdf")
SIZE = "figure.figsize"  # Matplotlib's key of a picture's width and height, in inches


def size(plots, width: float, height: float) -> tuple[float, float]:
    """The size of a picture in inches: `width` and `height`, unless the user's `matplotlibrc` sets
    one.
    """
    own = tuple(plots.rcParams[SIZE])
    return (width, height) if own == tuple(plots.rcParamsDefault[SIZE]) else own


def check(path: Path) -> None:
    """Fails if no picture can be written to the path; call it before long work."""
    if path.suffix not in FORMATS:
        raise Failure(
            Exit.USAGE, f"the name of a picture must end in {', '.join(FORMATS)}, not '{path}'"
        )
    outputs.check_file(path)


def save(figure, path: Path) -> None:
    """Writes a figure without date and version, so that equal figures make equal files."""
    plots = pyplot()
    for text in figure.findobj(plots.Text):
        text.set_text(printable(text.get_text()))
    content = io.BytesIO()
    without = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    own = plots.rcParams["savefig.dpi"]
    dots = 100 if own == "figure" else own  # "figure" is Matplotlib's default
    figure.savefig(content, format=path.suffix[1:], dpi=dots, metadata=without[path.suffix])
    outputs.write(path, content.getvalue())


def traffic(chip: dict, points: list[dict], path: Path) -> None:
    """Plots the latency of `points` against load, and beside it the links' loads at the last point
    that the network sustains (the first point if it sustains none). `chip` holds the chip file's
    values.
    """
    plots = pyplot()
    figure, (left, right) = plots.subplots(1, 2, figsize=(11, 4.8), layout="constrained")
    _latencies(left, points)
    sustained = [point for point in points if not point["saturated"]] or points[:1]
    _links(figure, right, chip, sustained[-1])
    figure.suptitle(f"{chip['name']}: {points[0]['pattern']}, packets of {points[0]['packet']}")
    save(figure, path)
    plots.close(figure)


def _latencies(axes, points: list[dict]) -> None:
    shown = [point for point in points if not point["saturated"]]
    rates = [point["offered"] for point in shown]
    if len(points[0]["levels"]) > 1:
        _levels(axes, points)
    else:
        for key, label in (("mean", "mean"), ("p50", "median"), ("p99", "p99")):
            latencies = [point[f"latency_{key}"] for point in shown]
            axes.plot(rates, latencies, marker="o", markersize=3, label=label)
    zero = points[0]["latency_zero_load"]
    axes.axhline(zero, color="grey", linewidth=0.8, linestyle=":", label="alone")
    saturated = [point["rate"] for point in points if point["saturated"]]
    if saturated:
        axes.axvspan(saturated[0], points[-1]["rate"], color="tab:red", alpha=0.08)
        axes.axvline(saturated[0], color="tab:red", linewidth=0.8, label="saturated")
    axes.set_xlabel("load, flits a node and cycle")
    axes.set_ylabel("latency, cycles")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def _levels(axes, points: list[dict]) -> None:
    """Plots the mean latency of each priority, up to the load that the network sustains."""
    for index, level in enumerate(points[0]["levels"]):
        of_level = [(point["offered"], point["levels"][index]) for point in points]
        shown = [(load, level) for load, level in of_level if not level["saturated"]]
        axes.plot(
            [load for load, _ in shown],
            [level["latency_mean"] for _, level in shown],
            marker="o",
            markersize=3,
            label=f"priority {level['level']}, mean",
        )


def _links(figure, axes, chip: dict, point: dict) -> None:
    """Draws each link as a line, coloured by its load, beside the line of the link in the opposite
    direction. Links of circuits are red.
    """
    plots, positions = pyplot(), _positions(chip)
    line_collection = _part("matplotlib.collections").LineCollection
    most = max((load for _, _, load in point["links"]), default=0) or 1
    scale = plots.Normalize(0, most)
    lines, values = [], []
    for start, end, load in point["links"]:
        (x, y), (to_x, to_y) = positions[start], positions[end]
        across, down = to_x - x, to_y - y
        length = math.hypot(across, down)
        if "mesh" in chip and length > 1:
            # A link around the edge of a torus is drawn as a stub that points outwards.
            across, down = -0.5 * across / length, -0.5 * down / length
            length = 0.5
        # Traffic keeps right, so that both directions are visible.
        aside = (-0.1 * down / length, 0.1 * across / length)
        lines.append([(a + aside[0], b + aside[1]) for a, b in ((x, y), (x + across, y + down))])
        values.append(load)
    collection = line_collection(lines, cmap="viridis", norm=scale, linewidth=3)
    collection.set_array(values)
    axes.add_collection(collection)
    of_circuits = [
        line for line, link in zip(lines, point["circuit_links"], strict=True) if link[2] > 0
    ]
    circuits = line_collection(of_circuits, colors="tab:red", linewidth=1)
    axes.add_collection(circuits)
    across, down = [x for x, _ in positions], [y for _, y in positions]
    axes.set_xlim(min(across) - 0.5, max(across) + 0.5)
    axes.set_ylim(max(down) + 0.5, min(down) - 0.5)
    axes.set_aspect("equal")
    axes.set_title(f"flits a cycle on each link at {point['rate']:g}; traffic keeps right")
    figure.colorbar(collection, ax=axes)
    if "drawn" in chip:
        axes.set_axis_off()
        for router, (x, y) in enumerate(positions):
            axes.text(x, y, str(router), ha="center", va="center", fontsize=8)


def _positions(chip: dict) -> list[tuple[float, float]]:
    """The position of each router: in a grid for a mesh or torus, else on a circle with about a
    unit of length between neighbours.
    """
    if "mesh" in chip:
        columns, rows = chip["mesh"]["columns"], chip["mesh"]["rows"]
        return [(column, row) for row in range(rows) for column in range(columns)]
    routers = chip["drawn"]["routers"]
    radius = routers / (2 * math.pi)
    angles = [2 * math.pi * router / routers for router in range(routers)]
    return [(radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles]
