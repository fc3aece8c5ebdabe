"""Part of `onchip bench sim`: generated loops that differ in one property, such as the length of
straight-line code or the values of floating-point numbers. If a loop makes the simulator leave a
fast path, its instructions take much longer than those of similar loops.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from onchip.base import scratch
from onchip.bench import rate
from onchip.build import build
from onchip.build.compiler import CHIP
from onchip.chip import chips

AIM_SECONDS = 0.1
UNROLLED = 8

# Values whose sums, products, quotients and roots are zero, exact, rounded, and so on.
VALUES = {
    "zero": ("0.0", "0.0", "0.0"),
    "whole": ("3.0", "4.0", "5.0"),
    "rounded": ("0.1", "0.3", "0.7"),
    "subnormal": ("0x1p-1060", "0x1p-1062", "0x1p-1061"),
    "infinite": ("__builtin_inf()", "2.0", "1.0"),
    "nan": ('__builtin_nan("")', "2.0", "1.0"),
}
FLOATING = {
    "fadd.d": "fadd.d %0, %1, %2",
    "fmul.d": "fmul.d %0, %1, %2",
    "fdiv.d": "fdiv.d %0, %1, %2",
    "fsqrt.d": "fsqrt.d %0, %1",
    "fmadd.d": "fmadd.d %0, %1, %2, %3",
    "fmax.d": "fmax.d %0, %1, %2",
    "fadd.s": "fcvt.s.d %0, %1; fadd.s %0, %0, %0",
    "flt.d": "flt.d t0, %1, %2",
    "feq.d": "feq.d t0, %1, %2",
    "fcvt.w.d": "fcvt.w.d t0, %1, rtz",
}
ACCESSES = ("lb", "lbu", "lh", "lhu", "lw", "flw", "fld", "sb", "sh", "sw", "fsw", "fsd")


@dataclass(frozen=True)
class Loop:
    """A loop, as the body of a C function that makes `n` iterations."""

    group: str
    label: str
    body: str


def _assembly(text: str, operands: str = "") -> str:
    lines = "\\n".join(part.strip() for part in text.split(";"))
    return f'while (n--) __asm__ volatile("{lines}" {operands or ": :"} : "t0", "t1", "memory");'


def loops() -> list[Loop]:
    """All loops. In a group whose labels are numbers, a loop is compared with the loops of the next
    smaller and the next larger number; in every other group, with all loops of the group.
    """
    made = []
    for length in (4, 16, 60, 64, 70, 128, 130, 250, 1000, 4000):
        line = f".rept {length // 2}; addi t0, t0, 3; xor t1, t1, t0; .endr"
        made.append(Loop("length of a line", str(length), _assembly(line)))
        line = f".rept {length // 4}; lw t0, 0(%0); addi t0, t0, 3; sw t0, 4(%0); nop; .endr"
        text = _assembly(line, ': : "r"(data)')
        made.append(Loop("length of a line with accesses", str(length), text))
    for name in ACCESSES:
        register = "fa0" if name.startswith("f") else "t0"
        line = f".rept {UNROLLED}; {name} {register}, 8(%0); .endr"
        made.append(Loop("accesses", name, _assembly(line, ': : "r"(data)')))
    for stride in (4, 64, 1020, 1024, 4096, 16384):
        step = "lw t0, 0(%0); add %0, %0, %1; and %0, %0, %2; or %0, %0, %3"
        operands = f': "+r"(at) : "r"({stride}), "r"(sizeof data - 1), "r"(data)'
        body = f"char *at = data; {_assembly(step, operands)}"
        made.append(Loop("stride", str(stride), body))
    integers = dict.fromkeys(("add", "sll", "slt", "mul", "mulhu"), "integers")
    for name, group in (integers | dict.fromkeys(("div", "divu", "rem"), "divisions")).items():
        line = f".rept {UNROLLED}; {name} t0, %0, %1; .endr"
        made.append(Loop(group, name, _assembly(line, ': : "r"(77777), "r"(13)')))
    for count in (1, 2, 4, 16, 64, 256):
        calls = f"while (n--) sum = callees[n % {count}](sum);"
        made.append(Loop("functions called", str(count), calls))
        cases = "".join(f"case {one}: sum += sum ^ {one * 7 + 1}; break; " for one in range(count))
        switch = f"while (n--) switch (n % {count}) {{ {cases} }}"
        made.append(Loop("cases of a switch", str(count), switch))
    for depth in (1, 4, 16, 64):
        made.append(Loop("depth of calls", str(depth), f"while (n--) sum = nested(sum, {depth});"))
    for name, instruction in FLOATING.items():
        for value, (a, b, c) in VALUES.items():
            line = f".rept {UNROLLED}; {instruction}; .endr"
            body = _assembly(line, ': "=&f"(z) : "f"(a), "f"(b), "f"(c)')
            body = f"double z, a = {a}, b = {b}, c = {c}; {body}"
            made.append(Loop(f"values of {name}", value, body))
    return made


def _program(made: list[Loop]) -> str:
    """A program that runs the loop whose number is its first argument."""
    callees = "\n".join(
        f"static unsigned callee{i}(unsigned x) {{ return x * {2 * i + 3} + {i}; }}"
        for i in range(256)
    )
    functions = "\n".join(
        f"static unsigned loop{number}(unsigned n) {{ unsigned sum = n; {loop.body} return sum; }}"
        for number, loop in enumerate(made)
    )
    return f"""#include <stdlib.h>
static char data[1 << 15] __attribute__((aligned(1 << 15)));
#pragma GCC optimize("no-inline", "no-tree-switch-conversion")
{callees}
static unsigned (*const callees[])(unsigned) = {{ {", ".join(f"callee{i}" for i in range(256))} }};
__attribute__((noinline)) static unsigned nested(unsigned x, int depth) {{
    return depth ? nested(x + 1, depth - 1) * 3 : x;
}}
{functions}
static unsigned (*const loops[])(unsigned) = {{
    {", ".join(f"loop{number}" for number in range(len(made)))}
}};
int main(int argc, char **argv) {{
    volatile unsigned sum = loops[atoi(argv[1])](strtoul(argv[2], NULL, 10));
    return argc != 3;
}}
"""


def measure(rounds: int, tick: Callable[[str], None]) -> dict:
    """Instructions per second of each loop, by group and label, and how many times slower each is
    than the loops that it is compared with (`_slower`).
    """
    made, chip = loops(), chips.load("mesh4x4")
    with scratch.folder() as folder:
        source = folder / "cliffs.c"
        source.write_text(_program(made))
        flags = ["-w", "-fno-inline", "-fno-optimize-sibling-calls"]
        elf = build.build([str(source)], CHIP, flags, folder).read_bytes()
    groups: dict[str, dict[str, float]] = {}
    for number, loop in enumerate(made):
        rates = groups.setdefault(loop.group, {})
        rates[loop.label] = _rate(chip, elf, number, rounds)
        tick(f"{loop.group}: {loop.label}")
    slower = {name: _slower(rates) for name, rates in groups.items()}
    return {
        "slowest_vs_neighbours": max(max(each.values()) for each in slower.values()),
        "groups": {
            name: {
                label: {"instructions_per_second": one, "slower": slower[name][label]}
                for label, one in rates.items()
            }
            for name, rates in groups.items()
        },
    }


def _slower(rates: dict[str, float]) -> dict[str, float]:
    """How many times slower each loop of a group is: than the fastest of its neighbours if all
    labels are numbers, otherwise than the median of the group.
    """
    each = list(rates.items())
    if not all(label.isdigit() for label in rates):
        usual = statistics.median(rates.values())
        return {label: usual / one for label, one in each}
    return {
        label: max(other for _, other in each[max(0, at - 1) : at + 2]) / one
        for at, (label, one) in enumerate(each)
    }


def _rate(chip: chips.ChipFile, elf: bytes, number: int, rounds: int) -> float:
    """Instructions per second of processor time, without loading and warm-up."""
    count, seconds = 1000, 0.0
    while seconds < AIM_SECONDS / 4:
        count *= 4
        seconds, _ = _seconds(chip, elf, number, count)
    count = round(count * max(1, AIM_SECONDS / seconds))
    few, before = _seconds(chip, elf, number, 1000)
    best = 0.0
    for _ in range(rounds):
        seconds, instructions = _seconds(chip, elf, number, count)
        best = max(best, (instructions - before) / max(seconds - few, 1e-6))
    return best


def _seconds(chip: chips.ChipFile, elf: bytes, number: int, count: int) -> tuple[float, int]:
    words = [str(number), str(count)]
    simulation, seconds = rate.finished(chip, elf, words, time.process_time)
    return seconds, simulation.instructions
