"""`onchip doctor`: reports what is missing on this machine, and the line that installs it."""

import json

import click

from onchip.base import machine, project
from onchip.base.failures import Exit, Failure


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json):
    """Report what is missing on this machine, and the line that installs it."""
    top = project.root()
    clone = project.is_clone(top)
    asked = [need for need in machine.NEEDS if clone or not (need.builds or need.tests_only)]
    needs = [
        {
            "name": need.name,
            "purpose": need.purpose,
            "ok": need.present(),
            "tests_only": need.tests_only,
        }
        for need in asked
    ]
    built = {
        "simulator": ("onchip._core", _simulator()),
        "runtime": ("build/chip/libonchip.a", (top / "build/chip/libonchip.a").is_file()),
        "runtime, host": ("build/host/libonchip.a", (top / "build/host/libonchip.a").is_file()),
    }
    needs += [
        {"name": name, "purpose": what, "ok": ok, "tests_only": False}
        for name, (what, ok) in built.items()
    ]
    absent = {need["name"] for need in needs if not need["ok"] and not need["tests_only"]}
    lacking = [need for need in asked if need.name in absent]
    todo = machine.remedies(lacking)
    for_tests = [need for need in asked if need.tests_only and not need.present()]
    if absent & built.keys():
        todo.append(f"make -C {top} install" if clone else "pip install --force-reinstall onchip")
    if as_json:
        click.echo(json.dumps({"ok": not absent, "needs": needs, "install": todo}))
    else:
        for need in needs:
            mark = "ok" if need["ok"] else "tests" if need["tests_only"] else "MISSING"
            click.echo(f"{mark:<7}  {need['name']:<24} {need['purpose']}")
        click.echo("\nType:" if todo else "\nNothing is missing.")
        for line in todo:
            click.echo(f"    {line}")
        for line in machine.without_root(lacking):
            click.echo(line)
        for line in machine.remedies(for_tests):
            click.echo(f"\nFor `make test`, type:\n    {line}")
    raise SystemExit(Exit.MACHINE if absent else 0)


def _simulator() -> bool:
    try:
        return hasattr(project.simulator(), "Simulation")
    except Failure:
        return False
