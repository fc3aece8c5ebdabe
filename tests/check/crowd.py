"""Random programs of tasks with dependences. A program makes more tasks than the library queues, so
the library runs some tasks while it makes others.
"""

import random

# Variables that tasks depend on.
SIZE = 4
FORGOTTEN = "/* forgotten */"


def _index(dice: random.Random) -> str:
    return f"(i * {dice.randint(0, 3)} + {dice.randint(0, 3)}) % {SIZE}"


def _clauses(dice: random.Random) -> str:
    some = (f"if (i % {dice.randint(2, 9)})", "untied", f"priority({dice.randint(0, 2)})")
    return " ".join(one for one in some if dice.random() < 0.15)


def _change(dice: random.Random, forgets: bool) -> list[str]:
    """A task that changes a variable. With `forgets`, it has no depend clause for the variable."""
    to, of = _index(dice), _index(dice)
    clauses, note = _clauses(dice), FORGOTTEN if forgets else ""
    depend = "" if forgets else f"depend({dice.choice(('inout', 'out'))} : x[{to}])"
    kind = dice.choice(("plain", "reads", "nests"))
    if kind == "reads":
        clauses += f" depend(in : x[{of}])"
        # If both clauses name one variable, they act as one `depend(inout)`.
        return [f"#pragma omp task {clauses} {depend}", f"x[{to}] += x[{of}] + 1; {note}"]
    if kind == "nests":
        return [
            f"#pragma omp task {clauses} {depend}",
            "{",
            "int part = 1;",
            f"#pragma omp task shared(part) {_clauses(dice)} depend(inout : part)",
            "part += i;",
            "#pragma omp taskwait",
            f"x[{to}] += part; {note}",
            "}",
        ]
    return [f"#pragma omp task {clauses} {depend}", f"x[{to}] = 3 * x[{to}] + i; {note}"]


def _other(dice: random.Random) -> list[str]:
    """Correct code: the order of its changes does not matter, or the program waits for them."""
    at = _index(dice)
    exclusive = f"#pragma omp task depend(mutexinoutset : y[{at}]) {_clauses(dice)}"
    return dice.choice(
        (
            [f"#pragma omp task {_clauses(dice)}", "{", "#pragma omp atomic", "free++;", "}"],
            [f"#pragma omp task depend(in : x[{at}]) {_clauses(dice)}", f"use(x[{at}]);"],
            [exclusive, f"y[{at}] += i;"],
            [f"#pragma omp task if (0) depend(inout : x[{at}])", f"x[{at}]++;", f"use(x[{at}]);"],
            [f"#pragma omp taskwait depend(in : x[{at}])", f"use(x[{at}]);"],
            ["if (i % 64 == 63) {", "#pragma omp taskwait", f"use(x[{at}]);", "}"],
        )
    )


def program(seed: int, forgets: bool = False) -> str:
    """The text of a program. With `forgets`, a task lacks a dependence, and has the comment
    `FORGOTTEN`.
    """
    dice = random.Random(seed)
    tasks = [_change(dice, forgets)]
    tasks += [_change(dice, False) for _ in range(dice.randint(1, 3))]
    tasks += [_other(dice) for _ in range(dice.randint(0, 3))]
    dice.shuffle(tasks)
    lines = [
        "#include <stdio.h>",
        f"static int x[{SIZE}], y[{SIZE}], free;",
        'static void use(int value) { __asm__ volatile("" : : "r"(value)); }',
        "int main(void) {",
        "#pragma omp parallel",
        "#pragma omp single",
        f"for (int i = 0; i < {dice.choice((100, 300, 900))}; i++) {{",
        *(line for task in tasks for line in task),
        "}",
        'printf("%d %d %d %d\\n", x[0], x[1], x[2], x[3]);',
        "return 0;",
        "}",
    ]
    return "\n".join(lines) + "\n"
