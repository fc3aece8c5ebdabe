"""`onchip jobs`: workloads and traces, what it reports, and what it refuses."""

import itertools
import json
import math
import random
import re
import statistics

import pytest

from conftest import ROOT
from onchip.jobs import allocation, gantt, lublin
from onchip.jobs.domains import Domain, Domains

SWF = "{} {} -1 {} {} -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1"


def _toml(jobs):
    lines = []
    for job in jobs:
        lines += ["[[job]]", *(f"{key} = {json.dumps(value)}" for key, value in job.items())]
    return "\n".join(lines)


def _random_jobs(seed, count, cores):
    chance = random.Random(seed)
    return [
        {
            "tasks": min(cores, chance.choice((1, 2, 5, cores // 2, cores))),
            "duration": chance.randrange(1, 60_000),
            "time": chance.randrange(200_000),
        }
        for _ in range(count)
    ]


@pytest.mark.parametrize("policy", allocation.POLICIES)
@pytest.mark.parametrize("domain, cores", [("1x1", 16), ("2x2", 12)])
def test_every_job_has_its_cores_for_its_time(onchip, policy, domain, cores):
    jobs = _random_jobs(7, 12, cores)
    onchip.write("jobs.toml", _toml(jobs))
    words = ("jobs.toml", "--chip", "mesh4x4", "--domain", domain, "--policy", policy)
    result = onchip("jobs", "run", *words, "--json").json
    assert result["kind"] == "exit" and result["cores"] == cores
    ends, busy = [], []
    for job, ours in zip(sorted(jobs, key=lambda job: job["time"]), result["per_job"], strict=True):
        assert sum(share["cores"] for share in ours["shares"]) == job["tasks"] == ours["cores"]
        assert all(share["started"] >= job["time"] for share in ours["shares"])
        assert all(s["ended"] - s["started"] >= job["duration"] for s in ours["shares"])
        assert ours["wait"] == max(s["started"] for s in ours["shares"]) - job["time"]
        ends.append(max(share["ended"] for share in ours["shares"]))
        busy += [(share["domain"], share) for share in ours["shares"]]
    for _, shares in itertools.groupby(sorted(busy, key=lambda one: one[0]), lambda one: one[0]):
        changes = []
        for _, share in shares:
            changes += [(share["ended"], 0, -share["cores"]), (share["started"], 1, share["cores"])]
        used = list(itertools.accumulate(change for _, _, change in sorted(changes)))
        assert max(used) <= cores // result["domains"]
    makespan = max(ends) - min(job["time"] for job in jobs)
    assert result["makespan"] == makespan
    work = sum(s["cores"] * (s["ended"] - s["started"]) for _, s in busy)
    assert math.isclose(result["utilisation"], work / (cores * makespan))
    slow = [job["slowdown"] for job in result["per_job"]]
    assert math.isclose(
        result["fairness"], statistics.mean(slow) ** 2 / statistics.mean(x * x for x in slow)
    )


def test_keys_of_the_object_are_documented(onchip):
    onchip.write("jobs.toml", _toml([{"tasks": 1, "duration": 5}]))
    result = onchip("jobs", "run", "jobs.toml", "--chip", "mesh2x2", "--json").json
    sections = (ROOT / "docs" / "jobs.md").read_text().split("\n## ")
    page = next(section for section in sections if section.startswith("JSON"))
    first, second = page.split("|key||")[1:3]
    for text, keys in ((first, result), (second, result["per_job"][0])):
        documented = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| ?(.*?) ?\|", text, re.M)))
        assert sorted(documented) == sorted(keys)


DEATH = """
[[failure]]
micro_kernel = {0}
at = {1}
[[failure]]
link = [3, 4]
at = 10_000
"""


@pytest.mark.parametrize("policy, dead", [("cancel", 5), ("sequencer", 4), ("auto", 0)])
def test_a_micro_kernel_dies(onchip, policy, dead):
    """Of 3×3, of which 4 is the sequencer; all jobs need eight domains, one after the other."""
    jobs = [{"tasks": 8, "duration": 40_000, "home": home} for home in (0, 2, 5, 8)]
    onchip.write("jobs.toml", _toml(jobs) + DEATH.format(dead, 20_000))
    words = ("--chip", "mesh3x3", "--policy", policy, "--json")
    result = onchip("jobs", "run", "jobs.toml", *words).json
    for job in result["per_job"]:
        # A spawn that finds a domain dead starts in the others only, and ends when they hear of it.
        cut = any(share["is_lost"] for share in job["shares"]) or 0 < len(job["shares"]) < 8
        assert job["lost"] == (cut or (job["home"] == dead and not job["shares"]))
        if not job["lost"]:
            assert sum(share["cores"] for share in job["shares"]) == 8
    assert result["lost"] == sum(job["lost"] for job in result["per_job"]) <= 2
    assert result["sent"]["dead"] == 8 * 7


def test_small_jobs_go_first(onchip):
    wide = {"tasks": 16, "duration": 10_000, "home": 1, "time": 1000}
    jobs = [{"tasks": 8, "duration": 900_000, "home": 0}, wide]
    jobs.append({"tasks": 4, "duration": 100_000, "home": 2, "time": 2000})
    onchip.write("jobs.toml", _toml(jobs))
    words = ("--chip", "mesh4x4", "--policy", "sequencer", "--json")
    without, with_it = (
        onchip("jobs", "run", "jobs.toml", *words, *more).json for more in ((), ("--backfill",))
    )
    assert (without["backfilled"], with_it["backfilled"]) == (0, 1)
    assert with_it["per_job"][2]["ended"] < 900_000 < without["per_job"][2]["ended"]
    assert with_it["per_job"][1]["wait"] <= 1.01 * without["per_job"][1]["wait"]


@pytest.mark.parametrize("propagation", allocation.PROPAGATIONS)
def test_messages_of_a_job_that_needs_everything(onchip, propagation):
    onchip.write("jobs.toml", _toml([{"tasks": 9, "duration": 100, "home": 4}]))
    words = ("--chip", "mesh3x3", "--propagation", propagation, "--json")
    result = onchip("jobs", "run", "jobs.toml", *words).json
    sent = result["sent"]
    placed = sum(sent[kind] for kind in ("request", "response", "spawn", "cancel", "submit"))
    assert result["per_job"][0]["messages"] == placed
    assert sent["response"] == 8


def test_priority_comes_before_time(onchip):
    first = {"name": "first", "tasks": 9, "duration": 400_000, "time": 0, "home": 0}
    low = {"name": "low", "tasks": 9, "duration": 1000, "time": 100_000, "home": 1}
    high = {"name": "high", "tasks": 9, "duration": 1000, "time": 150_000, "home": 2, "priority": 1}
    onchip.write("jobs.toml", _toml([first, low, high]))
    result = onchip("jobs", "run", "jobs.toml", "--chip", "mesh3x3", "--json").json
    ended = {job["name"]: job["ended"] for job in result["per_job"]}
    assert ended["first"] < ended["high"] < ended["low"]


def test_a_trace_and_its_picture(onchip):
    trace = "; a comment\n" + "\n".join(
        [SWF.format(1, 0, 20, 4), SWF.format(2, 1, 10, 16), SWF.format(3, 2, -1, 3)]
    )
    onchip.write("trace.swf", trace)
    words = ("--chip", "mesh4x4", "--second", 5000, "--gantt", "chart.svg")
    done = onchip("jobs", "run", "trace.swf", *words)
    rows = [line.split()[:4] for line in done.out.splitlines()[1:3]]
    # The third one has no run time: it was cancelled.
    assert rows == [["job", "1", "4", "4"], ["job", "2", "16", "16"]]
    assert (onchip.folder / "chart.svg").read_text().count("job 1") >= 1


JOB = "[[job]]\ntasks = 1\nduration = 5\n"


@pytest.mark.parametrize(
    "name, text, code, message",
    [
        ("a.toml", "[[job]]\ntasks = 17\nduration = 5", 67, "a.toml:1: job 1 needs 17 cores"),
        ("a.toml", "[[job]]\ntasks = 1\nduration = 5\n\n[[job]]\ntask = 2", 2, "a.toml:6: a job"),
        ("a.toml", "[[job]]\ntasks = 0\nduration = 5", 2, "a.toml:2: tasks = 0; right: a number"),
        ("a.toml", "[[job]]\ntasks = 1", 2, "a.toml:1: this job has no 'duration'"),
        ("a.toml", "\n[[jobs]]\ntasks = 1", 2, "a.toml:2: no key 'jobs' here; right: [[job]]"),
        ("a.toml", "[[job]\n", 2, "a.toml: "),
        ("a.toml", "", 2, "no jobs"),
        ("a.toml", "[[job]]\ntasks = 2\nduration = 5\nhome = 16", 2, "micro-kernels are 0 to 15"),
        ("a.toml", "[[job]]\ntasks = 2\nduration = 5\nprogram = 'a.c'", 2, "has both 'duration'"),
        ("a.toml", "[[job]]\ntasks = 2\nduration = 5\nthreads = 2", 2, "jobs with a 'program'"),
        ("a.toml", "[[job]]\ntasks = 3\nprogram = 'a.c'\nthreads = 2", 2, "not divisible by 2"),
        ("a.toml", "[[job]]\ntasks = 1\nprogram = 'a.c'\n[[job]]\ntasks = 1\nduration = 5", 2,
         "a.toml:4: job 1 has a program; right: programs for all jobs"),
        ("a.toml", "\n[[job]]\ntasks = 1\nprogram = 'none.c'", 65, "a.toml:2: none.c does not"),
        ("a.toml", JOB + "[[failure]]\nat = 5", 2, "a.toml:4: right: at = a cycle, and micro_k"),
        ("a.toml", JOB + "[[failure]]\nat = 5\nkernel = 1", 2, "a.toml:6: a failure has no key"),
        ("a.toml", JOB + "[[failure]]\nat = 5\nmicro_kernel = 16", 2, "micro-kernels are 0 to 15"),
        ("a.toml", JOB + "[[failure]]\nat = 5\nlink = [0, 5]", 2, "those of 0: 1, 4"),
        ("t.swf", "; x\n1 2 3", 2, "t.swf:2: 3 fields; right: 18"),
        ("t.swf", SWF.format(1, "soon", 5, 1), 2, "t.swf:1: 'soon' is not a number"),
        ("t.swf", SWF.format(1, -1, 5, 1), 2, "t.swf:1: no time of submission"),
        ("t.swf", SWF.format(1, 0, 5, 99), 67, "t.swf:1: job 1 needs 99 cores, and there are 16"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(onchip, name, text, code, message):
    onchip.write(name, text)
    assert message in onchip("jobs", "run", name, "--chip", "mesh4x4", code=code).err


def test_wrong_options(onchip):
    onchip.write("a.toml", "[[job]]\ntasks = 1\nduration = 5")
    for words, message in [
        (("--domain", "3"), "expected two numbers"),
        (("--domain", "9x1"), "mesh4x4 has 4x4 tiles"),
        (("--domain", "2x2", "--centre", "2,0"), "expected at most 1,1"),
        (("--gantt", "x.bmp"), "name of a picture must end in"),
        (("--backfill",), "right: with --policy sequencer"),
    ]:
        done = onchip("jobs", "run", "a.toml", "--chip", "mesh4x4", *words, code=2)
        assert message in done.err
    assert "cannot be read" in onchip("jobs", "run", "b.toml", code=2).err


def test_bars_of_a_chart_do_not_cover_each_other():
    domains = Domains([Domain(0, 0, (1, 2, 3)), Domain(4, 4, (5, 6, 7))], 2, 8)
    shares = [[(0, 2, 0, 10), (1, 1, 0, 12)], [(0, 1, 3, 20)], [(0, 2, 10, 30)], [(1, 2, 5, 9)]]
    placements = [allocation.Placement(0, [allocation.Share(*s) for s in job]) for job in shares]
    cells = set()
    for _, row, started, ended, length in gantt.bars(domains, placements):
        for cell in itertools.product(range(row, row + length), range(started, ended)):
            assert cell not in cells
            cells.add(cell)
    assert len(cells) == sum(s[1] * (s[3] - s[2]) for job in shares for s in job)


# What Lublin and Feitelson publish: shares of sizes, and means of the distributions.
JOBS, NODES = 20_000, 128


@pytest.fixture(scope="module")
def lines():
    return lublin.generate(JOBS, NODES, 3)


def _is_close(measured, expected, deviation, count):
    """Within five standard errors."""
    assert abs(measured - expected) < 5 * deviation / math.sqrt(count)


def test_sizes_are_those_of_the_model(lines):
    sizes = [line.nodes for line in lines]
    assert max(sizes) == NODES and min(sizes) == 1
    _is_close(sizes.count(1) / JOBS, 0.244, 0.43, JOBS)
    # A uniform logarithm between 0.8 and 4.5 (86 %), or 4.5 and 7; 1.5 is where 2 and 4 meet.
    at_most_2 = 0.244 + 0.576 * 0.86 * (1.5 - 0.8) / (4.5 - 0.8)
    others = 0.18 * 0.86 * (math.log2(2.5) - 0.8) / (4.5 - 0.8)
    _is_close(sum(size <= 2 for size in sizes) / JOBS, at_most_2 + others, 0.5, JOBS)


def test_run_times_are_those_of_the_model(lines):
    serial = [math.log(line.run) for line in lines if line.nodes == 1]
    share = 0.78 - 0.0054
    mean = share * 4.2 * 0.94 + (1 - share) * 312 * 0.03
    # Whole seconds cut off 0.02 of the mean logarithm at these sizes.
    assert abs(statistics.mean(serial) - mean) < 0.15
    wide = [math.log(line.run) for line in lines if line.nodes >= 64]
    assert statistics.mean(wide) > statistics.mean(serial)


def test_times_of_submission_are_those_of_the_model(lines):
    # The mean of exp(gamma), cut off at 13, by the midpoint rule.
    shape, scale, step = 10.2303 * 1.0225, 0.4871, 0.001
    xs = [(i + 0.5) * step for i in range(round(13 / step))]
    density = [math.exp((shape - 1) * math.log(x) - x / scale) for x in xs]
    mean = sum(map(lambda x, d: math.exp(x) * d, xs, density)) / sum(density)
    square = sum(map(lambda x, d: math.exp(2 * x) * d, xs, density)) / sum(density)
    # A day's weights sum up to a day; not whole days are left over at the end.
    last = lines[-1].submit
    assert abs(last / JOBS - mean) < 5 * math.sqrt(square / JOBS) + 86400 / JOBS
    assert all(one.submit <= other.submit for one, other in itertools.pairwise(lines))
    weights = lublin.slot_weights()
    assert math.isclose(sum(weights), 48)
    night = sum(line.submit % 86400 < 5 * 3600 for line in lines) / JOBS
    assert abs(night - sum(weights[:10]) / 48) < 0.02


def test_the_same_seed_gives_the_same_trace(onchip):
    traces = [onchip("jobs", "generate", "--seed", seed, "--jobs", 5).out for seed in (1, 1, 2)]
    assert traces[0] == traces[1] != traces[2]
    rows = [line for line in traces[0].splitlines() if not line.startswith(";")]
    assert len(rows) == 5 and all(len(row.split()) == 18 for row in rows)
