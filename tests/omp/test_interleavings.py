"""Programs that force an order of threads, and so reach states that are rare otherwise."""

import pytest

from conftest import ROOT

FOLDER = ROOT / "tests/omp/interleavings"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.c"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_rare_goes_well(onchip, program):
    for place in (("--chip", "sarc4"), ("--host",)):
        done = onchip("run", "-n", 1, "--threads", 4, *place, FOLDER / f"{program}.c")
        assert done.out == "done\n", place
