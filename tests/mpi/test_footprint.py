"""The library's share of programs does not grow unnoticed.

A limit that has to be raised deserves a sentence in docs/mpi.md ("Size").
"""

import re
import subprocess

import pytest

from conftest import ROOT
from onchip.bench import footprint

# Bytes of code and constants, and of a rank's static data. The limits leave room for a few
# instructions.
LIMITS = {
    # These bytes include our own malloc.
    "minimal": (7_100, 290),
    "collectives": (41_370, 310),
    "nonblocking": (49_530, 494),
    "everything": (221_230, 974),
}
# The smallest program must not contain formatted output, streams, or other parts of the library
# that it does not call.
NOT_IN_MINIMAL = (
    *("printf", "fwrite", "fputs", "stdout"),
    *("oc_barrier", "oc_bcast", "oc_type_", "oc_user_request", "oc_window", "hal_fibre"),
    *("oc_communicator_enlist", "oc_errhandler_new", "oc_annotation"),
)


@pytest.fixture(scope="module")
def sizes():
    return footprint.measure()


def test_every_configuration_has_a_limit(sizes):
    assert set(sizes) == {name + kind for name in LIMITS for kind in ("", "_data")}


@pytest.mark.parametrize("name", LIMITS)
def test_nothing_grows_beyond_its_limit(sizes, name):
    code, data = LIMITS[name]
    assert 0.9 * code < sizes[name] <= code, "far below: the limit can be lowered"
    assert sizes[f"{name}_data"] <= data


def test_the_page_has_these_sizes(sizes):
    table = (ROOT / "docs/mpi.md").read_text().partition("|minimal: ")[2].partition("\n\n")[0]
    rows = re.findall(r"\|([\d,]+)\|[\d,]+\|([\d,]+)\|$", table, re.MULTILINE)
    shown = [tuple(int(number.replace(",", "")) for number in row) for row in rows]
    assert shown == [(sizes[name], sizes[f"{name}_data"]) for name in LIMITS]


def test_smallest_program_has_nothing_that_it_does_not_need(onchip):
    source = ROOT / "benchmarks/footprint/minimal.c"
    onchip("cc", *footprint.FLAGS, source, "-o", "minimal")
    words = ["riscv64-unknown-elf-nm", "minimal"]
    listed = subprocess.run(words, cwd=onchip.folder, capture_output=True, text=True, check=True)
    names = [line.split()[-1] for line in listed.stdout.splitlines()]
    assert "oc_transport_send_plain" in names
    assert [name for name in names if any(part in name for part in NOT_IN_MINIMAL)] == []
