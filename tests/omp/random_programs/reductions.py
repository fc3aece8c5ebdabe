"""Reductions of every operation and type."""

from dataclasses import dataclass

from .maker import Maker

INTEGERS = ("int", "unsigned", "short", "unsigned char", "long", "long long", "unsigned long long")
REAL = ("float", "double", "long double")
KINDS = [
    ("+", (*INTEGERS, *REAL), "{r} += ({t})({e} & 31u);"),
    ("-", (*INTEGERS, *REAL), "{r} -= ({t})({e} & 31u);"),
    ("*", ("unsigned", "unsigned long long"), "{r} *= 2u * {e} + 1u;"),
    # Only positive values, because the bits above bit 31 must not depend on the length of `long`.
    ("^", INTEGERS, "{r} ^= ({t})({e} >> 1);"),
    ("&", INTEGERS, "{r} &= ({t})~(1u << ({e} & 7u));"),
    ("|", INTEGERS, "{r} |= ({t})(1u << ({e} & 7u));"),
    ("&&", ("int", "unsigned", "long long", "double"), "{r} = {r} && ({e} & 15u);"),
    ("||", ("int", "unsigned char", "double"), "{r} = {r} || !({e} & 15u);"),
    ("max", (*INTEGERS, *REAL), "{{ {t} n = ({t})({e} & 1023u); if ({r} < n) {r} = n; }}"),
    ("min", (*INTEGERS, *REAL), "{{ {t} n = ({t})({e} & 1023u); if ({r} > n) {r} = n; }}"),
]


@dataclass
class Reduction:
    declaration: list[str]
    clause: str
    form: str
    value: str  # all elements of the result, as an unsigned expression
    name: str
    type: str
    identifier: str

    def use(self, expression: str) -> list[str]:
        """A statement that adds an expression to the reduction."""
        return [self.form.format(r=self.name, t=self.type, e=expression)]


def reduction(maker: Maker, name: str, scalar: bool = False, modifier: str = "") -> Reduction:
    kind = maker.choice(("scalar",) * 3 + ("array", "section", "pair"))
    if scalar or kind == "scalar":
        identifier, types, form = maker.choice(KINDS)
        type = maker.choice(types)
        first = maker.number(0, 1 if identifier in ("&&", "||") else 100)
        value = f"folded((unsigned long long)(long long){name})"
        clause = f"reduction({modifier}{identifier} : {name})"
        return Reduction([f"{type} {name} = {first};"], clause, form, value, name, type, identifier)
    if kind == "pair":
        form = "{{ struct pair one = {{(int)({e} & 4095u), {e} & 63u}}; pair_add(&{r}, &one); }}"
        value = f"mix((unsigned){name}.low, (unsigned){name}.sum)"
        clause = f"reduction({modifier}join : {name})"
        declaration = [f"struct pair {name} = {{2000, 1}};"]
        return Reduction(declaration, clause, form, value, name, "struct pair", "join")
    type = maker.choice(("int", "unsigned", "double", "unsigned long long", "short"))
    length = maker.number(2, 40)
    form = f"{{r}}[{{e}} % {length}u] += ({{t}})({{e}} & 31u);"
    declaration = [f"{type} {name}[{length}];"]
    declaration.append(f"for (int i = 0; i < {length}; i++) {name}[i] = ({type})i;")
    what = name
    if kind == "section":
        what = f"{name}[0 : {maker.hidden(length)}]"
    # A sum in which each position has another weight.
    each = f"for (int i = 0; i < {length}; i++) t = mix(t, (unsigned){name}[i]);"
    value = f"({{ unsigned t = 0; {each} t; }})"
    clause = f"reduction({modifier}+ : {what})"
    return Reduction(declaration, clause, form, value, name, type, "+")
