"""The points of a study: as they are sent to the processes, and as rows."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from onchip.base.failures import Failure
from onchip.chip import chips, mapping
from onchip.rtl import area
from onchip.sweep import elf, fit, inputs, metrics, worker
from onchip.sweep.programs import Linked, Programs, identity
from onchip.sweep.study import AFTER, BEFORE, Study


def columns(study: Study) -> list[str]:
    """The columns of the table: the axes, the metrics, how each point ended, and its command."""
    return [*BEFORE, *study.all_axes, *study.metrics, *AFTER]


@dataclass(frozen=True)
class Point:
    """A run of a study. `options` are the parameters of `onchip.run` or `onchip.noc`. `cells` are
    the cells of the run's row that are known in advance.
    """

    id: str
    given: Mapping[str, Any]
    options: Mapping[str, Any]
    linked: Sequence[Linked]  # the program, and its kernel if there is one; empty for `noc`
    chip: chips.ChipFile
    cells: Mapping[str, Any]

    def row(self, ended: Mapping[str, Any]) -> dict[str, Any]:
        """The row of a point that has ended."""
        row = dict(self.cells) | dict(ended)
        if self.linked and metrics.CODE_BYTES in row:
            row[metrics.CODE_BYTES] = elf.code_bytes(self.linked[0].elf)
        if metrics.AREA in row:
            row[metrics.AREA] = area.look_up_tables(self.chip)
        return row

    def failed(self, failure: Failure) -> dict[str, Any]:
        """The row of a point that could not begin."""
        return self.row(worker.failed(failure.exit_code, failure.message))


class Points:
    """Makes the points of a study."""

    def __init__(self, study: Study):
        self.study = study
        self.programs = Programs(study)
        self.columns = columns(study)
        self._version = version("onchip")
        self._files: dict[str, str] = {}

    def all(self) -> list[Point]:
        """Every point, with its program compiled."""
        given = list(self.study.points())
        if self.study.kind == "run":
            self.programs.link(given)
        return [self.point(inputs) for inputs in given]

    def point(self, given: Mapping[str, Any]) -> Point:
        """The point with these inputs."""
        study = self.study
        command = inputs.command(study.kind, given)
        chip = fit.path_of(study, given)
        parts = [self._version, self._digest(str(chips.find(chip)))]
        parts += [f"{name}={pattern}" for name, pattern in study.metrics.items() if pattern]
        linked = []
        if study.kind == "run":
            linked = self.programs.of(given)
            parts += [one.digest for one in linked]
            mapped = fit.map_of(study, given)
            if mapped not in mapping.RULES:
                parts.append(self._digest(mapped.removeprefix(mapping.TRAFFIC)))
        name = identity(f"{command} seed={given.get(inputs.SEED)}", parts)
        cells = dict.fromkeys(self.columns) | {
            axis: inputs.shown(given[axis]) for axis in study.all_axes
        }
        cells |= {"id": name, "command": command}
        options = self._options(given, chip)
        return Point(name, given, options, linked, self.programs.chip(given), cells)

    def measure(self, points: Iterable[Point]) -> None:
        """Computes the metrics that do not need a run, which may take a while."""
        if metrics.AREA in self.study.metrics:
            area.measure(point.chip for point in points)

    def _options(self, given: Mapping[str, Any], chip: str) -> dict[str, Any]:
        study = self.study
        options = {"chip": chip, "set": inputs.chip_keys(study.kind, given)}
        if study.kind == "noc":
            return options | inputs.traffic(given)
        return (
            inputs.running(given)
            | options
            | {
                "arguments": inputs.arguments(given),
                "environment": inputs.environment(given),
                "map": fit.map_of(study, given),
                "root": str(study.folder / given.get("root", ".")),
                "name": inputs.files(given)[0],
            }
        )

    def _digest(self, file: str) -> str:
        if file not in self._files:
            self._files[file] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
        return self._files[file]
