"""Each function in functions.txt is declared, and links under both of its names. The file lists the
functions of MPI 4.1, and those of 5.0's binary interface.
"""

import re

import pytest

from conftest import ROOT

HEADER = (ROOT / "runtime/include/mpi.h").read_text()
DECLARED = set(re.findall(r"\b(MPI_[A-Z]\w*)\(", HEADER.partition("- Functions -")[2]))
STANDARD = (ROOT / "tests/mpi/functions.txt").read_text().split()


def test_list_is_sorted():
    assert sorted(set(STANDARD)) == STANDARD


def test_only_functions_of_the_standard_are_declared():
    assert sorted(DECLARED - set(STANDARD)) == []


def test_every_function_of_the_standard_is_declared():
    assert sorted(set(STANDARD) - DECLARED) == []


@pytest.mark.parametrize("on", [[], ["--host"]], ids=["chip", "host"])
def test_what_is_declared_links(onchip, on):
    names = [prefix + name for name in sorted(DECLARED) for prefix in ("", "P")]
    table = ",".join(f"(function *){name}" for name in names)
    onchip.write(
        "all.c",
        "#include <mpi.h>\ntypedef void function(void);\n"
        f"function *volatile functions[] = {{{table}}};\n"
        "int main(void) { return functions[0] == 0; }\n",
    )
    onchip("cc", *on, "all.c", "-o", "all")
