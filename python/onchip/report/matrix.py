"""The table of the bytes that each rank sends to each other."""

import math
from collections import Counter

from onchip.report.view import View, canvas, table, words
from onchip.trace.recorder import Trace

WHOLE = 16  # the table has every pair of ranks if there are at most this many ranks
BLOCKS = 128  # cells on a side of the picture
LISTED = 20
MOST_BYTES = 2**32 - 1  # the most bytes that the page can show for a cell


def view(trace: Trace) -> View | None:
    """The bytes between ranks; None if there are no messages."""
    sizes, counts = Counter(), Counter()
    for message in trace.messages:
        sizes[message.sender, message.receiver] += message.bytes
        counts[message.sender, message.receiver] += 1
    if not sizes:
        return None
    ranks = trace.ranks
    body = "<p>A row is a sender, a column a receiver. Messages inside collective operations are "
    body += "counted, too.</p>"
    if ranks <= WHOLE:
        rows = [
            (f"rank {sender}", *(sizes.get((sender, to), "") for to in range(ranks)))
            for sender in range(ranks)
        ]
        names = ("bytes from", *(f"to {to}" for to in range(ranks)))
        body += table("Bytes that each rank sends to each", names, rows)
    else:
        rows = [
            (f"rank {sender} → rank {receiver}", size, counts[sender, receiver])
            for (sender, receiver), size in sizes.most_common(LISTED)
        ]
        body += table("The pairs with most bytes", ("pair", "bytes", "messages"), rows)
    per = math.ceil(ranks / BLOCKS)
    cells = math.ceil(ranks / per)
    blocks, sums = Counter(), Counter()
    for (sender, receiver), size in sizes.items():
        if 0 <= receiver < ranks:
            blocks[sender // per, receiver // per] += size + 1
            sums[sender // per, receiver // per] += size
    most = max(blocks.values())
    values = [
        round(1000 * math.log1p(blocks[row, column]) / math.log1p(most))
        for row in range(cells)
        for column in range(cells)
    ]
    each = f"{per} × {per} ranks a cell" if per > 1 else "a cell for each pair"
    body += canvas("matrix", f"Bytes from each rank (row) to each rank (column), {each}")
    data = {
        "cells": cells,
        "per": per,
        "ranks": ranks,
        "shares": words(values),
        "bytes": words(
            min(sums[row, column], MOST_BYTES) for row in range(cells) for column in range(cells)
        ),
    }
    return View("Who sends to whom", body, data)
