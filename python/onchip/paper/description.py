"""A paper: a folder of papers/ with its programs and paper.toml, which says what is run and what
was published. Its keys are in docs/papers.md.
"""

import json
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path

import tomli

from onchip import compiler, project
from onchip.failures import Exit, Failure
from onchip.paper import expansion, formula
from onchip.rtl import cost

FILE = "paper.toml"
# Keys of these types may be texts that `each` has made.
NUMBERS = (int, int | None, float | None, float | list[float] | None)


@dataclass(frozen=True)
class Run:
    """A program on a chip. Without a program: the sizes that `onchip bench footprint` measures. In
    its arguments `{seed}` is the number of the repetition, from 1 on.
    """

    id: str
    program: str = ""
    chip: str = ""
    ranks: int = 1
    arguments: list[str] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)  # linked with the program
    map: str = "compact"
    stack: int | None = None  # of each core, in kB
    transport: str = compiler.NATIVE
    threads: int | None = None  # of each rank, with OpenMP
    omp: list[str] = field(default_factory=list)  # its mechanisms, as `--omp` takes them
    energy: bool = False  # its numbers include energy and power
    cores: list[int] = field(default_factory=list)  # of its ranks, if it starts jobs
    jobs: int = 0  # that it starts, of the program `task` with `task_arguments`
    task: str = ""
    task_arguments: list[str] = field(default_factory=list)
    once: bool = False  # in the first repetition only, of which the others take the numbers
    synthesis: str = ""  # instead of a program: a part of the chip's network, of cost.PARTS
    modules: list[str] = field(default_factory=list)  # that take the place of those of rtl/
    place: bool = False  # its clock, after place and route


@dataclass(frozen=True)
class Definition:
    """A formula or a sentence that others of the figure may name."""

    name: str
    formula: str = ""
    sentence: str = ""


@dataclass(frozen=True)
class Row:
    """A number beside the published one, which is one number, or the lowest and highest; none where
    the paper has only a curve.
    """

    name: str
    ours: str
    published: float | list[float] | None = None
    unit: str = ""  # if it is not the figure's
    series: str = ""
    x: float | None = None
    picture: bool = False  # not in tables
    effect: bool = False  # a gain or a loss: at least its sign has to agree
    why: str = ""  # where the two differ; formulas in braces


@dataclass(frozen=True)
class Claim:
    """A statement of the paper about several numbers."""

    text: str
    holds: str
    why: str = ""  # if it does not hold; formulas in braces


@dataclass(frozen=True)
class Saying:
    """What the paper says, for the page's first table: a number, or a comparison that must hold."""

    text: str
    ours: str = ""  # a formula, or a sentence with formulas in braces: with the published transport
    native: str = ""  # alike, with the native one
    published: float | list[float] | None = None
    printed: str = ""  # what was published, if it is no number
    holds: str = ""  # instead of a published number
    unit: str = ""
    effect: bool = False  # as a row's
    check: bool = False  # not in the paper


@dataclass(frozen=True)
class Figure:
    """A figure, a table, or numbers of the text."""

    id: str
    title: str
    unit: str
    runs: list[Run]
    rows: list[Row]
    text: str = ""
    x: str = ""
    y: str = ""  # of its picture, if that is not the unit
    bars: bool = False  # of its picture: rows with an x are bars, not points
    ideal: list[float] = field(default_factory=list)  # lines in its picture
    repeat: int = 1  # with other seeds: the numbers are means
    claims: list[Claim] = field(default_factory=list)
    says: list[Saying] = field(default_factory=list)


@dataclass(frozen=True)
class Paper:
    """All experiments of a paper."""

    folder: Path
    title: str
    authors: str
    text: str
    figures: list[Figure]
    # Heads of our columns of the page's first table, if it has two.
    columns: list[str] = field(default_factory=lambda: ["published transport", "native"])

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return self.folder.resolve().name

    def figure(self, name: str) -> Figure:
        """A figure by its number."""
        for figure in self.figures:
            if figure.id == name:
                return figure
        known = ", ".join(figure.id for figure in self.figures)
        raise Failure(Exit.USAGE, f"{self.name} has no figure '{name}': there are {known}")


def names() -> list[str]:
    """The papers that come with onchip."""
    return sorted(file.parent.name for file in (project.root() / "papers").glob(f"*/{FILE}"))


def load(name: str) -> Paper:
    """Reads a paper's description: `name` is one of names(), or a path to a folder."""
    known = names()
    folder = project.root() / "papers" / name if name in known else Path(name)
    file = folder / FILE
    if not file.is_file():
        raise Failure(
            Exit.USAGE, f"no paper '{name}': there are {', '.join(known)}; or give a folder's path"
        )
    try:
        text = tomli.loads(file.read_text(encoding="utf-8"))
        lists = text.pop("lists", {})
        figures = [_figure(*each, lists) for each in enumerate(text.pop("figure", []))]
        return _make(Paper, text | {"folder": folder, "figures": figures}, "the top")
    except (ValueError, OSError) as error:
        raise Failure(Exit.USAGE, f"{file}: {error}") from error


def _figure(number: int, keys: dict, lists: dict) -> Figure:
    where = f"figure {keys.get('id', number + 1)}"
    parts = {
        key: [
            _make(kind, part, f"{where}, {key} {i + 1}")
            for i, common in enumerate(keys.pop(key, []))
            for part in expansion.each(common, f"{where}, {key} {i + 1}", lists)
        ]
        for kind, key in (
            (Run, "run"),
            (Row, "row"),
            (Claim, "claim"),
            (Definition, "define"),
            (Saying, "says"),
        )
    }
    names = expansion.Names()
    for each in parts["define"]:
        names.define(each.name, each.formula, each.sentence)
    parts = {
        "runs": parts["run"],
        "rows": [
            replace(row, ours=names.in_formula(row.ours), why=names.in_sentence(row.why))
            for row in parts["row"]
        ],
        "claims": [
            replace(claim, holds=names.in_formula(claim.holds), why=names.in_sentence(claim.why))
            for claim in parts["claim"]
        ],
        "says": [
            replace(
                each,
                **{
                    key: (names.in_sentence if "{" in text else names.in_formula)(text)
                    for key in ("ours", "native", "holds")
                    for text in [getattr(each, key)]
                },
            )
            for each in parts["says"]
        ],
    }
    for run in parts["runs"]:
        if run.synthesis and run.synthesis not in cost.PARTS:
            known = ", ".join(cost.PARTS)
            raise ValueError(f"{where}: no synthesis of '{run.synthesis}': there are {known}")
    figure = _make(Figure, keys | parts, where)
    _check_names(figure, where)
    return figure


def _make(kind: type, keys: dict, where: str):
    known = {entry.name: entry for entry in fields(kind)}
    for key, value in list(keys.items()):
        if key not in known:
            raise ValueError(f"{where}: unknown key '{key}': there are {', '.join(known)}")
        if known[key].type is str and not isinstance(value, str):
            raise ValueError(f"{where}: {key} = {value!r} is not a text")
        if key == "repeat" and (not isinstance(value, int) or value < 1):
            raise ValueError(f"{where}: repeat = {value!r} is not a number from 1 on")
        if known[key].type in NUMBERS and isinstance(value, str):
            keys[key] = json.loads(value)
    for entry in known.values():
        needed = entry.default is MISSING and entry.default_factory is MISSING
        if needed and entry.name not in keys:
            raise ValueError(f"{where}: no '{entry.name}'")
    return kind(**keys)


def _check_names(figure: Figure, where: str) -> None:
    runs = {run.id for run in figure.runs}
    _check_once([run.id for run in figure.runs], f"{where}: two runs")
    _check_once([row.name for row in figure.rows], f"{where}: two rows")
    try:
        said = [*figure.rows, *figure.claims]
        texts = [row.ours for row in figure.rows] + [claim.holds for claim in figure.claims]
        texts += [part for each in said for part in formula.in_braces(each.why)]
        for text in texts:
            for run, name in formula.names(text):
                if run not in runs:
                    raise ValueError(f"{where}: {run}.{name} in '{text}' is of no run")
    except formula.FormulaError as error:
        raise ValueError(f"{where}: {error}") from error


def _check_once(names: list[str], what: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{what} are called '{name}'")
