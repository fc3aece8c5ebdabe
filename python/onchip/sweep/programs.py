"""The programs of a study; points with the same program share its compilation."""

import functools
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from onchip.base import scratch
from onchip.base.failures import Exit, Failure
from onchip.build import build, compiler
from onchip.chip import chips
from onchip.chip.settings import settings
from onchip.launch import clusters, openmp_environment, world
from onchip.sweep import elf, fit, inputs
from onchip.sweep.study import Study


@dataclass(frozen=True)
class Linked:
    """A linked program, or the reason why there is none."""

    elf: bytes = b""
    failure: Failure | None = None

    @functools.cached_property
    def digest(self) -> str:
        """A digest of the file that is loaded, or of the error."""
        if self.failure:
            return hashlib.sha256(self.failure.message.encode()).hexdigest()
        return elf.digest(self.elf)


@dataclass(frozen=True)
class _Asked:
    files: tuple[str, ...]
    target: compiler.Target
    cflags: tuple[str, ...]
    kernel: bool


class Programs:
    """The programs of all points so far."""

    def __init__(self, study: Study):
        self.study = study
        self.linked: dict[_Asked, Linked] = {}
        self._load = functools.cache(chips.load)
        # The kernel's program, by the target for which it is linked.
        self.kernels: dict[compiler.Target, Linked] = {}

    def link(self, points: Iterable[Mapping[str, Any]]) -> None:
        """Compiles the points' programs that have not been compiled yet."""
        asked = dict.fromkeys(self._asked(point) for point in points)
        new = [one for one in asked if one not in self.linked]
        if not new:
            return
        with scratch.folder() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
            made = pool.map(lambda one: self._made(one, folder), new)
            self.linked |= zip(new, made, strict=True)
            for one in new:
                if one.kernel or compiler.calls_kernel(self.linked[one].elf):
                    self._link_kernel(one.target.plain, folder)

    def of(self, point: Mapping[str, Any]) -> list[Linked]:
        """A point's program, compiled if need be, and the kernel's program if the point has a
        kernel.
        """
        asked = self._asked(point)
        if asked not in self.linked:
            self.link([point])
        program = self.linked[asked]
        if asked.kernel or compiler.calls_kernel(program.elf):
            return [program, self.kernels[asked.target.plain]]
        return [program]

    def chip(self, point: Mapping[str, Any]) -> chips.ChipFile:
        """The chip of a point."""
        changes = settings(inputs.chip_keys(self.study.kind, point))
        return self._load(fit.path_of(self.study, point), tuple(changes))

    def _link_kernel(self, target: compiler.Target, folder: Path) -> None:
        if target not in self.kernels:
            file = clusters.kernel(target, folder).file
            self.kernels[target] = Linked(file.read_bytes())

    def _asked(self, point: Mapping[str, Any]) -> _Asked:
        options = inputs.linking(point)
        target = options.target.of(self.chip(point))
        flags = options.cflags
        compiler.check_end(flags)
        if point.get("threads"):
            variables = [f"{name}={v}" for name, v in inputs.environment(point).items()]
            flags = ["-fopenmp", *openmp_environment.link_flags(variables), *flags]
        kernel = bool(point.get("kernel"))
        return _Asked(tuple(inputs.files(point)), target, tuple(flags), kernel)

    def _made(self, asked: _Asked, folder: Path) -> Linked:
        try:
            program = world.parse(None, asked.files)[0]
            if not program.is_source:
                self._check_linked(asked)
                return Linked(Path(program.name).read_bytes())
            file = build.build(asked.files, asked.target, asked.cflags, folder)
            return Linked(file.read_bytes())
        except Failure as failure:
            if failure.exit_code in (Exit.MACHINE, Exit.USAGE):
                raise
            return Linked(failure=failure)

    def _check_linked(self, asked: _Asked) -> None:
        target = asked.target
        if target != replace(
            target.plain,
            shared_tiles=target.shared_tiles,
            shared_fpu=target.shared_fpu,
            multicasts=target.multicasts,
        ):
            raise Failure(
                Exit.USAGE,
                f"{self.study.where_input(inputs.PROGRAM)}: {asked.files[0]} is linked already: "
                "checks, transport, omp and heap are for sources",
            )


def identity(command: str, parts: Iterable[str]) -> str:
    """The id of a point: a digest of its command's inputs and of the contents that these name."""
    return hashlib.sha256(json.dumps([command, *parts]).encode()).hexdigest()[:16]
