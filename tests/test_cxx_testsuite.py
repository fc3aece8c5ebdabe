"""Runs a sample of libstdc++'s test suite, from the compiler's sources, on the chip.

A seed chooses the sample. It is taken from tests that run a program and need no files, named
locales, other libraries or several processors. All chapters of the standard except that on locales
are included.
"""

import os
import random
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from onchip.base import machine

SEED = int(os.environ.get("ONCHIP_SEED", "1"))
COUNT = int(os.environ.get("ONCHIP_CASES", "300"))
PARTS = 10  # which several processes of pytest can share

CHAPTERS = (
    *("17_intro", "18_support", "19_diagnostics", "20_util", "21_strings", "23_containers"),
    *("24_iterators", "25_algorithms", "26_numerics", "27_io", "28_regex", "29_atomics"),
    *("30_threads", "ext", "special_functions", "std", "tr1", "tr2", "decimal"),
)
# Leaves out tests that need a function which the chip lacks, or that do not test the library's own
# code.
LEFT_OUT = re.compile(
    r"dg-require-(?:namedlocale|fileio|binary-io|filesystem-ts|fork|iconv|mkfifo|sharedlib|"
    r"parallel-mode|nprocs|debug-mode)|-ltbb|-lstdc\+\+fs|-lstdc\+\+_libbacktrace|_GLIBCXX_PARALLEL|"
    r"effective-target (?:tbb_backend|dfp|fpic|ia32|lp64|net_ts_ip|size32plus|stacktrace|"
    r"run_expensive_tests|random_device)|dg-do run \{ target (?:\*|powerpc|\{ ! |\{ \{|lp64)|"
    r"! simulator|basic_(?:file|if|of|f)str?|fstream|filesystem|freopen|tmpnam"
)
FLAGS = ("-O0", "-g0", "-w", "-D_GLIBCXX_ASSERT", "-fmessage-length=0")
UTIL = ("allocator", "character", "hooks")  # util/testsuite_….cc, to which tests are linked
ONE = ("--chip", "large4x4", "--set", "tile.memory_kb=16384", "-n", 1)
SIXTEEN = (*ONE, "--set", "tile.cores=16", "--threads", 16)

# Tests of the sample that fail, with the reason.
EXPLAINED = {
    "23_containers/map/pthread6.cc": "not ended after 600 s; each of its 8 threads makes 100,000 "
    "rounds, of which 1,000 take 36 M cycles and 13 s of a processor",
    "27_io/basic_istream/ignore/wchar_t/94749.cc": "not ended after 50 G cycles: ignores 2^31 "
    "characters",
    "tr1/2_general_utilities/shared_ptr/thread/default_weaktoshared.cc": "not ended after 900 s; "
    "of its 100,000 rounds, 200 take 17 M cycles and 1.6 s of a processor, 2,000 23 M and 11 s",
    "tr1/2_general_utilities/shared_ptr/thread/mutex_weaktoshared.cc": "not ended after 400 s; "
    "of its 100,000 rounds, 200 take 16 M cycles and 0.6 s of a processor, 2,000 23 M and 5 s",
}

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    source = machine.compiler_source()
    if source is None:
        pytest.skip("the compiler's sources are not there")
    folder = tmp_path_factory.mktemp("testsuite")
    words = ["tar", "-xf", source, "-C", folder, "--strip-components=3", "--wildcards"]
    subprocess.run([*words, "*/libstdc++-v3/testsuite/*"], check=True)
    yield folder
    shutil.rmtree(folder)


def directives(text: str, name: str) -> list[str]:
    return re.findall(rf"dg-{name} +(.*?) *}} *$", text, re.MULTILINE)


def candidates(suite: Path) -> list[Path]:
    found = []
    for chapter in CHAPTERS:
        for test in sorted((suite / chapter).rglob("*.cc")):
            text = test.read_text(errors="surrogateescape")
            if "dg-do run" in text and not LEFT_OUT.search(f"{test.relative_to(suite)}\n{text}"):
                found.append(test)
    return found


def options(text: str) -> list[str]:
    """The compiler options that a test requests."""
    words = []
    for line in directives(text, "options") + directives(text, "additional-options"):
        quoted, _, target = line.partition('" ')
        if "target" not in target or re.search(r"pthread|simulator|\*-\*-\*", target):
            words += shlex.split(quoted.strip('"'))
    if not any(word.startswith("-std=") for word in words):
        newer = re.search(r"dg-do run \{ target c\+\+(2\w)", text)
        words.append(f"-std=gnu++{newer[1] if newer else 17}")
    return words


def is_wrong(onchip, suite: Path, library: list[Path], test: Path) -> str:
    """Explains why a test fails; empty if it passes."""
    text = test.read_text(errors="surrogateescape")
    program = onchip.folder / str(test.relative_to(suite)).replace("/", "_")
    words = [*FLAGS, *options(text), f"-I{suite}/util", test, *library, "-o", program]
    done = onchip("c++", *words, code=None, timeout=400)
    if done.code:
        return f"not compiled: {done.err[-2000:]}"
    chip = SIXTEEN if b"\0pthread_create\0" in program.read_bytes() else ONE
    done = onchip("run", *chip, program, code=None, timeout=600)
    program.unlink()
    is_to_fail = re.search(r"dg-do run \{.*xfail \*-\*-\*|dg-xfail-run-if [^{]*\{ *\*-\*-\*", text)
    if bool(done.code) == bool(is_to_fail):
        return ""
    return f"exit code {done.code}\n{done.out[-300:]}{done.err[-1500:]}"


def linked(onchip, suite: Path) -> list[Path]:
    """The objects that the tests are linked with."""
    objects = [onchip.folder / f"{name}.o" for name in UTIL]
    for name, file in zip(UTIL, objects, strict=True):
        source = suite / "util" / f"testsuite_{name}.cc"
        words = ["-O1", "-g0", "-std=gnu++17", f"-I{suite}/util", "-c", source, "-o", file]
        onchip("c++", *words, timeout=1500)  # the first program in C++ builds the library
    return objects


@pytest.mark.parametrize("part", range(PARTS))
def test_a_sample_of_the_test_suite_runs(onchip, suite, part):
    tests = candidates(suite)
    random.Random(SEED).shuffle(tests)
    wrong, library = [], linked(onchip, suite)
    for test in tests[part:COUNT:PARTS]:
        name = str(test.relative_to(suite))
        if name not in EXPLAINED and (what := is_wrong(onchip, suite, library, test)):
            wrong.append(f"{name}: {what}")
    assert not wrong, "\n".join(wrong)
