"""The table of OpenMP's features: its programs print the same with and without OpenMP, and with the
compiler's own library.
"""

import re
import subprocess

import pytest

from conftest import ROOT

FOLDER = ROOT / "tests/omp/features"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.c"))
SLOW = ("scans", "waves")  # these take two seconds or more
STRICT = "-Wall -Wextra -Werror"
PLACES = {
    "sarc4": ("--chip", "sarc4"),
    "one tile": ("--chip", "quad2x2"),
    "host": ("--host",),
}


def _printed(folder, program, *options) -> str:
    """The output of a program compiled by this machine's compiler."""
    binary = folder / program
    compiler = ["gcc", "-O1", *options, FOLDER / f"{program}.c", "-o", binary, "-lm"]
    subprocess.run(compiler, check=True, timeout=60)
    environment = {"OMP_NUM_THREADS": "4", "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run([binary], env=environment, capture_output=True, timeout=60, check=True)
    return done.stdout.decode()


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(program, marks=pytest.mark.long) if program in SLOW else program
        for program in PROGRAMS
    ],
)
def test_features_do_what_they_do_without_threads(onchip, program):
    expected = _printed(onchip.folder, program, "-w")
    assert expected
    words = ("run", "-n", 1, "--threads", 4, "--cflags", STRICT)
    for place, options in PLACES.items():
        assert onchip(*words, *options, FOLDER / f"{program}.c").out == expected, place


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_compilers_own_library_agrees(onchip, program):
    expected = _printed(onchip.folder, program, "-w")
    assert _printed(onchip.folder, program, "-fopenmp", *STRICT.split()) == expected


def _features(listed):
    """The features of a line; `a` + (`b`, `c`) stands for `a b` and `a c`."""
    for first, beginning, ends in re.findall(
        r"`([^`]+)`(?! \+ \()|`([^`]+)` \+ \((.*?`)\)", listed
    ):
        yield from [first] if first else [f"{beginning} {e}" for e in re.findall("`([^`]+)`", ends)]


def test_the_page_lists_every_feature(onchip):
    page = (ROOT / "docs/openmp-features.md").read_text()
    listed = [
        (feature, program)
        for program, section in re.findall(r"^## `(\w+)\.c`\n(.*?)(?=^## )", page, re.M | re.S)
        for versions in re.findall(r"^- \d\.\d: (.*)$", section, re.M)
        for feature in _features(versions)
    ]
    shown = [
        (line.rpartition(": ")[0], program)
        for program in PROGRAMS
        for line in _printed(onchip.folder, program, "-w").splitlines()
    ]
    assert sorted(listed) == sorted(shown)
