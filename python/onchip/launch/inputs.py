"""The inputs of a study's point: their names, their values, and the words of the command line that
repeat the point.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from onchip.base.arguments import plain
from onchip.base.failures import Exit, Failure
from onchip.base.run_options import MOST, MOST_JOBS, MOST_STACK_KB
from onchip.build import compiler, mechanisms
from onchip.chip.settings import settings
from onchip.launch import world
from onchip.traffic import arguments as traffic_words
from onchip.traffic.run import MOST_CYCLES, PATTERNS

SEED = "seed"
PLACE = "{seed}"  # replaced by the seed in arguments and environment variables
OMP, ENVIRONMENT = "omp.", "environment."


@dataclass(frozen=True)
class Input:
    """One input: a description of right values, a check of a value, and the option of the
    command.
    """

    right: str
    check: Callable[[Any], bool]
    option: str = ""
    given_if: bool | None = None  # for a flag: the value that differs from the default


def whole(least: int, most: int | None = None) -> Input:
    """An input that is a whole number. Even without a limit of its own it has at most 64 bits."""
    highest = MOST if most is None else most
    return Input(
        f"a whole number from {least} {'on' if most is None else f'to {most:,}'}",
        lambda value: (
            isinstance(value, int) and not isinstance(value, bool) and least <= value <= highest
        ),
    )


def _number(right: str, check: Callable[[float], bool]) -> Input:
    return Input(
        right,
        lambda value: (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and abs(value) <= MOST
            and check(value)
        ),
    )


def _one_of(names: Sequence[str]) -> Input:
    return Input(" or ".join(names), lambda value: value in names)


_TEXT = Input("a text", lambda value: isinstance(value, str))


def _is_shell(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(shlex.split(value) or True)
    except ValueError:
        return False


def _texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and bool(value) and all(isinstance(name, str) for name in value)
    )


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(word, str | int | float) and not isinstance(word, bool) for word in value
    )


def _read(read: Callable[[str], Any], right: str) -> Input:
    """An input with a syntax of its own, which `onchip noc` parses."""

    def check(value: Any) -> bool:
        try:
            read(str(value))
        except ValueError:
            return False
        return isinstance(value, str | int) and not isinstance(value, bool)

    return Input(right, check)


def _list_of(kind: Input) -> Input:
    return Input(
        f"a list, each of it {kind.right}",
        lambda values: isinstance(values, list) and all(map(kind.check, values)),
    )


def _with(option: str, kind: Input) -> Input:
    return Input(kind.right, kind.check, option)


def _flag(option: str, given_if: bool = True) -> Input:
    return Input("true or false", lambda value: isinstance(value, bool), option, given_if)


PROGRAM, ARGUMENTS = "program", "arguments"
_SHARED = {
    "chip": _with("--chip", _TEXT),
    SEED: _with("--seed", whole(0)),
}
RUN = _SHARED | {
    PROGRAM: Input("a C file, a linked program, or a list of files", _texts),
    ARGUMENTS: Input("a list of words", _words),
    "ranks": _with("-n", whole(1, world.MOST_RANKS)),
    "threads": _with("--threads", whole(1, world.MOST_RANKS)),
    "map": _with("--map", _TEXT),
    "kernel": _flag("--kernel"),
    "host": _flag("--host"),
    "checks": _flag("--no-checks", given_if=False),
    "transport": _with("--transport", _one_of(compiler.TRANSPORTS)),
    "heap": _with("--heap", _one_of(compiler.HEAPS)),
    "cflags": _with("--cflags", Input("a text of words, quoted as in a shell", _is_shell)),
    "root": _with("--root", _TEXT),
    "stack_kb": _with("--stack", whole(1, MOST_STACK_KB)),
    "energy": _flag("--energy"),
    "timeout": _with("--timeout", _number("seconds above 0", lambda seconds: seconds > 0)),
    "livelock": _with("--livelock", whole(1)),
    "jobs": _with("--jobs", whole(1, MOST_JOBS)),
}
NOC = _SHARED | {
    "rate": _with("--rate", _number("a rate above 0, at most 1", lambda rate: 0 < rate <= 1)),
    "pattern": _with("--pattern", _one_of(PATTERNS)),
    "packet": _with("--packet", whole(1)),
    "warmup": _with("--warmup", whole(0, MOST_CYCLES)),
    "measure": _with("--measure", whole(1, MOST_CYCLES)),
    "drain": _with("--drain", whole(0, MOST_CYCLES)),
    "to_self": _flag("--not-to-self", given_if=False),
    "hotspots": _with("--hotspot", _list_of(whole(0))),
    "hotspot_share": _with("--hotspot-share", _number("0 to 1", lambda share: 0 <= share <= 1)),
    "priorities": _with(
        "--priority", _list_of(_read(traffic_words.priority, 'LEVEL:SHARE, such as "7:0.1"'))
    ),
    "circuits": _with(
        "--circuit",
        _list_of(_read(traffic_words.circuit, 'FROM:TO or FROM:TO:RATE, such as "0:9:0.5"')),
    ),
    "random_circuits": _with(
        "--circuits", _read(traffic_words.circuits, 'N or N:RATE, such as 4 or "4:0.5"')
    ),
    "close_after": _with("--close-after", whole(0)),
}
KINDS = {"run": RUN, "noc": NOC}


def is_chip_key(kind: str, name: str) -> bool:
    """Whether a name that is no input is a key of the chip file."""
    return name not in KINDS[kind] and not name.startswith((OMP, ENVIRONMENT))


def chip_keys(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of the chip file among the inputs."""
    return {name: value for name, value in given.items() if is_chip_key(kind, name)}


def below(prefix: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs whose names begin with `prefix`, without the prefix."""
    return {
        name.removeprefix(prefix): value for name, value in given.items() if name.startswith(prefix)
    }


def files(given: Mapping[str, Any]) -> list[str]:
    """The program's source files."""
    program = given[PROGRAM]
    return [program] if isinstance(program, str) else list(program)


def arguments(given: Mapping[str, Any]) -> list[str]:
    """The program's arguments, with `{seed}` replaced."""
    return [_seeded(str(word), given) for word in given.get(ARGUMENTS, [])]


def environment(given: Mapping[str, Any]) -> dict[str, str]:
    """The program's environment variables, with `{seed}` replaced."""
    variables = below(ENVIRONMENT, given)
    return {name: _seeded(str(value), given) for name, value in variables.items()}


def traffic(given: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of a `noc` point in the form of `onchip.noc`'s arguments, without the chip."""
    options = {name: given[name] for name in NOC if name in given and name != "chip"}
    if "priorities" in options:
        options["priorities"] = dict(map(traffic_words.priority, options["priorities"]))
    if "circuits" in options:
        options["circuits"] = list(map(traffic_words.circuit, options["circuits"]))
    if "random_circuits" in options:
        count, rate = traffic_words.circuits(str(options["random_circuits"]))
        options |= {"random_circuits": count, "random_circuits_rate": rate}
    return options


def takes_seed(kind: str, given: Mapping[str, Any]) -> bool:
    """Whether the seed matters: it always does for `noc`, and for a program that has `{seed}`
    somewhere.
    """
    words = [*given.get(ARGUMENTS, []), *below(ENVIRONMENT, given).values()]
    return kind == "noc" or any(PLACE in str(word) for word in words)


def _seeded(word: str, given: Mapping[str, Any]) -> str:
    return word.replace(PLACE, str(given[SEED])) if SEED in given else word


def command(kind: str, given: Mapping[str, Any]) -> str:
    """The command that repeats a point, typed in the study's folder."""
    words = ["onchip", kind]
    for name, one in KINDS[kind].items():
        if name not in given or not one.option or (name == SEED and kind == "run"):
            continue
        if isinstance(given[name], list):
            words += [word for value in given[name] for word in (one.option, str(value))]
        elif one.given_if is None:
            words += [one.option, str(given[name])]
        elif given[name] == one.given_if:
            words.append(one.option)
    for setting in settings(chip_keys(kind, given)):
        words += ["--set", setting]
    for name, mechanism in below(OMP, given).items():
        words += ["--omp", f"{name}={mechanism}"]
    for name, value in environment(given).items():
        words += ["--env", f"{name}={value}"]
    if kind == "noc":
        return shlex.join([*words, "--json"])
    words += files(given)
    if more := arguments(given):
        words += ["--", *more]
    return shlex.join(words)


def wrong(kind: str, name: str, value: Any) -> str:
    """What would be right for an input whose value is wrong; empty if the value is right. Keys of
    the chip are checked when the chip is read.
    """
    if name.startswith(OMP):
        construct = name.removeprefix(OMP)
        if construct not in mechanisms.MECHANISMS:
            return f"a construct: {', '.join(mechanisms.MECHANISMS)}"
        known = mechanisms.MECHANISMS[construct]
        return "" if value in known else " or ".join(known)
    if name.startswith(ENVIRONMENT):
        return "" if isinstance(value, str | int | float) else "a text or a number"
    found = KINDS[kind].get(name)
    return found.right if found and not found.check(value) else ""


def checked(kind: str, **given: Any) -> list[Any]:
    """The values in their order, with numbers of NumPy as Python's; None stays. Fails for a wrong
    value, and says what would be right.
    """
    values = {name: plain(value) for name, value in given.items()}
    for name, value in values.items():
        if value is not None and (right := wrong(kind, name, value)):
            raise Failure(Exit.USAGE, f"{name}: {value!r} is wrong; right: {right}")
    return list(values.values())


def shown(value: Any) -> Any:
    """The value as it is shown in a cell of the table."""
    return shlex.join(map(str, value)) if isinstance(value, list) else value


def text(cell: Any) -> str:
    """The text of a cell, equal to `str(shown(value))`; CSV files write truth values
    differently.
    """
    return cell.capitalize() if cell in ("true", "false") else str(cell)


def are_numbers(values: Sequence[Any]) -> bool:
    """Whether the values of an axis are numbers, which have an order and values in between."""
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
