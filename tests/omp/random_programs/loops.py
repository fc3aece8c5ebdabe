"""Headers of loops of every type and direction, and the clauses that distribute their
iterations.
"""

from dataclasses import dataclass

from .maker import Maker

# Types, and for each the values at which loops may begin, including the ends of its range.
TYPES = {
    "int": (-20, 0, 3, 2147483400, -2147483600),
    "short": (-20, 0, 5),
    "unsigned char": (0, 7, 100),
    "unsigned": (0, 9, 4294967000, 2147483600),
    "long": (-30, 0, 2147483400, -2147483600),
    "unsigned long": (0, 4294967000),
    "long long": (-9, 0, 9223372036854775500, -9223372036854775700, 4294967200, -2147483700),
    "unsigned long long": (0, 5, 18446744073709551300, 9223372036854775700, 4294967200),
}
SUFFIX = {"unsigned": "u", "unsigned long": "ul", "long long": "ll", "unsigned long long": "ull"}


@dataclass
class Loop:
    """A canonical loop."""

    header: str
    value: str  # the loop variable's value, as an unsigned expression
    count: int
    variable: str
    type: str


def loop(maker: Maker, most: int = 40, type: str | None = None, step: int | None = None) -> Loop:
    type = type or maker.choice(list(TYPES))
    most = min(max(most, 2), 100)
    count = maker.choice((0, 1, maker.number(2, 8), maker.number(2, most), most))
    count = min(count, most)
    step = step or maker.choice((1, 1, 1, 2, 3, 7) if count <= 30 else (1, 1, 2))
    if type == "unsigned char":
        count, step = min(count, 40), min(step, 3)
    start = maker.choice(TYPES[type])
    last = start + count * step - maker.number(0, step - 1) * (count > 0)
    # GCC 12 treats a downward step in these types as an upward step.
    down = maker.chance(0.35) and type not in ("unsigned char", "unsigned")
    variable = maker.name("i")

    def literal(number):
        text = f"{number}{SUFFIX.get(type, '')}"
        if number == -(1 << 31):
            text = "(-2147483647 - 1)"
        if number == 0 or maker.chance(
            0.5
        ):  # the compiler rejects a condition that it knows is never true
            text = f"({type})opaque({text})"
        return text

    if down:  # counts from the last iteration to the first
        start, last = start + (count - 1) * step, start - 1 - maker.number(0, step - 1)
        if not count:
            start, last = last, last
        if type.startswith("unsigned") and last < step:
            start, last = start + step + 1, last + step + 1
    compare = maker.choice(("strict", "equal"))
    if step == 1 and count and maker.chance(0.2):
        compare = "!="
    if down:
        bound = {"strict": f"> {literal(last)}", "equal": f">= {literal(last + 1)}"}
    else:
        bound = {"strict": f"< {literal(last)}", "equal": f"<= {literal(last - 1)}"}
    if compare == "equal" and not down and last - 1 < 0 and type.startswith("unsigned"):
        compare = "strict"
    bound["!="] = f"!= {literal(last)}"
    if step == 1 and maker.chance(0.7):
        advance = maker.choice((f"{variable}++", f"++{variable}"))
        advance = advance.replace("++", "--") if down else advance
    else:
        by, sign = literal(step), "-" if down else "+"
        if compare == "!=":
            by = "1"
        advance = maker.choice((f"{variable} {sign}= {by}", f"{variable} = {variable} {sign} {by}"))
    header = f"for ({type} {variable} = {literal(start)}; {variable} {bound[compare]}; {advance})"
    return Loop(header, f"folded({variable})", count, variable, type)


def schedule(maker: Maker, ordered: bool = False, waves: bool = False) -> str:
    """A clause `schedule`, or no clause."""
    kind = maker.choice(("", "static", "dynamic", "guided", "auto", "runtime"))
    if not kind:
        return ""
    modifiers = []
    if not ordered and not waves and maker.chance(0.2):
        modifiers.append(maker.choice(("monotonic", "nonmonotonic")))
    if ordered and maker.chance(0.1):
        modifiers.append("monotonic")
    prefix = f"{', '.join(modifiers)} : " if modifiers else ""
    chunk = ""
    if kind not in ("auto", "runtime") and maker.chance(0.55):
        chunk = ", " + maker.hidden(maker.choice((1, 1, 2, 3, 5, 8, 50)))
    return f"schedule({prefix}{kind}{chunk})"


def before_runtime(maker: Maker) -> list[str]:
    """In some cases sets the schedule that schedule(runtime) uses from here on."""
    if not maker.chance(0.3):
        return []
    kind = maker.choice(("static", "dynamic", "guided", "auto"))
    return [f"omp_set_schedule(omp_sched_{kind}, {maker.hidden(maker.choice((0, 1, 2, 5)))});"]
