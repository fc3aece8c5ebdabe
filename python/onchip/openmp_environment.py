"""What OpenMP's environment variables ask of those who compile and load a program."""

import re
from collections.abc import Sequence

# A variable with a true value → the function that programs are linked with only if they call it.
DISPLAYED = {"OMP_DISPLAY_ENV": "omp_display_env", "OMP_DISPLAY_AFFINITY": "oc_affinity_show"}
UNITS = {"B": 0, "K": 1, "M": 2, "G": 3}  # powers of 1024


def link_flags(environment: Sequence[str]) -> list[str]:
    """What links the functions that show what the `NAME=VALUE` pairs ask for."""
    asked = dict(pair.split("=", 1) for pair in environment)
    return [
        f"-Wl,-u,{function}"
        for variable, function in DISPLAYED.items()
        if asked.get(variable, "false").strip().lower() != "false"
    ]


def stack_kb(environment: Sequence[str]) -> int | None:
    """OMP_STACKSIZE in kilobytes, rounded up; None if it is not set, or makes no sense."""
    text = dict(pair.split("=", 1) for pair in environment).get("OMP_STACKSIZE", "")
    found = re.fullmatch(r"\s*(\d+)\s*([BKMG]?)\s*", text, re.IGNORECASE)
    if not found:
        return None
    size = int(found[1]) * 1024 ** UNITS[found[2].upper() or "K"]
    return -(-size // 1024) or None
