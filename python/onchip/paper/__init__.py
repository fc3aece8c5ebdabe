"""Describes published experiments and compares our numbers with the papers'. papers/*/paper.py use
this package, and so can the experiments of your own paper (docs/papers.md).
"""

from onchip.paper.figure import SEED, Figure
from onchip.paper.measured import (
    Measured,
    faster,
    highest,
    increasing,
    less,
    listed,
    lowest,
    mean,
    more,
    queued,
)
from onchip.paper.paper import Paper
from onchip.paper.verdict import Unpublished

__all__ = [
    "SEED",
    "Figure",
    "Measured",
    "Paper",
    "Unpublished",
    "faster",
    "highest",
    "increasing",
    "less",
    "listed",
    "lowest",
    "mean",
    "more",
    "queued",
]
