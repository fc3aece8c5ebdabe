"""Planted numbers in the figures of all papers: each statement must be able to fail."""

import functools
import hashlib
import math
from dataclasses import dataclass

import pytest

from onchip.paper import Measured
from onchip.paper import paper as papers
from onchip.paper.figure import Figure
from onchip.paper.verdict import DIFFERS, FAILS, kind

# number of sets of planted numbers; a statement that none of them makes fail cannot fail
MOST = 100
METHODS = ("run", "start_jobs", "synthesis", "sizes")


@functools.cache
def drawn(seed: int, what: object, spread: float) -> float:
    """A factor from e^-spread to e^spread, drawn once for each `what`."""
    digest = hashlib.blake2b(f"{seed} {what}".encode(), digest_size=4).digest()
    return math.exp(spread * (2 * int.from_bytes(digest) / 2**32 - 1))


@dataclass(frozen=True)
class World:
    """A set of planted numbers: factors by which they differ from equal ones. A number belongs to a
    run and has a name. `runs` and `names` give the size of the differences between runs and between
    names. If `by_words` is set, each word that describes a run has a factor, which is the same in
    all runs. If `inverse` is set, every factor is inverted, so every effect has the opposite sign.
    """

    seed: int
    runs: float
    names: float
    by_words: bool = False
    inverse: bool = False

    def factor(self, run: tuple[str, ...], name: str) -> float:
        """Returns the factor for the number with this name that a run has measured."""
        factor = drawn(self.seed, name, self.names)
        for word in run if self.by_words else [run]:
            factor *= drawn(self.seed, word, self.runs)
            factor *= drawn(self.seed, (word, name), (self.runs + self.names) / 4)
        return 1 / factor if self.inverse else factor


class Planted:
    """The numbers that a figure gets from a run: planted numbers, or real measured ones that are
    wrong by a factor.
    """

    def __init__(self, world: World, run: object, real=None):
        self._world, self._run, self._real = world, run, real

    def __getitem__(self, name: str) -> Measured:
        number = 1e4 if self._real is None else self._real[name]
        return Measured([1]) * number * self._world.factor(self._run, name)


def words(what, options):
    """Yields words that describe a run: the value of each argument, and of each entry of an
    argument that is a list.
    """
    seen = {key: value(1) if callable(value) else value for key, value in options.items()}
    for key, value in [*enumerate(what), *sorted(seen.items())]:
        for place, entry in enumerate(value if isinstance(value, list | tuple) else [value]):
            yield f"{key} {place} {entry}"


def plant(monkeypatch, world: World, measure=lambda *_: None) -> None:
    """Makes each figure's methods that run programs return planted numbers. If `measure` returns a
    measured number, that number is multiplied by the factor of `world`. `measure` gets the figure,
    the method's name, and its arguments.
    """

    def planted(method):
        def run(figure, *what, **options):
            real = measure(figure, method, what, options)
            return Planted(world, tuple(words(what, options)), real)

        return run

    for method in METHODS:
        monkeypatch.setattr(Figure, method, planted(method))


def verdicts(figure):
    """The verdict on each statement and each published number."""
    for said in figure.sayings:
        if said.verdict:
            yield (figure.id, "statement", said.text), said.verdict
    for row in figure.rows:
        if row.verdict:
            yield (figure.id, "row", row.name), row.verdict


def worlds():
    """Yields a world in which nothing has an effect, and then worlds with small and with large
    effects, each followed by its inverse.
    """
    yield World(0, 1e-4, 1e-4)
    for seed in range(MOST // 2):
        runs, names = ((0.2, 2), (2, 0.2), (1, 1), (0.05, 0.05), (3, 3))[seed % 5]
        for inverse in (False, True):
            yield World(seed, runs, names, seed % 2 == 1, inverse)


def never_fail(monkeypatch, paper, ids, **options):
    """The checks that fail in no world."""
    return {what for id in ids for what in _never_fails(monkeypatch, paper, id, **options)}


def _never_fails(monkeypatch, paper, id, **options):
    left = None
    for world in worlds():
        plant(monkeypatch, world, **options)
        found = verdicts(paper.run(id, repeat=1))
        kept = {what for what, said in found if kind(said) not in (FAILS, DIFFERS)}
        left = kept if left is None else left & kept
        if not left:
            break
    return left


@pytest.mark.parametrize("name", papers.names())
def test_planted_numbers_make_every_statement_fail(monkeypatch, name):
    monkeypatch.setattr(Figure, "can_place_and_route", True)
    paper = papers.load(name)
    assert not never_fail(monkeypatch, paper, [figure.id for figure in paper.figures])


def recorded():
    """Measures each run once."""
    kept = {}
    methods = {method: getattr(Figure, method) for method in METHODS}

    def measure(figure, method, what, options):
        run = (method, *words(what, options))
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
