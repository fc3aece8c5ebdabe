"""A chip drawn with characters: tiles in a grid, or router by router."""

from onchip.chip import links
from onchip.chip.chips import ChipFile

_RAISED = {2: "²", 4: "⁴", 8: "⁸"}  # the superscript for the number of a tile's network interfaces
_MOST_PAIRS = 8  # at most this many links of a table `[[link]]` are listed
WIDEST = 16  # a wider mesh is drawn with one character for each tile


def lines(chip: ChipFile) -> list[str]:
    """The lines of the picture, and its legend."""
    config = chip.config
    dram, memories = config["dram"]["routers"], config["memory"]
    # The tiles with several network interfaces.
    counts = {tile: count for tile, count in enumerate(chip.of_tiles("interfaces")) if count > 1}
    if "drawn" in config:
        picture = _routers(config["drawn"], dram, memories)
        return picture + _several(counts) + _links(config) + _memories(memories)
    columns, rows = config["mesh"]["columns"], config["mesh"]["rows"]
    memory = {*dram, *(memory["router"] for memory in memories)}
    ring = config["network"]["topology"] == "torus"
    if columns > WIDEST:
        picture = _dots(columns, rows, memory)
    else:
        picture = _boxes(columns, rows, memory, counts, set(links.by_ends(config)))
        if ring:
            picture = _rings(picture, columns, rows)
    if ring:
        picture.append("torus: the last of each row and column is linked with the first")
    if memory:
        picture.append("M: a memory controller at this router")
    if config["link"] and columns <= WIDEST:
        picture.append("═ ║: a link that differs")
    return picture + _several(counts) + _links(config) + _memories(memories)


def _several(counts: dict[int, int]) -> list[str]:
    """A line for each number of interfaces above one, with the tiles that have this many."""
    lines = []
    for count in sorted(set(counts.values())):
        tiles = [tile for tile in sorted(counts) if counts[tile] == count]
        what = "tile" if len(tiles) == 1 else "tiles"
        lines.append(f"{_RAISED[count]}: {count} network interfaces ({what} {_numbers(tiles)})")
    return lines


def _width(columns: int, rows: int) -> int:
    """The number of digits of the largest tile number."""
    return max(2, len(str(columns * rows - 1)))


def _links(config: dict) -> list[str]:
    """A line for each table `[[link]]`, whose links differ from the others."""
    rows = [("links that differ", "delay", "credit", "cycles a flit", "fJ a flit")]
    for link in config["link"]:
        pairs = [f"{one}–{other}" for one, other in link["between"]]
        more = len(pairs) - _MOST_PAIRS
        names = ", ".join(pairs[:_MOST_PAIRS]) + (f" and {more} more" if more > 0 else "")
        times = (link["delay"], link["credit"] or link["delay"], link["flit_cycles"])
        rows.append((names, *map(str, times), str(link["energy"])))
    columns = "<>>>>" if "energy" in config else "<>>>"
    return ["", *_aligned(rows, columns)] if config["link"] else []


def _memories(memories: list[dict]) -> list[str]:
    """A line for each memory, other than DRAM, that belongs to no tile."""
    rows = [("memory", "size", "router", "for tiles")]
    for memory in memories:
        who = _numbers(sorted(memory["tiles"])) if memory["tiles"] else "all"
        rows.append((memory["name"], kilobytes(memory["size_kb"]), str(memory["router"]), who))
    return ["", *_aligned(rows, "<>><")] if memories else []


def kilobytes(count: int) -> str:
    """A size with its unit, as people read it."""
    return f"{count // 1024} MB" if count >= 1024 and count % 1024 == 0 else f"{count} kB"


def _routers(drawn: dict, dram: list[int], memories: list[dict]) -> list[str]:
    """A line for each router: its tiles, its links, its memory controllers."""
    tiles = [[] for _ in range(drawn["routers"])]
    for tile, router in enumerate(drawn["tiles"]):
        tiles[router].append(tile)
    links = [[] for _ in tiles]
    for one, other in drawn["links"]:
        links[one].append(other)
        links[other].append(one)
    behind = ["M" * dram.count(router) for router in range(len(tiles))]
    for memory in memories:
        behind[memory["router"]] = f"{behind[memory['router']]} {memory['name']}".strip()
    rows = [("router", "tiles", "linked with", "memory" if any(behind) else "")]
    for router in range(len(tiles)):
        joined = (_numbers(tiles[router]), _numbers(sorted(links[router])))
        rows.append((str(router), *joined, behind[router]))
    return _aligned(rows, "><<<") + ["M: a memory controller at this router"] * bool(dram)


def _aligned(rows: list[tuple[str, ...]], sides: str) -> list[str]:
    """Returns a line for each row. `sides` has a character for each of the first columns: `<`
    aligns the column to the left, `>` to the right. Further columns are left out.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=False)
        ).rstrip()
        for row in rows
    ]


def _numbers(numbers: list[int]) -> str:
    """Formats ascending numbers; neighbours become a range."""
    ranges = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in ranges) or "—"


def _dots(columns: int, rows: int, memory: set[int]) -> list[str]:
    lines = []
    for row in range(rows):
        tiles = range(row * columns, (row + 1) * columns)
        lines.append(" ".join("M" if tile in memory else "·" for tile in tiles))
    return lines


def _boxes(
    columns: int,
    rows: int,
    memory: set[int],
    counts: dict[int, int],
    others: set[tuple[int, int]],
) -> list[str]:
    width = _width(columns, rows)
    bar = "─" * (width + 2)
    middle = (width + 2) // 2
    down = "─" * middle + "┬" + "─" * (width + 1 - middle)
    up = "─" * middle + "┴" + "─" * (width + 1 - middle)

    def joint(one: int, other: int, usual: str, differs: str) -> str:
        return differs if (one, other) in others else usual

    lines = []
    for row in range(rows):
        top, number, bottom = [], "", []
        for column in range(columns):
            tile = row * columns + column
            left = "┤" if column else "│"
            right = "├" if column < columns - 1 else "│"
            name = f"{tile:>{width}}" + ("M" if tile in memory else " ")
            top.append("┌" + (up if row else bar) + "┐")
            several = _RAISED.get(counts.get(tile), " ")
            number += joint(tile - 1, tile, "──", "══") if column else ""
            number += f"{left}{several}{name}{right}"
            bottom.append("└" + (down if row < rows - 1 else bar) + "┘")
        lines += ["  ".join(top), number, "  ".join(bottom)]
        if row < rows - 1:
            below = [
                " " * (middle + 1)
                + joint(tile, tile + columns, "│", "║")
                + " " * (width + 4 - middle)
                for tile in range(row * columns, (row + 1) * columns)
            ]
            lines.append("".join(below).rstrip())
    return lines


def _rings(picture: list[str], columns: int, rows: int) -> list[str]:
    """Adds the ends of the links that close rows and columns. A ring of two routers has none."""
    if columns > 2:
        ends = [line[0] == "│" and line[1] in " ²⁴⁸" for line in picture]
        picture = [
            f"─┤{line[1:-1]}├─" if end else f" {line}"
            for line, end in zip(picture, ends, strict=True)
        ]
    if rows > 2:
        width = _width(columns, rows)
        middle = (width + 2) // 2
        link = " " * (middle + 1) + "│" + " " * (width + 4 - middle)
        stubs = (" " * (columns > 2) + link * columns).rstrip()
        stub_columns = [at for at, letter in enumerate(stubs) if letter == "│"]
        first = "".join("┴" if at in stub_columns else c for at, c in enumerate(picture[0]))
        last = "".join("┬" if at in stub_columns else c for at, c in enumerate(picture[-1]))
        picture = [stubs, first, *picture[1:-1], last, stubs]
    return picture
