"""Programs with the rendezvous transport."""

import pytest

from conftest import ROOT
from onchip.failures import Exit

RENDEZVOUS = ("--transport", "rendezvous")
CHIPS = {"qm2x2": 4, "qm3x3": 9, "qm4x4": 16, "mesh4x4": 16, "subclusters2x8": 16, "quad2x2": 7}
ON = [("--host", 5)] + [("--chip", chip, ranks) for chip, ranks in CHIPS.items()]


@pytest.mark.parametrize("on", ON, ids=lambda on: f"{on[-2]} {on[-1]}")
@pytest.mark.parametrize("program", ["heat", "ring", "sort"])
def test_typical_program(onchip, program, on):
    *place, ranks = on
    path = ROOT / "tests/mpi/typical" / f"{program}.c"
    assert onchip("run", *RENDEZVOUS, *place, "-n", ranks, path).out.startswith("ok ")


def test_more_ranks_than_it_serves(onchip):
    words = ("--chip", "mesh32x32", "-n", 65, ROOT / "tests/mpi/typical/ring.c")
    done = onchip("run", *RENDEZVOUS, *words, code=1)
    assert "the rendezvous transport serves 64 ranks; the job has 65" in done.err


@pytest.mark.parametrize("chip", ["mesh2x2", "subclusters2x8"])
@pytest.mark.parametrize("what", ["recv", "send", "any", "barrier"])
def test_deadlock_is_reported(onchip, chip, what):
    path = ROOT / "tests/mpi/fatal/deadlock.c"
    words = ("run", *RENDEZVOUS, "--chip", chip, "-n", 4, path, what)
    assert "MPI_" in onchip(*words, code=Exit.DEADLOCK).err
