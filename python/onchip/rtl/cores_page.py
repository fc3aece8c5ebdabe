"""`python -m onchip.rtl.cores_page`: writes the table of docs/cores.md, from programs on each core
and on its RTL.
"""

from onchip.base import project, scratch
from onchip.chip import chips
from onchip.rtl import cores


def rows() -> list[str]:
    """The rows of the table, with its heading."""
    heading = "|program|instructions|" + "".join(f"`{name}`|RTL|" for name in cores.CORES)
    lines = [heading, "|---|--:|" + "--:|--:|" * len(cores.CORES)]
    sources = sorted((project.root() / "benchmarks/sim/ordinary").glob("*.c"))
    with scratch.folder() as folder:
        for source in sources:
            cells = []
            for name, core in cores.CORES.items():
                chip = chips.load("mesh2x2", (f"core={name}",))
                found = cores.compare(core, chip, cores.link(core, [source], folder), folder)
                cells += [f"{found.addresses.size:,}"] * (not cells)
                cells += [f"{cycles:,}" for cycles in found.cycles]
            lines.append("|".join(["", f"`{source.name}`", *cells, ""]))
    return lines


def main() -> None:
    """Writes the table into the page."""
    page = project.root() / "docs/cores.md"
    text = page.read_text()
    first = text.index("|program|")
    page.write_text(text[:first] + "\n".join(rows()) + text[text.index("\n\n", first) :])


if __name__ == "__main__":
    main()
