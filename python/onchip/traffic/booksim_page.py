"""Writes the page and the picture of the comparison with BookSim2."""

from pathlib import Path

from onchip.base import project
from onchip.base.plot import pyplot, save
from onchip.traffic.booksim import Comparison, Point, close, compare_all, spread

NUMBERS = "reference/noc-booksim.csv"

HEAD = """# onchip's network beside BookSim2's

`python -m onchip.traffic.booksim_page` wrote this page from \
[BookSim2's curves](reference/README.md) \
and runs of `mesh8x8` with the same buffers and packets. Nothing is fitted. A hop costs 4 cycles \
in BookSim2 and 2 in onchip, so the page compares the **queueing delay** in cycles: the mean \
latency minus the same simulator's latency without load. BookSim2's latency without load is \
4·hops + 6 + flits - 1: its delays, plus one cycle, which is in the curves of neighbour traffic \
at low load.

"""

REASON = """
**Why.** In BookSim2's curves a packet of *f* flits occupies each channel for *f* + 1 cycles, as \
if it took a cycle to give the one virtual channel to the next packet. In onchip the packet \
occupies the channel for *f* cycles.

Neighbour traffic shows only this effect, because its packets wait only at their source. A queue \
with random arrivals (probability *p* per cycle) and service time *T* has a mean wait of \
*p·T·(T-1)/2(1-p·T)*. At 0.4 flits per node and cycle, in packets of 4, that is 1.0 cycles for \
*T* = 4 and 2.0 for *T* = 5. With buffers of 16 flits onchip waits {ours:.2f}, BookSim2 \
{theirs:.2f}.

The curve *f + 1* is onchip with equally many packets, each one flit longer. With buffers of 16 \
flits it follows BookSim2 closely up to saturation. With buffers and packets of 4 flits BookSim2 \
queues longer still: a flit takes 4 cycles to the next buffer, and 2 in onchip, so its slot is \
free later. How much of the difference this explains has not been measured.
"""

PICTURE = """![latency against load](images/noc-booksim.png)

[noc-booksim.csv](reference/noc-booksim.csv) has the delays at every load that BookSim2 sustains.

## Saturation
"""


def write(comparisons: list[Comparison], folder: Path) -> None:
    """Writes noc-booksim.md, its numbers and its picture."""
    (folder / "noc-booksim.md").write_text(text(comparisons))
    (folder / NUMBERS).write_text(numbers(comparisons))
    plot(comparisons, folder / "images/noc-booksim.png")


def text(comparisons: list[Comparison]) -> str:
    """Returns the text of the page."""
    compared = [(each, point) for each in comparisons for point in each.compared()]
    apart = [(each, point) for each, point in compared if not close(point.theirs, point.ours)]
    lines = [HEAD + _verdict(len(compared), apart)]
    for each, point in apart:
        lines.append(
            f"- {_name(each)}, load {point.load:g}: BookSim2 {point.theirs:.2f} cycles, onchip "
            f"{point.ours:.2f}; with packets of one flit more (*f* + 1) {point.longer:.2f}"
        )
        lines.append(_chance(each, point))
    at_half = [
        f"{_name(each)}, load {point.load:g} ({point.theirs:.2f} and {point.ours:.2f})"
        for each in comparisons
        for point in each.points
        if abs(point.load - each.half) < 1e-9 and not close(point.theirs, point.ours)
    ]
    if at_half:
        lines.append(f"\nAt exactly half, BookSim2 queues longer too: {'; '.join(at_half)}.")
    lines.append(REASON.format(**_example(comparisons)))
    lines.append(PICTURE)
    lines.append("The highest of BookSim2's loads (flits per node and cycle) that each sustains.\n")
    lines.append("|traffic|buffer|packet|BookSim2|onchip|\n|---|--:|--:|--:|--:|")
    for each in comparisons:
        curve = each.curve
        lines.append(
            f"|{curve.traffic}|{curve.buffer}|{curve.packet}|{each.their_sustained:g}|"
            f"{each.our_sustained:g}|"
        )
    return "\n".join(lines) + "\n"


def numbers(comparisons: list[Comparison]) -> str:
    """Returns the queueing delays at every load that BookSim2 sustains, as CSV."""
    lines = ["traffic,buffer_flits,packet_flits,load,below_half,booksim2,onchip,onchip_f_plus_1"]
    for each in comparisons:
        curve = f"{each.curve.traffic},{each.curve.buffer},{each.curve.packet}"
        for point in each.points:
            below = "yes" if point in each.compared() else "no"
            delays = f"{point.theirs:.2f},{point.ours:.2f},{point.longer:.2f}"
            lines.append(f"{curve},{point.load:g},{below},{delays}")
    return "\n".join(lines) + "\n"


def _verdict(count: int, apart: list) -> str:
    rule = (
        "Below half of saturation (half of the first load at which BookSim2 saturates, or of the "
        "highest that it ran) the two should agree within two cycles or 10 %."
    )
    if not apart:
        return f"{rule} They do at all {count} loads; at higher loads, BookSim2 queues longer."
    where = "load" if len(apart) == 1 else "loads"
    return f"{rule} They do **not** at {len(apart)} {where} of {count}. At the other \
{count - len(apart)} they do, often because both delays are small; BookSim2 mostly queues longer.\n"


def _chance(each: Comparison, point: Point) -> str:
    """The sentence on a difference. It says whether chance could explain the difference, and what
    the neighbouring loads show.
    """
    ours, longer = spread(each.curve, point.load)
    loads = [other.load for other in each.points]
    index = loads.index(point.load)
    beside = each.points[max(index - 1, 0) : index] + each.points[index + 1 : index + 2]
    neighbours = "; ".join(
        f"at {other.load:g} BookSim2 has {other.theirs:.2f}, onchip {other.ours:.2f}, "
        f"*f* + 1 {other.longer:.2f}"
        for other in beside
    )
    return (
        f"\n  This is not chance: over {len(ours)} seeds onchip's delay is {min(ours):.2f} to "
        f"{max(ours):.2f}, with *f* + 1 flits {min(longer):.2f} to {max(longer):.2f}. The "
        f"neighbouring loads differ, too: {neighbours}. The whole curve is that of packets one "
        "flit longer."
    )


def _name(each: Comparison) -> str:
    curve = each.curve
    return f"{curve.traffic}, buffers of {curve.buffer}, packets of {curve.packet}"


def _example(comparisons: list[Comparison]) -> dict:
    for each in comparisons:
        if (each.curve.traffic, each.curve.buffer) == ("neighbor", 16):
            point = next(point for point in each.points if point.load == 0.4)
            return {"ours": point.ours, "theirs": point.theirs}
    raise LookupError("the reference has no neighbour traffic through buffers of 16 flits")


def plot(comparisons: list[Comparison], path: Path) -> None:
    """Draws a small diagram for each curve."""
    plots = pyplot()
    figure, axes = plots.subplots(3, 3, figsize=(10, 8), layout="constrained")
    for each, one in zip(comparisons, axes.flat, strict=True):
        loads = [point.load for point in each.points]
        one.plot(loads, [point.theirs for point in each.points], "o-", ms=3, label="BookSim2")
        one.plot(loads, [point.ours for point in each.points], "s-", ms=3, label="onchip")
        one.plot(loads, [point.longer for point in each.points], ":", label="onchip, f + 1")
        one.axvspan(0, each.half, color="grey", alpha=0.12)
        one.set_title(_name(each), fontsize=9)
        one.set_ylim(-0.5, 12)
        one.set_xlim(left=0)
    axes.flat[0].legend(frameon=False, fontsize=8)
    figure.supxlabel("load, flits a node and cycle (grey: below half of saturation)")
    figure.supylabel("queueing delay, cycles")
    save(figure, path)
    plots.close(figure)


def main() -> None:
    """Writes the page and its picture."""
    write(compare_all(), project.root() / "docs")


if __name__ == "__main__":
    main()
