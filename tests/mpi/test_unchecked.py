"""The library without checks of arguments: correct programs behave as before, with less code in
less time.
"""

import pytest

from conftest import ROOT
from onchip.base.failures import Exit

FOLDER = ROOT / "tests/mpi"
# These programs make no mistakes.
PROGRAMS = (
    *("point_to_point", "requests", "matching", "collectives", "few_words", "reductions"),
    *(
        "local_sends",
        "datatypes_random",
        "windows_locks",
        "environment",
        "typical/farm",
        "typical/cannon",
    ),
)


# The library for this machine is built only for this test, from the same sources.
ON_HOST = pytest.param(("--host",), marks=pytest.mark.long, id="host")


@pytest.mark.parametrize("on", [ON_HOST, pytest.param(("--chip", "mesh4x4"), id="chip")])
@pytest.mark.parametrize(
    "program",
    [*PROGRAMS[::2], *(pytest.param(name, marks=pytest.mark.long) for name in PROGRAMS[1::2])],
)
def test_right_program(onchip, program, on):
    done = onchip("run", *on, "--no-checks", "-n", 4, FOLDER / f"{program}.c", timeout=300)
    assert "FAILED" not in done.out and "ok" in done.out


@pytest.mark.parametrize("chip", ["mesh4x4", "subclusters2x8"])
def test_right_programs_with_the_other_transport(onchip, chip):
    words = ("--transport", "rendezvous", "--chip", chip, "--set", "tile.memory_kb=512", "-n", 4)
    for program in ("matching_random", "typical/farm"):
        done = onchip("run", "--no-checks", *words, FOLDER / f"{program}.c", timeout=300)
        assert "FAILED" not in done.out and "ok" in done.out


def test_fewer_bytes(onchip):
    checked = onchip("bench", "footprint", "--json").json
    unchecked = onchip("bench", "footprint", "--no-checks", "--json", timeout=300).json
    assert checked.keys() == unchecked.keys()
    for name, size in unchecked.items():
        assert size <= checked[name] if name.endswith("_data") else size < checked[name], name


@pytest.mark.long
def test_no_more_cycles(onchip):
    checked = onchip("bench", "mpi", "--json").json
    unchecked = onchip("bench", "mpi", "--no-checks", "--json", timeout=300).json
    assert unchecked["send_1word_oneway"] < checked["send_1word_oneway"]
    for name in ("pingpong_1word", "send_256words_oneway", "comm_rank", "init_16", "barrier_16"):
        assert unchecked[name] <= checked[name], name


def test_what_is_linked_already_has_its_library(onchip):
    onchip.write("nothing.c", "int main(void) { return 0; }\n")
    onchip("cc", "--no-checks", "nothing.c", "-o", "nothing", timeout=300)
    onchip("run", "-n", 2, "nothing")
    done = onchip("run", "--no-checks", "-n", 2, "nothing", code=Exit.USAGE)
    assert "onchip cc" in done.err
