"""Whole programs: a few functions, and their results."""

from . import loops
from .alone import alone
from .maker import Maker, Where, block
from .team import shared_loop


def league(maker: Maker) -> list[str]:
    """A league of teams."""
    where = Where(level=None, work=300, host=False)
    total = maker.name("s")
    loop = loops.loop(maker, 40)
    inner = where.deeper(loop.value, times=max(loop.count, 1))
    size = maker.hidden(maker.choice((1, 2, 3)))
    teams = f"#pragma omp teams num_teams({size}) reduction(+ : {total}) " + maker.some(
        f"thread_limit({maker.hidden(2)})"
    )
    kind = maker.choice(("distribute", "distribute parallel for", "distribute parallel for simd"))
    clause = maker.some(f"dist_schedule(static, {maker.hidden(3)})")
    if "parallel" in kind:
        clause += " " + loops.schedule(maker, waves=True)
    body = [f"{total} += {maker.value(inner)};"]
    if "simd" not in kind:
        body += alone(maker, inner)
    extra = f"reduction(+ : {total})" if "parallel" in kind else ""
    lines = [
        f"unsigned {total} = 1;",
        teams,
        *block([f"#pragma omp {kind} {clause} {extra}", loop.header, *block(body)]),
        *maker.note(Where(), total),
    ]
    return block(lines)


def program(seed: int, only: int | None = None) -> str:
    """The text of a program; with `only`, a single one of its functions is called."""
    maker = Maker(seed, alone)
    functions = []
    for number in range(maker.number(2, 5)):
        maker.size = 0
        before = loops.before_runtime(maker)
        kind = maker.dice.random()
        if kind < 0.1:
            body = league(maker)
        elif kind < 0.3:
            body = shared_loop(maker, Where(level=1), "#pragma omp parallel for")
        else:
            body = alone(maker, Where())
        text = "\n".join((f"static void part{number}(void)", *block([*before, *body])))
        functions.append(text)
    wanted = [i for i in range(len(functions)) if only in (None, i)]
    calls = [f"part{i}();" for i in wanted]
    show = 'for (int i = 0; i < SITES; i++) printf("%d: %08x, %u times\\n", i, noted[i], times[i]);'
    return "\n".join(
        (
            f"/* Random program {seed}. */",
            f"#define SITES {maker.sites + 1}",
            '#include "prelude.h"',
            *maker.globals,
            *(functions[i] for i in wanted),
            "int main(void)",
            *block([*maker.starts, *calls, *maker.ends, show]),
            "",
        )
    )
