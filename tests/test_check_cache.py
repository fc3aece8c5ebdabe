"""`--check-cache` finds mistakes of programs that run on data caches, names the lines, and reports
nothing else.
"""

import re

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from test_cache import CACHES, CHOSEN, SMALL
from test_heap import CHOSEN_OPENMP, IN_DRAM, MPI, OPENMP, PLACES, chosen, ids, run

FOLDER = ROOT / "tests/cache"
SOURCE = FOLDER / "incoherent.c"
LINES = {
    match[1]: number
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
    if (match := re.search(r"/\* (\w+: \w+) \*/", line))
}
# Each planted mistake: its kind, and a part of the advice on it.
PLANTED = {
    "no_refresh": ("stale", "loads"),
    "no_clean": ("unflushed", "cbo.clean"),
    "flag": ("stale", "loads"),
    "no_padding": ("invalidated", "padding"),
    "two_writers": ("overwritten", "before the other writes"),
    "late_victim": ("overwritten", "before the other writes"),
    "dma_from_dirty": ("unflushed", "cbo.clean"),
    "dma_to_copy": ("stale", "loads"),
    "dma_to_dirty": ("overwritten", "before the other writes"),
    "drop_all": ("invalidated", "cbo.flush"),
    "uncached_read": ("unflushed", "cbo.clean"),
}
CHECK = ("run", "-n", 2, "--chip", "mesh2x2", "--check-cache", "--json", *SMALL)


@pytest.mark.parametrize("mode", [(), ("--reference",)])
@pytest.mark.parametrize("planted", PLANTED)
def test_mistakes_are_found(onchip, planted, mode):
    if mode and planted != "no_padding":
        return
    kind, missing = PLANTED[planted]
    findings = onchip(*CHECK, *mode, SOURCE, planted).json["findings"]
    (found,) = [one for one in findings if one["kind"] == kind]
    if f"{planted}: access" in LINES:
        assert found["line"].endswith(f"incoherent.c:{LINES[f'{planted}: access']}")
    for part in ("other", "dropped"):
        if f"{planted}: {part}" in LINES:
            assert f"incoherent.c:{LINES[f'{planted}: {part}']}" in found["what"]
    assert "0xc0000100" in found["what"]
    assert missing in found["right"]
    assert {one["line"] for one in findings} == {found["line"]}


def test_a_right_program(onchip):
    for cache in CACHES.values():
        words = ("run", "-n", 2, "--chip", "mesh2x2", "--check-cache", "--json", *cache)
        report = onchip(*words, SOURCE, "right").json
        assert report["findings"] == []


def test_nothing_changes_but_the_findings(onchip):
    words = ("run", "-n", 2, "--chip", "mesh2x2", *IN_DRAM, *SMALL, "--json")
    plain, checked = (
        onchip(*words, *check, FOLDER / "sums.c").json for check in ((), ("--check-cache",))
    )
    assert checked.pop("findings") == [] and "findings" not in plain
    for report in (plain, checked):
        report.pop("wall_seconds")
    assert plain == checked


FLAG = """#include <omp.h>
#include <stdio.h>
int flag;
int main(void) {
    #pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        for (int i = 0; i < 300; i++) __asm__ volatile("nop");
        *(volatile int *)&flag = 1;
        #pragma omp flush
    } else {
        for (int i = 0; i < 1000; i++) *(volatile int *)&flag;
    }
    puts("done");
}
"""


def test_a_variable_has_its_name(onchip):
    """A thread waits for a variable that another one changes, without a flush of its own."""
    onchip.write("flag.c", FLAG)
    words = ("run", "-n", 1, "--threads", 2, "--chip", "mesh2x2", "--data", "dram", *SMALL)
    err = onchip(*words, "--check-cache", "flag.c").err
    (line,) = [line for line in err.splitlines() if "came before" in line]
    assert "thread 1 reads `flag` (0x" in line and "flag.c:8" in line and "flag.c:11" in line


SPINNING = """int flag;
int main(void) {
    #pragma omp parallel num_threads(2)
    #pragma omp sections
    {
        #pragma omp section
        while (!__atomic_load_n(&flag, __ATOMIC_RELAXED))
            ;
        #pragma omp section
        {
            for (int i = 0; i < 300; i++) __asm__ volatile("nop");
            __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
        }
    }
}
"""


def test_a_run_that_does_not_end_names_the_check(onchip):
    """A loop reads its own copy of a variable for ever. The message leads to the check, which names
    the loop. A chip without data caches runs the program to its end.
    """
    onchip.write("spins.c", SPINNING)
    spins = ("--livelock", 100_000, "-n", 1, "--threads", 2, "--data", "dram", "spins.c")
    cached = ("run", "--chip", "mesh2x2", *SMALL)
    advice = "--check-cache names such reads"
    assert advice in onchip(*cached, *spins, code=Exit.LIVELOCK).err
    assert advice in onchip(*cached, "--timeout", 10, *spins[2:], code=Exit.TIMEOUT).err
    err = onchip(*cached, "--check-cache", *spins, code=Exit.LIVELOCK).err
    assert advice not in err and "reads `flag` (0x" in err and "spins.c:7" in err
    assert advice not in onchip("run", *spins).err


@pytest.mark.parametrize("program", chosen(MPI, CHOSEN, lambda one: one.name), ids=ids)
def test_nothing_about_programs(onchip, program):
    assert run(onchip, program, "--chip", "mesh4x4", *SMALL, "--check-cache")["findings"] == []


@pytest.mark.parametrize("program", chosen(OPENMP, CHOSEN_OPENMP[:3]))
def test_nothing_about_programs_with_threads(onchip, program):
    for options in PLACES.values():
        for place in ("--heap", "--data"):
            words = ("run", "-n", 1, place, "dram", *options, *SMALL, "--check-cache", "--json")
            report = onchip(*words, ROOT / f"tests/omp/{program}.c", timeout=300).json
            assert report["stdout"] == "done\n" and report["findings"] == []


def test_where_caches_are_coherent(onchip):
    done = onchip("run", "--host", "--check-cache", SOURCE, "right", code=Exit.USAGE)
    assert "--check-cache is for the chip; on this machine caches are coherent" in done.err
    done = onchip("run", "-n", 1, "--check-cache", SOURCE, "right", code=Exit.USAGE)
    assert "mesh4x4 has no data caches; --set data_cache.size_kb=16 adds them" in done.err
