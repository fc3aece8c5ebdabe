"""`onchip noc`: synthetic traffic on a chip's network, without cores."""

import json
import sys
from pathlib import Path

import click

from onchip.noc.run import PATTERNS


def _rates(context, parameter, text):
    from onchip.noc import run

    try:
        return run.rates(text) if text else None
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command("noc")
@click.option("--chip", default="mesh8x8", show_default=True, help="A name, or a .toml file.")
@click.option("--pattern", type=click.Choice(PATTERNS), default="uniform", show_default=True)
@click.option("--rate", type=float, default=0.1, show_default=True, help="Flits a node and cycle.")
@click.option("--sweep", callback=_rates, metavar="FIRST:LAST:STEP", help="Rates, one by one.")
@click.option(
    "--packet", type=click.IntRange(1, 64), default=4, show_default=True, help="Flits of a packet."
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True)
@click.option("--warmup", type=click.IntRange(0), default=3000, show_default=True, help="Cycles.")
@click.option("--measure", type=click.IntRange(1), default=10000, show_default=True, help="Cycles.")
@click.option("--drain", type=click.IntRange(0), default=10000, show_default=True, help="At most.")
@click.option("--to-self/--not-to-self", default=True, help="Uniform traffic to the node itself.")
@click.option("--hotspot", "hotspots", type=int, multiple=True, metavar="TILE", help="Several.")
@click.option("--hotspot-share", type=float, default=0.2, show_default=True, help="Of packets.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a picture: latency against load, load of each link.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(chip, rate, sweep, plot, as_json, **options):
    """Run synthetic traffic on the network of a chip, without cores.

    docs/noc.md says what each pattern and each figure means.
    """
    from onchip import chips
    from onchip.noc import run

    found = chips.load(chip)
    options["hotspots"] = list(options["hotspots"])
    if any(tile < 0 for tile in options["hotspots"]):
        raise click.BadParameter("tiles begin at 0", param_hint="--hotspot")
    show = sys.stderr.isatty() and sweep

    def tick(what):
        if show:
            click.echo(f"\r\x1b[K{what}", err=True, nl=False)

    result = run.sweep(found, sweep or [rate], tick, **options)
    tick("")
    points = result["points"]
    if plot:
        from onchip.noc.plot import traffic

        traffic(found.config, points, plot)
    if as_json:
        click.echo(json.dumps(result if sweep else {"chip": found.name} | points[0]))
        return
    from onchip.noc import table

    (table.sweep if sweep else table.single)(result)
