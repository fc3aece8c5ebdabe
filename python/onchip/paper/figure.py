"""A figure of a paper: the runs that it needs, and our numbers beside the published ones."""

import functools
import math
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from onchip.base.failures import Exit, Failure
from onchip.bench import footprint
from onchip.build import compiler, mechanisms
from onchip.chip import chips
from onchip.jobs import measured as allocators
from onchip.launch import measured as programs
from onchip.paper.measured import Comparison, Measured, Value, highest, lowest, mean, number
from onchip.paper.verdict import (
    HOLDS,
    POINTS,
    Decided,
    Expected,
    Published,
    Unpublished,
    as_published,
    shown,
    verdict,
)
from onchip.rtl import cost

SEED = "{seed}"  # in a run's arguments, replaced by the number of the repetition, from 1 on
# Repetitions place code and data at this many addresses in turn, since papers give none.
ADDRESSES = 4
T = TypeVar("T")
# One value for all repetitions, or a function that takes the repetition's number.
Drawn = T | Callable[[int], T]
OUR_CHECK = "not in the paper: our check"


@dataclass(frozen=True)
class Row:
    """Our number beside the published one, which is missing where the paper has only a curve."""

    name: str
    value: Decided  # one number, several in one range, or one for each value of a parameter
    expected: Expected | None = None
    unit: str = ""  # unit, if it differs from the figure's
    series: str = ""  # series in the picture, for a row with `x`
    x: float | None = None
    picture: bool = False  # shown in the picture only
    why: str = ""  # why our number differs from the published one

    @property
    def measured(self) -> Measured:
        """Our number, or the mean of several numbers."""
        value = self.value.of_chosen if isinstance(self.value, Unpublished) else self.value
        return value if isinstance(value, Measured) else mean(value)

    @property
    def ours(self) -> float:
        """Our number: the mean of the repetitions."""
        return self.measured.mean

    @property
    def spread(self) -> float:
        """The standard deviation of the repetitions."""
        return self.measured.spread

    @property
    def published(self) -> Published | None:
        """The published number, or the lowest and the highest."""
        return self.expected and self.expected.published

    @property
    def range(self) -> tuple[float, float] | None:
        """The lowest and the highest published number."""
        return self.expected and self.expected.range

    @property
    def middle(self) -> float | None:
        """The middle of the published range; if one end is missing, the other end."""
        if self.range is None:
            return None
        ends = [end for end in self.range if math.isfinite(end)]
        return sum(ends) / len(ends)

    @property
    def ratio(self) -> float | None:
        """Our number divided by the published number, or by the middle of the published range; None
        if nothing is published, or if the published number is zero.
        """
        return self.ours / self.middle if self.middle else None

    @property
    def verdict(self) -> str:
        """The verdict on the row; empty without a published number."""
        return "" if self.expected is None else verdict(self.value, self.expected)


@dataclass(frozen=True)
class Saying:
    """A statement of the paper, our numbers as texts, and the verdict on the statement."""

    text: str
    published: str
    ours: str
    native: str
    verdict: str  # empty if the paper has published nothing that our numbers could contradict
    check: bool = False  # the statement is ours, not the paper's
    claim: bool = False  # the statement explains a figure, and is not in the first table
    why: str = ""  # the reason if the statement does not hold

    @property
    def shown(self) -> str:
        """The verdict as the first table shows it."""
        return "; ".join(filter(None, [OUR_CHECK if self.check else "", self.verdict]))


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
    """A figure, a table, or numbers of the text. The function that describes the figure starts runs
    with `run`, `start_jobs` or `synthesis`, and then states with `row`, `curve`, `claim` and `says`
    what the numbers mean.
    """

    id: str
    title: str
    unit: str  # unit of the numbers
    text: str = ""  # how the figure is measured, in Markdown
    x: str = ""  # label of the picture's horizontal axis
    y: str = ""  # label of the vertical axis; empty: the unit
    bars: bool = False  # draw rows that have an x as bars, not as points
    ideal: Sequence[float] = ()  # values at which the picture has a line across
    repeat: int = 1  # repetitions of the runs, each with another seed
    folder: Path = Path()  # the paper's folder
    tick: Callable[[str], None] = lambda _: None  # called with the name of what is being run
    # `replace` makes these lists anew.
    rows: list[Row] = field(default_factory=list, init=False)
    sayings: list[Saying] = field(default_factory=list, init=False)
    notes: list[str] = field(default_factory=list, init=False)  # what this machine lacks
    # unpublished parameters that numbers depend on
    unpublished: list[Unpublished] = field(default_factory=list, init=False)

    @property
    def can_place_and_route(self) -> bool:
        """Whether this machine can place and route a design, which is how the clock is measured."""
        return cost.can_place_and_route()

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
        arguments: Drawn[Sequence[object]] = (),
        settings: Drawn[Sequence[str]] = (),
        sources: Sequence[str] = (),
        map: Drawn[str] = "compact",
        stack: int | None = None,
        transport: str = compiler.NATIVE,
        threads: int | None = None,
        omp: Sequence[str] = (),
        data: str = compiler.IN_TILE,
        energy: bool = False,
        traced: bool = False,
        once: bool = False,
    ) -> Numbers:
        """Runs a program of the paper's folder, linked with `sources`, on a chip with `settings`
        (`"network.levels=8"`), once for each repetition, each time with code and data at other
        addresses. `arguments`, `settings` and `map` may be functions of the repetition's number,
        from 1 on.

        `map`: a value of `--map`, or a map file of the folder. `stack`: kB for each core.
        `threads`: threads of each rank, with OpenMP. `omp`: OpenMP's mechanisms. `data`: where
        heap and variables are, in tiles or with `"dram"` behind caches. `energy`: measure energy
        and power too. `traced`: the program keeps a trace. `once`: run only in the first
        repetition, and use its numbers in all.
        """

        def numbers(seed: int) -> dict[str, float]:
            return _numbers(
                self._file(chip),
                tuple(_drawn(settings, seed)),
                programs.Program(
                    sources=tuple(self.folder / name for name in (program, *sources)),
                    ranks=ranks,
                    arguments=_words(arguments, seed),
                    target=compiler.Target(
                        transport=transport,
                        traced=traced,
                        omp=mechanisms.chosen([mechanisms.read(word) for word in omp]),
                        heap=data,
                        data=data,
                    ),
                    threads=threads,
                    map=self._file(_drawn(map, seed)),
                    stack_kb=stack,
                    energy=energy,
                    moved=(seed - 1) % ADDRESSES,
                ),
            )

        return self._repeated(program, once, numbers)

    def start_jobs(
        self,
        program: str,
        *,
        chip: str,
        cores: Drawn[Sequence[int]],
        jobs: int,
        task: str,
        arguments: Drawn[Sequence[object]] = (),
        task_arguments: Drawn[Sequence[object]] = (),
        settings: Drawn[Sequence[str]] = (),
        once: bool = False,
    ) -> Numbers:
        """Runs a program whose ranks are on `cores`, and which starts `jobs` copies of `task`.
        `cores`, `arguments`, `task_arguments` and `settings` may be functions of the repetition's
        number, from 1 on.
        """

        def numbers(seed: int) -> dict[str, float]:
            found = chips.load(chip, list(_drawn(settings, seed)))
            allocator = allocators.Program(self.folder / program, _words(arguments, seed))
            job = allocators.Program(self.folder / task, _words(task_arguments, seed))
            places = _drawn(cores, seed)
            return _keys(found) | allocators.numbers(found, allocator, places, job, jobs)

        return self._repeated(program, once, numbers)

    def synthesis(
        self,
        part: str,
        *,
        chip: str,
        settings: Sequence[str] = (),
        modules: Sequence[str] = (),
        inputs: int = cost.INPUTS,
        place: bool = False,
    ) -> Numbers:
        """Measures what a part of the chip's network costs as hardware: `luts`, `flip_flops`,
        `depth`; with `place` also its `clock` in MHz, at another random placement in each
        repetition.

        `part`: one of `onchip.rtl.cost.PARTS`. `modules`: files of the folder that replace those of
        `rtl/`. `inputs`: number of inputs of a look-up table. The syntheses of a figure run at the
        same time, while the function goes on.
        """
        if part not in cost.PARTS:
            known = ", ".join(cost.PARTS)
            raise Failure(Exit.USAGE, f"no synthesis of '{part}': there are {known}")
        cost.check_yosys()
        self.tick(f"synthesis of a {part}")
        network = chips.load(self._file(chip), list(settings)).config["network"]
        files = [self.folder / name for name in modules]
        if place and not self.can_place_and_route:
            line = f"apt-get install -y {cost.NEXTPNR}"
            self.notes.append(f"{cost.NEXTPNR} is missing: no clocks. For them, type: {line}")
        place = place and self.can_place_and_route
        found = [
            _pool().submit(cost.numbers, network, part, files, seed if place else None, inputs)
            for seed in range(1, 1 + (self.repeat if place else 1))
        ]
        return Numbers(part, found if place else found * self.repeat)

    def sizes(self, transport: str = compiler.NATIVE) -> Numbers:
        """The sizes that `onchip bench footprint` measures, in bytes, with this transport."""
        return Numbers("bench footprint", [_sizes(transport)] * self.repeat)

    def row(
        self,
        name: str,
        ours: Value | Sequence[Value] | Unpublished,
        published: Published | None = None,
        *,
        unit: str = "",
        series: str = "",
        x: float | None = None,
        picture: bool = False,
        effect: bool = False,
        points: float = POINTS,
        why: str = "",
    ) -> None:
        """Adds our number beside the published one. Several numbers must all be in the published
        range. `unit`: if it differs from the figure's. `series`, `x`: the position in the picture;
        `picture`: show the number there only. `effect`: the number is a gain or a loss, and must
        have the sign of the published one. `points`: the percentage points up to which numbers
        count as equal. `why`: the reason, if ours differs.
        """
        if any(row.name == name for row in self.rows):
            raise Failure(Exit.USAGE, f"figure {self.id}: two rows are called '{name}'")
        expected = self._expected(published, effect, unit or self.unit, points)
        self.rows.append(Row(name, self._decided(ours), expected, unit, series, x, picture, why))

    def curve(
        self,
        name: str,
        numbers: Mapping[float, Value],
        published: Mapping[float, Published] | Published | None = None,
        *,
        series: str,
        tabled: Collection[float] | None = None,
        why: str = "",
        **options,
    ) -> None:
        """Adds a row for each x of a series. `numbers` maps x to our number. `published` maps x to
        the published number, or is one number for all. `{}` in `name` stands for x. `tabled` has
        the xs whose rows appear in tables; None means all. `why` goes to rows with a published
        number. `options` are those of `row`.
        """
        for x, ours in numbers.items():
            known = published.get(x) if isinstance(published, Mapping) else published
            of_row = {"series": series, "x": x, "why": "" if known is None else why, **options}
            if tabled is not None:
                of_row["picture"] = x not in tabled
            self.row(name.format(x), ours, known, **of_row)

    def claim(self, text: str, holds: Comparison | Unpublished, why: str = "") -> None:
        """Adds a statement of the paper about several numbers. The first table leaves the statement
        out. `why` is the reason if the statement does not hold.
        """
        self.sayings.append(Saying(text, "", "", "", self._holds(holds), claim=True, why=why))

    def says(
        self,
        text: str,
        ours: Value | Sequence[Value] | Unpublished | str = "",
        native: Value | Sequence[Value] | Unpublished | str = "",
        published: Published | None = None,
        *,
        holds: Comparison | Unpublished | None = None,
        printed: str = "",
        unit: str = "",
        effect: bool = False,
        points: float = POINTS,
        check: bool = False,
        why: str = "",
    ) -> None:
        """Adds a statement of the paper to the page's first table: a number, or a comparison that
        must hold. `ours`, `native`: numbers or sentences, with the published transport and with the
        native one. `printed`: what was published, if it is not a number. `check`: the statement is
        ours, not the paper's. `effect`, `points`, `why`: as in `row`.
        """
        found = ""
        if holds is not None:
            found = self._holds(holds)
        elif published is not None:
            expected = self._expected(published, effect, unit, points)
            found = verdict(self._decided(ours), expected)
        elif not check:
            raise Failure(
                Exit.USAGE,
                f"figure {self.id}: '{text}' can never fail: give published= or holds=, or say "
                "check=True",
            )
        self.sayings.append(
            Saying(
                text,
                printed or as_published(published, unit),
                self._shown(ours, unit),
                self._shown(native, unit),
                found,
                check,
                why=why,
            )
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
                | _several(row.value)
                | ({"verdict": row.verdict} if row.verdict else {})
                | ({"why": row.why} if row.verdict not in ("", HOLDS) else {})
                for row in self.rows
            },
            "says": {saying.text: saying.shown for saying in self.sayings},
        }

    def _repeated(
        self, program: str, once: bool, numbers: Callable[[int], dict[str, float]]
    ) -> Numbers:
        found = []
        for seed in range(1, 2 if once else self.repeat + 1):
            self.tick(f"{program}, {seed} of {self.repeat}")
            found.append(numbers(seed))
        return Numbers(program, found * self.repeat if once else found)

    def _measured(self, value: Value) -> Measured:
        values = value.values if isinstance(value, Measured) else (float(value),)
        return Measured(values * self.repeat if len(values) == 1 else values)

    def _decided(self, value: Value | Sequence[Value] | Unpublished) -> Decided:
        if isinstance(value, Unpublished):
            self._name(value)
            return replace(value, values={k: self._decided(of) for k, of in value.values.items()})
        if isinstance(value, Sequence):
            return [self._measured(each) for each in value]
        return self._measured(value)

    def _holds(self, holds: Comparison | Unpublished) -> str:
        if isinstance(holds, Unpublished):
            self._name(holds)
        return verdict(holds)

    def _name(self, of: Unpublished) -> None:
        """Notes the chosen value of a parameter that the paper does not give. The figure's text
        shows it.
        """
        if not any(each.parameter == of.parameter for each in self.unpublished):
            self.unpublished.append(of)

    def _expected(
        self, published: Published | None, effect: bool, unit: str, points: float
    ) -> Expected | None:
        if published is None:
            return None
        return Expected(published, effect, percent="%" in unit, points=points)

    def _shown(self, value: Value | Sequence[Value] | Unpublished | str, unit: str) -> str:
        return value if isinstance(value, str) else as_text(self._decided(value), unit)

    def _file(self, name: str) -> str:
        """The path of a chip or map file in the paper's folder; any other name as it is."""
        file = self.folder / name
        return str(file) if file.is_file() else name


def as_text(value: Decided, unit: str = "", spreads: bool = True) -> str:
    """Returns our number as text, with the spread of its repetitions.

    Several numbers become the lowest and the highest of them. If a parameter is not published, the
    number for the chosen value of the parameter comes first, then the numbers for all values.
    """
    if isinstance(value, Unpublished):
        each = " / ".join(as_text(of, spreads=False) for of in value.values.values())
        chosen = as_text(value.of_chosen, unit, spreads)
        return f"{chosen} ({each} by {value.parameter} {shown(list(value.values))})"
    if isinstance(value, Measured):
        has_spread = spreads and len(value.values) > 1
        return f"{value}{f' ± {number(value.spread)}' if has_spread else ''}{unit}"
    return f"{lowest(value)} … {highest(value)}{unit}"


def _several(value: Decided) -> dict:
    """The numbers of which `ours` is the mean, or the numbers for each value of a parameter."""
    if isinstance(value, Measured):
        return {}
    if isinstance(value, Unpublished):
        values = {f"{each}": _plain(of) for each, of in value.values.items()}
        return {"parameter": value.parameter, "values": values}
    return {"each": _plain(value)}


def _plain(value: Measured | Sequence[Measured]) -> float | list[float]:
    return value.mean if isinstance(value, Measured) else [each.mean for each in value]


def _drawn(value: object, seed: int):
    """The value in the repetition `seed`; it may be given as a function of that number."""
    return value(seed) if callable(value) else value


def _words(arguments: object, seed: int) -> tuple[str, ...]:
    """A program's arguments in the repetition of this number."""
    return tuple(str(word).replace(SEED, str(seed)) for word in _drawn(arguments, seed))


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


@functools.cache
def _sizes(transport: str) -> dict[str, float]:
    return footprint.measure(transport=transport)


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


def _keys(chip: chips.ChipFile) -> dict[str, float]:
    """The costs in the chip file by key, such as `ni.delay`."""
    return {
        f"{table}.{key}": value
        for table in ("core", "ni", "network")
        for key, value in chip.config[table].items()
        if isinstance(value, int)
    }
