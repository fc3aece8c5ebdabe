"""Runs a figure's programs, and sets the numbers beside the published ones."""

from collections.abc import Callable
from dataclasses import dataclass

from onchip import chips, measured
from onchip.failures import Exit, Failure
from onchip.paper import formula
from onchip.paper.description import Claim, Figure, Paper, Row, Run

CLOSE = 0.1  # a published number without a spread and ours may differ by this share of it


@dataclass(frozen=True)
class Result:
    """A row with its number."""

    row: Row
    ours: float

    @property
    def low(self) -> float:
        """The lowest number that was published for it."""
        return min(self._published)

    @property
    def high(self) -> float:
        """The highest number that was published for it."""
        return max(self._published)

    @property
    def ratio(self) -> float | None:
        """Ours by the published one, the middle of its range; none of zero."""
        middle = (self.low + self.high) / 2
        return self.ours / middle if middle else None

    @property
    def agrees(self) -> bool:
        """Whether the direction of an effect is the published one; other rows have none."""
        return not self.row.effect or self.ours * (self.low + self.high) > 0

    @property
    def is_close(self) -> bool:
        """Whether it is within the published spread, or close to the published number."""
        margin = CLOSE * abs(self.low) if self.low == self.high else 0
        return self.low - margin <= self.ours <= self.high + margin

    @property
    def _published(self) -> list[float]:
        published = self.row.published
        return published if isinstance(published, list) else [published]


@dataclass(frozen=True)
class Outcome:
    """A figure with its numbers, and which of the paper's claims hold."""

    figure: Figure
    results: list[Result]
    claims: list[tuple[Claim, bool]]

    def json(self) -> dict:
        """Plain values, by row."""
        figure = self.figure
        return {
            "title": figure.title,
            "rows": {
                result.row.name: {
                    "ours": result.ours,
                    "published": result.row.published,
                    "unit": figure.unit,
                }
                | ({} if result.agrees and result.is_close else {"why": result.row.why})
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
        results = [Result(row, formula.value(row.ours, numbers)) for row in figure.rows]
        claims = [(claim, formula.holds(claim.holds, numbers)) for claim in figure.claims]
    except (formula.FormulaError, ZeroDivisionError) as error:
        raise Failure(Exit.INTERNAL, f"{paper.name}/{figure.id}: {error}") from error
    return Outcome(figure, results, claims)


def _numbers(paper: Paper, run: Run) -> dict[str, float]:
    if not run.program:
        from onchip.bench import footprint

        return footprint.measure()
    chip = chips.load(run.chip, run.settings)
    return measured.numbers(chip, paper.folder / run.program, run.ranks, run.arguments)
