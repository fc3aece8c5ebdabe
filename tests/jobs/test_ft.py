"""Compares the 3-D FFT of the job experiments (papers/jobs/ft.c) with NAS FT."""

import pytest

from conftest import ROOT

FT = ROOT / "papers" / "jobs" / "ft.c"

# Checksums of class S: 64×64×64 points, 6 iterations (NPB 3.4, FT/verify.f90).
CLASS_S = [
    (5.546087004964e02, 4.845363331978e02),
    (5.546385409189e02, 4.865304269511e02),
    (5.546148406171e02, 4.883910722336e02),
    (5.545423607415e02, 4.901273169046e02),
    (5.544255039624e02, 4.917475857993e02),
    (5.542683411902e02, 4.932597244941e02),
]


def _checksums(onchip, *words):
    lines = onchip("run", *words).out.splitlines()
    return [tuple(map(float, line.split()[2:])) for line in lines]


def _check(found):
    assert len(found) == len(CLASS_S)
    for ours, published in zip(found, CLASS_S, strict=True):
        assert ours == pytest.approx(published, rel=1e-12)  # NAS demands 1e-12, too


def test_class_s_on_linux(onchip):
    _check(_checksums(onchip, "-n", 4, "--host", FT, 64, 6))


@pytest.mark.long
def test_class_s_on_the_chip(onchip):
    larger = ("--chip", "tile64", "--set", "tile.memory_kb=2048")
    _check(_checksums(onchip, "-n", 16, *larger, FT, 64, 6))


@pytest.mark.parametrize("ranks", [1, 4, 16])
def test_any_number_of_ranks(onchip, ranks):
    """A smaller transform on the chip gives the result of a single process on Linux."""
    ours = _checksums(onchip, "-n", ranks, FT, 16, 2)
    other = _checksums(onchip, "-n", 1, "--host", FT, 16, 2)
    for one, two in zip(ours, other, strict=True):
        assert one == pytest.approx(two, rel=1e-11)


def test_points_that_the_ranks_do_not_divide(onchip):
    done = onchip("run", "-n", 3, "--host", FT, 16, 1, code=2)
    assert "16 points are not a power of two that 3 ranks divide" in done.err
