"""The inputs of a point: the options that are keys of a study, and a few inputs that only studies
have. This module also makes the command line that repeats a point.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from onchip.build import mechanisms
from onchip.chip.settings import settings
from onchip.options import declared, noc, run

SEED, PERTURB = "seed", "perturb"
PLACEHOLDER = "{seed}"  # stands for the seed in arguments and environment variables
OMP, ENVIRONMENT = "omp.", "environment."
PROGRAM, ARGUMENTS = "program", "arguments"


@dataclass(frozen=True)
class Own:
    """An input that is not an option: a description of its right values, and their check."""

    right: str
    check: Callable[[Any], bool]

    def wrong(self, value: Any) -> str:
        """Returns what would be right if a value is wrong."""
        return "" if self.check(value) else self.right


def _texts(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and bool(value) and all(isinstance(name, str) for name in value)
    )


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(word, str | int | float) and not isinstance(word, bool) for word in value
    )


def _of_options(options: type) -> dict[str, declared.Entry]:
    return {name: one for name, one in declared.entries(options).items() if one.study}


NOC = _of_options(noc.Options)
RUN = {
    PROGRAM: Own("a C file, a linked program, or a list of files", _texts),
    ARGUMENTS: Own("a list of words", _words),
    SEED: NOC[SEED],
} | _of_options(run.Options)
KINDS = {"run": RUN, "noc": NOC}


def is_chip_key(kind: str, name: str) -> bool:
    """Whether a name that is not an input is a key of the chip file."""
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
    """Returns the inputs of a point of `noc` as `onchip.noc` takes them, without the chip."""
    return noc.of_study({name: given[name] for name in NOC if name in given and name != "chip"})


def linking(given: Mapping[str, Any]) -> run.Options:
    """The options with which the program of a point is linked."""
    own = {name: given[name] for name in run.LINKING if name in given}
    return run.Options(**declared.of_python(run.Options, own | {"omp": below(OMP, given)}))


def running(given: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of a point that `onchip.run` takes with its linked program."""
    others = {*run.LINKING, PROGRAM, ARGUMENTS, SEED} - {"host"}
    return {name: given[name] for name in RUN if name in given and name not in others}


def takes_seed(kind: str, given: Mapping[str, Any]) -> bool:
    """Whether the seed matters: it does for `noc`, and for a program whose arguments or environment
    variables contain `{seed}`.
    """
    words = [given.get(ARGUMENTS), *below(ENVIRONMENT, given).values()]
    return kind == "noc" or any(PLACEHOLDER in str(word) for word in words)


def _seeded(word: str, given: Mapping[str, Any]) -> str:
    return word.replace(PLACEHOLDER, str(given[SEED])) if SEED in given else word


def command(kind: str, given: Mapping[str, Any]) -> str:
    """The command that repeats a point, typed in the study's folder."""
    words = ["onchip", kind]
    for name, one in KINDS[kind].items():
        if name in given and isinstance(one, declared.Entry) and (name != SEED or kind == "noc"):
            words += one.command_line(given[name])
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
    """Returns what would be right if the value of an input is wrong; empty if it is right. Keys of
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
    return found.wrong(value) if found else ""


def shown(value: Any) -> Any:
    """The value as it is shown in a cell of the table."""
    return shlex.join(map(str, value)) if isinstance(value, list) else value


def text(cell: Any) -> str:
    """The text of a cell that was read from a table, in the form of `str(shown(value))`: CSV files
    write truth values in lower case.
    """
    return cell.capitalize() if cell in ("true", "false") else str(cell)


def are_numbers(values: Sequence[Any]) -> bool:
    """Whether the values of an axis are numbers, which have an order and values in between."""
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
