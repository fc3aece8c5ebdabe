"""Wrappers of the functions of MPI and OpenMP that a program calls, for a trace that it keeps
itself (runtime/trace/).

The program is linked once without them, which shows what it calls; then `--wrap` of the linker puts
a wrapper in front of each of these. So a program never links more than it does without a trace.
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip import compiler, project
from onchip.compiler import Target

_PROTOTYPE = re.compile(r"^(\w[\w ]*?[ *]+)(MPI_[A-Z]\w*)\(([^;{}]*)\);", re.MULTILINE)
_NAME = re.compile(r"(\w+)\s*(?:\[\w*\])*$")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ABORT, _INIT = "MPI_Abort", re.compile(r"MPI_(?:Init|Session_init)")

# What GCC's -fopenmp calls (GCC's omp-builtins.def), with `region` for the two arguments that say
# which function is to run.
_REGION = "void (*function)(void *), void *data"
_PARALLEL = f"{_REGION}, unsigned threads, "
_LOOP = "long start, long end, long step, "
_OPENMP = {
    "GOMP_parallel": ("void", f"{_PARALLEL}unsigned flags"),
    "GOMP_parallel_sections": ("void", f"{_PARALLEL}unsigned count, unsigned flags"),
    "GOMP_parallel_reductions": ("unsigned", f"{_PARALLEL}unsigned flags"),
    **{
        f"GOMP_parallel_loop_{schedule}": ("void", f"{_PARALLEL}{_LOOP}long chunk, unsigned flags")
        for schedule in (
            "static",
            "dynamic",
            "guided",
            "nonmonotonic_dynamic",
            "nonmonotonic_guided",
        )
    },
    **{
        f"GOMP_parallel_loop_{schedule}": ("void", f"{_PARALLEL}{_LOOP}unsigned flags")
        for schedule in ("runtime", "nonmonotonic_runtime", "maybe_nonmonotonic_runtime")
    },
    "GOMP_task": (
        "void",
        f"{_REGION}, void (*copy)(void *, void *), long bytes, long alignment, _Bool deferred, "
        "unsigned flags, void **depends, int priority, void *event",
    ),
    **{
        f"GOMP_{name}": ("void", "void")
        for name in (
            *("barrier", "critical_start", "critical_end", "atomic_start", "atomic_end"),
            *("taskwait", "taskyield", "taskgroup_start", "taskgroup_end", "loop_end"),
            *("loop_end_nowait", "sections_end", "sections_end_nowait"),
            *("ordered_start", "ordered_end"),
        )
    },
    "GOMP_critical_name_start": ("void", "void **name"),
    "GOMP_critical_name_end": ("void", "void **name"),
    "GOMP_taskwait_depend": ("void", "void **depends"),
    "GOMP_single_start": ("_Bool", "void"),
    "GOMP_single_copy_start": ("void *", "void"),
    "GOMP_single_copy_end": ("void", "void *values"),
    "GOMP_sections_start": ("unsigned", "unsigned count"),
    "GOMP_sections_next": ("unsigned", "void"),
    "omp_set_lock": ("void", "void *lock"),
    "omp_set_nest_lock": ("void", "void *lock"),
}

_HEAD = """#include <mpi.h>
#include "trace/outlined.h"
void oc_trace_enter(unsigned);
void oc_trace_leave(unsigned);
void oc_trace_end(void);
"""


def arguments(target: Target, program: Path, folder: Path) -> list[str]:
    """What the compiler is told so that the calls of a program, which is linked without a trace,
    are traced; `folder` gets what is linked.
    """
    called = _called(target, program)
    prototypes = _OPENMP | _mpi(target)
    names = sorted(called & prototypes.keys())
    place = Path(tempfile.mkdtemp(dir=folder))
    source, made = place / "trace.c", place / "trace.o"
    source.write_text(_source(names, prototypes))
    headers = f"-I{project.root() / 'runtime'}"
    compiler.run(target, ["-O2", headers, "-c", str(source), "-o", str(made)], check=True)
    words = [str(made), *(f"-Wl,--wrap={name}" for name in names)]
    if any(map(_INIT.match, called)):
        words += [*compiler.recording(target), "-Wl,-u,oc_record_end_kept"]
    return words


def _called(target: Target, program: Path) -> set[str]:
    """The functions in a program; of MPI_X only those that something calls."""
    done = subprocess.run(
        [compiler.tool(target, "nm"), "--defined-only", str(program)],
        capture_output=True,
        text=True,
        check=True,
    )
    return {line.split()[-1] for line in done.stdout.splitlines()}


def _mpi(target: Target) -> dict[str, tuple[str, str]]:
    text = (compiler.folder(target) / "include" / "mpi.h").read_text()
    found = _PROTOTYPE.findall(_COMMENT.sub("", text))
    return {
        name: (kind.strip(), " ".join(parameters.split()))
        for kind, name, parameters in found
        if "..." not in parameters and not kind.startswith("typedef")
    }


def _source(names: Sequence[str], prototypes: dict[str, tuple[str, str]]) -> str:
    text = _HEAD
    for number, name in enumerate(names, start=1):
        text += _wrapper(number, name, *prototypes[name])
    told = "".join(f'"{name}\\0"\n' for name in names)
    return (
        f"{text}const char oc_trace_names[] = {told or chr(34) * 2};\n"
        "const unsigned oc_trace_names_bytes = sizeof oc_trace_names - 1;\n"
    )


def _wrapper(number: int, name: str, kind: str, parameters: str) -> str:
    names = "" if parameters == "void" else ", ".join(map(_parameter, _split(parameters)))
    call = f"__real_{name}({names})"
    before = ""
    if name == "GOMP_task":
        call = f"oc_traced_task(__real_{name}, {names})"
    elif parameters.startswith(_REGION):
        reductions = "*(void **)data" if name == "GOMP_parallel_reductions" else "0"
        before = f"    struct oc_traced_region region = {{{reductions}, function, data}};\n"
        passed = names.replace("function, data", "oc_traced_region_run, &region", 1)
        call = f"__real_{name}({passed})"
    elif name == _ABORT:
        before = "    oc_trace_end();\n"
    keeps, gives = ("", "") if kind == "void" else (f"{kind} result = ", "    return result;\n")
    return (
        f"{kind} __real_{name}({parameters});\n"
        f"{kind} __wrap_{name}({parameters}) {{\n{before}"
        f"    oc_trace_enter({number});\n    {keeps}{call};\n    oc_trace_leave({number});\n"
        f"{gives}}}\n"
    )


def _split(parameters: str) -> list[str]:
    """Parameters at the commas that are not in parentheses."""
    parts, depth = [""], 0
    for letter in parameters:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _parameter(text: str) -> str:
    pointed = re.search(r"\(\*(\w+)\)", text)
    return pointed[1] if pointed else _NAME.search(text.strip())[1]
