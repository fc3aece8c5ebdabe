"""Planted numbers in the figures of all papers: each statement must be able to fail."""

import functools
import math
import random

import pytest

from onchip.paper import Measured
from onchip.paper import paper as papers
from onchip.paper.figure import Figure
from onchip.paper.verdict import DIFFERS, FAILS, kind

MOST = 60  # worlds; a statement that none of them makes fail is one that cannot fail
METHODS = ("run", "start_jobs", "synthesis", "sizes")


class World:
    """Factors by which planted numbers differ from others. A number has a run and a name: `runs`
    and `names` say by how much these differ. `inverse`: what was less is more, so every effect has
    the other sign.
    """

    def __init__(self, seed: int, runs: float, names: float, inverse: bool = False):
        self.seed, self.runs, self.names, self.inverse = seed, runs, names, inverse

    def drawn(self, what: object, spread: float) -> float:
        """A factor from e^-spread to e^spread, drawn once for each `what`."""
        exponent = random.Random(f"{self.seed} {what}").uniform(-spread, spread)
        return math.exp(-exponent if self.inverse else exponent)

    def factor(self, run: object, name: str) -> float:
        """The factor of the number that a run has measured under this name."""
        of_both = self.drawn((run, name), (self.runs + self.names) / 4)
        return self.drawn(run, self.runs) * self.drawn(name, self.names) * of_both


class Planted:
    """What a figure gets from a run: planted numbers, or measured ones (`real`) that are wrong."""

    def __init__(self, world: World, run: object, real=None):
        self._world, self._run, self._real = world, run, real

    def __getitem__(self, name: str) -> Measured:
        number = 1e4 if self._real is None else self._real[name]
        return Measured([1]) * number * self._world.factor(self._run, name)


def named(what, options):
    """A run as text."""
    seen = {key: value(1) if callable(value) else value for key, value in options.items()}
    return repr((what, sorted(seen.items())))


def plant(monkeypatch, world: World, measure=lambda *_: None) -> None:
    """Gives figures the numbers of `world`, or numbers that `measure` returns, times its factors.
    `measure` gets the figure, the name of the method, and its arguments.
    """

    def planted(method):
        def run(figure, *what, **options):
            real = measure(figure, method, what, options)
            return Planted(world, named(what, options), real)

        return run

    for method in METHODS:
        monkeypatch.setattr(Figure, method, planted(method))


def verdicts(figures):
    """The verdict on each statement and each published number."""
    for figure in figures:
        for said in figure.sayings:
            if said.verdict:
                yield (figure.id, "statement", said.text), said.verdict
        for row in figure.rows:
            if row.verdict:
                yield (figure.id, "row", row.name), row.verdict


def worlds():
    """Worlds with small and large differences, each with its inverse."""
    for seed in range(MOST // 2):
        runs, names = ((0.2, 2), (2, 0.2), (1, 1), (0.05, 0.05), (3, 3))[seed % 5]
        yield World(seed, runs, names)
        yield World(seed, runs, names, inverse=True)


def never_fail(monkeypatch, paper, ids, **options):
    """What fails in no world."""
    left = None
    for world in worlds():
        plant(monkeypatch, world, **options)
        found = dict(verdicts(paper.run(each, repeat=1) for each in ids))
        kept = {what for what, said in found.items() if kind(said) not in (FAILS, DIFFERS)}
        left = kept if left is None else left & kept
        if not left:
            break
    return left


@pytest.mark.parametrize("name", papers.names())
def test_planted_numbers_make_every_statement_fail(monkeypatch, name):
    monkeypatch.setattr(Figure, "places", True)
    paper = papers.load(name)
    assert not never_fail(monkeypatch, paper, [figure.id for figure in paper.figures])


def recorded():
    """Measures each run once."""
    kept = {}
    methods = {method: getattr(Figure, method) for method in METHODS}

    def measure(figure, method, what, options):
        run = named((method, *what), options)
        if run not in kept:
            kept[run] = methods[method](figure, *what, **options)
        return kept[run]

    return measure


QUICK = ("qos-ocmpi/8", "qos-ocmpi/p2p", "openmp/parts")


@functools.cache
def figures():
    """All figures of all papers, as pytest's parameters: most take long."""
    names = [
        f"{name}/{figure.id}" for name in papers.names() for figure in papers.load(name).figures
    ]
    return [pytest.param(each, marks=[pytest.mark.long] * (each not in QUICK)) for each in names]


@pytest.mark.parametrize("name", figures())
def test_wrong_numbers_make_what_holds_fail(monkeypatch, name):
    """The numbers of a real run, each of them wrong by a factor."""
    name, figure = name.split("/")
    assert not never_fail(monkeypatch, papers.load(name), [figure], measure=recorded())


def test_a_statement_that_cannot_fail_is_found(monkeypatch, tmp_path):
    (tmp_path / "paper.py").write_text(
        "from onchip.paper import Paper\n"
        "paper = Paper(title='T', authors='A')\n"
        "@paper.figure('1', 'F', unit='cycles')\n"
        "def figure_1(figure):\n"
        "    x = figure.run('p.c', chip='mesh2x2')['x']\n"
        "    figure.says('less', x, holds=x < 2 * x)\n"
        "    figure.says('number', x, published=1e4)\n"
        "    figure.row('constant', 3, 3)\n"
    )
    found = never_fail(monkeypatch, papers.load(f"{tmp_path}/"), ["1"])
    assert found == {("1", "statement", "less"), ("1", "row", "constant")}
