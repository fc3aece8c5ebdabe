"""OpenMP's requirements on compiler and loader: environment variables, and directives in programs
without threads.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from onchip.build import compiler

# Maps an environment variable to the function that the library calls if the variable is true. The
# linker includes that function only if the program calls it or an option requests it.
DISPLAYED = {"OMP_DISPLAY_ENV": "omp_display_env", "OMP_DISPLAY_AFFINITY": "oc_affinity_show"}
UNITS = {"B": 0, "K": 1, "M": 2, "G": 3}  # powers of 1024


DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+omp[ \t]", re.MULTILINE)


def idle_directive(files: Iterable[str]) -> str:
    """`file:line` of the first OpenMP directive in sources; empty if there is none."""
    for name in files:
        is_source = name.endswith(compiler.COMPILED) and Path(name).is_file()
        text = Path(name).read_bytes() if is_source else b""
        if found := DIRECTIVE.search(text):
            line = text.count(b"\n", 0, found.start()) + 1
            return f"{name}:{line}"
    return ""


def link_flags(environment: Sequence[str]) -> list[str]:
    """Options that link the functions which print information. They are needed if the `NAME=VALUE`
    pairs request that information.
    """
    asked = dict(pair.split("=", 1) for pair in environment)
    return [
        f"-Wl,-u,{function}"
        for variable, function in DISPLAYED.items()
        if asked.get(variable, "false").strip().lower() != "false"
    ]


def stack_kb(environment: Sequence[str]) -> int | None:
    """OMP_STACKSIZE in kilobytes, rounded up; None if it is unset or invalid."""
    text = dict(pair.split("=", 1) for pair in environment).get("OMP_STACKSIZE", "")
    found = re.fullmatch(r"\s*(\d+)\s*([BKMG]?)\s*", text, re.IGNORECASE)
    if not found:
        return None
    size = int(found[1]) * 1024 ** UNITS[found[2].upper() or "K"]
    return -(-size // 1024) or None
