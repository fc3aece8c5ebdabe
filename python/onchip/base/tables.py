"""Tables on the terminal."""

import sys
from collections.abc import Collection

from rich.console import Console
from rich.segment import Segment, Segments
from rich.table import Table

from onchip.base.terminal import control, printable

WIDE = 1000  # width for a file or pipe, in columns


def headed(*headings: str, left: Collection[str] | None = None) -> Table:
    """A table with these headings. The columns in `left` (by default the first one) hold text, and
    the others hold numbers.
    """
    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, heading in enumerate(headings):
        is_text = number == 0 if left is None else heading in left
        table.add_column(heading, justify="left" if is_text else "right")
    return table


def print_table(table: Table, stream=None) -> None:
    """Prints a table with its cells unchanged. In a file or pipe no row is folded or has trailing
    blanks.
    """
    stream = stream or sys.stdout
    width = None if stream.isatty() else WIDE
    screen = Console(file=stream, highlight=False, markup=False, emoji=False, width=width)
    parts = [Segment(printable(part.text), part.style) for part in screen.render(table)]
    with screen.capture() as capture:
        screen.print(Segments(parts))
    control(stream, "".join(f"{line.rstrip()}\n" for line in capture.get().split("\n")[:-1]))
