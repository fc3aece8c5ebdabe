"""The mechanisms of OpenMP that a program can be linked with (docs/openmp-mechanisms.md)."""

from collections.abc import Iterable

from onchip.build.choices import GROUPS, MECHANISMS, with_mechanisms

# This mechanism changes the compilation of the program itself, not only its linking.
ATOMIC_LOCK = ("atomic", "lock")

Choice = tuple[str, str]  # a construct and its mechanism


def read(text: str) -> Choice:
    """Parses `KEY=VALUE`. Raises ValueError, which says what would be right."""
    key, _, value = text.partition("=")
    if key not in MECHANISMS:
        raise ValueError(f"no mechanism '{key}' in '{text}': there are {', '.join(MECHANISMS)}")
    if value not in MECHANISMS[key]:
        raise ValueError(f"'{text}': {key} is {' or '.join(MECHANISMS[key])}")
    return key, value


def chosen(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The last choice for each construct, in the order of MECHANISMS."""
    last = dict(choices)
    return tuple((key, last[key]) for key in MECHANISMS if key in last)


def libraries(choices: Iterable[Choice], side: str) -> dict[str, str]:
    """For each group of constructs, the linker's name of the default archive, and the name of the
    archive that the linker takes in its place. `side` is "chip" or "host".
    """
    last = dict(choices)
    archives = [
        (with_mechanisms(group, side, {}), with_mechanisms(group, side, last)) for group in GROUPS
    ]
    return {f"-lonchip-omp-{name}": f"-lonchip-omp-{other}" for name, other in archives}
