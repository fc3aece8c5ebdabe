"""The hardware abstraction layer alone, without MPI, on chips and on this machine."""

import os
import random
import subprocess

import pytest

from conftest import ROOT, hal_flags
from onchip.base.failures import Exit

FOLDER = ROOT / "tests" / "runtime" / "hal"
PROGRAMS = sorted(FOLDER.glob("*.c"))
DRAWN = ("any_event.c", "counter_barrier.c", "mutexes.c", "queue_storm.c", "sync.c")
PLACES = {
    "four tiles": (4, "--chip", "mesh2x2"),
    "one tile": (4, "--chip", "quad2x2"),
    "scattered": (7, "--chip", "quad2x2", "--map", "scatter"),
    "mesh4x4": (16, "--chip", "mesh4x4"),
    "alone": (1, "--chip", "mesh2x2"),
    "host": (4, "--host"),
    "alone on the host": (1, "--host"),
}


# Misuse in misuse.c → the message on this machine, and on the chip (None: the chip's devices allow
# it).
MISUSE = {
    "enqueue-closed": ("hal_enqueue: queue 2 of process 0 is closed", "a queue that is closed"),
    "dequeue-closed": ("hal_dequeue: queue 2 of process 0 is closed", "a queue that is closed"),
    "enqueue-size": (
        "hal_enqueue: the elements of queue 1 of process 0 have 8 bytes, not 4",
        "a queue whose elements have 8 bytes",
    ),
    "dequeue-size": (
        "hal_dequeue: the elements of queue 1 of process 0 have 8 bytes, not 12",
        "a queue whose elements have 8 bytes",
    ),
    "word-size": (
        "hal_enqueue_word: the elements of queue 1 of process 0 have 8 bytes, not 4",
        "a queue whose elements have 8 bytes",
    ),
    "single-reader": (
        "hal_dequeue: queue 0 of process 0 is a single-reader queue",
        "a single-reader queue",
    ),
    "try-single-reader": (
        "hal_try_dequeue: queue 0 of process 0 is a single-reader queue",
        "a single-reader queue",
    ),
    "ring-elsewhere": ("the ring must lie in the shared block of its process", None),
    "ring-too-long": ("the ring must lie in the shared block of its process", None),
    "ring-empty": ("a ring has at least one element", "or has no element"),
    "element-odd": ("an element has 4 to 64 bytes, a multiple of 4, not 6", "elements of 6 bytes"),
    "element-long": ("an element has 4 to 64 bytes, a multiple of 4, not 68", "of 68 bytes"),
    "unlock-foreign": ("hal_mutex_unlock: mutex 0 is locked by process 0", "core 0 holds"),
    "unlock-free": ("hal_mutex_unlock: mutex 1 is not locked", "a mutex that nobody holds"),
    "open-twice": ("hal_queue_open: queue 0 is open", "a queue that is open"),
    "no-queue": ("there is no queue 8 of process 0", "where a core has 8 queues"),
    "no-counter": ("there is no counter 32 of process 0", "where a core has 32 counters"),
    "no-mutex": ("there is no mutex ", "no device has a register"),
    "no-place": ("there is no process 2", None),
    "notify-elsewhere": ("neither an aligned word of a shared block nor a counter", None),
    "endless": ("counters notify each other without end", None),
}


@pytest.fixture(params=PROGRAMS, ids=lambda path: path.stem)
def program(request):
    return request.param


def linked(onchip, program, *options):
    """Links the program for the chip or for this machine, as the options of the run require."""
    host = [option for option in options if option == "--host"]
    return onchip.linked(program, *host, *hal_flags(*host)[1].split())


def run(onchip, program, ranks, *options, arguments=()):
    words = ("-n", ranks, "--json", *options, linked(onchip, program, *options), *arguments)
    report = onchip("run", *words).json
    assert report["stdout"] == "done\n" * ranks, (ranks, options, arguments)
    return report


@pytest.mark.parametrize("places", PLACES)
def test_everything_holds(onchip, program, places):
    if "--host" in PLACES[places] and "Chip only" in program.read_text():
        return
    run(onchip, program, *PLACES[places])


@pytest.mark.parametrize("places", ["one tile", "four tiles"])
def test_same_cycles_in_the_reference_mode(onchip, program, places):
    fast = run(onchip, program, *PLACES[places])
    reference = run(onchip, program, *PLACES[places], "--reference")
    assert (fast["cycles"], fast["per_rank"]) == (reference["cycles"], reference["per_rank"])


@pytest.mark.parametrize("case", MISUSE)
def test_misuse_of_a_device(onchip, case):
    host, chip = MISUSE[case]
    misuse = FOLDER / "misuse/misuse.c"
    done = onchip("run", "-n", 2, "--host", linked(onchip, misuse, "--host"), case, code=1)
    assert "onchip: process 1: " in done.err and host in done.err
    assert "nobody has noticed" not in done.out
    # In the first run process 0 is in another tile, in the second run in the same tile.
    # Single-reader queues are left out of the second run, because the cores of a tile share them.
    for name in ("mesh2x2", "quad2x2")[: 1 + ("single-reader" not in case)] if chip else ():
        words = ("-n", 2, "--json", "--chip", name, linked(onchip, misuse), case)
        done = onchip("run", *words, code=None).json
        assert done["kind"] == "fault"
        assert "core 1" in done["message"] and chip in done["message"]


@pytest.mark.parametrize("program", DRAWN)
def test_drawn_interleavings(onchip, program):
    seed = random.randrange(1 << 32)
    for options in (
        (16, "--host"),
        (1 + seed % 16, "--host"),
        (1 + seed % 16, "--chip", "mesh4x4", "--map", "scatter"),
        (1 + seed % 16, "--chip", "quad2x2"),
    ):
        rounds = 50 if "--host" in options else 10
        run(onchip, FOLDER / program, *options, arguments=(seed, rounds))


@pytest.mark.parametrize("error", ["EPERM", "ENOSYS"])
def test_memory_of_other_processes_where_the_system_refuses_the_short_way(onchip, error):
    library = onchip.folder / "refuse.so"
    source = onchip.write(
        "refuse.c",
        f"""#include <errno.h>
        #include <stddef.h>
        long process_vm_readv() {{ errno = {error}; return -1; }}
        long process_vm_writev() {{ errno = {error}; return -1; }}
        """,
    )
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", library], check=True)
    onchip.environment |= {"LD_PRELOAD": str(library)}
    run(onchip, FOLDER / "transfers.c", 3, "--host")


@pytest.mark.parametrize("beyond", [0, 1])
def test_only_the_pages_that_were_lent_can_be_read(onchip, beyond):
    file = onchip.write(
        "page.c",
        f"""
        #include <stdalign.h>
        #include <stdio.h>
        #include "hal/hal.h"
        #include "hal/store.h"
        #define PAGE 4096
        static alignas(PAGE) char pages[3 * PAGE];
        int main(void) {{
            char text[4];
            hal_address word = hal_shared_of(0) + 64;
            if (hal_place() == 0) {{
                if (!hal_lend(pages, hal_page_bytes()))
                    puts("not lent");
                hal_store(word, hal_global(pages));
                for (;;)
                    hal_wait(HAL_NEVER);
            }}
            while (!hal_load(word))
                ;
            hal_copy_lent(text, hal_load(word) + hal_page_bytes() - 4 + 4 * {beyond}, 4);
            puts("copied");
            hal_abort(7);
        }}
        """,
    )
    words = ("run", "-n", 2, "--chip", "quad2x2", *hal_flags(), file)
    done = onchip(*words, code=Exit.FAULT if beyond else 7)
    assert done.out == "copied\n" * (not beyond), done.err


def test_abort_ends_everybody(onchip):
    program = onchip.write(
        "abort.c",
        """#include "hal/hal.h"
        int main(void) {
            if (hal_place() == 2)
                hal_abort(7);
            for (;;) {
                hal_arm(hal_shared(), 4);
                hal_wait(HAL_NEVER);
            }
        }""",
    )
    for options in (("--chip", "mesh2x2"), ("--host",)):
        done = onchip("run", "-n", 4, "--json", *options, *hal_flags(*options), program, code=None)
        assert (done.json["kind"], done.json["exit_code"]) == ("abort", 7)
        assert done.code == 7


@pytest.mark.parametrize("what", ["empty", "full", "taken"])
def test_waiting_for_ever_at_a_device_is_a_deadlock(onchip, what):
    program = onchip.write(
        "stuck.c",
        """#include "hal/hal.h"
        int main(int argc, char **argv) {
            char kind = argv[argc - 1][0];
            hal_address queue = hal_queue_of(hal_place(), 0);
            hal_queue_open(0, HAL_SINGLE_READER, hal_shared(), 1, 4);
            if (kind == 'e')
                hal_dequeue_word(queue);
            for (uint32_t i = 0; kind == 'f' && i < 3; i++)
                hal_enqueue(queue, &i, sizeof i);
            hal_mutex_lock(hal_mutex_of(0)); /* by several; the holder ends */
            return 0;
        }""",
    )
    done = onchip(
        "run", "-n", 3, "--json", "--host", *hal_flags("--host"), program, what, code=None
    )
    assert done.json["kind"] == "deadlock", done.err
    if what != "taken":  # in the case "taken", a core asks the memory controller again and again
        chip = ("--chip", "mesh2x2")
        done = onchip("run", "-n", 3, "--json", *chip, *hal_flags(), program, what, code=None)
        assert done.json["kind"] == "deadlock", done.err


def test_environment_reaches_the_program(onchip):
    program = onchip.write(
        "environment.c",
        """#include <stdio.h>
        #include <stdlib.h>
        int main(void) { return puts(getenv("ONCHIP_TEST")) < 0; }""",
    )
    for options in (("--chip", "mesh2x2"), ("--host",)):
        done = onchip("run", "-n", 2, "--env", "ONCHIP_TEST=a=b c", *options, program)
        assert done.out == "a=b c\n" * 2


def test_a_process_without_a_launcher_is_a_job_of_one(onchip):
    onchip("cc", "--host", *hal_flags("--host")[1].split(), FOLDER / "words.c", "-o", "words")
    alone = {name: value for name, value in os.environ.items() if "ONCHIP" not in name}
    done = subprocess.run([onchip.folder / "words"], env=alone, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"done\n")
