"""`onchip examples`: copies the example programs for the user."""

from pathlib import Path

import click

from onchip.base import outputs, project
from onchip.base.failures import Exit, Failure

NAME = "examples"


@click.command("examples")
@click.argument("target", default=f"onchip-{NAME}", type=click.Path(path_type=Path))
def command(target):
    """Copy the example programs into a new folder TARGET. [default: onchip-examples]"""
    if target.exists():
        raise Failure(Exit.USAGE, f"{target} is there already; right: a name that is not")
    outputs.check_name(target)
    outputs.copy(project.root() / NAME, target)
    click.echo(f"{target}: {', '.join(sorted(path.name for path in target.glob('*.c')))}")
