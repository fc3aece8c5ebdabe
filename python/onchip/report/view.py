"""Building blocks of a page."""

import base64
import html
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class View:
    """A part of the page: its title, its text in HTML, and the data that the script draws."""

    title: str
    body: str
    data: Any = None


def words(values: Iterable[int]) -> str:
    """Encodes 32-bit numbers, little-endian, in base 64."""
    packed = array("I", values)
    if packed.itemsize != 4:
        raise ValueError("array('I') does not have 32 bits here")
    return base64.b64encode(packed.tobytes()).decode()


def canvas(name: str, label: str, focusable: bool = False) -> str:
    """A drawing. Its contents are also given as text elsewhere on the page."""
    focus = ' tabindex="0"' if focusable else ""
    return (
        f'<canvas id="{name}-canvas" role="img" aria-label="{html.escape(label)}"{focus}></canvas>'
    )


def table(caption: str, names: Sequence[str], rows: Iterable[Sequence], text: int = 1) -> str:
    """A table whose first `text` columns hold text; the first column holds the row headings."""
    heads = "".join(
        f'<th scope="col"{_class(column < text)}>{html.escape(name)}</th>'
        for column, name in enumerate(names)
    )
    body = []
    for row in rows:
        cells = [f'<th scope="row">{_cell(row[0])}</th>']
        cells += [
            f"<td{_class(column < text)}>{_cell(value)}</td>"
            for column, value in enumerate(row[1:], start=1)
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    label = html.escape(caption)
    return (
        f'<div class="scroll" role="region" aria-label="{label}" tabindex="0"><table>'
        f"<caption>{label}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _class(is_text: bool) -> str:
    return ' class="text"' if is_text else ""


def _cell(value) -> str:
    return f"{value:,}" if isinstance(value, int) else html.escape(str(value))


def legend(items: Iterable[tuple[str, str]]) -> str:
    """A legend: pairs of a colour's name in the style sheet and its meaning."""
    each = (
        f'<span><i style="background:var(--{colour})"></i>{what}</span>' for colour, what in items
    )
    return f'<p class="legend">{"".join(each)}</p>'
