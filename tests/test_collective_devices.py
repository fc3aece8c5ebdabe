"""Collectives on chips with accumulators, or whose network multicasts packets."""

import pytest

from test_accumulators import ACCUMULATORS
from test_multicast import MULTICAST, PROGRAMS

DEVICES = {"accumulators": ACCUMULATORS, "multicast": MULTICAST}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("ranks", [16, 12, 7, 5])
@pytest.mark.parametrize("program", ["device", "collectives", "few_words"])
def test_collectives_are_right(onchip, device, program, ranks):
    """16 and 12 ranks fill a rectangle, 7 and 5 do not."""
    name = device if program == "device" else program
    onchip("run", "-n", ranks, "--chip", "mesh4x4", *DEVICES[device], PROGRAMS / f"{name}.c")


@pytest.mark.parametrize(
    "device, chip, ranks, line",
    [("accumulators", "mesh4x4", 8, "parts"), ("multicast", "mesh2x2", 4, "barriers")],
)
def test_both_modes_agree(onchip, device, chip, ranks, line):
    """A run with the device takes a different number of cycles than a run without it, which shows
    that the device is used.
    """
    words = ("run", "-n", ranks, "--chip", chip, "--json")
    path = PROGRAMS / f"{device}.c"
    without = onchip(*words, path).json
    words += DEVICES[device]
    fast, reference = (onchip(*words, *mode, path).json for mode in ((), ("--reference",)))
    assert fast["cycles"] != without["cycles"]
    assert f"ok {device}: {line}" in fast["stdout"]
    del fast["wall_seconds"], reference["wall_seconds"]
    assert fast == reference
