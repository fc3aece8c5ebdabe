"""Writes the table of bytes between ranks that `--map traffic:FILE` reads."""

from pathlib import Path

import numpy

from onchip.base import outputs
from onchip.trace.recorder import Trace
from onchip.trace.records import Kind


def write(trace: Trace, file: Path) -> None:
    """Writes how many bytes each rank has sent to each rank, with a line for each sender."""
    sends = trace.records.table
    sends = sends[(sends["kind"] == Kind.SEND) & (sends["peer"] >= 0)]
    sent = numpy.zeros((trace.ranks, trace.ranks), numpy.int64)
    numpy.add.at(sent, (sends["rank"], sends["peer"]), sends["bytes"])
    lines = ["# line r, from 0 on: bytes that rank r has sent to ranks 0, 1, …"]
    lines += [" ".join(map(str, row)) for row in sent.tolist()]
    outputs.write(file, ("\n".join(lines) + "\n").encode())
