"""`onchip jobs run` with programs: each on its own cores, and the end of one is its own."""

import json

import pytest

from conftest import ROOT

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
    """What ends.c prints if all goes well: over 5 rounds, the sum of round × (rank + 1)."""
    return f"{ranks} ranks, sum {15 * ranks * (ranks + 1) // 2}\n"


@pytest.mark.parametrize("chip, policy", [("mesh4x4", "cancel"), ("quad2x2", "sequencer")])
def test_a_job_that_ends_badly_leaves_the_others_alone(onchip, chip, policy):
    names = ["well", *BAD, "well"]
    sizes = (9, 2, 3, 2, 4, 12)
    _workload(onchip, *(_ends(*job, time=1000) for job in zip(names, sizes, strict=True)))
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


def test_a_program_that_does_not_fit(onchip):
    onchip.write("large.c", "char room[4 << 20]; int main(int n, char **v) { return room[n]; }")
    _workload(onchip, {"program": "large.c", "tasks": 2}, _ends("well", 3))
    done = onchip("jobs", "run", "jobs.toml", "--chip", "mesh4x4", code=68)
    assert "large.c does not fit" in done.err and "well: " + _sum(3) in done.out


def test_domains_without_cores_for_programs(onchip):
    _workload(onchip, _ends("well", 2))
    for words in (("--chip", "mesh3x3"), ("--chip", "mesh4x4", "--domain", "1x1")):
        done = onchip("jobs", "run", "jobs.toml", *words, code=2)
        assert "has no core beside its micro-kernel" in done.err
    assert not list(onchip.folder.glob(".onchip-*"))
