"""`onchip noc`: synthetic traffic on a chip's network, without cores."""

import json
from pathlib import Path

import click

from onchip.base import plot as plots
from onchip.base import terminal
from onchip.chip import chips
from onchip.commands import completion, settings
from onchip.traffic import arguments, run, table


@click.command("noc")
@click.option(
    "--chip",
    default="mesh8x8",
    show_default=True,
    metavar="CHIP",
    shell_complete=completion.chip,
    help="The chip: a name that `onchip chip list` shows, or a .toml file.",
)
@settings.option
@click.option(
    "--pattern",
    type=click.Choice(run.PATTERNS),
    default="uniform",
    show_default=True,
    help="Where each tile sends its packets.",
)
@click.option(
    "--rate", type=float, default=0.1, show_default=True, help="Load: flits per node and cycle."
)
@click.option(
    "--sweep",
    callback=settings.read(run.rates),
    metavar="FIRST:LAST:STEP",
    help="Run once for each of these rates.",
)
@click.option(
    "--packet", type=click.IntRange(1, 64), default=4, show_default=True, help="Flits of a packet."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="Seed of the random numbers.",
)
@click.option(
    "--warmup",
    type=click.IntRange(0, run.MOST_CYCLES),
    default=3000,
    show_default=True,
    help="Cycles before the measurement.",
)
@click.option(
    "--measure",
    type=click.IntRange(1, run.MOST_CYCLES),
    default=10000,
    show_default=True,
    help="Cycles of the measurement.",
)
@click.option(
    "--drain",
    type=click.IntRange(0, run.MOST_CYCLES),
    default=10000,
    show_default=True,
    help="Longest wait for the measured packets, in cycles.",
)
@click.option(
    "--to-self/--not-to-self",
    default=True,
    help="Whether a tile may choose itself as a random target.",
)
@click.option(
    "--hotspot",
    "hotspots",
    type=int,
    multiple=True,
    metavar="TILE",
    help="A hot tile, with --pattern hotspot. Repeatable. [default: the middle tile]",
)
@click.option(
    "--hotspot-share",
    type=float,
    default=0.2,
    show_default=True,
    help="Share of the packets that go to the hot tiles.",
)
@click.option(
    "--priority",
    "priorities",
    callback=settings.read(arguments.priority),
    multiple=True,
    metavar="LEVEL:SHARE",
    help="Send packets of this priority, 0 to 7, in proportion to the other shares. Repeatable.",
)
@click.option(
    "--circuit",
    "circuits",
    callback=settings.read(arguments.circuit),
    multiple=True,
    metavar="FROM:TO[:RATE]",
    help="Open a circuit between two tiles, with packets of its own. Repeatable.",
)
@click.option(
    "--circuits",
    "random_circuits",
    callback=settings.read(arguments.circuits),
    default="0",
    metavar="N[:RATE]",
    help="Open N circuits between random tiles.",
)
@click.option(
    "--close-after",
    type=click.IntRange(0),
    metavar="CYCLE",
    help="Close the circuits from this cycle on.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw latency against load, and the load of each link, into this file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(chip, settings, rate, sweep, plot, as_json, random_circuits, **options):
    """Run synthetic traffic on the network of a chip, without cores.

    docs/noc.md says what each pattern and each figure means.
    """
    found = chips.load(chip, settings)
    if plot:
        plots.check(plot)
    options["random_circuits"], options["random_circuits_rate"] = random_circuits
    options["hotspots"] = list(options["hotspots"])
    if any(tile < 0 for tile in options["hotspots"]):
        raise click.BadParameter("tiles are numbered from 0", param_hint="--hotspot")
    if options["hotspots"] and options["pattern"] != "hotspot":
        raise click.BadParameter("this option needs --pattern hotspot", param_hint="--hotspot")
    has_circuits = options["circuits"] or options["random_circuits"]
    if options["close_after"] is not None and not has_circuits:
        raise click.BadParameter(
            "this option needs --circuit or --circuits", param_hint="--close-after"
        )
    result = run.sweep(found, sweep or [rate], terminal.show, **options)
    terminal.show("")
    points = result["points"]
    if plot:
        plots.traffic(found.config, points, plot)
    if as_json:
        click.echo(json.dumps(result if sweep else {"chip": found.name} | points[0]))
        return
    (table.sweep if sweep else table.single)(result)
