"""Runs a figure's programs, and sets the numbers beside the published ones."""

import functools
import keyword
import os
import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from onchip import chips, compiler, measured, mechanisms
from onchip.failures import Exit, Failure
from onchip.jobs import measured as jobs
from onchip.paper import formula
from onchip.paper.description import Claim, Figure, Paper, Row, Run, Saying
from onchip.rtl import cost

CLOSE = 0.1  # a published number without a spread and ours may differ by this share of it


@dataclass(frozen=True)
class Result:
    """A row with its number."""

    row: Row
    values: tuple[float, ...]  # of each repetition
    why: str = ""  # the row's, with its numbers

    @property
    def ours(self) -> float:
        """The mean."""
        return statistics.fmean(self.values)

    @property
    def spread(self) -> float:
        """The standard deviation of the repetitions."""
        return statistics.stdev(self.values) if len(self.values) > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.spread / len(self.values) ** 0.5

    @property
    def published(self) -> tuple[float, float] | None:
        """The lowest and the highest number that was published for it."""
        published = self.row.published
        if published is None:
            return None
        return (min(published), max(published)) if isinstance(published, list) else (published,) * 2

    @property
    def middle(self) -> float | None:
        """Between the two."""
        return self.published and sum(self.published) / 2

    @property
    def ratio(self) -> float | None:
        """Ours by the published one, the middle of its range; none without one, or of zero."""
        return self.ours / self.middle if self.middle else None

    @property
    def agrees(self) -> bool:
        """Whether the direction of an effect is the published one, and no accident: other rows have
        none.
        """
        if not self.row.effect or self.middle is None:
            return True
        return self.ours * self.middle > 0 and abs(self.ours) > self.error

    @property
    def verdict(self) -> str:
        """Whether the published number is ours, too."""
        if self.row.effect and len(self.values) > 1 and abs(self.ours) <= self.spread:
            return "undecided"
        if self.row.effect and self.middle and self.ours * self.middle <= 0:
            return "does not hold"
        if self.is_close:
            return "holds"
        ratio = self.ratio or 0.0
        return f"differs by {formula.number(max(ratio, 1 / ratio)) if ratio else '∞'}×"

    @property
    def is_close(self) -> bool:
        """Whether it is within the published spread, or close to the published number."""
        if self.published is None:
            return True
        low, high = self.published
        margin = CLOSE * abs(low) if low == high else 0
        return low - margin <= self.ours <= high + margin


@dataclass(frozen=True)
class Said:
    """What the paper says, with our numbers as texts, and whether it holds."""

    text: str
    published: str
    ours: str
    native: str
    verdict: str


def _said(saying: Saying, repetitions: list[dict]) -> Said:
    def shown(text: str) -> str:
        if not text:
            return ""
        if "{" in text:
            return formula.sentence(text, repetitions)
        result = measured_row(text)
        spread = f" ± {formula.number(result.spread)}" if len(repetitions) > 1 else ""
        return f"{formula.number(result.ours)}{spread}{saying.unit}"

    def measured_row(text: str) -> Result:
        row = Row(saying.text, text, saying.published, effect=saying.effect)
        return Result(row, tuple(formula.value(text, numbers) for numbers in repetitions))

    if saying.holds:
        times = [formula.holds(saying.holds, [numbers]) for numbers in repetitions]
        holds = formula.holds(saying.holds, repetitions)
        verdict = "holds" if holds else "does not hold"
        if len(times) > 1 and 0.2 < sum(times) / len(times) < 0.8:
            verdict = "undecided"
    elif saying.published is not None:
        verdict = measured_row(saying.ours).verdict
    else:
        verdict = ""
    if saying.check:
        verdict = (
            f"not in the paper: our check; {verdict}" if verdict else "not in the paper: our check"
        )
    low_high = saying.published if isinstance(saying.published, list) else [saying.published]
    published = saying.printed or " … ".join(
        formula.number(each) for each in low_high if each is not None
    ) + (saying.unit if saying.published is not None else "")
    return Said(saying.text, published, shown(saying.ours), shown(saying.native), verdict)


@dataclass(frozen=True)
class Outcome:
    """A figure with its numbers, and which of the paper's claims hold."""

    figure: Figure
    results: list[Result]
    claims: list[tuple[Claim, bool]]
    says: tuple[Said, ...] = ()

    @property
    def repeat(self) -> int:
        """How often its runs were repeated."""
        return max((len(result.values) for result in self.results), default=1)

    @property
    def tabled(self) -> list[Result]:
        """The numbers that tables show."""
        return [result for result in self.results if not result.row.picture]

    def json(self) -> dict:
        """Plain values, by row."""
        figure = self.figure
        return {
            "title": figure.title,
            "repeat": self.repeat,
            "rows": {
                result.row.name: {
                    "ours": result.ours,
                    "spread": result.spread,
                    "published": result.row.published,
                    "unit": result.row.unit or figure.unit,
                }
                | ({} if result.agrees and result.is_close else {"why": result.why})
                for result in self.results
            },
            "claims": {claim.text: holds for claim, holds in self.claims},
            "says": {each.text: each.verdict for each in self.says},
        }


def run(
    paper: Paper, figure: Figure, tick: Callable[[str], None], repeat: int | None = None
) -> Outcome:
    """Runs what the figure needs; `tick` is told what is being run. With `repeat` at most so many
    times. Without nextpnr there are no rows with clocks.
    """
    if not cost.places():
        figure = _without_clocks(figure)
    count = figure.repeat if repeat is None else min(repeat, figure.repeat)
    once: dict[str, dict[str, float]] = {}
    if any(each.synthesis for each in figure.runs):
        tick(f"{paper.name}/{figure.id}: syntheses")
    syntheses = _syntheses(paper, figure, count)
    repetitions = [
        _repetition(paper, figure, seed + 1, once, tick) | syntheses[seed] for seed in range(count)
    ]
    try:
        results = [
            Result(
                row,
                tuple(formula.value(row.ours, numbers) for numbers in repetitions),
                formula.sentence(row.why, repetitions),
            )
            for row in figure.rows
        ]
        claims = [
            (
                replace(claim, why=formula.sentence(claim.why, repetitions)),
                formula.holds(claim.holds, repetitions),
            )
            for claim in figure.claims
        ]
        says = tuple(_said(each, repetitions) for each in figure.says)
    except (formula.FormulaError, ZeroDivisionError) as error:
        raise Failure(Exit.INTERNAL, f"{paper.name}/{figure.id}: {error}") from error
    return Outcome(figure, results, claims, says)


def _without_clocks(figure: Figure) -> Figure:
    def has_none(*texts: str) -> bool:
        parts = [part for text in texts for part in formula.in_braces(text) or [text] if part]
        named = {name for part in parts for name in formula.names(part)}
        return not any((run.id, "clock") in named for run in figure.runs if run.place)

    return replace(
        figure,
        rows=[row for row in figure.rows if has_none(row.ours)],
        claims=[claim for claim in figure.claims if has_none(claim.holds)],
        says=[each for each in figure.says if has_none(each.ours, each.holds)],
    )


def _file(paper: Paper, name: str) -> str:
    """A file of the paper's folder, if it is one's name: a chip, or a map."""
    file = paper.folder / name
    return str(file) if file.is_file() else name


def _repetition(
    paper: Paper,
    figure: Figure,
    seed: int,
    once: dict[str, dict[str, float]],
    tick: Callable[[str], None],
) -> dict[str, dict[str, float]]:
    """The numbers of each run of a program; `once`: those of runs that are not repeated."""
    numbers = {}
    for each in figure.runs:
        if each.synthesis:
            continue
        if each.id in once:
            numbers[each.id] = once[each.id]
            continue
        tick(f"{paper.name}/{figure.id}: {each.id}, {seed} of {figure.repeat}")
        arguments = tuple(word.replace("{seed}", str(seed)) for word in each.arguments)
        if each.task:
            numbers[each.id] = _numbers_of_jobs(paper, each, arguments)
        elif each.program:
            numbers[each.id] = _numbers(
                _file(paper, each.chip),
                tuple(each.settings),
                measured.Program(
                    sources=tuple(paper.folder / name for name in (each.program, *each.sources)),
                    ranks=each.ranks,
                    arguments=arguments,
                    target=_target(each),
                    threads=each.threads,
                    map=_file(paper, each.map),
                    stack_kb=each.stack,
                    energy=each.energy,
                ),
            )
        else:
            numbers[each.id] = _sizes()
        if each.once:
            once[each.id] = numbers[each.id]
    return numbers


def _numbers_of_jobs(paper: Paper, run: Run, arguments: tuple[str, ...]) -> dict[str, float]:
    chip = chips.load(run.chip, run.settings)
    allocator = jobs.Program(paper.folder / run.program, arguments)
    task = jobs.Program(paper.folder / run.task, run.task_arguments)
    return _keys(chip) | jobs.numbers(chip, allocator, run.cores, task, run.jobs)


def _syntheses(paper: Paper, figure: Figure, count: int) -> list[dict[str, dict[str, float]]]:
    """The numbers of each synthesis in each repetition, which is another random placement; on all
    cores.
    """

    def numbers(of: tuple[int, Run]) -> dict[str, float]:
        seed, run = of
        chip = chips.load(_file(paper, run.chip), run.settings)
        modules = [paper.folder / name for name in run.modules]
        placement = seed + 1 if run.place and cost.places() else None
        return cost.numbers(chip.config["network"], run.synthesis, modules, placement)

    runs = [run for run in figure.runs if run.synthesis]
    wanted = [(seed, run) for seed in range(count) for run in runs if seed == 0 or run.place]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(numbers, wanted)
        by_run = {(seed, run.id): each for (seed, run), each in zip(wanted, found, strict=True)}
    return [
        {run.id: by_run.get((seed, run.id)) or by_run[0, run.id] for run in runs}
        for seed in range(count)
    ]


def _target(run: Run) -> compiler.Target:
    choices = mechanisms.chosen(map(mechanisms.read, run.omp))
    return compiler.Target(transport=run.transport, omp=choices)


@functools.cache
def _sizes() -> dict[str, float]:
    from onchip.bench import footprint

    return footprint.measure()


@functools.cache
def _numbers(
    chip_name: str, settings: tuple[str, ...], program: measured.Program
) -> dict[str, float]:
    """Of one run: several figures may need it."""
    chip = chips.load(chip_name, list(settings))
    printed, of_chip = measured.with_chip(chip, program)
    # Words of Python get a `_` behind them.
    printed |= {f"{name}_": printed[name] for name in filter(keyword.iskeyword, printed)}
    return _keys(chip) | of_chip | printed


def _keys(chip: chips.ChipFile) -> dict[str, float]:
    """The costs in the chip file, with names like `ni_delay`."""
    return {
        f"{table}_{key}": value
        for table in ("core", "ni", "network")
        for key, value in chip.config[table].items()
        if isinstance(value, int)
    }
