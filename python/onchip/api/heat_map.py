"""The links of a mesh or torus, coloured by their loads, as SVG."""

from collections.abc import Sequence

from onchip.chip import mesh

_STEP, _TILE = 56, 34  # pixels from tile to tile, and width of a tile
_APART = 5  # pixels between the two directions of a link


def svg(config: dict, cycles: int | None, links: Sequence) -> str:
    """Draws a mesh or torus; for other shapes, the result is empty. The width and darkness of a
    link show its load in the busiest network. `config` holds the chip's keys, and `links` comes
    from `onchip.Result`.
    """
    size = config.get("mesh")
    if not size or "drawn" in config or not cycles:
        return ""
    columns, rows = size["columns"], size["rows"]
    loads: dict[tuple[int, int], float] = {}
    for link in links:
        if link.port in mesh.DIRECTIONS:
            key = link.router, link.port
            loads[key] = max(loads.get(key, 0), link.flits / cycles)
    most = max(loads.values(), default=0) or 1
    lines = [_line(key, load, load / most, columns) for key, load in loads.items()]
    tiles = [_tile(tile, columns) for tile in range(columns * rows)]
    width, height = columns * _STEP, rows * _STEP
    title = f"Loads of the links, up to {most:.3f} flits a cycle"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" '
        f'aria-label="{title}"><title>{title}</title>{"".join(lines)}{"".join(tiles)}</svg>'
        f"<p>{title}.</p>"
    )


def _middle(tile: int, columns: int) -> tuple[float, float]:
    return (tile % columns + 0.5) * _STEP, (tile // columns + 0.5) * _STEP


def _line(key: tuple[int, int], load: float, share: float, columns: int) -> str:
    router, port = key
    x, y = _middle(router, columns)
    right, down = mesh.DIRECTIONS[port]
    # The two directions of a link lie side by side; traffic keeps right.
    x, y = x - down * _APART, y + right * _APART
    end_x, end_y = x + right * _STEP, y + down * _STEP
    colour = f"hsl(210 80% {80 - 60 * share:.0f}%)"
    return (
        f'<line x1="{x}" y1="{y}" x2="{end_x}" y2="{end_y}" stroke="{colour}" '
        f'stroke-width="{1 + 5 * share:.1f}">'
        f"<title>router {router}: {load:.3f} flits a cycle</title></line>"
    )


def _tile(tile: int, columns: int) -> str:
    x, y = (middle - _TILE / 2 for middle in _middle(tile, columns))
    return (
        f'<rect x="{x}" y="{y}" width="{_TILE}" height="{_TILE}" fill="#eee" stroke="#444"/>'
        f'<text x="{x + _TILE / 2}" y="{y + _TILE / 2 + 4}" text-anchor="middle" font-size="12" '
        f'fill="#222">{tile}</text>'
    )
