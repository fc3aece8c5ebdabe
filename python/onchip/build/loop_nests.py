"""Finds loops of OpenMP that GCC 12 silently compiles wrong, with libgomp as well as with our
library.

- Nests under `collapse` that are not rectangular: a bound of the inner loop uses the variable of an
  outer loop. GCC is wrong if both bounds of the inner loop use that variable alike. It is also
  wrong if the variables are unsigned, the outer bounds are constant, and the inner loop gets
  shorter.
- Comparisons of a signed variable, which begins below 0, with an unsigned bound. C converts the
  variable, but GCC converts the bound.

This module reads the output of the preprocessor, so macros, comments and continued lines do not
matter. A loop that it cannot judge counts as right.
"""

import itertools
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from onchip.build import compiler

# Only sources with a directive are preprocessed, which takes 10 ms each.
_DIRECTIVE = re.compile(rb"pragma[ \t]+omp|_Pragma")
_NEST_OR_NEGATIVE = re.compile(rb"collapse|=\s*\(?-\s*\d|define[ \t]+\w+[ \t]+\(?-\s*\d")

_LINE_MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
_DIRECTIVE_LINE = re.compile(r"\s*#\s*pragma\s+omp\s+(.*)")
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\w+|<<|>>|<=|>=|==|!=|\+\+|--|[-+]=|\S'
)
_BASIC = {"unsigned", "signed", "int", "long", "short", "char"}
_QUALIFIERS = {"const", "extern", "register", "static", "volatile", "__extension__", "__thread"}
_BITS = {"char": 8, "short": 16}


@dataclass
class _Word:
    text: str
    file: str
    line: int


@dataclass
class _Loop:
    word: _Word  # the word `for`
    variable: str
    type: list[str]  # the variable's type; empty if unknown
    begin: list[str]
    bound: list[str]
    down: bool


def faults(target: compiler.Target, arguments: Sequence[str], folder: Path) -> Iterator[str]:
    """Yields the loops that GCC compiles wrong, each as `file:line: sentence`. `arguments` are
    gcc's, with the sources.
    """
    if "-fopenmp" not in arguments or "-w" in arguments:
        return
    sources = [
        word for word in arguments if word.endswith(compiler.COMPILED) and _is_worth_it(word)
    ]
    for source in sources:
        yield from _faults_in(_preprocessed(target, arguments, source, folder), target.host)


def _is_worth_it(name: str) -> bool:
    try:
        text = Path(name).read_bytes()
    except OSError:
        return False
    return bool(_DIRECTIVE.search(text) and _NEST_OR_NEGATIVE.search(text))


def _preprocessed(
    target: compiler.Target, arguments: Sequence[str], source: str, folder: Path
) -> str:
    output = folder / "preprocessed.i"
    words, rest = [], iter(arguments)
    for word in rest:
        if word == "-o":
            next(rest, None)
        elif word != "-c" and (word == source or not word.endswith(compiler.SOURCES)):
            words.append(word)
    done = compiler.run(
        target,
        [*words, "-E", "-o", str(output)],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return output.read_text(errors="replace") if done.returncode == 0 else ""


def _faults_in(text: str, is_host: bool) -> Iterator[str]:
    words, directives = _words(text)
    types = _typedefs(words)
    for at, clauses in directives:
        nest = _nest(words, at, clauses)
        for loop in nest:
            if _is_mixed(loop, types, is_host, words):
                yield (
                    f"{loop.word.file}:{loop.word.line}: GCC compares {loop.variable}, which "
                    "begins below 0, as a signed number here, C as an unsigned one; right: a "
                    f"bound that is signed, ({' '.join(loop.type)})({' '.join(loop.bound)})"
                )
        if not re.search(r"\b(for|distribute)\b", clauses):
            continue
        for outer, inner in itertools.pairwise(nest):
            if _is_wrong_nest(outer, inner, _bits(inner.type, types, is_host)):
                yield (
                    f"{inner.word.file}:{inner.word.line}: GCC 12 may run other iterations of "
                    f"this nest than C, since bounds of {inner.variable} use {outer.variable}; "
                    "right: signed variables, one bound that uses it, or no collapse"
                )


def _words(text: str) -> tuple[list[_Word], list[tuple[int, str]]]:
    """The words, and the loop directives: for each, the index of the word after it, and its
    clauses.
    """
    words: list[_Word] = []
    directives = []
    file, line = "", 0
    for row in text.splitlines():
        if marker := _LINE_MARKER.match(row):
            file, line = marker[2], int(marker[1])
            continue
        if found := _DIRECTIVE_LINE.match(row):
            if re.search(r"\b(for|simd|distribute|taskloop|loop)\b", found[1]):
                directives.append((len(words), found[1]))
        elif not row.lstrip().startswith("#"):
            words += (_Word(one, file, line) for one in _TOKEN.findall(row))
        line += 1
    return words, directives


def _typedefs(words: list[_Word]) -> dict[str, list[str]]:
    types = {}
    for at, word in enumerate(words):
        if word.text == "typedef":
            texts = [one.text for one in words[at + 1 : at + 8]]
            if ";" in texts and not {"{", "(", "[", "*", ","} & set(texts[: texts.index(";")]):
                *of, name = texts[: texts.index(";")] or [""]
                types[name] = of
    return types


def _bits(type_: list[str], types: dict[str, list[str]], is_host: bool) -> int:
    """The width in bits of an unsigned type; 0 if it is another type, or unknown."""
    for _ in range(9):
        names = [one for one in type_ if one not in _QUALIFIERS]
        if not names or set(names) <= _BASIC:
            break
        type_ = types.get(names[0], []) if len(names) == 1 else []
    if "unsigned" not in type_:
        return 0
    if "long" in type_:
        return 64 if is_host or type_.count("long") > 1 else 32
    return next((bits for name, bits in _BITS.items() if name in type_), 32)


def _nest(words: list[_Word], at: int, clauses: str) -> list[_Loop]:
    found = re.search(r"\bcollapse\s*\(\s*(\d+)\s*\)", clauses)
    depth = int(found[1]) if found else 2 if "collapse" in clauses else 1
    loops: list[_Loop] = []
    while len(loops) < depth:
        while at < len(words) and words[at].text == "{":
            at += 1
        if at + 1 >= len(words) or words[at].text != "for":
            break
        end = _closing(words, at + 1)
        if not (loop := _loop(words, at, end)):
            break
        loops.append(loop)
        at = end + 1
    return loops


def _closing(words: list[_Word], at: int) -> int:
    """The index of the parenthesis that closes the one at `at`."""
    depth = 0
    while at < len(words):
        depth += {"(": 1, ")": -1}.get(words[at].text, 0)
        if not depth:
            break
        at += 1
    return at


def _loop(words: list[_Word], at: int, end: int) -> _Loop | None:
    texts = [word.text for word in words[at + 2 : end]]
    if texts.count(";") != 2 or "=" not in texts[: texts.index(";")]:
        return None
    first = texts.index(";")
    second = texts.index(";", first + 1)
    begin, test, step = texts[:first], texts[first + 1 : second], texts[second + 1 :]
    equals = begin.index("=")
    if not equals:
        return None
    variable = begin[equals - 1]
    type_ = begin[: equals - 1] or _declared(words, at, variable)
    signs = [one for one in test if one in ("<", "<=", ">", ">=", "!=")]
    if len(signs) != 1:
        return None
    sign = test.index(signs[0])
    left, right = test[:sign], test[sign + 1 :]
    if left == [variable]:
        relation, bound = signs[0], right
    elif right == [variable]:
        relation, bound = signs[0].translate(str.maketrans("<>", "><")), left
    else:
        return None
    down = relation[0] == ">" or (relation == "!=" and ("--" in step or "-=" in step))
    return _Loop(words[at], variable, type_, begin[equals + 1 :], bound, down)


def _declared(words: list[_Word], at: int, name: str) -> list[str]:
    """The type of the variable `name` in its last declaration before the word `at`."""
    for k in range(at - 1, 0, -1):
        if words[k].text != name:
            continue
        begin = k
        while begin and words[begin - 1].text not in (";", "{", "}", "(", ")"):
            begin -= 1
        type_ = []
        for word in words[begin:k]:
            if not re.match(r"[A-Za-z_]", word.text):
                break
            type_.append(word.text)
        # In `unsigned i, j` the first name follows the type.
        if type_ and words[begin + len(type_)].text in (",", "=", ";"):
            type_ = type_ if begin + len(type_) == k else type_[:-1]
        if type_ and type_[0] not in ("return", "for", "goto", "else", "case"):
            return type_
    return []


def _value(expression: list[str], variable: str, value: int) -> int | None:
    """Evaluates a sum or product, with `value` in place of `variable` and a large number in place
    of every other name. Returns None for any other expression.
    """
    text = []
    for one in expression:
        if re.match(r"[A-Za-z_]", one):
            one = str(value) if one == variable else "1000"
        elif number := re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*", one):
            one = str(int(number[1], 16 if number[1][:2] in ("0x", "0X") else 10))
        elif one not in ("+", "-", "*", "(", ")"):
            return None
        text.append(one)
    if re.search(r"[\d)] \(", " ".join(text)):  # a call or a cast
        return None
    try:
        return int(eval(" ".join(text), {"__builtins__": {}}))
    except (SyntaxError, TypeError, ValueError, MemoryError, RecursionError):
        return None


def _factor(expression: list[str], variable: str) -> int | None:
    one, two = (_value(expression, variable, value) for value in (1, 2))
    return None if one is None or two is None else two - one


def _is_constant(expression: list[str]) -> bool:
    return not any(re.match(r"[A-Za-z_]", one) for one in expression)


def _is_wrong_nest(outer: _Loop, inner: _Loop, bits: int) -> bool:
    if outer.variable not in inner.begin + inner.bound:
        return False
    begin, bound = _factor(inner.begin, outer.variable), _factor(inner.bound, outer.variable)
    if begin is None or bound is None:
        return False
    is_constant = _is_constant(outer.begin) and _is_constant(outer.bound)
    if begin == bound:
        return not bits or is_constant
    others = [one for one in inner.begin + inner.bound if one != outer.variable]
    growth = (bound - begin) * (-1 if inner.down else 1) * (-1 if outer.down else 1)
    return 0 < bits <= 32 and is_constant and _is_constant(others) and growth < 0


def _is_mixed(loop: _Loop, types: dict[str, list[str]], is_host: bool, words: list[_Word]) -> bool:
    begin = [one for one in loop.begin if one not in ("(", ")")]
    if len(begin) != 2 or begin[0] != "-" or not begin[1].isdigit() or begin[1] == "0":
        return False
    if not loop.type or _bits(loop.type, types, is_host):
        return False
    at = words.index(loop.word)
    # A bound is judged only if it is one word or a `sizeof`. Casts, and operations between types,
    # are not judged.
    if len(loop.bound) == 1:
        only = loop.bound[0]
        if re.fullmatch(r"\w*\d[uU][lL]*|\d[0-9a-fA-FxX]*[lL]*[uU][lL]*", only):
            return True
        return bool(
            re.match(r"[A-Za-z_]", only) and _bits(_declared(words, at, only), types, is_host) >= 32
        )
    return loop.bound[0] == "sizeof"
