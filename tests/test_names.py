"""A program may define globals of every name that ISO C leaves to it. It still links, and works;
the library neither calls nor changes these globals.
"""

import re
import subprocess

import pytest

from conftest import ROOT

CHIP = ROOT / "build" / "chip"
# C11, 7.1.3, reserves names that begin with an underscore. The other prefixes belong to the
# standards of MPI and OpenMP, and to onchip's own libraries (docs/c-library.md).
RESERVED = re.compile(r"_|MPI_|PMPI_|omp_|GOMP_|onchip_|hal_|oc_|main$")
IDENTIFIER = re.compile(r"[A-Za-z]\w*$")
HEADERS = """
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
    stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time uchar wchar
    wctype
"""
# Names that the host's headers do not declare as functions: variables, 7.26, and macros of GCC's
# <stdatomic.h>.
OTHERS = {"stdin", "stdout", "stderr", "errno", "atomic_thread_fence", "atomic_signal_fence"}


def iso_names(folder):
    """The external names of ISO C's library, which are those that the host's headers declare for
    strict C11.
    """
    source, declared = folder / "iso.c", folder / "iso.X"
    source.write_text("".join(f"#include <{header}.h>\n" for header in HEADERS.split()))
    words = ["gcc", "-std=c11", "-fsyntax-only", "-aux-info", declared, source]
    subprocess.run(words, check=True)
    functions = re.findall(r"\b(\w+) \(", re.sub(r"/\*.*?\*/", "", declared.read_text()))
    return {name for name in functions if not name.startswith("_")} - {"void"} | OTHERS


def names_of_archives():
    """All external names that the archives define."""
    words = ["riscv64-unknown-elf-nm", "-g", "--defined-only", *CHIP.glob("libonchip*.a")]
    listing = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return {name for name in re.findall(r"^\w+ \w (\S+)$", listing, re.M) if IDENTIFIER.match(name)}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """A C file that defines all names which programs may use, and checks that they keep their
    values.
    """
    folder = tmp_path_factory.mktemp("names")
    iso = iso_names(folder)
    names = sorted(n for n in names_of_archives() - iso if not RESERVED.match(n))
    assert {"read", "write", "getline", "times", "strdup", "strnlen", "sbrk", "y1"} <= set(names)
    assert not {"printf", "lgamma", "wcstombs"} & set(names)
    file = folder / "taken.c"
    file.write_text(
        "".join(f"int {name}[2] = {{-1, {i}}};\n" for i, name in enumerate(names))
        + "const char *oc_test_changed(void) {\n"
        + "".join(
            f'    if ({name}[0] != -1 || {name}[1] != {i}) return "{name}";\n'
            for i, name in enumerate(names)
        )
        + "    return 0;\n}\n"
    )
    return file


def test_list_of_iso_names(tmp_path):
    """The build's own list of the standard's names is complete."""
    listed = set((ROOT / "runtime/libc/names/iso-c.names").read_text().split())
    threads = {n for n in listed if re.match("thrd_|mtx_|cnd_|tss_|call_once", n)}
    missing = {n for n in iso_names(tmp_path) if n not in listed}
    assert not missing
    assert listed - threads - iso_names(tmp_path) <= {
        "atomic_flag_clear",
        "atomic_flag_clear_explicit",
        "atomic_flag_test_and_set",
        "atomic_flag_test_and_set_explicit",
    }


PROGRAMS = {
    "plain": ((), ("-n", 1)),
    "mpi": ((), ("-n", 4)),
    "openmp": (("-fopenmp",), ("-n", 1, "--threads", 4)),
    "openmp-tasks": (("-fopenmp", "-DTASKS"), ("-n", 1, "--threads", 4)),
}


OFTEN = ("mpi", "openmp-tasks")  # the other programs link less of the library


@pytest.mark.parametrize(
    "kind",
    [kind if kind in OFTEN else pytest.param(kind, marks=pytest.mark.long) for kind in PROGRAMS],
)
def test_program_with_all_names(onchip, taken, tmp_path, kind):
    flags, options = PROGRAMS[kind]
    onchip.folder = ROOT
    source = ROOT / "tests/runtime/names" / f"{kind.partition('-')[0]}.c"
    program = tmp_path / "program"
    onchip("cc", "-O2", "-fno-builtin", "-w", *flags, source, taken, "-o", program)
    report = onchip("run", "--json", "--root", tmp_path, *options, program).json
    assert (report["kind"], report["exit_code"]) == ("exit", 0)
    assert report["stdout"].splitlines()[-1] == "done 1.5"
    assert "FAILED" not in report["stdout"]
    assert (tmp_path / "file.txt").read_text() == "one 42\ntwo\n"


def test_replaced_runtime(onchip, tmp_path):
    """A program's own functions may have names that functions of the runtime once had."""
    source = tmp_path / "own.c"
    source.write_text(
        "#include <stdio.h>\n"
        "int host_call(int a) { return a; }\n"
        "int start_thread(void) { return 1; }\n"
        "int missed_events = 5, atomic_lock, lock_acquire;\n"
        'int main(void) { printf("%d\\n", host_call(7) + missed_events); return 0; }\n'
    )
    for options in (("-n", 1), ("-n", 1, "--host")):
        assert onchip("run", *options, source).out == "12\n"
