"""`--set`: keys of the chip file, on the command line."""

import click

option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A key of the chip file, such as network.levels=8. Several.",
)
