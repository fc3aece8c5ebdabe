"""Wraps the functions of MPI, OpenMP and the kernel that a program calls, for a trace that the
program keeps itself (runtime/trace/).

The program is first linked without wrappers, which shows what it calls. Then the linker's `--wrap`
puts a wrapper in front of each of these functions. So tracing never makes a program link more of
the library.
"""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from onchip.base import mpi_names, project
from onchip.build import compiler
from onchip.build.compiler import Target

_PROTOTYPE = r"^(\w[\w ]*?[ *]+)((?:{})\w*)\(([^;{{}}]*)\);"
_NAME = re.compile(r"(\w+)\s*(?:\[\w*\])*$")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Headers whose functions are traced, and the prefixes of these functions.
_HEADERS = {"mpi.h": ("MPI_[A-Z]",), "onchip/kernel.h": mpi_names.KERNEL}
_ABORT, _INIT = "MPI_Abort", re.compile(r"MPI_(?:Init|Session_init)")

# The functions that GCC's -fopenmp calls (GCC's omp-builtins.def). `_REGION` has the two parameters
# that name the function to run and its data.
_REGION = "void (*function)(void *), void *data"
_PARALLEL = f"{_REGION}, unsigned threads, "
_LOOP = "long start, long end, long step, "
_BOUNDS = "long *first, long *last"
_SCHEDULES = [
    f"{order}{name}"
    for order in ("", "nonmonotonic_", "ordered_")
    for name in ("static", "dynamic", "guided")
]
_RUNTIME = [f"{order}runtime" for order in ("", "nonmonotonic_", "maybe_nonmonotonic_", "ordered_")]


def _loops(prefix: str, integer: str, direction: str) -> dict[str, tuple[str, str]]:
    """Signatures of the functions for loops whose chunks are taken one by one. Their names begin
    with `prefix` after `GOMP_loop_`, `integer` is the type of the loop variables, and `direction`
    is empty or a parameter in front of the others.
    """
    name = f"GOMP_loop_{prefix}"
    bounds, more = _BOUNDS.replace("long", integer), "unsigned long *reductions, void **memory"
    range_of = direction + _LOOP.replace("long", integer)
    counts = f"unsigned count, {integer} *counts, "
    scheduled, chunk = "long schedule, ", f"{integer} chunk, "
    found = {
        **{f"{name}{one}_start": f"{range_of}{chunk}{bounds}" for one in _SCHEDULES},
        **{f"{name}{one}_start": f"{range_of}{bounds}" for one in _RUNTIME},
        **{f"{name}{one}_next": bounds for one in (*_SCHEDULES, *_RUNTIME)},
        **{
            f"{name}{one}start": f"{range_of}{scheduled}{chunk}{bounds}, {more}"
            for one in ("", "ordered_")
        },
        **{
            f"{name}doacross_{one}_start": f"{counts}{chunk}{bounds}"
            for one in ("static", "dynamic", "guided")
        },
        f"{name}doacross_runtime_start": f"{counts}{bounds}",
        f"{name}doacross_start": f"{counts}{scheduled}{chunk}{bounds}, {more}",
    }
    return {function: ("_Bool", parameters) for function, parameters in found.items()}


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
    **_loops("", "long", ""),
    **_loops("ull_", "unsigned long long", "_Bool up, "),
    "omp_set_lock": ("void", "void *lock"),
    "omp_set_nest_lock": ("void", "void *lock"),
}

_HEAD = """#include "trace/outlined.h"
void oc_trace_enter(unsigned);
void oc_trace_leave(unsigned);
void oc_trace_end(void);
"""


def arguments(target: Target, program: Path, folder: Path) -> list[str]:
    """The compiler's options that trace the calls of a program. `program` is the program linked
    without a trace; `folder` gets the wrappers.
    """
    # A function of MPI is there only if something calls it.
    called = compiler.symbols(target, program).keys()
    prototypes = _OPENMP | _declared(target)
    names = sorted(called & prototypes.keys())
    # With --check-mpi, MPI_X only notes its caller and calls PMPI_X, so PMPI_X is wrapped.
    wrapped = [f"P{name}" if f"oc_noted_{name}" in called else name for name in names]
    place = Path(tempfile.mkdtemp(dir=folder))
    source, made = place / "trace.c", place / "trace.o"
    source.write_text(_source(names, wrapped, prototypes))
    headers = f"-I{project.root() / 'runtime'}"
    # With this path, reports treat the wrappers as a part of the library.
    belongs = f"-ffile-prefix-map={place}=runtime/trace"
    words = ["-O2", headers, belongs, "-c", str(source), "-o", str(made)]
    compiler.run(target, words, check=True)
    words = [str(made), *(f"-Wl,--wrap={name}" for name in wrapped)]
    if any(map(_INIT.match, called)):
        words.append(compiler.linking(target, "trace"))
    return words


def _declared(target: Target) -> dict[str, tuple[str, str]]:
    found = {}
    for header, begins in _HEADERS.items():
        text = _COMMENT.sub("", (compiler.folder(target) / "include" / header).read_text())
        pattern = re.compile(_PROTOTYPE.format("|".join(begins)), re.MULTILINE)
        for kind, name, parameters in pattern.findall(text):
            if "..." not in parameters and not kind.startswith("typedef"):
                found[name] = kind.strip(), " ".join(parameters.split())
    return found


def _source(
    names: Sequence[str], wrapped: Sequence[str], prototypes: dict[str, tuple[str, str]]
) -> str:
    text = "".join(f"#include <{header}>\n" for header in _HEADERS) + _HEAD
    for number, (name, symbol) in enumerate(zip(names, wrapped, strict=True), start=1):
        text += _wrapper(number, name, symbol, *prototypes[name])
    listed = "".join(f'"{name}\\0"\n' for name in names)
    return (
        f"{text}const char oc_trace_names[] = {listed or chr(34) * 2};\n"
        "const unsigned oc_trace_names_bytes = sizeof oc_trace_names - 1;\n"
    )


def _wrapper(number: int, name: str, symbol: str, kind: str, parameters: str) -> str:
    names = "" if parameters == "void" else ", ".join(map(_parameter, _split(parameters)))
    call = f"__real_{symbol}({names})"
    before = ""
    if name == "GOMP_task":
        call = f"oc_traced_task(__real_{symbol}, {names})"
    elif parameters.startswith(_REGION):
        reductions = "*(void **)data" if name == "GOMP_parallel_reductions" else "0"
        before = f"    struct oc_traced_region region = {{{reductions}, function, data}};\n"
        passed = names.replace("function, data", "oc_traced_region_run, &region", 1)
        call = f"__real_{symbol}({passed})"
    elif name == _ABORT:
        before = "    oc_trace_end();\n"
    keeps, gives = ("", "") if kind == "void" else (f"{kind} result = ", "    return result;\n")
    return (
        f"{kind} __real_{symbol}({parameters});\n"
        f"{kind} __wrap_{symbol}({parameters}) {{\n{before}"
        f"    oc_trace_enter({number});\n    {keeps}{call};\n    oc_trace_leave({number});\n"
        f"{gives}}}\n"
    )


def _split(parameters: str) -> list[str]:
    """Splits parameters at the commas outside parentheses."""
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
