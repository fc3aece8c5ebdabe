"""A chip drawn with characters: tiles in a mesh, and the memory controllers at their switches."""

WIDEST = 16  # columns that are drawn as boxes; a wider mesh gets a character a tile


def mesh(config: dict) -> list[str]:
    """The lines of the picture. A tile shows its number; `M` is a memory controller."""
    columns, rows = config["mesh"]["columns"], config["mesh"]["rows"]
    memory = set(config["dram"]["switches"])
    if columns > WIDEST:
        return _dots(columns, rows, memory)
    width = max(2, len(str(columns * rows - 1)))
    return _boxes(columns, rows, memory, width)


def _dots(columns: int, rows: int, memory: set[int]) -> list[str]:
    lines = []
    for row in range(rows):
        tiles = range(row * columns, (row + 1) * columns)
        lines.append(" ".join("M" if tile in memory else "·" for tile in tiles))
    return lines


def _boxes(columns: int, rows: int, memory: set[int], width: int) -> list[str]:
    bar = "─" * (width + 2)
    middle = (width + 2) // 2
    down = "─" * middle + "┬" + "─" * (width + 1 - middle)
    up = "─" * middle + "┴" + "─" * (width + 1 - middle)
    link = " " * (middle + 1) + "│" + " " * (width + 4 - middle)
    lines = []
    for row in range(rows):
        top, number, bottom = [], [], []
        for column in range(columns):
            tile = row * columns + column
            left = "┤" if column else "│"
            right = "├" if column < columns - 1 else "│"
            name = f"{tile:>{width}}" + ("M" if tile in memory else " ")
            top.append("┌" + (up if row else bar) + "┐")
            number.append(f"{left} {name}{right}")
            bottom.append("└" + (down if row < rows - 1 else bar) + "┘")
        lines += ["  ".join(top), "──".join(number), "  ".join(bottom)]
        if row < rows - 1:
            lines.append((link * columns).rstrip())
    return lines
