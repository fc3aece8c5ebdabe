"""Reads workloads: jobs in a TOML file, or a trace in the Standard Workload Format."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomli

from onchip.base.failures import Exit, Failure
from onchip.chip import mapping

MOST_PRIORITY = 2**32 - 1
KEYS = {
    "name": "a text",
    "tasks": "a number of cores, at least 1",
    "duration": "cycles, at least 1",
    "program": "a file in C, or a linked program",
    "arguments": "a list of strings",
    "threads": "cores of each process, for OpenMP, at least 1",
    "traffic": "a file that `onchip run --traffic` has written",
    "time": "the cycle of its submission",
    "home": "the number of a micro-kernel",
    "priority": f"a number from 0 to {MOST_PRIORITY}; a higher one comes first",
}
MOST = 2**62 - 1  # cycles; the sum of two is still a number that the chip can hold
POSITIVE = ("tasks", "duration", "threads")
TEXTS = ("name", "program", "traffic")


@dataclass(frozen=True)
class Job:
    """A job as its user describes it, with a program, or with a duration in cycles. `home` is None
    if the job may be submitted at any micro-kernel; `where` is the file and line of the
    description.
    """

    name: str
    tasks: int
    duration: int = 0
    time: int = 0
    home: int | None = None
    priority: int = 0
    program: Path | None = None
    arguments: Sequence[str] = ()
    threads: int = 0  # cores of each process; 0: one core, without OpenMP
    traffic: Path | None = None  # table of the bytes between the processes
    after: str | None = None  # a job that must have ended `think` cycles earlier
    think: int = 0
    where: str = ""

    @functools.cached_property
    def bytes_between(self):
        """The table in the file `traffic`. It is read once, so that all messages about it agree."""
        return mapping.read_traffic(str(self.traffic), self.tasks)


@dataclass(frozen=True)
class Failing:
    """A failure at a cycle: a micro-kernel dies, or the link between two of them breaks."""

    time: int
    kernel: int
    other: int | None = None
    where: str = ""


@dataclass(frozen=True)
class Workload:
    """Jobs in the order of submission, the failures that happen, and the number of a trace's jobs
    that are left out because they had not run.
    """

    jobs: list[Job]
    failures: list[Failing]
    left_out: int


def read(path: Path, second: float) -> Workload:
    """Reads the workload in a file. `second` is the number of cycles for a second of a trace."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Failure(Exit.USAGE, f"{path}: cannot be read: {error.strerror}") from error
    failures, left_out = [], 0
    if path.suffix == ".toml":
        jobs, failures = _of_toml(path, text)
    else:
        jobs, left_out = _of_trace(path, text, second)
    if not jobs:
        raise Failure(
            Exit.USAGE, f"{path}: no jobs; right: [[job]] in a .toml, or lines of a trace"
        )
    for job in jobs:
        if bool(job.program) != bool(jobs[0].program):
            raise Failure(
                Exit.USAGE,
                f"{job.where}: {jobs[0].name} has a {'program' if jobs[0].program else 'duration'};"
                " right: programs for all jobs, or durations for all",
            )
    _check_names(jobs)
    begins = _earliest(jobs)
    return Workload(sorted(jobs, key=lambda job: begins[job.name]), failures, left_out)


def _of_toml(path: Path, text: str) -> tuple[list[Job], list[Failing]]:
    try:
        tables = tomli.loads(text)
    # A syntax error, a number with too many digits, or too deep nesting raises these exceptions.
    except (ValueError, RecursionError) as error:
        raise Failure(Exit.USAGE, f"{path}: {error}") from error
    for key in tables:
        if key not in ("job", "failure"):
            raise Failure(
                Exit.USAGE,
                f"{path}:{_line(text, key)}: no key '{key}' here; right: [[job]], [[failure]]",
            )
    jobs = [
        _job(path, text, begin, number, table)
        for number, (begin, table) in enumerate(_listed(path, text, tables, "job"))
    ]
    failures = [
        _failing(path, text, begin, table)
        for begin, table in _listed(path, text, tables, "failure")
    ]
    return jobs, failures


def _listed(path: Path, text: str, tables: dict, name: str) -> Iterator[tuple[int, dict]]:
    """The tables of the TOML array `name`, each with the position where it begins."""
    listed = tables.get(name, [])
    if not isinstance(listed, list) or not all(isinstance(table, dict) for table in listed):
        raise Failure(Exit.USAGE, f"{path}: '{name}' is one table; right: [[{name}]] for each")
    begins = [at.start() for at in re.finditer(rf"^[ \t]*\[\[\s*{name}\s*\]\]", text, re.M)]
    for number, table in enumerate(listed):
        yield begins[number] if number < len(begins) else 0, table


def _failing(path: Path, text: str, begin: int, table: dict) -> Failing:
    right = "right: at = a cycle, and micro_kernel = its number, or link = the numbers of both ends"
    for key in table:
        if key not in ("at", "micro_kernel", "link"):
            raise Failure(
                Exit.USAGE,
                f"{path}:{_line(text, key, begin)}: a failure has no key '{key}'; {right}",
            )
    where = f"{path}:{text.count(chr(10), 0, begin) + 1}"
    ends = table.get("link", [table.get("micro_kernel")])
    is_link = "link" in table
    if (
        is_link == ("micro_kernel" in table)
        or not isinstance(ends, list)
        or len(ends) != 1 + is_link
        or not all(_is_number(number) for number in (table.get("at"), *ends))
    ):
        raise Failure(Exit.USAGE, f"{where}: {right}")
    return Failing(table["at"], *ends, where=where)


def _job(path: Path, text: str, begin: int, number: int, table: dict) -> Job:
    for key, value in table.items():
        where = f"{path}:{_line(text, key, begin)}"
        if key not in KEYS:
            raise Failure(
                Exit.USAGE, f"{where}: a job has no key '{key}'; right: {', '.join(KEYS)}"
            )
        if not _fits(key, value):
            raise Failure(Exit.USAGE, f"{where}: {key} = {value!r}; right: {KEYS[key]}")
    where = f"{path}:{text.count(chr(10), 0, begin) + 1}"
    if "tasks" not in table:
        raise Failure(Exit.USAGE, f"{where}: this job has no 'tasks'; right: {KEYS['tasks']}")
    if ("program" in table) == ("duration" in table):
        both = "both 'duration' and 'program'" if "program" in table else "no 'duration'"
        raise Failure(
            Exit.USAGE, f"{where}: this job has {both}; right: cycles, or a 'program' to run"
        )
    for key in ("arguments", "threads", "traffic"):
        if key in table and "program" not in table:
            raise Failure(Exit.USAGE, f"{where}: '{key}' is for jobs with a 'program'")
    tasks, threads = table["tasks"], table.get("threads", 1)
    if tasks % threads:
        raise Failure(
            Exit.USAGE, f"{where}: {tasks} tasks are not divisible by {threads} threads a process"
        )
    if "traffic" in table and threads > 1:
        raise Failure(
            Exit.USAGE, f"{where}: 'traffic' is for processes with one core, without 'threads'"
        )
    more = {key: path.parent / table[key] for key in ("program", "traffic") if key in table}
    return Job(**{"name": f"job {number + 1}"} | table | more, where=where)


def _fits(key: str, value) -> bool:
    if key in TEXTS:
        return isinstance(value, str)
    if key == "arguments":
        return isinstance(value, list) and all(isinstance(word, str) for word in value)
    most = MOST_PRIORITY if key == "priority" else MOST
    return _is_number(value, 1 if key in POSITIVE else 0, most)


def _is_number(value, least: int = 0, most: int = MOST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _line(text: str, key: str, begin: int = 0) -> int:
    found = re.compile(rf"^[\s\[]*[\"']?{re.escape(key)}\b", re.M).search(text, begin)
    return text.count("\n", 0, found.end() if found else begin) + 1


# The Standard Workload Format, version 2.2 (Parallel Workloads Archive), has 18 numbers on a line.
# A number is -1 if it is unknown, and `;` begins a comment. We read these numbers: number, submit
# time, run time, allocated and requested processors, requested time, status, number of a job that
# must have ended, and think time after the end of that job. The other numbers describe how, by
# whom, where and on what a job was run (docs/jobs.md).
FIELDS = 18
NUMBER, SUBMIT, RUN, ALLOCATED, REQUESTED, LIMIT, STATUS = 0, 1, 3, 4, 7, 8, 10
PRECEDING, THINK = 16, 17
# A job in parts has a line for each part with one of these statuses, and a line for the whole.
PARTS = (2, 3, 4)
CANCELLED = 5


@dataclass(frozen=True)
class _Gone:
    """A job of the trace that is left out. It would have been submitted `think` cycles after the
    end of the job `after`. Jobs that were to follow it follow `after` instead, and wait `think`
    cycles longer.
    """

    after: str | None
    think: int


def _of_trace(path: Path, text: str, second: float) -> tuple[list[Job], int]:
    """The jobs of a trace, and the number of those left out because they had not run."""
    known: dict[int, Job | _Gone] = {}
    begins: dict[int, str] = {}  # maps the number of a job to its position in the file
    for line, words in enumerate(map(str.split, text.splitlines()), 1):
        if not words or words[0].startswith(";"):
            continue
        where = f"{path}:{line}"
        fields = _fields(where, words)
        if fields[STATUS] in PARTS:
            continue
        number = int(fields[NUMBER])
        if number in begins:
            raise Failure(
                Exit.USAGE,
                f"{where}: {begins[number]} has a job {number}, too; right: each number once",
            )
        begins[number] = where
        known[number] = _of_line(where, number, fields, known, second)
    jobs = [job for job in known.values() if isinstance(job, Job)]
    return jobs, len(known) - len(jobs)


def _fields(where: str, words: list[str]) -> list[float]:
    if len(words) != FIELDS:
        raise Failure(
            Exit.USAGE,
            f"{where}: {len(words)} fields; right: {FIELDS} of the Standard Workload Format",
        )
    try:
        fields = [float(word) for word in words]
    except ValueError as error:
        wrong = str(error).rpartition(":")[2].strip()
        raise Failure(
            Exit.USAGE, f"{where}: {wrong} is not a number; right: numbers, -1 if unknown"
        ) from error
    if not all(abs(field) < 1e15 for field in fields):
        raise Failure(Exit.USAGE, f"{where}: a number is too large")
    for field in (NUMBER, ALLOCATED, REQUESTED, STATUS, PRECEDING):
        if not fields[field].is_integer():
            raise Failure(
                Exit.USAGE, f"{where}: {words[field]} (field {field + 1}); right: a whole number"
            )
    if fields[SUBMIT] < 0 and fields[STATUS] not in PARTS:
        raise Failure(Exit.USAGE, f"{where}: no time of submission (field 2)")
    return fields


def _of_line(where: str, number: int, fields: list[float], known: dict, second: float):
    tasks = fields[ALLOCATED] if fields[ALLOCATED] > 0 else fields[REQUESTED]
    seconds = fields[RUN] if fields[RUN] >= 0 else fields[LIMIT]
    after, think = None, 0
    if fields[PRECEDING] > 0:
        before = known.get(int(fields[PRECEDING]))
        if not before:
            raise Failure(
                Exit.USAGE,
                f"{where}: no job {int(fields[PRECEDING])} (field 17) stands above job {number}, "
                "which waits for its end; right: the number of one that does, or -1",
            )
        think = max(0, round(fields[THINK] * second))
        if isinstance(before, Job):
            after = before.name
        else:
            after, think = before.after, before.think + think
    # The archive has many jobs that were cancelled before they ran.
    has_run = fields[RUN] > 0 or fields[STATUS] != CANCELLED
    if tasks <= 0 or seconds < 0 or not has_run:
        return _Gone(after, think)
    cycles = max(1, round(seconds * second))
    time = round(fields[SUBMIT] * second)
    if max(cycles, time) > MOST:
        raise Failure(Exit.USAGE, f"{where}: later than cycle {MOST:,}; right: a smaller --second")
    return Job(
        f"job {number}", int(tasks), cycles, time, after=after, think=think if after else 0,
        where=where,
    )  # fmt: skip


def _earliest(jobs: list[Job]) -> dict[str, int]:
    """The earliest cycle in which each job can be submitted. A job may wait for the end of an
    earlier one in the list."""
    begins: dict[str, int] = {}
    ends: dict[str, int] = {}
    for job in jobs:
        follows = ends[job.after] + job.think if job.after else 0
        begins[job.name] = max(job.time, follows)
        ends[job.name] = begins[job.name] + job.duration
    return begins


def _check_names(jobs: list[Job]) -> None:
    seen: dict[str, Job] = {}
    for job in jobs:
        if job.name in seen:
            raise Failure(
                Exit.USAGE,
                f"{job.where}: {seen[job.name].where} has the name '{job.name}', too; right: a "
                "name for each job",
            )
        seen[job.name] = job
