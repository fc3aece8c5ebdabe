"""Makes the wheel: the package with chips, headers, the built runtime, examples and man pages.
`make wheel` runs it in a clone whose runtime is built.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
from click_man.core import write_man_pages

from onchip.base import project
from onchip.build import compiler
from onchip.commands import cli

# Folders of the clone that the package contains, where `project.root()` finds them. The pages are
# included because help and messages name them. The runtime's headers and archives are added
# separately.
FOLDERS = ("chips", "examples", "benchmarks", "papers", "rtl", "docs")
HEADERS = "runtime"
OLDEST = "manylinux_2_28"  # the oldest systems: glibc 2.28, of 2018 (PEP 600)
NOTICE = "runtime/libc/scan/COPYRIGHT"  # notice for third-party code in the runtime


def stage(top: Path, place: Path) -> None:
    """Assembles the sources from which maturin makes a wheel."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name in ("README.md", "LICENSE", NOTICE):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(top / name, place / name)
    package = place / "python" / "onchip"
    ignored = shutil.ignore_patterns("__pycache__", "*.so", project.INSIDE)
    shutil.copytree(top / "python" / "onchip", package, ignore=ignored)
    home = package / project.INSIDE
    for name in FOLDERS:
        shutil.copytree(top / name, home / name)
    for header in (top / HEADERS).rglob("*.h"):
        target = home / header.relative_to(top)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(header, target)
    for built in sorted((top / "build").glob("*/libonchip.a")):
        _runtime(built.parent, home / "build" / built.parent.name)
    for library in sorted((top / "build").glob("c++-*/libstdc++.a")):
        shutil.copytree(library.parent, home / "build" / library.parent.name)
    _man_pages(place / "data" / "data" / "share" / "man" / "man1")
    text = (top / "pyproject.toml").read_text()
    text = text.replace('"binding/Cargo.toml"', f'"{top}/binding/Cargo.toml"')
    inside = f'include = [{{ path = "python/onchip/{project.INSIDE}/**/*", format = "wheel" }}]'
    text = text.replace("[tool.maturin]\n", f'[tool.maturin]\ndata = "data"\n{inside}\n')
    (place / "pyproject.toml").write_text(text)


def _runtime(built: Path, target: Path) -> None:
    """Copies a built runtime, with a placeholder for its folder in its options."""
    shutil.copytree(built, target, ignore=shutil.ignore_patterns("objects", "complete"))
    for flags in target.glob("*.flags"):
        flags.write_text(flags.read_text().replace(str(built), compiler.HERE))
    # Debug information written by binutils 2.44 makes the linker of 2.40 crash.
    strip = compiler.tool(compiler.Target(host=built.name.startswith("host")), "strip")
    for archive in target.glob("*.a"):
        subprocess.run([strip, "-g", archive], check=True)


def _man_pages(folder: Path) -> None:
    """Writes a man page for the command and for each subcommand."""
    folder.mkdir(parents=True)
    main = cli.main
    group = click.Group("onchip", help=main.help, params=main.params, epilog=main.epilog)
    for name in cli.COMMANDS:
        group.add_command(cli.load(name), name)
    _shorten(group)
    found = re.search(r'^version = "(.*)"', (project.root() / "Cargo.toml").read_text(), re.M)
    write_man_pages("onchip", group, version=found[1], target_dir=str(folder))


def _shorten(command) -> None:
    """Sets the short help of a command and its subcommands to the first sentence of their help,
    unabridged.
    """
    if not command.short_help:
        command.short_help = " ".join(command.help.partition(".\n")[0].split()).rstrip(".")
    for below in getattr(command, "commands", {}).values():
        _shorten(below)


def main() -> None:
    """Makes the wheel in the folder given as the first argument; the others are for maturin."""
    top, place = project.root(), project.root() / "build" / "wheel"
    stage(top, place)
    words = ["maturin", "build", "--release", "--locked", "--out", *sys.argv[1:]]
    words += ["--zig", "--compatibility", OLDEST]
    # Cargo's objects for the wheel differ from those of `make install`, which must stay up to date,
    # so they have a folder of their own.
    folders = os.environ | {"CARGO_TARGET_DIR": str(top / "target" / "wheel")}
    for old in Path(sys.argv[1]).glob("onchip-*.whl"):
        old.unlink()
    subprocess.run(words, cwd=place, env=folders, check=True)


if __name__ == "__main__":
    main()
