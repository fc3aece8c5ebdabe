"""The trickbox: a host holds, releases and resets cores."""

import random
import re

import pytest

from conftest import ROOT, hal_flags
from onchip.base.failures import Exit

PROGRAMS = ROOT / "tests" / "runtime" / "trickbox"
START = ROOT / "examples" / "hal" / "start.c"
HOST = ("--set", "trickbox.hosts=[0]")
HELD = (*HOST, "--set", "trickbox.start=held")
MODES = ((), ("--reference",), ("--jobs", 2))


def _same(onchip, *words):
    """Runs a program in all modes, which must agree in everything, and returns the result."""
    results = [onchip("run", "--json", *mode, *words).json for mode in MODES]
    for result in results:
        del result["wall_seconds"]
    assert results[0] == results[1] == results[2]
    return results[0]


def test_a_host_starts_its_workers(onchip):
    """No worker executes anything before it is released, and the host ends last."""
    words = ("-n", 9, "--chip", "mesh3x3", START)
    result = _same(onchip, *HELD, *words)
    assert result["stdout"] == "8 workers: the numbers up to 1000 add up to 500500\n"
    host, *workers = result["per_rank"]
    assert all(worker["ended"] < host["ended"] for worker in workers)
    # The host releases the workers one after the other, and cycles in the held state count as
    # sleep.
    asleep = [worker["waiting"] for worker in workers]
    assert asleep == sorted(asleep) and asleep[0] > 0
    # Without the key that holds them, the workers begin at once, before they know their task.
    assert onchip("run", *HOST, *words).out != result["stdout"]


def test_a_host_beside_the_clustered_chip_starts_it(onchip):
    """Section III of CL (docs/papers.md): one more processor, at the backbone, starts all cores of
    both subclusters.
    """
    tiles = [router for router in (1, 2, 3, 4) for _ in range(4)] + [0]
    cores = onchip.write("cores", "\n".join(map(str, [16, *range(16)])) + "\n")
    chip = ("--chip", "subclusters2x8", "--set", f"drawn.tiles={tiles}")
    keys = ("--set", "trickbox.hosts=[16]", "--set", "trickbox.start=held")
    result = _same(onchip, "-n", 17, *chip, *keys, "--map", cores, START)
    assert result["stdout"] == "16 workers: the numbers up to 1000 add up to 500500\n"
    assert all(rank["waiting"] > 0 for rank in result["per_rank"][1:])


THREADS = """\
#include <onchip/hal.h>
#include <onchip_trickbox.h>
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int worker = 1; hal_place() == 0 && worker < hal_places(); worker++)
        onchip_release(worker);
#pragma omp parallel reduction(+ : sum)
    sum++;
    printf("process %d: %d threads\\n", hal_place(), sum);
    return 0;
}
"""


@pytest.mark.parametrize("chip, processes", [("mesh4x4", 1), ("mesh4x4", 3), ("quad2x2", 2)])
def test_a_released_process_starts_its_threads(onchip, chip, processes):
    """The host releases the first core of each process. Its own threads are in other tiles."""
    onchip.write("threads.c", THREADS)
    words = ("-n", processes, "--threads", 4, "--chip", chip, *HELD, "threads.c")
    lines = _same(onchip, *words)["stdout"].splitlines()
    assert sorted(lines) == [f"process {number}: 4 threads" for number in range(processes)]


def test_a_core_is_held_between_two_instructions_and_what_it_has_begun_goes_on(onchip):
    lines = _same(onchip, "-n", 2, "--chip", "mesh2x2", *HOST, PROGRAMS / "edges.c")["stdout"]
    found = dict.fromkeys(re.findall(r"^\w+", lines, re.M))
    assert list(found) == ["absent", "gap", "sleep", "put", "ticks", "boots", "finished"]
    assert "absent 0 -1\n" in lines
    # The loop stops for as many cycles as the host has held its core, plus or minus the longest
    # instruction.
    gaps = re.findall(r"gap (-?\d+)", lines)
    assert len(gaps) == 6 and all(abs(int(gap)) <= 3 for gap in gaps)
    # The deadline of a sleep passes while the core is held, or later.
    late = re.findall(r"sleep \d+ state 1 late (\d+)", lines)
    assert len(late) == 2 and all(int(cycles) < 150 for cycles in late)
    assert "put arrived 1 result 0 state 1\nput result 1\n" in lines
    # The ticks that a held core has missed are one interrupt, as for a core that disables them.
    assert "ticks 5 while held 0 then 1\n" in lines
    # One reset during sleep and one in the held state; the timer is off after a reset.
    assert "boots 2 1 0 state 1\nfinished 2\n" in lines


@pytest.mark.parametrize("chip", ["mesh2x2", "quad2x2"])
def test_a_core_is_after_its_reset_as_after_the_chips(onchip, chip):
    words = ("--chip", chip, *HOST, "--set", "data_cache.size_kb=1", *hal_flags())
    itself, *lines = _same(onchip, "-n", 2, *words, PROGRAMS / "reset.c")["stdout"].splitlines()
    # A core that is no host reads its own state, and holds itself.
    assert itself == "itself 0 1"
    # A core that waits for an element of a queue is reset only after it has received one, even if
    # it is held and released meanwhile. After the reset, registers have no old values, only the new
    # deadline is an event, and the store-conditional fails. The cache keeps its range, and the
    # first store stays in the cache until the next fence, because the fence before the reset does
    # not send this store to memory.
    registers = f"registers 0 0 {'ffffffff ' * 2}0 0 0 0 general 0"
    found = f"states 0 4 5 4 0 begins 0 {registers} events 4 failed 1 memory 0 c1000000"
    assert lines == [f"{place}: {found}" for place in ("own memory", "host's memory", "DRAM")]


# Each entry has a chip, the number of links to the released core (None: the core is in the host's
# tile), `ni.register`, the cycles of a router and of a link, and the bits of a link.
RELEASES = {
    "plain": ("mesh2x2", 1, 2, 1, 1, 32),
    "slow": ("mesh2x2", 1, 3, 4, 5, 32),
    "wide": ("mesh2x2", 1, 1, 1, 1, 128),
    "own tile": ("quad2x2", None, 2, 1, 1, 32),
    "own tile, each cycle": ("quad2x2", None, 1, 1, 1, 32),
}


@pytest.mark.parametrize("name", RELEASES)
def test_a_released_core_goes_on_in_the_next_cycle(onchip, name):
    chip, links, register, router, link, bits = RELEASES[name]
    keys = (f"ni.register={register}", f"network.router={router}", f"network.link={link}")
    keys += (f"network.link_bits={bits}", "network.buffer_flits=16")
    keys = [word for key in keys for word in ("--set", key)]
    words = ("-n", 2, "--chip", chip, *HOST, *keys, *hal_flags(), PROGRAMS / "release.c")
    lines = _same(onchip, *words)["stdout"].splitlines()
    way, apart = 0, register
    if links:
        flits = -(-3 // (bits // 32))
        way = register + 2 + (links + 1) * router + links * link + flits - 1  # register + T(3)
        apart = max(register, flits)
    # One cycle to read the counter before the store, and one until the released core continues.
    late = 1 + way + 1
    assert lines == [f"{late} {late}", f"{late + apart} {late + apart}"]


SEED = random.randrange(1 << 32)


@pytest.mark.parametrize("number", range(8))
def test_random_holds_and_resets_equal_the_reference(onchip, number):
    print(f"seed {SEED}")
    draw = random.Random(f"{SEED} {number}")
    chip = draw.choice(["mesh3x3", "quad2x2", "mesh4x4-cached", "qm3x3", "mppa256"])
    extra = draw.choice([(), ("--set", "tile.bank_priority=core"), ("--set", "ni.stores=1")])
    words = ("-n", draw.choice([4, 6, 8]), "--chip", chip, *HOST, *extra)
    result = _same(onchip, *words, PROGRAMS / "random.c", draw.randrange(1 << 32))
    assert re.fullmatch(r"\d+ holds \d+ resets, cycle \d+\n", result["stdout"])


def test_a_core_that_is_held_for_ever_is_reported(onchip):
    onchip.write(
        "hold.c",
        "#include <onchip/hal.h>\n#include <onchip_trickbox.h>\n"
        "int main(void) { if (hal_place() == 0) onchip_hold(1); else for (;;); }\n",
    )
    for mode in MODES:
        words = ("run", *mode, "-n", 2, "--chip", "mesh2x2", *HOST, "hold.c")
        done = onchip(*words, code=Exit.DEADLOCK)
        assert re.fullmatch(
            r"onchip: deadlock at cycle \d+: 1 of 2 processes wait for ever, 1 has ended\n"
            r"  process 1 \(core 1\) is held by process 0 \(core 0\) in main at hold\.c:3\n",
            done.err,
        )


# Programs that perform forbidden actions, the settings with which they run, and texts of the
# report.
REFUSED = {
    "no trickbox": ("hal_place() == 0", (), "trickbox.hosts in the chip file names the tiles"),
    "no host": ("hal_place() == 1", HOST, "only cores of the tiles in trickbox.hosts"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_others_are_refused(onchip, name):
    who, keys, words = REFUSED[name]
    onchip.write(
        "refused.c",
        "#include <onchip/hal.h>\n#include <onchip_trickbox.h>\n"
        f"int main(void) {{ if ({who}) onchip_hold(!hal_place()); }}\n",
    )
    done = onchip("run", "-n", 2, "--chip", "mesh2x2", *keys, "refused.c", code=Exit.FAULT)
    assert words in done.err and "refused.c:3" in done.err


def test_linux_has_none(onchip):
    done = onchip("run", "--host", "-n", 2, START, code=None)
    assert done.code != 0
    assert "there is no trickbox on Linux" in done.err


@pytest.mark.parametrize(
    "keys, words",
    [
        ("hosts = [4]", "trickbox.hosts: 4 is no tile of the chip; its tiles are 0 to 3"),
        ('start = "held"', 'trickbox.start: "held", but `trickbox.hosts` names no tile'),
        ('start = "hold"\nhosts = [0]', 'trickbox.start: "hold" is unknown; did you mean "held"?'),
    ],
)
def test_wrong_keys_are_reported_with_their_line(onchip, keys, words):
    mesh = "[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 64\n"
    onchip.write("chip.toml", f"{mesh}[trickbox]\n{keys}\n")
    done = onchip("chip", "check", "chip.toml", code=Exit.CHIP)
    assert "chip.toml:8" in done.err + done.out and words in done.err + done.out


def test_tools_follow_programs_that_are_held_and_reset(onchip):
    """Profiles, traces and checks see the same cycles as a plain run."""
    words = ("-n", 4, "--chip", "mesh2x2", *HOST)
    program = (PROGRAMS / "random.c", 7)
    plain = onchip("run", *words, *program).out
    for tool in (
        ("--profile",),
        ("--trace", "trace.pftrace"),
        ("--report", "page.html"),
        ("--check",),
    ):
        assert plain.strip() in onchip("run", *words, *tool, *program).out
