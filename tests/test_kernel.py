"""The distributed kernel: mailboxes, portals, syncs and names, on chips and on this machine."""

import random

import pytest

from conftest import ROOT
from onchip.base.failures import Exit

FOLDER = ROOT / "tests" / "kernel"
WIDE = ("--set", "mesh.columns=4", "--set", "mesh.rows=4", "--set", "tile.cores=5")
# The ranks are in clusters of three ranks, in clusters of one or two ranks, in a single cluster, in
# 16 clusters with five cores each, or in two clusters of one rank each. The last two places are
# clusters on this machine.
PLACES = {
    "full": (12, "--chip", "quad2x2"),
    "scattered": (6, "--chip", "quad2x2", "--map", "scatter"),
    "one cluster": (3, "--chip", "quad2x2"),
    "16 clusters": (20, "--chip", "quad2x2", "--map", "scatter", *WIDE),
    "alone": (2, "--chip", "quad2x2", "--set", "tile.cores=2"),
    "host": (6, "--host", "--chip", "quad2x2"),
    "scattered on the host": (5, "--host", "--chip", "quad2x2", "--map", "scatter"),
}
# For tests on mppa256: ranks, options, and the number of ranks to which each rank sends. It is
# small, because the kernels of this chip have little memory.
CLUSTERS = {
    "scattered": (40, ("--map", "scatter"), 8),
    "full": (192, ("--map", "compact"), 5),
    "scattered, full": (192, ("--map", "scatter"), 8),
}
PROGRAMS = ["mailboxes", "portals", "syncs", "names"]


def run(onchip, program, place, *arguments, options=()):
    ranks, *where = PLACES[place]
    host = ["--host"] if "--host" in where else []
    linked = onchip.linked(FOLDER / f"{program}.c", *host)
    words = ("run", "-n", ranks, *where, *options, "--timeout", 120, "--json", linked, *arguments)
    report = onchip(*words).json
    assert (report["kind"], report["stdout"]) == ("exit", "ok\n" * ranks)
    return report


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_program(onchip, program, place):
    run(onchip, program, place)


@pytest.mark.parametrize("forward", [0, 1])
@pytest.mark.parametrize("cached", [0, 1, 3])
@pytest.mark.parametrize("place", ["full", "host"])
def test_names_with_other_caches_and_forwarding(onchip, place, cached, forward):
    names = ("--env", f"ONCHIP_KERNEL_NAMES={cached}", "--env", f"ONCHIP_KERNEL_FORWARD={forward}")
    run(onchip, "names", place, options=names)


@pytest.mark.parametrize("room", [0, 1, 7])
@pytest.mark.parametrize("place", ["full", "scattered", "alone", "host"])
def test_slot_and_table_of_buffers(onchip, place, room):
    run(onchip, "slots", place, room, options=("--env", f"ONCHIP_KERNEL_BUFFERS={room}"))


def cycles_of_calls(onchip, calls, *options):
    words = ("run", "-n", 1, "--chip", "quad2x2", *options)
    return int(onchip(*words, onchip.linked(FOLDER / "cost.c"), calls).out)


@pytest.mark.parametrize("calls", [1, 10])
def test_what_a_call_costs_its_caller(onchip, calls):
    free = cycles_of_calls(onchip, calls)
    assert free == cycles_of_calls(onchip, calls, "--set", "kernel.call=0")
    costs = [1000, 20_000]
    few, many = (cycles_of_calls(onchip, calls, "--set", f"kernel.call={cost}") for cost in costs)
    # A call that begins in another cycle may conflict with other accesses of the kernel to a memory
    # bank.
    assert abs(many - few - calls * (costs[1] - costs[0])) <= 2 * calls
    # If a call has a cost, its caller also reads the register that gives the cost.
    assert 0 <= few - free - calls * costs[0] < 30 * calls


def test_which_name_a_full_cache_forgets(onchip):
    run(onchip, "cached", "full", options=("--env", "ONCHIP_KERNEL_NAMES=2"))


def test_messages_into_the_shared_block(onchip):
    include = f"-I{ROOT / 'runtime'} -I{ROOT / 'runtime/hal/chip'}"
    words = ("run", "-n", 6, "--chip", "quad2x2", "--map", "scatter", "--cflags", include)
    assert onchip(*words, FOLDER / "block.c").out == "ok\n" * 6


@pytest.mark.parametrize("place", ["full", "scattered"])
def test_kernels_without_memory(onchip, place):
    """If there is no memory, each call that needs some fails, but no process ends. Memory that is
    freed can be used again.
    """
    run(onchip, "exhaustion", place, options=("--set", "tile.memory_kb=512"))


@pytest.mark.parametrize("how", ["block", "poll"])
@pytest.mark.parametrize("place", PLACES)
def test_random_messages_against_the_list(onchip, place, how):
    seed = random.randrange(1 << 20)
    count = random.randrange(50, 150)
    room = count if how == "block" else random.randrange(4)
    print(f"seed {seed}, {count} messages, {room} buffers")
    buffers = ("--env", f"ONCHIP_KERNEL_BUFFERS={room}")
    run(onchip, "storm", place, seed, count, how, options=buffers)


@pytest.mark.parametrize("how", ["block", "poll"])
@pytest.mark.parametrize(
    ("place", "turn"),
    [("scattered", 0)]
    + [pytest.param(place, n, marks=pytest.mark.long) for place in CLUSTERS for n in range(1, 6)],
)
def test_random_messages_on_mppa256(onchip, place, turn, how):
    seed, count = random.randrange(1 << 20), 150 if turn == 0 else 1000
    ranks, where, partners = CLUSTERS[place]
    room = count if how == "block" else random.randrange(4)
    print(f"seed {seed}, {room} buffers")
    words = ("--chip", "mppa256", *where, "--stack", 12, "--env", f"ONCHIP_KERNEL_BUFFERS={room}")
    linked = onchip.linked(FOLDER / "storm.c")
    arguments = (seed, count, how, partners)
    report = onchip("run", "-n", ranks, *words, "--timeout", 300, "--json", linked, *arguments).json
    assert (report["kind"], report["stdout"]) == ("exit", "ok\n" * ranks)


@pytest.mark.parametrize("host", [(), ("--host",)], ids=["chip", "host"])
def test_ports_of_a_process_that_has_ended(onchip, host):
    done = onchip("run", "--chip", "quad2x2", *host, "-n", 2, FOLDER / "ended.c")
    assert done.out == "ok\n" * 2


def test_same_cycles_in_the_reference_mode(onchip):
    runs = [
        run(onchip, "storm", "full", 5, 60, "poll", options=options)
        for options in ((), ("--reference",))
    ]
    for report in runs:
        del report["wall_seconds"]
    assert runs[0] == runs[1]


# What the report says for each call in which a process waits for ever. The process is in cluster 0,
# the other cluster is 1.
STUCK = {
    "mailbox-read": "kmailbox_read for any cluster (port 3)",
    "mailbox-remote": "kmailbox_wait for cluster 1 (port 4)",
    "mailbox-write": "kmailbox_write for cluster 1 (port 5)",
    "portal-write": "kportal_write for cluster 1 (port 6)",
    "portal-read": "kportal_read for cluster 1 (port 7)",
    "sync-all": "ksync_wait for the other clusters",
    "sync-one": "ksync_wait for cluster 1",
}


@pytest.mark.parametrize("place", ["chip", "host"])
@pytest.mark.parametrize("how", STUCK)
def test_wait_for_ever(onchip, how, place):
    program = FOLDER / "stuck" / "stuck.c"
    lines = program.read_text().splitlines()
    line = next(n for n, text in enumerate(lines, 1) if f"/* {how} */" in text)
    where = ("--chip", "quad2x2", "--map", "scatter", *(["--host"] if place == "host" else []))
    done = onchip("run", "-n", 2, *where, program, how, code=Exit.DEADLOCK)
    assert "2 of 2 processes wait for ever" in done.err
    first = next(text for text in done.err.splitlines() if " waits in " in text)
    assert f"waits in {STUCK[how]}" in first and first.endswith(f"{program}:{line}")


def test_programs_without_kernels(onchip):
    """onchip cannot see that a program without symbols calls the kernel. So it starts no kernels
    without --kernel, and all calls return -ENOSYS.
    """
    source = onchip.write(
        "plain.c",
        "#include <errno.h>\n#include <onchip/kernel.h>\n#include <stdio.h>\n"
        'int main(void) { printf("%d %d\\n", knode_count(), kcall() == -ENOSYS); }\n',
    )
    onchip("cc", "-s", source, "-o", "plain")
    for words, out in (((), "0 1\n"), (("--kernel",), "1 0\n")):
        assert onchip("run", *words, "--chip", "quad2x2", "-n", 1, "plain").out == out


def test_without_room_for_kernels(onchip):
    program = FOLDER / "names.c"
    done = onchip("run", "-n", 13, "--chip", "quad2x2", program, code=Exit.RANKS)
    assert "it has 16 cores, of which 4 are taken or run a kernel" in done.err
    assert done.err.endswith("and a core runs one rank; right: at most 12 ranks\n")


def test_ranks_by_default_are_those_beside_kernels(onchip):
    report = onchip("run", "--chip", "quad2x2", "--json", FOLDER / "names.c").json
    assert report["ranks"] == 12 and len(report["per_rank"]) == 12


@pytest.mark.parametrize("how", ["compact", "scatter"])
def test_last_core_of_each_tile_is_the_kernels(onchip, how):
    tiles, beside = 4, 3
    where = ("--chip", "quad2x2", "--map", how)
    report = onchip("run", "--json", *where, "-n", 7, FOLDER / "names.c").json
    expected = {
        "compact": [rank // beside * 4 + rank % beside for rank in range(7)],
        "scatter": [rank % tiles * 4 + rank // tiles for rank in range(7)],
    }
    assert [rank["core"] for rank in report["per_rank"]] == expected[how]


def test_map_file_leaves_the_kernels_their_cores(onchip):
    onchip.write("map.txt", "1.0\n3.2\n1.2\n")
    for where in ((), ("--host",)):
        done = onchip(
            "run", "--chip", "quad2x2", "--map", "map.txt", *where, "-n", 3, FOLDER / "names.c"
        )
        assert done.out == "ok\n" * 3
    onchip.write("map.txt", "1.0\n3.3\n")
    done = onchip(
        "run", "--chip", "quad2x2", "--map", "map.txt", "-n", 2, FOLDER / "names.c", code=Exit.RANKS
    )
    assert "core 15 of rank 1 is not there, or is taken" in done.err


@pytest.mark.parametrize("where", [(), ("--host",)], ids=["chip", "host"])
def test_ranks_with_several_threads(onchip, where):
    """The threads of a rank have cores next to kernels, and some have cores in other tiles. Thread
    0 calls the kernel.
    """
    source = onchip.write(
        "threads.c",
        "#include <onchip/kernel.h>\n#include <stdio.h>\nint main(void) {\n"
        "    int sum = 0;\n#pragma omp parallel reduction(+ : sum)\n    sum++;\n"
        '    printf("%d %d\\n", sum, kcall());\n}\n',
    )
    words = ("--threads", 4, "--chip", "quad2x2", *where, "-n", 3, source)
    assert onchip("run", *words).out == "4 0\n" * 3


def test_kernel_beside_a_program_that_does_not_call_it(onchip):
    program = ROOT / "tests/mpi/typical/heat.c"
    for where in ((), ("--host",)):
        done = onchip("run", "--kernel", "--chip", "quad2x2", *where, "-n", 5, program)
        assert done.out.startswith("ok ")


def test_exit_code_and_abort(onchip, tmp_path):
    program = tmp_path / "code.c"
    program.write_text(
        "#include <onchip/kernel.h>\n#include <stdlib.h>\n"
        "int main(int n, char **w) { kcall(); if (n > 1) abort(); return 7; }\n"
    )
    for where in (("--chip", "quad2x2"), ("--chip", "quad2x2", "--host")):
        assert onchip("run", "-n", 4, *where, program, code=7)
        assert "ended" in onchip("run", "-n", 4, *where, program, "x", code=134).err
