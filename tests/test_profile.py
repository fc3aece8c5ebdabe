"""Compares the profiles of --profile and --callgrind with the run's statistics and with a count by
hand.
"""

import json
import re
import subprocess

import pytest

from onchip.base.failures import Exit
from onchip.outcome.profile import MISSES, PARTS, SPENDINGS

HAND = r"""
#include <mpi.h>
#include <stdio.h>

/* li, 1000 times addi and bnez, ret: 1 + 2000 + 999 taken branches of 2 more + 1 + 2 cycles. */
__attribute__((naked, noinline)) void spin(void) {
    __asm__ volatile("li a0, 1000\n1: addi a0, a0, -1\n bnez a0, 1b\n ret");
}

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++) {
        spin();
    }
    if (rank == 0) {
        for (int i = 0; i < 10; i++) {
            spin();
        }
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
"""
TURN = 1 + 1000 * 2 + 999 * 2 + 1 + 2  # cycles of a turn at the reference costs
INSTRUCTIONS = 1 + 1000 * 2 + 1


@pytest.fixture
def hand(onchip):
    onchip.write("hand.c", HAND)
    return onchip


def check(report):
    """Checks that the sums by function, by line and by rank have all cycles and instructions."""
    profile = report["profile"]
    runs = {rank["rank"]: rank["ended"] - rank["started"] for rank in report["per_rank"]}
    for rank in report["per_rank"]:
        for thread in rank.get("threads", []):
            runs[rank["rank"]] += thread["ended"] - thread["started"]
    by_rank = {rank["rank"]: rank for rank in profile["ranks"]}
    assert {rank: each["cycles"] for rank, each in by_rank.items()} == runs
    for rows in profile.values():
        assert sum(row["cycles"] for row in rows) == sum(runs.values())
        assert all(row["cycles"] == sum(row[key] for key in SPENDINGS) for row in rows)
        for row in rows:
            for spending in SPENDINGS:
                parts = [part for part, of in PARTS.items() if of == spending]
                assert row[spending] == sum(row["stack"][part] for part in parts)
    stalls = {"instruction_miss": "instructions", "data_miss": "data", "interface": "interface"}
    misses = {"data_misses": "cache_fetches", "instruction_misses": "instruction_misses"}
    for rank in report["per_rank"]:
        cores = [rank, *rank.get("threads", [])]
        for key, count in misses.items():
            assert by_rank[rank["rank"]][key] == sum(core[count] for core in cores)
        for part, key in stalls.items():
            stalled = sum(core[f"stalled_{key}"] for core in cores)
            # In a profile, a wait also includes the cycle in which the next instruction is issued.
            assert stalled <= by_rank[rank["rank"]]["stack"][part] <= stalled * 1.2
    # The store that ends a process is issued, but never completes.
    cores = sum(1 + len(rank.get("threads", [])) for rank in report["per_rank"])
    issued = sum(row["instructions"] for row in profile["functions"])
    assert 0 <= issued - report["instructions"] <= cores
    return profile


@pytest.mark.parametrize("mode", [(), ("--reference",)])
def test_against_a_count_by_hand(hand, mode):
    plain = hand("run", "-n", "2", "--json", "hand.c").json
    report = hand("run", "-n", "2", *mode, "--profile", "--json", "hand.c").json
    assert report["cycles"] == plain["cycles"] and report["per_rank"] == plain["per_rank"]
    profile = check(report)
    (spin,) = [row for row in profile["functions"] if row["function"] == "spin"]
    turns = 3 + 13
    assert (spin["cycles"], spin["work"]) == (turns * TURN, turns * TURN)
    assert spin["instructions"] == turns * INSTRUCTIONS
    assert spin["file"].endswith("hand.c")
    # The receiver sleeps until the sender is ready. It wakes up less than 200 cycles later.
    receiver = next(rank for rank in profile["ranks"] if rank["rank"] == 1)
    asleep = report["per_rank"][1]["waiting"]
    assert asleep > 9 * TURN and asleep <= receiver["waiting"] < asleep + 200


def test_cores_that_share_banks_and_threads(hand):
    hand.write(
        "walk.c",
        """#include <omp.h>
int sums[4][512];
int main(void) {
    #pragma omp parallel
    for (int turn = 0; turn < 4; turn++)
        for (int i = 0; i < 512; i++) sums[omp_get_thread_num()][i] += i;
}
""",
    )
    words = ("-n", "1", "--threads", "4", "--chip", "quad2x2", "--set", "tile.banks=1")
    report = hand("run", *words, "--profile", "--json", "walk.c").json
    functions = check(report)["functions"]
    assert functions[0]["memory"] > 0  # four cores share one bank


def test_memory_of_a_controller(hand):
    hand.write(
        "far.c",
        """int main(void) {
    volatile int *dram = (volatile int *)0xc0000000;
    for (int i = 0; i < 100; i++) dram[i];
}
""",
    )
    main = check(hand("run", "-n", "1", "--profile", "--json", "far.c").json)["functions"]
    (main,) = [row for row in main if row["function"] == "main"]
    assert main["memory"] > 100 * 30 and main["network"] == 0


# The program loads a word and uses it at once, has branches that are taken and others that are not,
# and accesses many cache lines.
STACK = r"""
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void loads(int n) {
    __asm__ volatile("1: lw t0, 0(sp); addi t0, t0, 1; addi %0, %0, -1; bnez %0, 1b"
                     : "+r"(n)::"t0");
}
__attribute__((noinline)) static void lines(volatile char *lines, int n) {
    for (int i = 0; i < n; i++)
        lines[64 * i];
}
int main(void) {
    static volatile char *memory;
    memory = malloc(64 * 100);
    loads(1000);
    lines(memory, 100);
}
"""


@pytest.mark.parametrize("mode", [(), ("--reference",)])
def test_stacks_against_a_count_by_hand(hand, mode):
    """Costs of the reference chip: a used load waits for a cycle, a taken branch costs two more."""
    hand.write("stack.c", STACK)
    costs = {"core.load_use": 1, "core.branch_taken": 2, "data_cache.size_kb": 4}
    costs |= {"data_cache.line_bytes": 64, "instruction_cache.size_kb": 4}
    settings = [word for key, value in costs.items() for word in ("--set", f"{key}={value}")]
    words = ("run", "-n", "1", "--heap", "dram", "--code", "dram", "--profile", *settings, *mode)
    rows = check(hand(*words, "--json", "stack.c").json)["functions"]
    loads, lines = (
        next(row for row in rows if row["function"] == name) for name in ("loads", "lines")
    )
    stack = loads["stack"]
    assert stack["load_use"] == 1000
    assert stack["branch"] - 2 * 999 in (0, 2)  # 2 if the return, which is a jump, counts
    assert stack["base"] == loads["instructions"]
    assert sum(row["stack"]["instruction_miss"] for row in rows) > 0
    assert lines["data_misses"] in (99, 100)  # malloc() may have touched the first line
    assert lines["stack"]["data_miss"] > 100 * 30
    table = hand(*words, "--stats", "stack.c").err
    assert re.search(r"data misses +instruction misses", table)
    assert re.search(r"base % +load use % +branch % +instruction miss % .* rank", table)


def test_a_table_for_people(hand):
    err = hand("run", "-n", "2", "--profile", "hand.c").err
    assert re.search(r"cycles +% +work +memory +network +waiting +instructions +function", err)
    assert re.search(rf"{16 * TURN:,} .* spin  .*hand\.c", err)


def annotated(folder, name):
    """The output of callgrind_annotate for a profile: all events, and the work in spin()."""
    shown = subprocess.run(
        ["callgrind_annotate", "--threshold=100", name],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not shown.stderr
    plain = re.sub(r" \( *[\d.]+%\)|,", "", shown.stdout)
    (totals,) = re.findall(r"^(.*)PROGRAM TOTALS", plain, re.M)
    (spin,) = re.findall(r"^ *(\d+) [^<>\n]*hand\.c:spin", plain, re.M)
    return [int(number) for number in totals.split()], int(spin)


def test_callgrind_reads_it(hand):
    report = hand("run", "-n", "2", "--callgrind", "out", "--json", "hand.c").json
    ranks = check(report)["ranks"]
    events = (*SPENDINGS, "instructions", *MISSES)
    sums = [sum(rank[key] for rank in ranks) for key in events]
    assert annotated(hand.folder, "out") == (sums, 16 * TURN)
    hand("run", "-n", "2", "--callgrind", "out.%r", "hand.c")
    for rank in ranks:
        turns = {0: 13, 1: 3}[rank["rank"]]
        expected = [rank[key] for key in events], turns * TURN
        assert annotated(hand.folder, f"out.{rank['rank']}") == expected


CALLS = """\
#include <mpi.h>
#include <setjmp.h>

static jmp_buf back;

__attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static inline __attribute__((always_inline)) void inlined(void) {
    for (volatile int i = 0; i < 500; i++)
        ;
}

__attribute__((noinline)) void deep(int n) {
    if (n == 0)
        longjmp(back, 1);
    deep(n - 1);
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) int behind(void) { return fib(5); }

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int sum = fib(10);
    inlined();
    if (!setjmp(back))
        deep(7);
    sum += behind();
    MPI_Finalize();
    return sum == 0;
}
"""


def calls_of(n):
    """The number of calls of fib that fib(n) makes, including itself."""
    return 1 if n < 2 else 1 + calls_of(n - 1) + calls_of(n - 2)


def callers(text):
    """Reads a file for callgrind_annotate. Returns, for each pair (caller, called), the number and
    the inclusive costs of the calls, and the own costs of each function.
    """
    calls, own, name, called, times = {}, {}, "", None, 0
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key == "fn":
            name = value
        elif key == "cfn":
            called = value
        elif key == "calls":
            times = int(value.split()[0])
        elif line[:1].isdigit():
            costs = [int(word) for word in line.split()[1:]]
            costs, table = ([times, *costs], calls) if called else (costs, own)
            at = (name, called) if called else name
            before = table.get(at, [0] * len(costs))
            table[at] = [a + b for a, b in zip(before, costs, strict=True)]
            called = None
    return calls, own


def test_calls_have_their_numbers_and_inclusive_costs(hand):
    hand.write("calls.c", CALLS)
    words = ("run", "-n", "2", "--cflags=-O1", "--callgrind", "out.cg", "--json")
    report = hand(*words, "calls.c").json
    check(report)
    calls, own = callers((hand.folder / "out.cg").read_text())
    ranks = 2
    assert calls["main", "fib"][0] == calls["main", "behind"][0] == ranks
    assert calls["fib", "fib"][0] == ranks * (calls_of(10) + calls_of(5) - 2)
    # After longjmp, main is no longer in deep.
    assert calls["deep", "deep"][0] == ranks * 7
    assert {called for caller, called in calls if caller == "deep"} == {"deep", "longjmp"}
    # The inclusive cost of main is its own cost and that of its calls.
    parts = [costs[1:] for (caller, _), costs in calls.items() if caller == "main"]
    (above,) = [costs[1:] for (_, called), costs in calls.items() if called == "main"]
    assert above == [sum(each) for each in zip(own["main"], *parts, strict=True)]
    assert calls["main", "inlined"][1:] == own["inlined"] and own["inlined"][0] > ranks * 500
    functions = {row["function"]: row for row in report["profile"]["functions"]}
    assert functions["main"]["inclusive"] == sum(above[: len(SPENDINGS)])
    assert functions["fib"]["inclusive"] == functions["fib"]["cycles"] == sum(own["fib"][:4])
    shown = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--tree=caller", "--threshold=100", "out.cg"],
        cwd=hand.folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"calls.c:fib ({ranks * (calls_of(10) + calls_of(5) - 2)}x)" in shown


def test_speedscope(hand):
    """The file for speedscope follows its schema, with `sampled` profiles."""
    hand.write("calls.c", CALLS)
    words = ("run", "-n", "2", "--cflags=-O1", "--callgrind", "out.json", "--json")
    report = hand(*words, "calls.c").json
    told = json.loads((hand.folder / "out.json").read_text())
    assert told["$schema"] == "https://www.speedscope.app/file-format-schema.json"
    frames = told["shared"]["frames"]
    assert all({"name", "file", "line"} == set(frame) for frame in frames)
    by_rank = {rank["rank"]: rank["cycles"] for rank in report["profile"]["ranks"]}
    assert [part["name"] for part in told["profiles"]] == [
        f"rank {rank}" for rank in sorted(by_rank)
    ]
    for rank, part in enumerate(told["profiles"]):
        assert part["type"] == "sampled" and part["unit"] == "none" and part["startValue"] == 0
        assert part["endValue"] == sum(part["weights"]) == by_rank[rank]
        assert len(part["samples"]) == len(part["weights"])
        stacks = [[frames[at]["name"] for at in sample] for sample in part["samples"]]
        deepest = max(stacks, key=lambda stack: stack.count("fib"))
        assert deepest[deepest.index("main") + 1 :] == ["fib"] * 10


def test_where_there_is_no_profile(hand):
    assert "for the chip" in hand("run", "--host", "--profile", "hand.c", code=Exit.USAGE).err
    words = ("run", "--callgrind", "no/out", "hand.c")
    assert "the folder no" in hand(*words, code=Exit.USAGE).err
