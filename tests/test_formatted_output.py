"""Compares our printf with glibc's and libquadmath's on this machine."""

import subprocess

import pytest

from conftest import ROOT

RUNTIME = ROOT / "runtime"
HERE = ROOT / "tests/runtime/format/here"  # stand-ins for headers of the chip
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.fixture(scope="session")
def compare(tmp_path_factory):
    """Builds the comparison; returns the path of the program."""

    def build(*flags):
        program = tmp_path_factory.mktemp("format") / "compare"
        sources = [ROOT / "tests/runtime/format/compare.c", *RUNTIME.glob("libc/format/*.c")]
        command = ["gcc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-g", "-Wall", "-Wextra", "-Werror"]
        libraries = ["-lm", "-lquadmath"]
        command += [
            *flags,
            f"-I{HERE}",
            f"-I{RUNTIME}",
            *map(str, sources),
            *libraries,
            "-o",
            str(program),
        ]
        subprocess.run(command, check=True)
        return program

    return build


def run(program, cases, seed, *more):
    done = subprocess.run(
        [program, str(cases), str(seed), *more], capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_random_formats_and_values(compare):
    run(compare(), 60_000, 1)


def test_without_undefined_behaviour(compare):
    run(compare(*SANITIZERS), 4_000, 2)


@pytest.mark.long
def test_many_random_formats_and_values(compare):
    program = compare()
    for seed in range(3, 13):
        run(program, 400_000, seed)
    run(compare(*SANITIZERS), 20_000, 13, "too long")
