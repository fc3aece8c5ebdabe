"""A figure of a paper: the runs that it needs, and our numbers beside the published ones."""

import functools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from onchip.base.failures import Exit, Failure
from onchip.bench import footprint
from onchip.build import compiler, mechanisms
from onchip.chip import chips
from onchip.jobs import measured as jobs
from onchip.launch import measured as programs
from onchip.paper.measured import Comparison, Measured, Value, number
from onchip.rtl import cost

CLOSE = 0.1  # Ours may differ by this share from a published number without a spread.
SEED = "{seed}"  # in a run's arguments, replaced by the number of the repetition, from 1 on

Published = float | tuple[float, float]  # one number, or the lowest and the highest


@dataclass(frozen=True)
class Row:
    """Our number beside the published one, which is missing where the paper has only a curve."""

    name: str
    measured: Measured
    published: Published | None = None
    unit: str = ""  # unit, if it differs from the figure's
    series: str = ""  # series in the picture, for a row with `x`
    x: float | None = None
    picture: bool = False  # shown in the picture only
    effect: bool = False  # a gain or a loss, whose sign at least must agree
    why: str = ""  # the reason why the two differ

    @property
    def ours(self) -> float:
        """Our number: the mean of the repetitions."""
        return self.measured.mean

    @property
    def spread(self) -> float:
        """The standard deviation of the repetitions."""
        return self.measured.spread

    @property
    def range(self) -> tuple[float, float] | None:
        """The lowest and the highest published number."""
        if self.published is None or isinstance(self.published, tuple):
            return self.published
        return self.published, self.published

    @property
    def middle(self) -> float | None:
        """The middle of the published range."""
        return self.range and sum(self.range) / 2

    @property
    def ratio(self) -> float | None:
        """Our number divided by the published one (the middle of its range); None without one, or
        if it is zero.
        """
        return self.ours / self.middle if self.middle else None

    @property
    def agrees(self) -> bool:
        """Whether an effect goes in the published direction, beyond chance. Rows that are not
        effects agree always.
        """
        if not self.effect or self.middle is None:
            return True
        return self.ours * self.middle > 0 and abs(self.ours) > self.measured.error

    @property
    def is_close(self) -> bool:
        """Whether our number is within the published range, or close to the published number."""
        if self.range is None:
            return True
        low, high = self.range
        margin = CLOSE * abs(low) if low == high else 0
        return low - margin <= self.ours <= high + margin

    @property
    def verdict(self) -> str:
        """The verdict on the row: whether our number confirms the published one."""
        if self.effect and len(self.measured.values) > 1 and abs(self.ours) <= self.spread:
            return "undecided"
        if self.effect and self.middle and self.ours * self.middle <= 0:
            return "does not hold"
        if self.is_close:
            return "holds"
        ratio = self.ratio or 0.0
        return f"differs by {number(max(ratio, 1 / ratio)) if ratio else '∞'}×"


@dataclass(frozen=True)
class Claim:
    """A statement of the paper that involves several numbers."""

    text: str
    holds: bool
    why: str = ""  # the reason if it does not hold


@dataclass(frozen=True)
class Saying:
    """A statement of the paper, our numbers as texts, and whether the statement holds."""

    text: str
    published: str
    ours: str
    native: str
    verdict: str


class Numbers:
    """The numbers that each repetition of a run has measured: `run["init"]`."""

    def __init__(self, what: str, repetitions: Sequence["dict[str, float] | Future"]):
        self._what = what
        self._repetitions = repetitions

    def __getitem__(self, name: str) -> Measured:
        """The measured number of this name."""
        return Measured(self._number(numbers, name) for numbers in self._repetitions)

    def _number(self, numbers: "dict[str, float] | Future", name: str) -> float:
        if isinstance(numbers, Future):
            numbers = numbers.result()
        if name not in numbers:
            known = ", ".join(sorted(numbers))
            raise Failure(Exit.USAGE, f"{self._what} has no number '{name}': there are {known}")
        return numbers[name]


@dataclass
class Figure:
    """A figure, a table, or numbers of the text. The function that describes it starts runs with
    `run` and similar methods, and then states with `row`, `claim` and `says` what the numbers mean.
    """

    id: str
    title: str
    unit: str  # unit of the numbers
    text: str = ""  # how it is measured, in Markdown
    x: str = ""  # label of the picture's horizontal axis
    y: str = ""  # label of the vertical axis; empty: the unit
    bars: bool = False  # draw rows that have an x as bars, not as points
    ideal: Sequence[float] = ()  # values at which the picture has a line across
    repeat: int = 1  # repetitions of the runs, each with another seed
    folder: Path = Path()  # the paper's folder
    tick: Callable[[str], None] = lambda _: None  # called with the name of what is being run
    rows: list[Row] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    sayings: list[Saying] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what this machine lacks

    @property
    def places(self) -> bool:
        """Whether this machine can place and route a design, which is how the clock is measured."""
        return cost.places()

    @property
    def tabled(self) -> list[Row]:
        """The rows that tables show."""
        return [row for row in self.rows if not row.picture]

    def run(
        self,
        program: str,
        *,
        chip: str,
        ranks: int = 1,
        arguments: Sequence[object] = (),
        settings: Sequence[str] = (),
        sources: Sequence[str] = (),
        map: str = "compact",
        stack: int | None = None,
        transport: str = compiler.NATIVE,
        threads: int | None = None,
        omp: Sequence[str] = (),
        energy: bool = False,
        once: bool = False,
    ) -> Numbers:
        """Runs a program of the paper's folder, linked with `sources`, on a chip with `settings`
        (`"network.levels=8"`), once for each repetition.

        `map`: a value of `--map`, or a map file of the folder. `stack`: kB for each core.
        `threads`: threads of each rank, with OpenMP. `omp`: OpenMP's mechanisms. `energy`: measure
        energy and power too. `once`: run only in the first repetition, and use its numbers in all.
        """

        def numbers(arguments: tuple[str, ...]) -> dict[str, float]:
            return _numbers(
                self._file(chip),
                tuple(settings),
                programs.Program(
                    sources=tuple(self.folder / name for name in (program, *sources)),
                    ranks=ranks,
                    arguments=arguments,
                    target=compiler.Target(
                        transport=transport,
                        omp=mechanisms.chosen([mechanisms.read(word) for word in omp]),
                    ),
                    threads=threads,
                    map=self._file(map),
                    stack_kb=stack,
                    energy=energy,
                ),
            )

        return self._repeated(program, arguments, once, numbers)

    def start_jobs(
        self,
        program: str,
        *,
        chip: str,
        cores: Sequence[int],
        jobs: int,
        task: str,
        arguments: Sequence[object] = (),
        task_arguments: Sequence[object] = (),
        settings: Sequence[str] = (),
        once: bool = False,
    ) -> Numbers:
        """Runs a program whose ranks are on `cores`, and which starts `jobs` copies of `task`."""

        def numbers(arguments: tuple[str, ...]) -> dict[str, float]:
            return _numbers_of_jobs(
                chips.load(chip, list(settings)),
                (self.folder / program, arguments),
                cores,
                (self.folder / task, tuple(str(word) for word in task_arguments)),
                jobs,
            )

        return self._repeated(program, arguments, once, numbers)

    def synthesis(
        self,
        part: str,
        *,
        chip: str,
        settings: Sequence[str] = (),
        modules: Sequence[str] = (),
        place: bool = False,
    ) -> Numbers:
        """Measures what a part of the chip's network costs as hardware: `luts`, `flip_flops`,
        `depth`; with `place` also its `clock` in MHz, at another random placement in each
        repetition.

        `part`: one of `onchip.rtl.cost.PARTS`. `modules`: files of the folder that replace those of
        `rtl/`. The syntheses of a figure run at the same time, while the function goes on.
        """
        if part not in cost.PARTS:
            known = ", ".join(cost.PARTS)
            raise Failure(Exit.USAGE, f"no synthesis of '{part}': there are {known}")
        cost.check_yosys()
        self.tick(f"synthesis of a {part}")
        network = chips.load(self._file(chip), list(settings)).config["network"]
        files = [self.folder / name for name in modules]
        if place and not self.places:
            line = f"apt-get install -y {cost.NEXTPNR}"
            self.notes.append(f"{cost.NEXTPNR} is missing: no clocks. For them, type: {line}")
        place = place and self.places
        found = [
            _pool().submit(cost.numbers, network, part, files, seed if place else None)
            for seed in range(1, 1 + (self.repeat if place else 1))
        ]
        return Numbers(part, found if place else found * self.repeat)

    def sizes(self) -> Numbers:
        """The sizes that `onchip bench footprint` measures, in bytes."""
        return Numbers("bench footprint", [_sizes()] * self.repeat)

    def row(
        self,
        name: str,
        ours: Value,
        published: Published | None = None,
        *,
        unit: str = "",
        series: str = "",
        x: float | None = None,
        picture: bool = False,
        effect: bool = False,
        why: str = "",
    ) -> None:
        """Adds our number beside the published one. `unit`: if it differs from the figure's.
        `series`, `x`: the position in the picture; `picture`: show it there only. `effect`: it is a
        gain or a loss, whose sign must agree. `why`: the reason if ours differs.
        """
        if any(row.name == name for row in self.rows):
            raise Failure(Exit.USAGE, f"figure {self.id}: two rows are called '{name}'")
        self.rows.append(
            Row(name, self._measured(ours), published, unit, series, x, picture, effect, why)
        )

    def claim(self, text: str, holds: Comparison, why: str = "") -> None:
        """Adds a statement of the paper about several numbers; `why`: the reason if it does not
        hold.
        """
        self.claims.append(Claim(text, holds.of_means, why))

    def says(
        self,
        text: str,
        ours: Value | str = "",
        native: Value | str = "",
        published: Published | None = None,
        *,
        holds: Comparison | None = None,
        printed: str = "",
        unit: str = "",
        effect: bool = False,
        check: bool = False,
    ) -> None:
        """Adds a statement of the paper to the page's first table: a number, or a comparison that
        must hold. `ours`, `native`: numbers or sentences, with the published transport and with the
        native one. `printed`: what was published, if it is not a number. `check`: the statement is
        ours, not the paper's.
        """
        verdict = ""
        if holds is not None:
            verdict = _verdict(holds)
        elif published is not None:
            verdict = Row(text, self._measured(ours), published, effect=effect).verdict
        if check:
            verdict = "; ".join(filter(None, ["not in the paper: our check", verdict]))
        if published is not None and not printed:
            ends = published if isinstance(published, tuple) else (published,)
            printed = " … ".join(number(end) for end in ends) + unit
        self.sayings.append(
            Saying(text, printed, self._shown(ours, unit), self._shown(native, unit), verdict)
        )

    def json(self) -> dict:
        """All numbers as plain values, by row."""
        return {
            "title": self.title,
            "repeat": self.repeat,
            "rows": {
                row.name: {
                    "ours": row.ours,
                    "spread": row.spread,
                    "published": row.published,
                    "unit": row.unit or self.unit,
                }
                | ({} if row.agrees and row.is_close else {"why": row.why})
                for row in self.rows
            },
            "claims": {claim.text: claim.holds for claim in self.claims},
            "says": {saying.text: saying.verdict for saying in self.sayings},
        }

    def _repeated(
        self,
        program: str,
        arguments: Sequence[object],
        once: bool,
        numbers: Callable[[tuple[str, ...]], dict[str, float]],
    ) -> Numbers:
        found = []
        for seed in range(1, 2 if once else self.repeat + 1):
            self.tick(f"{program}, {seed} of {self.repeat}")
            found.append(numbers(tuple(str(word).replace(SEED, str(seed)) for word in arguments)))
        return Numbers(program, found * self.repeat if once else found)

    def _measured(self, value: Value) -> Measured:
        values = value.values if isinstance(value, Measured) else (float(value),)
        return Measured(values * self.repeat if len(values) == 1 else values)

    def _shown(self, value: Value | str, unit: str) -> str:
        if isinstance(value, str):
            return value
        measured = self._measured(value)
        spread = f" ± {number(measured.spread)}" if self.repeat > 1 else ""
        return f"{measured}{spread}{unit}"

    def _file(self, name: str) -> str:
        """The path of a chip or map file in the paper's folder; any other name as it is."""
        file = self.folder / name
        return str(file) if file.is_file() else name


def _verdict(holds: Comparison) -> str:
    times = holds.of_repetitions
    if len(times) > 1 and 0.2 < sum(times) / len(times) < 0.8:
        return "undecided"
    return "holds" if holds.of_means else "does not hold"


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


@functools.cache
def _sizes() -> dict[str, float]:
    return footprint.measure()


@functools.cache
def _numbers(
    chip_name: str, settings: tuple[str, ...], program: programs.Program
) -> dict[str, float]:
    """Runs a program and returns its numbers. The result is cached, because several figures may
    need one run.
    """
    chip = chips.load(chip_name, list(settings))
    printed, of_chip = programs.with_chip(chip, program)
    return _keys(chip) | of_chip | printed


def _numbers_of_jobs(
    chip: chips.ChipFile,
    allocator: tuple[Path, tuple[str, ...]],
    cores: Sequence[int],
    task: tuple[Path, tuple[str, ...]],
    count: int,
) -> dict[str, float]:
    allocator, task = jobs.Program(*allocator), jobs.Program(*task)
    return _keys(chip) | jobs.numbers(chip, allocator, cores, task, count)


def _keys(chip: chips.ChipFile) -> dict[str, float]:
    """The costs in the chip file by key, such as `ni.delay`."""
    return {
        f"{table}.{key}": value
        for table in ("core", "ni", "network")
        for key, value in chip.config[table].items()
        if isinstance(value, int)
    }
