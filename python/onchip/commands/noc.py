"""`onchip noc`: synthetic traffic on a chip's network, without cores."""

import json

import click

from onchip.base import plot as plots
from onchip.base import terminal
from onchip.base.failures import Exit, Failure
from onchip.chip import chips
from onchip.options import declared
from onchip.options.noc import Options
from onchip.traffic import run, table


@click.command("noc")
@declared.options(Options)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json, **given):
    """Run synthetic traffic on the network of a chip, without cores.

    docs/noc.md says what each pattern and each figure means.
    """
    asked = Options(**given)
    found = chips.load(asked.chip, asked.set)
    if asked.replay:
        replayed(asked, found, as_json)
        return
    if asked.replay_packets is not None:
        raise Failure(Exit.USAGE, "--replay-packets is for --replay FILE")
    if asked.plot:
        plots.check(asked.plot)
    result = run.sweep(found, asked.sweep or [asked.rate], terminal.show, **asked.traffic())
    terminal.show("")
    points = result["points"]
    if asked.plot:
        plots.traffic(found.config, points, asked.plot)
    if as_json:
        click.echo(json.dumps(result if asked.sweep else {"chip": found.name} | points[0]))
        return
    (table.sweep if asked.sweep else table.single)(result)


def replayed(asked: Options, found, as_json: bool) -> None:
    """Replays recorded packets, and prints what has become of them."""
    if asked.sweep or asked.plot:
        raise Failure(Exit.USAGE, "--replay has its own rates: leave --sweep and --plot out")
    result = {"chip": found.name} | run.replay(found, asked.replay, asked.replay_packets)
    if as_json:
        click.echo(json.dumps(result))
    else:
        table.replay(result)
