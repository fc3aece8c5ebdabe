"""Energy of a run, and power over time (docs/energy.md)."""

from pathlib import Path

from onchip.base import outputs, plot
from onchip.base.failures import Exit, Failure
from onchip.chip.chips import ChipFile

PARTS = ("cores", "network", "memory", "leakage")  # the parts of a chip's energy

TABLE = ".csv"


def check(chip: ChipFile, power: Path | None = None) -> None:
    """Fails if the chip file declares no energies, or if the file for power over time cannot be
    written.
    """
    if "energy" not in chip.config:
        raise Failure(
            Exit.CHIP,
            f"{chip.name} has no energies: its file has no table [energy]. An empty table, or "
            "--set with one of its keys, gives the values of mesh4x4 (docs/energy.md)",
        )
    if power is None:
        return
    if power.suffix not in (TABLE, *plot.FORMATS):
        known = ", ".join((TABLE, *plot.FORMATS))
        raise Failure(Exit.USAGE, f"--power {power}: the name must end in one of {known}")
    outputs.check_file(power)


def with_watts(energy: dict, cycles: int, clock_mhz: int) -> dict:
    """Adds seconds and watts to the femtojoules that the simulator has counted."""

    def watts(femtojoules: int, cycles: int) -> float:
        return femtojoules * clock_mhz * 1e-9 / cycles if cycles else 0.0

    energy = energy | {
        "seconds": cycles / (clock_mhz * 1e6),
        "watts": watts(energy["total"], cycles),
    }
    if "power" in energy:
        windows = [
            window
            | {"watts": watts(sum(window[part] for part in PARTS), window["end"] - window["begin"])}
            for window in energy["power"]["windows"]
        ]
        energy["power"] = energy["power"] | {"clock_mhz": clock_mhz, "windows": windows}
    return energy


def write_power(energy: dict, title: str, path: Path) -> None:
    """Writes power over time in watts, as a table or as a picture."""
    power = energy["power"]
    rows = [
        (window["begin"], window["end"], *_watts(window, power["clock_mhz"]))
        for window in power["windows"]
    ]
    if path.suffix != TABLE:
        _draw(rows, power["clock_mhz"], title, path)
        return
    lines = [",".join(("begin", "end", *PARTS))]
    for begin, end, *watts in rows:
        lines.append(f"{begin},{end}," + ",".join(f"{each:.9f}" for each in watts))
    outputs.write(path, ("\n".join(lines) + "\n").encode())


def _watts(window: dict, clock_mhz: int) -> list[float]:
    cycles = window["end"] - window["begin"]
    return [window[part] * clock_mhz * 1e-9 / cycles for part in PARTS]


def _draw(rows: list[tuple], clock_mhz: int, title: str, path: Path) -> None:
    plots = plot.pyplot()
    figure, axes = plots.subplots(figsize=(8, 4), layout="constrained")
    edges = [rows[0][0], *(row[1] for row in rows)] if rows else [0, 1]
    times = [edge / clock_mhz for edge in edges]
    below = [0.0] * len(rows)
    # The stacked areas begin with leakage, which is always there.
    for part in reversed(PARTS):
        above = [b + row[2 + PARTS.index(part)] for b, row in zip(below, rows, strict=True)]
        axes.stairs(above, times, baseline=below, fill=True, label=part)
        below = above
    axes.set_xlabel("time, µs")
    axes.set_ylabel("power, W")
    axes.set_ylim(bottom=0)
    axes.set_title(title)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], frameon=False, loc="upper left")
    plot.save(figure, path)
    plots.close(figure)
