"""Plots: latency against load, and how much each link carries."""

from pathlib import Path

from onchip.failures import Exit, Failure


def pyplot():
    """Matplotlib without a screen, imported now: it takes a second."""
    try:
        import matplotlib
    except ImportError as error:
        raise Failure(
            Exit.MACHINE, f"no matplotlib for plots ({error}). Type: make install"
        ) from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save(figure, path: Path) -> None:
    """Writes a figure; without the date and version, so that equal figures are equal files."""
    try:
        figure.savefig(path, dpi=100, metadata={"Software": None} if path.suffix == ".png" else {})
    except (OSError, ValueError) as error:
        raise Failure(Exit.USAGE, f"{path}: cannot be written: {error}") from error


def traffic(chip: dict, points: list[dict], path: Path) -> None:
    """Latency of `points` against load, beside the links' loads at the last one that the network
    sustains (the first one if it sustains none). `chip` is what the chip file says.
    """
    plots = pyplot()
    figure, (left, right) = plots.subplots(1, 2, figsize=(11, 4.8), layout="constrained")
    _latencies(left, points)
    sustained = [point for point in points if not point["saturated"]] or points[:1]
    _links(figure, right, chip["mesh"], sustained[-1])
    figure.suptitle(f"{chip['name']}: {points[0]['pattern']}, packets of {points[0]['packet']}")
    save(figure, path)
    plots.close(figure)


def _latencies(axes, points: list[dict]) -> None:
    shown = [point for point in points if not point["saturated"]]
    rates = [point["offered"] for point in shown]
    for key, label in (("latency_mean", "mean"), ("latency_p50", "median"), ("latency_p99", "p99")):
        axes.plot(rates, [point[key] for point in shown], marker="o", markersize=3, label=label)
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


def _links(figure, axes, mesh: dict, point: dict) -> None:
    """Each link as an arrow beside its opposite, coloured by its load."""
    import matplotlib

    columns = mesh["columns"]
    colours = matplotlib.colormaps["viridis"]
    most = max((load for _, _, load in point["links"]), default=0) or 1
    scale = matplotlib.colors.Normalize(0, most)
    lines, values = [], []
    for start, end, load in point["links"]:
        (row, column), (to_row, to_column) = divmod(start, columns), divmod(end, columns)
        # To the right of the way there, so that both directions are seen.
        aside = (-0.1 * (to_row - row), 0.1 * (to_column - column))
        lines.append(
            [(x + aside[0], y + aside[1]) for x, y in ((column, row), (to_column, to_row))]
        )
        values.append(load)
    collection = matplotlib.collections.LineCollection(lines, cmap=colours, norm=scale, linewidth=3)
    collection.set_array(values)
    axes.add_collection(collection)
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(mesh["rows"] - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_title(f"flits a cycle on each link at {point['rate']:g}; traffic keeps right")
    figure.colorbar(collection, ax=axes)
