"""Finds the OpenMP construct in which a thread waits, from the function in which it waits."""

import re
from collections.abc import Sequence

# Maps each construct to a pattern of the functions that the compiler or the program calls for it,
# and of those in which they wait.
FUNCTIONS = {
    "barrier": "GOMP_barrier(_cancel)?|GOMP_(loop|sections)_end(_cancel)?|sleep_at_barrier",
    "critical": "GOMP_critical(_name)?_start",
    "atomic": "GOMP_atomic_start|__(atomic|sync)_\\w+",
    "critical, atomic or a lock": "oc_mutex_(await|take_unnoted)",
    "critical or a lock": "oc_word_set|oc_lock_set|make_and_set",
    "a lock": "omp_set_lock",
    "a nestable lock": "omp_set_nest_lock",
    "a condition variable": "(__oc_)?pthread_cond_wait",
    "the end of a thread": "join_thread|pthread_join|thrd_join",
    "a sum": "onchip_sum_(int|double)|(go_on|sum)_(int|double)(_slowly)?",
    "ordered": "GOMP_ordered_start|await_ordered_(turn|call)",
    "ordered depend(sink)": "GOMP_doacross(_ull)?_wait|await_sink",
    "single copyprivate": "GOMP_single_copy_(start|end)",
    "a loop or sections": "GOMP_(loop|sections)_\\w+|await_share|start_loop",
    "taskwait": "GOMP_taskwait(_depend)?",
    "taskwait or taskgroup": "oc_task_wait",
    "taskgroup": "GOMP_taskgroup_end",
    "taskloop": "GOMP_taskloop(_ull)?",
    "the end of a region": "end_of_region|GOMP_parallel\\w*",
}
# Functions that the program, or the compiler for it, calls. The names of others say nothing to a
# reader of a report.
_PUBLIC = re.compile(r"(GOMP|omp|onchip|pthread)_\w+|__(atomic|sync)_\w+")
_AT_THE_END = re.compile(r" in (\w+)(?=$|, at |; )", re.MULTILINE)
# The simulator reports the wait for a lock as a wait for an element in a queue, with the holder of
# the element.
_OF_A_LOCK = re.compile(r"(?:critical|atomic|a (?:nestable )?lock)\b")
_LOCK = re.compile(
    rf"waits for an element in queue \d+ of .*?(?= in {_OF_A_LOCK.pattern})(.*); "
    r"the last element went to (.*)$",
    re.MULTILINE,
)


def is_idle(function: str) -> bool:
    """Whether a thread that waits in a function has neither a region nor a POSIX thread to run."""
    return function == "hal_thread_run"


def idle(threads: Sequence[int], whose: str) -> str:
    """Says in the simulator's words that the sorted `threads` have nothing to do."""
    rows: list[list[int]] = []
    for thread in threads:
        if rows and thread == rows[-1][-1] + 1:
            rows[-1].append(thread)
        else:
            rows.append([thread])
    words = [f"{row[0]} to {row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in rows]
    who, verb = ("thread", "is") if len(threads) == 1 else ("threads", "are")
    return f"{who} {', '.join(words)} of {whose} {verb} idle"


def named(function: str) -> str:
    """The construct to which the function belongs, followed by the function unless it is internal;
    the function alone if it belongs to none.
    """
    for construct, names in FUNCTIONS.items():
        if re.fullmatch(names, function):
            called = function.removeprefix("__oc_")
            return f"{construct} ({called})" if _PUBLIC.fullmatch(called) else construct
    return function


def is_lock(function: str) -> bool:
    """Whether a thread that waits in a function waits for the holder of a lock."""
    return bool(_OF_A_LOCK.match(named(function)))


def with_names(report: str) -> str:
    """Adds the constructs to the functions in the report of a deadlock."""

    def replace(found: re.Match) -> str:
        return f" in {named(found[1])}"

    return _LOCK.sub(r"waits\1; held by \2", _AT_THE_END.sub(replace, report))
