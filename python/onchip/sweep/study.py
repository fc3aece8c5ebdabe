"""A study: a TOML file that states what is run, what varies, and what is measured."""

import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import tomli

from onchip.base.failures import Exit, Failure
from onchip.options import declared
from onchip.options.declared import MOST
from onchip.sweep import inputs, metrics, toml_lines

AXES, METRICS, REPETITIONS, SEARCH, COMMAND = "axes", "metrics", "repetitions", "search", "command"
PRINTED = "printed"
# A table's columns in addition to inputs and metrics.
BEFORE, AFTER = ("id",), ("kind", "exit_code", "message", "command")
OWN = (AXES, METRICS, PRINTED, REPETITIONS, SEARCH, COMMAND)
MINIMISE, MAXIMISE = "minimise", "maximise"
MOST_POINTS = 1_000_000
MOST_SEED = 2**32 - 1  # limit of Optuna's sampler
_INTEGERS = "whole numbers of at most 64 bits"
_MANY_DIGITS = re.compile(r"\d[\d_]{4000,}")


@dataclass(frozen=True)
class Search:
    """The aim of `--search`: metrics and their directions, and the number of points that it may
    run.
    """

    objectives: Mapping[str, str]
    points: int | None = None
    seed: int = 1


@dataclass(frozen=True)
class Study:
    """The contents of the file. An input's name is one of `inputs.KINDS`, a mechanism
    (`omp.barrier`), a variable (`environment.X`), or a key of the chip file.
    """

    path: Path
    kind: str  # the command, run or noc
    fixed: Mapping[str, Any]
    axes: Mapping[str, Sequence[Any]]  # maps the name of an input to its values
    metrics: Mapping[str, str]  # maps a name to a pattern, which is empty for onchip's own metrics
    repetitions: int = 1
    search: Search | None = None
    lines: Mapping[toml_lines.Path, int] = field(default_factory=dict, repr=False)

    @property
    def folder(self) -> Path:
        """The study's folder: file names in the study are relative to it, and its commands run in
        it.
        """
        return self.path.resolve().parent

    @cached_property
    def all_axes(self) -> dict[str, Sequence[Any]]:
        """The axes, and an axis of seeds for the repetitions."""
        seeds = {self.repeats: range(1, self.repetitions + 1)} if self.repetitions > 1 else {}
        return dict(self.axes) | seeds

    @cached_property
    def repeats(self) -> str:
        """The input that repetitions vary: the seed; or, if the seed has no effect on any point,
        random delays of the chip.
        """
        on_host = self.fixed.get("host") or any(self.axes.get("host", ()))
        noticed = any(inputs.takes_seed(self.kind, point) for point in _each(self.fixed, self.axes))
        return inputs.SEED if on_host or noticed else inputs.PERTURB

    @property
    def spread(self) -> list[str]:
        """The axes that repeat each run with other seeds or other random delays."""
        return [name for name in self.all_axes if name in (inputs.SEED, inputs.PERTURB)]

    @property
    def size(self) -> int:
        """The number of points."""
        return math.prod(map(len, self.all_axes.values()))

    def points(self) -> Iterator[dict[str, Any]]:
        """The inputs of each point; the last axis changes first."""
        for values in itertools.product(*self.all_axes.values()):
            yield dict(self.fixed) | dict(zip(self.all_axes, values, strict=True))

    def where(self, *path: str) -> str:
        """The position of a key, in the form in which messages begin."""
        return f"{self.path}:{toml_lines.line(self.lines, path)}: {printable('.'.join(path))}"

    def where_input(self, name: str) -> str:
        """The position of an input, which is an axis or fixed."""
        return self.where(AXES, name) if name in self.axes else self.where(name)


def read(path: Path) -> Study:
    """Reads a study. Fails with every error in it, but does not read the chips."""
    try:
        text = path.read_text(encoding="utf-8")
        given = tomli.loads(text)
    except OSError as error:
        raise Failure(Exit.USAGE, f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(Exit.USAGE, f"{path}: not a TOML file: it is not text in UTF-8") from error
    except tomli.TOMLDecodeError as error:
        raise Failure(Exit.USAGE, f"{path}: {error}") from error
    except ValueError as error:  # Python limits the digits of an integer that it converts.
        found = _MANY_DIGITS.search(text)
        line = text.count("\n", 0, found.start() if found else 0) + 1
        raise Failure(
            Exit.USAGE, f"{path}:{line}: a number with too many digits; right: {_INTEGERS}"
        ) from error
    except RecursionError as error:
        raise Failure(Exit.USAGE, f"{path}: lists or tables are nested too deeply") from error
    return _Reader(path, given, toml_lines.lines(text)).study()


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Maps the dotted names in nested tables to their values."""
    found = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


class _Reader:
    def __init__(self, path: Path, given: dict[str, Any], lines: dict[toml_lines.Path, int]):
        self.path = path
        self.given = given
        self.lines = lines
        self.errors: list[tuple[int, str]] = []

    def error(self, path: Sequence[str], what: str) -> None:
        line = toml_lines.line(self.lines, path)
        self.errors.append((line, f"{self.path}:{line}: {printable('.'.join(path))}: {what}"))

    def study(self) -> Study:
        self.check_values((), self.given)
        if self.errors:
            self.fail()
        kind = self.given.get(COMMAND, "run")
        if kind not in list(inputs.KINDS):
            self.error((COMMAND,), f"there is no command {_toml(kind)}; right: run or noc")
            self.fail()
        fixed = flat({name: value for name, value in self.given.items() if name not in OWN})
        axes = self.axes()
        self.check_inputs(kind, fixed, axes)
        repetitions = self.whole((REPETITIONS,), self.given.get(REPETITIONS, 1), MOST_POINTS)
        printed = self.printed(kind, fixed | axes)
        search = self.search(kind, axes, printed)
        names = self.metrics(kind, search, printed)
        measured = {name: printed.get(name, "") for name in names if name not in axes}
        if any(str(name).startswith(metrics.ENERGY) for name in measured):
            fixed["energy"] = True
        study = Study(
            path=self.path,
            kind=kind,
            fixed=fixed,
            axes=axes,
            metrics=measured,
            repetitions=repetitions,
            search=search,
            lines=self.lines,
        )
        if study.size > MOST_POINTS and not search:
            self.error((AXES,), f"these are {study.size:,} points; at most {MOST_POINTS:,} are run")
        if not self.errors:
            self.check_seeds(study)
        if self.errors:
            self.fail()
        return study

    def check_values(self, path: tuple[str, ...], value: Any) -> None:
        """Fails for values that TOML allows but a command line cannot express."""
        if isinstance(value, dict):
            for name, one in value.items():
                self.check_values((*path, name), one)
        elif isinstance(value, list):
            if any(isinstance(one, dict) for one in value):
                self.error(path, "has a table in a list; right: texts, numbers, true and false")
            else:
                for one in value:
                    self.check_values(path, one)
        elif isinstance(value, str):
            if "\0" in value:
                self.error(path, f"{_toml(value)} has a character of number 0; right: others")
        elif not isinstance(value, int | float):
            right = "right: texts, numbers, true and false"
            self.error(path, f"{value} is a date or a time; {right}")
        elif isinstance(value, int) and not -(2**63) <= value <= MOST:
            self.error(path, f"a number of {value.bit_length()} bits is wrong; right: {_INTEGERS}")

    def fail(self) -> None:
        raise Failure(Exit.USAGE, "\n".join(text for _, text in sorted(set(self.errors))))

    def axes(self) -> dict[str, list[Any]]:
        table = self.given.get(AXES, {})
        if not isinstance(table, dict):
            self.error((AXES,), "is a table: a name and a list of values on each line")
            return {}
        axes = {}
        for name, values in flat(table).items():
            if not isinstance(values, list):
                self.error((AXES, name), f"is a list of values, not {_toml(values)}")
            elif not values:
                self.error((AXES, name), "has no values; right: a list with at least one")
            elif twice := _twice(values):
                self.error((AXES, name), f"has {_toml(twice[0])} twice; each value stands once")
            else:
                axes[name] = values
        return axes

    def check_inputs(self, kind: str, fixed: dict, axes: dict) -> None:
        for name in axes.keys() & fixed.keys():
            self.error((AXES, name), "is fixed above, too; it stands in one place")
        given = [((name,), name, [value]) for name, value in fixed.items()]
        given += [((AXES, name), name, values) for name, values in axes.items()]
        for path, name, values in given:
            for value in values:
                if right := inputs.wrong(kind, name, value):
                    self.error(path, f"{_toml(value)} is wrong; right: {right}")
        for path, name, _ in given:
            if name in inputs.KINDS[kind] or "." in name or not inputs.is_chip_key(kind, name):
                continue
            known = ", ".join(sorted(inputs.KINDS[kind]))
            self.error(
                path,
                f"there is no such input; there are {known}, omp.CONSTRUCT, environment.NAME and "
                "the keys of `onchip chip keys`",
            )
        if kind == "run" and inputs.PROGRAM not in fixed and inputs.PROGRAM not in axes:
            self.error((inputs.PROGRAM,), 'is missing; right: program = "FILE.c"')
        for path, name, values in given:
            if name == inputs.PROGRAM:
                self.check_files(path, values)

    def check_files(self, path: Sequence[str], programs: list[Any]) -> None:
        names = [[program] if isinstance(program, str) else program for program in programs]
        for file in itertools.chain(*filter(_strings, names)):
            if not (self.path.resolve().parent / file).is_file():
                self.error(path, f"no file {printable(file)}; paths begin at the study's folder")

    def whole(self, path: Sequence[str], value: Any, most: int) -> int:
        if right := declared.whole(1, most).wrong(value):
            self.error(path, f"{_toml(value)} is wrong; right: {right}")
            return 1
        return value

    def printed(self, kind: str, given: Mapping[str, Any]) -> dict[str, str]:
        """The patterns of user-defined metrics, which are searched for in the program's output."""
        table = self.given.get(PRINTED, {})
        folder = self.path.resolve().parent
        if not isinstance(table, dict):
            self.error((PRINTED,), "is a table: a name and a pattern or function on each line")
            return {}
        if table and kind != "run":
            self.error((PRINTED,), "is for programs; synthetic traffic prints nothing")
        for name, pattern in table.items():
            path = (PRINTED, name)
            if right := metrics.wrong_pattern(pattern, folder):
                self.error(path, f"{_toml(pattern)} is wrong; {right}")
            elif name in (*metrics.KNOWN[kind], *given, *inputs.KINDS[kind], *BEFORE, *AFTER):
                self.error(path, "has the name of another column; right: a name of its own")
            elif not re.fullmatch(r"[A-Za-z_]\w*", name):
                self.error(path, "is no name; right: letters, digits and _")
        return {name: metrics.placed(own, folder) for name, own in table.items()}

    def metrics(self, kind: str, search: Search | None, printed: Mapping[str, str]) -> list[str]:
        chosen = self.given.get(METRICS, [*metrics.DEFAULT[kind], *printed])
        if not _strings(chosen) or not chosen:
            self.error((METRICS,), "is a list of names, with at least one")
            return []
        for name in chosen:
            self.check_metric((METRICS,), kind, name, printed)
        return list(dict.fromkeys([*chosen, *(search.objectives if search else ())]))

    def check_metric(
        self, path: Sequence[str], kind: str, name: Any, printed: Mapping[str, str]
    ) -> None:
        if name not in printed and (right := metrics.wrong(kind, name)):
            self.error(path, f"there is no metric {_toml(name)}; {right}")

    def search(
        self, kind: str, axes: dict[str, list[Any]], printed: Mapping[str, str]
    ) -> Search | None:
        if SEARCH not in self.given:
            return None
        table = self.given[SEARCH]
        if not isinstance(table, dict) or not isinstance(table.get("objectives"), dict):
            self.error((SEARCH,), 'needs objectives, such as { cycles = "minimise" }')
            return None
        objectives = flat(table["objectives"])
        if not objectives:
            self.error((SEARCH, "objectives"), "has no metric; right: at least one")
        for name, direction in objectives.items():
            # An axis may be an objective, since it may be a cost, such as ranks or slots of
            # buffers.
            if name not in axes:
                self.check_metric((SEARCH, "objectives"), kind, name, printed)
            elif not all(isinstance(value, int | float) for value in axes[name]):
                self.error((SEARCH, "objectives"), f"{name} has values that are no numbers")
            if direction not in (MINIMISE, MAXIMISE):
                self.error(
                    (SEARCH, "objectives"),
                    f"{name} = {_toml(direction)} is wrong; right: {MINIMISE} or {MAXIMISE}",
                )
        for name in table.keys() - {"objectives", "points", "seed"}:
            self.error((SEARCH, name), "there is no such key; right: objectives, points, seed")
        points = table.get("points")
        return Search(
            objectives,
            None if points is None else self.whole((SEARCH, "points"), points, MOST_POINTS),
            self.whole((SEARCH, "seed"), table.get("seed", 1), MOST_SEED),
        )

    def check_seeds(self, study: Study) -> None:
        given = {**study.fixed, **study.axes}
        seeded = inputs.SEED in given
        twice = inputs.SEED if seeded else study.repeats
        if study.repetitions > 1 and twice in given:
            self.error((REPETITIONS,), f"gives each point seeds from 1 on; leave `{twice}` out")
        if not seeded and study.repetitions == 1:
            has_placeholder = inputs.PLACEHOLDER in str(dict(study.fixed)) + str(dict(study.axes))
            if study.kind == "run" and has_placeholder:
                self.error(
                    (REPETITIONS,), "{seed} has no value; right: repetitions, or an axis seed"
                )
            return
        points = _each(study.fixed, study.axes)
        if inputs.SEED not in study.axes or study.fixed.get("host"):
            return
        if not any(inputs.takes_seed(study.kind, point) for point in points):
            self.error(
                (AXES, inputs.SEED),
                "the simulator gives the same each time; right: {seed} in arguments or in a "
                "variable of environment, or an axis perturb",
            )


def _each(fixed: Mapping[str, Any], axes: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """The first point, and the points that differ from it on one axis."""
    first = {name: values[0] for name, values in axes.items()}
    yield dict(fixed) | first
    for name, values in axes.items():
        for value in values[1:]:
            yield dict(fixed) | first | {name: value}


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _twice(values: list[Any]) -> list[Any]:
    """A list with the first value that equals an earlier one; empty if all differ."""
    seen = set()
    for value in values:
        key = repr(value) if isinstance(value, list) else value
        if key in seen:
            return [value]
        seen.add(key)
    return []


def _toml(value: Any) -> str:
    """A value as it stands in the file, shortened if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "a table"
    return f'"{printable(value)}"' if isinstance(value, str) else str(value)


def printable(text: str) -> str:
    """The text of a message, with control characters escaped as in TOML."""
    return text if text.isprintable() else json.dumps(text)[1:-1]
