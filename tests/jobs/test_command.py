"""`onchip jobs`: workloads and traces, reports, and refusals."""

import itertools
import json
import math
import random
import re
import statistics

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.commands import jobs as commands
from onchip.jobs import allocation, gantt, lublin, workload
from onchip.jobs.domains import Domain, Domains


def check_advice(text):
    """Checks the options that a message of `onchip jobs run` names: each is an option of this
    command, unless the message names another command before it.
    """
    own = {name for option in commands.run.params for name in option.opts}
    named = re.findall(r"(onchip \w+ )?(--[a-z][a-z-]*)", text)
    assert named
    assert {option for command, option in named if not command} <= own


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
    """The chip has 3×3 domains, and domain 4 is the sequencer's. Every job needs eight domains, so
    the jobs run one after the other.
    """
    jobs = [{"tasks": 8, "duration": 40_000, "home": home} for home in (0, 2, 5, 8)]
    onchip.write("jobs.toml", _toml(jobs) + DEATH.format(dead, 20_000))
    words = ("--chip", "mesh3x3", "--policy", policy, "--json")
    result = onchip("jobs", "run", "jobs.toml", *words).json
    for job in result["per_job"]:
        # If one of a job's domains is dead when the job is spawned, the job starts in its other
        # domains, and ends there when these hear of the death.
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


def _wide_jobs(onchip, count, tasks):
    jobs = [
        {"tasks": tasks, "duration": 1000 + 397 * i % 50_000, "time": 997 * i % 100_000}
        for i in range(count)
    ]
    onchip.write("wide.toml", _toml(jobs))
    return ("jobs", "run", "wide.toml")


def test_a_waiting_job_takes_no_memory_for_each_of_its_cores(onchip):
    """Four bytes for each of 500 cores would exceed the sequencer's memory with 80 jobs."""
    words = ("--chip", "mesh32x32", "--domain", "8x8", "--policy", "sequencer", "--json")
    jobs = onchip(*_wide_jobs(onchip, 80, 500), *words).json["per_job"]
    assert all(sum(share["cores"] for share in job["shares"]) == 500 for job in jobs)


def test_a_micro_kernel_that_has_no_memory_left(onchip):
    """Active cancellation needs memory for messages between each pair of micro-kernels. Here the
    second level of cache takes much of a tile's memory.
    """
    keys = ("tile.memory_kb=256", "data_cache.size_kb=1", "second_level.size_kb=112")
    words = ("--chip", "mesh8x8", *(word for key in keys for word in ("--set", key)))
    words += ("--set", "second_level.ways=7")
    done = onchip(*_wide_jobs(onchip, 60, 60), *words, code=Exit.MEMORY)
    assert re.search(r"micro-kernel \d+ of 64 has no memory left for jobs that wait and", done.err)
    assert "--set tile.memory_kb=512, larger domains (--domain)" in done.err
    check_advice(done.err)


@pytest.mark.parametrize("kernels, is_said", [(1024, True), (256, False)])
def test_many_messages_are_announced(capsys, kernels, is_said):
    """Each job causes three messages to each other micro-kernel."""
    commands._announce(70, kernels, (1, 1))
    said = "70 jobs may take 214,830 messages or more"
    err = capsys.readouterr().err
    assert (said in err and "--domain 2x2 a quarter" in err) == is_said


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
    # The third job has no run time because it was cancelled.
    assert rows == [["job", "1", "4", "4"], ["job", "2", "16", "16"]]
    assert (onchip.folder / "chart.svg").read_text().count("job 1") >= 1


# The placeholders are: number, submit time, run time, processors, status, preceding job, think
# time.
FEEDBACK = "{} {} -1 {} {} -1 -1 -1 -1 -1 {} -1 -1 -1 -1 -1 {} {}"


@pytest.mark.parametrize("policy", allocation.POLICIES)
@pytest.mark.parametrize("domain", ["1x1", "2x2"])
def test_jobs_that_wait_for_the_end_of_others(onchip, policy, domain):
    """Fields 17 and 18 name another job and a think time. The job is due this time after the end of
    the other job, but not before the time in field 2. If the other job did not run, the job that
    precedes it counts instead, and the two think times are added. Two messages carry the news of
    the end.
    """
    second, latency = 1000, 10_000
    lines = [
        (1, 0, 50, 8, 1, -1, -1),
        (2, 0, 30, 4, 1, 1, 20),
        (3, 0, -1, 4, 5, 2, 10),  # a job that was cancelled before it ran
        (4, 0, 10, 1, 0, 3, 30),
        (5, 900, 10, 2, 1, 1, 0),  # the submission is later than the end of job 1
        (6, 10, 10, 3, 1, 1, 0),
        (7, 0, 10, 3, 1, 6, -1),
    ]
    onchip.write("t.swf", "\n".join(FEEDBACK.format(*line) for line in lines))
    words = ("t.swf", "--chip", "mesh4x4", "--policy", policy, "--domain", domain)
    done = onchip("jobs", "run", *words, "--json")
    assert "left out, as they have not run: 1 job" in done.err
    jobs = {job["name"]: job for job in done.json["per_job"]}
    for number, submit, _, _, _, preceding, think in lines:
        if number == 3:
            continue
        job = jobs[f"job {number}"]
        if preceding == 3:
            preceding, think = 2, 40
        ended = jobs[f"job {preceding}"]["ended"] if preceding > 0 else 0
        due = max(submit * second, ended + max(think, 0) * second)
        assert due <= job["submitted"] <= due + (latency if think <= 0 else 0)
        assert all(share["started"] >= job["submitted"] for share in job["shares"])
        assert job["wait"] == max(s["started"] for s in job["shares"]) - job["submitted"]


def test_most_takes_the_jobs_that_can_begin_first(onchip):
    """--most takes the jobs that can begin first. Job 2 waits for the end of job 1, and so comes
    after job 3, although it was submitted first.
    """
    lines = [(1, 90, 10, 1, 1, -1, -1), (2, 0, 10, 1, 1, 1, 5), (3, 95, 10, 1, 1, -1, -1)]
    onchip.write("t.swf", "\n".join(FEEDBACK.format(*line) for line in lines))
    words = ("jobs", "run", "t.swf", "--chip", "mesh2x2")
    done = onchip(*words, "--most", 2, "--json").json
    assert [job["name"] for job in done["per_job"]] == ["job 1", "job 3"]
    done = onchip(*words, "--heartbeat", 50_000, code=2)
    assert "t.swf:2: job 2 waits for the end of job 1; right: without --heartbeat" in done.err


def test_parts_of_jobs_and_those_that_were_cancelled(onchip):
    """Status 2, 3 or 4 marks a part of a job that has a line of its own. Status 5 marks a cancelled
    job, which may have run or not.
    """
    lines = [
        (1, 0, 30, 2, 1, -1, -1), (1, 0, 10, 2, 2, -1, -1), (1, -1, 20, 2, 3, -1, -1),
        (2, 0, 0, 4, 5, -1, -1), (3, 0, 7, 4, 5, -1, -1), (4, 0, 0, 1, 1, -1, -1),
    ]  # fmt: skip
    onchip.write("t.swf", "\n".join(FEEDBACK.format(*line) for line in lines))
    done = onchip("jobs", "run", "t.swf", "--chip", "mesh4x4", "--json").json
    ran = {job["name"]: job["shares"][0] for job in done["per_job"]}
    assert list(ran) == ["job 1", "job 3", "job 4"]
    assert ran["job 3"]["ended"] - ran["job 3"]["started"] >= 7000
    assert ran["job 1"]["ended"] - ran["job 1"]["started"] >= 30_000


JOB = "[[job]]\ntasks = 1\nduration = 5\n"


@pytest.mark.parametrize(
    "name, text, code, message",
    [
        ("a.toml", "[[job]]\ntasks = 17\nduration = 5", 67, "a.toml:1: job 1 needs 17 cores"),
        ("a.toml", "[[job]]\ntasks = 1\nduration = 5\n\n[[job]]\ntask = 2", 2, "a.toml:6: a job"),
        ("a.toml", "[[job]]\ntasks = 0\nduration = 5", 2, "a.toml:2: tasks = 0; right: a number"),
        ("a.toml", "[[job]]\ntasks = 1", 2, "a.toml:1: this job has no 'duration'"),
        ("a.toml", "\n\n\n[[job]]\nduration = 5", 2, "a.toml:4: this job has no 'tasks'"),
        ("a.toml", "\n[[jobs]]\ntasks = 1", 2, "a.toml:2: no key 'jobs' here; right: [[job]]"),
        ("a.toml", "[[job]\n", 2, "a.toml: "),
        ("a.toml", "", 2, "no jobs"),
        ("a.toml", "[[job]]\ntasks = 2\nduration = 5\nhome = 16", 2, "micro-kernels are 0 to 15"),
        ("a.toml", "[[job]]\ntasks = 2\nduration = 5\nprogram = 'a.c'", 2, "has both 'duration'"),
        ("a.toml", "[[job]]\ntasks = 2\nduration = 5\nthreads = 2", 2, "jobs with a 'program'"),
        ("a.toml", "[[job]]\ntasks = 3\nprogram = 'a.c'\nthreads = 2", 2, "not divisible by 2"),
        ("a.toml", "[[job]]\ntasks = 2\nprogram = 'a.c'\nthreads = 2\ntraffic = 't'", 2,
         "'traffic' is for processes with one core"),
        ("a.toml", "[[job]]\ntasks = 1\nprogram = 'a.c'\n[[job]]\ntasks = 1\nduration = 5", 2,
         "a.toml:4: job 1 has a program; right: programs for all jobs"),
        ("a.toml", "\n[[job]]\ntasks = 1\nprogram = 'none.c'", 65, "a.toml:2: none.c does not"),
        ("a.toml", JOB + "[[failure]]\nat = 5", 2, "a.toml:4: right: at = a cycle, and micro_k"),
        ("a.toml", JOB + "[[failure]]\nat = 5\nkernel = 1", 2, "a.toml:6: a failure has no key"),
        ("a.toml", JOB + "[[failure]]\nat = 5\nmicro_kernel = 16", 2, "micro-kernels are 0 to 15"),
        ("a.toml", JOB + "[[failure]]\nat = 5\nlink = [0, 5]", 2, "those of 0: 1, 4"),
        ("a.toml", "[[job]]\ntasks = " + "1" * 5000, 2, "a.toml: "),
        ("a.toml", JOB + f"priority = {2**32}", 2, "right: a number from 0 to 4294967295"),
        ("t.swf", SWF.format(1, 1e14, 5, 1), 0, ""),
        ("t.swf", SWF.format(1, 1e16, 5, 1), 2, "t.swf:1: a number is too large"),
        ("t.swf", "; x\n1 2 3", 2, "t.swf:2: 3 fields; right: 18"),
        ("t.swf", SWF.format(1, "soon", 5, 1), 2, "t.swf:1: 'soon' is not a number"),
        ("t.swf", SWF.format(1, -1, 5, 1), 2, "t.swf:1: no time of submission"),
        ("t.swf", SWF.format(1, 0, 5, 1.5), 2, "t.swf:1: 1.5 (field 5); right: a whole number"),
        ("t.swf", SWF.format(1, 0, 5, 1) + "\n;\n" + SWF.format("01", 9, 5, 1), 2,
         "t.swf:3: t.swf:1 has a job 1, too; right: each number once"),
        ("t.swf", FEEDBACK.format(1, 0, 5, 1, 1, 2, 0) + "\n" + SWF.format(2, 0, 5, 1), 2,
         "t.swf:1: no job 2 (field 17) stands above job 1"),
        ("a.toml", JOB + "name = 'x'\n" + JOB + "name = 'x'", 2,
         "a.toml:5: a.toml:1 has the name 'x', too; right: a name for each job"),
        ("a.toml", JOB + JOB + "name = 'job 1'", 2, "a.toml:4: a.toml:1 has the name 'job 1'"),
        ("t.swf", SWF.format(1, 0, 5, 99), 67, "t.swf:1: job 1 needs 99 cores, and there are 16"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(onchip, name, text, code, message):
    onchip.write(name, text)
    assert message in onchip("jobs", "run", name, "--chip", "mesh4x4", code=code).err


def test_many_heartbeats_are_announced(onchip):
    onchip.write("a.toml", f"{JOB}[[job]]\ntasks = 1\nduration = {2**31}\n")
    words = ("--chip", "mesh4x4", "--heartbeat", "10000", "--timeout", "3")
    done = onchip("jobs", "run", "a.toml", *words, code=74)
    assert f"{2**31 // 10000 * 16:,} heartbeats in {2**31:,} cycles" in done.err
    # Cycles in which nothing happens are not simulated.
    onchip("jobs", "run", "a.toml", "--chip", "mesh4x4", "--timeout", "30")


def test_wrong_options(onchip):
    onchip.write("a.toml", "[[job]]\ntasks = 1\nduration = 5")
    for words, message in [
        (("--domain", "3"), "expected two numbers"),
        (("--domain", "9x1"), "mesh4x4 has 4x4 tiles"),
        (("--domain", "1x9"), "mesh4x4 has 4x4 tiles"),
        (("--domain", "2x2", "--centre", "2,0"), "expected at most 1,1"),
        (("--gantt", "x.bmp"), "name of a picture must end in"),
        (("--backfill",), "right: with --policy sequencer"),
        (("--second", "nan"), "nan is not in the range 0<x<=1000000000000"),
        (("--second", "1e400"), "inf is not in the range"),
        (("--timeout", "nan"), "nan is not in the range x>0"),
    ]:
        done = onchip("jobs", "run", "a.toml", "--chip", "mesh4x4", *words, code=2)
        assert message in done.err
    assert "cannot be read" in onchip("jobs", "run", "b.toml", code=2).err


def test_fields_of_a_trace_are_those_of_the_standard_workload_format(tmp_path):
    """In a line of a trace, allocated processors precede requested processors, and the run time
    precedes the requested time. A run may take 0 seconds. A job without processors or time was
    cancelled.
    """
    # The columns are: number, submission, allocated and requested processors, run time and
    # requested time.
    traced = [(1, 9, 4, 8, 20, 30), (2, 0, -1, 8, 0, 30), (3, 0, 2, -1, -1, 30)]
    traced += [(4, 0, 0, 0, 5, 5), (5, 0, -1, -1, 5, 5), (6, 0, 2, 2, -1, -1)]
    text = "".join(
        f"{number} {submitted} -1 {run} {given} -1 -1 {asked} {limit}" + " -1" * 9 + "\n"
        for number, submitted, given, asked, run, limit in traced
    )
    (tmp_path / "t.swf").write_text(text)
    jobs = workload.read(tmp_path / "t.swf", 10.0).jobs
    found = [(job.name, job.time, job.tasks, job.duration) for job in jobs]
    assert found == [("job 2", 0, 8, 1), ("job 3", 0, 2, 300), ("job 1", 90, 4, 200)]


@pytest.mark.parametrize("columns, rows", [(1, 1), (3, 2), (2, 4), (1, 3), (4, 1)])
def test_neighbours_are_those_of_a_grid(columns, rows):
    domains = Domains([Domain(0, 0, ())] * (columns * rows), columns, columns)
    for number in range(columns * rows):
        x, y = number % columns, number // columns
        beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        expected = tuple(
            b * columns + a if 0 <= a < columns and 0 <= b < rows else -1 for a, b in beside
        )
        assert domains.near(number) == expected
    assert domains.links == (columns - 1) * rows + columns * (rows - 1)


def test_bars_of_a_chart_do_not_cover_each_other():
    domains = Domains([Domain(0, 0, (1, 2, 3)), Domain(4, 4, (5, 6, 7))], 2, 8)
    shares = [[(0, 2, 0, 10), (1, 1, 0, 12)], [(0, 1, 3, 20)], [(0, 2, 10, 30)], [(1, 2, 5, 9)]]
    placements = [allocation.Placement(0, 0, [allocation.Share(*s) for s in job]) for job in shares]
    cells = set()
    for _, row, started, ended, length in gantt.bars(domains, placements):
        for cell in itertools.product(range(row, row + length), range(started, ended)):
            assert cell not in cells
            cells.add(cell)
    assert len(cells) == sum(s[1] * (s[3] - s[2]) for job in shares for s in job)


# These tests use the published values of Lublin and Feitelson: shares of sizes, and means of the
# distributions.
JOBS, NODES = 20_000, 128


@pytest.fixture(scope="module")
def lines():
    return lublin.generate(JOBS, NODES, 3)


def _is_close(measured, expected, deviation, count):
    """Whether a measured mean is within five standard errors."""
    assert abs(measured - expected) < 5 * deviation / math.sqrt(count)


def test_sizes_are_those_of_the_model(lines):
    sizes = [line.nodes for line in lines]
    assert max(sizes) == NODES and min(sizes) == 1
    _is_close(sizes.count(1) / JOBS, 0.244, 0.43, JOBS)
    # The logarithm is uniform between 0.8 and 4.5 with probability 86 %, otherwise between 4.5 and
    # 7. For a power of two, a logarithm below 1.5 gives a size up to 2, and one above 1.5 a size of
    # 4 or more. Other sizes are rounded.
    at_most_2 = 0.244 + 0.576 * 0.86 * (1.5 - 0.8) / (4.5 - 0.8)
    others = 0.18 * 0.86 * (math.log2(2.5) - 0.8) / (4.5 - 0.8)
    _is_close(sum(size <= 2 for size in sizes) / JOBS, at_most_2 + others, 0.5, JOBS)


class _Drawn:
    """A source of random numbers that returns given ones."""

    def __init__(self, kind, power):
        self.random = iter([kind, 0.0]).__next__
        self.uniform = lambda low, high: power


@pytest.mark.parametrize(
    "kind, power, nodes",
    [
        # For a power of two, the logarithm is rounded; for another size, the size itself.
        *((0.5, power, 2 ** round(power)) for power in (0.8, 1.49, 1.51, 2.49, 2.51, 4.4)),
        *((0.9, math.log2(size), round(size)) for size in (1.8, 2.4, 2.6, 5.4, 5.6, 22.51)),
    ],
)
def test_sizes_are_rounded_to_the_nearest(kind, power, nodes):
    assert lublin._size(_Drawn(kind, power), NODES) == nodes


def test_times_are_whole_seconds(monkeypatch):
    """A run time is truncated to whole seconds, but is at least one second. A submission is
    rounded.
    """
    monkeypatch.setattr(lublin._Arrivals, "next", iter([1.4, 2.6]).__next__)
    monkeypatch.setattr(lublin._Arrivals, "__init__", lambda self, chance: None)
    assert [line.submit for line in lublin.generate(2, NODES, 1)] == [1, 3]

    def run_time(seconds):
        chance = type(
            "", (), {"random": lambda: 0.0, "gammavariate": lambda *of: math.log(seconds)}
        )
        return lublin._run_time(chance, 1)

    assert [run_time(seconds) for seconds in (0.3, 1.2, 1.9, 77.01, 77.99)] == [1, 1, 1, 77, 77]


def test_powers_of_two_and_the_busiest_half_hour_are_those_of_the_model(lines):
    powers = sum(line.nodes > 1 and line.nodes & (line.nodes - 1) == 0 for line in lines) / JOBS
    assert 0.576 - 0.02 < powers < 0.576 + 0.18  # other sizes may be powers of two by chance
    # The mode of the gamma distribution of half hours, whose first half hour has number 1.
    weights = lublin.slot_weights()
    assert weights.index(max(weights)) + 1 == round((8.1737 - 1) * 3.9631)


def test_run_times_are_those_of_the_model(lines):
    serial = [math.log(line.run) for line in lines if line.nodes == 1]
    share = 0.78 - 0.0054
    mean = share * 4.2 * 0.94 + (1 - share) * 312 * 0.03
    # At these sizes, truncation to whole seconds costs 0.02 of the mean logarithm.
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
    # The mean of the weights is 1, so in whole days they leave the mean interval as it is. The last
    # day is incomplete.
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
