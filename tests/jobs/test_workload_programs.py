"""`onchip jobs run` with programs: each program has its own cores, and ends independently."""

import json
import time

import pytest

from conftest import ROOT
from jobs.test_command import check_advice
from onchip.chip import mapping

ENDS = str(ROOT / "tests" / "jobs" / "ends.c")
HYBRID = """
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, ranks, sum = 0, total;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    #pragma omp parallel reduction(+ : sum)
    sum += omp_get_thread_num() + 1;
    MPI_Reduce(&sum, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, sum %d\\n", ranks, total);
    MPI_Finalize();
}
"""
BAD = {"fault": 69, "abort": 7, "exit": 3, "deadlock": 71}


def _workload(onchip, *jobs):
    lines = []
    for job in jobs:
        lines += ["[[job]]", *(f"{key} = {json.dumps(value)}" for key, value in job.items())]
    onchip.write("jobs.toml", "\n".join(lines))


def _ends(how, ranks, **more):
    return {"name": how, "program": ENDS, "arguments": [how], "tasks": ranks} | more


def _sum(ranks):
    """The output of ends.c if all goes well: the sum of round × (rank + 1) over 5 rounds."""
    return f"{ranks} ranks, sum {15 * ranks * (ranks + 1) // 2}\n"


@pytest.mark.parametrize("chip, policy", [("mesh4x4", "cancel"), ("quad2x2", "sequencer")])
def test_a_job_that_ends_badly_leaves_the_others_alone(onchip, chip, policy):
    names = ["well", *BAD, "well"]
    sizes = (9, 2, 3, 2, 4, 12)
    jobs = [_ends(*job, time=1000) for job in zip(names, sizes, strict=True)]
    _workload(onchip, *jobs[:-1], jobs[-1] | {"name": "well, too"})
    words = ("jobs.toml", "--chip", chip, "--policy", policy, "--json")
    result = onchip("jobs", "run", *words, code=69).json
    assert result["kind"] == "exit" and result["cores"] == 12
    for name, ranks, job in zip(names, sizes, result["per_job"], strict=True):
        assert sum(share["cores"] for share in job["shares"]) == ranks
        assert job["exit_code"] == BAD.get(name, 0)
        if name == "well":
            assert (job["stdout"], job["message"]) == (_sum(ranks), "")
        elif name != "exit":
            assert job["message"].startswith("job ") and "ends.c:" in job["message"]


def test_processes_with_threads(onchip):
    onchip.write("hybrid.c", HYBRID)
    job = {"name": "hybrid", "program": "hybrid.c", "tasks": 8, "threads": 4}
    _workload(onchip, job, _ends("well", 2))
    done = onchip("jobs", "run", "jobs.toml", "--chip", "quad2x2")
    assert done.out.splitlines()[:2] == ["hybrid: 2 ranks, sum 20", "well: " + _sum(2).strip()]


def test_a_linked_program_and_its_source_are_the_same_job(onchip):
    onchip("cc", "-O2", ENDS, "-o", "ends")
    _workload(onchip, _ends("well", 3), _ends("well", 3) | {"name": "linked", "program": "ends"})
    result = onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", "--json").json
    assert [job["stdout"] for job in result["per_job"]] == [_sum(3)] * 2


def test_a_program_that_does_not_fit(onchip):
    onchip.write("large.c", "char room[4 << 20]; int main(int n, char **v) { return room[n]; }")
    _workload(onchip, {"program": "large.c", "tasks": 2}, _ends("well", 3))
    done = onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", code=68)
    assert "large.c does not fit" in done.err and "well: " + _sum(3) in done.out


FULL = """
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    for (char *room; (room = malloc(10000));)
        *room = 1;
    abort();
}
"""
DEEP = """
int deep(int n, volatile char *above) {
    volatile char room[4096];
    room[0] = *above;
    return n ? deep(n - 1, room) + room[0] : 0;
}
int main(void) { volatile char none = 0; return deep(1000, &none); }
"""


def test_advice_names_options_of_the_command(onchip):
    """Messages about a heap, a stack or a program that is too large name options of `onchip
    jobs`.
    """
    onchip.write("full.c", FULL)
    onchip.write("deep.c", DEEP)
    onchip.write("large.c", "char room[4 << 20]; int main(int n, char **v) { return room[n]; }")
    names = ("full", "deep", "large")
    _workload(onchip, *({"name": n, "program": f"{n}.c", "tasks": 2} for n in names))
    done = onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", code=134)
    for said in (
        "full: the heap of process",
        "a heap in DRAM (`onchip cc --heap dram`)",
        " sets a larger one",
        "another stack: --stack KB",
    ):
        assert said in done.err
    check_advice(done.err)


def test_another_stack(onchip):
    onchip.write("deep.c", DEEP.replace("deep(1000,", "deep(60,"))
    _workload(onchip, {"name": "deep", "program": "deep.c", "tasks": 2})
    onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", code=75)
    onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", "--stack", 512)


@pytest.mark.parametrize("policy, dead", [("cancel", 1), ("sequencer", 2), ("auto", 0)])
def test_a_micro_kernel_dies(onchip, policy, dead):
    """There are four domains of three cores. The death precedes the jobs `late` and `too wide`."""
    jobs = [
        _ends("well", 9, name="wide", home=0),
        _ends("well", 3, name="own", home=dead),
        _ends("well", 5, name="late", home=3, time=300_000),
        _ends("well", 12, name="too wide", home=3, time=300_000),
    ]
    _workload(onchip, *jobs)
    death = f"\n[[failure]]\nmicro_kernel = {dead}\nat = 150_000\n"
    (onchip.folder / "jobs.toml").open("a").write(death)
    words = ("jobs.toml", "--chip", "mesh4x4", "--policy", policy)
    result = onchip("jobs", "run", *words, "--json").json
    assert result["kind"] == "exit"
    for job in result["per_job"]:
        cores = {share["domain"] for share in job["shares"]}
        if job["name"] == "too wide":
            assert job["message"] == "lost: it needs 12 cores, and 9 are left"
        elif dead in cores:
            assert job["message"] == f"lost: it had cores of micro-kernel {dead}, which has died"
        else:
            assert (job["lost"], job["stdout"], job["exit_code"]) == (False, _sum(job["cores"]), 0)
            continue
        assert job["lost"] and job["exit_code"] is None and job["stdout"] == ""
    by_name = {job["name"]: job for job in result["per_job"]}
    assert by_name["too wide"]["lost"] and not by_name["late"]["lost"]
    assert any(job["lost"] for job in result["per_job"][:2])
    assert "lost" in onchip("jobs", "run", *words).out


TALK = """
#include <mpi.h>
int main(int argc, char **argv) {
    static char bytes[4096];
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int other = ranks - 1 - rank; /* far away in row order */
    for (int round = 0; round < 4; round++)
        MPI_Sendrecv_replace(bytes, 4096, MPI_CHAR, other, 0, other, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("settings", [(), ("--set", "network.topology=torus")])
def test_tasks_go_where_their_traffic_is_short(onchip, settings):
    onchip.write("talk.c", TALK)
    onchip("run", "-n", 8, "--traffic", "talk.traffic", "talk.c")
    plain = {"name": "plain", "program": "talk.c", "tasks": 8, "home": 0}
    _workload(onchip, plain | {"name": "mapped", "traffic": "talk.traffic"}, plain)
    chip = ("--set", "mesh.columns=6", "--chip", "mesh4x4", *settings)
    result = onchip("jobs", "run", "jobs.toml", *chip, "--domain", "2x2", "--json").json
    mapped, other = result["per_job"]
    assert mapped["exit_code"] == other["exit_code"] == 0
    assert other["bytes_hops"] is None
    # Eight cores in pairs: each can be next to its partner, or two links away behind a
    # micro-kernel.
    table = mapping.read_traffic(str(onchip.folder / "talk.traffic"), 8)
    assert table.sum() <= mapped["bytes_hops"] < 0.6 * mapped["bytes_hops_in_rows"]
    done = onchip("jobs", "run", "jobs.toml", *chip, "--domain", "2x2")
    assert f"mapped: {mapped['bytes_hops']:,} bytes × hops by its traffic, -" in done.out


def test_wrong_traffic(onchip):
    onchip.write("talk.c", TALK)
    onchip.write("small", "1 2\n3 4\n")
    job = {"program": "talk.c", "tasks": 4, "traffic": "small"}
    for more, message in [
        ({}, "small:1: 2 numbers, and there are 4 ranks"),
        ({"traffic": "none"}, "none cannot be read"),
        ({"threads": 2}, "jobs.toml:1: 'traffic' is for processes with one core"),
    ]:
        _workload(onchip, job | more)
        assert message in onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", code=2).err


def test_domains_without_cores_for_programs(onchip):
    _workload(onchip, _ends("well", 2))
    for words in (("--chip", "mesh3x3"), ("--chip", "mesh4x4", "--domain", "1x1")):
        done = onchip("jobs", "run", "jobs.toml", *words, code=2)
        assert "has no core beside its micro-kernel" in done.err
    assert not list(onchip.folder.glob("*onchip-*"))


def test_what_a_killed_command_has_left_goes_with_the_next(onchip):
    onchip.write("endless.c", "int main(void) { for (volatile int i = 0;;) i++; }")
    job = {"program": "endless.c", "tasks": 2}
    _workload(onchip, job)
    words = ("jobs", "run", "jobs.toml", "--chip", "mesh4x4")
    process = onchip.start(*words)
    until = time.monotonic() + 60
    try:
        while not list(onchip.folder.glob("*onchip-*/workload")):
            assert time.monotonic() < until
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    assert list(onchip.folder.glob("*onchip-*"))
    _workload(onchip, _ends("well", 2))
    onchip(*words)
    assert not list(onchip.folder.glob("*onchip-*"))
