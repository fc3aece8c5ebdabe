"""Programs about OpenMP itself, which have no serial version, print the same lines, in any order,
with this library and with the compiler's.
"""

import subprocess

import pytest

from conftest import ROOT

FOLDER = ROOT / "tests/omp/agree"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.c"))
PLACES = {
    "sarc4": ("--chip", "sarc4"),
    "one tile": ("--chip", "quad2x2"),
    "host": ("--host",),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_compilers_own_library_says_the_same(onchip, program):
    file, theirs = FOLDER / f"{program}.c", onchip.folder / program
    subprocess.run(["gcc", "-O1", "-w", "-fopenmp", file, "-o", theirs], check=True, timeout=60)
    environment = {"OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run([theirs], env=environment, capture_output=True, timeout=60, check=True)
    expected = sorted(done.stdout.decode().splitlines())
    assert len(expected) > 5
    words = ("run", "-n", 1, "--threads", 4, "--cflags", "-w")
    for place, options in PLACES.items():
        assert sorted(onchip(*words, *options, file).out.splitlines()) == expected, place
