"""Formulas of a figure's rows over the measured numbers: arithmetic over `run.name`.

`n16.init - n4.init`, `faster(plain.task_14, channel.task_14)`, `mean(a.x_i for i in (1, 2))`.
"""

import ast
import copy
import operator
import re
import statistics
from collections.abc import Mapping, Sequence

Numbers = Mapping[str, Mapping[str, float]]  # of each run

BRACES = re.compile(r"\{([^{}]*)\}")
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def faster(before: float, after: float) -> float:
    """Time saved, in per cent of the time before; negative: more time."""
    return 100 * (before - after) / before


def less(one: float, other: float) -> float:
    """1 if it is less than the other, else 0: to count."""
    return float(one < other)


def queued(customers: float, think: float, *services: float) -> float:
    """Mean time of a round of each of `customers`, which think and then are served by every one
    of some servers, each with a queue: mean value analysis (Reiser and Lavenberg, 1980)."""
    waiting = [0.0] * len(services)
    taken = 0.0
    for present in range(1, int(customers) + 1):
        there = [service * (1 + queue) for service, queue in zip(services, waiting, strict=True)]
        taken = think + sum(there)
        waiting = [present * each / taken for each in there]
    return taken


COMPARISONS = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}
FUNCTIONS = {
    "faster": faster,
    "less": less,
    "queued": queued,
    "mean": lambda *values: statistics.fmean(values),
    "max": max,
    "min": min,
}


class FormulaError(Exception):
    """An error in a formula."""


def names(formula: str) -> set[tuple[str, str]]:
    """The numbers that a formula needs, as (run, name)."""
    return {
        (node.value.id, node.attr)
        for node in ast.walk(_parse(formula))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def value(formula: str, runs: Numbers) -> float:
    """The formula's value for the numbers of each run."""
    return _value(_parse(formula), runs)


def holds(claim: str, repetitions: Sequence[Numbers]) -> bool:
    """Whether a comparison of formulas holds, such as `a.x < b.x < 2 * a.x`: of their means."""
    node = _parse(claim)
    if not isinstance(node, ast.Compare) or {type(op) for op in node.ops} - set(COMPARISONS):
        raise FormulaError(f"'{claim}' is no comparison by <, <=, >, >= or ==")
    values = [_mean(side, repetitions) for side in (node.left, *node.comparators)]
    pairs = zip(node.ops, values, values[1:], strict=False)
    return all(COMPARISONS[type(op)](left, right) for op, left, right in pairs)


def in_braces(text: str) -> list[str]:
    """The formulas in a sentence."""
    return BRACES.findall(text)


def sentence(text: str, repetitions: Sequence[Numbers]) -> str:
    """The text with the values of its formulas, their means."""
    return BRACES.sub(lambda found: number(_mean(_parse(found[1]), repetitions)), text)


def _mean(node: ast.expr, repetitions: Sequence[Numbers]) -> float:
    return statistics.fmean(_value(node, runs) for runs in repetitions)


def number(value: float) -> str:
    """As many digits as say something."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def _parse(formula: str) -> ast.expr:
    try:
        return _Unroll().visit(ast.parse(formula, mode="eval").body)
    except SyntaxError as error:
        raise FormulaError(f"'{formula}' is no formula: {error.msg}") from error


class _Unroll(ast.NodeTransformer):
    """`mean(run.x_i for i in (1, 2))` becomes `mean(run.x_1, run.x_2)`."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node.args:
            case [
                ast.GeneratorExp(
                    elt=each,
                    generators=[
                        ast.comprehension(target=ast.Name(id=index), iter=ast.Tuple(elts=numbers))
                    ],
                )
            ]:
                node.args = [_at(each, f"_{index}", f"_{ast.unparse(i)}") for i in numbers]
        return node


def _at(node: ast.expr, index: str, number: str) -> ast.expr:
    node = copy.deepcopy(node)
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and part.attr.endswith(index):
            part.attr = part.attr.removesuffix(index) + number
    return node


def _value(node: ast.expr, runs: Numbers) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_value(left, runs), _value(right, runs))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, runs)
        case ast.Attribute(value=ast.Name(id=run), attr=name):
            if name not in runs.get(run, {}):
                raise FormulaError(f"there is no number '{name}' of a run '{run}'")
            return runs[run][name]
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_value(argument, runs) for argument in arguments))
    known = ", ".join(FUNCTIONS)
    raise FormulaError(f"'{ast.unparse(node)}' is neither run.name nor arithmetic nor {known}")
