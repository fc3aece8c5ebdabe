"""A paper is a folder of papers/ with its programs and paper.py, which describes what is run and
what was published (docs/papers.md).
"""

import inspect
import runpy
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from onchip.base import nearest, project
from onchip.base.failures import Exit, Failure
from onchip.paper.figure import Figure

FILE = "paper.py"


@dataclass
class Paper:
    """All experiments of a paper. `columns`: the headings of our columns in the page's first table,
    if it has two of them.
    """

    title: str
    authors: str
    text: str = ""  # text about the whole paper, in Markdown
    columns: Sequence[str] = ("published transport", "native")
    folder: Path = Path()
    _figures: dict[str, tuple[Figure, Callable[[Figure], None]]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The paper's name on the command line."""
        return self.folder.resolve().name

    @property
    def figures(self) -> list[Figure]:
        """The figures, not yet measured."""
        return [figure for figure, _ in self._figures.values()]

    def figure(
        self,
        id: str,
        title: str,
        *,
        unit: str,
        x: str = "",
        y: str = "",
        bars: bool = False,
        ideal: Sequence[float] = (),
        repeat: int = 1,
    ) -> Callable:
        """Decorator that makes a figure of a function, whose docstring is the figure's text.
        `unit`: the unit of the numbers. `x`, `y`: labels of the picture's axes; without `y` the
        unit is used. `bars`: draw rows with an x as bars. `ideal`: values at which to draw lines
        across. `repeat`: number of repetitions, each with another seed.
        """
        if id in self._figures:
            raise ValueError(f"two figures are called '{id}'")
        if repeat < 1:
            raise ValueError(f"repeat = {repeat} is not a number from 1 on")

        def add(function: Callable[[Figure], None]) -> Callable[[Figure], None]:
            text = _text(function.__doc__ or "")
            figure = Figure(id, title, unit, text, x, y, bars, ideal, repeat)
            self._figures[id] = (figure, function)
            return function

        return add

    def run(
        self, id: str, tick: Callable[[str], None] = lambda _: None, repeat: int | None = None
    ) -> Figure:
        """Runs the programs that a figure needs; `tick` is called with the name of each run.
        `repeat` limits the repetitions.
        """
        if id not in self._figures:
            known = ", ".join(self._figures)
            meant = nearest.suggestion(id, self._figures)
            raise Failure(Exit.USAGE, f"{self.name} has no figure '{id}': there are {known}{meant}")
        figure, function = self._figures[id]
        figure = replace(
            figure,
            folder=self.folder,
            repeat=figure.repeat if repeat is None else min(repeat, figure.repeat),
            tick=lambda what: tick(f"{self.name}/{id}: {what}"),
        )
        _called(function, figure, self.folder / FILE)
        return figure


def names() -> list[str]:
    """The names of the papers that come with onchip."""
    return sorted(file.parent.name for file in (project.root() / "papers").glob(f"*/{FILE}"))


def load(name: str) -> Paper:
    """Reads a paper's description; `name` is one of names(), or a path to a folder."""
    known = names()
    folder = project.root() / "papers" / name if name in known else Path(name)
    file = folder / FILE
    if not file.is_file():
        raise Failure(
            Exit.USAGE,
            f"no paper '{name}': there are {', '.join(known)}; or give a folder's path"
            + nearest.suggestion(name, known),
        )
    paper = _called(runpy.run_path, str(file), file).get("paper")
    if not isinstance(paper, Paper):
        raise Failure(Exit.USAGE, f"{file} has no paper: write paper = Paper(title=…, authors=…)")
    return replace(paper, folder=folder)


def _called(function: Callable, argument: object, file: Path):
    """Calls a function of a paper's description; an exception becomes a failure that names its
    line.
    """
    try:
        return function(argument)
    except Failure:
        raise
    except Exception as error:
        line = error.lineno if isinstance(error, SyntaxError) else _line(error, file)
        what = error.msg if isinstance(error, SyntaxError) else f"{type(error).__name__}: {error}"
        raise Failure(Exit.USAGE, f"{file}:{line}: {what}") from error


def _line(error: Exception, file: Path) -> int | None:
    frames = traceback.extract_tb(error.__traceback__)
    return next((f.lineno for f in reversed(frames) if f.filename == str(file)), None)


def _text(docstring: str) -> str:
    """A docstring without indentation, with a line for each paragraph."""
    paragraphs = inspect.cleandoc(docstring).split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
