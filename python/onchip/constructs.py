"""OpenMP's constructs by the functions of the library in which threads wait for them."""

import re

# Functions that the compiler calls, or the program; and those that they end in.
_CONSTRUCTS = {
    "barrier": "GOMP_barrier(_cancel)?|rest_at_barrier",
    "critical": "GOMP_critical(_name)?_start",
    "atomic": "GOMP_atomic_start|__(atomic|sync)_\\w+",
    "critical, atomic or a lock": "oc_held_(await|crowded)|oc_word_set|oc_lock_set",
    "a lock": "omp_set(_nest)?_lock",
    "a sum": "onchip_sum_(int|double)|(go_on|sum)_(int|double)(_slowly)?",
    "ordered": "GOMP_ordered_start|await_ordered_(turn|call)",
    "ordered depend(sink)": "GOMP_doacross(_ull)?_wait|await_sink",
    "single copyprivate": "GOMP_single_copy_(start|end)",
    "a loop or sections": "GOMP_(loop|sections)_\\w+|await_share|start_loop",
    "taskwait": "GOMP_taskwait(_depend)?",
    "taskgroup": "GOMP_taskgroup_end",
    "taskloop": "GOMP_taskloop(_ull)?",
    "the end of a region": "end_of_region|GOMP_parallel\\w*",
    "no region": "hal_thread_run",
}
_AT_THE_END = re.compile(r" in (\w+) at (\S+:\d+)(?=$|, at )", re.MULTILINE)


def named(function: str) -> str:
    """A function with its construct before it, if it is one of these."""
    for construct, names in _CONSTRUCTS.items():
        if re.fullmatch(names, function):
            return f"{construct} ({function})"
    return function


def with_names(report: str) -> str:
    """The report of a deadlock, with constructs beside functions."""

    def replace(found: re.Match) -> str:
        name = named(found[1])
        return f" in {name} at {found[2]}" if name != found[1] else found[0]

    return _AT_THE_END.sub(replace, report)
