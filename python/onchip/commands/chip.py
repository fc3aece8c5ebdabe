"""`onchip chip`: lists, shows and checks chip files, and explains their keys."""

import json

import click

from onchip.base import project, tables
from onchip.base.failures import Exit, Failure
from onchip.chip import chips, picture
from onchip.options import completion, declared
from onchip.options.run import Options

HEADINGS = ("key", "values", "default", "meaning")


@click.group("chip", short_help="List, show and check chip files, and explain their keys.")
def command():
    """List, show and check chip files, and explain their keys."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_chips(as_json):
    """List the chips that come with onchip."""
    found = [chips.load(name) for name in chips.names()]
    if as_json:
        click.echo(json.dumps([_summary(chip) for chip in found]))
        return
    headings = ("chip", "routers", "cores", "memory a tile", "DRAM", "what")
    table = tables.headed(*headings, left=["chip", "what"])
    for chip in found:
        memories, dram = sorted(set(chip.of_tiles("memory_kb"))), chip.config["dram"]
        table.add_row(
            chip.name,
            chip.shape,
            str(chip.cores),
            ", ".join(picture.kilobytes(memory) for memory in memories),
            f"{dram['size_mb']} MB" if dram["routers"] else "—",
            chip.config["description"],
        )
    tables.print_table(table)


@command.command(short_help="Draw a chip, and list every key.")
@click.argument("chip", shell_complete=completion.chip)
@declared.options(Options, "set")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with every key.")
def show(chip, set, as_json):
    """Draw CHIP (a name, or a .toml file), and list every key, defaults included."""
    found = chips.load(chip, set)
    if as_json:
        click.echo(json.dumps(found.config))
        return
    config = found.config
    click.echo(f"{found.name}: {config['description']}" if config["description"] else found.name)
    for line in _tiles(found):
        click.echo(line)
    click.echo()
    for line in picture.lines(found):
        click.echo(f"  {line}".rstrip())
    for section, keys in config.items():
        if isinstance(keys, dict):
            _section(f"[{section}]", keys)
        elif isinstance(keys, list):
            for item in keys:
                _section(f"[[{section}]]", item)


@command.command(short_help="Report what is wrong with chip files.")
@click.argument("files", nargs=-1, required=True, shell_complete=completion.file)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array: file, ok, message.")
def check(files, as_json):
    """Check chip FILES: report each error with its line, its key, and what would be right."""
    results = []
    for file in files:
        try:
            found = chips.load(file)
        except Failure as failure:
            results.append({"file": file, "ok": False, "message": failure.message})
            if not as_json:
                click.echo(failure.message, err=True)
        else:
            results.append({"file": file, "ok": True, "message": ""})
            if not as_json:
                click.echo(
                    f"{file}: ok: {_count(found.tiles, 'tile')}, {_count(found.cores, 'core')}"
                )
    if as_json:
        click.echo(json.dumps(results))
    if not all(result["ok"] for result in results):
        raise SystemExit(Exit.CHIP)


@command.command(short_help="Explain the keys of chip files.")
@click.argument("names", nargs=-1, metavar="[KEY]...", shell_complete=completion.key)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array with every key.")
def keys(names, as_json):
    """Explain the keys of chip files: values, default, meaning.

    A KEY is a key, such as ni.delay, or a table, such as ni. Without any, all keys are explained.
    Costs and delays are in cycles, energies in femtojoules.
    """
    found = [dict(zip(HEADINGS, key, strict=True)) for key in project.simulator().chip_keys()]
    for name in names:
        if not any(_is_in(key["key"], name) for key in found):
            known = ", ".join(dict.fromkeys(_table_of(key["key"]) for key in found))
            raise click.UsageError(f"no key and no table '{name}'; the tables are {known}")
    if names:
        found = [key for key in found if any(_is_in(key["key"], name) for name in names)]
    if as_json:
        click.echo(json.dumps(found))
        return
    table = tables.headed(*HEADINGS, left=HEADINGS)
    for key in found:
        table.add_row(*(key[heading] for heading in HEADINGS))
    tables.print_table(table)


def _is_in(key: str, name: str) -> bool:
    return key == name or key.startswith(f"{name}.")


def _table_of(key: str) -> str:
    return key.rpartition(".")[0] or key


def _tiles(chip: chips.ChipFile) -> list[str]:
    """A line for the tiles, and a line for each kind of tile that differs from the others."""
    others = chip.config["tile_kind"]
    plain = chip.tiles - sum(len(kind["tiles"]) for kind in others)
    kinds = [(plain, chip.config["tile"], "")]
    kinds += [(len(kind["tiles"]), kind, f" ({kind['name']})") for kind in others]
    return [
        f"{_count(tiles, 'tile')} × {_count(kind['cores'], 'core')}, "
        f"{picture.kilobytes(kind['memory_kb'])} a tile{_interfaces(kind)}{name}"
        for tiles, kind, name in kinds
    ]


def _interfaces(kind: dict) -> str:
    several = kind["interfaces"] > 1
    return f", {kind['interfaces']} network interfaces" if several else ""


def _section(header: str, keys: dict) -> None:
    click.echo(f"\n{header}")
    for key, value in keys.items():
        click.echo(f"  {key:<16} {json.dumps(value)}")


def _summary(chip) -> dict:
    return {
        "name": chip.name,
        "description": chip.config["description"],
        "tiles": chip.tiles,
        "cores": chip.cores,
        "path": str(chip.path),
    }


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number > 1)}"
