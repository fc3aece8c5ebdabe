"""Runs a figure's programs, and sets the numbers beside the published ones."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from onchip import chips, compile, measured
from onchip.failures import Exit, Failure
from onchip.paper import formula
from onchip.paper.description import Claim, Figure, Paper, Row, Run

CLOSE = 0.1  # a published number without a spread and ours may differ by this share of it


@dataclass(frozen=True)
class Result:
    """A row with its number."""

    row: Row
    ours: float
    why: str = ""  # the row's, with its numbers

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
        """Whether the direction of an effect is the published one; other rows have none."""
        return not self.row.effect or self.middle is None or self.ours * self.middle > 0

    @property
    def is_close(self) -> bool:
        """Whether it is within the published spread, or close to the published number."""
        if self.published is None:
            return True
        low, high = self.published
        margin = CLOSE * abs(low) if low == high else 0
        return low - margin <= self.ours <= high + margin


@dataclass(frozen=True)
class Outcome:
    """A figure with its numbers, and which of the paper's claims hold."""

    figure: Figure
    results: list[Result]
    claims: list[tuple[Claim, bool]]

    @property
    def tabled(self) -> list[Result]:
        """The numbers that tables show."""
        return [result for result in self.results if not result.row.picture]

    def json(self) -> dict:
        """Plain values, by row."""
        figure = self.figure
        return {
            "title": figure.title,
            "rows": {
                result.row.name: {
                    "ours": result.ours,
                    "published": result.row.published,
                    "unit": result.row.unit or figure.unit,
                }
                | ({} if result.agrees and result.is_close else {"why": result.why})
                for result in self.results
            },
            "claims": {claim.text: holds for claim, holds in self.claims},
        }


def run(paper: Paper, figure: Figure, tick: Callable[[str], None]) -> Outcome:
    """Runs what the figure needs; `tick` is told what is being run."""
    numbers = {}
    for each in figure.runs:
        tick(f"{paper.name}/{figure.id}: {each.id}")
        numbers[each.id] = _numbers(paper, each)
    try:
        results = [
            Result(row, formula.value(row.ours, numbers), formula.sentence(row.why, numbers))
            for row in figure.rows
        ]
        claims = [
            (
                replace(claim, why=formula.sentence(claim.why, numbers)),
                formula.holds(claim.holds, numbers),
            )
            for claim in figure.claims
        ]
    except (formula.FormulaError, ZeroDivisionError) as error:
        raise Failure(Exit.INTERNAL, f"{paper.name}/{figure.id}: {error}") from error
    return Outcome(figure, results, claims)


def _numbers(paper: Paper, run: Run) -> dict[str, float]:
    if not run.program:
        from onchip.bench import footprint

        return footprint.measure()
    chip = chips.load(run.chip, run.settings)
    program = paper.folder / run.program
    printed, network = measured.with_network(
        chip, program, run.ranks, run.arguments, compile.Target(transport=run.transport)
    )
    return _keys(chip) | network | printed


def _keys(chip: chips.ChipFile) -> dict[str, float]:
    """What the chip file says of costs, as `ni_delay`."""
    return {
        f"{table}_{key}": value
        for table in ("core", "ni", "network")
        for key, value in chip.config[table].items()
        if isinstance(value, int)
    }
