"""Checks a study against its chips before anything runs."""

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from onchip.api.noc import noc
from onchip.base.failures import Exit, Failure
from onchip.chip import chips, energy, mapping
from onchip.chip.settings import settings
from onchip.rtl import area
from onchip.sweep import inputs, metrics
from onchip.sweep.study import AXES, METRICS, Study, printable

# Inputs of traffic that depend on the chip or on each other.
OF_TRAFFIC = ("hotspots", "close_after", "circuits", "random_circuits", "priorities", "pattern")
MOST_CHECKED = 20_000  # at most this many points are checked; a search may have more


def check(study: Study) -> None:
    """Fails at the first key that no chip has, or that makes a point unfit for its chip."""
    _Check(study).run()


class _Check:
    def __init__(self, study: Study):
        self.study = study
        self.load = functools.cache(chips.load)
        self.fitting: set[tuple] = set()

    def run(self) -> None:
        study = self.study
        if metrics.AREA in study.metrics:
            try:
                area.check()
            except Failure as failure:
                raise Failure(
                    failure.exit_code, f"{study.where(METRICS)}: {failure.message}"
                ) from None
        for name, value in self.values():
            if name == "chip" or inputs.is_chip_key(study.kind, name):
                self.alone(name, value)
        for point in itertools.islice(study.points(), MOST_CHECKED):
            chip = self.chip(point)
            if study.kind == "noc":
                self.flows(point, chip)
            elif not point.get("host"):
                self.fits(point, chip)

    def values(self) -> Iterator[tuple[str, Any]]:
        """Each input with each of its values."""
        yield from self.study.fixed.items()
        for name, values in self.study.axes.items():
            yield from ((name, value) for value in values)

    def alone(self, name: str, value: Any) -> None:
        """Checks one value of an axis on the first point's chip. Keys that depend on each other are
        checked later.
        """
        path = path_of(self.study, next(self.study.points()) | {name: value})
        changes = {} if name == "chip" else {name: value}
        try:
            chips.load(path, settings(changes))
        except Failure as failure:
            # Errors that involve several keys are found later.
            if name == "chip" or failure.exit_code == Exit.USAGE:
                message = failure.message
                for setting in settings(changes):
                    message = message.removeprefix(f"--set {setting}: ")
                raise self.wrong(name, message) from failure

    def chip(self, point: dict[str, Any]) -> chips.ChipFile:
        keys = inputs.chip_keys(self.study.kind, point)
        try:
            return self.load(path_of(self.study, point), tuple(settings(keys)))
        except Failure as failure:
            raise self.wrong(self.first_axis([*keys, "chip"]), failure.message) from failure

    def first_axis(self, names: list[str]) -> str:
        """The input that an error message names: one that varies, if possible."""
        varied = [name for name in names if name in self.study.axes]
        return next(iter(varied or [name for name in names if name in self.study.fixed]), AXES)

    def fits(self, point: dict[str, Any], chip: chips.ChipFile) -> None:
        threads, kernel = point.get("threads") or 1, bool(point.get("kernel"))
        cores = len(chip.program_cores(kernel))
        ranks, mapped = point.get("ranks") or max(cores // threads, 1), map_of(self.study, point)
        key = (id(chip), ranks, threads, kernel, mapped, bool(point.get("energy")))
        if key in self.fitting:
            return
        self.fitting.add(key)
        if ranks * threads > cores:
            name = self.first_axis(["ranks", "threads", "chip", *point])
            each = f" of {threads} cores each" if threads > 1 else ""
            raise self.wrong(
                name,
                f"{ranks} ranks{each} do not fit on {chip.name}, which has {cores} cores for them; "
                f"right: at most {cores // threads} ranks",
            )
        try:
            mapping.choose(mapped, chip, ranks, threads, kernel)
        except Failure as failure:
            raise self.wrong("map", failure.message) from failure
        if point.get("energy"):
            try:
                energy.check(chip)
            except Failure as failure:
                raise self.wrong(self.first_axis(["chip"]), failure.message) from failure

    def flows(self, point: dict[str, Any], chip: chips.ChipFile) -> None:
        """Checks that the chip can carry the traffic of a point, by a run of one cycle. The check
        is made once for all seeds.
        """
        given = {name: point[name] for name in inputs.NOC if name in point}
        key = (
            id(chip),
            *(repr(given[name]) for name in given if name not in (inputs.SEED, "rate")),
        )
        if key in self.fitting:
            return
        options = inputs.traffic(point) | {"warmup": 0, "measure": 1, "drain": 0}
        try:
            noc(path_of(self.study, point), set=inputs.chip_keys("noc", point), **options)
        except Failure as failure:
            names = [name for name in OF_TRAFFIC if name in failure.message.replace(" ", "_")]
            places = self.first_axis([*names, *OF_TRAFFIC, "chip"])
            raise self.wrong(places, failure.message) from failure
        self.fitting.add(key)

    def wrong(self, name: str, message: str) -> Failure:
        place = self.study.where(AXES) if name == AXES else self.study.where_input(name)
        lines = [printable(line) for line in message.split("\n")]
        return Failure(Exit.USAGE, "\n".join([f"{place}: {lines[0]}", *lines[1:]]))


def path_of(study: Study, point: Mapping[str, Any]) -> str:
    """The path of a point's chip, valid in any folder."""
    chip = point.get("chip", inputs.KINDS[study.kind]["chip"].default)
    return str(study.folder / chip) if chip.endswith(".toml") or "/" in chip else chip


def map_of(study: Study, point: Mapping[str, Any]) -> str:
    """The value of `--map` for a point, valid in any folder."""
    given = point.get("map", inputs.RUN["map"].default)
    if given in mapping.RULES:
        return given
    if given.startswith(mapping.TRAFFIC):
        return mapping.TRAFFIC + str(study.folder / given.removeprefix(mapping.TRAFFIC))
    return str(study.folder / given)
